/* eslint-disable */
import { bench, contact, ids } from './support';

const b = bench();
const get = async (path: string) => (await b.raw.get(`/__control${path}`)).data;
const send = (method: string, path: string, data?: unknown) =>
	b.raw.request({ method, url: `/__control${path}`, data });

test('GET and PATCH /options: an option can be read and changed; an unknown one is refused', async () => {
	const before = await get('/options');
	expect(before).toMatchObject({ maxContacts: 1000, maxLimit: null });
	const changed = await send('PATCH', '/options', { maxContacts: 5, cursorUses: null });
	expect([changed.status, changed.data]).toEqual([200, { ...before, maxContacts: 5 }]);
	expect(b.sandbox.options.maxContacts).toBe(5);
	const refused = await send('PATCH', '/options', { nonsense: 1 });
	expect([refused.status, refused.data.message]).toEqual([400, 'There is no option "nonsense"']);
});

test('POST /seed adds records and returns their ids, and GET /state shows them', async () => {
	const seeded = await send('POST', '/seed', {
		contacts: 2,
		employees: [{ id: 'e' }],
		events: 3,
		operations: 1,
	});
	expect(seeded.data).toEqual({
		contactIds: ['contact-000001', 'contact-000002'],
		employeeIds: ['e'],
		eventIds: ['event-000001', 'event-000002', 'event-000003'],
		operationIds: [expect.any(String)],
	});
	await b.get('/events/latest?limit=1');
	const state = await get('/state');
	expect(state).toEqual(b.sandbox.state());
	expect(state.events.map((event: { received: boolean }) => event.received)).toEqual([true, false, false]);
});

test('seeding again continues the numbering, and refuses an id that exists', () => {
	b.sandbox.seed({ events: 2 });
	expect(b.sandbox.seed({ events: 2 }).eventIds).toEqual(['event-000003', 'event-000004']);
	expect(() => b.sandbox.seed({ events: [{ event_id: 'event-000001' }] })).toThrow('event-000001');
	expect(() => b.sandbox.seed({ events: [{ event_time: 'soon' }] })).toThrow();
	b.sandbox.reset();
	b.sandbox.seed({ events: [{ contact_id: 'mine' }] });
	expect(b.sandbox.state().contacts).toEqual([]);
});

test('seeded events have the given first time, distance, type and received mark', async () => {
	b.sandbox.seed({
		events: 3,
		eventsFrom: '2026-03-01T10:00:00Z',
		eventsStepMs: 60_000,
		eventTypes: ['confirm'],
		received: true,
	});
	expect((await b.get('/events/latest')).data).toEqual([]);
	const { data } = await b.get('/events?type=confirm');
	expect(data.map((event: { event_time: string }) => event.event_time.slice(11, 16))).toEqual([
		'10:00',
		'10:01',
		'10:02',
	]);
});

test('/faults adds, lists and removes faults, and refuses impossible ones', async () => {
	const added = await send('POST', '/faults', [
		{ path: '/events', status: 503, times: null },
		{ id: 'two', pathPattern: 'operations', status: 500 },
	]);
	expect(added.data).toEqual({ ids: [expect.any(String), 'two'] });
	expect([(await b.get('/events')).status, (await b.get('/events')).status]).toEqual([503, 503]);
	expect((await get('/faults'))[0]).toMatchObject({ seen: 2, used: 2 });
	await send('DELETE', `/faults?id=${added.data.ids[0]}`);
	expect((await b.get('/events')).status).toBe(200);
	expect((await send('DELETE', '/faults')).status).toBe(204);
	expect(await get('/faults')).toEqual([]);
	for (const odd of [{ pathPattern: '(' }, { status: 600 }, { headers: { 'a b': 'c' } }, { nonsense: 1 }])
		expect((await send('POST', '/faults', odd)).status).toBe(400);
});

test('GET /log filters by path, status and method, and DELETE clears it', async () => {
	await b.get('/events');
	await b.get('/contacts/none');
	expect(await get('/log?path=/contacts/*')).toMatchObject([{ path: '/v1/contacts/none', status: 404 }]);
	expect(await get('/log?status=200&method=GET')).toHaveLength(1);
	await send('DELETE', '/log');
	expect(await get('/log')).toEqual([]);
});

test('PATCH /clock sets, advances, freezes and releases the clock, and refuses other values', async () => {
	await send('PATCH', '/clock', { set: '2030-01-01T00:00:00Z', freeze: true });
	expect((await get('/clock')).now).toMatch(/^2030-01-01T00:00:00/);
	const { now } = (await send('PATCH', '/clock', { advanceMs: 86_400_000 })).data;
	expect(now).toMatch(/^2030-01-02T00:00:00/);
	for (const odd of [{ set: 'later' }, { advanceMs: '1000' }])
		expect((await send('PATCH', '/clock', odd)).status).toBe(400);
	expect((await get('/clock')).now).toBe(now);
	await send('PATCH', '/clock', { freeze: false });
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect((await get('/clock')).now).not.toBe(now);
});

test('PUT /documentation sets the state of one PDF, and /documentation/flush generates all that wait', async () => {
	b.sandbox.configure({ documentationDelayMs: Infinity });
	b.sandbox.seed({
		contacts: [{ id: 'c' }],
		events: [{ event_id: 'd', type: 'documentation', contact_id: 'c' }],
	});
	expect((await send('PUT', '/documentation/d', { state: 'gone' })).status).toBe(204);
	expect((await b.get('/documentation/c/d')).status).toBe(410);
	expect((await send('PUT', '/documentation/none', { state: 'gone' })).status).toBe(400);
	expect((await send('PUT', '/documentation/d', { state: 'godn' })).status).toBe(400);
	await send('PUT', '/documentation/d', { state: null });
	expect((await send('POST', '/documentation/flush')).data).toEqual({ generated: 1 });
	expect((await b.get('/documentation/c/d')).status).toBe(200);
});

test('POST /refuse makes an upload fail validation, and /fail-items makes items fail in the operation', async () => {
	await send('POST', '/refuse', { id: 'a', field: 'title', code: 'v1c004', message: 'no' });
	const refused = await b.post('/contacts', [contact('a')]);
	expect(refused.data.validation_errors).toEqual({ 0: { title: { code: 'v1c004', message: 'title no' } } });
	await send('POST', '/refuse', { id: 'a', clear: true });
	await send('POST', '/fail-items', { ids: ['b'] });
	await b.post('/contacts', [contact('a'), contact('b')]);
	expect(b.sandbox.state().contacts.map(({ id }) => id)).toEqual(['a']);
});

test('POST /reset deletes the data and goes back to the options of the start', async () => {
	b.sandbox.seed({ contacts: 1 });
	expect((await send('POST', '/reset', { maxContacts: 3 })).status).toBe(204);
	expect([b.sandbox.state().contacts, b.sandbox.options.maxContacts]).toEqual([[], 3]);
	expect((await send('POST', '/reset')).status).toBe(204);
	expect(b.sandbox.options.maxContacts).toBe(1000);
});

test('a body that is not JSON is a 400 and changes nothing', async () => {
	const headers = { 'Content-Type': 'application/json' };
	const refused = await b.raw.post('/__control/seed', '{', { headers, transformRequest: (x) => x });
	expect([refused.status, (await send('POST', '/nothing')).status]).toEqual([400, 404]);
	expect(ids(await b.get('/events'))).toEqual([]);
});
