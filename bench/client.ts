/** The two bare clients: undici with keep-alive, and Node's own with a connection for each request. */
import { request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';

import type { IDataObject } from 'n8n-workflow';
import { Pool } from 'undici';

import { upTo } from './cases';
import type { Place } from './task';

interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Readable;
}

interface Sent {
	method: 'GET' | 'POST';
	path: string;
	headers: Record<string, string>;
	body?: string;
}

/** Sends one request. */
export interface Wire {
	send(sent: Sent): Promise<Answer>;
	close(): Promise<void>;
}

/** The limit of the wire: connections are used again. */
export function keepAlive({ baseUrl }: Place, connections: number): Wire {
	const pool = new Pool(baseUrl, { connections });
	return {
		send: async (sent) => {
			const { statusCode: status, headers, body } = await pool.request(sent);
			return { status, headers, body };
		},
		close: async () => await pool.close(),
	};
}

/** The limit of any n8n node: n8n's helper opens a connection for each request. */
export function connectionPerRequest({ baseUrl }: Place): Wire {
	const { hostname, port } = new URL(baseUrl);
	return {
		send: async ({ body, headers, ...sent }) =>
			await new Promise<Answer>((resolve, reject) => {
				const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
				const request = httpRequest(
					{ hostname, port, ...sent, headers: { ...headers, ...length }, agent: false },
					(answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
				);
				request.on('error', reject).end(body);
			}),
		close: () => Promise.resolve(),
	};
}

async function textOf(body: Readable): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of body) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

export class Client {
	constructor(
		private readonly wire: Wire,
		private readonly apiKey: string,
		readonly concurrency: number,
	) {}

	async request(method: Sent['method'], path: string, body?: unknown): Promise<Answer> {
		const answer = await this.wire.send({
			method,
			path: `/v1${path}`,
			headers: {
				authorization: this.apiKey,
				accept: 'application/json',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
		return answer;
	}

	async json<T>(
		method: Sent['method'],
		path: string,
		body?: unknown,
	): Promise<{ body: T; cursor: string | undefined }> {
		const answer = await this.request(method, path, body);
		const [cursor] = [answer.headers['next-cursor']].flat();
		return { body: JSON.parse(await textOf(answer.body)) as T, cursor };
	}

	/** Does something for each entry, so many at a time, and keeps the results in order. */
	async each<E, R>(
		entries: readonly E[],
		work: (entry: E) => Promise<R>,
		width = this.concurrency,
	): Promise<R[]> {
		const results: R[] = [];
		const queue = entries.entries();
		const worker = async () => {
			for (const [index, entry] of queue) results[index] = await work(entry);
		};
		await Promise.all(upTo(width, worker));
		return results;
	}

	/** All pages of a list, one after the other. */
	async pages(path: string): Promise<IDataObject[]> {
		const all: IDataObject[] = [];
		let cursor: string | undefined;
		do {
			const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
			const page = await this.json<IDataObject[]>('GET', path + next);
			for (const event of page.body) all.push(event);
			cursor = page.cursor;
		} while (cursor !== undefined);
		return all;
	}

	async close(): Promise<void> {
		await this.wire.close();
	}
}
