/** Much at once and much in a row, with memory, sockets and listeners counted. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../support/engine';
import { watchConnections } from './connections';

interface Counted {
	ids: number;
	requests: number;
	repeated: number;
}

export interface BulkLoad extends Counted {
	contacts: number;
	accepted: number;
	seconds: number;
	/** MB of heap: what the input takes, and the most that the execution took beside it. */
	inputMb: number;
	peakMb: number;
}

export interface SeriesLoad extends Counted {
	executions: number;
	each: number;
	seconds: number;
	/** MB of heap after a collection, after a tenth of the executions and after all. */
	earlyMb: number;
	lateMb: number;
	socketsOpened: number;
	socketsLeft: number;
	/** Listeners on the process, and warnings of Node about listeners, that have come since the first tenth. */
	listenersAdded: number;
	warnings: number;
}

const MB = 1024 * 1024;
const heap = (): number => process.memoryUsage().heapUsed;
const collect = (): void => void (globalThis as { gc?: () => void }).gc?.();
const round = (value: number): number => Math.round(value * 10) / 10;

const listeners = (): number =>
	process.eventNames().reduce((sum, name) => sum + process.listenerCount(name as string), 0);

const contact = (index: number): IDataObject => ({
	id: `contact-${index}`,
	first_name: 'Ada',
	last_name: `Lovelace ${index}`,
	work_emails: `ada${index}@example.com`,
});

async function ask(child: ChildProcess): Promise<Counted> {
	const answered = once(child, 'message');
	child.send('count');
	return (await answered)[0] as Counted;
}

export async function load(sizes: { contacts: number; executions: number; each: number }) {
	const sink = fork(join(__dirname, 'sink.ts'), {
		execArgv: process.execArgv.filter((arg) => !/heap|size/.test(arg)),
	});
	const [{ port }] = (await once(sink, 'message')) as [{ port: number }];
	const engine = await Engine.load();
	const parameters = {
		resource: 'contact',
		operation: 'upsert',
		inputMode: 'map',
		columns: { mappingMode: 'autoMapInputData', value: null },
	};
	const credentials = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key' };
	const upload = async (items: IDataObject[]) => await engine.run({ parameters, credentials, items });

	const bulk = async (contacts: number): Promise<BulkLoad> => {
		collect();
		const empty = heap();
		const items = Array.from({ length: contacts }, (_, index) => contact(index));
		collect();
		const input = heap() - empty;
		let peak = 0;
		const sampling = setInterval(() => (peak = Math.max(peak, heap())), 50);
		const start = Date.now();
		const { json } = await upload(items);
		const seconds = round((Date.now() - start) / 1000);
		clearInterval(sampling);
		const accepted = json.filter((item) => item.accepted === true).length;
		const inputMb = Math.round(input / MB);
		const peakMb = Math.round((peak - empty - input) / MB);
		return { contacts, accepted, seconds, inputMb, peakMb, ...(await ask(sink)) };
	};

	const series = async (executions: number, each: number): Promise<SeriesLoad> => {
		const connections = watchConnections();
		let warnings = 0;
		process.on('warning', ({ name }) => (warnings += name === 'MaxListenersExceededWarning' ? 1 : 0));
		const start = Date.now();
		const early = { heap: 0, listeners: 0 };
		for (let index = 0; index < executions; index++) {
			await upload(Array.from({ length: each }, (_, place) => contact(index * each + place)));
			if (index + 1 !== Math.ceil(executions / 10)) continue;
			collect();
			Object.assign(early, { heap: heap(), listeners: listeners() });
		}
		const seconds = round((Date.now() - start) / 1000);
		await new Promise((resolve) => setTimeout(resolve, 500));
		collect();
		connections.stop();
		return {
			executions,
			each,
			seconds,
			earlyMb: round(early.heap / MB),
			lateMb: round(heap() / MB),
			socketsOpened: connections.opened(),
			socketsLeft: connections.open(),
			listenersAdded: listeners() - early.listeners,
			warnings,
			...(await ask(sink)),
		};
	};

	try {
		// The series first: what a million contacts leave behind would hide a leak.
		const inARow = await series(sizes.executions, sizes.each);
		return { inARow, atOnce: await bulk(sizes.contacts) };
	} finally {
		sink.disconnect();
	}
}
