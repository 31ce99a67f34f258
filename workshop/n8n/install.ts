/* eslint-disable */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { npm, run, tail } from '../../test/support/command';
import { hashOf, readText } from '../../test/support/hash';
import { nodeBinary } from './node-binary';
import { N8N_DIR } from './paths';
import { STATE } from '../../test/support/paths';
import { PlaygroundError, type Report, terminalReport } from './report';

const STAMP = join('node_modules', '.playground-install');
const UNREACHABLE =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH)\b/;

async function pinnedVersion(n8nDir: string): Promise<string> {
	const manifest = JSON.parse(await readFile(join(n8nDir, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	return manifest.dependencies.n8n ?? '';
}

async function installPackages(n8nDir: string): Promise<void> {
	const log = join(STATE, 'install.log');
	const { code, output } = await npm(['ci', '--no-progress'], { cwd: n8nDir, log });
	if (code === 0) return;
	const errors = output
		.split('\n')
		.filter((line) => line.startsWith('npm error'))
		.join('\n');
	if (UNREACHABLE.test(errors)) {
		throw new PlaygroundError(
			'Cannot reach the npm registry. The first start needs it to install n8n.',
			`Check the network, the proxy and "npm config get registry", then run npm start again.\nLog: ${log}`,
		);
	}
	throw new PlaygroundError(`Installing n8n failed.\n${tail(errors || output, 12)}`, `Log: ${log}`);
}

const sqliteLoads = async (node: string, n8nDir: string) =>
	(await run(node, ['-e', "require('sqlite3')"], { cwd: n8nDir })).code === 0;

/**
 * n8n's database is a native module. It is compiled here, with the headers that came with the pinned Node, because
 * that needs nothing but the machine itself; where there is no compiler, its own installer gets a try (it downloads).
 */
async function buildSqlite(n8nDir: string): Promise<void> {
	const node = nodeBinary(n8nDir);
	const sqlite = join(n8nDir, 'node_modules', 'sqlite3');
	if (await sqliteLoads(node.path, n8nDir)) return;
	const log = join(STATE, 'sqlite.log');
	const env = { ...process.env, PATH: `${dirname(node.path)}${delimiter}${process.env.PATH ?? ''}` };
	const gyp = join(n8nDir, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	if (existsSync(gyp)) {
		await run(node.path, [gyp, 'rebuild', '-j', 'max', `--nodedir=${node.headers}`], {
			cwd: sqlite,
			env,
			log,
		});
		if (await sqliteLoads(node.path, n8nDir)) return;
	}
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], { cwd: n8nDir, log: `${log}.2` });
	if (await sqliteLoads(node.path, n8nDir)) return;
	throw new PlaygroundError(
		"Could neither compile nor download n8n's database module (sqlite3).",
		[
			'Compiling needs Python 3, make and a C++ compiler:',
			'  Debian, Ubuntu: apt-get install python3 make g++     macOS: xcode-select --install',
			`Then run npm start again; it continues where it stopped. Log: ${log}`,
		].join('\n'),
	);
}

/** Makes the pinned n8n runnable. Quick when nothing changed since the last time. */
export async function installN8n(n8nDir: string, report: Report): Promise<void> {
	const platform = `${process.platform}-${process.arch}`;
	const wanted = await hashOf(n8nDir, ['package.json', 'package-lock.json'], platform);
	const stamp = join(n8nDir, STAMP);
	const [packages, done] = ((await readText(stamp)) ?? '').split('\n');
	if (packages === wanted && done === 'ready') return;
	if (packages !== wanted) {
		const version = await pinnedVersion(n8nDir);
		const title = `Installing n8n ${version} (only the first time: some 2,100 packages, 2.4 GB on disk, 3 to 6 minutes)`;
		await report.step(title, async () => await installPackages(n8nDir));
		await writeFile(stamp, wanted);
	}
	await report.step(
		"Compiling n8n's database module (about a minute)",
		async () => await buildSqlite(n8nDir),
	);
	await writeFile(stamp, `${wanted}\nready`);
}

// `npx tsx workshop/n8n/install.ts`: nothing but n8n, for example while other tests run.
if (require.main === module) void installN8n(N8N_DIR, terminalReport());
