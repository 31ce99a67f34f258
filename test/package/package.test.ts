/* eslint-disable */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { ROOT } from '../support/paths';
import { filesIn, packAndUnpack, type Unpacked } from './tarball';

/** All files that may be published. Each file has to match one of these patterns. */
const ALLOWED = [
	/^(package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/(nodes|credentials)\/.+(?<!\.test|\.spec)\.js$/,
	/^dist\/nodes\/[^/]+\/\w+\.node\.json$/,
	/^dist\/nodes\/[^/]+\/__schema__\/v\d+\.\d+\.\d+(\/.+)?\.json$/,
	/^dist\/icons\/[\w.]+\.svg$/,
];
const LARGEST_BYTES = 800_000;

let unpacked: Unpacked;
beforeAll(async () => {
	unpacked = await packAndUnpack();
}, 60_000);
afterAll(async () => await unpacked.remove());

const published = async (path: string) => await readFile(join(unpacked.folder, path), 'utf8');

test('the package contains all files that n8n needs, and no others', () => {
	const { files } = unpacked;
	expect(files).toEqual(expect.arrayContaining(['LICENSE.md', 'README.md', 'package.json']));
	expect(files.filter((file) => !ALLOWED.some((rule) => rule.test(file)))).toEqual([]);
});

test('the package contains the compiled code of each source file, and none of an earlier build', async () => {
	const compiled = (folder: string, files: string[]) =>
		files
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `dist/${folder}/${file.replace(/\.ts$/, '.js')}`);
	const expected = [
		...compiled('nodes', await filesIn(join(ROOT, 'nodes'))),
		...compiled('credentials', await filesIn(join(ROOT, 'credentials'))),
	];
	expect(unpacked.files.filter((file) => file.endsWith('.js'))).toEqual(expected.sort());
});

test('the package contains every node and credential that it names, with codex and output previews', async () => {
	const { manifest, files } = unpacked;
	const { nodes, credentials } = manifest.n8n;
	const codex = nodes.map((file) => file.replace(/\.js$/, '.json'));
	const previews = (await filesIn(join(ROOT, 'nodes')))
		.filter((file) => file.includes('/__schema__/'))
		.map((file) => `dist/nodes/${file}`);
	expect(previews.length).toBeGreaterThan(0);
	expect(files).toEqual(expect.arrayContaining([...nodes, ...credentials, ...codex, ...previews]));
});

test('the package imports only n8n-workflow and its own files, and installs nothing', async () => {
	const { manifest, files, folder } = unpacked;
	const foreign: string[] = [];
	for (const file of files.filter((name) => name.endsWith('.js'))) {
		const code = await published(file);
		for (const [, name = ''] of code.matchAll(/(?:\brequire|\bimport)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)) {
			const target = join(folder, dirname(file), name);
			const isOwn =
				name.startsWith('.') && [`${target}.js`, join(target, 'index.js'), target].some(existsSync);
			if (!isOwn && name !== 'n8n-workflow') foreign.push(`${file}: ${name}`);
		}
	}
	expect(foreign).toEqual([]);
	expect(Object.keys(manifest.dependencies ?? {})).toEqual([]);
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(Object.keys(manifest.scripts ?? {}).join(' ')).not.toMatch(/\b(preinstall|install|postinstall)\b/);
});

test(`the package is smaller than ${LARGEST_BYTES / 1000} kB`, async () => {
	const sizes = await Promise.all(
		unpacked.files.map(async (file) => (await stat(join(unpacked.folder, file))).size),
	);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LARGEST_BYTES);
});

test("n8n's own loader loads the package, with icons for both themes", async () => {
	const loader = new PackageDirectoryLoader(unpacked.folder);
	await loader.loadAll();
	expect(loader.packageName).toBe('n8n-nodes-contact-consent');
	expect(Object.keys(loader.known.nodes).sort()).toEqual(['contactConsent', 'contactConsentTrigger']);
	expect(Object.keys(loader.known.credentials)).toEqual(['contactConsentApi']);
	for (const { iconUrl, name } of [...loader.types.nodes, ...loader.types.credentials]) {
		const { light = '', dark = '' } = typeof iconUrl === 'object' ? iconUrl : {};
		const files = [light, dark].map((url) => url.replace(/^icons\/[^/]+\//, ''));
		expect([name, ...files.map((file) => unpacked.files.includes(file))]).toEqual([name, true, true]);
	}
	expect(loader.types.nodes.filter(({ codex }) => codex === undefined)).toEqual([]);
});

test('the changelog has an entry for this version', async () => {
	const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8');
	expect(changelog).toContain(`\n## ${unpacked.manifest.version}`);
});
