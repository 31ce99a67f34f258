import { bench, contact } from './support';

const b = bench();

test('an entry has the request, the answer and their times', async () => {
	b.sandbox.clock.freeze(Date.parse('2026-03-01T10:00:00Z'));
	const response = await b.get('/events?type=update&limit=5', { headers: { 'X-Test': '1' } });
	expect(b.sandbox.log.all()).toEqual([
		{
			id: expect.any(Number),
			at: '2026-03-01T10:00:00.000Z',
			method: 'GET',
			path: '/v1/events',
			query: { type: 'update', limit: '5' },
			headers: expect.objectContaining({ authorization: 'sandbox-key', 'x-test': '1' }),
			bodyBytes: 0,
			status: 200,
			requestId: response.headers['request-id'],
			durationMs: expect.any(Number),
		},
	]);
});

test('an entry has the parsed body, or its text if the body is not JSON', async () => {
	const raw = { headers: { 'Content-Type': 'application/json' }, transformRequest: (x: string) => x };
	await b.post('/contacts', [contact('a'), contact('b')]);
	await b.post('/contacts', '[{', raw);
	expect(b.sandbox.log.all()).toMatchObject([
		{ status: 202, body: [contact('a'), contact('b')], elements: 2, ids: ['a', 'b'] },
		{ status: 400, body: '[{', bodyBytes: 2 },
	]);
});

test('an entry has no large body, but the ids in it', async () => {
	b.sandbox.configure({ logBodyBytes: 10 });
	await b.post('/contacts', [contact('a')]);
	b.sandbox.configure({ logBodyBytes: 10_000, logBodies: false });
	await b.post('/contacts', [contact('b')]);
	const [first, second] = b.sandbox.log.all();
	expect(first).toMatchObject({ elements: 1, ids: ['a'], bodyBytes: expect.any(Number) });
	expect([first, second].map((entry) => entry && 'body' in entry)).toEqual([false, false]);
	expect(second).toMatchObject({ ids: ['b'] });
});

test('requests with a wrong key, an unknown path or a fault are in the log', async () => {
	const [id] = b.sandbox.faults.add({ path: '/operations', status: 503 });
	b.sandbox.faults.add({ path: '/employees/e', reset: 'after' });
	await b.raw.get('/v1/events');
	await b.get('/nothing');
	await b.get('/operations');
	await b.get('/employees/e').catch(() => undefined);
	expect(b.sandbox.log.all().map(({ path, status, fault }) => [path, status, fault])).toEqual([
		['/v1/events', 401, undefined],
		['/v1/nothing', 404, undefined],
		['/v1/operations', 503, id],
		['/v1/employees/e', null, expect.any(String)],
	]);
});

test('all, last and count filter by method, path and status, and clear empties the log', async () => {
	await b.get('/contacts/a%2Fb');
	await b.post('/contacts', [contact('a')]);
	await b.get('/contacts/a');
	const { log } = b.sandbox;
	expect(log.count({ method: 'get' })).toBe(2);
	expect(log.count({ path: '/contacts' })).toBe(1);
	expect(log.count({ path: '/v1/contacts/*' })).toBe(2);
	expect(log.all({ path: /%2F/, status: 404 })).toHaveLength(1);
	expect(log.last()?.path).toBe('/v1/contacts/a');
	expect(log.last({ status: 202 })?.method).toBe('POST');
	log.clear();
	expect([log.all(), log.last()]).toEqual([[], undefined]);
});

test('logLimit keeps the newest entries', async () => {
	b.sandbox.configure({ logLimit: 10 });
	for (let turn = 0; turn < 15; turn++) await b.get(`/contacts/${turn}`);
	const paths = b.sandbox.log.all().map(({ path }) => path);
	expect(paths.length).toBeLessThanOrEqual(10);
	expect(paths.slice(-9)).toEqual(Array.from({ length: 9 }, (_, at) => `/v1/contacts/${at + 6}`));
});
