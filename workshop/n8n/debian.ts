import { execa, tail } from '../../test/support/command';
import { PlaygroundError } from './report';

/** Runs a command of the system, and takes its failure for something that a person can mend as `advice` says. */
export async function system(file: string, args: string[], advice: string): Promise<void> {
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const { failed, all, ...result } = await execa(file, args, { all: true, reject: false, env });
	if (!failed) return;
	const said = all || (result as { shortMessage?: string }).shortMessage;
	throw new PlaygroundError(`${[file, ...args].join(' ')} failed.\n${tail(said, 10)}`, advice);
}

/** Installs Debian's packages. `advice` is for machines where that cannot be done: no Debian, no rights, no network. */
export async function installPackages(packages: string[], advice: string): Promise<void> {
	// A machine that has just started may be updating itself.
	const patient = ['-o', 'DPkg::Lock::Timeout=120'];
	await system('apt-get', [...patient, 'update', '-q'], advice);
	await system('apt-get', [...patient, 'install', '-qy', '--no-install-recommends', ...packages], advice);
}
