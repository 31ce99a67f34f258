/* eslint-disable */
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import getPort from 'get-port';

import { DEFAULT_PORT, type Sandbox, type SandboxOptions, start as startSandbox } from '../../sandbox';
import { demoSeed } from '../../sandbox/handle/demo';
import { type Api, createApi } from './api';
import { chosenN8n, type N8n } from '../n8n';
import { claim, enter, release } from '../n8n/lock';
import { type MailService, startMailService } from '../../examples/mail-service';
import { type N8nProcess, startN8n } from '../n8n/start';
import { installPackage, packPackage } from '../n8n/pack';
import { DATA } from '../../examples';
import { type UserFolder, userFolder } from '../n8n/paths';
import { STATE } from '../../test/support/paths';
import { MAIL_PORT, MAIL_SERVICE, type WorkflowIds, provision } from './provision';
import { quietReport, type Report } from '../n8n/report';
import { type Secrets, secretsOf } from './secrets';

export interface PlaygroundOptions {
	/** The folder for n8n's data. The default is `.playground/home`. */
	userFolder?: string;
	/** Empty the user folder first. */
	fresh?: boolean;
	/** The default is the n8n that the setting PLAYGROUND_N8N names. */
	n8n?: N8n;
	/** Used if it is free; otherwise another port is used. */
	n8nPort?: number;
	sandboxPort?: number;
	mailPort?: number;
	sandbox?: Partial<SandboxOptions>;
	/** Whether the sandbox starts with some contacts and events. The default is true. */
	demo?: boolean;
	/** Further environment variables for n8n. */
	env?: NodeJS.ProcessEnv;
	/** Called with the folder of the installed package, before n8n starts. */
	prepare?: (installed: string) => Promise<void>;
	report?: Report;
}

export interface Playground {
	/** The address of n8n's editor. */
	url: string;
	api: Api;
	sandbox: Sandbox;
	/** The mail tool of the newsletter recipe. */
	mail: MailService;
	workflows: WorkflowIds;
	folder: UserFolder;
	/** The login of n8n's owner. */
	secrets: Secrets;
	/** The n8n process. `restartN8n` replaces it. */
	readonly n8n: N8nProcess;
	/** Ends n8n alone. SIGTERM lets it finish; SIGKILL is a crash. */
	stopN8n: (signal?: NodeJS.Signals) => Promise<void>;
	/** Starts n8n again on the same folder and port. A running one is stopped first. */
	restartN8n: (env?: NodeJS.ProcessEnv) => Promise<void>;
	/** Ends n8n and the sandbox. */
	stop: () => Promise<void>;
}

async function prepareFolder(folder: UserFolder, fresh: boolean): Promise<void> {
	// --folder may name any folder, so other files in it are left alone.
	const ofN8n = fresh ? [folder.n8n, folder.files, folder.secrets] : [];
	for (const one of ofN8n) await rm(one, { recursive: true, force: true });
	const year = new Date().getFullYear();
	// n8n does not create the folders that it writes into.
	for (const one of [year - 1, year, year + 1])
		await mkdir(join(folder.documents, String(one)), { recursive: true });
	await mkdir(folder.nodes, { recursive: true });
	await writeFile(folder.log, '');
	for (const name of await readdir(DATA)) {
		const file = join(folder.files, name);
		if (!existsSync(file)) await copyFile(join(DATA, name), file);
	}
}

/** Installs what is missing, then starts the sandbox and n8n with the package, an owner, credentials and workflows. */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
	const report = options.report ?? quietReport;
	const thisN8n = options.n8n ?? chosenN8n();
	const folder = userFolder(options.userFolder ?? join(STATE, 'home'));
	await claim(folder);
	await enter(folder);
	await thisN8n.install(report);
	const tarball = await packPackage(report);
	await prepareFolder(folder, options.fresh ?? false);
	const secrets = await secretsOf(folder);
	const installed = await installPackage(tarball, folder);
	await options.prepare?.(installed);

	const sandbox = await startSandbox({
		...options.sandbox,
		port: await getPort({ port: options.sandboxPort ?? DEFAULT_PORT }),
	});
	const mail = await startMailService(await getPort({ port: options.mailPort ?? MAIL_PORT }));
	if (options.demo ?? true) sandbox.seed(demoSeed(Date.now()));
	const port = await getPort({ port: options.n8nPort ?? 5678 });
	// The package is installed already, so n8n itself needs no right to install code.
	let env: NodeJS.ProcessEnv = { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false', ...options.env };
	let n8n: N8nProcess | undefined;
	const launch = async () => {
		// While n8n was down, another program may have taken the broker's port. n8n's own address has to stay the
		// same.
		n8n = await startN8n({ n8n: thisN8n, folder, ports: { n8n: port, broker: await getPort() }, env });
		await enter(folder, n8n);
		return n8n;
	};
	const stop = async () => {
		await n8n?.stop();
		await sandbox.close();
		await mail.close();
		await release(folder);
	};

	try {
		const { url } = await report.step('Starting n8n (the first time up to a minute)', launch);
		const api = createApi(url);
		const workflows = await provision(api, secrets, sandbox, mail.origin);
		if (mail.origin !== MAIL_SERVICE)
			report.line(
				`Port ${MAIL_PORT} is taken: the mail list is at ${mail.origin}. Workflows imported at another start call another address.`,
			);
		return {
			url,
			api,
			sandbox,
			mail,
			workflows,
			folder,
			secrets,
			get n8n() {
				return n8n as N8nProcess;
			},
			stopN8n: async (signal = 'SIGTERM') => await (signal === 'SIGTERM' ? n8n?.stop() : n8n?.kill(signal)),
			restartN8n: async (more) => {
				await n8n?.stop();
				env = { ...env, ...more };
				await launch();
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
