/** The same requests, sent by a bare client: JSON parse and stringify, nothing else. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { IDataObject } from 'n8n-workflow';

import * as cases from './cases';
import { Client, connectionPerRequest, keepAlive } from './client';
import type { Place, Task } from './task';

/** How far behind the last delivered event the trigger reads again. */
const LOOK_BACK = 10 * 60_000;

async function upload(
	client: Client,
	contacts: readonly IDataObject[],
	width = client.concurrency,
): Promise<number> {
	const batches = cases.batchesOf(contacts);
	const post = async (batch: IDataObject[]) => await client.json('POST', '/contacts', batch);
	const answers = await client.each(batches, post, width);
	return answers.length === batches.length ? contacts.length : 0;
}

async function documents(
	client: Client,
	folder: string,
	items: readonly cases.DocumentItem[],
): Promise<number> {
	const files = await client.each(items, async ({ contactId, eventId }) => {
		const { body } = await client.request('GET', `/documentation/${contactId}/${eventId}`);
		const file = join(folder, randomUUID());
		await pipeline(body, createWriteStream(file));
		return file;
	});
	return files.length;
}

async function poll(client: Client): Promise<number> {
	const from = encodeURIComponent(new Date(Date.now() - LOOK_BACK).toISOString());
	const history = await client.pages(`/events?from=${from}&limit=${cases.BATCH}`);
	const latest = await client.json<IDataObject[]>('GET', `/events/latest?limit=${cases.BATCH}`);
	// The last delivered event is read again.
	return history.length + latest.body.length - 1;
}

async function merge(client: Client, uploads: readonly IDataObject[]): Promise<number> {
	await client.each(uploads, async ({ id }) => await client.json('GET', `/contacts/${id as string}`));
	return await upload(client, uploads, cases.parallelUploads(false));
}

/** The floor of a case, as a task. */
export function floor(name: cases.CaseName, place: Place, connection: boolean): Task {
	const uploads = name.startsWith('upload');
	const concurrency = uploads ? cases.parallelUploads(place.isFar) : cases.SETTINGS[name].concurrency;
	const of = <I>(input: (size: number) => I, work: (client: Client, input: I) => Promise<number>): Task => {
		const task: Task<I> = {
			input,
			run: async (given) => {
				const wire = connection ? connectionPerRequest(place) : keepAlive(place, concurrency);
				const client = new Client(wire, place.apiKey, concurrency);
				return { count: await work(client, given), after: async () => await client.close() };
			},
		};
		return task;
	};

	switch (name) {
		case 'upload-auto':
		case 'upload-define':
			return of((size) => cases.upTo(size, (i) => cases.uploadOfFlat(cases.flatContact(i))), upload);
		case 'upload-json':
			return of((size) => cases.upTo(size, cases.nestedContact), upload);
		case 'history':
			return of(
				() => undefined,
				async (client) => (await client.pages(`/events?limit=${cases.BATCH}`)).length,
			);
		case 'documents': {
			const folder = join(place.folder, 'documents');
			mkdirSync(folder, { recursive: true });
			return of(cases.documentItems, async (client, items) => await documents(client, folder, items));
		}
		case 'poll':
			return of(() => undefined, poll);
		case 'merge':
			return of((size) => cases.upTo(size, cases.nestedContact), merge);
	}
}
