/**
 * Made-up spellings of the addresses (spellings.test.ts has the known ones). Whoever has no key is served nothing but
 * the ping, and whatever is served is in the log under the path whose endpoint answered.
 */
import fc from 'fast-check';

import { start } from '../../sandbox/index';
import type { Sandbox } from '../../sandbox/index';
import { SEED } from '../support/seed';
import { cases } from '../support/cases';
import { createClient } from './differential/client';
import { spellings } from './differential/spelling';
import { contact, employee } from './support';

jest.setTimeout(cases(60_000, 600_000));

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
	sandbox = await start({ port: 0, operationDurationMs: 0 });
	client = createClient(sandbox.port);
	sandbox.seed({
		contacts: [{ id: 'c1' }],
		employees: [{ id: 'e1' }],
		events: [{ event_id: 'd1', type: 'documentation', contact_id: 'c1' }],
		operations: 1,
	});
});
afterAll(async () => {
	client.close();
	await sandbox.close();
});

const BODIES: Record<string, unknown> = {
	'/v1/contacts': [contact('new')],
	'/v1/employees': [employee('new')],
	'/v1/events/trigger': { type: 'update', contact: { id: 'c1' } },
};

const keys = fc.constantFrom<Record<string, string>>(
	{},
	{ Authorization: 'wrong' },
	{ Authorization: '' },
	{ Authorization: 'Bearer sandbox-key' },
	{ Authorization: 'SANDBOX-KEY' },
	{ 'X-Authorization': 'sandbox-key' },
);

/** Answers of the service; 404 stands for no endpoint at all. `/docs` shows itself and redirects to itself. */
const REFUSALS = [400, 401, 404];
const isOfTheDocs = (target: string, status: number) => /docs/i.test(target) && [200, 302].includes(status);

test('without a key, no spelling of an address is served', async () => {
	const before = sandbox.state();
	let refused = 0;
	await fc.assert(
		fc.asyncProperty(
			spellings,
			fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'),
			keys,
			async ({ path, target }, method, headers) => {
				const body = method === 'POST' ? JSON.stringify(BODIES[path] ?? {}) : undefined;
				const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
				const reply = await client.send({ method, target, headers: { ...type, ...headers }, body });
				const { status } = reply;
				expect(reply.headers['request-id']).toMatch(/^[\da-f-]{36}$/);
				if (status === 401) refused += 1;
				if (status === 200 && sandbox.log.last()?.requestId === reply.headers['request-id'])
					expect(reply.body).toEqual({ message: 'pong' });
				else if (!isOfTheDocs(target, status)) expect(REFUSALS).toContain(status);
				expect(
					sandbox.log
						.all({ path: '/v1/ping' })
						.filter((entry) => entry.status !== 200 && entry.method === 'GET'),
				).toEqual([]);
				sandbox.log.clear();
			},
		),
		{ seed: SEED, numRuns: cases(500, 20_000) },
	);
	expect(refused).toBeGreaterThan(cases(200, 8_000));
	expect(sandbox.state()).toEqual(before);
});

test('with the key, the log has the path whose endpoint answered', async () => {
	let served = 0;
	await fc.assert(
		fc.asyncProperty(spellings, async ({ target }) => {
			sandbox.log.clear();
			const headers = { Authorization: sandbox.apiKey };
			const { status } = await client.send({ method: 'GET', target, headers });
			if (status !== 200 || isOfTheDocs(target, status)) return;
			served += 1;
			const plain = sandbox.log.last()?.path;
			expect(plain).toMatch(
				/^\/v1\/(ping|events|events\/latest|operations|(contacts|employees|documentation)\/.+)$/,
			);
		}),
		{ seed: SEED, numRuns: cases(300, 10_000) },
	);
	expect(served).toBeGreaterThan(cases(30, 1_000));
});
