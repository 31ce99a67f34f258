/* eslint-disable */
/*
 * n8n's own scan of community packages, run on what would be published. Its command takes only names from the
 * registry, so its two analyses are called directly: the sources, and the compiled code in the tarball.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../../test/support/paths';
import { packAndUnpack } from '../../test/package/tarball';
import { installPackages } from '../install';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (
		folder: string,
		patterns: string[],
	) => Promise<{ passed: boolean; message?: string; details?: string }>;
}

const HOME = join(ROOT, 'workshop', 'scan');
/** As in the scanner, files beside the code are left out because their sources are scanned. */
const TARBALL_PATTERNS = ['**/*.js', 'package.json'];

async function install(): Promise<Scanner> {
	await installPackages(HOME);
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
