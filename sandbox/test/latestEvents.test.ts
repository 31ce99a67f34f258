/** Events that nobody has received yet, and the test events that join them. */
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

	test('a late event is handed out although its time is old', async () => {
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
	] as const)(
		'latestOrder %s: events come in that order, also over several requests',
		async (latestOrder, expected) => {
			b.sandbox.configure({ latestOrder });
			b.sandbox.seed({ events: [three[2], three[0], three[1]] as EventSeed[] });
			expect(await latest({ limit: 2 })).toEqual(expected.slice(0, 2));
			expect(await latest({ limit: 2 })).toEqual(expected.slice(2));
		},
	);

	test('latestOrder shuffled: events come in another order than they were added in', async () => {
		b.sandbox.configure({ latestOrder: 'shuffled' });
		const { eventIds } = b.sandbox.seed({ events: 30 });
		const found = await latest();
		expect([...found].sort()).toEqual(eventIds);
		expect(found).not.toEqual(eventIds);
	});

	test('a refused query marks no event as received', async () => {
		b.sandbox.seed({ events: three });
		expect((await b.get('/events/latest?limit=0')).status).toBe(400);
		expect(await latest()).toHaveLength(3);
	});

	test.each([
		['historyMarksReceived', '/events?type=documentation', true],
		['documentationMarksReceived', '/documentation/c/d', false],
		['contactMarksReceived', '/contacts/c', false],
	] as const)(
		'%s decides whether reading %s marks events as received (default %p)',
		async (option, path, byDefault) => {
			expect(b.sandbox.options[option]).toBe(byDefault);
			for (const marks of [true, false]) {
				b.sandbox.reset({ [option]: marks });
				b.sandbox.seed({ contacts: [{ id: 'c' }], events: [event('d', 1, { type: 'documentation' })] });
				expect((await b.get(path)).status).toBe(200);
				expect(await latest()).toEqual(marks ? [] : ['d']);
			}
		},
	);
});

describe('POST /events/trigger', () => {
	const trigger = (type: unknown, contact: unknown) => b.post('/events/trigger', { type, contact });

	test.each([
		['stored', { id: 'c', first_name: 'Ada', employee_id: 'default', tags: [] }],
		['sent', { id: 'c', last_name: 'L', tags: [] }],
	] as const)('triggerContact %s decides which contact the event holds', async (triggerContact, expected) => {
		b.sandbox.configure({ triggerContact });
		await trigger('update', { id: 'c', last_name: 'L' });
		expect((await b.get('/events')).data[0].contact).toEqual(expected);
	});

	test('triggerIdentifies email finds the contact by its e-mail address, and no longer by its id', async () => {
		b.sandbox.configure({ triggerIdentifies: 'email' });
		b.sandbox.seed({ contacts: [{ id: 'm', section_private: { emails: ['m@example.com'] } }] });
		const by = (email: string) => trigger('update', { section_work: { emails: [email] } });
		expect((await by('m@example.com')).status).toBe(200);
		expect((await by('x@example.com')).status).toBe(404);
		expect((await trigger('update', { id: 'm' })).status).toBe(400);
		expect((await b.get('/events')).data[0].contact_id).toBe('m');
	});

	test('a refused request creates no event', async () => {
		expect((await trigger('documentation', { id: 'c' })).status).toBe(400);
		expect(await history()).toEqual([]);
	});
});
