/* eslint-disable */
/** Links and commands of the documentation, read as GitHub reads them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';

const ROOT = join(__dirname, '..', '..');
const markdown = new MarkdownIt();

const within = (folder: string, end: RegExp): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => end.test(name))
		.map((name) => join(folder, name));

const DOCUMENTS = [
	...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
	...within('docs', /\.md$/),
	'workshop/playground/README.md',
	'.github/SECURITY.md',
	'sandbox/README.md',
	'test/README.md',
];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const [REPOSITORY = ''] = (JSON.parse(read('package.json')) as { homepage: string }).homepage.split('#');

const tokensOf = (file: string): Token[] =>
	markdown.parse(read(file), {}).flatMap((token) => [token, ...(token.children ?? [])]);

const isOutside = (target: string): boolean => /^[a-z]+:/i.test(target);

/** What a document links to and shows. */
const targetsOf = (file: string): string[] =>
	tokensOf(file).flatMap((token) => {
		const target = token.attrGet('href') ?? token.attrGet('src');
		return target === null ? [] : [decodeURI(target)];
	});

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(file: string): Set<string> {
	const slugger = new GithubSlugger();
	const tokens = tokensOf(file);
	const headings = tokens.flatMap(({ type }, index) => (type === 'heading_open' ? [tokens[index + 1]] : []));
	const words = ({ children }: Token) =>
		(children ?? [])
			.filter(({ type }) => type === 'text' || type === 'code_inline')
			.map(({ content }) => content)
			.join('');
	return new Set(headings.map((heading) => (heading ? slugger.slug(words(heading)) : '')));
}

/** Why a link from one file leads nowhere; `undefined` for one that does lead somewhere. */
function problemOf(from: string, target: string): string | undefined {
	const [path = '', anchor] = target.split('#');
	const file = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), path));
	if (file.startsWith('..') || !existsSync(join(ROOT, file))) return `${target}: no such file`;
	if (anchor === undefined) return undefined;
	if (statSync(join(ROOT, file)).isDirectory() || !anchorsOf(file).has(anchor))
		return `${target}: no such heading`;
	return undefined;
}

test.each(DOCUMENTS)('the links of %s lead somewhere', (file) => {
	const targets = targetsOf(file).filter((target) => !isOutside(target));
	expect(targets.flatMap((target) => problemOf(file, target) ?? [])).toEqual([]);
});

test('a link that leads nowhere is found', () => {
	expect(problemOf('README.md', 'docs/nothing.md')).toMatch('no such file');
	expect(problemOf('docs/recipes.md', '../../elsewhere')).toMatch('no such file');
	expect(problemOf('README.md', '#nothing')).toMatch('no such heading');
	expect(problemOf('docs/recipes.md', '../README.md#credentials')).toBeUndefined();
	expect(targetsOf('README.md').length).toBeGreaterThan(10);
});

test('what n8n shows of the README has a heading there', () => {
	const sources = [...within('nodes', /\.(ts|json)$/), ...within('credentials', /\.ts$/), 'package.json'];
	const links = sources.flatMap((file) => [
		...read(file).matchAll(new RegExp(`${REPOSITORY}#([\\w-]+)`, 'g')),
	]);
	const anchors = anchorsOf('README.md');
	expect(links.length).toBeGreaterThan(2);
	// GitHub's own anchor for the whole of it.
	const wanted = links.map(([, anchor = '']) => anchor).filter((anchor) => anchor !== 'readme');
	expect(wanted.filter((anchor) => !anchors.has(anchor))).toEqual([]);
});

test('the README needs two commands: one to try it, one to test it', () => {
	const commands = tokensOf('README.md').flatMap(({ type, content }) => (type === 'fence' ? [content] : []));
	expect(commands).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n']);
	expect(JSON.parse(read('package.json'))).toHaveProperty('scripts.start');
	expect(JSON.parse(read('package.json'))).toHaveProperty('scripts.test');
});

test.each(DOCUMENTS)('the commands in %s name scripts and tests that exist', (file) => {
	const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
	const code = tokensOf(file).flatMap(({ type, content }) => (/^(fence|code)/.test(type) ? [content] : []));
	const runs = code.flatMap((text) => [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name));
	expect(runs.filter((name) => !scripts.includes(name))).toEqual([]);
	const paths = code.flatMap((text) => text.match(/\b(test|sandbox\/test|workshop)\/[\w./-]+/g) ?? []);
	const exists = (path: string) =>
		readdirSync(join(ROOT, dirname(path))).some((name) => name.startsWith(basename(path)));
	expect(paths.filter((path) => !exists(path))).toEqual([]);
});
