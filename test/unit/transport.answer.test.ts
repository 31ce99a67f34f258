/** Where an answer comes from, and whether it is what was asked for. */
import { checkAnswer, isPdf, readAnswer } from '../../nodes/ContactConsent/transport/answer';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ExpectedBody, ServiceResponse } from '../../nodes/ContactConsent/transport/types';

const KEY = 'Secret-Key-1';
const ID = { 'request-id': 'r-1' };
const JSON_BODY = { message: 'Not like this' };
const CHECK_ADDRESS =
	"Check the 'Base URL' in the Contact Consent API credentials: it has to be the address of the service itself.";
const STRANGE = /The answer has no Request-Id, so it may come from something between n8n and the service/;

const check = (expect: ExpectedBody, { status = 200, headers = {}, body = '' as unknown }) =>
	checkAnswer(
		{ status, headers, body },
		{ method: 'GET', path: ['contacts', 'c'], expect, repeatable: 'safe' },
		'https://a.example:8443/v1/contacts/c',
		(text) => text.split(KEY).join('***'),
	);

/** The error that an answer ends in. */
function errorOf(...given: Parameters<typeof check>): ServiceError {
	const outcome = check(...given);
	if (!(outcome instanceof ServiceError)) throw new Error('This is a success');
	return outcome;
}

describe("n8n's full response", () => {
	it('is read with header names in lower case, and their values as text', () => {
		const body = { id: 'c' };
		const headers = { 'Request-ID': 'r-1', 'retry-after': 5, 'set-cookie': ['a', 'b'] };
		expect(readAnswer({ statusCode: 200, headers, body, statusMessage: 'OK' })).toEqual({
			status: 200,
			headers: { 'request-id': 'r-1', 'retry-after': '5', 'set-cookie': undefined },
			body,
		});
	});

	it.each([
		[undefined],
		['text'],
		[[]],
		[{ id: 'the body alone' }],
		[{ statusCode: '200', headers: {} }],
		[{ statusCode: 200 }],
		[{ statusCode: 200, headers: [] }],
		[{ headers: {} }],
	])('is not %j', (answer) => {
		expect(() => readAnswer(answer)).toThrow("n8n's HTTP helper returned no full response");
	});
});

it.each([
	[200, 'application/pdf', true],
	[200, 'Application/PDF; charset=binary', true],
	[200, 'application/pdfx', false],
	[200, 'text/html; was=application/pdf', false],
	[200, undefined, false],
	[204, 'application/pdf', false],
	[404, 'application/pdf', false],
])('%i with the content type %s is a PDF: %s', (status, type, expected) => {
	expect(isPdf(status, { 'content-type': type })).toBe(expected);
});

describe('a body', () => {
	it.each<[ExpectedBody, number, unknown, boolean]>([
		['object', 200, {}, true],
		['object', 204, {}, false],
		['list', 200, [], true],
		['list', 200, [{}, {}], true],
		['list', 200, [{}, 1], false],
		['list', 204, [], false],
	])('expecting %s, %i %j is fine: %s', (expected, status, body, fine) => {
		const response: ServiceResponse = { status, headers: ID, body };
		const outcome = check(expected, response);
		expect(outcome instanceof ServiceError).toBe(!fine);
		if (fine) expect(outcome).toEqual(response);
	});

	it('that is not the documented one: something may have changed it', () => {
		const { message, advice, facts } = errorOf('object', { headers: ID, body: '<html>' });
		expect([message, advice]).toEqual([
			'The answer does not match the documentation of the service',
			'Something between n8n and the service may have changed the answer. Try again later.',
		]);
		expect(facts).toEqual({ kind: 'unexpectedBody', status: 200, requestId: 'r-1', wrongAddress: false });
	});

	it('that is not the documented one, without a Request-Id: the address is wrong', () => {
		const { advice, facts } = errorOf('object', { body: '<html>' });
		expect(advice).toBe(CHECK_ADDRESS);
		expect(facts).toEqual({ kind: 'unexpectedBody', status: 200, requestId: undefined, wrongAddress: true });
	});

	it('that came from elsewhere says nothing about an upload, which never arrived', () => {
		const { message, advice } = errorOf('accepted', { body: '<html>' });
		expect([message, advice]).toEqual([
			'The service did not say whether it accepted the upload',
			`It answered with the status 200 instead of 202. ${CHECK_ADDRESS}`,
		]);
	});
});

