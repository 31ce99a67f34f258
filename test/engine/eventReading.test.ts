/** Reading lists of events: what an event looks like, and a reading that breaks off. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, withoutJitter, wordsOf } from '../support/action';

const bench = actionBench();
withoutJitter();

const history = (more: IDataObject = {}) => ({ resource: 'event', operation: 'getMany', ...more });
const latest = (more: IDataObject = {}) => ({ resource: 'event', operation: 'getLatest', ...more });
const idsOf = (json: IDataObject[]) => json.map(({ event_id }) => event_id);

describe('an event', () => {
	it('is simplified to 10 keys at most', async () => {
		bench.sandbox.seed({ contacts: 1, events: 3 });
		const { json } = await bench.run(history());
		expect(json.map((event) => Object.keys(event))).toEqual([
			[
				...['event_id', 'event_time', 'type', 'contact_id', 'first_name', 'last_name'],
				...['email', 'mobile_number', 'consents'],
			],
			expect.arrayContaining(['consents']),
			['event_id', 'event_time', 'type', 'contact_id', 'event_documentation_url'],
		]);
	});

	it('is as the service sent it with Simplify off', async () => {
		bench.sandbox.seed({ contacts: 1, events: 3 });
		const { json } = await bench.run(history({ simplify: false }));
		expect(json).toEqual(bench.sandbox.state().events.map((event) => ({ ...event, received: undefined })));
	});
});

describe('a reading that breaks off', () => {
	it('getLatest: puts out what is in hand, with a hint', async () => {
		const { eventIds } = bench.sandbox.seed({ events: 6 });
		bench.sandbox.faults.add({ path: '/events/latest', after: 1, status: 500 });
		const run = await bench.run(latest({ returnAll: true, options: { pageSize: 4 } }));
		expect(run.error).toBeUndefined();
		expect(idsOf(run.json)).toEqual(eventIds.slice(0, 4));
		expect(run.hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('Only 4 results could be read') as string },
		]);
		expect(bench.requests().length).toBe(2);
	});

	it('getLatest: puts out the first type when the second one fails', async () => {
		bench.sandbox.seed({ events: 6 });
		bench.sandbox.faults.add({ match: ({ query }) => query.type === 'update', status: 500 });
		const run = await bench.run(latest({ returnAll: true, filters: { types: ['confirm', 'update'] } }));
		expect([run.error, run.json.length, run.hints.length]).toEqual([undefined, 2, 1]);
	});

	it('getLatest: puts out what earlier items took although a later one fails, with On Error "stop", too', async () => {
		const { eventIds } = bench.sandbox.seed({ events: 6 });
		bench.sandbox.faults.add({ path: '/events/latest', after: 1, status: 500 });
		const run = await bench.run(latest({ limit: 2 }), { items: [{}, {}, {}] });
		expect(run.error).toBeUndefined();
		expect(run.outputs[0]?.map(({ json, pairedItem }) => [json.event_id, pairedItem])).toEqual(
			eventIds.slice(0, 2).map((id) => [id, { item: 0 }]),
		);
		expect(run.hints).toMatchObject([
			{
				type: 'warning',
				message: expect.stringMatching(/^Row 2 of the input failed.*could not process the request/) as string,
			},
		]);
		expect(bench.requests().length).toBe(2);
	});

	it('getLatest: fails where the first item fails and nothing was taken', async () => {
		bench.sandbox.seed({ events: 6 });
		bench.sandbox.faults.add({ path: '/events/latest', status: 500 });
		const run = await bench.run(latest({ limit: 2 }), { items: [{}, {}] });
		expect([factsOf(run).itemIndex, run.json, bench.requests().length]).toEqual([0, [], 1]);
	});

	it('getLatest: puts out what was taken before a later item that cannot be read at all', async () => {
		bench.sandbox.seed({ events: 6 });
		const run = await bench.run(latest({ limit: '={{ $json.n }}' }), { items: [{ n: 2 }, { n: 'x' }] });
		expect([run.error, run.json.length]).toEqual([undefined, 2]);
		expect(run.hints.map(({ message }) => message)).toEqual([expect.stringContaining("'Limit'")]);
	});

	it.each([
		['500', { status: 500 }, 1],
		['503', { status: 503 }, 1],
		['a reset before the effect', { reset: 'before' as const }, 1],
		['a reset after the effect', { reset: 'after' as const }, 1],
		['429', { status: 429, headers: { 'retry-after': '0' } }, 2],
	])('getLatest: after %s, requests made', async (_, fault, requests) => {
		bench.sandbox.seed({ events: 2 });
		bench.sandbox.faults.add({ path: '/events/latest', ...fault });
		const run = await bench.run(latest({ limit: 2 }));
		expect(bench.requests().length).toBe(requests);
		expect(run.error === undefined).toBe(requests === 2);
	});

	it('getMany: repeats a page, and fails as a whole where that does not help', async () => {
		const { eventIds } = bench.sandbox.seed({ events: 6 });
		bench.sandbox.faults.add({ path: '/events', after: 1, status: 503, times: 2 });
		const all = history({ returnAll: true, options: { pageSize: 2 } });
		expect(idsOf((await bench.run(all)).json)).toEqual(eventIds);
		bench.sandbox.faults.add({ path: '/events', after: 1, status: 503, times: Infinity });
		const run = await bench.run(all);
		expect([run.json, factsOf(run).httpCode]).toEqual([[], '503']);
	});

	it('getMany: a cursor that comes again is an error, not a loop', async () => {
		const page = { status: 200, body: [{ event_id: 'a' }], headers: { 'next-cursor': 'again' } };
		bench.sandbox.faults.add({ path: '/events', times: Infinity, ...page });
		const run = await bench.run(history({ returnAll: true }));
		expect(wordsOf(run)).toMatch(/same page cursor twice[\s\S]*Request-Id/);
		expect(bench.requests()).toEqual(['GET /events?limit=1000', 'GET /events?limit=1000&cursor=again']);
	});
});
