/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { rm, writeFile } from 'node:fs/promises';

import { readText } from './hash';
import type { UserFolder } from './paths';
import { commandOf, signalGroup } from './processes';
import { PlaygroundError } from './report';

interface Running {
	pid: number;
	command: string;
	n8nPid: number;
	url: string;
}

/** Two n8n on one database would spoil it: refuses while another playground runs, ends an n8n that one left behind. */
export async function claim(folder: UserFolder): Promise<void> {
	const running = JSON.parse((await readText(folder.lock)) || 'null') as Running | null;
	if (!running) return;
	if (running.pid !== process.pid && running.command && (await commandOf(running.pid)) === running.command) {
		throw new PlaygroundError(
			`The playground is already running: ${running.url}`,
			`Stop it with Ctrl-C in the terminal that started it (process ${running.pid}).`,
		);
	}
	if ((await commandOf(running.n8nPid)).includes('bin/n8n')) signalGroup(running.n8nPid, 'SIGKILL');
	await release(folder);
}

export async function enter(folder: UserFolder, n8nPid: number, url: string): Promise<void> {
	const running: Running = { pid: process.pid, command: await commandOf(process.pid), n8nPid, url };
	await writeFile(folder.lock, JSON.stringify(running));
}

export const release = async (folder: UserFolder) => await rm(folder.lock, { force: true });
