/* eslint-disable */
import { readdir } from 'node:fs/promises';

import { npm, tail } from './command';
import { ROOT } from './paths';

/** Packs what is built, as npm would publish it; returns the name of the file. */
export async function pack(folder: string): Promise<string> {
	const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', folder], {
		cwd: ROOT,
	});
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (code !== 0 || !tarball) throw new Error(`npm pack failed\n${tail(output, 10)}`);
	return tarball;
}
