/** Pages of other origins: what a browser sends for them. */
import { createClient, type Sent } from './client';
import { bench } from './support';
import { exchange } from './wire';

const b = bench();
let client: ReturnType<typeof createClient>;
beforeAll(() => void (client = createClient(b.sandbox.port)));
afterAll(() => client.close());

const RESET = '/__control/reset';

const send = (request: Partial<Sent>) => client.send({ method: 'GET', target: '/v1/ping', ...request });
const statusOf = async (request: Partial<Sent>) => (await send(request)).status;

const PATHS = ['/v1/ping', '/v1/events/latest', '/__control/state', '/__control/log', '/nowhere'];

describe('host names', () => {
	test.each(['rebound.example:4010', 'localhost.example', '127.0.0.1.example', 'localhost.'])(
		'"%s" is refused',
		async (host) => {
			for (const path of PATHS) {
				const { status, body } = await send({ target: path, headers: { host } });
				expect([path, status]).toEqual([path, 403]);
				expect((body as { message: string }).message).toContain('host name');
			}
			expect(b.sandbox.log.all()).toEqual([]);
		},
	);

	test('none is refused', async () => {
		const answer = await exchange(
			b.sandbox.port,
			'GET /v1/ping HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
		);
		expect(answer.status).toBe(403);
	});

	test.each(['localhost', 'LocalHost:4010', '127.0.0.1', '192.0.2.7:80', '[::1]:4010'])(
		'"%s" is good',
		async (host) => {
			expect(await statusOf({ headers: { host } })).toBe(200);
			expect(await statusOf({ target: '/__control/state', headers: { host } })).toBe(200);
		},
	);

	test('others can be added, for containers', async () => {
		b.sandbox.configure({ hostNames: ['host.docker.internal'] });
		expect(await statusOf({ headers: { host: 'host.docker.internal:4010' } })).toBe(200);
		expect(await statusOf({ headers: { host: 'rebound.example' } })).toBe(403);
		expect(() => b.sandbox.configure({ hostNames: 'host.docker.internal' as never })).toThrow('hostNames');
	});
});

describe('origins', () => {
	test.each(['http://elsewhere.example', 'null', 'http://localhost:1', 'http://127.0.0.1', ''])(
		'"%s" changes nothing',
		async (origin) => {
			b.sandbox.seed({ contacts: 1 });
			const headers = { origin, authorization: b.sandbox.apiKey, 'content-type': 'application/json' };
			expect(await statusOf({ method: 'POST', target: RESET, headers })).toBe(403);
			expect(await statusOf({ method: 'DELETE', target: '/v1/contacts/contact-000001', headers })).toBe(403);
			expect(b.sandbox.state().contacts).toHaveLength(1);
		},
	);

	test('the own one is good: the page at /docs sends it', async () => {
		const headers = { origin: `http://127.0.0.1:${b.sandbox.port}` };
		expect(await statusOf({ headers })).toBe(200);
		expect(await statusOf({ method: 'POST', target: RESET, headers })).toBe(204);
	});
});

describe('the control path takes JSON alone', () => {
	test.each(['text/plain', 'application/x-www-form-urlencoded', ''])('"%s" is refused', async (type) => {
		b.sandbox.seed({ contacts: 1 });
		const request = { method: 'POST', target: RESET, body: '{}' };
		expect(await statusOf({ ...request, headers: type ? { 'content-type': type } : {} })).toBe(415);
		expect(b.sandbox.state().contacts).toHaveLength(1);
	});

	test('a type that is none is refused, too', async () =>
		expect(
			await statusOf({ method: 'POST', target: RESET, headers: { 'content-type': 'json' }, body: '{}' }),
		).toBe(415));

	test('JSON and nothing are good', async () => {
		const json = { 'content-type': 'Application/JSON; charset=utf-8' };
		expect(await statusOf({ method: 'POST', target: RESET, headers: json, body: '{}' })).toBe(204);
		expect(await statusOf({ method: 'POST', target: RESET })).toBe(204);
	});
});
