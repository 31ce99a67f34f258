/** Much at once and much in a row, with memory, sockets and listeners counted. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Engine } from '../support/engine';
import { watchConnections } from './connections';
import type { Counted } from './sink';

const MB = 1024 * 1024;
const megabytes = (): number => process.memoryUsage().heapUsed / MB;

async function collected(): Promise<number> {
	// Sockets and timers of the last request need a moment to go.
	await sleep(500);
	(globalThis as { gc?: () => void }).gc?.();
	return megabytes();
}

const listeners = (): number =>
	process.eventNames().reduce((sum, name) => sum + process.listenerCount(name as string), 0);

const PARAMETERS = {
	resource: 'contact',
	operation: 'upsert',
	inputMode: 'map',
	columns: { mappingMode: 'autoMapInputData', value: null },
	fieldsNotSent: 'clear',
};

const contactsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: `contact-${first + index}`,
		first_name: 'Ada',
		last_name: `Lovelace ${first + index}`,
		work_emails: `ada${first + index}@example.com`,
	}));

/** Uploads so many contacts in each of so many executions. The first one, unmeasured, loads what is loaded once. */
async function upload(engine: Engine, port: number, executions: number, each: number) {
	const credentials = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key' };
	const execute = async (first: number, count: number) =>
		await engine.run({ parameters: PARAMETERS, credentials, items: contactsFrom(first, count) });
	await execute(0, 1);
	const connections = watchConnections();
	const before = { megabytes: await collected(), listeners: listeners() };
	let peakMb = 0;
	const sampling = setInterval(() => (peakMb = Math.max(peakMb, megabytes() - before.megabytes)), 50);
	const start = Date.now();
	for (let index = 0; index < executions; index++) await execute(index * each, each);
	const seconds = (Date.now() - start) / 1000;
	clearInterval(sampling);
	connections.stop();
	return {
		executions,
		contacts: executions * each,
		seconds,
		peakMb,
		keptMb: (await collected()) - before.megabytes,
		socketsOpened: connections.opened,
		socketsLeft: connections.open.size,
		listenersAdded: listeners() - before.listeners,
	};
}

/** @param sizes executions, and contacts in each of them */
export async function load(sizes: Array<[number, number]>) {
	const execArgv = process.execArgv.filter((arg) => !/heap|size/.test(arg));
	const sink = fork(join(__dirname, 'sink.ts'), { execArgv });
	const [port] = (await once(sink, 'message')) as [number];
	const engine = await Engine.load();
	const results: Array<Awaited<ReturnType<typeof upload>> & Counted> = [];
	for (const [executions, each] of sizes) {
		const measured = await upload(engine, port, executions, each);
		sink.send('count');
		const [counted] = (await once(sink, 'message')) as [Counted];
		results.push({ ...measured, ...counted });
	}
	sink.disconnect();
	return results;
}
