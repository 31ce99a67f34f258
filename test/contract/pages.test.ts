/* eslint-disable */
/** What the pages name, besides their links (`npm --prefix workshop run links`): commands, tests, headings of the README. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { ROOT } from '../support/paths';

const within = (folder: string, end: RegExp): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => end.test(name) && !name.includes('node_modules'))
		.map((name) => join(folder, name));

const PAGES = [
	...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
	...['.github', 'docs', 'examples', 'sandbox', 'test', 'workshop'].flatMap((folder) =>
		within(folder, /\.md$/),
	),
];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const scriptsOf = (file: string) => (JSON.parse(read(file)) as { scripts: Record<string, string> }).scripts;

/** What a page sets as code, in a line or in a block of its own. */
const codeOf = (page: string): string[] =>
	[...read(page).matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
		([, block, line]) => block ?? line ?? '',
	);

/** The anchor that GitHub gives to a heading without marks of Markdown. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replaceAll(/[^\w -]/g, '')
		.replaceAll(' ', '-');

test('what n8n shows of the README has a heading there', () => {
	const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
	const [repository = ''] = homepage.split('#');
	const sources = [...within('nodes', /\.(ts|json)$/), ...within('credentials', /\.ts$/), 'package.json'];
	const links = sources.flatMap((file) => [
		...read(file).matchAll(new RegExp(`${repository}#([\\w-]+)`, 'g')),
	]);
	expect(links.length).toBeGreaterThan(2);
	const headings = [...read('README.md').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchorOf(words));
	// GitHub's own anchor for the whole of it.
	const wanted = links.map(([, anchor = '']) => anchor).filter((anchor) => anchor !== 'readme');
	expect(wanted.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test('the README needs two commands: one to try it, one to test it', () => {
	const blocks = [...read('README.md').matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, code]) => code);
	expect(blocks).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n']);
	expect(scriptsOf('package.json')).toMatchObject({
		start: expect.any(String) as string,
		test: expect.any(String) as string,
	});
});

test.each(PAGES)('the commands in %s name scripts and tests that exist', (page) => {
	const code = codeOf(page);
	const named = (pattern: RegExp) =>
		code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
	const missing = (pattern: RegExp, manifest: string) =>
		named(pattern).filter((name) => !(name in scriptsOf(manifest)));
	expect(missing(/\bnpm run ([\w:]+)/g, 'package.json')).toEqual([]);
	expect(missing(/\bnpm --prefix workshop run ([\w:]+)/g, 'workshop/package.json')).toEqual([]);
	const paths = named(/\b((?:sandbox\/test|test|workshop)\/[\w./-]+)/g);
	const exists = (path: string) =>
		existsSync(join(ROOT, path)) ||
		(existsSync(join(ROOT, dirname(path))) &&
			readdirSync(join(ROOT, dirname(path))).some((name) => name.startsWith(basename(path))));
	expect(paths.filter((path) => !exists(path))).toEqual([]);
});

test('every script of the workshop is named in its README', () => {
	const page = read('workshop/README.md');
	const scripts = Object.keys(scriptsOf('workshop/package.json'));
	expect(scripts.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
