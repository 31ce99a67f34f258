/* eslint-disable */
/**
 * The calls of the contract, written a second time: the request, the answers that are a success, whether it is
 * repeated after a lost answer, and the words of a refusal. n8n is a few functions here.
 */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';

import { resources } from '../../nodes/ContactConsent/resources';
import { ENDPOINTS } from '../../sandbox/test/differential/contract';
import { executed, fakeN8n } from '../support/fake-n8n';

interface Answer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

const answer = (statusCode: number, body: unknown = '', headers: IDataObject = {}): Answer => ({
	statusCode,
	headers: { 'request-id': 'r-1', ...headers },
	body,
});

const ID = 'a/b c';
const IN_PATH = 'a%2Fb%20c';

/** One answer of each kind in the contract. */
const SUCCESSES = {
	object: () => answer(200, { id: ID, first_name: 'Ada', last_name: 'L', status: 'done' }),
	list: () => answer(200, []),
	pdf: () => answer(200, Readable.from([Buffer.from('%PDF-1.4')]), { 'content-type': 'application/pdf' }),
	accepted: () => answer(202, { message: 'accepted' }, { 'operation-id': 'o-1' }),
	nothing: () => answer(204),
};
type Success = keyof typeof SUCCESSES;

/** The words that a refusal with this status must contain. */
type Refused = Record<number, RegExp>;

interface Call {
	/** Parameters of single operations, by `resource.operation`. */
	operation: string;
	parameters: IDataObject;
	method: string;
	path: string;
	query?: IDataObject;
	body?: unknown;
	/** The success of the call first, then other answers that are no failure. */
	succeeds: readonly Success[];
	/** Whether the call is repeated after a lost answer. */
	again: boolean;
	seconds?: number;
	withoutKey?: true;
	refused?: Refused;
}

