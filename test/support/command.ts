/* eslint-disable */
import execa, { type ExecaChildProcess, type Options } from 'execa';

export { execa, type ExecaChildProcess };

/** What npm tells its scripts; another npm would take it for its own settings. */
const FOR_SCRIPTS = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts)$/i;

/** Runs npm as a person would type it, also from a script that npm runs. What it says is in `all`. */
export function npm(args: string[], options: Options): ExecaChildProcess {
	const own = Object.entries(process.env).filter(([name]) => !FOR_SCRIPTS.test(name));
	const env = { ...Object.fromEntries(own), ...options.env };
	return execa('npm', args, { all: true, stdin: 'ignore', ...options, env, extendEnv: false });
}

export const tail = (text: string | undefined, lines: number) =>
	(text ?? '').trimEnd().split('\n').slice(-lines).join('\n');
