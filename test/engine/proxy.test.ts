/** @jest-environment node */
/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** n8n's own settings for a proxy hold for the nodes, too: they send through n8n alone. */
import { actionBench } from '../support/action';
import { startGateway, type Gateway } from '../support/gateway';

const bench = actionBench();

/** Passes each request on to the sandbox, whatever host it asks for. */
let proxy: Gateway;
const asked: string[] = [];

beforeAll(async () => {
	proxy = await startGateway(
		() => new URL(bench.sandbox.baseUrl).origin,
		(address) => {
			asked.push(address);
			return new URL(address).pathname;
		},
	);
	// Jest gives each test file an environment of its own.
	for (const name of Object.keys(process.env))
		if (/^(all|https?|no)_proxy$/i.test(name)) delete process.env[name];
	process.env.HTTP_PROXY = proxy.baseUrl;
});
afterAll(() => proxy.close());

it('requests take the proxy that n8n is told to use', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', first_name: 'A', last_name: 'B' }] });
	const { json } = await bench.run(
		{ resource: 'contact', operation: 'get', contactId: 'a', simplify: false },
		{ credentials: { baseUrl: 'http://service.invalid', apiKey: bench.sandbox.apiKey } },
	);
	expect(json).toMatchObject([{ id: 'a' }]);
	expect(asked).toEqual(['http://service.invalid/v1/contacts/a']);
	expect(proxy.reached).toEqual(['GET /v1/contacts/a']);
});