const UPLOAD = { inputMode: 'json', fieldsNotSent: 'clear', options: { waitUntilFinished: false } };
const CONTACT = { id: ID, first_name: 'Ada', last_name: 'Lovelace' };
const EMPLOYEE = { id: ID, first_name: 'Grace', email: 'grace@example.com' };
const PERIOD = { from: '2026-01-31T08:00:00+01:00', to: '2026-02-01T00:00:00Z' };
const PERIOD_SENT = { from: '2026-01-31T07:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };

const noRecord = /a\/b c[\s\S]*On Not Found/;

const CALLS: Call[] = [
	{
		operation: 'health.ping',
		parameters: {},
		method: 'GET',
		path: '/ping',
		// The contract does not show the body of a ping.
		succeeds: ['object', 'list', 'pdf', 'accepted', 'nothing'],
		again: true,
		withoutKey: true,
		refused: { 401: /ping[\s\S]*Base URL/, 403: /ping[\s\S]*Base URL/, 404: /ping[\s\S]*Base URL/ },
	},
	{
		operation: 'contact.upsert',
		parameters: { ...UPLOAD, json: [CONTACT] },
		method: 'POST',
		path: '/contacts',
		body: [CONTACT],
		succeeds: ['accepted'],
		again: true,
		refused: { 413: /too large[\s\S]*Shorten/ },
	},
	{
		operation: 'contact.get',
		parameters: { contactId: ID },
		method: 'GET',
		path: `/contacts/${IN_PATH}`,
		succeeds: ['object'],
		again: true,
		refused: { 404: noRecord },
	},
	{
		operation: 'contact.delete',
		parameters: { contactId: ID },
		method: 'DELETE',
		path: `/contacts/${IN_PATH}`,
		succeeds: ['nothing'],
		again: true,
		refused: { 404: noRecord },
	},
	{
		operation: 'documentation.download',
		parameters: {
			...{ documentationOf: 'latest', contactId: ID, binaryPropertyName: 'data' },
			options: { whenNotGenerated: 'output' },
		},
		method: 'GET',
		path: `/documentation/${IN_PATH}`,
		// 204 means that the PDF is not generated yet.
		succeeds: ['pdf', 'nothing'],
		again: true,
		seconds: 120,
		refused: { 404: /contact "a\/b c"[\s\S]*On Not Found/, 410: /a\/b c[\s\S]*no longer[\s\S]*limited time/ },
	},
	{
		operation: 'documentation.download',
		parameters: {
			...{ documentationOf: 'event', contactId: ID, eventId: 'e?1', binaryPropertyName: 'data' },
			options: { whenNotGenerated: 'output' },
		},
		method: 'GET',
		path: `/documentation/${IN_PATH}/e%3F1`,
		succeeds: ['pdf', 'nothing'],
		again: true,
		seconds: 120,
		refused: { 404: /event "e\?1"[\s\S]*a\/b c[\s\S]*On Not Found/, 410: /a\/b c[\s\S]*no longer/ },
	},
	{
		operation: 'employee.upsert',
		parameters: { ...UPLOAD, json: [EMPLOYEE] },
		method: 'POST',
		path: '/employees',
		body: [EMPLOYEE],
		succeeds: ['accepted'],
		again: true,
		refused: { 413: /too large[\s\S]*Shorten/ },
	},
	{
		operation: 'employee.get',
		parameters: { employeeId: ID },
		method: 'GET',
		path: `/employees/${IN_PATH}`,
		succeeds: ['object'],
		again: true,
		refused: { 404: noRecord },
	},
	{
		operation: 'employee.delete',
		parameters: { employeeId: ID },
		method: 'DELETE',
		path: `/employees/${IN_PATH}`,
		succeeds: ['nothing'],
		again: true,
		refused: { 403: /a\/b c[\s\S]*Contacts[\s\S]*employee_id/, 404: noRecord },
	},
	{
		operation: 'event.getMany',
		parameters: { returnAll: true, filters: { ...PERIOD, types: ['confirm'] }, options: { pageSize: 30 } },
		method: 'GET',
		path: '/events',
		query: { ...PERIOD_SENT, type: 'confirm', limit: 30 },
		succeeds: ['list'],
		again: true,
		refused: { 404: /events[\s\S]*Base URL/ },
	},
	{
		operation: 'event.getLatest',
		parameters: { returnAll: true, filters: { types: ['update'] }, options: { pageSize: 30 } },
		method: 'GET',
		path: '/events/latest',
		query: { type: 'update', limit: 30 },
		succeeds: ['list'],
		again: false,
		refused: { 404: /events[\s\S]*Base URL/ },
	},
	{
		operation: 'event.trigger',
		parameters: { eventType: 'confirm', contactInput: 'json', contact: CONTACT },
		method: 'POST',
		path: '/events/trigger',
		body: { type: 'confirm', contact: CONTACT },
		succeeds: ['object'],
		again: false,
		refused: {
			400: /test event[\s\S]*JSON/,
			403: /sandbox[\s\S]*key/,
			404: /test event[\s\S]*Create or Update/,
		},
	},
	{
		operation: 'operation.get',
		parameters: { operationId: ID },
		method: 'GET',
		path: `/operations/${IN_PATH}`,
		succeeds: ['object'],
		again: true,
		refused: { 403: /API key[\s\S]*right to read/, 404: /a\/b c[\s\S]*Create or Update/ },
	},
	{
		operation: 'operation.getMany',
		parameters: { returnAll: true, filters: PERIOD, options: { pageSize: 30 } },
		method: 'GET',
		path: '/operations',
		query: { ...PERIOD_SENT, limit: 30 },
		succeeds: ['list'],
		again: true,
		refused: { 403: /API key[\s\S]*right to read/ },
	},
];

/** Other operations and parameters that send one of these calls. */
const MORE: Array<Pick<Call, 'operation' | 'parameters' | 'method' | 'path' | 'query'>> = [
	{ operation: 'event.getMany', parameters: {}, method: 'GET', path: '/events', query: { limit: 50 } },
	{
		...{ operation: 'event.getMany', method: 'GET', path: '/events', query: { limit: 7 } },
		parameters: { limit: 7, filters: { types: ['update', 'confirm', 'documentation'] } },
	},
	{
		operation: 'event.getLatest',
		parameters: {},
		method: 'GET',
		path: '/events/latest',
		query: { limit: 50 },
	},
	{
		operation: 'operation.getMany',
		parameters: {},
		method: 'GET',
		path: '/operations',
		query: { limit: 50 },
	},
	{
		...{ operation: 'contact.getConsents', method: 'GET', path: `/contacts/${IN_PATH}` },
		parameters: { contactId: ID },
	},
	{
		...{ operation: 'contact.update', method: 'GET', path: `/contacts/${IN_PATH}` },
		parameters: { ...UPLOAD, json: [CONTACT] },
	},
	{
		...{ operation: 'employee.update', method: 'GET', path: `/employees/${IN_PATH}` },
		parameters: { ...UPLOAD, json: [EMPLOYEE] },
	},
	{
		...{ operation: 'contact.setConsent', method: 'GET', path: `/contacts/${IN_PATH}` },
		parameters: { contactId: ID, consentType: 'newsletter', consentState: 'withdrawn' },
	},
	{
		...{ operation: 'operation.wait', method: 'GET', path: `/operations/${IN_PATH}` },
		parameters: { operationId: ID },
	},
];

interface Sent extends IHttpRequestOptions {
	withKey: boolean;
}

/** Lets the waits between tries pass at once. */
async function inNoTime<T>(task: Promise<T>): Promise<T> {
	let isOver = false;
	void task.finally(() => (isOver = true));
	while (!isOver) {
		await new Promise((resolve) => setImmediate(resolve));
		await jest.advanceTimersToNextTimerAsync();
	}
	return await task;
}

/** Runs an operation on one item. The service answers in this order, and with the last answer again and again. */
async function run(
	{ operation: name, parameters }: Pick<Call, 'operation' | 'parameters'>,
	answers: Array<() => Answer>,
) {
	const [resource, operation] = name.split('.');
	const sent: Sent[] = [];
	const { context } = fakeN8n({
		input: [{}],
		parameters: { resource, operation, ...parameters },
		request(options, withKey) {
			sent.push({ ...options, withKey });
			const next = answers[Math.min(sent.length, answers.length) - 1];
			// n8n rejects the promise when a request fails, so the test does, too.
			return Promise.resolve().then(() => (next ?? SUCCESSES.object)());
		},
	});
	const { error } = await inNoTime(executed(context, resources));
	const { description = '' } = (error ?? {}) as { description?: string };
	return { sent, error, words: error && `${error.message}\n${description}` };
}

const BASE = 'https://service.example/v1';
const title = ({ method, path, operation }: Pick<Call, 'method' | 'path' | 'operation'>) =>
	`${operation}: ${method} ${path}`;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

it('each operation has a row in this table', () => {
	const rows = new Set([...CALLS, ...MORE].map(({ operation }) => operation));
	for (const { value, operations } of resources) {
		for (const operation of operations) expect(rows).toContain(`${value}.${operation.value}`);
	}
});

it('each call of the contract has a row in this table', () => {
	const calls = Object.keys(ENDPOINTS).map((name) => new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`));
	for (const call of calls) {
		expect([call, CALLS.filter(({ method, path }) => call.test(`${method} ${path}`)).length]).toEqual([
			call,
			1,
		]);
	}
	expect(calls).toHaveLength(CALLS.length);
});

const withoutNothing = (query: IDataObject = {}) =>
	Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

describe.each(CALLS.map((call) => ({ title: title(call), ...call })))('$title', (call) => {
	const success = SUCCESSES[call.succeeds[0] as Success];

	it('sends the request of the contract with its time limit, and with the key where it is needed', async () => {
		const { sent } = await run(call, [success]);
		expect(sent).toHaveLength(1);
		const { method, url, qs, body, timeout, withKey } = sent[0] as Sent;
		expect([method, url, withoutNothing(qs)]).toEqual([call.method, BASE + call.path, call.query ?? {}]);
		expect(body).toEqual(call.body);
		expect(timeout).toBe(1000 * (call.seconds ?? 60));
		expect(withKey).toBe(!call.withoutKey);
	});

	it('accepts the answers of the contract as a success, and no others', async () => {
		const taken: string[] = [];
		for (const [kind, one] of Object.entries(SUCCESSES)) {
			if ((await run(call, [one])).error === undefined) taken.push(kind);
		}
		expect(taken).toEqual(Object.keys(SUCCESSES).filter((kind) => call.succeeds.includes(kind as Success)));
	});

	it.each<[string, () => Answer]>([
		['a server error', () => answer(500, { message: 'oops' })],
		['a gateway that gave up', () => answer(504)],
		[
			'a broken connection',
			() => {
				throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
			},
		],
	])(`is sent ${call.again ? 'again' : 'once'} if its answer is lost to %s`, async (_what, lost) => {
		const { sent, error } = await run(call, [lost, success]);
		expect(sent).toHaveLength(call.again ? 2 : 1);
		expect(error === undefined).toBe(call.again);
		for (const one of sent) expect([one.method, one.url]).toEqual([call.method, BASE + call.path]);
	});

	it('is sent again after a 429, because the service did nothing', async () => {
		const { sent, error } = await run(call, [() => answer(429, '', { 'retry-after': '0' }), success]);
		expect([sent.length, error]).toEqual([2, undefined]);
	});

	it.each(Object.entries(call.refused ?? {}))('explains a %s in its own words', async (status, words) => {
		const { words: said, sent } = await run(call, [() => answer(Number(status), { message: 'no' })]);
		expect(said).toMatch(words);
		expect(sent).toHaveLength(1);
	});
});

it.each(MORE.map((call) => ({ title: title(call), ...call })))('$title sends that call', async (call) => {
	const success = call.query ? SUCCESSES.list : SUCCESSES.object;
	const [first] = (await run(call, [success])).sent;
	expect([first?.method, first?.url, withoutNothing(first?.qs)]).toEqual([
		call.method,
		BASE + call.path,
		call.query ?? {},
	]);
});
