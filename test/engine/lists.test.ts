/** Lists whose pages repeat, end nowhere or expire. */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/ContactConsent/operations';
import { actionBench, KEY, withoutJitter, wordsOf } from '../support/action';
import { EXAMPLES, parametersOf } from '../support/examples';
import { startGateway, type Answer, type Gateway } from '../support/gateway';

const bench = actionBench();
withoutJitter();
let gateway: Gateway;
beforeAll(async () => void (gateway = await startGateway(() => new URL(bench.sandbox.baseUrl).origin)));
beforeEach(() => {
	gateway.change = (answer) => answer;
	gateway.reached.length = 0;
});
afterAll(() => gateway.close());

/** Each operation that reads a list page by page, and may read it twice. */
const LISTS = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap((row) => {
		if (row.kind !== 'pages' || row.takesAway) return [];
		const example = EXAMPLES.find(({ operation }) => operation === `${resource}.${row.value}`);
		if (example === undefined)
			throw new Error(`test/support/examples.ts has no example of ${resource}.${row.value}`);
		const id = 'event_id' in (example.out[0] ?? {}) ? 'event_id' : 'id';
		// All entries of the lists below count, so there is no filter.
		const parameters = {
			...parametersOf(example, 'o1'),
			returnAll: true,
			simplify: false,
			filters: {},
			options: {},
		};
		return [{ resource, operation: row.value, id, parameters }];
	}),
);

const itemOf = (id: string, at: number): IDataObject =>
	id === 'id' ? { id: `o${at}` } : { event_id: `e${at}`, type: 'update', contact_id: 'c' };

/** Answers each request with the next page of a script, and then with the last page again and again. */
function answerWith(pages: Array<{ items: IDataObject[]; next?: string; status?: number }>): () => number {
	let asked = 0;
	gateway.change = (answer): Answer => {
		const { items, next, status = 200 } = pages[Math.min(asked++, pages.length - 1)] ?? { items: [] };
		const headers = {
			'content-type': 'application/json',
			'request-id': 'r',
			...(next && { 'next-cursor': next }),
		};
		const body = status === 200 ? items : { message: 'The cursor has expired' };
		return { ...answer, status, headers, body: Buffer.from(JSON.stringify(body)) };
	};
	return () => asked;
}

