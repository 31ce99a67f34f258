/* eslint-disable */
/**
 * The requests of the examples as the contract has them: method, path, query and body, the answers that are a success,
 * whether a request is repeated after a lost answer, and the words of a refusal. n8n is a few functions here.
 */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';

import { resources } from '../../nodes/ContactConsent/operations';
import {
	answersOf,
	ENDPOINTS,
	successesOf,
	type Endpoint,
	type Success,
} from '../../sandbox/test/differential/contract';
import { EXAMPLES, nameOf, parametersOf, type Example } from '../support/examples';
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
const SUCCESSES: Record<Success, () => Answer> = {
	object: () => answer(200, { id: ID, first_name: 'Ada', last_name: 'L', status: 'done' }),
	list: () => answer(200, []),
	pdf: () => answer(200, Readable.from([Buffer.from('%PDF-1.4')]), { 'content-type': 'application/pdf' }),
	accepted: () => answer(202, { message: 'accepted' }, { 'operation-id': 'o-1' }),
	nothing: () => answer(204),
};
/** An ID and the ID of an event, each with characters that a path must encode. */
const ODD_IDS: Record<string, string> = { c: ID, e: ID, v: 'e?1', '(': ID };

/** A value of an example with odd IDs in place of its own. */
function withOddIds(value: unknown): unknown {
	if (typeof value === 'string') return /^[cev]\d$|^\(the ID/.test(value) ? ODD_IDS[value[0] ?? ''] : value;
	if (Array.isArray(value)) return value.map(withOddIds);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withOddIds(inner)]));
}

/** The words that a refusal with this status must contain. */
type Refused = Record<number, RegExp>;

const REFUSED: Partial<Record<Endpoint, Refused>> = {
	'GET /ping': { 401: /ping[\s\S]*Base URL/, 403: /ping[\s\S]*Base URL/, 404: /ping[\s\S]*Base URL/ },
	'POST /contacts': { 413: /too large[\s\S]*Shorten/ },
	'GET /contacts/{id}': { 404: /contact with the ID "a\/b c"/ },
	'DELETE /contacts/{id}': { 404: /contact with the ID "a\/b c"/ },
	'POST /employees': { 413: /too large[\s\S]*Shorten/ },
	'GET /employees/{id}': { 404: /employee with the ID "a\/b c"/ },
	'GET /documentation/{contactID}': {
		404: /contact "a\/b c"[\s\S]*On Not Found/,
		410: /a\/b c[\s\S]*no longer[\s\S]*limited time/,
	},
	'GET /documentation/{contactID}/{eventID}': {
		404: /event "e\?1"[\s\S]*a\/b c[\s\S]*On Not Found/,
		410: /a\/b c[\s\S]*no longer/,
	},
	'DELETE /employees/{id}': {
		403: /employee "a\/b c" cannot be deleted[\s\S]*Contacts[\s\S]*employee_id/,
		404: /employee with the ID "a\/b c"[\s\S]*On Not Found/,
	},
	'GET /events': {
		404: /events[\s\S]*Base URL/,
		410: /does not show events of this period[\s\S]*choose a later one/,
		416: /does not show events of this period[\s\S]*choose a later one/,
	},
	'GET /events/latest': { 404: /events[\s\S]*Base URL/ },
	'POST /events/trigger': {
		400: /test event[\s\S]*JSON/,
		403: /sandbox[\s\S]*key/,
		404: /test event[\s\S]*Create or Update/,
	},
	'GET /operations': { 403: /API key[\s\S]*right to read/ },
	'GET /operations/{id}': {
		403: /API key[\s\S]*right to read/,
		404: /operation with the ID "a\/b c"[\s\S]*Create or Update/,
	},
};

interface Call {
	title: string;
	operation: string;
	parameters: IDataObject;
	endpoint: Endpoint;
	method: string;
	path: string;
	query: Record<string, unknown>;
	body: unknown;
	/** The success of the call first, then other answers that are no failure. */
	succeeds: readonly Success[];
	/** Whether the call is repeated after a lost answer. */
	again: boolean;
	/** Whether a 403 is about the record alone. */
	forbidsOne: boolean;
}

/** A PDF that is not generated yet is a success, too, if the operation is told so. */
const asked = (operation: string, { options, ...others }: IDataObject): IDataObject =>
	operation === 'documentation.download'
		? { ...others, options: { ...(options as IDataObject), whenNotGenerated: 'output' } }
		: { ...others, options };

