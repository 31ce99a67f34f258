import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INode } from 'n8n-workflow';

import { start, type Fault } from '../../sandbox/index';
import {
	actionBench,
	contact,
	factsOf,
	KEY,
	withoutJitter,
	wordsOf,
	type Parameters,
} from '../support/action';
import { registerKey, takeLeaks } from '../support/no-key';
import { declared } from '../support/features';

const bench = actionBench();
withoutJitter();

const ENDPOINTS: Record<string, Parameters> = {
	'GET /contacts/{id}': { resource: 'contact', operation: 'get', contactId: 'c' },
	'DELETE /contacts/{id}': { resource: 'contact', operation: 'delete', contactId: 'c' },
	'GET /documentation/{id}': { resource: 'documentation', operation: 'download', contactId: 'c' },
	'GET /employees/{id}': { resource: 'employee', operation: 'get', employeeId: 'e' },
	'DELETE /employees/{id}': { resource: 'employee', operation: 'delete', employeeId: 'e' },
	'GET /events': { resource: 'event', operation: 'getMany' },
	'GET /events/latest': { resource: 'event', operation: 'getLatest' },
	'POST /events/trigger': { resource: 'event', operation: 'trigger', contactId: 'c' },
	'GET /ping': { resource: 'health', operation: 'ping' },
	'GET /operations': { resource: 'operation', operation: 'getMany' },
	'GET /operations/{id}': {
		resource: 'operation',
		operation: 'get',
		operationId: { __rl: true, mode: 'id', value: 'o' },
	},
	'GET /operations/{id} until finished': {
		resource: 'operation',
		operation: 'wait',
		operationId: { __rl: true, mode: 'id', value: 'o' },
	},
};
const each = Object.keys(ENDPOINTS);
const GET = ENDPOINTS['GET /contacts/{id}'] as Parameters;
const at = (name: string) => ENDPOINTS[name] as Parameters;

/** What each status means to n8n. */
const CAUSES: Record<number, string> = {
	400: 'configuration-invalid',
	401: 'credential-invalid',
	403: 'configuration-invalid',
	404: 'configuration-invalid',
	410: 'configuration-invalid',
	413: 'configuration-invalid',
	418: 'configuration-invalid',
	422: 'configuration-invalid',
	429: 'rate-limited',
	500: 'temporarily-unavailable',
	502: 'temporarily-unavailable',
	503: 'temporarily-unavailable',
	504: 'temporarily-unavailable',
};

describe.each(each)('%s', (name) => {
	it.each(Object.keys(CAUSES).map(Number))(
		'%i: what happened, how to go on, the words of the service, each entry, the Request-Id',
		async (status) => {
			const body = {
				message: 'Words of the service',
				validation_errors: {
					'0': { email: { code: 'v1c001', message: 'must be an e-mail address' } },
					'a-2': { id: { code: 'v1c002', message: '' }, zip: { code: 'v1c004', message: 'no zip' } },
				},
			};
			bench.sandbox.faults.add({ status, body, headers: { 'retry-after': '0' }, times: Infinity });
			const run = await bench.run(at(name));
			const { requestId } = bench.sandbox.log.last() ?? {};
			const { message, description, ...facts } = factsOf(run);
			expect(facts).toEqual({ httpCode: String(status), itemIndex: 0, cause: declared(CAUSES[status]) });
			expect(message).toMatch(/^[A-Z].{15,120}[^.]$/);
			expect(description?.split('\n')).toEqual([
				expect.stringMatching(/^[A-Z].{20,}\.$/),
				'The service says: Words of the service',
				'0 › email: invalid value (v1c001), must be an e-mail address',
				'a-2 › id: required (v1c002)',
				"a-2 › zip: breaks one of the service's own format rules (v1c004), no zip",
				`Request-Id: ${requestId}`,
			]);
			expect(run.json).toEqual([]);
		},
	);

	it.each<[string, Fault, RegExp]>([
		[
			'a reset',
			{ reset: 'before', times: Infinity },
			/connection to the service at 127\.0\.0\.1:\d+ broke off/,
		],
		[
			'an HTML page',
			{ status: 502, body: '<html>Bad Gateway', contentType: 'text/html' },
			/problem of its own/,
		],
		['an empty refusal', { status: 400, body: '' }, /\n[\s\S]*Request-Id/],
	])('%s', async (_, fault, words) => {
		bench.sandbox.faults.add({ times: Infinity, headers: { 'retry-after': '0' }, ...fault });
		const run = await bench.run(at(name));
		expect(wordsOf(run)).toMatch(words);
		expect(wordsOf(run)).not.toMatch(/<html/);
		expect(factsOf(run).itemIndex).toBe(0);
	});

	it('does not follow a redirect to another host, nor tell it the key', async () => {
		const other = await start({ port: 0, docs: false });
		try {
			for (const status of [301, 302, 303, 307, 308]) {
				bench.sandbox.faults.add({ status, location: `${other.url}/contacts/c` });
				const run = await bench.run(at(name));
				expect(wordsOf(run)).toMatch(
					new RegExp(`redirects to 127\\.0\\.0\\.1:${other.port}[\\s\\S]*Base URL`),
				);
				expect(factsOf(run)).toMatchObject({
					cause: declared('configuration-invalid'),
					httpCode: String(status),
				});
			}
			expect(other.log.count()).toBe(0);
		} finally {
			await other.close();
		}
	});

	it('shows no key that the service echoes', async () => {
		const echo = `The key ${KEY} (Bearer ${KEY}) may not do this`;
		const validation_errors = { [KEY]: { [KEY]: { code: KEY, message: echo } } };
		bench.sandbox.faults.add({
			status: 422,
			body: { message: echo, validation_errors },
			headers: { 'request-id': KEY },
		});
		const run = await bench.run(at(name));
		expect(wordsOf(run)).toContain('The key *** (Bearer ***) may not do this');
		expect(wordsOf(run)).not.toContain(KEY);
	});
});

