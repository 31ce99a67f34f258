/* eslint-disable */
import { text } from 'node:stream/consumers';

import { start } from '../index';
import type { Fault } from '../index';
import { bench, contact } from './support';

const b = bench();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The status of the answer, or the code of the connection error. */
async function outcome(request: Promise<{ status: number }>): Promise<number | string> {
	try {
		return (await request).status;
	} catch (error) {
		return String((error as { code?: string }).code);
	}
}
const upload = () => b.post('/contacts', [contact('a')]);
const stored = () => b.sandbox.contact('a') !== undefined;

describe('what a fault does', () => {
	test.each<[Fault, number | string, boolean]>([
		[{ status: 503 }, 503, false],
		[{ status: 503, effect: true }, 503, true],
		[{ headers: { 'X-A': 'b' } }, 202, true],
		[{ reset: 'before' }, 'ECONNRESET', false],
		[{ reset: 'after' }, 'ECONNRESET', true],
		[{ location: '/v1/ping' }, 302, false],
	])(
		'%j has the expected outcome, and the request has its effect or not',
		async (fault, expected, effect) => {
			b.sandbox.faults.add(fault);
			expect(await outcome(upload())).toBe(expected);
			expect(stored()).toBe(effect);
			expect(await outcome(upload())).toBe(202);
			expect(b.sandbox.faults.done()).toBe(true);
		},
	);

	test('replaces status, body, headers and Request-Id', async () => {
		b.sandbox.faults.add({ status: 429, body: { message: 'slow down' }, headers: { 'Retry-After': '7' } });
		const response = await b.get('/events');
		expect([response.status, response.data]).toEqual([429, { message: 'slow down' }]);
		expect(response.headers).toMatchObject({
			'retry-after': '7',
			'content-type': 'application/json; charset=utf-8',
			'request-id': expect.any(String),
		});
	});

	test('removes a header that is null', async () => {
		b.sandbox.faults.add(
			{ status: 500, headers: { 'Request-Id': null } },
			{ headers: { 'Operation-Id': null } },
		);
		expect((await upload()).headers['request-id']).toBeUndefined();
		const { status, headers } = await upload();
		expect([status, headers['operation-id'], headers['operation-link']]).toEqual([
			202,
			undefined,
			expect.any(String),
		]);
	});

	test.each<[Fault, string | undefined, unknown]>([
		[{ status: 502, body: '<html>bad</html>', contentType: 'text/html' }, 'text/html', '<html>bad</html>'],
		[{ status: 500, body: 'oops' }, 'text/plain; charset=utf-8', 'oops'],
		[{ body: '{"half":', contentType: 'application/json' }, 'application/json', '{"half":'],
		[{ body: null }, 'application/json; charset=utf-8', 'null'],
		[{ status: 204 }, undefined, ''],
	])('sends the body %j as given', async (fault, type, body) => {
		b.sandbox.faults.add(fault);
		const response = await b.get('/events', { transformResponse: (x) => x });
		expect([response.headers['content-type'], response.data]).toEqual([type, body]);
	});

	test('delays one answer while later requests are answered', async () => {
		const late = { path: '/events', delayMs: 1000 };
		b.sandbox.faults.add(late, { ...late, delayAt: 'after' }, { path: '/events', stallMs: 1000 });
		const order: string[] = [];
		const ask = async (path: string) => {
			await b.get(path);
			order.push(path);
		};
		const delayed = ['/events', '/events', '/events'].map(ask);
		await ask('/operations');
		await Promise.all(delayed);
		expect(order).toEqual(['/operations', '/events', '/events', '/events']);
	});

	test('leaves the sandbox working if the client gives up; the request still has its effect', async () => {
		for (const fault of [{ delayMs: 60 }, { delayMs: 60, delayAt: 'after' as const }, { stall: true }]) {
			b.sandbox.reset();
			b.sandbox.faults.add(fault);
			expect(await outcome(b.post('/contacts', [contact('a')], { timeout: 30 }))).toBe('ECONNABORTED');
			for (let turn = 0; turn < 200 && !stored(); turn++) await pause(10);
			expect(stored()).toBe(true);
			expect((await b.get('/contacts/a')).status).toBe(200);
		}
	});

	test('sends fewer bytes than Content-Length says if the body is truncated', async () => {
		b.sandbox.seed({ contacts: [{ id: 'a' }] });
		b.sandbox.faults.add({ truncate: 3 });
		const { headers, data } = await b.get('/contacts/a', { responseType: 'stream' });
		expect(Number(headers['content-length'])).toBeGreaterThan(10);
		await expect(text(data)).rejects.toThrow();
	});

	test('leaves the sandbox working if there is no body to truncate', async () => {
		b.sandbox.configure({ maxContacts: 1 });
		b.sandbox.faults.add({ truncate: 10 });
		expect(await outcome(b.post('/contacts', [contact('a'), contact('b')]))).toBe(413);
		// The client may use the old connection once more before it notices the cut.
		await outcome(b.get('/contacts/a'));
		expect(await outcome(b.get('/contacts/a'))).toBe(404);
	});
});