function callOf({ operation, parameters, items, request: { call, query = {}, body } }: Example): Call {
	const [method = '', template = ''] = call.split(' ');
	const path = template.replace('{eventID}', 'e%3F1').replace(/\{\w+\}/, IN_PATH);
	return {
		title: `${operation}: ${method} ${path}`,
		operation,
		parameters: withOddIds({ ...asked(operation, parameters), ...(items && { json: items }) }) as IDataObject,
		endpoint: call,
		method,
		path,
		query,
		body: withOddIds(body),
		succeeds: successesOf(call),
		again: answersOf(call).once !== true,
		forbidsOne: answersOf(call).forbidsOne === true,
	};
}

const first = (call: Endpoint) => EXAMPLES.find(({ request }) => request.call === call);
/** An example of each call of the contract, and the examples that begin with one of the same calls. */
const CALLS = (Object.keys(ENDPOINTS) as Endpoint[]).flatMap((call) => first(call) ?? []).map(callOf);
const MORE = EXAMPLES.filter((example) => first(example.request.call) !== example).map(callOf);

const list = (operation: string, parameters: IDataObject, path: string, query: IDataObject) => ({
	title: `${operation} with ${JSON.stringify(parameters)}: GET ${path} ${JSON.stringify(query)}`,
	operation,
	parameters,
	method: 'GET',
	path,
	query,
});
const PERIOD = { from: '2026-01-31T08:00:00+01:00', to: '2026-02-01T00:00:00Z' };
const PERIOD_SENT = { from: '2026-01-31T07:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };

/** What filters and limits become. */
const QUERIES = [
	list('event.getMany', {}, '/events', { limit: 50 }),
	list('event.getMany', { filters: { types: ['confirm'] } }, '/events', { type: 'confirm', limit: 50 }),
	list('event.getMany', { limit: 7, filters: { types: ['update', 'confirm', 'documentation'] } }, '/events', {
		limit: 7,
	}),
	list('event.getLatest', {}, '/events/latest', { limit: 50 }),
	list('event.getLatest', { filters: { types: ['update'] } }, '/events/latest', {
		type: 'update',
		limit: 50,
	}),
	list('operation.getMany', {}, '/operations', { limit: 50 }),
	list('operation.getMany', { filters: PERIOD }, '/operations', { ...PERIOD_SENT, limit: 50 }),
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
	const sent: Sent[] = [];
	const { context } = fakeN8n({
		input: [{}],
		parameters: parametersOf({ operation: name, parameters }, ID),
		request(options, withKey) {
			sent.push({ ...options, withKey });
			const next = answers[Math.min(sent.length, answers.length) - 1];
			// n8n rejects the promise when a request fails, so the test does, too.
			return Promise.resolve().then(() => (next ?? SUCCESSES.object)());
		},
	});
	const { error, items = [] } = await inNoTime(executed(context, resources));
	const { description = '' } = (error ?? {}) as { description?: string };
	return { sent, items, error, words: error && `${error.message}\n${description}` };
}

const BASE = 'https://service.example/v1';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

it('each call of the contract has an example in test/support/examples.ts', () => {
	expect(CALLS.map(({ endpoint }) => endpoint)).toEqual(Object.keys(ENDPOINTS));
});

/** Whether a call is repeated, as it is said in sandbox/test/differential/contract.ts. */
const AFTER_A_LOST_ANSWER = {
	true: 'again after a lost answer, unless contract.ts says "once"',
	false: 'once although its answer is lost, because contract.ts says "once"',
};

it.each(EXAMPLES.map((example) => ({ ...example, title: nameOf(example) })))(
	'$title: an operation of single requests has an `effect` if it does not only read',
	({ operation: name, request: { call } }) => {
		const [resource, value] = name.split('.');
		const operation = resources
			.find((one) => one.value === resource)
			?.operations.find((one) => one.value === value);
		const effect = operation?.kind === 'one' && operation.effect !== undefined;
		expect(effect).toBe(operation?.kind === 'one' && !call.startsWith('GET '));
	},
);

const withoutNothing = (query: IDataObject = {}) =>
	Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

describe.each(CALLS)('$title', (call) => {
	const success = SUCCESSES[call.succeeds[0] ?? 'object'];
	const isPing = call.endpoint === 'GET /ping';
	const refused = REFUSED[call.endpoint] ?? {};

	it('sends the request of its example with its time limit, and with the key unless it is a ping', async () => {
		const { sent } = await run(call, [success]);
		expect(sent).toHaveLength(1);
		const { method, url, qs, body, timeout, withKey } = sent[0] as Sent;
		expect([method, url, withoutNothing(qs)]).toEqual([call.method, BASE + call.path, call.query]);
		expect(body).toEqual(call.body);
		expect(timeout).toBe(1000 * (call.succeeds[0] === 'pdf' ? 120 : 60));
		expect(withKey).toBe(!isPing);
	});

	it('takes the successes of contract.ts as a success, and no other answer', async () => {
		const taken: string[] = [];
		for (const [kind, one] of Object.entries(SUCCESSES)) {
			const { error, words } = await run(call, [one]);
			if (error === undefined) taken.push(kind);
			// The transport has found it, not the code that shapes the answer.
			expect(words ?? '').not.toMatch(/unexpected/);
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
	])(`is sent ${AFTER_A_LOST_ANSWER[`${call.again}`]} (%s)`, async (_what, lost) => {
		const { sent, error } = await run(call, [lost, success]);
		expect(sent).toHaveLength(call.again ? 2 : 1);
		expect(error === undefined).toBe(call.again);
		for (const one of sent) expect([one.method, one.url]).toEqual([call.method, BASE + call.path]);
	});

	it('is sent again after a 429, because the service did nothing', async () => {
		const { sent, error } = await run(call, [() => answer(429, '', { 'retry-after': '0' }), success]);
		expect([sent.length, error]).toEqual([2, undefined]);
	});

	it.each(Object.entries(refused))('explains a %s in its own words: %s', async (status, words) => {
		const { words: said, sent } = await run(call, [() => answer(Number(status), { message: 'no' })]);
		expect(said).toMatch(words);
		expect(sent).toHaveLength(1);
	});
});

it.each(CALLS.filter(({ path, succeeds }) => path.endsWith(IN_PATH) && succeeds[0] === 'object'))(
	'$title refuses a record with another ID',
	async (call) => {
		const { statusCode, body, headers } = SUCCESSES.object();
		const other = answer(statusCode, { ...(body as IDataObject), id: 'other' }, headers);
		expect((await run(call, [() => other])).error).toBeDefined();
	},
);

it.each(['event.getMany', 'event.getLatest'])(
	'%s shows an event once, by its type and its ID',
	async (operation) => {
		const update = { type: 'update', event_id: 'e-1' };
		const listed = [
			update,
			{ type: 'confirm', event_id: 'e-1' },
			{ type: 'update', event_id: 'e-2' },
			update,
		];
		const { items } = await run({ operation, parameters: {} }, [() => answer(200, listed)]);
		expect(items).toMatchObject(listed.slice(0, 3));
		expect(items).toHaveLength(3);
	},
);

/** The parameters that have the ID, with an ID of each input item in its place. */
const forEachItem = (parameters: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, value === ID ? '={{ $json.id }}' : value]),
	);

