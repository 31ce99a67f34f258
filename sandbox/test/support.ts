/** One sandbox for a test file, and an HTTP client for it. */
import axios from 'axios';
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse } from 'axios';
import { start } from '../index';
import type { EventSeed, Sandbox, SandboxOptions } from '../index';

export { contact, employee } from '../../test/support/people';

export type Json = Record<string, unknown>;

export interface Bench {
	sandbox: Sandbox;
	/** Sends the key, and returns every status without throwing. */
	get: (path: string, more?: AxiosRequestConfig) => Promise<AxiosResponse>;
	post: (path: string, body?: unknown, more?: AxiosRequestConfig) => Promise<AxiosResponse>;
	delete: (path: string) => Promise<AxiosResponse>;
	/** Sends no key and does not add `/v1`. */
	raw: AxiosInstance;
}

/** Starts before the tests of the file, is reset before each of them, and ends after them. */
export function bench(options: Partial<SandboxOptions> = {}): Bench {
	const bench = {} as Bench;
	beforeAll(async () => {
		const sandbox = await start({ port: 0, docs: false, operationDurationMs: 0, ...options });
		const common = { validateStatus: () => true, maxRedirects: 0 };
		const client = axios.create({
			...common,
			baseURL: sandbox.url,
			headers: { Authorization: sandbox.apiKey },
		});
		Object.assign(bench, {
			sandbox,
			raw: axios.create({ ...common, baseURL: sandbox.baseUrl }),
			get: (path: string, more?: AxiosRequestConfig) => client.get(path, more),
			delete: (path: string) => client.delete(path),
			post: (path: string, body?: unknown, more?: AxiosRequestConfig) => client.post(path, body, more),
		} satisfies Bench);
	});
	beforeEach(() => bench.sandbox.reset());
	afterAll(() => bench.sandbox.close());
	return bench;
}

/** A time within one fixed hour, by its minute. */
export const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

export const event = (id: string, minute: number, more: EventSeed = {}): EventSeed => ({
	event_id: id,
	event_time: at(minute),
	type: 'update',
	contact_id: 'c',
	...more,
});

export const ids = (response: AxiosResponse, key = 'event_id'): string[] =>
	(response.data as Json[]).map((entry) => String(entry[key]));

/** Follows Next-Cursor to the end. */
export async function pages(
	{ get }: Bench,
	path: string,
	params: Json = {},
	key = 'event_id',
): Promise<string[][]> {
	const all: string[][] = [];
	let cursor: string | undefined;
	do {
		const response = await get(path, { params: { ...params, cursor } });
		if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(response.data)}`);
		all.push(ids(response, key));
		cursor = response.headers['next-cursor'] as string | undefined;
		expect(response.headers['next-link'] !== undefined).toBe(cursor !== undefined);
	} while (cursor !== undefined && all.length < 1000);
	return all;
}
