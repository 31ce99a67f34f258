/* eslint-disable */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { npm, run, tail } from '../../test/support/command';
import { hashOf, readText } from '../../test/support/hash';
import { nodeBinary } from '../n8n/node-binary';
import { N8N_DIR } from '../n8n/paths';
import { ROOT } from '../../test/support/paths';
import { coreOf, type Line, LINES } from './lines';
import { record } from './record';

const HELP = `npm run test:compat                 the engine tests on each n8n-core, with the running Node
npm run test:compat:e2e             the main workflows in each n8n
npm run test:compat -- 2.4.8        on one line only
What came out is written to workshop/compat/results.json and to the table in docs/operating.md.`;

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const COMPAT_CONFIG = join(ROOT, 'workshop', 'compat', 'jest.config.js');
const E2E_CONFIG = join(ROOT, 'workshop', 'jest.config.js');
/** What a person does first: upload, receive events with their PDFs, test the credentials, import the recipes. */
const MAIN_E2E = 'workshop/e2e/(workflows|credentials|recipes)\\.test\\.ts$';

/** Quick when the folder holds what its lockfile asks for. */
async function install(folder: string): Promise<void> {
	const wanted = await hashOf(folder, ['package.json', 'package-lock.json']);
	const stamp = join(folder, 'node_modules', '.installed');
	if ((await readText(stamp)) === wanted) return;
	console.log(`Installing ${basename(folder)} …`);
	const { code, output } = await npm(['ci', '--no-progress'], { cwd: folder });
	if (code !== 0) throw new Error(`npm ci failed in ${folder}\n${tail(output, 12)}`);
	await writeFile(stamp, wanted);
}

async function jest(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
	const child = spawn(process.execPath, [JEST, ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	const [code] = (await once(child, 'close')) as [number | null];
	return code === 0;
}

async function testEngine(line: Line): Promise<boolean> {
	if (line.core) await install(line.core);
	const [node = ''] = process.versions.node.split('.');
	console.log(`\nEngine tests on n8n-core ${coreOf(line)} (n8n ${line.n8n}), Node ${node}`);
	const passed = await jest(['-c', COMPAT_CONFIG], { COMPAT_CORE: line.core && basename(line.core) });
	await record(line.n8n, 'engine', node, passed);
	return passed;
}

async function testServer({ n8n, server }: Line): Promise<boolean> {
	console.log(`\nWorkflows in n8n ${n8n}`);
	const passed = await jest(
		['-c', E2E_CONFIG, '--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', MAIN_E2E],
		{
			E2E_N8N_DIR: server === N8N_DIR ? undefined : server,
		},
	);
	// n8n runs on the Node that its folder pins, whatever runs the tests.
	const { output } = await run(nodeBinary(server).path, ['--version'], { cwd: ROOT });
	await record(n8n, 'e2e', /^v(\d+)/.exec(output)?.[1] ?? '', passed);
	return passed;
}

async function main([kind, only, ...more]: string[]): Promise<void> {
	const test = kind === 'engine' ? testEngine : kind === 'e2e' ? testServer : undefined;
	const lines = LINES.filter(({ n8n }) => only === undefined || n8n === only);
	if (!test || more.length > 0 || lines.length === 0) throw new Error(HELP);
	let passed = true;
	for (const line of lines) passed = (await test(line)) && passed;
	if (!passed) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
