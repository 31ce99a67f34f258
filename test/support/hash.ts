/* eslint-disable */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { ROOT } from './paths';

async function filesUnder(path: string): Promise<string[]> {
	const info = await stat(path).catch(() => undefined);
	if (!info) return [];
	if (info.isFile()) return [path];
	const entries = await readdir(path, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One hash over the names and contents of files. It shows whether a build or an installation is up to date. */
export async function hashOf(root: string, paths: string[], ...extra: string[]): Promise<string> {
	const hash = createHash('sha256');
	const files = (await Promise.all(paths.map(async (path) => await filesUnder(join(root, path))))).flat();
	for (const file of files.sort()) {
		hash
			.update(relative(root, file))
			.update('\0')
			.update(await readFile(file))
			.update('\0');
	}
	for (const text of extra) hash.update(text).update('\0');
	return hash.digest('hex');
}

export const readText = async (file: string) => await readFile(file, 'utf8').catch(() => undefined);

/** The hash of the published code that a figure was measured on. `npx tsx test/support/hash.ts` prints it. */
export const sourcesHash = async (): Promise<string> =>
	(await hashOf(ROOT, ['nodes', 'credentials'])).slice(0, 12);

if (require.main === module) void sourcesHash().then(console.log);
