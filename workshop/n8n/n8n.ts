/* eslint-disable */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { tail } from '../../test/support/command';
import { type N8nPorts, n8nEnvironment } from './environment';
import { readText } from '../../test/support/hash';
import { nodeBinary } from './node-binary';
import { N8N_DIR, type UserFolder } from './paths';
import { signalGroup } from './processes';
import { PlaygroundError } from './report';

export interface N8nOptions {
	/** The folder whose node_modules hold n8n; `environment` in its package.json is what this version needs. */
	n8nDir: string;
	folder: UserFolder;
	ports: N8nPorts;
	env?: NodeJS.ProcessEnv;
	/** Default `['start']`; for example `['worker', '--concurrency=5']`. */
	args?: string[];
	/** Asked until it answers 200; default n8n's own readiness, then its REST interface. */
	readyUrl?: string;
	readyWithinMs?: number;
}

export interface N8nProcess {
	url: string;
	pid: number;
	/** Resolves when the process has ended, whoever ended it. */
	ended: Promise<void>;
	/** SIGTERM, and SIGKILL should it not end in time. */
	stop(): Promise<void>;
	kill(signal: NodeJS.Signals): Promise<void>;
}

const STOP_WITHIN_MS = 20_000;

async function untilReady(
	child: ChildProcess,
	urls: string[],
	withinMs: number,
): Promise<'ready' | 'ended' | 'late'> {
	const deadline = Date.now() + withinMs;
	const waitingFor = [...urls];
	while (Date.now() < deadline) {
		const [url] = waitingFor;
		if (url === undefined) return 'ready';
		if (child.exitCode !== null || child.signalCode !== null) return 'ended';
		const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
		if (response?.ok) waitingFor.shift();
		else await sleep(300);
	}
	return 'late';
}

async function environmentOf(n8nDir: string): Promise<NodeJS.ProcessEnv> {
	const manifest = await readFile(join(n8nDir, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { environment?: NodeJS.ProcessEnv }).environment ?? {};
}

export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	const { n8nDir, folder, ports } = options;
	const env = { ...(await environmentOf(n8nDir)), ...options.env };
	const url = `http://127.0.0.1:${ports.n8n}`;
	const log = openSync(folder.log, 'a');
	const child = spawn(
		nodeBinary(n8nDir).path,
		[
			'--require',
			join(N8N_DIR, 'end-with-parent.cjs'),
			'--require',
			join(N8N_DIR, 'own-pages.cjs'),
			join(n8nDir, 'node_modules', 'n8n', 'bin', 'n8n'),
			...(options.args ?? ['start']),
		],
		{
			cwd: folder.root,
			env: n8nEnvironment(folder, ports, env),
			stdio: ['pipe', log, log],
			detached: process.platform !== 'win32',
		},
	);
	closeSync(log);
	const pid = child.pid;
	if (pid === undefined)
		throw new PlaygroundError(`Cannot start n8n: ${String((await once(child, 'error'))[0])}`);
	const ended = once(child, 'exit').then(() => undefined);
	const endWithUs = () => signalGroup(pid, 'SIGKILL');
	process.once('exit', endWithUs);
	void ended.then(() => process.removeListener('exit', endWithUs));

	const kill = async (signal: NodeJS.Signals) => {
		signalGroup(pid, signal);
		await ended;
		signalGroup(pid, 'SIGKILL');
	};
	const stop = async () => {
		const late = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_WITHIN_MS);
		await kill('SIGTERM');
		clearTimeout(late);
	};

	const outcome = await untilReady(
		child,
		// n8n 1 calls itself ready before its REST interface is there.
		options.readyUrl ? [options.readyUrl] : [`${url}/healthz/readiness`, `${url}/rest/settings`],
		options.readyWithinMs ?? 240_000,
	);
	if (outcome !== 'ready') {
		if (outcome === 'late') await stop();
		throw new PlaygroundError(
			outcome === 'late'
				? 'n8n started, but did not become ready in time.'
				: 'n8n stopped while it was starting.',
			`Last lines of its log (${folder.log}):\n${tail((await readText(folder.log)) ?? '', 20)}`,
		);
	}
	return { url, pid, ended, stop, kill };
}
