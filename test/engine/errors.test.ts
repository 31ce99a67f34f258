/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What a failed request says, whatever the operation. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { start, type Fault } from '../../sandbox/index';
import { OPERATIONS } from '../contract/frozen';
import { actionBench, factsOf, KEY, withoutJitter, wordsOf, type Parameters } from '../support/action';
import { registerKey, takeLeaks } from '../support/no-key';
import { declared } from '../support/features';

const bench = actionBench();
withoutJitter();

const ENDPOINTS: Record<string, Parameters> = {
	'GET /contacts/{id}': { resource: 'contact', operation: 'get', contactId: 'c' },
	'GET /contacts/{id} for its consents': { resource: 'contact', operation: 'getConsents', contactId: 'c' },
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
const at = (name: string) => ENDPOINTS[name] as Parameters;

const PASSING = 'temporarily-unavailable';
/** What each status means to n8n, which waits for half an hour after a setting that is wrong. */
const CAUSES: Record<number, string> = {
	400: PASSING,
	401: 'credential-invalid',
	403: PASSING,
	404: PASSING,
	422: PASSING,
	429: 'rate-limited',
	500: PASSING,
	503: PASSING,
};
/** Where one endpoint has shown it, these do for the others. */
const TWO = [404, 500];
const DONE: Record<string, string | undefined> = {
	'DELETE /contacts/{id}': 'Deleted: 0 of 1.',
	'DELETE /employees/{id}': 'Deleted: 0 of 1.',
	'POST /events/trigger': 'Triggered: 0 of 1.',
};

it('asks every operation but the uploads, whose errors are about single records', () => {
	const asked = Object.values(ENDPOINTS).map(({ resource, operation }) => `${resource}: ${operation}`);
	const all = Object.entries(OPERATIONS).flatMap(([resource, rows]) =>
		Object.keys(rows).map((operation) => `${resource}: ${operation}`),
	);
	const uploads = ['contact: upsert', 'contact: setConsent', 'employee: upsert'];
	expect([...asked, ...uploads].sort()).toEqual(all.sort());
});

describe.each(each)('%s', (name) => {
	it.each(name === each[0] ? Object.keys(CAUSES).map(Number) : TWO)(
		'%i: what happened, how to go on, the words of the service, each entry, the Request-Id',
		async (status) => {
			const body = {
				message: 'Words of the service',
				validation_errors: {
					'0': { email: { code: 'v1c001', message: 'must be an e-mail address' } },
					'a-2': { id: { code: 'v1c002', message: '' }, zip: { code: 'v1c004', message: 'no zip' } },
				},
			};
			// A service that asks to wait is waited for; nobody waits for longer than a quarter of an hour.
			const headers = { 'retry-after': status === 429 || status === 503 ? '1000' : '0' };
			bench.sandbox.faults.add({ status, body, headers, times: Infinity });
			const run = await bench.run(at(name));
			const { requestId } = bench.sandbox.log.last() ?? {};
			const { message, description, ...facts } = factsOf(run);
			expect(facts).toEqual({ httpCode: String(status), itemIndex: 0, cause: declared(CAUSES[status]) });
			expect(message).toMatch(/^[A-Z].{15,120}[^.]$/);
			// What changes something says behind it what was done before.
			const [words, done] = description?.split(/ (?=\w+: 0 of 1\.)/) ?? [];
			const isUnknown = DONE[name] !== undefined && status >= 500;
			expect(done).toBe(isUnknown ? `${DONE[name]} Not known whether it was done: row 1.` : DONE[name]);
			const [advice, evidence] = words?.split(/ (?=The service says)/) ?? [];
			expect(advice).toMatch(/^[A-Z].{20,}\.$/);
			expect(evidence).toBe(
				[
					'The service says: Words of the service.',
					'0 › email: invalid value (v1c001), must be an e-mail address.',
					'a-2 › id: required (v1c002).',
					"a-2 › zip: breaks one of the service's own format rules (v1c004), no zip.",
					`Request-Id: ${requestId}`,
				].join(' '),
			);
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
			/could not process the request/,
		],
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
					new RegExp(`redirects to http://127\\.0\\.0\\.1:${other.port}[\\s\\S]*Base URL`),
				);
				expect(factsOf(run)).toMatchObject({
					cause: declared(PASSING),
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
		['no content', { status: 204 }],
		['a list of numbers', { status: 200, body: [1, 2] }],
	])('%s is an error for every reading', async (_, fault) => {
		for (const name of ['GET /contacts/{id}', 'GET /events', 'GET /events/latest', 'GET /operations/{id}']) {
			bench.sandbox.faults.add(fault);
			expect(wordsOf(await bench.run(at(name)))).toMatch(
				/does not match the documentation of the service[\s\S]*Request-Id/,
			);
		}
	});

	it.each(['GET /events', 'GET /events/latest', 'GET /operations'])(
		'null is an empty list: %s',
		async (name) => {
			bench.sandbox.faults.add({ status: 200, body: 'null', contentType: 'application/json' });
			const run = await bench.run(at(name));
			expect([run.error, run.json]).toEqual([undefined, []]);
		},
	);
});

it('the watch over logs, which every test file ends with, sees a key at any level', () => {
	registerKey(KEY);
	Container.get(Logger).debug('sending', { headers: { Authorization: `Bearer ${KEY}` } });
	expect(takeLeaks()).toEqual([expect.stringContaining(KEY)]);
});
