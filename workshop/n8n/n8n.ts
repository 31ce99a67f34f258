import type { UserFolder } from './paths';
import type { Report } from './report';

/** How a version of n8n is installed on this machine, and the command that runs it. */
export interface N8n {
	install(report: Report): Promise<void>;
	/** Variables that this version needs. */
	environment?: NodeJS.ProcessEnv;
	/** `args` are n8n's own, for example `['worker', '--concurrency=5']`. `settings` are environment variables. */
	command(args: string[], folder: UserFolder, settings: NodeJS.ProcessEnv): Command;
	/** Sends a signal to all processes of the command. A process that has already ended is no error. */
	signal(pid: number, folder: UserFolder, signal: NodeJS.Signals): void;
	/** The versions of n8n and of the Node that it runs on. */
	versions(): Promise<{ n8n: string; node: string }>;
}

export interface Command {
	file: string;
	args: string[];
	env: NodeJS.ProcessEnv;
}
