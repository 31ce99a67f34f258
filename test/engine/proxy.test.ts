/** @jest-environment node */
/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** n8n's own settings for a proxy hold for the nodes, too: they send through n8n alone. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { actionBench } from '../support/action';

const bench = actionBench();

/** Passes each request on to the sandbox, whatever host it asks for, and notes what it was asked. */
let proxy: Server;
const asked: string[] = [];

beforeAll(async () => {
	proxy = createServer((incoming, outgoing) => {
		asked.push(`${incoming.method} ${incoming.url}`);
		const { pathname, search } = new URL(incoming.url ?? '');
		const target = { port: bench.sandbox.port, path: pathname + search, method: incoming.method };
		// The sandbox answers to the names of its own machine only.
		const headers = { ...incoming.headers, host: '127.0.0.1' };
		const forwarded = request({ ...target, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(forwarded);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	// Jest gives each test file an environment of its own.
	for (const name of Object.keys(process.env))
		if (/^(all|https?|no)_proxy$/i.test(name)) delete process.env[name];
	process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => proxy.close());

it('requests take the proxy that n8n is told to use', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', first_name: 'A', last_name: 'B' }] });
	const { json } = await bench.run(
		{ resource: 'contact', operation: 'get', contactId: 'a', simplify: false },
		{ credentials: { baseUrl: 'http://service.invalid', apiKey: bench.sandbox.apiKey } },
	);
	expect(json).toMatchObject([{ id: 'a' }]);
	expect(asked).toEqual(['GET http://service.invalid/v1/contacts/a']);
});
