/* eslint-disable */
/** n8n's own tools, on the repository as it is: what its reviewers type. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { type CommandResult, run } from '../support/command';
import { hashOf } from '../support/hash';
import { ROOT } from '../support/paths';

/** As in a terminal: with jest's NODE_ENV, n8n's lint rules judge as in their own tests. */
const env = { ...process.env, NODE_ENV: undefined };

const n8nNode = async (command: string, cwd = ROOT): Promise<CommandResult> => {
	const { code, output } = await run(join(ROOT, 'node_modules', '.bin', 'n8n-node'), [command], { cwd, env });
	// On a terminal jest asks every program for colours, in the middle of the words looked for here.
	return { code, output: stripVTControlCharacters(output) };
};

test('n8n calls the package eligible for n8n Cloud', async () => {
	expect(await n8nNode('cloud-support')).toMatchObject({
		code: 0,
		output: expect.stringMatching(/Status: eligible/),
	});
});

/** The repository as a clean checkout has it: n8n's lint also reads what git ignores, such as the playground's n8n. */
async function checkout(folder: string): Promise<void> {
	const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: ROOT,
	});
	expect(listed.code).toBe(0);
	for (const name of listed.output.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file))))
		await cp(join(ROOT, name), join(folder, name));
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

// What is not published begins with a comment that keeps it out of this: it uses Node's own modules.
test("n8n's lint finds nothing", async () => {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-lint-'));
	try {
		await checkout(folder);
		const { code, output } = await n8nNode('lint', folder);
		expect({ code, output }).toEqual({ code: 0, output: expect.not.stringMatching(/warning|error/) });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}, 600_000);

test("n8n's build and ours publish the same files", async () => {
	const folder = await mkdtemp(join(tmpdir(), 'contact-consent-build-'));
	const built = async (command: () => Promise<CommandResult>) => {
		expect(await command()).toMatchObject({ code: 0 });
		return await Promise.all(
			['credentials', 'icons', 'nodes'].map(async (part) => await hashOf(join(folder, 'dist'), [part])),
		);
	};
	try {
		const sources = ['credentials', 'icons', 'nodes', 'docs', 'gulpfile.js', 'package.json', 'tsconfig.json'];
		for (const name of sources) await cp(join(ROOT, name), join(folder, name), { recursive: true });
		await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		const gulp = join(ROOT, 'node_modules', '.bin', 'gulp');
		const ours = await built(async () => await run(gulp, ['build'], { cwd: folder }));
		expect(new Set(ours).size).toBe(3);
		expect(await built(async () => await n8nNode('build', folder))).toEqual(ours);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}, 600_000);
