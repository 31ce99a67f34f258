/** Where an answer comes from, and whether it is the expected one. */
import { checkResponse, readResponse } from '../../nodes/ContactConsent/transport/response';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ExpectedBody, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { sentence } from '../support/sentences';

const KEY = 'Secret-Key-1';
const ID = { 'request-id': 'r-1' };
const JSON_BODY = { message: 'Not like this' };
const CHECK_ADDRESS =
	"Check the 'Base URL' in the Contact Consent API credentials: it has to be the address of the service itself.";
const STRANGE = new RegExp(sentence('noRequestId'));

const redact = (text: string) => text.split(KEY).join('***');

/** The answer after it was read and checked. */
const check = (expect: ExpectedBody, { status = 200, headers = {}, body = '' as unknown }) =>
	checkResponse(
		readResponse({ statusCode: status, headers, body: body as object }, redact),
		{ method: 'GET', path: ['contacts', 'c'], expect, repeatable: 'safe' },
		'https://a.example:8443/v1/contacts/c',
		redact,
	);

/** The error that an answer leads to. */
function errorOf(...given: Parameters<typeof check>): ServiceError {
	const outcome = check(...given);
	if (!(outcome instanceof ServiceError)) throw new Error('This is a success');
	return outcome;
}

describe("n8n's full response", () => {
	it('is read with lower-case header names and text values', () => {
		const body = { id: 'c' };
		const headers = { 'Request-ID': 'r-1', 'retry-after': 5, 'set-cookie': ['a', 'b'] };
		expect(readResponse({ statusCode: 200, headers, body, statusMessage: 'OK' }, (text) => text)).toEqual({
			status: 200,
			headers: { 'request-id': 'r-1', 'retry-after': '5', 'set-cookie': undefined },
			body,
		});
	});

	it('is read without the key in any header, except in the one that is sent back', () => {
		const sentBack = { 'next-cursor': 'key-1', 'operation-id': 'o-key-1' };
		const headers = { 'Request-Id': 'of key-1', 'Operation-Link': 'https://a.example/key-1', ...sentBack };
		const { headers: read } = readResponse({ statusCode: 202, headers, body: '' }, (text) =>
			text.replace('key-1', '***'),
		);
		expect(read).toEqual({ 'request-id': 'of ***', 'operation-link': 'https://a.example/***', ...sentBack });
	});
});

describe('an answer that should be a PDF', () => {
	const wrong = (body: unknown) => errorOf('pdf', { status: 200, headers: ID, body }).message;

	it.each<[what: string, body: unknown]>([
		['HTML', '<!doctype html><title>Log in</title>'],
		['XML', '<?xml version="1.0"?><Error/>'],
		['JSON', { message: 'later' }],
		['JSON', '{"file":"JVBERi0xLjQ'],
		['a PDF as base64 text', 'JVBERi0xLjQKJcOkw7zDtsOf'],
		['an image', Buffer.from('89504e470d0a1a0a', 'hex').toString()],
		['a ZIP or Office file', 'PK\u0003\u0004'],
		['binary data', '\0\u0001'],
		['text', 'not ready'],
		['empty', ''],
	])('is refused with what it is: %s', (what, body) => {
		expect(wrong(body)).toBe(
			`The answer does not match the documentation of the service: it is ${what}, not a PDF`,
		);
	});

	it('is one by its bytes, whatever it is called', () => {
		for (const type of ['application/pdf', 'binary/octet-stream', 'text/html', undefined]) {
			const answer = { status: 200, headers: { ...ID, 'content-type': type }, body: Buffer.from('%PDF-1.7') };
			expect(check('pdf', answer)).toEqual(answer);
			expect(check('pdf', { ...answer, body: Buffer.from('<html>') })).toBeInstanceOf(ServiceError);
		}
	});
});

