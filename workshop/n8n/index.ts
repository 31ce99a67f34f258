/* eslint-disable */
/**
 * The n8n that everything here runs on. The setting PLAYGROUND_N8N says which:
 *
 *     (not set)         the npm package that package.json beside this file pins
 *     <folder>          the npm package that the package.json in that folder pins
 *     docker            the Docker image of the pinned version
 *     docker:<image>    that image
 */
import { resolve } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { fromDocker } from './docker';
import { fromNpm } from './npm';
import { N8N_DIR, type UserFolder } from './paths';
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

/** The n8n that the setting names. */
export function chosenN8n(setting = process.env.PLAYGROUND_N8N ?? ''): N8n {
	const [kind, ...image] = setting.split(':');
	if (kind === 'docker') return fromDocker(image.join(':'));
	return fromNpm(setting ? resolve(ROOT, setting) : N8N_DIR);
}
