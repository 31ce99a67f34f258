/** An address can be spelled in many ways. No spelling gets past the key, the faults or the log. */
import { createClient, type Sent } from './client';
import { PATHS_WITH_KEY } from './differential/contract';
import { bench, contact, employee } from './support';
import { exchange } from './wire';

const b = bench();
let client: ReturnType<typeof createClient>;
beforeAll(() => void (client = createClient(b.sandbox.port)));
afterAll(() => client.close());
const send = (sent: Sent) => client.send(sent);

const METHODS = ['GET', 'POST', 'DELETE'];
const NO_KEY: Record<string, string> = {};
const JSON_TYPE = { 'Content-Type': 'application/json' };
const KEY = { Authorization: 'sandbox-key' };
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Bodies that POST endpoints accept. */
const BODIES: Record<string, unknown> = {
	'/v1/contacts': [contact('new')],
	'/v1/employees': [employee('new')],
	'/v1/events/trigger': { type: 'update', contact: { id: 'c1' } },
};

const hex = (char: string) => `%${char.charCodeAt(0).toString(16)}`;
const lettersEncoded = (path: string) => path.replace(/[a-z\d]/g, hex);

/** Other spellings of the same address, by RFC 3986 (6.2.2) and RFC 9112 (3.2.2). */
const SAME: Array<[string, (path: string) => string]> = [
	['as it is', (path) => path],
	['its first letter encoded', (path) => path.replace('/v', '/%76')],
	['every letter encoded, in capitals', (path) => lettersEncoded(path).toUpperCase()],
	['absolute, with user and password', (path) => `HTTPS://user:pass@sandbox${path}`],
	['absolute and encoded', (path) => `http://sandbox${lettersEncoded(path)}`],
	['with a fragment', (path) => `${path}#/v1/ping`],
];

/** Other addresses. They reach no route, even if a proxy would rewrite them into one. */
const OTHER: Array<[string, (path: string) => string]> = [
	['an encoded slash after the version', (path) => path.replace('/v1/', '/v1%2f')],
	['a dot segment', (path) => path.replace('/v1/', '/v1/./')],
	['down and up from the control path', (path) => `/__control/..${path}`],
	['encoded twice', (path) => path.replace('v', '%2576')],
	['a slash at the end', (path) => `${path}/`],
	['a semicolon', (path) => `${path};a=b`],
	['a bad percent', (path) => `${path}%`],
	['an escape inside an escape', (path) => path.replace('v', '%7%36')],
	['ping before it', (path) => path.replace('/v1/', '/v1/ping/')],
];

beforeEach(() => {
	b.sandbox.seed({
		contacts: [{ id: 'c1' }],
		employees: [{ id: 'e1' }],
		events: [
			{ event_id: 'd1', type: 'documentation', contact_id: 'c1' },
			{ event_id: 'u1', type: 'update', contact_id: 'c1' },
		],
		operations: 1,
	});
});

interface Done {
	path: string;
	method: string;
	target: string;
	status: number;
	requestId: string | undefined;
}

/** Each path with each method, in this spelling. */
async function sendAll(spell: (path: string) => string, headers: Record<string, string>): Promise<Done[]> {
	const all: Done[] = [];
	for (const path of PATHS_WITH_KEY) {
		for (const method of METHODS) {
			const body = method === 'POST' ? JSON.stringify(BODIES[path] ?? {}) : undefined;
			const target = spell(path);
			const answer = await send({ method, target, headers: { ...JSON_TYPE, ...headers }, body });
			all.push({ path, method, target, status: answer.status, requestId: answer.headers['request-id'] });
		}
	}
	return all;
}
const statuses = (sent: Done[]) => sent.map(({ method, target, status }) => `${method} ${target}: ${status}`);
const expected = (sent: Done[], status: number) =>
	sent.map(({ method, target }) => `${method} ${target}: ${status}`);

/** Sends all requests without a key and with a wrong one: each must be refused, change nothing and be in the log. */
async function refusedWithoutKey(spell: (path: string) => string, allowed: number[]) {
	const before = b.sandbox.state();
	for (const headers of [NO_KEY, { Authorization: 'wrong' }]) {
		b.sandbox.log.clear();
		const sent = await sendAll(spell, headers);
		expect(sent.filter(({ status }) => !allowed.includes(status))).toEqual([]);
		expect(sent.filter(({ requestId }) => !REQUEST_ID.test(requestId ?? ''))).toEqual([]);
		expect(b.sandbox.log.all().map(({ method, requestId, status }) => [method, requestId, status])).toEqual(
			sent.map(({ method, requestId, status }) => [method, requestId, status]),
		);
	}
	expect(b.sandbox.state()).toEqual(before);
}