describe('a success that is none', () => {
	it.each<[string, Fault]>([
		['a web page', { status: 200, body: '<html>Welcome', contentType: 'text/html' }],
		['JSON cut short', { status: 200, body: '{"id":"c', contentType: 'application/json' }],
		['a text', { status: 200, body: '"text"', contentType: 'application/json' }],
		['null', { status: 200, body: 'null', contentType: 'application/json' }],
		['no content', { status: 204 }],
		['a list of numbers', { status: 200, body: [1, 2] }],
	])('%s is an error for every reading', async (_, fault) => {
		for (const name of ['GET /contacts/{id}', 'GET /events', 'GET /events/latest', 'GET /operations/{id}']) {
			bench.sandbox.faults.add(fault);
			expect(wordsOf(await bench.run(at(name)))).toMatch(
				/not what the service is documented to send[\s\S]*Request-Id/,
			);
		}
	});

	it('names the Base URL where there is no Request-Id', async () => {
		bench.sandbox.faults.add({
			status: 200,
			body: '<html>',
			contentType: 'text/html',
			headers: { 'request-id': null },
		});
		expect(wordsOf(await bench.run(GET))).toMatch(/not what the service[\s\S]*Check the Base URL/);
	});
});

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

	it.each(['json', 'text', 'html', 'empty'] as const)('a wrong key, said as %s', async (unauthorizedBody) => {
		bench.sandbox.configure({ unauthorizedBody });
		const run = await against({ apiKey: 'another-key-55' });
		expect(wordsOf(run)).toMatch(
			/^The service refused the API key\n[\s\S]*API Key and Authentication Scheme/,
		);
		expect(factsOf(run)).toMatchObject({ httpCode: '401', cause: declared('credential-invalid') });
		expect(bench.requests().length).toBe(1);
	});

	it('a wrong key that the service answers with 403: no claim that the key was recognised', async () => {
		bench.sandbox.configure({ unauthorizedStatus: 403 });
		const words = wordsOf(await against({ apiKey: 'another-key-55' }));
		expect(words).toMatch(/does not allow this request\n[\s\S]*API Key and Authentication Scheme/);
		expect(words).not.toMatch(/recognised|wrong key/i);
	});

	it('another server at the address', async () => {
		const other: Server = createServer((_, response) => {
			response.statusCode = 404;
			response.setHeader('content-type', 'text/html');
			response.end('<html>Not here');
		}).listen(0, '127.0.0.1');
		await new Promise((resolve) => other.once('listening', resolve));
		const { port } = other.address() as AddressInfo;
		const run = await against({ baseUrl: `http://127.0.0.1:${port}` });
		expect(wordsOf(run)).toMatch(/no Contact Consent service at the Base URL\nCheck the Base URL/);
		expect(factsOf(run)).toMatchObject({ cause: declared('configuration-invalid') });
		await new Promise((resolve) => other.close(resolve));
	});

	it('a wrong path at the right server', async () => {
		bench.sandbox.faults.add({ status: 404, body: '', headers: { 'request-id': null } });
		expect(wordsOf(await against({}))).toMatch(/no Contact Consent service at the Base URL/);
	});

	it('a closed port, or a service that is stopped', async () => {
		const port = await closedPort();
		const run = await against({ baseUrl: `http://127.0.0.1:${port}` });
		expect(wordsOf(run)).toMatch(
			new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached\\n.*service is running.*ECONNREFUSED`),
		);
		expect(factsOf(run)).toMatchObject({ cause: declared('temporarily-unavailable') });
	});

	it('a host that does not exist', async () => {
		const run = await against({ baseUrl: 'http://no-such-host.invalid' });
		expect(wordsOf(run)).toMatch(/no-such-host\.invalid cannot be found\n.*spelling of the Base URL/);
	});
});

describe.each<[INode['onError'], number]>([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
])('On Error: %s', (onError, output) => {
	it('puts refused items out as { error, message } and nothing else, paired to their input', async () => {
		bench.sandbox.seed({ contacts: [contact('a'), contact('d')] });
		const parameters = { ...GET, contactId: '={{ $json.id }}' };
		const items = ['a', 'b', '..', 'd'].map((id) => ({ id }));
		const { outputs, error } = await bench.run(parameters, { items, onError });
		expect(error).toBeUndefined();
		const failed = outputs[output]?.filter(({ json }) => 'error' in json) ?? [];
		// On the error output, n8n lays the fields of the input beside them.
		const input = (id: string) => (output === 1 ? { id } : {});
		expect(failed.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
			{
				json: {
					...input('b'),
					error: 'There is no contact with the ID "b"',
					message: expect.stringMatching(
						/^Check the ID[\s\S]*The service says: [\s\S]*Request-Id: /,
					) as string,
				},
				pairedItem: { item: 1 },
			},
			{
				json: {
					...input('..'),
					error: expect.stringMatching(/^The Contact ID is "\.\."/) as string,
					message: expect.stringMatching(/No request was sent for item 2\.$/) as string,
				},
				pairedItem: { item: 2 },
			},
		]);
		const good = outputs[0]?.filter(({ json }) => !('error' in json)) ?? [];
		expect(good.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['a', { item: 0 }],
			['d', { item: 3 }],
		]);
		expect(bench.requests().length).toBe(3);
	});

	it('refuses each item where nothing can be sent at all', async () => {
		const credentials = { baseUrl: 'nowhere', apiKey: KEY };
		const { outputs } = await bench.run(GET, { items: [{}, {}], onError, credentials });
		expect(outputs[output]?.map(({ json, pairedItem }) => [Object.keys(json).sort(), pairedItem])).toEqual([
			[['error', 'message'], { item: 0 }],
			[['error', 'message'], { item: 1 }],
		]);
		expect(outputs[1 - output] ?? []).toEqual([]);
	});
});

it('On Error: stop ends with the first failure, which names its item', async () => {
	bench.sandbox.seed({ contacts: [contact('a')] });
	const items = ['a', 'b', 'c'].map((id) => ({ id }));
	const run = await bench.run({ ...GET, contactId: '={{ $json.id }}' }, { items });
	expect(factsOf(run)).toMatchObject({ itemIndex: 1, httpCode: '404' });
	// Reads overlap, so the one after it was under way.
	expect([run.json, bench.requests().length]).toEqual([[], 3]);
});

it('shows twenty validation entries and says how many more there are', async () => {
	const entry = { name: { code: 'v1c003', message: 'no' } };
	const validation_errors = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [index, entry]));
	bench.sandbox.faults.add({ status: 422, body: { message: 'no', validation_errors } });
	expect(wordsOf(await bench.run(GET))).toMatch(/19 › name[^\n]*\n… and 5 more\nRequest-Id/);
});

it.each([[null], ['text'], [[1]], [{ a: null }], [{ a: { b: 'text' } }], [{ a: { b: {} } }]])(
	'stands validation_errors of another shape: %j',
	async (validation_errors) => {
		bench.sandbox.faults.add({ status: 422, body: { message: { not: 'text' }, validation_errors } });
		expect(wordsOf(await bench.run(GET))).toMatch(/refused the values\n[\s\S]*Request-Id/);
	},
);

it('the watch over logs, which every test file ends with, sees a key at any level', () => {
	registerKey(KEY);
	Container.get(Logger).debug('sending', { headers: { Authorization: `Bearer ${KEY}` } });
	expect(takeLeaks()).toEqual([expect.stringContaining(KEY)]);
});
