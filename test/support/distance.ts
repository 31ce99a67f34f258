/* eslint-disable */
/**
 * A network and a service in virtual time, below n8n's own HTTP helper and without sockets. A request costs CPU of n8n,
 * one request at a time; round trips for TCP, TLS and itself; further ones for what does not fit into TCP's first
 * windows; and the service's time. Nothing depends on the machine, so distances and limits are ordinary tests.
 */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';

interface AxiosConfig {
	method?: string;
	url?: string;
	params?: Record<string, unknown>;
	data?: unknown;
}
type Adapter = (config: AxiosConfig) => Promise<unknown>;

interface Cpu {
	/** For a request with a connection of its own, from the input item to the output item. */
	request: number;
	/** For a row of a bulk upload, from the table to the report. */
	row: number;
}

/**
 * CPU of n8n in milliseconds, with this package and by hand: the medians of three runs each in n8n 2.41.1, as
 * `npm --prefix workshop run bench -- --round-trip 0 --case get --case uploadNoWait` prints them (*CPU each*, of the
 * thread that runs JavaScript, and of the task runner's). Get is a request for each item: 2.5, 2.0, 2.2 and 4.3, 4.6,
 * 5.7. An upload without waiting is nearly all rows: 0.04, 0.04, 0.04 and 0.06, 0.05, 0.05. By hand n8n also looks into
 * its database for the credentials of each item; that wait is not in the figure.
 */
export const CPU = {
	package: { request: 2.2, row: 0.04 },
	byHand: { request: 4.6, row: 0.05 },
} satisfies Record<string, Cpu>;
/** The first window of TCP in bytes. It doubles with each round trip. */
const WINDOW = 14_600;
/** After this many turns of the event loop without news, time moves on. */
const QUIET_TURNS = 6;

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

export interface World {
	/** Milliseconds of a round trip. */
	rtt: number;
	/** Milliseconds that the service works on a request. */
	serviceMs?: number;
	/** So many requests are worked on at once; the others wait. */
	workers?: number;
	/** Above so many open connections, the next one is reset. */
	resetsAbove?: number;
	/** Above so many requests at once, or in a second, the service answers 429. */
	atOnce?: number;
	perSecond?: number;
	answer: (method: string, path: string, body: unknown, query: URLSearchParams) => Answer;
}

export interface Seen {
	/** Requests that the service took, by method and kind of path. */
	taken: number;
	refused: number;
	reset: number;
	mostAtOnce: number;
	bytesSent: number;
	sent: string[];
}

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));
const wait = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Round trips beyond the first for so many bytes. */
const moreWindows = (bytes: number): number => Math.max(0, Math.ceil(Math.log2(bytes / WINDOW + 1)) - 1);

/** Sends as n8n would, and counts. */
function networkOf(world: World, { request: cpuOfRequest, row: cpuOfRow }: Cpu) {
	const { rtt, serviceMs = 5, workers = Infinity, resetsAbove = Infinity, atOnce = Infinity } = world;
	const { perSecond = Infinity } = world;
	const seen: Seen = { taken: 0, refused: 0, reset: 0, mostAtOnce: 0, bytesSent: 0, sent: [] };
	let cpuFree = 0;
	let open = 0;
	let busy = 0;
	const inSecond = { second: -1, count: 0 };
	const workerFree: number[] = [];
	const cpu = async (milliseconds: number) => {
		cpuFree = Math.max(cpuFree, performance.now()) + milliseconds;
		await wait(cpuFree - performance.now());
	};
	const work = async (): Promise<void> => {
		const now = performance.now();
		if (workers === Infinity) return await wait(serviceMs);
		if (workerFree.length < workers) workerFree.push(now);
		const at = workerFree.indexOf(Math.min(...workerFree));
		workerFree[at] = Math.max(now, workerFree[at] ?? 0) + serviceMs;
		await wait((workerFree[at] ?? 0) - now);
	};
	const isOverLimit = (): boolean => {
		const second = Math.floor(performance.now() / 1000);
		if (second !== inSecond.second) Object.assign(inSecond, { second, count: 0 });
		return ++inSecond.count > perSecond || busy > atOnce;
	};
	const send = async (method: string, url: URL, text: string): Promise<Answer & { text: string }> => {
		const { pathname: path, searchParams } = url;
		const body: unknown = text === '' ? undefined : JSON.parse(text);
		await cpu(cpuOfRequest / 2 + (Array.isArray(body) ? body.length * cpuOfRow : 0));
		open++;
		seen.mostAtOnce = Math.max(seen.mostAtOnce, open);
		seen.bytesSent += text.length;
		seen.sent.push(`${method} ${path}`);
		try {
			if (open > resetsAbove) {
				await wait(rtt);
				seen.reset++;
				throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
			}
			await wait(2 * rtt + rtt / 2 + rtt * moreWindows(text.length));
			busy++;
			const isRefused = isOverLimit();
			if (isRefused) seen.refused++;
			else {
				await work();
				seen.taken++;
			}
			busy--;
			const answer: Answer = isRefused
				? { status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } }
				: world.answer(method, path, body, searchParams);
			const { body: shown = '' } = answer;
			const said = typeof shown === 'string' ? shown : JSON.stringify(shown);
			await wait(rtt / 2 + rtt * moreWindows(said.length));
			return { ...answer, text: said };
		} finally {
			open--;
			await cpu(cpuOfRequest / 2);
		}
	};
	return { seen, send };
}

