/** Reading lists of events: what an event looks like, and a reading that breaks off. */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, withoutJitter } from '../support/action';

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
});
