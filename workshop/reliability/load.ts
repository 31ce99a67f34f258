/* eslint-disable */
/** Large uploads and many uploads, with memory, sockets and listeners counted. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Engine } from '../../test/support/engine';
import { watchConnections } from '../../test/engine/faults/connections';
import type { Counted } from './sink';

const MB = 1024 * 1024;
const megabytes = (): number => process.memoryUsage().heapUsed / MB;

const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

async function collected(): Promise<number> {
	// Sockets and timers of the last request need a moment to end.
	await sleep(500);
	collect();
	return megabytes();
}

interface Executed {
	execute: (this: unknown, ...given: unknown[]) => Promise<unknown>;
}

/**
 * Watches the heap from the time when n8n hands the node its input items until it gets the output items. n8n and
 * this program themselves use more before and after that.
 */
function watchHeap(engine: Engine) {
	const { type } = engine.loader.getNode('contactConsent') as unknown as { type: Executed };
	const { execute } = type;
	const heap = { start: 0, peak: 0 };
	type.execute = async function (...given) {
		collect();
		heap.start = heap.peak = megabytes();
		const sample = () => (heap.peak = Math.max(heap.peak, megabytes()));
		const sampling = setInterval(sample, 20);
		try {
			return await execute.apply(this, given);
		} finally {
			clearInterval(sampling);
			sample();
		}
	};
	return { heap, stop: () => void (type.execute = execute) };
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

type Execute = (first: number, count: number) => Promise<unknown>;

/** Uploads contacts in several executions. Measures the memory, sockets and listeners. */
async function upload(engine: Engine, execute: Execute, executions: number, each: number) {
	const connections = watchConnections();
	const before = { megabytes: await collected(), listeners: listeners() };
	const watch = executions === 1 ? watchHeap(engine) : undefined;
	for (let index = 0; index < executions; index++) await execute(index * each, each);
	watch?.stop();
	connections.stop();
	// This also gives the sockets of the last answers time to close.
	await collected();
	return {
		executions,
		contacts: executions * each,
		...(watch && {
			inputMb: watch.heap.start - before.megabytes,
			peakMb: watch.heap.peak - watch.heap.start,
		}),
		socketsLeft: connections.open.size,
		listenersAdded: listeners() - before.listeners,
	};
}

/** @param sizes the number of executions, and of contacts in each of them */
export async function load(sizes: Array<[number, number]>) {
	const execArgv = process.execArgv.filter((arg) => !/heap|size/.test(arg));
	const sink = fork(join(__dirname, 'sink.ts'), { execArgv });
	const [port] = (await once(sink, 'message')) as [number];
	const engine = await Engine.load();
	const results: Array<Awaited<ReturnType<typeof upload>> & Counted> = [];
	const credentials = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key' };
	const execute: Execute = async (first, count) =>
		await engine.run({ parameters: PARAMETERS, credentials, items: contactsFrom(first, count) });
	const counted = async () => {
		sink.send('count');
		return ((await once(sink, 'message')) as [Counted])[0];
	};
	for (const [executions, each] of sizes) {
		// The first execution is not measured, because it loads modules.
		await execute(0, 1);
		await counted();
		results.push({ ...(await upload(engine, execute, executions, each)), ...(await counted()) });
	}
	sink.disconnect();
	return results;
}
