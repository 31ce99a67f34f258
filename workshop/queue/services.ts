/* eslint-disable */
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';
import { Client } from 'pg';

import { installPackages, system } from '../n8n/debian';
import { PlaygroundError, type Report } from '../n8n/report';

/** The addresses of the two services. Environment variables with the names of their own tools may change them. */
export const POSTGRES = {
	host: process.env.PGHOST ?? '127.0.0.1',
	port: Number(process.env.PGPORT ?? 5432),
	user: process.env.PGUSER ?? 'postgres',
	password: process.env.PGPASSWORD ?? 'postgres',
};
export const REDIS = {
	host: process.env.REDIS_HOST ?? '127.0.0.1',
	port: Number(process.env.REDIS_PORT ?? 6379),
};

async function withPostgres<T>(work: (client: Client) => Promise<T>): Promise<T> {
	const client = new Client({ ...POSTGRES, database: 'postgres' });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

async function withRedis<T>(work: (client: Redis) => Promise<T>): Promise<T> {
	const client = new Redis(REDIS);
	try {
		return await work(client);
	} finally {
		await client.quit();
	}
}

const answers = async ({ host, port }: { host: string; port: number }): Promise<boolean> =>
	await new Promise((resolve) => {
		const socket = createConnection({ host, port });
		const end = (result: boolean) => () => {
			socket.destroy();
			resolve(result);
		};
		socket.once('connect', end(true)).once('error', end(false)).setTimeout(2_000, end(false));
	});

const ADVICE =
	'Start PostgreSQL and Redis yourself (PGHOST, PGUSER, PGPASSWORD, REDIS_HOST say where), or use docker-compose.yml.';

/** Uses PostgreSQL and Redis if they run. Otherwise installs and starts Debian's packages. */
export async function provideServices(report: Report): Promise<void> {
	const silent = [
		...((await answers(POSTGRES)) ? [] : [{ name: 'postgresql', host: POSTGRES.host }]),
		...((await answers(REDIS)) ? [] : [{ name: 'redis-server', host: REDIS.host }]),
	];
	if (silent.length === 0) return;
	const missing = silent.map(({ name }) => name);
	// Debian's packages are only for this machine. A server elsewhere has to be started by its owner.
	const elsewhere = silent.map(({ host }) => host).filter((host) => !/^(127\.0\.0\.1|localhost)$/.test(host));
	if (elsewhere.length > 0) throw new PlaygroundError(`${elsewhere.join(' and ')}: no answer`, ADVICE);
	await report.step(`Installing and starting ${missing.join(' and ')}`, async () => {
		await installPackages(missing, ADVICE);
		for (const name of missing) await system('service', [name, 'start'], ADVICE);
		if (missing.includes('postgresql')) {
			await sleep(2_000);
			const sql = `ALTER ROLE ${POSTGRES.user} PASSWORD '${POSTGRES.password}'`;
			await system('su', ['postgres', '-c', `psql -c "${sql}"`], ADVICE);
		}
	});
}

/** Creates an empty database. An old one of that name is deleted. */
export const createDatabase = async (database: string) =>
	await withPostgres(async (client) => {
		await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
		await client.query(`CREATE DATABASE ${database}`);
	});

/** Deletes the keys of an earlier run in Redis. */
export const forgetJobs = async (prefix: string) =>
	await withRedis(async (client) => {
		const keys = await client.keys(`${prefix}:*`);
		if (keys.length > 0) await client.del(...keys);
	});

export const dropDatabase = async (database: string) =>
	await withPostgres(
		async (client) => await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
	);

/** Versions, for the report. */
export async function serviceVersions(): Promise<{ postgres: string; redis: string }> {
	const postgres = await withPostgres(
		async (client) => (await client.query<{ server_version: string }>('SHOW server_version')).rows[0],
	);
	const redis = await withRedis(async (client) => await client.info('server'));
	return {
		postgres: postgres?.server_version.split(' ')[0] ?? '',
		redis: /redis_version:(\S+)/.exec(redis)?.[1] ?? '',
	};
}