describe('a body', () => {
	it.each<[ExpectedBody, number, unknown, boolean]>([
		['object', 200, {}, true],
		['object', 200, { id: 'c' }, true],
		['pdf', 204, '', true],
		['pdf', 200, '', false],
		['accepted', 202, '', true],
		['accepted', 201, {}, false],
		['object', 204, {}, false],
		['object', 206, {}, false],
		['list', 206, [], false],
		['nothing', 204, '', true],
		['nothing', 200, { message: 'not allowed' }, false],
		['list', 200, [], true],
		['list', 200, [1, null], false],
	])(
		'expected to be "%s", with the status %i and the content %j, is accepted: %s',
		(expected, status, body, fine) => {
			const response: ServiceResponse = { status, headers: ID, body };
			const outcome = check(expected, response);
			expect(outcome instanceof ServiceError).toBe(!fine);
			if (fine) expect(outcome).toEqual(response);
		},
	);

	it('that is a list loses entries that are no objects, and their number is told', () => {
		const body = [{ id: 'a' }, null, 7, ['x'], { id: 'b' }];
		const left = { body: [{ id: 'a' }, { id: 'b' }], leftOut: 3 };
		expect(check('list', { headers: ID, body })).toEqual({ status: 200, headers: ID, ...left });
		expect(check('list', { headers: ID, body: [{ id: 'a' }] })).not.toHaveProperty('leftOut');
	});

	it('that is null is an empty list, but no object', () => {
		expect(check('list', { headers: ID, body: null })).toEqual({ status: 200, headers: ID, body: [] });
		expect(errorOf('object', { headers: ID, body: null }).facts.kind).toBe('unexpectedBody');
		expect(errorOf('list', { status: 204, headers: ID, body: null }).facts.kind).toBe('unexpectedBody');
	});

	it.each([
		[ID, `${sentence('betweenChanged')} Try again later.`],
		[{}, CHECK_ADDRESS],
	])('of another kind, with the headers %j, gets the advice: %s', (headers, advice) => {
		const requestId = 'request-id' in headers ? 'r-1' : undefined;
		const wrongAddress = requestId === undefined;
		expect(errorOf('object', { headers, body: '<html>' })).toMatchObject({
			message: 'The answer does not match the documentation of the service',
			advice,
			facts: { kind: 'unexpectedBody', status: 200, requestId, ...(wrongAddress && { wrongAddress }) },
		});
	});

	it('of another kind leaves open what became of an upload', () => {
		expect(errorOf('accepted', { status: 201, headers: ID, body: {} })).toMatchObject({
			message: sentence('notAccepted'),
			advice:
				'It answered with the status 201 instead of 202. It may have processed the upload or not. Read one of the uploaded records, or list the recent operations, to find out. Uploading the same records again does no harm.',
			facts: { kind: 'unexpectedBody', status: 201, requestId: 'r-1' },
		});
	});

	it('from another server says nothing about an upload, which never arrived', () => {
		expect(check('any', { status: 204 })).toMatchObject({ status: 204 });
		expect(errorOf('any', {}).facts.wrongAddress).toBe(true);
		const { message, advice } = errorOf('accepted', { body: '<html>' });
		expect([message, advice]).toEqual([
			sentence('notAccepted'),
			`It answered with the status 200 instead of 202. ${CHECK_ADDRESS}`,
		]);
	});
});

it.each([
	['status', [100, 199, 304, 400, 404, 500]],
	['a success', [200, 204, 299]],
	['setting', [300, 303, 399]],
])('by its status, an answer is of the kind "%s": %j', (kind, all) => {
	for (const status of all) {
		const outcome = check('any', { status, headers: ID, body: {} });
		expect(outcome instanceof ServiceError ? outcome.facts.kind : 'a success').toBe(kind);
	}
});

describe('a refusal is quoted, whatever its shape:', () => {
	const problem = { type: 'about:blank', title: 'Not valid', detail: 'zip_code is too long', status: 422 };
	it.each<[unknown, string]>([
		[{ message: 'no', title: 'other' }, 'no; other'],
		[{ message: 'Not valid.', errors: { email: ['is invalid'] } }, 'Not valid; email: is invalid'],
		[{ message: 'no', errors: ['no'] }, 'no'],
		[problem, 'Not valid; zip_code is too long'],
		[
			{ error: 'invalid_grant', error_description: 'The key has expired' },
			'The key has expired; invalid_grant',
		],
		[{ error: { code: 7, message: 'Bad row' } }, 'Bad row'],
		[{ errors: ['first', { field: 'email', message: 'is wrong' }] }, 'first; email: is wrong'],
		[
			{ errors: { email: ['is invalid', 'is taken'], zip: 'is short' } },
			'email: is invalid; email: is taken; zip: is short',
		],
		[{ detail: [{ loc: ['body', 0, 'email'], msg: 'field required' }] }, 'body.0.email: field required'],
		[[{ message: 'a' }, { message: 'b' }], 'a; b'],
		['Quota exceeded for today', 'Quota exceeded for today'],
	])('%j', (body, said) => {
		const { facts } = errorOf('object', { status: 422, headers: ID, body });
		expect(facts.serviceMessage).toBe(said);
	});

	it.each([['<html>no'], ['\0\u0001'], [''], [{ ok: false }], [{ errors: [] }], [null], [true]])(
		'but not if it says nothing to a person: %j',
		(body) => {
			expect(errorOf('object', { status: 422, headers: ID, body }).facts.serviceMessage).toBeUndefined();
		},
	);

	it('in time that does not grow with it', () => {
		const body = { errors: Array.from({ length: 100_000 }, (_, at) => ({ field: `f${at}`, message: 'no' })) };
		const { facts } = errorOf('object', { status: 422, headers: ID, body });
		expect(facts.serviceMessage).toMatch(/^f0: no; f1: no;.* f19: no$/);
	});
});

