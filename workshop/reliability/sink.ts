/* eslint-disable */
/**
 * A service that only counts, and finishes each upload at once. It has its own process, so that its memory is not
 * measured with the rest.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Counted {
	ids: number;
	requests: number;
	/** How many records came in. */
	elements: number;
}

const ids = new Set<string>();
let [requests, elements] = [0, 0];

/** The records of each operation, until it is read. */
const operations = new Map<string, string[]>();

/** Answers the question for an operation. */
function showOperation(url: string, response: ServerResponse): void {
	const id = url.split('/').at(-1) ?? '';
	const items = (operations.get(id) ?? []).map((record) => ({
		id: record,
		model_id: record,
		status: 'success',
	}));
	operations.delete(id);
	const now = new Date().toISOString();
	response.writeHead(200, { 'Request-Id': id, 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ id, status: 'finished', created_at: now, items }));
}

const server = createServer((request, response) => {
	if (request.method === 'GET') return showOperation(request.url ?? '', response);
	void json(request).then((body) => {
		const records = (body as Array<{ id: string }>).map(({ id }) => id);
		for (const record of records) ids.add(record);
		requests += 1;
		elements += records.length;
		const id = `operation-${requests}`;
		operations.set(id, records);
		response.writeHead(202, { 'Request-Id': id, 'Operation-Id': id, 'Content-Type': 'application/json' });
		response.end('{"message":"accepted"}');
	});
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
	process.send?.({ ids: ids.size, requests, elements } satisfies Counted);
	ids.clear();
	operations.clear();
	[requests, elements] = [0, 0];
});
process.on('disconnect', () => process.exit(0));
