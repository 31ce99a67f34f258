/* eslint-disable */
import { mkdir, rm, writeFile } from 'node:fs/promises';

import { readText } from '../../test/support/hash';
import type { UserFolder } from './paths';
import { commandOf, isAlive, signalGroup } from './processes';
import { PlaygroundError } from './report';

interface Running {
	pid: number;
	command: string;
	/** Missing while n8n is being installed or started. */
	n8n?: { pid: number; url: string };
}

/**
 * Two n8n on one database would corrupt it. Refuses while another playground runs, and ends an n8n that a dead
 * playground left behind.
 */
export async function claim(folder: UserFolder): Promise<void> {
	const running = JSON.parse((await readText(folder.lock)) || 'null') as Running | null;
	if (!running) return;
	const { pid, command, n8n } = running;
	// On Windows the command of a process is unknown, so its number has to be enough.
	const isThere = command ? (await commandOf(pid)) === command : isAlive(pid);
	if (pid !== process.pid && isThere) {
		throw new PlaygroundError(
			`The playground is already running: ${n8n?.url ?? 'it is being started'}`,
			`Stop it with Ctrl-C in the terminal that started it (process ${pid}).`,
		);
	}
	if (n8n && (await commandOf(n8n.pid)).includes('bin/n8n')) signalGroup(n8n.pid, 'SIGKILL');
	await release(folder);
}

export async function enter(folder: UserFolder, n8n?: Running['n8n']): Promise<void> {
	const running: Running = {
		pid: process.pid,
		command: await commandOf(process.pid),
		n8n: n8n && { pid: n8n.pid, url: n8n.url },
	};
	await mkdir(folder.root, { recursive: true });
	await writeFile(folder.lock, JSON.stringify(running));
}

export const release = async (folder: UserFolder) => await rm(folder.lock, { force: true });
