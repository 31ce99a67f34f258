/* eslint-disable */
/**
 * Time that passes only while no request is under way, so that measured times do not depend on the machine.
 * Requests and answers are real; timers and clocks are jest's.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHANNELS = ['http.client.request.start', 'http.client.response.finish', 'http.client.request.error'];
/** After this many turns of the event loop without news, time moves on. */
const QUIET_TURNS = 8;
/** After this many of them, a request that is under way is held by the service, and it waits for a timer, too. */
const HELD_TURNS = 1000;
/** What Node does beside the event loop. */
const WORK = /^FSReq|^CloseReq|^GetAddrInfo/;

/** Milliseconds until an answer. */
export const LATENCY = 5;

export interface TimedService {
	baseUrl: string;
	/** The time of each request, in milliseconds from the start. */
	asked: number[];
	underWay: number;
	/** The largest number of open requests, by second. */
	most: Map<number, number>;
}

const isWorking = () => process.getActiveResourcesInfo().some((name) => WORK.test(name));

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Waits of a node, and delays of a sandbox in this process, take no time in the tests of a file: when nothing else
 * happens, time moves on to the next timer.
 */
export function waitsTakeNoTime(): void {
	const underWay = new Set<object>();
	let isOver = false;
	let running: Promise<void>;
	const begin = (message: unknown) => {
		underWay.add((message as { request: object }).request);
		// No two requests are of the same moment.
		jest.setSystemTime(Date.now() + 1);
	};
	const end = (message: unknown) => void underWay.delete((message as { request: object }).request);
	const heard = CHANNELS.map((channel, at) => [channel, at === 0 ? begin : end] as const);

	async function run(): Promise<void> {
		for (let quiet = 0; !isOver;) {
			const before = underWay.size;
			await turn();
			quiet = underWay.size === before ? quiet + 1 : 0;
			if (quiet < (before === 0 ? QUIET_TURNS : HELD_TURNS)) continue;
			if (isWorking()) continue;
			quiet = 0;
			await jest.advanceTimersToNextTimerAsync();
		}
	}
	beforeAll(() => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
		for (const [channel, listener] of heard) subscribe(channel, listener);
		running = run();
	});
	afterAll(async () => {
		isOver = true;
		await running;
		for (const [channel, listener] of heard) unsubscribe(channel, listener);
		jest.useRealTimers();
	});
}

export function virtualTime() {
	/** Messages between client and service that have not arrived yet. */
	let travelling = 0;
	let news = 0;
	const servers: Server[] = [];
	const count = (_: unknown, channel: string | symbol) => {
		news++;
		travelling += channel === CHANNELS[0] ? 1 : -1;
	};

	beforeAll(() => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
		for (const channel of CHANNELS) subscribe(channel, count);
	});
	afterAll(() => {
		for (const channel of CHANNELS) unsubscribe(channel, count);
		jest.useRealTimers();
		servers.forEach((server) => server.close());
	});
	return {
		/** Starts a service. `latency` is the time until an answer, in milliseconds. */
		async serve(
			answer: (request: IncomingMessage, response: ServerResponse, service: TimedService) => unknown,
			latency: () => number = () => LATENCY,
		) {
			const begun = performance.now();
			const service: TimedService = { baseUrl: '', asked: [], underWay: 0, most: new Map() };
			const server = createServer((request, response) => {
				const at = performance.now() - begun;
				service.asked.push(at);
				const second = Math.floor(at / 1000);
				service.most.set(second, Math.max(service.most.get(second) ?? 0, ++service.underWay));
				request.resume().on('end', () => {
					travelling--;
					setTimeout(() => {
						travelling++;
						answer(request, response, service);
						service.underWay--;
					}, latency());
				});
			});
			servers.push(server);
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			service.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			return service;
		},
		/** Lets time pass until a task has ended. */
		async until<T>(task: Promise<T>): Promise<T> {
			let isOver = false;
			const end = () => (isOver = true);
			task.then(end, end);
			for (let quiet = 0; !isOver;) {
				const before = news;
				await turn();
				quiet = travelling > 0 || news !== before ? 0 : quiet + 1;
				if (quiet < QUIET_TURNS || isWorking()) continue;
				quiet = 0;
				await jest.advanceTimersToNextTimerAsync();
			}
			return await task;
		},
	};
}
