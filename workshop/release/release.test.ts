/* eslint-disable */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import execa from 'execa';

import { npm } from '../../test/support/command';
import { ROOT } from '../../test/support/paths';
import { PLACEHOLDERS, problemsOf, readTexts, type Texts } from './check';
import { makeRelease } from './release';

const replaced = (texts: Texts, from: string, to: string): Texts =>
	Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, text.replaceAll(from, to)]));

/** A copy of the repository with an owner's values in place of placeholders. */
function owned(): Texts {
	const { repository, author, email } = PLACEHOLDERS;
	const texts = [
		[repository, 'github.com/acme/consent'],
		[author, 'Ada Lovelace'],
		[email, 'ada@example.com'],
		['(not released yet)', ''],
		['not in the npm registry yet', ''],
		['only once the package is published', ''],
		['is a placeholder until the first release', ''],
	].reduce((so, [from = '', to = '']) => replaced(so, from, to), readTexts());
	const { version } = JSON.parse(texts['package.json'] ?? '') as { version: string };
	return { ...texts, 'CHANGELOG.md': `## ${version}\n` };
}

test("the check passes with an owner's values", () => {
	expect(problemsOf(owned())).toEqual([]);
});

test.each(Object.entries(PLACEHOLDERS))(
	'the check refuses the placeholder of the %s',
	(what, placeholder) => {
		const value = { repository: 'github.com/acme/consent', author: 'Ada Lovelace', email: 'ada@example.com' };
		const texts = replaced(owned(), value[what as keyof typeof value], placeholder);
		expect(problemsOf(texts)).toContainEqual(expect.stringMatching(/^package\.json: .*placeholder/));
	},
);

test('the check refuses documents that say that the package cannot be installed, or that an address is a placeholder', () => {
	expect(problemsOf({ ...owned(), 'README.md': readTexts()['README.md'] ?? '' })).toHaveLength(1);
	const security = `${owned()['.github/SECURITY.md']} is a placeholder until the first release`;
	expect(problemsOf({ ...owned(), '.github/SECURITY.md': security })).toHaveLength(1);
});

test('the check refuses a link to another repository, and a version without a changelog entry', () => {
	const texts = owned();
	const one = { ...texts, '.github/SECURITY.md': 'https://github.com/somebody/else/security' };
	expect(problemsOf(one)).toEqual([expect.stringMatching(/^\.github\/SECURITY\.md: .*somebody\/else/)]);
	expect(problemsOf({ ...texts, 'CHANGELOG.md': '## 0.0.1' })).toEqual([expect.stringMatching(/^CHANGELOG/)]);
	const unreleased = (texts['CHANGELOG.md'] ?? '').replace('\n', ' (not released yet)\n');
	expect(problemsOf({ ...texts, 'CHANGELOG.md': unreleased })).toHaveLength(1);
});

const folders: string[] = [];
afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-release-'));
	folders.push(folder);
	return folder;
}

test('a release folder contains only the tarball and its checksum', async () => {
	const folder = await newFolder();
	await writeFile(join(folder, 'n8n-nodes-contact-consent-0.0.1.tgz'), 'of an earlier release');
	const tarball = await makeRelease(folder);
	expect(tarball).toMatch(/^n8n-nodes-contact-consent-\d+\.\d+\.\d+\S*\.tgz$/);
	expect(await readdir(folder)).toEqual([tarball, `${tarball}.sha256`]);
	const bytes = await readFile(join(folder, tarball));
	const sum = createHash('sha256').update(bytes).digest('hex');
	// `sha256sum -c` expects two spaces.
	expect(await readFile(join(folder, `${tarball}.sha256`), 'utf8')).toBe(`${sum}  ${tarball}\n`);
}, 60_000);

test("the operator's command installs the file, also over an older version", async () => {
	const page = await readFile(join(ROOT, 'docs', 'operating.md'), 'utf8');
	const [, words = ''] = /`npm (install --offline [^`]+)`/.exec(page) ?? [];
	const folder = await newFolder();
	const tarball = await makeRelease(folder);
	const installed = async (file: string): Promise<string> => {
		await npm(words.replace('<file>.tgz', file).split(' '), { cwd: folder });
		const manifest = join(folder, 'node_modules', 'n8n-nodes-contact-consent', 'package.json');
		return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
	};
	const now = await installed(tarball);
	expect(`n8n-nodes-contact-consent-${now}.tgz`).toBe(tarball);
	await execa('tar', ['-xzf', tarball], { cwd: folder });
	const manifest = join(folder, 'package', 'package.json');
	await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(`"${now}"`, '"0.9.0"'));
	await execa('tar', ['-czf', 'older.tgz', 'package'], { cwd: folder });
	expect(await installed('older.tgz')).toBe('0.9.0');
}, 60_000);
