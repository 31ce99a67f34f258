/* eslint-disable */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import execa from 'execa';

import { pack } from '../support/pack';

export interface Manifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	scripts?: object;
	n8n: { nodes: string[]; credentials: string[] };
}

/** The package as npm would publish it, unpacked into a folder of its own. */
export interface Unpacked {
	folder: string;
	manifest: Manifest;
	/** Paths in the package, with `/`. */
	files: string[];
	remove: () => Promise<void>;
}

export async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
		.sort();
}

/** Packs the build. */
export async function packAndUnpack(): Promise<Unpacked> {
	const home = await mkdtemp(join(tmpdir(), 'contact-consent-package-'));
	const tarball = await pack(home);
	await execa('tar', ['-xzf', tarball], { cwd: home });
	const folder = join(home, 'package');
	const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
	const remove = async () => await rm(home, { recursive: true, force: true });
	return { folder, manifest, files: await filesIn(folder), remove };
}
