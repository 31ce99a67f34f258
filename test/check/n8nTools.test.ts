/* eslint-disable */
/** n8n's own tools, run on the repository as its reviewers run them. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import execa from 'execa';

import { hashOf } from '../support/hash';
import { ROOT } from '../support/paths';

/** The environment of a terminal: with jest's NODE_ENV, n8n's lint rules would judge differently. */
const env = { ...process.env, NODE_ENV: undefined };

const LOCAL = { preferLocal: true, localDir: ROOT };

interface Said {
	exitCode: number;
	all?: string;
}

const n8nNode = async (command: string, cwd = ROOT): Promise<Said> => {
	const options = { cwd, env, extendEnv: false, all: true, reject: false };
	const { exitCode, all = '' } = await execa('n8n-node', [command], { ...options, ...LOCAL });
	// On a terminal jest asks every program for colours. Colour codes would break up the words that are searched
	// for here.
	return { exitCode, all: stripVTControlCharacters(all) };
};

test('n8n calls the package eligible for n8n Cloud', async () => {
	expect(await n8nNode('cloud-support')).toMatchObject({
		exitCode: 0,
		all: expect.stringMatching(/Status: eligible/),
	});
});

/**
 * A clean checkout. In the working folder, n8n's lint also reads files that git ignores, such as the playground's
 * n8n.
 */
async function checkout(folder: string): Promise<void> {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const { stdout } = await execa('git', args, { cwd: ROOT });
	for (const name of stdout.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file))))
		await cp(join(ROOT, name), join(folder, name));
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

// Unpublished files use Node's own modules, which n8n's rules forbid. An eslint-disable comment at their head
// excludes them.
test("n8n's lint finds nothing", async () => {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-lint-'));
	try {
		await checkout(folder);
		expect(await n8nNode('lint', folder)).toEqual({
			exitCode: 0,
			all: expect.not.stringMatching(/warning|error/),
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}, 600_000);

test("n8n's build and our build publish the same files", async () => {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-build-'));
	const built = async (command: () => Promise<Said>) => {
		expect(await command()).toMatchObject({ exitCode: 0 });
		return await Promise.all(
			['credentials', 'icons', 'nodes'].map(async (part) => await hashOf(join(folder, 'dist'), [part])),
		);
	};
	try {
		const sources = ['credentials', 'icons', 'nodes', 'docs', 'gulpfile.js', 'package.json', 'tsconfig.json'];
		for (const name of sources) await cp(join(ROOT, name), join(folder, name), { recursive: true });
		await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		const ours = await built(async () => await execa('gulp', ['build'], { cwd: folder, ...LOCAL }));
		expect(new Set(ours).size).toBe(3);
		expect(await built(async () => await n8nNode('build', folder))).toEqual(ours);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}, 600_000);
