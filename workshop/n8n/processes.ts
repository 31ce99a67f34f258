/* eslint-disable */
import { execa } from '../../test/support/command';
/** n8n starts its task runner itself. Both are in one process group and end together. */
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

/** The output of `ps` for a process; '' if there is no such process, or no ps. */
async function ps(column: string, pid: number): Promise<string> {
	const { stdout } = await execa('ps', ['-o', `${column}=`, '-p', String(pid)], { reject: false });
	// Undefined if there is no ps.
	return ((stdout as string | undefined) ?? '').trim();
}

/** The command of a process, because its number may belong to another process by now. */
export const commandOf = async (pid: number): Promise<string> => await ps('command', pid);

/**
 * Calls back when npm, or the shell between npm and this process, has ended: a signal to npm alone does not reach
 * this process. Without npm there is no parent to watch.
 */
export async function onNpmGone(callback: () => void): Promise<void> {
	if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
	const parents = [process.ppid, Number(await ps('ppid', process.ppid))].filter((pid) => pid > 1);
	const timer = setInterval(() => {
		if (parents.every(isAlive)) return;
		clearInterval(timer);
		callback();
	}, 1_000);
	timer.unref();
}