describe('by its status, an answer is', () => {
	it.each([
		[100, 'status'],
		[199, 'status'],
		[200, 'a success'],
		[204, 'a success'],
		[299, 'a success'],
		[300, 'redirect'],
		[304, 'redirect'],
		[399, 'redirect'],
		[400, 'status'],
		[404, 'status'],
		[500, 'status'],
	])('%i: %s', (status, kind) => {
		const outcome = check('any', { status, headers: ID, body: {} });
		expect(outcome instanceof ServiceError ? outcome.facts.kind : 'a success').toBe(kind);
	});
});

it('a deletion is what the contract says, and no other success', () => {
	const outcome = check('nothing', { status: 200, headers: ID, body: { message: 'not allowed' } });
	expect(outcome).toBeInstanceOf(ServiceError);
	expect(check('nothing', { status: 204, headers: {}, body: '' })).toMatchObject({ status: 204 });
});

describe('a redirect', () => {
	it.each([
		['https://other.example/login', 'other.example'],
		['http://other.example:81/', 'other.example:81'],
		['/login', 'a.example:8443'],
		['//other.example/x', 'other.example'],
		[`https://${KEY}.example/`, '***.example'],
		['http://[', 'an unknown address'],
		['mailto:a@b', 'an unknown address'],
		[undefined, 'an unknown address'],
	])('to %j is not followed: it leads to %s', (location, host) => {
		const { message, advice, facts } = errorOf('object', { status: 302, headers: { ...ID, location } });
		expect(message).toBe(`The service redirects to ${host}`);
		expect(advice).toBe(
			`n8n does not follow, because the API key must not reach another address. ${CHECK_ADDRESS}`,
		);
		expect(facts).toEqual({ kind: 'redirect', status: 302, requestId: 'r-1' });
	});
});

describe('a refusal', () => {
	const NO_SERVICE = "There is no Contact Consent service at the 'Base URL'";

	it.each([
		[404, ID, JSON_BODY, 'The service has no such record', false],
		[404, ID, '', 'The service has no such record', false],
		[404, {}, JSON_BODY, NO_SERVICE, true],
		[404, {}, '<html>', NO_SERVICE, true],
		[403, {}, '<html>', 'The service does not allow this request', false],
		[500, {}, '<html>', 'The service could not process the request', false],
	])('%i %j %j: %s, the address is wrong: %s', (status, headers, body, message, wrongAddress) => {
		const error = errorOf('object', { status, headers, body });
		expect([error.message, error.facts.wrongAddress]).toEqual([message, wrongAddress]);
	});

	it('from another server names the Base URL, and nothing else', () => {
		expect(errorOf('object', { status: 404, body: '<html>' }).advice).toBe(CHECK_ADDRESS);
	});

	it.each([
		[400, {}, '', true],
		[400, {}, '<html>', true],
		[401, {}, { error: 'other' }, true],
		[413, {}, '', true],
		[499, {}, '', true],
		[400, {}, JSON_BODY, false],
		[400, ID, '', false],
		[413, ID, '', false],
		[400, ID, JSON_BODY, false],
		[404, {}, '', false],
		[500, {}, '', false],
		[502, {}, '<html>', false],
	])('%i %j %j may come from something before the service: %s', (status, headers, body, strange) => {
		expect(STRANGE.test(errorOf('object', { status, headers, body }).advice)).toBe(strange);
	});

	it('from something before the service keeps its title and its advice', () => {
		const { message, advice } = errorOf('object', { status: 413 });
		expect(message).toBe('The request was too large for the service');
		expect(advice).toMatch(/^Even alone, the record is too large\. .*\. The answer has no Request-Id, .*\.$/);
	});

	it.each([[5], [null], [{ text: 'no' }], [['no']]])('shows no message that is no text: %j', (message) => {
		const { facts } = errorOf('object', { status: 422, headers: ID, body: { message } });
		expect(facts.serviceMessage).toBeUndefined();
	});

	it('shows the words of each validation entry, and leaves out what is none', () => {
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
		['x'.repeat(2001), `${'x'.repeat(2000)}…`],
		[`The key ${KEY} may not do this`, 'The key *** may not do this'],
		// What is left of a key that is cut in two would still be a part of it.
		[`${'x'.repeat(1995)}${KEY}`, `${'x'.repeat(1995)}***`],
	])('has words short enough to be stored, and without the key', (text, shown) => {
		const validation_errors = { [KEY]: { [KEY]: { code: text, message: text } } };
		const headers = { 'request-id': text };
		const { facts } = errorOf('object', { status: 422, headers, body: { message: text, validation_errors } });
		expect(facts).toMatchObject({
			requestId: shown,
			serviceMessage: shown,
			validation: [{ outerKey: '***', innerKey: '***', code: shown, message: shown }],
		});
	});
});
