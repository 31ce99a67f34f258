/** The same requests, sent by a bare client: JSON parsed and serialised, PDFs written to disk, nothing else. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import type { IDataObject } from 'n8n-workflow';
import { Pool } from 'undici';

import {
	BATCH,
	caseOf,
	isUpload,
	nestedContact,
	parallelUploads,
	plainContact,
	upTo,
	type CaseName,
	type Place,
	type Task,
} from './cases';

interface Sent {
	method: 'GET' | 'POST';
	path: string;
	headers: Record<string, string>;
	body?: string;
}

interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Readable;
}

type Wire = (sent: Sent) => Promise<Answer>;

/** The limit of the wire: connections are used again. */
function keepAlive(baseUrl: string, connections: number): Wire {
	const pool = new Pool(baseUrl, { connections });
	return async (sent) => {
		const { statusCode: status, ...answer } = await pool.request(sent);
		return { status, ...answer };
	};
}

/** The limit of any n8n node: n8n's helper opens a connection for each request. */
const connectionPerRequest =
	(baseUrl: string): Wire =>
	async ({ path, body = '', headers, method }) =>
		await new Promise((resolve, reject) => {
			const length = { 'content-length': String(Buffer.byteLength(body)) };
			request(baseUrl + path, { method, headers: { ...headers, ...length }, agent: false }, (answer) =>
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
			)
				.on('error', reject)
				.end(body);
		});

/** How far behind the last delivered event the trigger reads again. */
const LOOK_BACK = 10 * 60_000;

/** Does something for each entry, so many at a time. */
async function each<E>(entries: readonly E[], width: number, work: (entry: E) => Promise<unknown>) {
	const queue = entries.values();
	const worker = async () => {
		for (const entry of queue) await work(entry);
	};
	await Promise.all(upTo(width, worker));
}

export function floor(name: CaseName, place: Place, keepsAlive: boolean): Task {
	const { concurrency } = caseOf(name);
	const width = name.startsWith('upload') ? parallelUploads(place.isFar) : concurrency;
	const connect = () => (keepsAlive ? keepAlive(place.baseUrl, width) : connectionPerRequest(place.baseUrl));
	let wire = connect();

	async function send(path: string, content?: unknown): Promise<Answer> {
		const body = content === undefined ? undefined : JSON.stringify(content);
		const headers = {
			authorization: place.apiKey,
			...(body !== undefined && { 'content-type': 'application/json' }),
		};
		const method = body === undefined ? 'GET' : 'POST';
		const answer = await wire({ method, path: `/v1${path}`, headers, body });
		if (answer.status >= 300) throw new Error(`${path}: ${answer.status}`);
		return answer;
	}
	const read = async (path: string, content?: unknown) => await json((await send(path, content)).body);

	async function list(path: string): Promise<number> {
		let [count, next] = [0, ''];
		do {
			const { body, headers } = await send(path + next);
			count += ((await json(body)) as unknown[]).length;
			const cursor = headers['next-cursor'];
			next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
		} while (next !== '');
		return count;
	}

	async function upload(contacts: readonly unknown[], at: number): Promise<number> {
		const batches = upTo(Math.ceil(contacts.length / BATCH), (index) =>
			contacts.slice(index * BATCH, (index + 1) * BATCH),
		);
		await each(batches, at, async (batch) => await read('/contacts', batch));
		return contacts.length;
	}

	async function download({ contactId, eventId }: IDataObject): Promise<void> {
		const { body } = await send(`/documentation/${contactId as string}/${eventId as string}`);
		await pipeline(body, createWriteStream(join(place.folder, 'documents', randomUUID())));
	}

	async function run(rows: IDataObject[]): Promise<number> {
		// Each run opens its own connections, as an execution does.
		wire = connect();
		switch (name) {
			case 'history':
				return await list(`/events?limit=${BATCH}`);
			case 'documents':
				mkdirSync(join(place.folder, 'documents'), { recursive: true });
				await each(rows, width, download);
				return rows.length;
			case 'poll': {
				const from = encodeURIComponent(new Date(Date.now() - LOOK_BACK).toISOString());
				const history = await list(`/events?from=${from}&limit=${BATCH}`);
				const latest = (await read(`/events/latest?limit=${BATCH}`)) as unknown[];
				// The last delivered event is read again.
				return history + latest.length - 1;
			}
			case 'merge':
				await each(rows, width, async ({ id }) => await read(`/contacts/${id as string}`));
				return await upload(rows, parallelUploads(false));
			default:
				return await upload(rows, width);
		}
	}
	const contact = name === 'upload-auto' || name === 'upload-define' ? plainContact : nestedContact;
	const input = (size: number) => upTo(size, contact);
	return {
		run,
		...(isUpload(name) && { input }),
		...(name === 'poll' && { begin: async () => await run([]) }),
	};
}
