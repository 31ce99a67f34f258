/* eslint-disable */
/** Commands, tests and headings that the pages name. Links are checked by `npm --prefix workshop run links`. */
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

/** Text that a page marks as code, inline or as a block. */
const codeOf = (page: string): string[] =>
	[...read(page).matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
		([, block, line]) => block ?? line ?? '',
	);

/** The anchor that GitHub makes of a heading without Markdown marks. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replaceAll(/[^\w -]/g, '')
		.replaceAll(' ', '-');

test('each link from n8n into the README leads to a heading', () => {
	const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
	const [repository = ''] = homepage.split('#');
	const sources = [...within('nodes', /\.(ts|json)$/), ...within('credentials', /\.ts$/), 'package.json'];
	const links = sources.flatMap((file) => [
		...read(file).matchAll(new RegExp(`${repository}#([\\w-]+)`, 'g')),
	]);
	expect(links.length).toBeGreaterThan(2);
	const headings = [...read('README.md').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchorOf(words));
	// The anchor of the whole page.
	const wanted = links.map(([, anchor = '']) => anchor).filter((anchor) => anchor !== 'readme');
	expect(wanted.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test('the README tells newcomers two commands: one to try the package, one to test it', () => {
	const blocks = [...read('README.md').matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, code]) => code);
	expect(blocks).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n']);
	expect(scriptsOf('package.json')).toMatchObject({
		start: expect.any(String) as string,
		test: expect.any(String) as string,
	});
});

test.each(PAGES)('each command in %s names a script or test that exists', (page) => {
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

test("the workshop's README names each of its scripts", () => {
	const page = read('workshop/README.md');
	const scripts = Object.keys(scriptsOf('workshop/package.json'));
	expect(scripts.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
