/* eslint-disable */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { tail } from '../../test/support/command';
import { type N8nPorts, n8nSettings } from './environment';
import { readText } from '../../test/support/hash';
import type { N8n } from './n8n';
import type { UserFolder } from './paths';
import { PlaygroundError } from './report';

export interface N8nOptions {
	n8n: N8n;
	folder: UserFolder;
	ports: N8nPorts;
	env?: NodeJS.ProcessEnv;
	/** The default is `['start']`. Another example is `['worker', '--concurrency=5']`. */
	args?: string[];
	/**
	 * The address that is asked until it answers 200. The default is n8n's readiness check, then its REST
	 * interface.
	 */
	readyUrl?: string;
	readyWithinMs?: number;
}

export interface N8nProcess {
	url: string;
	pid: number;
	/** Resolves when the process has ended, for whatever reason. */
	ended: Promise<void>;
	/** Sends SIGTERM, and SIGKILL if the process does not end in time. */
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

export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	const { n8n, folder, ports } = options;
	const settings = n8nSettings(folder, ports, { ...n8n.environment, ...options.env });
	const { file, args, env } = n8n.command(options.args ?? ['start'], folder, settings);
	const url = `http://127.0.0.1:${ports.n8n}`;
	const log = openSync(folder.log, 'a');
	const child = spawn(file, args, {
		cwd: folder.root,
		env,
		stdio: ['pipe', log, log],
		detached: process.platform !== 'win32',
	});
	closeSync(log);
	const pid = child.pid;
	if (pid === undefined)
		throw new PlaygroundError(`Cannot start n8n: ${String((await once(child, 'error'))[0])}`);
	const ended = once(child, 'exit').then(() => undefined);
	const signal = (name: NodeJS.Signals) => n8n.signal(pid, folder, name);
	const endWithUs = () => signal('SIGKILL');
	process.once('exit', endWithUs);
	void ended.then(() => process.removeListener('exit', endWithUs));

	const kill = async (name: NodeJS.Signals) => {
		signal(name);
		await ended;
		signal('SIGKILL');
	};
	const stop = async () => {
		const late = setTimeout(() => signal('SIGKILL'), STOP_WITHIN_MS);
		await kill('SIGTERM');
		clearTimeout(late);
	};

	const outcome = await untilReady(
		child,
		// n8n 1 reports that it is ready before its REST interface is.
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
