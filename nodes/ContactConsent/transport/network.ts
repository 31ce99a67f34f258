import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText } from '../values';
import { blameForNetwork } from './blame';
import { ServiceError } from './errors';
import type { Redact } from './types';

/** n8n's protection against requests into its own network: the name of its errors; older versions show only the message. */
const BLOCKED = /^(Ssrf|The request was blocked because)/;
const HOW_TO_ALLOW =
	'The environment variables for that are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.';

/** What was thrown, and what lies behind it: of several tries to connect, the first. */
const levelsOf = (caught: unknown, most = 5): IDataObject[] => {
	if (!isRecord(caught) || most === 0) return [];
	const [first] = Array.isArray(caught.errors) ? (caught.errors as unknown[]) : [];
	const behind = caught.cause ?? first;
	return [caught, ...levelsOf(behind, most - 1)];
};

const isNumeric = (host: string): boolean => /^[\d.]+$|^\[?[\da-f:]+\]?$/i.test(host);

/** Host and port that could not be reached, where they are not those of the URL: n8n was on its way to a proxy. */
function proxyIn(texts: (key: string) => string[], url: URL): string | undefined {
	const [name] = texts('hostname');
	if (name !== undefined) return name === url.hostname ? undefined : name;
	const [address] = texts('address');
	const [port] = texts('port');
	if (address === undefined || port === undefined) return undefined;
	const own = url.port || (url.protocol === 'http:' ? '80' : '443');
	// Of a name it is not known which addresses it has.
	const isOther = port !== own || (isNumeric(url.hostname) && url.hostname.replace(/[[\]]/g, '') !== address);
	return isOther ? `${address}:${port}` : undefined;
}

/**
 * Words for a request that got no answer. n8n's helper throws an AxiosError, its own error, or a NodeApiError around one
 * of them, in which older versions of n8n leave out the cause.
 */
export function networkError(caught: unknown, url: string, redact: Redact): ServiceError {
	const levels = levelsOf(caught);
	const texts = (key: string) => levels.flatMap((level) => scalarText(level[key]) || []);
	const names = [...texts('name'), ...texts('message')];
	// n8n puts its own words over those of the network, which are in the innermost error.
	const said = redact(texts('message').at(-1) ?? '');
	if (names.some((name) => BLOCKED.test(name))) {
		const description = `${redact(texts('description')[0] ?? '')} ${HOW_TO_ALLOW}`.trim();
		return new ServiceError({ message: said, description }, { kind: 'blocked', neverSent: true });
	}
	const code = texts('code')[0] ?? texts('httpCode')[0];
	const address = new URL(url);
	const proxy = proxyIn(texts, address);
	const signs = code === undefined ? ['', ...names] : [code];
	const [words, proven] = blameForNetwork(signs, address.host, proxy);
	const isNew = code !== undefined && /^[A-Z]/.test(code) && !said.includes(code);
	return new ServiceError(words, {
		...proven,
		wrongAddress: code === 'ENOTFOUND' && proxy === undefined,
		networkMessage: isNew ? `${said} (${code})` : said,
	});
}
