/** @jest-environment node */
/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** The nodes send through n8n alone, so n8n's proxy settings apply. */
import { actionBench } from '../support/action';
import { startGateway, type Gateway } from '../support/gateway';

const bench = actionBench();

/** A proxy that passes each request on to the sandbox, whatever host it asks for. */
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
	// Jest gives each test file its own copy of process.env.
	for (const name of Object.keys(process.env))
		if (/^(all|https?|no)_proxy$/i.test(name)) delete process.env[name];
	process.env.HTTP_PROXY = proxy.baseUrl;
});
afterAll(() => proxy.close());

it("requests go through the proxy of n8n's settings", async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', first_name: 'A', last_name: 'B' }] });
	const { json } = await bench.run(
		{ resource: 'contact', operation: 'get', contactId: 'a', simplify: false },
		{ credentials: { baseUrl: 'http://service.invalid', apiKey: bench.sandbox.apiKey } },
	);
	expect(json).toMatchObject([{ id: 'a' }]);
	expect(asked).toEqual(['http://service.invalid/v1/contacts/a']);
	expect(proxy.reached).toEqual(['GET /v1/contacts/a']);
});
