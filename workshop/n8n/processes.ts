/* eslint-disable */
import execa from 'execa';

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

/** The command of a process, or '' where none can be had. A number alone may belong to another process by now. */
export async function commandOf(pid: number): Promise<string> {
	const { stdout } = await execa('ps', ['-o', 'command=', '-p', String(pid)], { reject: false });
	return (stdout as string | undefined) ?? '';
}
