import { bench, ids, pages } from './support';

const b = bench();
const START = Date.parse('2026-03-01T00:00:00Z');
const iso = (second: number) => new Date(START + second * 1000).toISOString();
const seed = (seconds: number[]) =>
	b.sandbox.seed({
		events: seconds.map((second, index) => ({ event_id: `e${index}`, event_time: iso(second) })),
	});
const history = { limit: 2 };

test('publicUrl is the base of Next-Link', async () => {
	b.sandbox.configure({ publicUrl: 'https://service.example/base/' });
	seed([1, 2]);
	const { headers } = await b.get('/events?limit=1');
	expect(headers['next-link']).toMatch(/^https:\/\/service\.example\/base\/v1\/events\?limit=1&cursor=/);
});

describe('between two pages', () => {
	const readFirst = async () => {
		seed([10, 20, 30, 40]);
		return String((await b.get('/events', { params: history })).headers['next-cursor']);
	};
	const rest = async (cursor: string) => ids(await b.get('/events', { params: { limit: 10, cursor } }));
	const add = (event_id: string, second: number) =>
		b.sandbox.seed({ events: [{ event_id, event_time: iso(second) }] });

	test.each([
		['keyset', ['e2', 'between', 'e3', 'end']],
		['offset', ['e1', 'e2', 'between', 'e3', 'end']],
		['snapshot', ['e2', 'e3']],
	] as const)(
		'with cursorMode %s, new events appear or not, as the mode says',
		async (cursorMode, expected) => {
			b.sandbox.configure({ cursorMode });
			const cursor = await readFirst();
			add('early', 5);
			add('between', 35);
			add('end', 50);
			expect(await rest(cursor)).toEqual(expected);
		},
	);

	test('with duplicateAcrossPages, a page repeats the end of the one before, and the list still ends', async () => {
		b.sandbox.configure({ duplicateAcrossPages: 1 });
		seed([1, 2, 3, 4]);
		expect(await pages(b, '/events', { limit: 2 })).toEqual([
			['e0', 'e1'],
			['e1', 'e2'],
			['e2', 'e3'],
		]);
		expect((await pages(b, '/events', { limit: 1 })).flat()).toEqual(['e0', 'e1', 'e2', 'e3']);
		b.sandbox.configure({ cursorMode: 'offset' });
		expect(await pages(b, '/events', { limit: 3 })).toEqual([
			['e0', 'e1', 'e2'],
			['e2', 'e3'],
		]);
	});

	test.each([
		['carried', 200, ['e2']],
		['query', 200, ['e2', 'e3']],
		['strict', 400, undefined],
	] as const)(
		'with cursorFilters %s, a cursor without its filters behaves as the option says',
		async (cursorFilters, status, expected) => {
			b.sandbox.configure({ cursorFilters });
			seed([10, 20, 30, 40]);
			const params = { limit: 2, to: iso(30) };
			const cursor = (await b.get('/events', { params })).headers['next-cursor'];
			const response = await b.get('/events', { params: { cursor, limit: 9 } });
			expect(response.status).toBe(status);
			if (expected) expect(ids(response)).toEqual(expected);
			expect(ids(await b.get('/events', { params: { ...params, cursor } }))).toEqual(['e2']);
		},
	);

	test('a cursor older than cursorLifetimeMs is refused', async () => {
		b.sandbox.configure({ cursorLifetimeMs: 1000 });
		b.sandbox.clock.freeze();
		const cursor = await readFirst();
		b.sandbox.clock.advance(1000);
		expect(await rest(cursor)).toEqual(['e2', 'e3']);
		b.sandbox.clock.advance(1);
		const expired = await b.get('/events', { params: { cursor } });
		expect([expired.status, Object.keys(expired.data)]).toEqual([400, ['message']]);
	});

	test('a cursor can be used cursorUses times', async () => {
		b.sandbox.configure({ cursorUses: 1 });
		const cursor = await readFirst();
		expect(await rest(cursor)).toEqual(['e2', 'e3']);
		expect((await b.get('/events', { params: { cursor } })).status).toBe(400);
		const another = String((await b.get('/events', { params: history })).headers['next-cursor']);
		expect(await rest(another)).toEqual(['e2', 'e3']);
	});
});

describe('limit', () => {
	test('is 1000 by default, and may be larger', async () => {
		b.sandbox.seed({ events: 1500 });
		expect((await pages(b, '/events')).map((page) => page.length)).toEqual([1000, 500]);
		expect((await pages(b, '/events', { limit: 1500 })).map((page) => page.length)).toEqual([1500]);
	});

	test.each([
		['cap', 200, 3],
		['refuse', 400, undefined],
	] as const)(
		'over maxLimit, overMaxLimit %s decides between a shorter page and a refusal',
		async (overMaxLimit, status, length) => {
			b.sandbox.configure({ maxLimit: 3, overMaxLimit });
			seed([1, 2, 3, 4, 5]);
			for (const path of ['/events', '/events/latest', '/operations']) {
				expect((await b.get(path, { params: { limit: 4 } })).status).toBe(status);
			}
			const page = await b.get('/events', { params: { limit: 4 } });
			if (length) expect(ids(page)).toHaveLength(length);
		},
	);
});
