import type { UserFolder } from './paths';
import type { Report } from './report';

/** How an n8n is brought to this machine, and with which command it runs. */
export interface N8n {
	install(report: Report): Promise<void>;
	/** Variables that this version needs. */
	environment?: NodeJS.ProcessEnv;
	/** `args` are those of n8n, for example `['worker', '--concurrency=5']`. `settings` are environment variables. */
	command(args: string[], folder: UserFolder, settings: NodeJS.ProcessEnv): Command;
	/** To all processes that the command has started; a process that has ended already is no error. */
	signal(pid: number, folder: UserFolder, signal: NodeJS.Signals): void;
	/** Of n8n, and of the Node that it runs on. */
	versions(): Promise<{ n8n: string; node: string }>;
}

export interface Command {
	file: string;
	args: string[];
	env: NodeJS.ProcessEnv;
}
