/* eslint-disable */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import execa from 'execa';

import { npm, tail } from '../../test/support/command';
import { ROOT, STATE } from '../../test/support/paths';
import { installPackages } from '../install';
import { chosenN8n } from '../n8n';
import { N8N_DIR } from '../n8n/paths';
import { terminalReport } from '../n8n/report';
import { coreOf, type Line, LINES } from './lines';
import { record } from './record';

const HELP = `npm --prefix workshop run compat               the engine tests on each n8n-core, with the running Node
npm --prefix workshop run compat:e2e           the main workflows in each n8n
npm --prefix workshop run compat -- 2.4.8      on one line only
What came out is written to workshop/compat/results.json and to the table in docs/operating.md.

npm --prefix workshop run newest:install       installs the newest n8n that the registry has
npm --prefix workshop run newest               the main workflows in it; nothing is written down`;

const COMPAT_CONFIG = join(ROOT, 'workshop', 'compat', 'jest.config.js');
const E2E_CONFIG = join(ROOT, 'workshop', 'jest.config.js');
const NEWEST = join(STATE, 'newest-n8n');
/** The first steps of a person: upload, receive events with PDFs, test the credentials, import the recipes. */
const MAIN_E2E = ['workflows', 'recipes'];
/** The oldest n8n also runs the tests of what its editor saves with a node, because n8n checks that before the node runs. */
const e2eIn = (folder: string): string[] =>
	folder === LINES[0]?.server ? [...MAIN_E2E, 'switch'] : MAIN_E2E;

async function jest(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
	const { failed } = await execa('jest', args, {
		cwd: ROOT,
		localDir: ROOT,
		preferLocal: true,
		stdio: 'inherit',
		reject: false,
		env,
	});
	return !failed;
}

async function testEngine(line: Line): Promise<boolean> {
	if (line.core) await installPackages(line.core);
	const [node = ''] = process.versions.node.split('.');
	console.log(`\nEngine tests on n8n-core ${coreOf(line)} (n8n ${line.n8n}), Node ${node}`);
	const passed = await jest(['-c', COMPAT_CONFIG], { COMPAT_CORE: line.core && basename(line.core) });
	await record(line.n8n, 'engine', node, passed);
	return passed;
}

async function testMainWorkflows(folder: string): Promise<boolean> {
	const files = `workshop/e2e/(${e2eIn(folder).join('|')})\\.test\\.ts$`;
	return await jest(
		['-c', E2E_CONFIG, '--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', files],
		{ PLAYGROUND_N8N: folder === N8N_DIR ? '' : folder },
	);
}

async function testServer({ n8n, server }: Line): Promise<boolean> {
	console.log(`\nWorkflows in n8n ${n8n}`);
	const passed = await testMainWorkflows(server);
	// n8n runs on the Node that its folder pins, whatever Node runs the tests.
	const { node } = await chosenN8n(server).versions();
	await record(n8n, 'e2e', node.split('.')[0] ?? '', passed);
	return passed;
}

/**
 * Starting n8n is separate from the tests, so that a failure shows which of them broke. Apart from n8n's version,
 * everything is pinned as usual.
 */
async function installNewest(): Promise<boolean> {
	await mkdir(NEWEST, { recursive: true });
	await cp(join(N8N_DIR, '.npmrc'), join(NEWEST, '.npmrc'));
	const manifest = JSON.parse(await readFile(join(N8N_DIR, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	const { stdout } = await npm(['view', 'n8n', 'dist-tags.latest'], { cwd: NEWEST });
	manifest.dependencies.n8n = stdout;
	console.log(`The newest n8n is ${stdout}`);
	await writeFile(join(NEWEST, 'package.json'), JSON.stringify(manifest, null, '\t'));
	const { failed, all } = await npm(['install', '--package-lock-only'], { cwd: NEWEST, reject: false });
	if (failed)
		throw new Error(`n8n ${stdout} cannot be installed: this says nothing about us\n${tail(all, 12)}`);
	await chosenN8n(NEWEST).install(terminalReport());
	return true;
}

async function testNewest(): Promise<boolean> {
	if (!existsSync(join(NEWEST, 'package.json')))
		throw new Error('First install the newest n8n: npm --prefix workshop run newest:install');
	return await testMainWorkflows(NEWEST);
}

const SINGLE: Record<string, () => Promise<boolean>> = {
	'newest:install': installNewest,
	newest: testNewest,
};

async function main([kind = '', only, ...more]: string[]): Promise<void> {
	if (SINGLE[kind]) {
		if (!(await SINGLE[kind]())) process.exitCode = 1;
		return;
	}
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
