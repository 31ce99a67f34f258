/* eslint-disable */
import { readFileSync } from 'node:fs';

import { run } from '../../test/support/command';

/** n8n starts its task runner itself; both are in one process group and end together. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, signal);
	} catch {
		// It has ended already.
	}
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** The command of a process; '' when there is none. A pid alone may belong to another process by now. */
export async function commandOf(pid: number): Promise<string> {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
	} catch {
		return await ps('command=', pid);
	}
}

async function parentOf(pid: number): Promise<number> {
	try {
		const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
		return Number(afterName.split(' ')[1]);
	} catch {
		return Number(await ps('ppid=', pid));
	}
}

async function ps(column: string, pid: number): Promise<string> {
	const listing = await run('ps', ['-o', column, '-p', String(pid)], { cwd: '/' }).catch(() => undefined);
	return listing?.code === 0 ? listing.output.trim() : '';
}

const DEPTH = 4;

/**
 * Calls back when npm, or the shell between npm and us, is gone: a signal sent to npm alone ends those without ever
 * reaching us. Started without npm, there is nothing to watch.
 */
export async function onNpmGone(callback: () => void): Promise<void> {
	if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
	const chain: number[] = [];
	for (let pid = process.ppid; pid > 1 && chain.length < DEPTH; pid = await parentOf(pid)) {
		chain.push(pid);
		if (/\bnpm (start|run)|npm-cli\.js/.test(await commandOf(pid))) break;
	}
	const timer = setInterval(() => {
		if (chain.every(isAlive)) return;
		clearInterval(timer);
		callback();
	}, 1_000);
	timer.unref();
}
