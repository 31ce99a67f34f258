/** A value that nests deeper than n8n can handle is refused in words, with all that helps to find it. */
import { actionBench, contact, wordsOf } from '../support/action';

const bench = actionBench();

/** An object that nests so many levels. */
const nested = (levels: number) => {
	let value: object = { end: true };
	for (let at = 0; at < levels; at++) value = { a: value };
	return value;
};

it.each([
	['Get', { operation: 'get', contactId: 'a' }],
	['Create or Update', { operation: 'upsert', inputMode: 'json', json: contact('a') }],
])('%s refuses an answer that nests too deep, with its Request-Id', async (_, parameters) => {
	for (const levels of [500, 3000]) {
		const body = { ...contact('a'), data: nested(levels) };
		bench.sandbox.faults.add({ path: '/contacts/a', method: 'GET', status: 200, body });
		const words = wordsOf(await bench.run({ resource: 'contact', ...parameters }));
		expect(words).toMatch(/nests more than 200 levels deep[^]*Request-Id: \S/);
		expect(words).not.toMatch(/call stack/i);
		expect(bench.requests().filter((request) => request.startsWith('POST'))).toEqual([]);
	}
});

it('a row that nests too deep is refused, and the other one is sent', async () => {
	const items = [{ ...contact('deep'), data: nested(3000) }, contact('good')];
	const run = await bench.run(
		{ resource: 'contact', operation: 'upsert', inputMode: 'json', json: '={{ $json }}' },
		{ items: items, onError: 'continueRegularOutput' },
	);
	expect(run.json).toMatchObject([
		{ error: expect.stringContaining('200 levels deep') as string },
		{ id: 'good', accepted: true },
	]);
});

it.each([
	['the history of events', '/events', { resource: 'event', operation: 'getMany' }],
	['the latest events', '/events/latest', { resource: 'event', operation: 'getLatest' }],
	['operations', '/operations', { resource: 'operation', operation: 'getMany' }],
])(
	'of %s, the entry that nests too deep is left out by name, and the others are returned',
	async (_, path, operation) => {
		const entry = (id: string, more: object = {}) => ({
			id,
			event_id: id,
			type: 'update',
			event_time: '2026-05-01T00:00:00Z',
			contact_id: 'a',
			contact: { ...contact('a'), ...more },
			items: [],
			...more,
		});
		const body = [entry('one'), entry('deep', { data: nested(3000) }), entry('two')];
		for (const simplify of [true, false]) {
			bench.sandbox.faults.add({ path, method: 'GET', status: 200, body });
			const run = await bench.run({ ...operation, returnAll: true, simplify });
			expect(wordsOf(run)).not.toMatch(/call stack/i);
			expect(run.json.map(({ event_id, id }) => event_id ?? id)).toEqual(['one', 'two']);
			expect(JSON.stringify(run.hints)).toMatch(/200 levels deep: deep\./);
		}
	},
);
