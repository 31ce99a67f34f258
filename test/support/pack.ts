/* eslint-disable */
import { readdir } from 'node:fs/promises';

import { npm } from './command';
import { ROOT } from './paths';

/** Packs the build as npm would publish it. Returns the name of the file. */
export async function pack(folder: string): Promise<string> {
	await npm(['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (!tarball) throw new Error('npm pack made no tarball');
	return tarball;
}