describe.each(LISTS)('$resource: $operation', ({ id, parameters }) => {
	const read = async () =>
		await bench.run(parameters, { credentials: { baseUrl: gateway.baseUrl, apiKey: KEY } });
	const some = (...numbers: number[]) => numbers.map((at) => itemOf(id, at));
	const idsOf = ({ json }: { json: IDataObject[] }) => json.map((item) => item[id]);
	const hintOf = ({ hints }: { hints: Array<{ message: unknown }> }) =>
		hints.map(({ message }) => message).join();

	it('ends at an empty page that repeats its own cursor', async () => {
		const asked = answerWith([
			{ items: some(1, 2), next: 'a' },
			{ items: [], next: 'a' },
		]);
		const run = await read();
		expect([run.error, idsOf(run), hintOf(run), asked()]).toEqual([
			undefined,
			some(1, 2).map((item) => item[id]),
			'',
			2,
		]);
	});

	it('keeps what was read if a full page repeats the cursor, and warns', async () => {
		answerWith([
			{ items: some(1), next: 'a' },
			{ items: some(2), next: 'a' },
		]);
		const run = await read();
		expect(idsOf(run)).toEqual(some(1, 2).map((item) => item[id]));
		expect(hintOf(run)).toMatch(/Only 2 results could be read.*same page cursor twice/);
	});

	it.each([
		['empty', []],
		['without anything new', [1]],
	])('ends after some pages that are %s, although each has a new cursor', async (_, again) => {
		let asked = 0;
		gateway.change = (answer): Answer => {
			const body = JSON.stringify(asked++ === 0 ? some(1) : some(...again));
			const headers = { 'content-type': 'application/json', 'request-id': 'r', 'next-cursor': `n${asked}` };
			return { ...answer, status: 200, headers, body: Buffer.from(body) };
		};
		const run = await read();
		expect(idsOf(run)).toEqual(some(1).map((item) => item[id]));
		expect(asked).toBe(21);
		expect(hintOf(run)).toSay('nothingNew');
	});

	it('fails if a repeated cursor comes before any item was read', async () => {
		answerWith([
			{ items: [], next: 'a' },
			{ items: [], next: 'b' },
			{ items: [], next: 'a' },
		]);
		expect(wordsOf(await read())).toSay('sameCursor');
	});

	it.each([400, 404, 410, 422])(
		'starts again once if the cursor has expired (%i), and repeats no item',
		async (status) => {
			const expired = { items: [], status };
			answerWith([
				{ items: some(1, 2), next: 'a' },
				expired,
				{ items: some(0, 1), next: 'b' },
				{ items: some(2, 3) },
			]);
			const run = await read();
			expect([run.error, idsOf(run)]).toEqual([undefined, some(1, 2, 0, 3).map((item) => item[id])]);
			answerWith([{ items: some(1), next: 'a' }, expired]);
			expect(wordsOf(await read())).toMatch(/The cursor has expired/);
			expect(gateway.reached.slice(-4)).toHaveLength(4);
		},
	);

	it('may start a long list again without taking its known pages for an endless list', async () => {
		const pages = Array.from({ length: 30 }, (_, at) => ({ items: some(at), next: `n${at}` }));
		const again = pages.map((page) => ({ ...page, next: `again-${page.next}` }));
		answerWith([...pages, { items: [], status: 400 }, ...again, { items: some(30) }]);
		expect((await read()).json).toHaveLength(31);
	});
});

it('an update and its document with the same ID are both listed', async () => {
	const both = ['update', 'documentation'].map((type) => ({ event_id: 'e1', type, contact_id: 'c' }));
	answerWith([{ items: both }]);
	const credentials = { baseUrl: gateway.baseUrl, apiKey: KEY };
	const { json } = await bench.run(
		{ resource: 'event', operation: 'getMany', returnAll: true },
		{ credentials },
	);
	expect(json.map(({ type }) => type)).toEqual(['update', 'documentation']);
});

describe.each(['abc', '0f', KEY])('with the key %s,', (apiKey) => {
	it.each(LISTS)(
		'a page cursor of $resource that contains the key goes back to the service unchanged',
		async ({ id, parameters }) => {
			const cursor = `x${apiKey}y${apiKey}`;
			const seen: Array<string | null> = [];
			answerWith([{ items: [itemOf(id, 1)], next: cursor }, { items: [itemOf(id, 2)] }]);
			const change = gateway.change;
			gateway.change = (answer, request) => {
				seen.push(new URL(bench.sandbox.log.all().at(-1)?.path ?? '', 'http://a').searchParams.get('cursor'));
				return change(answer, request);
			};
			const credentials = { baseUrl: gateway.baseUrl, apiKey };
			const run = await bench.run(parameters, { credentials });
			expect([run.error, run.json.length]).toEqual([undefined, 2]);
			expect(bench.sandbox.log.all().at(-1)?.query.cursor).toBe(cursor);
		},
	);
});

it('a PDF that is refused for good is reported in the words of the service', async () => {
	bench.sandbox.seed({ events: [{ event_id: 'd1', type: 'documentation', contact_id: 'c1' }] });
	bench.sandbox.faults.add({
		path: '/documentation/*',
		status: 403,
		body: { message: 'Documents are not part of your contract' },
		times: null,
	});
	const run = await bench.run({
		resource: 'event',
		operation: 'getMany',
		options: { downloadDocumentation: true },
	});
	expect(run.hints.map(({ message }) => message).join()).toMatch(
		/Without PDF: 1 document.*not part of your contract/,
	);
});
