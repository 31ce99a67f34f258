/* eslint-disable */
/**
 * n8n as a Docker image. The container shares the network and paths of this machine, so that the sandbox's address
 * and the user folder are the same inside. On macOS and Windows, Docker Desktop has to allow host networking.
 */
import { execa, tail } from '../../test/support/command';
import { ROOT } from '../../test/support/paths';
import type { N8n } from './n8n';
import { N8N_DIR, PRELOADED, type UserFolder } from './paths';
import { pinnedVersion } from './npm';
import { PlaygroundError } from './report';

/** The place of n8n's command in the image. We call Node ourselves, to load our files into it. */
const BIN = '/usr/local/lib/node_modules/n8n/bin/n8n';

/** One container for each user folder. */
const nameOf = ({ root }: UserFolder) => `contact-consent-${root.replace(/[^\w]+/g, '-').slice(-100)}`;

export function fromDocker(wanted: string): N8n {
	const image = () => wanted || `n8nio/n8n:${pinnedVersion(N8N_DIR)}`;
	const inside = async (...args: string[]) =>
		(await execa('docker', ['run', '--rm', '--entrypoint', 'node', image(), ...args])).stdout;
	return {
		async install(report) {
			const { failed } = await execa('docker', ['image', 'inspect', image()], { reject: false });
			if (!failed) return;
			const pull = async () => await execa('docker', ['pull', image()], { reject: false, all: true });
			const pulled = await report.step(`Fetching ${image()} (only the first time)`, pull);
			if (pulled.failed) throw new PlaygroundError(`Docker has no ${image()}.\n${tail(pulled.all, 5)}`);
		},
		command(args, folder, settings) {
			const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.()}`] : [];
			const names = Object.entries(settings).flatMap(([name, value]) =>
				value === undefined ? [] : ['--env', name],
			);
			const preloaded = PRELOADED.flatMap((file) => ['--require', file]);
			return {
				file: 'docker',
				args: [
					...['run', '--rm', '--init', '--interactive', '--network', 'host', '--name', nameOf(folder)],
					...['--volume', `${ROOT}:${ROOT}:ro`, '--volume', `${folder.root}:${folder.root}`],
					...['--workdir', folder.root, ...user, ...names, '--entrypoint', 'node', image()],
					...preloaded,
					...[BIN, ...args],
				],
				env: { ...process.env, ...settings },
			};
		},
		// If Docker's command is killed, the container goes on, so it is stopped separately.
		signal: (_pid, folder, signal) =>
			void execa('docker', ['kill', '--signal', signal, nameOf(folder)], { reject: false, cleanup: false }),
		versions: async () => ({
			n8n: await inside(BIN, '--version'),
			node: (await inside('--version')).replace('v', ''),
		}),
	};
}
