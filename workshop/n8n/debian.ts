import { execa, tail } from '../../test/support/command';
import { PlaygroundError } from './report';

/** Runs a system command. A failure is reported with `advice`, so that a person can mend it. */
export async function system(file: string, args: string[], advice: string): Promise<void> {
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const { failed, all, ...result } = await execa(file, args, { all: true, reject: false, env });
	if (!failed) return;
	const said = all || (result as { shortMessage?: string }).shortMessage;
	throw new PlaygroundError(`${[file, ...args].join(' ')} failed.\n${tail(said, 10)}`, advice);
}

/** Installs Debian's packages. `advice` is for machines without Debian, rights or network. */
export async function installPackages(packages: string[], advice: string): Promise<void> {
	// A machine that has just started may still be updating itself.
	const patient = ['-o', 'DPkg::Lock::Timeout=120'];
	await system('apt-get', [...patient, 'update', '-q'], advice);
	await system('apt-get', [...patient, 'install', '-qy', '--no-install-recommends', ...packages], advice);
}