describe('another spelling of an address', () => {
	test.each(SAME)('%s: it needs the key, and with the key it is served', async (_name, spell) => {
		await refusedWithoutKey(spell, [401]);
		const get = (path: string) => send({ method: 'GET', target: spell(path), headers: KEY });
		expect((await get('/v1/contacts/c1')).body).toMatchObject({ id: 'c1' });
		expect((await get('/v1/events/latest')).status).toBe(200);
		const removed = { method: 'DELETE', target: spell('/v1/contacts/c1'), headers: KEY };
		expect((await send(removed)).status).toBe(204);
		expect(b.sandbox.contact('c1')).toBeUndefined();
		expect((await send({ method: 'GET', target: spell('/v1/ping') })).status).toBe(200);
	});

	test.each(SAME)('%s: log and faults see the plain path', async (_name, spell) => {
		for (const path of PATHS_WITH_KEY) b.sandbox.faults.add({ path, status: 418, times: Infinity });
		const sent = await sendAll(spell, KEY);
		expect(statuses(sent)).toEqual(expected(sent, 418));
		expect(b.sandbox.log.all().map(({ path }) => path)).toEqual(sent.map(({ path }) => path));
	});
});

test.each(OTHER)(
	'another address, %s, reaches no route even with the key, but faults apply to it',
	async (_name, spell) => {
		await refusedWithoutKey(spell, [400, 401, 404]);
		const before = b.sandbox.state();
		const sent = await sendAll(spell, KEY);
		expect(sent.filter(({ status }) => ![400, 404].includes(status))).toEqual([]);
		expect(b.sandbox.state()).toEqual(before);
		b.sandbox.faults.add({ status: 418, times: Infinity });
		const hit = await sendAll(spell, KEY);
		expect(statuses(hit)).toEqual(expected(hit, 418));
	},
);

test.each(['HEAD', 'PUT', 'OPTIONS', 'PROPFIND'])(
	'the method %s does not exist in the service',
	async (method) => {
		for (const target of ['/v1/contacts/c1', '/v1/events/latest', '/v1/ping', '/%761/events/latest']) {
			const without = await send({ method, target });
			const withKey = await send({ method, target, headers: KEY });
			expect([without.status, withKey.status]).toEqual([401, 404]);
			expect(without.headers['request-id']).toMatch(REQUEST_ID);
			expect(b.sandbox.log.count({ method })).toBeGreaterThan(0);
		}
	},
);

test('a request with a malformed Content-Type needs a key, meets faults and is in the log', async () => {
	const request = { method: 'POST', target: '/v1/contacts', body: '[]' };
	const odd = { 'Content-Type': 'nonsense' };
	expect((await send({ ...request, headers: odd })).status).toBe(401);
	expect((await send({ ...request, headers: { ...odd, ...KEY } })).status).toBe(400);
	b.sandbox.faults.add({ status: 418 });
	expect((await send({ ...request, headers: odd })).status).toBe(418);
	expect(b.sandbox.log.all().map(({ status }) => status)).toEqual([401, 400, 418]);
});

test.each([
	['bytes that are no HTTP', 'nonsense\r\n\r\n', 400],
	['a request with a target that is no path', 'GET nonsense HTTP/1.1\r\nHost: x\r\n\r\n', 400],
	[
		'a request with a header that is too large',
		`GET /v1/ping HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
		431,
	],
])('the answer to %s has a Request-Id', async (_name, bytes, status) => {
	const answer = await exchange(b.sandbox.port, bytes);
	expect([answer.status, Object.keys(JSON.parse(answer.body))]).toEqual([status, ['message']]);
	expect(answer.requestId).toMatch(REQUEST_ID);
});

test('the answer to HEAD has no body, even for a malformed target', async () => {
	const answer = await exchange(b.sandbox.port, 'HEAD nonsense HTTP/1.1\r\nHost: x\r\n\r\n');
	expect([answer.status, answer.body]).toEqual([400, '']);
	expect(answer.requestId).toMatch(REQUEST_ID);
});