it.each([402, 409, 423, 425])('a %i does not accuse the Base URL', (status) => {
	for (const headers of [ID, {}]) {
		const error = errorOf('object', { status, headers, body: {} });
		expect(error.message + error.advice).not.toMatch(/Base URL|unexpected status/);
		expect(error.facts.kind).toBe('status');
	}
});

it('a 304 is no redirect: a cache answered', () => {
	const { message, facts } = errorOf('object', { status: 304, headers: {}, body: '' });
	expect(message).toBe(sentence('betweenOldCopy'));
	expect(facts).toMatchObject({ kind: 'status', from: 'between' });
});

describe('the answer to reading a record', () => {
	const read = (body: unknown, status = 200, recordId = '42') =>
		checkResponse(
			{ status, headers: ID, body },
			{ method: 'GET', path: ['contacts', recordId], expect: 'object', repeatable: 'safe', recordId },
			'https://a.example/v1/contacts/42',
			redact,
		);

	it.each([[{ id: '42' }], [{ id: 42 }]])('%j is that record', (body) => {
		expect(read(body)).toMatchObject({ body });
	});

	it.each([[{ id: '43' }], [{ id: ' 42' }], [{ id: null }], [{}]])('%j is another one', (body) => {
		expect(read(body)).toMatchObject({
			message: sentence('anotherRecord', { id: 42 }),
			facts: { kind: 'unexpectedBody', status: 200, requestId: 'r-1' },
		});
	});

	it('is no other record if it is a refusal', () => {
		expect(read({ id: '43', message: 'Not here' }, 404)).toMatchObject({
			message: 'The service has no such record',
			facts: { kind: 'status', status: 404 },
		});
	});
});

