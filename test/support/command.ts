/* eslint-disable */
import execa, { type ExecaChildProcess, type Options } from 'execa';

export { execa, type ExecaChildProcess };

/** Variables that npm sets for its scripts. Another npm would take them for its own settings. */
const FOR_SCRIPTS = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts)$/i;

/** Runs npm as a person would, also from a script that npm runs. Its output is in `all`. */
export function npm(args: string[], options: Options): ExecaChildProcess {
	const own = Object.entries(process.env).filter(([name]) => !FOR_SCRIPTS.test(name));
	const env = { ...Object.fromEntries(own), ...options.env };
	return execa('npm', args, { all: true, stdin: 'ignore', ...options, env, extendEnv: false });
}

export const tail = (text: string | undefined, lines: number) =>
	(text ?? '').trimEnd().split('\n').slice(-lines).join('\n');
