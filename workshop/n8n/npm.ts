/* eslint-disable */
/** n8n as an npm package, in a folder whose package.json and lockfile pin it and its Node. */
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { execa, type ExecaChildProcess, npm, tail } from '../../test/support/command';
import { hashOf, readText } from '../../test/support/hash';
import { STATE } from '../../test/support/paths';
import { ownEnvironment } from './environment';
import type { N8n } from './n8n';
import { nodeBinary } from './node';
import { PRELOADED } from './paths';
import { signalGroup } from './processes';
import { PlaygroundError, type Report } from './report';

const STAMP = join('node_modules', '.playground-install');
const UNREACHABLE =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH)\b/;

interface Manifest {
	dependencies: NodeJS.ProcessEnv;
	/** Variables that this version of n8n needs. */
	environment?: NodeJS.ProcessEnv;
}

const manifestOf = (folder: string): Manifest =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

export const pinnedVersion = (folder: string): string => manifestOf(folder).dependencies.n8n ?? '';

/** Writes the output of a command into a file while the command runs. */
async function logged(child: ExecaChildProcess, log: string) {
	await mkdir(STATE, { recursive: true });
	child.all?.pipe(createWriteStream(join(STATE, log)));
	return await child;
}

async function installPackages(folder: string): Promise<void> {
	const { failed, all = '' } = await logged(
		npm(['ci', '--no-progress'], { cwd: folder, reject: false }),
		'install.log',
	);
	if (!failed) return;
	const log = join(STATE, 'install.log');
	const errors = all
		.split('\n')
		.filter((line) => line.startsWith('npm error'))
		.join('\n');
	if (UNREACHABLE.test(errors)) {
		throw new PlaygroundError(
			'Cannot reach the npm registry. The first start needs it to install n8n.',
			`Check the network, the proxy and "npm config get registry", then run npm start again.\nLog: ${log}`,
		);
	}
	throw new PlaygroundError(`Installing n8n failed.\n${tail(errors || all, 12)}`, `Log: ${log}`);
}

const sqliteLoads = async (node: string, folder: string) =>
	!(await execa(node, ['-e', "require('sqlite3')"], { cwd: folder, reject: false })).failed;

/**
 * Compiles n8n's database, which is a native module, with the headers of the pinned Node. This needs no download.
 * Without a compiler, the module's own installer tries (it downloads).
 */
async function buildSqlite(folder: string): Promise<void> {
	const node = nodeBinary(folder);
	const sqlite = join(folder, 'node_modules', 'sqlite3');
	if (await sqliteLoads(node.path, folder)) return;
	const env = { PATH: `${dirname(node.path)}${delimiter}${process.env.PATH ?? ''}` };
	const gyp = join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	if (existsSync(gyp)) {
		const args = [gyp, 'rebuild', '-j', 'max', `--nodedir=${node.headers}`];
		await logged(execa(node.path, args, { cwd: sqlite, env, all: true, reject: false }), 'sqlite.log');
		if (await sqliteLoads(node.path, folder)) return;
	}
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false'];
	await logged(npm(args, { cwd: folder, reject: false }), 'sqlite.log.2');
	if (await sqliteLoads(node.path, folder)) return;
	throw new PlaygroundError(
		"Could neither compile nor download n8n's database module (sqlite3).",
		[
			'Compiling needs Python 3, make and a C++ compiler:',
			'  Debian, Ubuntu: apt-get install python3 make g++     macOS: xcode-select --install',
			`Then run npm start again; it continues where it stopped. Log: ${join(STATE, 'sqlite.log')}`,
		].join('\n'),
	);
}

/** Quick if nothing has changed since the last time. */
async function install(folder: string, report: Report): Promise<void> {
	const platform = `${process.platform}-${process.arch}`;
	const wanted = await hashOf(folder, ['package.json', 'package-lock.json'], platform);
	const stamp = join(folder, STAMP);
	const [packages, done] = ((await readText(stamp)) ?? '').split('\n');
	if (packages === wanted && done === 'ready') return;
	if (packages !== wanted) {
		const title = `Installing n8n ${pinnedVersion(folder)} (only the first time: some 2,100 packages, 2.4 GB on disk, three to ten minutes)`;
		await report.step(title, async () => await installPackages(folder));
		await writeFile(stamp, wanted);
	}
	await report.step(
		"Compiling n8n's database module (about a minute)",
		async () => await buildSqlite(folder),
	);
	await writeFile(stamp, `${wanted}\nready`);
}

export function fromNpm(folder: string): N8n {
	const { environment } = manifestOf(folder);
	return {
		environment,
		install: async (report) => await install(folder, report),
		command: (args, _userFolder, settings) => ({
			file: nodeBinary(folder).path,
			args: [
				...PRELOADED.flatMap((file) => ['--require', file]),
				join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
				...args,
			],
			env: { ...ownEnvironment(), ...settings },
		}),
		signal: (pid, _userFolder, signal) => signalGroup(pid, signal),
		async versions() {
			const { stdout } = await execa(nodeBinary(folder).path, ['--version']);
			return { n8n: pinnedVersion(folder), node: stdout.replace('v', '') };
		},
	};
}
