/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Who is at the other end: another server, nobody, or the service with another key. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, KEY, withoutJitter, wordsOf, type Parameters } from '../support/action';
import { declared, itOnNewest } from '../support/features';

const bench = actionBench();
withoutJitter();

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: 'c' };

describe('wrong key, wrong address or no service: which of the three', () => {
	const against = async (part: IDataObject) =>
		await bench.run(GET, { credentials: { baseUrl: bench.sandbox.baseUrl, apiKey: KEY, ...part } });
	const closedPort = async (): Promise<number> => {
		const server = createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const { port } = server.address() as AddressInfo;
		await new Promise((resolve) => server.close(resolve));
		return port;
	};

	it.each(['json', 'html'] as const)('a wrong key, said as %s', async (unauthorizedBody) => {
		bench.sandbox.configure({ unauthorizedBody });
		const run = await against({ apiKey: 'another-key-55' });
		expect(wordsOf(run)).toMatch(
			/^The service refused the API key\n[\s\S]*'API Key' and 'Authentication Scheme'/,
		);
		expect(factsOf(run)).toMatchObject({ httpCode: '401', cause: declared('credential-invalid') });
		expect(bench.requests().length).toBe(1);
	});

	it('a wrong key that the service answers with 403: no claim that the key was recognised', async () => {
		bench.sandbox.configure({ unauthorizedStatus: 403 });
		const words = wordsOf(await against({ apiKey: 'another-key-55' }));
		expect(words).toMatch(/does not allow this request\n[\s\S]*'API Key' and 'Authentication Scheme'/);
		expect(words).not.toMatch(/recognised|wrong key/i);
	});

	it('another server at the address', async () => {
		const headers = { 'content-type': 'text/html', 'request-id': null };
		bench.sandbox.faults.add({ status: 404, body: '<html>Not here', headers });
		const run = await against({});
		expect(wordsOf(run)).toMatch(/no Contact Consent service at the 'Base URL'\nCheck the 'Base URL'/);
		expect(factsOf(run)).toMatchObject({ cause: declared('temporarily-unavailable') });
	});

	it('a closed port, or a service that is stopped', async () => {
		const port = await closedPort();
		const run = await against({ baseUrl: `http://127.0.0.1:${port}` });
		expect(wordsOf(run)).toMatch(
			new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached\\n.*service is running.*ECONNREFUSED`),
		);
		expect(factsOf(run)).toMatchObject({ cause: declared('temporarily-unavailable') });
	});

	itOnNewest.each([
		['by its number', '127.0.0.1'],
		['by its name', 'localhost'],
	])('an address that n8n itself does not allow, %s', async (_, host) => {
		const protection = Container.get(SsrfProtectionConfig);
		protection.enabled = true;
		try {
			const run = await against({ baseUrl: `http://${host}:${bench.sandbox.port}` });
			expect(wordsOf(run)).toMatch(
				/^The request was blocked because it resolves to a restricted IP address\n.*administrator.*N8N_SSRF_ALLOWED_HOSTNAMES/,
			);
			expect(factsOf(run)).toMatchObject({ cause: declared('configuration-invalid'), itemIndex: 0 });
			expect(bench.requests()).toEqual([]);
		} finally {
			protection.enabled = false;
		}
	});
});