describe('which request a fault applies to', () => {
	const statuses = async (count: number, path = '/events') => {
		const found: number[] = [];
		for (let turn = 0; turn < count; turn++) found.push((await b.get(path)).status);
		return found;
	};

	test('after skips requests, and times limits how many are hit', async () => {
		b.sandbox.faults.add({ status: 503, times: 2, after: 1 });
		expect(b.sandbox.faults.done()).toBe(false);
		expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
		b.sandbox.faults.add({ status: 500, times: Infinity });
		expect(await statuses(3)).toEqual([500, 500, 500]);
	});

	test.each<[Fault, string[]]>([
		[{ method: 'delete' }, ['DELETE /contacts/x']],
		[{ path: '/contacts/x' }, ['GET /contacts/x', 'DELETE /contacts/x']],
		[{ path: '/contacts' }, []],
		[{ path: '/*/x' }, ['GET /contacts/x', 'DELETE /contacts/x', 'GET /employees/x']],
		[{ path: /employees/g }, ['GET /employees/x']],
		[{ pathPattern: '^/v1/e' }, ['GET /employees/x']],
		[{ match: ({ headers }) => headers['x-test'] === 'DELETE /contacts/x' }, ['DELETE /contacts/x']],
	])('%o applies to the matching requests alone', async (fault, expected) => {
		b.sandbox.faults.add({ ...fault, status: 418, times: Infinity });
		const hit: string[] = [];
		for (const request of ['GET /contacts/x', 'DELETE /contacts/x', 'GET /employees/x']) {
			const [method, path] = request.split(' ');
			const url = `/v1${path}`;
			const headers = { Authorization: b.sandbox.apiKey, 'X-Test': request };
			if ((await b.raw.request({ method, url, headers })).status === 418) hit.push(request);
		}
		expect(hit).toEqual(expected);
	});

	test('an unknown name in a fault is refused', () => {
		expect(() => b.sandbox.faults.add({ staus: 500 } as Fault)).toThrow('staus');
		expect(() => b.sandbox.faults.add({ pathPattern: '(' })).toThrow();
		expect(b.sandbox.faults.list()).toEqual([]);
	});
});

test('a pending fault does not keep the sandbox from closing', async () => {
	const sandbox = await start({ port: 0, docs: false });
	sandbox.faults.add({ stall: true }, { delayMs: 60_000 }, { delayMs: 60_000, delayAt: 'after' });
	const get = () => outcome(b.raw.get('/v1/ping', { baseURL: sandbox.baseUrl }));
	const waiting = Promise.all([get(), get(), get()]);
	while (sandbox.log.count() < 3) await pause(5);
	await pause(20);
	await sandbox.close();
	for (const found of await waiting) expect(typeof found).toBe('string');
});
