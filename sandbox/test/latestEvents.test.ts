/** What nobody has received yet, and the test events that end up there. */
import type { EventSeed } from '../index';
import { bench, event, ids } from './support';

const b = bench();
const latest = async (params = {}) => ids(await b.get('/events/latest', { params }));
const history = async (params = {}) => ids(await b.get('/events', { params }));

beforeEach(() => {
	b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Ada' }] });
});

describe('GET /events/latest', () => {
	const three = [event('a', 1), event('b', 2, { type: 'confirm' }), event('c', 3)];

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

	test('a query that is refused takes nothing away', async () => {
		b.sandbox.seed({ events: three });
		expect((await b.get('/events/latest?limit=0')).status).toBe(400);
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
		['stored', { id: 'c', first_name: 'Ada', employee_id: 'default', tags: [] }],
		['sent', { id: 'c', last_name: 'L', tags: [] }],
	] as const)('triggerContact %s', async (triggerContact, expected) => {
		b.sandbox.configure({ triggerContact });
		await trigger('update', { id: 'c', last_name: 'L' });
		expect((await b.get('/events')).data[0].contact).toEqual(expected);
	});

	test('triggerIdentifies email', async () => {
		b.sandbox.configure({ triggerIdentifies: 'email' });
		b.sandbox.seed({ contacts: [{ id: 'm', section_private: { emails: ['m@example.com'] } }] });
		const by = (email: string) => trigger('update', { section_work: { emails: [email] } });
		expect((await by('m@example.com')).status).toBe(200);
		expect((await by('x@example.com')).status).toBe(404);
		expect((await trigger('update', { id: 'm' })).status).toBe(400);
		expect((await b.get('/events')).data[0].contact_id).toBe('m');
	});

	test('a request that is refused makes no event', async () => {
		expect((await trigger('documentation', { id: 'c' })).status).toBe(400);
		expect(await history()).toEqual([]);
	});
});
