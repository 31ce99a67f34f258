/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * The same requests, sent by a bare client: a connection per request, as n8n's helper does it, JSON parsed and
 * serialised, PDFs written to disk, nothing else. It runs on n8n's Node, in a process of its own, and takes jobs.
 */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { madeUpContact } from '../sandbox/seed';
import { BATCH, contactId, DOCUMENTS, eventId, upTo, type CaseName } from './cases';

export interface FloorJob {
	name: CaseName;
	size: number;
	/** Requests at once. */
	width: number;
	/** With TLS, and `/v1`. */
	url: string;
	apiKey: string;
}

export interface FloorAnswer {
	ms: number;
	/** How many things were done. */
	done: number;
}

type Method = 'GET' | 'POST' | 'DELETE';

/** Uploads with `keep` go in smaller batches, as those of the package do. */
const KEEP_BATCH = 100;
/** How far behind the last delivered event the trigger reads again. */
const LOOK_BACK = 10 * 60_000;

/** Does something for each entry, so many at a time. */
async function each<E>(entries: readonly E[], width: number, work: (entry: E) => Promise<unknown>) {
	const queue = entries.values();
	const worker = async () => {
		for (const entry of queue) await work(entry);
	};
	await Promise.all(upTo(width, worker));
	return entries.length;
}

const madeUp = (index: number) => madeUpContact(index);
const inBatches = <E>(entries: readonly E[], size: number): E[][] =>
	upTo(Math.ceil(entries.length / size), (index) => entries.slice(index * size, (index + 1) * size));

async function send(job: FloorJob, path: string, method: Method = 'GET', content?: unknown) {
	const body = content === undefined ? '' : JSON.stringify(content);
	const headers = {
		authorization: job.apiKey,
		...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
	};
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		// An agent for each request: its connection and its TLS session are not used again.
		request(job.url + path, { method, headers, agent: new Agent() }, resolve)
			.on('error', reject)
			.end(body);
	});
	if ((answer.statusCode ?? 500) >= 300) throw new Error(`${path}: ${answer.statusCode}`);
	return answer;
}

/** @returns the number of entries on all pages */
async function list(job: FloorJob, path: string): Promise<number> {
	let [count, next] = [0, ''];
	do {
		const answer = await send(job, path + next);
		count += ((await json(answer)) as unknown[]).length;
		const cursor = answer.headers['next-cursor'];
		next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
	} while (next !== '');
	return count;
}

/** @param bodies made before the time is taken */
async function upload(job: FloorJob, bodies: unknown[]): Promise<number> {
	await each(bodies, job.width, async (body) => json(await send(job, '/contacts', 'POST', body)));
	return job.size;
}

async function download(job: FloorJob, index: number): Promise<void> {
	const document = index % DOCUMENTS;
	const answer = await send(job, `/documentation/${contactId(document)}/${eventId(document)}`);
	await pipeline(answer, createWriteStream(join(tmpdir(), `bench-${process.pid}-${document}.pdf`)));
}

async function poll(job: FloorJob): Promise<number> {
	const from = encodeURIComponent(new Date(Date.now() - LOOK_BACK).toISOString());
	const read = await list(job, `/events?from=${from}&limit=${BATCH}`);
	await json(await send(job, `/events/latest?limit=${BATCH}`));
	return read;
}

async function work(job: FloorJob, bodies: unknown[]): Promise<number> {
	const indexes = upTo(job.size, (index) => index);
	const forEach = async (task: (index: number) => Promise<unknown>) => await each(indexes, job.width, task);
	switch (job.name) {
		case 'upload':
			return await upload(job, bodies);
		case 'keep':
			await forEach(async (index) => json(await send(job, `/contacts/${contactId(index)}`)));
			return await upload(job, bodies);
		case 'get':
			return await forEach(async (index) => json(await send(job, `/contacts/${contactId(index)}`)));
		case 'delete':
			return await forEach(async (index) =>
				(await send(job, `/contacts/${contactId(index)}`, 'DELETE')).resume(),
			);
		case 'documents':
			return await forEach(async (index) => download(job, index));
		case 'history':
			return await list(job, `/events?limit=${BATCH}`);
		case 'poll':
			return await poll(job);
	}
}

process.on('message', (job: FloorJob) => {
	const bodies = inBatches(upTo(job.size, madeUp), job.name === 'keep' ? KEEP_BATCH : BATCH);
	const start = performance.now();
	void work(job, bodies).then((done) =>
		process.send?.({ ms: performance.now() - start, done } satisfies FloorAnswer),
	);
});
process.on('disconnect', () => process.exit(0));