const ofOneRecord = CALLS.filter(({ parameters }) => Object.values(parameters).includes(ID));
/** More than are under way at once. */
const ROWS = 300;
const FORBIDDEN = 280;

it.each(ofOneRecord)(
	'$title is given up after 40 answers of 403, unless contract.ts says "forbidsOne"',
	async ({ operation, forbidsOne, parameters, succeeds }) => {
		let asked = 0;
		const { context } = fakeN8n({
			input: Array.from({ length: ROWS }, (_, at) => ({ id: `r-${at}` })),
			parameters: parametersOf({ operation, parameters: forEachItem(parameters) }, ID),
			continues: true,
			request({ url }) {
				if (++asked <= FORBIDDEN) return Promise.resolve(answer(403, { message: 'no' }));
				const success = SUCCESSES[succeeds[0] ?? 'object']();
				const id = url.split('/').at(-1);
				return Promise.resolve(succeeds[0] === 'object' ? { ...success, body: { id } } : success);
			},
		});
		const { items = [] } = await inNoTime(executed(context, resources));
		const rows = items.flatMap(({ error, from }) =>
			error === undefined ? [] : (from as { item: number }).item,
		);
		const refused = forbidsOne ? FORBIDDEN : ROWS;
		expect(rows).toEqual(Array.from({ length: refused }, (_, at) => at));
		expect(asked === ROWS).toBe(forbidsOne);
		// An empty list is a success without an item.
		expect(items).toHaveLength(succeeds[0] === 'list' ? refused : ROWS);
	},
);

it.each([...MORE, ...QUERIES])('$title is what this operation asks the service first', async (call) => {
	const [sent] = (await run(call, [call.path.endsWith('s') ? SUCCESSES.list : SUCCESSES.object])).sent;
	expect([sent?.method, sent?.url, withoutNothing(sent?.qs)]).toEqual([
		call.method,
		BASE + call.path,
		call.query,
	]);
});
