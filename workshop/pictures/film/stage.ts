/* eslint-disable */
/** An n8n without the package, in which Settings → Community nodes installs this repository's tarball. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import getPort from 'get-port';

import { type Api, createApi } from '../../n8n/api';
import { installN8n } from '../../n8n/install';
import { claim, enter, release } from '../../n8n/lock';
import { startN8n } from '../../n8n/n8n';
import { packPackage } from '../../n8n/pack';
import { N8N_DIR, userFolder, type UserFolder } from '../../n8n/paths';
import { ROOT, STATE } from '../../../test/support/paths';
import type { Report } from '../../n8n/report';
import { type Secrets, secretsOf } from '../../n8n/secrets';
import { type Sandbox, start as startSandbox } from '../../../sandbox';
import { demoSeed } from '../../../sandbox/handle/demo';

export interface Stage {
	url: string;
	api: Api;
	sandbox: Sandbox;
	folder: UserFolder;
	secrets: Secrets;
	stop: () => Promise<void>;
}

/** n8n asks npm for the package. This npm has one: the tarball, as it would come from the registry. */
async function npmWithTarball(folder: string, tarball: string): Promise<string> {
	const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<
		string,
		string
	>;
	await mkdir(folder, { recursive: true });
	const npm = join(folder, 'npm');
	const script = `#!/bin/sh
case "$1" in
view) echo '"${version}"' ;;
pack) cp '${tarball}' '${name}-${version}.tgz' && echo '${name}-${version}.tgz' ;;
install) exit 0 ;; # the package has no dependencies
*) exit 1 ;;
esac
`;
	await writeFile(npm, script);
	await chmod(npm, 0o755);
	return folder;
}

export async function setStage(report: Report): Promise<Stage> {
	const folder = userFolder(join(STATE, 'film'));
	await claim(folder);
	await installN8n(N8N_DIR, report);
	const { path } = await packPackage(report);
	await rm(folder.root, { recursive: true, force: true });
	await mkdir(folder.documents, { recursive: true });
	await mkdir(folder.nodes, { recursive: true });
	const npm = await npmWithTarball(join(folder.root, 'bin'), path);
	// The address is in the film: always the same one.
	const sandbox = await startSandbox({ port: await getPort({ port: 4010 }) });
	sandbox.seed(demoSeed(Date.now()));
	try {
		const n8n = await report.step(
			'Starting an n8n without the package',
			async () =>
				await startN8n({
					n8nDir: N8N_DIR,
					folder,
					ports: { n8n: await getPort(), broker: await getPort() },
					env: { PATH: `${npm}${delimiter}${process.env.PATH ?? ''}` },
				}),
		);
		await enter(folder, n8n);
		const api = createApi(n8n.url);
		const secrets = await secretsOf(folder);
		await api.setUpOwner(secrets.owner);
		await api.logIn(secrets.owner);
		const stop = async () => {
			await n8n.stop();
			await sandbox.close();
			await release(folder);
		};
		return { url: n8n.url, api, sandbox, folder, secrets, stop };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}
