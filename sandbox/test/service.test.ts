/** @jest-environment node */
import { DEFAULT_OPTIONS, start } from '../index';
import { bench, contact } from './support';

const b = bench();

test('pingBody is the body of the ping, and an error inside the sandbox is a 500', async () => {
	b.sandbox.configure({ pingBody: 'ok' });
	expect((await b.raw.get('/v1/ping')).data).toBe('ok');
	b.sandbox.configure({ pingBody: 1n });
	const response = await b.raw.get('/v1/ping');
	expect([response.status, Object.keys(response.data)]).toEqual([500, ['message']]);
	expect(response.headers['request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

describe('the key', () => {
	const KEY = 'sandbox-key';
	const statusWith = async (value: string) => {
		const response = await b.raw.get('/v1/events', { headers: { Authorization: value } });
		return response.status;
	};

	test.each([
		['none', [KEY], [`Bearer ${KEY}`, `${KEY}x`, KEY.toUpperCase()]],
		['bearer', [`Bearer ${KEY}`, `bearer ${KEY}`], [KEY, `ApiKey ${KEY}`, `Bearer${KEY}`, 'Bearer ']],
		['any', [KEY, `Bearer ${KEY}`, `ApiKey ${KEY}`], [`${KEY} Bearer`, 'Bearer']],
		['ApiKey', [`ApiKey ${KEY}`], [KEY, `Bearer ${KEY}`, `apikey ${KEY}`, `ApiKey-${KEY}`]],
	])('authScheme %s accepts that form of the key and refuses the others', async (authScheme, good, bad) => {
		b.sandbox.configure({ authScheme });
		for (const value of good) expect([value, await statusWith(value)]).toEqual([value, 200]);
		for (const value of bad) expect([value, await statusWith(value)]).toEqual([value, 401]);
	});

	test('may contain spaces', async () => {
		b.sandbox.configure({ authScheme: 'any', keys: [{ key: 'two words', kind: 'sandbox' }] });
		expect(b.sandbox.apiKey).toBe('two words');
		expect(await statusWith('two words')).toBe(200);
		expect(await statusWith('words')).toBe(401);
	});

	test.each([
		['json', 'application/json; charset=utf-8', /^\{"message":".+"\}$/],
		['text', 'text/plain; charset=utf-8', /^The API key/],
		['html', 'text/html; charset=utf-8', /^<html>/],
		['empty', undefined, /^$/],
	] as const)('unauthorizedBody %s decides the body of the refusal', async (unauthorizedBody, type, body) => {
		b.sandbox.configure({ unauthorizedBody, unauthorizedStatus: 403 });
		const response = await b.raw.get('/v1/events', { transformResponse: (x: string) => x });
		expect([response.status, response.headers['content-type']]).toEqual([403, type]);
		expect(response.data).toMatch(body);
	});
});

test('the Date header follows the sandbox clock, shifted by dateSkewMs', async () => {
	b.sandbox.clock.freeze(Date.parse('2031-05-06T07:08:09Z'));
	expect((await b.raw.get('/v1/ping')).headers.date).toBe('Tue, 06 May 2031 07:08:09 GMT');
	b.sandbox.configure({ dateSkewMs: -60_000 });
	expect((await b.get('/contacts/none')).headers.date).toBe('Tue, 06 May 2031 07:07:09 GMT');
});

describe('options', () => {
	test.each([
		[{ eventOrdr: 'asc' }, /no option "eventOrdr"/],
		[{ eventOrder: 'up' }, /eventOrder: expected one of asc/],
		[{ maxContacts: '5' }, /maxContacts: a number/],
		[{ maxContacts: -1 }, /maxContacts: a number/],
		[{ strictFormats: 'yes' }, /strictFormats: a boolean/],
		[{ keys: [{ key: 'a' }] }, /keys:/],
		[{ keys: [{ key: 'a', kind: 'sandbox', operatons: false }] }, /keys:/],
		[{ operationStatuses: 'done' }, /operationStatuses: an object/],
		[{ operationStatuses: { finishd: 'done' } }, /operationStatuses: an object with .*finished/],
		[{ operationStatuses: { pending: 7 } }, /operationStatuses: an object/],
		[{ port: 1 }, /port can only be set at start/],
	])('%j is refused, and no option changes', (patch, words) => {
		const before = { ...b.sandbox.options };
		expect(() => b.sandbox.configure({ maxEmployees: 5, ...patch } as object)).toThrow(words);
		expect(b.sandbox.options).toEqual(before);
	});

	test('null is read as Infinity', () => {
		b.sandbox.configure({ maxLimit: 5 });
		b.sandbox.configure({ maxLimit: null as never });
		expect(b.sandbox.options.maxLimit).toBe(Infinity);
	});

	test('reset goes back to the options of the start', () => {
		b.sandbox.configure({ maxContacts: 1 });
		b.sandbox.reset({ maxEmployees: 2 });
		const { maxContacts, maxEmployees, operationDurationMs } = b.sandbox.options;
		expect([maxContacts, maxEmployees, operationDurationMs]).toEqual([1000, 2, 0]);
	});
});

test('reset deletes data, faults, log and scripted refusals, and starts the clock again', async () => {
	const { sandbox } = b;
	sandbox.seed({ contacts: 3, employees: 2, events: 5, operations: 2 });
	sandbox.faults.add({ status: 500 });
	sandbox.clock.freeze(0);
	sandbox.refuse('a', {});
	sandbox.failItems('a');
	sandbox.reset();
	expect(sandbox.state()).toEqual({
		contacts: [],
		employees: [expect.objectContaining({ id: 'default' })],
		events: [],
		operations: [],
	});
	expect([sandbox.faults.list(), sandbox.log.count()]).toEqual([[], 0]);
	expect(sandbox.clock.now()).toBeGreaterThan(Date.parse('2026-01-01'));
	await b.post('/contacts', [contact('a')]);
	expect(sandbox.contact('a')).toBeDefined();
});

test('start uses the defaults', async () => {
	const sandbox = await start({ port: 0 });
	await sandbox.close();
	expect(sandbox.options).toEqual({ ...DEFAULT_OPTIONS, port: 0 });
	expect(sandbox.url).toBe(`${sandbox.baseUrl}/v1`);
	expect(sandbox.baseUrl).toBe(`http://127.0.0.1:${sandbox.port}`);
});
