/* eslint-disable */
/** A service that only counts, in its own process, so that its memory is not measured with the rest. */
import { createServer } from 'node:http';
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

const server = createServer((request, response) => {
	void json(request).then((body) => {
		requests += 1;
		for (const { id } of body as Array<{ id: string }>) {
			ids.add(id);
			elements += 1;
		}
		const id = `operation-${requests}`;
		response.writeHead(202, { 'Request-Id': id, 'Operation-Id': id, 'Content-Type': 'application/json' });
		response.end('{"message":"accepted"}');
	});
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
	process.send?.({ ids: ids.size, requests, elements } satisfies Counted);
	ids.clear();
	[requests, elements] = [0, 0];
});
process.on('disconnect', () => process.exit(0));
