/** A service that only counts, in a process of its own: what it holds must not blur the memory that is measured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const seen = new Map<string, number>();
let requests = 0;

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => void chunks.push(chunk));
	request.on('end', () => {
		requests += 1;
		for (const { id } of JSON.parse(Buffer.concat(chunks).toString()) as Array<{ id: string }>)
			seen.set(id, (seen.get(id) ?? 0) + 1);
		const id = `operation-${requests}`;
		response.writeHead(202, { 'Request-Id': id, 'Operation-Id': id, 'Content-Type': 'application/json' });
		response.end('{"message":"accepted"}');
	});
});

server.listen(0, '127.0.0.1', () => {
	process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => {
	const repeated = [...seen.values()].reduce((sum, count) => sum + count - 1, 0);
	process.send?.({ ids: seen.size, requests, repeated });
	seen.clear();
	requests = 0;
});
process.on('disconnect', () => process.exit(0));