describe('the server that answered', () => {
	const PAGE = '<html>';
	const GATEWAY = sentence('gatewayAnswered');
	const REFUSED = sentence('betweenRefused');
	const FAILED = sentence('notProcessed');
	it.each<[number, object, unknown, string | undefined, string]>([
		[401, {}, PAGE, 'between', REFUSED],
		[403, {}, PAGE, 'between', REFUSED],
		[403, ID, PAGE, undefined, sentence('notAllowed')],
		[403, {}, JSON_BODY, undefined, sentence('notAllowed')],
		...[408, 413, 429, 500, 501, 511].map(
			(status) => [status, {}, PAGE, 'between', REFUSED] as [number, object, string, string, string],
		),
		[429, {}, JSON_BODY, undefined, sentence('fewerRequests')],
		[500, {}, JSON_BODY, undefined, FAILED],
		[407, ID, JSON_BODY, 'proxy', sentence('proxyLogin')],
		[502, {}, JSON_BODY, 'between', GATEWAY],
		[502, ID, JSON_BODY, undefined, FAILED],
		[504, {}, JSON_BODY, 'between', GATEWAY],
		[505, {}, JSON_BODY, undefined, FAILED],
		[519, {}, JSON_BODY, undefined, FAILED],
		[530, {}, JSON_BODY, 'between', GATEWAY],
		[531, {}, JSON_BODY, undefined, FAILED],
		[520, {}, PAGE, 'between', GATEWAY],
	])(
		'with %i, the headers %j and the body %j is: %s (undefined: the service)',
		(code, headers, body, from, message) => {
			const error = errorOf('object', { status: code, headers, body });
			expect(error.facts.from).toBe(from);
			expect(error.facts.kind).toBe(from === 'proxy' ? 'setting' : 'status');
			expect(error.facts.neverSent).toBe(from === 'proxy' ? true : undefined);
			expect(error.message).toContain(message);
			// The advice does not ask for a Request-Id that is missing.
			if (!('request-id' in headers)) {
				expect(error.describe()).not.toSay('giveRequestId');
				expect(`${error.message} ${error.describe()}`).toMatch(
					new RegExp([REFUSED, GATEWAY, sentence('noRequestId')].join('|')),
				);
			}
		},
	);

	const LATER = sentence('tellSupport');
	it.each([
		[403, 'Ask those who run it to let n8n through. It says nothing about the API key.'],
		[408, 'It took too long. Try again later.'],
		[413, 'It was too large. Send less at once.'],
		[429, `There are too many requests. ${sentence('tooManyRequests')}`],
		[499, 'Ask those who run it to let n8n through. It says nothing about the API key.'],
		[500, LATER],
		[511, LATER],
	])('is something between if it refuses with a page and %i, and the advice is: %s', (status, how) => {
		expect(errorOf('object', { status, headers: {}, body: PAGE })).toMatchObject({
			message: `${sentence('betweenRefused')} (status ${status})`,
			advice: `The answer has no Request-Id and is a web page, so a gateway or a firewall sent it. ${how}`,
		});
	});

	it.each([
		[
			400,
			`If it names a value, correct that one. Otherwise ask the company that runs the service. ${sentence('noRequestId')}, or the 'Base URL' may be wrong.`,
		],
		[500, `${LATER} ${sentence('noRequestId')}.`],
	])('is in doubt if a %i has no Request-Id, and the advice says so: %s', (status, advice) => {
		expect(errorOf('object', { status, headers: {}, body: JSON_BODY }).advice).toBe(advice);
	});

	it('must be the service for the words of an endpoint to be used', () => {
		const refusals = { 403: { message: 'Own words', description: '', aboutRecord: true as const } };
		const of = (headers: Record<string, string>, body: unknown) =>
			checkResponse(
				{ status: 403, headers, body },
				{ method: 'DELETE', path: ['x'], expect: 'nothing', repeatable: 'safe', refusals },
				'https://a.example/v1/x',
				redact,
			);
		expect(of(ID, JSON_BODY)).toMatchObject({ message: 'Own words', facts: { aboutRecord: true } });
		expect(of({}, PAGE)).toMatchObject({ facts: { from: 'between', aboutRecord: undefined } });
	});
});

it.each([
	['https://other.example/login', 'https://other.example'],
	['//other.example/x', 'https://other.example'],
	[`https://${KEY}.example/`, 'https://***.example'],
	['http://[', 'an unknown address'],
	['mailto:a@b.example', 'an unknown address'],
	[undefined, 'an unknown address'],
])('a redirect to %j is not followed; the message names %s', (location, origin) => {
	const { message, advice, facts } = errorOf('object', { status: 302, headers: { ...ID, location } });
	expect(message).toBe(sentence('redirects', { where: origin }));
	expect(advice).toBe(`${sentence('noFollowing')} ${CHECK_ADDRESS}`);
	expect(facts).toMatchObject({ kind: 'setting', status: 302, requestId: 'r-1' });
});

