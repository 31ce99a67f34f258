/* eslint-disable */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface CommandResult {
	code: number;
	output: string;
}

export interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Everything the command says is kept in this file. */
	log?: string;
}

/** Runs a command to its end and keeps what it said; the exit code is the caller's business. */
export async function run(file: string, args: string[], options: CommandOptions): Promise<CommandResult> {
	if (options.log) await mkdir(dirname(options.log), { recursive: true });
	const log = options.log ? createWriteStream(options.log) : undefined;
	try {
		return await new Promise((resolve, reject) => {
			const child = spawn(file, args, {
				cwd: options.cwd,
				env: options.env ?? process.env,
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			let output = '';
			const keep = (chunk: Buffer) => {
				output += chunk.toString();
				log?.write(chunk);
			};
			child.stdout.on('data', keep);
			child.stderr.on('data', keep);
			const endWithUs = () => void child.kill();
			process.once('exit', endWithUs);
			child.on('error', reject);
			child.on('close', (code) => {
				process.removeListener('exit', endWithUs);
				resolve({ code: code ?? 1, output });
			});
		});
	} finally {
		log?.end();
	}
}

/** npm as the person started it, without the settings that npm hands to its scripts. */
export async function npm(args: string[], options: CommandOptions): Promise<CommandResult> {
	const env = { ...(options.env ?? process.env) };
	for (const name of Object.keys(env)) {
		if (/^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts)$/i.test(name)) delete env[name];
	}
	const cli = process.env.npm_execpath;
	if (cli && /npm-cli\.[cm]?js$/.test(cli)) {
		return await run(process.execPath, [cli, ...args], { ...options, env });
	}
	return process.platform === 'win32'
		? await run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], { ...options, env })
		: await run('npm', args, { ...options, env });
}

export const tail = (text: string, lines: number) => text.trimEnd().split('\n').slice(-lines).join('\n');
