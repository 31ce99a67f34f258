/* eslint-disable */
import { run, tail } from '../../test/support/command';
import { PlaygroundError } from './report';

/** Runs a command of the system, and takes its failure for something that a person can mend as `advice` says. */
export async function system(file: string, args: string[], advice: string): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const { code, output } = await run(file, args, { cwd: '/', env }).catch((error: Error) => ({
		code: 1,
		output: error.message,
	}));
	if (code === 0) return;
	throw new PlaygroundError(`${[file, ...args].join(' ')} failed.\n${tail(output, 10)}`, advice);
}

/** Installs Debian's packages. `advice` is for machines where that cannot be done: no Debian, no rights, no network. */
export async function installPackages(packages: string[], advice: string): Promise<void> {
	// A machine that has just started may be updating itself.
	const patient = ['-o', 'DPkg::Lock::Timeout=120'];
	await system('apt-get', [...patient, 'update', '-q'], advice);
	await system('apt-get', [...patient, 'install', '-qy', '--no-install-recommends', ...packages], advice);
}