describe('a refusal', () => {
	const NO_SERVICE = sentence('noService');

	it.each([
		[404, ID, JSON_BODY, 'The service has no such record', false],
		[404, ID, 'a < b', 'The service has no such record', false],
		[404, ID, ['<html>'], 'The service has no such record', false],
		[404, ID, ' <html>Not here', NO_SERVICE, true],
		[404, {}, JSON_BODY, NO_SERVICE, true],
	])(
		'with %i, the headers %j and the body %j says "%s"; the address is wrong: %s',
		(status, headers, body, message, wrongAddress) => {
			const error = errorOf('object', { status, headers, body });
			expect([error.message, error.facts.wrongAddress ?? false]).toEqual([message, wrongAddress]);
		},
	);

	it.each([
		[401, {}, { error: 'other' }, true],
		[400, {}, JSON_BODY, true],
		[400, ID, JSON_BODY, false],
		[400, {}, 'no', true],
		[500, {}, '', true],
		[500, ID, '', false],
	])(
		'with %i, the headers %j and the body %j may come from another server: %s',
		(status, headers, body, strange) => {
			expect(STRANGE.test(errorOf('object', { status, headers, body }).advice)).toBe(strange);
		},
	);

	it('is about a single record if the endpoint says so', () => {
		const words = { message: 'No', description: 'Other.' };
		const outcomes = [{ ...words, aboutRecord: true as const }, words].map((refusal) =>
			checkResponse(
				{ status: 403, headers: ID, body: '' },
				{ method: 'DELETE', path: ['x'], expect: 'nothing', repeatable: 'safe', refusals: { 403: refusal } },
				'https://a.example/v1/x',
				(text) => text,
			),
		);
		expect(outcomes).toMatchObject([{ facts: { aboutRecord: true } }, { facts: { aboutRecord: undefined } }]);
	});

	it.each([[5], [null], [{ code: 5 }], [[true]]])('shows no message that is not a text: %j', (message) => {
		const { facts } = errorOf('object', { status: 422, headers: ID, body: { message } });
		expect(facts.serviceMessage).toBeUndefined();
	});

	it('shows each validation entry, and leaves out invalid ones', () => {
		const validation_errors = {
			0: { email: { code: 'v1c001', message: 'must be an e-mail address' }, zip: 'no entry' },
			a: { id: { code: 7, message: true }, name: {} },
			b: ['no entries'],
			c: null,
		};
		const { facts } = errorOf('accepted', { status: 422, headers: ID, body: { validation_errors } });
		expect(facts.validation).toEqual([
			{ outerKey: '0', innerKey: 'email', code: 'v1c001', message: 'must be an e-mail address' },
			{ outerKey: 'a', innerKey: 'id', code: '7', message: 'true' },
			{ outerKey: 'a', innerKey: 'name', code: 'no code', message: '' },
		]);
	});

	it.each([
		['x'.repeat(2000), 'x'.repeat(2000)],
		['x'.repeat(2001), `${'x'.repeat(1999)}…`],
		[`The key ${KEY} may not do this`, 'The key *** may not do this'],
		// The rest of a key that is cut in two would still be a part of it.
		[`${'x'.repeat(1995)}${KEY}`, `${'x'.repeat(1995)}***`],
	])('has a limited length, and no key', (text, shown) => {
		const validation_errors = { [KEY]: { [KEY]: { code: text, message: text } } };
		const { facts } = errorOf('object', { status: 422, body: { message: text, validation_errors } });
		expect(facts).toMatchObject({
			serviceMessage: shown,
			validation: [{ outerKey: '***', innerKey: '***', code: shown, message: shown }],
		});
	});
});

const NOW = Date.parse('2026-01-31T08:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

describe('Retry-After', () => {
	beforeEach(() => void jest.useFakeTimers({ now: NOW }));
	afterEach(() => void jest.useRealTimers());
	const waitOf = (header?: string, date?: string) =>
		errorOf('object', { status: 429, headers: { ...ID, 'retry-after': header, date } }).facts.retryAfterMs;

	it.each([
		['0', 0],
		['007', 7000],
		[at(9), 9000],
		[at(-9), 0],
		['86400', 24 * 60 * 60_000],
		['86401', 0],
		['9'.repeat(20), 0],
		[at(24 * 60 * 60), 24 * 60 * 60_000],
		[at(24 * 60 * 60 + 1), 0],
	])('%j is %s ms', (header, expected) => {
		expect(waitOf(header)).toBe(expected);
	});

	it.each([-1200, 1200])("is read by the service's clock, which is %i s ahead", (ahead) => {
		expect(waitOf(at(ahead + 10), at(ahead))).toBe(10_000);
	});

	it.each([
		...['', ' ', '1.5', '5, 10', '-1', '+1', '1e3', '0x10', 'in 5', '5 s', 'never', '2026-01-01'],
		...[
			'Invalid Date',
			'Abc, 99 Xyz 2026 08:00:00 GMT',
			at(9).replace('GMT', 'UTC'),
			`x${at(9)}`,
			`${at(9)}-1`,
		],
	])('%j asks for a wait without a usable time', (header) => {
		expect(waitOf(header, at(0))).toBe(0);
	});

	it('does not ask for a wait if it is missing', () => {
		expect(waitOf(undefined, at(0))).toBeUndefined();
	});
});
