/** Made-up spellings of the addresses that need a key. */
import fc from 'fast-check';

import { PATHS_WITH_KEY } from './contract';

/** One change of an address; `at` says where. */
type Change = (path: string, at: number) => string;

const put =
	(text: string): Change =>
	(path, at) => {
		const place = at % (path.length + 1);
		return path.slice(0, place) + text + path.slice(place);
	};
/** At a slash, so that whole segments come in between. */
const putSegment =
	(text: string): Change =>
	(path, at) => {
		const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
		const place = slashes[at % Math.max(1, slashes.length)] ?? 0;
		return `${path.slice(0, place)}/${text}${path.slice(place)}`;
	};
const atChar =
	(change: (char: string) => string): Change =>
	(path, at) => {
		const place = at % path.length;
		return path.slice(0, place) + change(path.charAt(place)) + path.slice(place + 1);
	};
const escape = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

const CHANGES: Change[] = [
	atChar(escape),
	atChar((char) => escape(char).toUpperCase()),
	atChar((char) => `%25${escape(char).slice(1)}`),
	atChar((char) => char.toUpperCase()),
	(path) => path.toUpperCase(),
	(path) => path.replace(/[a-z]/g, escape),
	(path) => path.replaceAll('/', '%2f'),
	(path) => path.replaceAll('/', '\\'),
	...[
		'/',
		'//',
		'?',
		'#',
		';',
		';a=b',
		'%',
		'%00',
		'%2f',
		'%5c',
		'%3b',
		'%3f',
		'%23',
		'%ff',
		'%c0%af',
		'.',
		'*',
		'@',
		':',
	].map(put),
	...[
		'.',
		'..',
		'%2e',
		'%2e%2e',
		'.%2e',
		'ping',
		'ping/..',
		'ping/%2e%2e',
		'docs',
		'__control',
		'v1',
		'',
	].map(putSegment),
	(path) => `${path}/`,
	(path) => `${path}?/v1/ping`,
	(path) => `${path}#/v1/ping`,
	(path) => `/v1/ping/..${path}`,
	(path) => `/docs/..${path}`,
	(path) => `/docs/static/../..${path}`,
	(path) => `/__control/..${path}`,
	(path) => `http://sandbox${path}`,
	(path) => `http://user:pass@sandbox:1/${path}`,
	(path) => `HTTPS://sandbox${path}?x=/v1/ping`,
	(path) => `//sandbox${path}`,
];

/** Up to four changes, one after the other. Node sends no blanks and no control characters in an address. */
export const spellings: fc.Arbitrary<{ path: string; target: string }> = fc
	.tuple(
		fc.constantFrom(...PATHS_WITH_KEY),
		fc.array(fc.tuple(fc.constantFrom(...CHANGES), fc.nat(60)), { maxLength: 4 }),
	)
	.map(([path, changes]) => ({
		path,
		target: changes.reduce((changed, [change, at]) => change(changed, at), path),
	}))
	.filter(({ target }) => /^[!-~]+$/.test(target));
