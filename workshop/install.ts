/* eslint-disable */
/**
 * Installs the packages of a folder's lockfile. Run as a script, it installs those of the workshop, for `npm run
 * test:e2e`.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { npm, tail } from '../test/support/command';
import { hashOf, readText } from '../test/support/hash';
import { ROOT } from '../test/support/paths';

/** Quick if the folder is up to date. */
export async function installPackages(folder: string): Promise<void> {
	const wanted = await hashOf(folder, ['package.json', 'package-lock.json']);
	const stamp = join(folder, 'node_modules', '.installed');
	if ((await readText(stamp)) === wanted) return;
	const name = relative(ROOT, folder);
	console.log(`Installing the packages of ${name}/ …`);
	const { failed, all } = await npm(['ci', '--no-progress'], { cwd: folder, reject: false });
	if (failed) throw new Error(`npm ci failed in ${name}\n${tail(all, 12)}`);
	await writeFile(stamp, wanted);
}

if (require.main === module) {
	installPackages(__dirname).catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
