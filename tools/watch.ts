/* eslint-disable */
/**
 * npm run test:watch: tests each change, first what imports the changed file, then the engine, which runs the published
 * code as it is compiled. A change in a test or in the sandbox runs what imports it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../playground/paths';

// The n8n of other lines lies in test/compat: more files than a system lets one watch.
const TESTS = readdirSync(join(ROOT, 'test')).filter((name) => name !== 'compat');
const FOLDERS = ['nodes', 'credentials', 'sandbox', 'tools', ...TESTS.map((name) => join('test', name))];
/** Editors save in several steps. */
const SETTLED_MS = 100;

/** In what it describes: whoever empties dist builds all of it again. */
const BUILD_INFO = 'dist/.tsbuildinfo';
const BUILD = ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', BUILD_INFO];

const changed = new Set<string>();
let timer: NodeJS.Timeout | undefined;
let isRunning = false;

async function command(name: string, ...args: string[]): Promise<boolean> {
	const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, { cwd: ROOT, stdio: 'inherit' });
	const [code] = (await once(child, 'close')) as [number | null];
	return code === 0;
}

const isPublished = (file: string): boolean => /^(nodes|credentials)\//.test(file);

async function run(): Promise<void> {
	if (isRunning || changed.size === 0) return;
	isRunning = true;
	const files = [...changed];
	changed.clear();
	const quick = ['--selectProjects', 'unit', 'contract', 'sandbox', '--testPathIgnorePatterns', '.slow.test'];
	await command('jest', '--findRelatedTests', ...files, '--passWithNoTests', '--bail', ...quick);
	// Not beside them: on two cores, their first result would be a second later.
	const isBuilt = !files.some(isPublished) || (await command('tsc', ...BUILD));
	if (isBuilt && files.some((file) => isPublished(file) || file.startsWith('test/')))
		await command(
			'jest',
			...(files.some(isPublished) ? [] : ['--findRelatedTests', ...files, '--passWithNoTests']),
			'--bail',
			'--selectProjects',
			'engine',
			'model',
			'--testPathIgnorePatterns',
			'.slow.test',
		);
	isRunning = false;
	void run();
}

for (const folder of FOLDERS) {
	watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
		if (!name || !/\.(ts|js|json)$/.test(name) || name.includes('node_modules')) return;
		changed.add(join(folder, name));
		clearTimeout(timer);
		timer = setTimeout(() => void run(), SETTLED_MS);
	});
}
void command('tsc', ...BUILD).then(() => console.log('Waiting for a change. Ctrl-C ends it.'));
