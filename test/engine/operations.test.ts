import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, KEY, withoutJitter, wordsOf } from '../support/action';
import { declared } from '../support/features';

const bench = actionBench();
withoutJitter();

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const upload = async (...ids: string[]): Promise<string> => {
	const elements = ids.map((id) => ({ id, first_name: 'A', last_name: 'B' }));
	const { json } = await bench.run({
		resource: 'contact',
		operation: 'upsert',
		inputMode: 'json',
		json: JSON.stringify(elements),
		options: { waitUntilFinished: false },
	});
	bench.sandbox.log.clear();
	return json[0]?.operation_id as string;
};

describe('operation: get', () => {
	it('reads an operation', async () => {
		bench.sandbox.failItems('b');
		const id = await upload('a', 'b', 'c');
		const { json } = await bench.run({ resource: 'operation', operation: 'get', operationId: byId(id) });
		expect(json).toEqual([
			{
				id,
				created_at: expect.stringMatching(/^\d{4}-/) as string,
				type: 'upsert',
				model: 'contact',
				status: 'finished',
				item_count: 3,
				item_statuses: { success: 2, failed: 1 },
			},
		]);
		expect(bench.requests()).toEqual([`GET /operations/${id}`]);
	});

	it('reports an operation that does not exist', async () => {
		const run = await bench.run({ resource: 'operation', operation: 'get', operationId: byId('x') });
		expect(factsOf(run)).toMatchObject({ httpCode: '404', itemIndex: 0 });
		expect(wordsOf(run)).toContain('no operation with the ID "x"');
	});

	it('reports a key that may not read operations', async () => {
		bench.sandbox.configure({ keys: [{ key: KEY, kind: 'sandbox', operations: false }] });
		const run = await bench.run({ resource: 'operation', operation: 'get', operationId: byId('x') });
		expect(factsOf(run)).toMatchObject({ httpCode: '403', cause: declared('temporarily-unavailable') });
		expect(wordsOf(run)).toSay('mayNotReadOperations');
		expect(wordsOf(run)).not.toMatch(/wrong key/i);
	});
});

describe('operation: getMany', () => {
	const getMany = { resource: 'operation', operation: 'getMany' };

	it.each([
		[{}, 50, ['limit=50']],
		[{ returnAll: true, options: { pageSize: 40 } }, 70, ['limit=40', 'limit=40']],
	])('with %j lists %i operations', async (given, count, limits) => {
		const { operationIds } = bench.sandbox.seed({ operations: 70 });
		const { json } = await bench.run({ ...getMany, ...given });
		expect(json.map(({ id }) => id)).toEqual([...operationIds].reverse().slice(0, count));
		expect(bench.requests().map((line) => /limit=\d+/.exec(line)?.[0])).toEqual(limits);
	});

	it.each(['2026-02-01', '20260201'])(
		'sends From and To of the period, and all of the day %s',
		async (to) => {
			bench.sandbox.seed({ operations: 5 });
			const from = '2026-01-31T08:00:00+01:00';
			await bench.run({ ...getMany, filters: { from, to } }, { timezone: 'UTC' });
			expect(bench.sandbox.log.last()?.query).toMatchObject({
				from: '2026-01-31T07:00:00.000Z',
				// A day as the end of a period is that whole day.
				to: '2026-02-01T23:59:59.999Z',
			});
		},
	);
});

describe('operation: wait', () => {
	const wait = (operationId: string, options: IDataObject = {}) => ({
		resource: 'operation',
		operation: 'wait',
		operationId: byId(operationId),
		options,
	});

	it('waits until the status is none of the pending ones', async () => {
		bench.sandbox.configure({ operationDurationMs: 700 });
		const id = await upload('a');
		const { json } = await bench.run(wait(id));
		expect(json).toMatchObject([
			{ id, status: 'finished', items: [{ status: 'success' }], timed_out: false },
		]);
		expect(bench.requests().length).toBeGreaterThan(1);
	});

	it('waits for one Operation once, if its rows have the same options', async () => {
		bench.sandbox.faults.add({ status: 200, body: { id: 'o', status: 'queued' }, times: Infinity });
		const items = [
			{ timeout: 0, pending: 'queued' },
			{ timeout: 0, pending: 'other' },
			{ timeout: 0, pending: 'queued' },
			{ timeout: 1, pending: 'other' },
		];
		const options = { timeout: '={{ $json.timeout }}', pendingStatuses: '={{ $json.pending }}' };
		const { json } = await bench.run(wait('o', options), { items });
		expect(json.map(({ timed_out }) => timed_out)).toEqual([true, false, true, false]);
		expect(bench.requests().length).toBe(3);
	});

	it('counts the time of all rows from the beginning', async () => {
		const items = Array.from({ length: 150 }, (_, at) => ({ id: `o-${at}` }));
		for (const { id } of items) {
			const body = { id, status: 'queued' };
			bench.sandbox.faults.add({ path: `/operations/${id}`, status: 200, body, times: Infinity });
		}
		const parameters = { ...wait('', { timeout: 1 }), operationId: byId('={{ $json.id }}') };
		const { json } = await bench.run(parameters, { items });
		expect(json.filter(({ timed_out }) => timed_out === true).length).toBe(150);
		const asked = (at: number) => bench.requests().filter((line) => line.endsWith(`/o-${at}`)).length;
		expect(asked(0)).toBeGreaterThan(1);
		expect([asked(140), asked(149)]).toEqual([1, 1]);
	});

	it.each([
		['In-Progress', undefined, true],
		['Waiting Room', 'x, waiting_room', true],
		['queued', ' , ', false],
	])(
		'with the status %j and the pending statuses %j times out: %s',
		async (status, pendingStatuses, pending) => {
			bench.sandbox.faults.add({ status: 200, body: { id: 'o', status } });
			const options = { timeout: 0, ...(pendingStatuses !== undefined && { pendingStatuses }) };
			const { json } = await bench.run(wait('o', options));
			expect(json).toEqual([{ id: 'o', status, timed_out: pending }]);
		},
	);
});
