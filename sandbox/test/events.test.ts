import { at, bench, event, ids, pages } from './support';

const b = bench();
const history = async (params = {}) => ids(await b.get('/events', { params }));

beforeEach(() => {
	b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Ada' }] });
});

describe('GET /events', () => {
	const three = [event('a', 1), event('b', 2, { type: 'confirm' }), event('d', 3, { type: 'documentation' })];

	test.each([
		['inclusive', 'inclusive', ['b', 'd']],
		['exclusive', 'inclusive', ['d']],
		['inclusive', 'exclusive', ['b']],
		['exclusive', 'exclusive', []],
	] as const)('from %s to %s returns the events of that period', async (fromBound, toBound, expected) => {
		for (const eventOrder of ['asc', 'shuffled', 'desc'] as const) {
			b.sandbox.reset({ fromBound, toBound, eventOrder });
			b.sandbox.seed({ events: [...three, event('e', 9)] });
			expect((await history({ from: at(2), to: at(3) })).sort()).toEqual(expected);
		}
	});

	test.each([
		['2026-03-01T11:02:00+01:00', ['b', 'd']],
		['2026-03-01T15:32+0530', ['b', 'd']],
		['2026-03-01T08:02-02', ['b', 'd']],
		['2026-03-01T10:02:00', ['b', 'd']],
		['2026-03-01T10:02:00.001Z', ['d']],
		['2026-03-01', ['a', 'b', 'd']],
		['2026-03-02', []],
	])('from %s is read as the right moment', async (from, expected) => {
		b.sandbox.seed({ events: three });
		expect(await history({ from })).toEqual(expected);
	});

	test('with offsetlessTimes refuse, a time without an offset is a 400', async () => {
		b.sandbox.configure({ offsetlessTimes: 'refuse' });
		expect((await b.get('/events', { params: { from: '2026-03-01T10:02:00' } })).status).toBe(400);
		expect((await b.get('/events', { params: { from: '2026-03-01T10:02:00-03:00' } })).status).toBe(200);
	});

	test('an invalid query is a 400 with a web.Response', async () => {
		const queries = [
			'type=update,confirm',
			'type=update&type=confirm',
			'to=2026-02-30',
			'to=2026-03-01T25:00:00Z',
			'from=2026-03-01T10:00:00+01:00',
			'from=2026-03-01T10:00:00%2B99:99',
			'to=2026-03-01T10:00:00%2B01:60',
			'cursor=e30',
		];
		for (const query of queries) {
			const { status, data } = await b.get(`/events?${query}`);
			expect([query, status, Object.keys(data)]).toEqual([query, 400, ['message']]);
		}
	});

	test('eventOrder shuffled is neither ascending nor descending, and is the same in each reading and across pages', async () => {
		b.sandbox.configure({ eventOrder: 'shuffled' });
		const { eventIds } = b.sandbox.seed({ events: 50 });
		const first = await history();
		expect([...first].sort()).toEqual(eventIds);
		expect(first).not.toEqual(eventIds);
		expect(first).not.toEqual([...eventIds].reverse());
		expect((await pages(b, '/events', { limit: 7 })).flat()).toEqual(first);
	});

	test.each([
		['milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
		['seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
		['microseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/],
		['offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+02:00$/],
	] as const)(
		'timestampFormat %s: event_time has that format, and reading from such a time finds the event',
		async (timestampFormat, pattern) => {
			b.sandbox.configure({ timestampFormat });
			b.sandbox.seed({ events: 5, eventsStepMs: 1700 });
			const { data } = await b.get('/events');
			expect(data).toHaveLength(5);
			for (const { event_id, event_time } of data) {
				expect(event_time).toMatch(pattern);
				expect(Math.abs(Date.parse(event_time) - b.sandbox.clock.now())).toBeLessThan(10_000);
				expect(await history({ from: event_time, to: event_time })).toEqual([event_id]);
			}
		},
	);
});