/** The axios of n8n's HTTP helper. */
function axiosOfN8n(): { defaults: { adapter: unknown } } {
	const ofCore = createRequire(require.resolve('n8n-core'));
	return createRequire(ofCore.resolve('@n8n/backend-network'))('axios') as never;
}

/** Virtual time for a test file, and n8n's requests in it. */
export function distances() {
	const axios = axiosOfN8n();
	const { adapter: before } = axios.defaults;
	beforeAll(() => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
	});
	afterAll(() => {
		jest.useRealTimers();
		axios.defaults.adapter = before;
	});
	const until = async <T>(task: Promise<T>): Promise<{ result: T; took: number }> => {
		const begun = performance.now();
		let isOver = false;
		const end = () => (isOver = true);
		task.then(end, end);
		while (!isOver) {
			for (let quiet = 0; quiet < QUIET_TURNS && !isOver; quiet++) await turn();
			if (!isOver) await jest.advanceTimersToNextTimerAsync();
		}
		return { result: await task, took: performance.now() - begun };
	};
	return {
		until,
		/** From now on, n8n's requests go into this world. */
		enter(world: World): Seen {
			const { seen, send } = networkOf(world, CPU.package);
			const adapter: Adapter = async (config) => {
				const url = new URL(config.url ?? '');
				for (const [name, value] of Object.entries(config.params ?? {}))
					url.searchParams.append(name, String(value));
				const text =
					typeof config.data === 'string' ? config.data : config.data ? JSON.stringify(config.data) : '';
				const answer = await send((config.method ?? 'get').toUpperCase(), url, text);
				return {
					status: answer.status,
					statusText: '',
					headers: { 'request-id': 'r-1', 'content-type': 'application/json', ...answer.headers },
					data: Readable.from([Buffer.from(answer.text)]),
					config,
					request: {},
				};
			};
			axios.defaults.adapter = adapter;
			return seen;
		},
		/**
		 * The workflow that people build by hand, in a world of its own: each step sends all of its requests at once, as the
		 * HTTP Request node does. @returns milliseconds
		 */
		async byHand(
			world: World,
			steps: ReadonlyArray<ReadonlyArray<[method: string, path: string, body?: unknown]>>,
		) {
			const { seen, send } = networkOf(world, CPU.byHand);
			const all = async () => {
				let failed = 0;
				for (const step of steps) {
					await Promise.all(
						step.map(async ([method, path, body]) => {
							const url = new URL(path, 'https://service.example');
							const text = body === undefined ? '' : JSON.stringify(body);
							const answer = await send(method, url, text).catch(() => ({ status: 0 }));
							if (answer.status >= 300 || answer.status === 0) failed++;
						}),
					);
				}
				return failed;
			};
			const { took, result } = await until(all());
			return { took, failed: result, seen };
		},
	};
}
