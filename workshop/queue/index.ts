/* eslint-disable */
/** n8n in queue mode: a main, two workers, PostgreSQL, Redis, and the packed package on all of them. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import getPort from 'get-port';

import { start as startSandbox, type Sandbox } from '../../sandbox';
import { createApi, type Api } from '../playground/api';
import { chosenN8n } from '../n8n';
import { startN8n, type N8nProcess } from '../n8n/start';
import { installPackage, packPackage } from '../n8n/pack';
import { userFolder, type UserFolder } from '../n8n/paths';
import { STATE } from '../../test/support/paths';
import { CREDENTIAL } from '../playground/provision';
import { quietReport, type Report } from '../n8n/report';
import { secretsOf } from '../playground/secrets';
import { createDatabase, dropDatabase, forgetJobs, POSTGRES, provideServices, REDIS } from './services';

export interface QueueOptions {
	/** The name of the database, of the key prefix in Redis and of the folder. Two runs at once need two names. */
	name?: string;
	/** Further environment variables for all processes. */
	env?: NodeJS.ProcessEnv;
	report?: Report;
}

export interface Member {
	folder: UserFolder;
	/** The process. `start` replaces it. */
	readonly n8n: N8nProcess;
	start(): Promise<void>;
}

export interface Queue {
	api: Api;
	sandbox: Sandbox;
	main: Member;
	workers: Member[];
	/** Id and name of the credentials for the sandbox. */
	credentials: { id: string; name: string };
	stop(): Promise<void>;
}

/** A dead worker is noticed after seconds instead of n8n's default of a minute. */
const QUICK_TO_NOTICE = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** The settings of n8n for that PostgreSQL database. */
export const databaseEnvironment = (database: string): NodeJS.ProcessEnv => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: POSTGRES.host,
	DB_POSTGRESDB_PORT: String(POSTGRES.port),
	DB_POSTGRESDB_DATABASE: database,
	DB_POSTGRESDB_USER: POSTGRES.user,
	DB_POSTGRESDB_PASSWORD: POSTGRES.password,
	// Each process has its own folder, as on separate machines. They share only this key.
	N8N_ENCRYPTION_KEY: 'the-same-on-every-process',
});

const queueEnvironment = (prefix: string): NodeJS.ProcessEnv => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: REDIS.host,
	QUEUE_BULL_REDIS_PORT: String(REDIS.port),
	QUEUE_BULL_PREFIX: prefix,
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	...QUICK_TO_NOTICE,
});

async function member(
	root: string,
	tarball: Awaited<ReturnType<typeof packPackage>>,
	env: NodeJS.ProcessEnv,
	args?: string[],
): Promise<Member> {
	const folder = userFolder(root);
	await rm(folder.root, { recursive: true, force: true });
	await mkdir(folder.documents, { recursive: true });
	await mkdir(folder.nodes, { recursive: true });
	await writeFile(folder.log, '');
	await installPackage(tarball, folder);
	const port = await getPort();
	const health = await getPort();
	let n8n: N8nProcess | undefined;
	return {
		folder,
		get n8n() {
			if (!n8n) throw new Error('This process was not started');
			return n8n;
		},
		start: async () => {
			n8n = await startN8n({
				n8n: chosenN8n(),
				folder,
				ports: { n8n: port, broker: await getPort() },
				args,
				env: { ...env, QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(health) },
				...(args && { readyUrl: `http://127.0.0.1:${health}/healthz/readiness` }),
			});
		},
	};
}

/** Installs what is missing, and starts with an empty database. */
async function prepare(name: string, report: Report) {
	await chosenN8n().install(report);
	await provideServices(report);
	await createDatabase(name);
	return { tarball: await packPackage(report), root: join(STATE, name) };
}

const openSandbox = async (): Promise<Sandbox> =>
	await startSandbox({ port: 0, docs: false, logBodies: false, logLimit: 100_000 });

export async function startQueue(options: QueueOptions = {}): Promise<Queue> {
	const report = options.report ?? quietReport;
	const name = options.name ?? 'contact_consent_queue';
	const prefix = `bull-${name}`;
	const { tarball, root } = await prepare(name, report);
	await forgetJobs(prefix);
	const env = { ...databaseEnvironment(name), ...queueEnvironment(prefix), ...options.env };
	const worker = ['worker', '--concurrency=5'];
	const main = await member(join(root, 'main'), tarball, env);
	const workers = [
		await member(join(root, 'worker-1'), tarball, env, worker),
		await member(join(root, 'worker-2'), tarball, env, worker),
	];
	const sandbox = await openSandbox();

	const stop = async () => {
		await Promise.all([main, ...workers].map(async (one) => await attempt(() => one.n8n.stop())));
		await sandbox.close();
		await attempt(async () => await dropDatabase(name));
		await attempt(async () => await forgetJobs(prefix));
	};
	try {
		await report.step('Starting the main', async () => await main.start());
		await report.step(
			'Starting two workers',
			async () => void (await Promise.all(workers.map(async (one) => await one.start()))),
		);
		const api = createApi(main.n8n.url);
		return { api, sandbox, main, workers, credentials: await firstCredentials(api, main, sandbox), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Sets up n8n's owner, and credentials for the sandbox. */
async function firstCredentials(
	api: Api,
	{ folder }: Member,
	sandbox: Sandbox,
): Promise<Queue['credentials']> {
	const { owner } = await secretsOf(folder);
	await api.setUpOwner(owner);
	await api.logIn(owner);
	const { id } = await api.createCredential({
		...CREDENTIAL,
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, authScheme: 'none', ignoreSslIssues: false },
	});
	return { id, name: CREDENTIAL.name };
}

export interface Pair {
	sandbox: Sandbox;
	credentials: Queue['credentials'];
	/** The REST interface of the running process. */
	readonly api: Api;
	/** Kills the running process (SIGKILL), and starts the other one on the same database. */
	takeTurns(): Promise<void>;
	stop(): Promise<void>;
}

/** Two n8n with one database, of which one runs at a time. */
export async function startPair(name: string, more: NodeJS.ProcessEnv = {}): Promise<Pair> {
	const { tarball, root } = await prepare(name, quietReport);
	const env = { ...databaseEnvironment(name), ...more };
	let running = await member(join(root, 'first'), tarball, env);
	let waiting = await member(join(root, 'second'), tarball, env);
	const sandbox = await openSandbox();
	const stop = async () => {
		await attempt(() => running.n8n.stop());
		await sandbox.close();
		await attempt(async () => await dropDatabase(name));
	};
	try {
		await running.start();
		let api = createApi(running.n8n.url);
		const { owner } = await secretsOf(running.folder);
		const credentials = await firstCredentials(api, running, sandbox);
		return {
			sandbox,
			credentials,
			get api() {
				return api;
			},
			takeTurns: async () => {
				await running.n8n.kill('SIGKILL');
				[running, waiting] = [waiting, running];
				await running.start();
				api = createApi(running.n8n.url);
				await api.logIn(owner);
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** A process or database that is gone need not be ended. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
	try {
		await work();
	} catch {
		// It has ended already, or never began.
	}
}
