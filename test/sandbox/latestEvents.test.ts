/** What nobody has received yet, and the test events that end up there. */
import type { EventSeed } from '../../sandbox/index';
import { bench, event, ids } from './support';

const b = bench();
const latest = async (params = {}) => ids(await b.get('/events/latest', { params }));
const history = async (params = {}) => ids(await b.get('/events', { params }));

beforeEach(() => {
	b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Ada' }] });
});

describe('GET /events/latest', () => {
	const three = [event('a', 1), event('b', 2, { type: 'confirm' }), event('c', 3)];

	test('1000 by default', async () => {
		b.sandbox.seed({ events: 1001 });
		expect(await latest()).toHaveLength(1000);
		expect(await latest()).toHaveLength(1);
	});

	test('a late event arrives although its time is old', async () => {
		b.sandbox.seed({ events: three });
		await latest();
		b.sandbox.seed({ events: [event('late', 0)] });
		expect(await latest()).toEqual(['late']);
		expect(await history()).toEqual(['late', 'a', 'b', 'c']);
	});

	test.each([
		['arrival', ['c', 'a', 'b']],
		['asc', ['a', 'b', 'c']],
		['desc', ['c', 'b', 'a']],
	] as const)('latestOrder %s', async (latestOrder, expected) => {
		b.sandbox.configure({ latestOrder });
		b.sandbox.seed({ events: [three[2], three[0], three[1]] as EventSeed[] });
		expect(await latest({ limit: 2 })).toEqual(expected.slice(0, 2));
		expect(await latest({ limit: 2 })).toEqual(expected.slice(2));
	});

	test('latestOrder shuffled', async () => {
		b.sandbox.configure({ latestOrder: 'shuffled' });
		const { eventIds } = b.sandbox.seed({ events: 30 });
		const found = await latest();
		expect([...found].sort()).toEqual(eventIds);
		expect(found).not.toEqual(eventIds);
	});

	test.each(['type=other', 'limit=0', 'limit=x'])('400 for ?%s takes nothing away', async (query) => {
		b.sandbox.seed({ events: three });
		expect((await b.get(`/events/latest?${query}`)).status).toBe(400);
		expect(await latest()).toHaveLength(3);
	});

	test.each([
		['historyMarksReceived', '/events?type=documentation', true],
		['documentationMarksReceived', '/documentation/c/d', false],
		['contactMarksReceived', '/contacts/c', false],
	] as const)('%s', async (option, path, byDefault) => {
		expect(b.sandbox.options[option]).toBe(byDefault);
		for (const marks of [true, false]) {
			b.sandbox.reset({ [option]: marks });
			b.sandbox.seed({ contacts: [{ id: 'c' }], events: [event('d', 1, { type: 'documentation' })] });
			expect((await b.get(path)).status).toBe(200);
			expect(await latest()).toEqual(marks ? [] : ['d']);
		}
	});
});

describe('POST /events/trigger', () => {
	const trigger = (type: unknown, contact: unknown) => b.post('/events/trigger', { type, contact });

	test.each([
		['merged', { id: 'c', first_name: 'Ada', last_name: 'L', employee_id: 'default', tags: [] }],
		['stored', { id: 'c', first_name: 'Ada', employee_id: 'default', tags: [] }],
		['sent', { id: 'c', last_name: 'L', tags: [] }],
	] as const)('triggerContact %s', async (triggerContact, expected) => {
		b.sandbox.configure({ triggerContact });
		await trigger('update', { id: 'c', last_name: 'L' });
		expect((await b.get('/events')).data[0].contact).toEqual(expected);
	});

	test.each(['merged', 'stored', 'sent'] as const)(
		'triggerContact %s: the event carries the fields of a Contact and no others',
		async (triggerContact) => {
			b.sandbox.configure({ triggerContact, triggerUpdatesContact: true });
			const section_work = { emails: ['a@b.de'], more: 1, addresses: [{ city: 'X', planet: 'Y' }] };
			expect((await trigger('update', { id: 'c', nonsense: 1, section_work })).status).toBe(200);
			const text = JSON.stringify([(await b.get('/events')).data, (await b.get('/contacts/c')).data]);
			expect(text).not.toMatch(/nonsense|more|planet/);
			expect(text.includes('a@b.de')).toBe(true);
		},
	);

	test('triggerIdentifies email', async () => {
		b.sandbox.configure({ triggerIdentifies: 'email' });
		b.sandbox.seed({ contacts: [{ id: 'm', section_private: { emails: ['m@example.com'] } }] });
		const by = (email: string) => trigger('update', { section_work: { emails: [email] } });
		expect((await by('m@example.com')).status).toBe(200);
		expect((await by('x@example.com')).status).toBe(404);
		expect((await trigger('update', { id: 'm' })).status).toBe(400);
		expect((await b.get('/events')).data[0].contact_id).toBe('m');
	});

	test.each([
		[400, 'documentation', { id: 'c' }],
		[400, undefined, { id: 'c' }],
		[400, 'update', undefined],
		[400, 'update', 'c'],
		[400, 'update', {}],
		[400, 'update', { id: 7 }],
		[400, 'update', { id: 'c', section_work: { emails: [{ email: 'a@b.de' }] } }],
		[404, 'update', { id: 'nobody' }],
	])('%s for type %j and contact %j, no event', async (status, type, contact) => {
		const response = await trigger(type, contact);
		expect([response.status, Object.keys(response.data)]).toEqual([status, ['message']]);
		expect(await history()).toEqual([]);
	});

	test('400 for a body that is not JSON', async () => {
		const headers = { 'Content-Type': 'application/json' };
		expect((await b.post('/events/trigger', '{"type"', { headers, transformRequest: (x) => x })).status).toBe(
			400,
		);
	});

	test('403 for a production company, no event', async () => {
		const headers = { Authorization: 'production-key' };
		const response = await b.post('/events/trigger', { type: 'update', contact: { id: 'c' } }, { headers });
		expect([response.status, Object.keys(response.data)]).toEqual([403, ['message']]);
		expect(await history()).toEqual([]);
		expect((await b.get('/contacts/c', { headers })).status).toBe(200);
	});

	test('the event time is the time of the sandbox clock', async () => {
		b.sandbox.clock.freeze(Date.parse('2030-01-01T00:00:00Z'));
		await trigger('update', { id: 'c' });
		b.sandbox.clock.advance(1500);
		await trigger('update', { id: 'c' });
		const times = (await b.get('/events')).data.map((entry: { event_time: string }) => entry.event_time);
		const [first, second] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:01.500Z'];
		expect(times).toEqual([first, first, second, second]);
	});
});
