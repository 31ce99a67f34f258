/* eslint-disable */
/*
 * n8n's own scan of community packages, on what would be published. Its command takes names from the registry only,
 * so its two analyses are called by themselves: the sources, and the compiled code in the tarball.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { npm, tail } from '../../test/support/command';
import { hashOf, readText } from '../../test/support/hash';
import { ROOT } from '../../test/support/paths';
import { packAndUnpack } from '../../test/package/tarball';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (
		folder: string,
		patterns: string[],
	) => Promise<{ passed: boolean; message?: string; details?: string }>;
}

const HOME = join(ROOT, 'workshop', 'scan');
/** As in the scanner: declarations and descriptions beside the code are covered by the sources. */
const TARBALL_PATTERNS = ['**/*.js', 'package.json'];

async function install(): Promise<Scanner> {
	const wanted = await hashOf(HOME, ['package.json', 'package-lock.json']);
	const stamp = join(HOME, 'node_modules', '.installed');
	if ((await readText(stamp)) !== wanted) {
		const { code, output } = await npm(['ci', '--no-progress'], { cwd: HOME });
		if (code !== 0) throw new Error(`Installing the scan failed\n${tail(output, 12)}`);
		await writeFile(stamp, wanted);
	}
	const file = join(HOME, 'node_modules', '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
	return (await import(pathToFileURL(file).href)) as Scanner;
}

async function main(): Promise<void> {
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await install();
	const { folder, manifest } = await packAndUnpack();
	const scans = [
		['sources', ROOT, SOURCE_FILE_PATTERNS],
		['tarball', folder, TARBALL_PATTERNS],
	] as const;
	for (const [what, where, patterns] of scans) {
		const { passed, message = '', details = '' } = await analyzePackage(where, [...patterns]);
		console.log(`${manifest.name} ${manifest.version}, ${what}: ${passed ? 'passed' : `failed. ${message}`}`);
		if (passed) continue;
		console.log(details);
		process.exitCode = 1;
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
