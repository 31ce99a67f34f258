/* eslint-disable */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { npm, run } from '../../test/support/command';
import { ROOT } from '../../test/support/paths';
import { PLACEHOLDERS, problemsOf, readTexts, type Texts } from './check';
import { makeRelease } from './release';

const replaced = (texts: Texts, from: string, to: string): Texts =>
	Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, text.replaceAll(from, to)]));

/** The repository, with the values of an owner. */
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

test('passes with the values of an owner', () => {
	expect(problemsOf(owned())).toEqual([]);
});

test.each(Object.entries(PLACEHOLDERS))('refuses the placeholder of the %s', (what, placeholder) => {
	const value = { repository: 'github.com/acme/consent', author: 'Ada Lovelace', email: 'ada@example.com' };
	const texts = replaced(owned(), value[what as keyof typeof value], placeholder);
	expect(problemsOf(texts)).toContainEqual(expect.stringMatching(/^package\.json: .*placeholder/));
});

test('refuses documents that say that the package cannot be installed, or that an address is a placeholder', () => {
	expect(problemsOf({ ...owned(), 'README.md': readTexts()['README.md'] ?? '' })).toHaveLength(1);
	const security = `${owned()['.github/SECURITY.md']} is a placeholder until the first release`;
	expect(problemsOf({ ...owned(), '.github/SECURITY.md': security })).toHaveLength(1);
});

test('refuses a link to another repository, and a version without an entry', () => {
	const texts = owned();
	const one = { ...texts, '.github/SECURITY.md': 'https://github.com/somebody/else/security' };
	expect(problemsOf(one)).toEqual([expect.stringMatching(/^\.github\/SECURITY\.md: .*somebody\/else/)]);
	expect(problemsOf({ ...texts, 'CHANGELOG.md': '## 0.0.1' })).toEqual([expect.stringMatching(/^CHANGELOG/)]);
	const unreleased = (texts['CHANGELOG.md'] ?? '').replace('\n', ' (not released yet)\n');
	expect(problemsOf({ ...texts, 'CHANGELOG.md': unreleased })).toHaveLength(1);
});

test('a release is the tarball and its checksum, alone in the folder', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-release-'));
	await writeFile(join(folder, 'n8n-nodes-contact-consent-0.0.1.tgz'), 'of an earlier release');
	const tarball = await makeRelease(folder);
	expect(tarball).toMatch(/^n8n-nodes-contact-consent-\d+\.\d+\.\d+\S*\.tgz$/);
	expect(await readdir(folder)).toEqual([tarball, `${tarball}.sha256`]);
	const bytes = await readFile(join(folder, tarball));
	const sum = createHash('sha256').update(bytes).digest('hex');
	// Two spaces: `sha256sum -c` reads it so.
	expect(await readFile(join(folder, `${tarball}.sha256`), 'utf8')).toBe(`${sum}  ${tarball}\n`);
}, 60_000);

test("the operator's command installs the file, and an older one over it", async () => {
	const page = await readFile(join(ROOT, 'docs', 'operating.md'), 'utf8');
	const [, words = ''] = /`npm (install --offline [^`]+)`/.exec(page) ?? [];
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-install-'));
	const tarball = await makeRelease(folder);
	const installed = async (file: string): Promise<string> => {
		await npm(words.replace('<file>.tgz', file).split(' '), { cwd: folder });
		const manifest = join(folder, 'node_modules', 'n8n-nodes-contact-consent', 'package.json');
		return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
	};
	const now = await installed(tarball);
	expect(`n8n-nodes-contact-consent-${now}.tgz`).toBe(tarball);
	await run('tar', ['-xzf', tarball], { cwd: folder });
	const manifest = join(folder, 'package', 'package.json');
	await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(`"${now}"`, '"0.9.0"'));
	await run('tar', ['-czf', 'older.tgz', 'package'], { cwd: folder });
	expect(await installed('older.tgz')).toBe('0.9.0');
}, 60_000);
