/* eslint-disable */
/**
 * Makes the file that a server installs, and its SHA-256 in the format of `sha256sum -c`:
 *
 *     npm --prefix workshop run release    release/n8n-nodes-contact-consent-<version>.tgz and ….tgz.sha256
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { pack } from '../../test/support/pack';
import { ROOT } from '../../test/support/paths';

/** Fills the folder and removes an earlier release from it. Returns the name of the tarball. */
export async function makeRelease(folder: string): Promise<string> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const tarball = await pack(folder);
	const sum = createHash('sha256')
		.update(await readFile(join(folder, tarball)))
		.digest('hex');
	await writeFile(join(folder, `${tarball}.sha256`), `${sum}  ${tarball}\n`);
	return tarball;
}

if (require.main === module) {
	const folder = join(ROOT, 'release');
	makeRelease(folder).then(
		(tarball) => {
			const path = relative(process.cwd(), join(folder, tarball));
			console.log(`${path}\n${path}.sha256\n\ndocs/operating.md, "Installing", says what to do with them.`);
		},
		(error: unknown) => {
			console.error(error);
			process.exitCode = 1;
		},
	);
}
