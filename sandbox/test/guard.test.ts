/** Requests that a browser sends for a page of another origin. */
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

describe('host name', () => {
	test.each(['rebound.example:4010', 'localhost.example', '127.0.0.1.example', 'localhost.'])(
		'"%s" is refused, also on the control path',
		async (host) => {
			for (const path of PATHS) {
				const { status, body } = await send({ target: path, headers: { host } });
				expect([path, status]).toEqual([path, 403]);
				expect((body as { message: string }).message).toContain('host name');
			}
			expect(b.sandbox.log.all()).toEqual([]);
		},
	);

	test('that is empty is refused', async () => {
		const answer = await exchange(
			b.sandbox.port,
			'GET /v1/ping HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
		);
		expect(answer.status).toBe(403);
	});

	test.each(['localhost', 'LocalHost:4010', '127.0.0.1', '192.0.2.7:80', '[::1]:4010'])(
		'"%s" is accepted',
		async (host) => {
			expect(await statusOf({ headers: { host } })).toBe(200);
			expect(await statusOf({ target: '/__control/state', headers: { host } })).toBe(200);
		},
	);

	test('in hostNames is accepted, for containers', async () => {
		b.sandbox.configure({ hostNames: ['host.docker.internal'] });
		expect(await statusOf({ headers: { host: 'host.docker.internal:4010' } })).toBe(200);
		expect(await statusOf({ headers: { host: 'rebound.example' } })).toBe(403);
		expect(() => b.sandbox.configure({ hostNames: 'host.docker.internal' as never })).toThrow('hostNames');
	});
});

describe('origin', () => {
	test.each(['http://elsewhere.example', 'null', 'http://localhost:1', 'http://127.0.0.1', ''])(
		'"%s" is refused, and the request changes nothing',
		async (origin) => {
			b.sandbox.seed({ contacts: 1 });
			const headers = { origin, authorization: b.sandbox.apiKey, 'content-type': 'application/json' };
			expect(await statusOf({ method: 'POST', target: RESET, headers })).toBe(403);
			expect(await statusOf({ method: 'DELETE', target: '/v1/contacts/contact-000001', headers })).toBe(403);
			expect(b.sandbox.state().contacts).toHaveLength(1);
		},
	);

	test('of the sandbox itself is accepted, because its page at /docs sends it', async () => {
		const headers = { origin: `http://127.0.0.1:${b.sandbox.port}` };
		expect(await statusOf({ headers })).toBe(200);
		expect(await statusOf({ method: 'POST', target: RESET, headers })).toBe(204);
	});
});

describe('on the control path, a body of the type', () => {
	test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
		'"%s" is refused, and the request changes nothing',
		async (type) => {
			b.sandbox.seed({ contacts: 1 });
			const request = { method: 'POST', target: RESET, body: '{}' };
			expect(await statusOf({ ...request, headers: type ? { 'content-type': type } : {} })).toBe(415);
			expect(b.sandbox.state().contacts).toHaveLength(1);
		},
	);

	test('"json", which is not a media type, is refused', async () =>
		expect(
			await statusOf({ method: 'POST', target: RESET, headers: { 'content-type': 'json' }, body: '{}' }),
		).toBe(415));

	test('application/json is accepted, and so is a request without a body', async () => {
		const json = { 'content-type': 'Application/JSON; charset=utf-8' };
		expect(await statusOf({ method: 'POST', target: RESET, headers: json, body: '{}' })).toBe(204);
		expect(await statusOf({ method: 'POST', target: RESET })).toBe(204);
	});
});
