/** n8n as the playground pins it: one copy of its engine for its own nodes and for this package. */
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { run as runCommand } from '../playground/command';
import { PLAYGROUND, ROOT, STATE } from '../playground/paths';

export const BENCH = join(STATE, 'bench');
export const PACKAGE = join(BENCH, 'package');
export const NODES_BASE = join(PLAYGROUND, 'node_modules', 'n8n-nodes-base');

const load = createRequire(join(PLAYGROUND, 'package.json'));

/** A package of the playground's, with the types of the one of the same version beside this file. */
export const fromPlayground = <T>(name: string): T => load(name) as T;

/** Builds the package into a place from which it finds the playground's n8n-workflow, as an installed one does. */
export async function buildPackage(): Promise<void> {
	await rm(PACKAGE, { recursive: true, force: true });
	await mkdir(PACKAGE, { recursive: true });
	const linked = join(BENCH, 'node_modules');
	await rm(linked, { recursive: true, force: true });
	await symlink(join(PLAYGROUND, 'node_modules'), linked, 'junction');

	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const dist = join(PACKAGE, 'dist');
	const args = [tsc, '-p', 'tsconfig.json', '--outDir', dist];
	const { code, output } = await runCommand(process.execPath, args, { cwd: ROOT });
	if (code !== 0) throw new Error(`The package does not compile.\n${output}`);
	const isNoSource = (path: string) => !path.endsWith('.ts');
	await cp(join(ROOT, 'package.json'), join(PACKAGE, 'package.json'));
	await cp(join(ROOT, 'icons'), join(dist, 'icons'), { recursive: true });
	await cp(join(ROOT, 'nodes'), join(dist, 'nodes'), { recursive: true, filter: isNoSource });
}
