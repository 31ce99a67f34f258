/** The words for a failed request, what n8n is told about it, and what the nodes conclude from it. */
import { NodeApiError, type INode } from 'n8n-workflow';

import {
	concernsAll,
	explain,
	factsOf,
	isNotFound,
	needsAPerson,
	sentence,
	ServiceError,
	toNodeApiError,
	wordsForStatus,
} from '../../nodes/ContactConsent/transport/errors';
import type {
	FailureFacts,
	FailureKind,
	ServiceRequest,
	ValidationEntry,
} from '../../nodes/ContactConsent/transport/types';

const NODE = { name: 'Contact Consent', type: 'contactConsent' } as INode;
const WORDS = { message: 'It failed', description: 'Try again.' };
const REQUEST: ServiceRequest = { method: 'GET', path: ['contacts'], expect: 'object', repeatable: 'safe' };

const errorOf = (facts: Partial<FailureFacts>, cause?: Error) =>
	new ServiceError(WORDS, { kind: 'status', ...facts }, cause);

const entry = (more: Partial<ValidationEntry> = {}): ValidationEntry => ({
	outerKey: '0',
	innerKey: 'id',
	code: 'v1c002',
	message: '',
	...more,
});

it.each([
	['Try again', 'Try again.'],
	['Try again.', 'Try again.'],
	['Stop!', 'Stop!'],
	['Why?', 'Why?'],
	['and so on…', 'and so on…'],
	['Version 1.0 is gone', 'Version 1.0 is gone.'],
	['  Two\n\n lines.\r\n', 'Two lines.'],
])('%j is the sentence %j', (text, expected) => {
	expect(sentence(text)).toBe(expected);
});

describe('the description of a failure', () => {
	it('is one paragraph: how to go on, what n8n says, what the service says, each entry, the Request-Id', () => {
		const facts = {
			networkMessage: 'socket hang up',
			serviceMessage: 'Not like this!',
			validation: [entry(), entry({ outerKey: 'a', innerKey: 'zip', code: 'v1c004', message: 'no zip' })],
			requestId: 'r-1',
		};
		expect(explain('Try again', facts)).toBe(
			"Try again. n8n says: socket hang up. The service says: Not like this! 0 › id: required (v1c002). a › zip: breaks one of the service's own format rules (v1c004), no zip. Request-Id: r-1",
		);
	});

	it.each([
		['v1c001', 'invalid value'],
		['v1c002', 'required'],
		['v1c003', 'breaks a rule that the service does not name'],
		['v1c004', "breaks one of the service's own format rules"],
		['constructor', 'refused'],
		['__proto__', 'refused'],
		['v9c999', 'refused'],
	])('says what the code %s means', (code, words) => {
		expect(explain('', { validation: [entry({ code })] })).toBe(`0 › id: ${words} (${code}).`);
	});

	it.each(['', ' \n'])('has no sentence for the advice %j', (advice) => {
		expect(explain(advice, { requestId: 'r-1' })).toBe('Request-Id: r-1');
	});

	it.each([
		[20, 20, undefined],
		[21, 20, 'And 1 more.'],
		[45, 20, 'And 25 more.'],
	])('of %i validation entries shows %i, and says %s', (count, shown, more) => {
		const validation = Array.from({ length: count }, (_, index) => entry({ outerKey: `row${index}` }));
		const text = explain('', { validation });
		expect(text.match(/row\d+/g)).toHaveLength(shown);
		expect(text.match(/And .*/)?.[0]).toBe(more);
	});
});

describe('the words for a status', () => {
	it.each([
		[400, 'The service could not read the request', /what the service says/],
		[401, 'The service refused the API key', /'Authentication Scheme'/],
		[403, 'The service does not allow this request', /the right to do this/],
		[404, 'The service has no such record', /Check the ID/],
		[410, 'The service no longer has this record', /removed for good/],
		[413, 'The request was too large for the service', /^Even alone/],
		[418, 'The service answered with the unexpected status 418', /'Base URL'/],
		[422, 'The service refused the values', /Correct the values/],
		[429, 'The service asks for fewer requests', /later/],
		[499, 'The service answered with the unexpected status 499', /'Base URL'/],
		[500, 'The service could not process the request', /Request-Id/],
		[503, 'The service could not process the request', /Request-Id/],
	])('%i: %s', (status, message, description) => {
		const words = wordsForStatus(status, REQUEST);
		expect(words.message).toBe(message);
		expect(words.description).toMatch(description);
	});

	it('are those of the endpoint where it has its own', () => {
		const request = { ...REQUEST, refusals: { 404: WORDS, 503: WORDS } };
		expect([404, 503, 410].map((status) => wordsForStatus(status, request).message)).toEqual([
			'It failed',
			'It failed',
			'The service no longer has this record',
		]);
	});
});

interface Judged extends Partial<FailureFacts> {
	/** What n8n's polling back-off is told. */
	cause: string;
	/** Nothing helps until somebody changes a setting. */
	person?: true;
	/** All other requests would end in the same way. */
	all?: true;
	/** The record that was asked for is not there. */
	missing?: true;
}

const JUDGED: Judged[] = [
	{ status: 400, cause: 'configuration-invalid' },
	{ status: 401, cause: 'credential-invalid', person: true, all: true },
	{ status: 403, cause: 'configuration-invalid' },
	{ status: 404, cause: 'configuration-invalid', missing: true },
	{ status: 404, wrongAddress: false, cause: 'configuration-invalid', missing: true },
	{ status: 404, wrongAddress: true, cause: 'configuration-invalid', person: true, all: true },
	{ status: 408, cause: 'temporarily-unavailable' },
	{ status: 410, cause: 'configuration-invalid' },
	{ status: 422, refusesAll: true, cause: 'configuration-invalid', all: true },
	{ status: 422, refusesAll: false, cause: 'configuration-invalid' },
	{ status: 429, cause: 'rate-limited', all: true },
	{ status: 500, cause: 'temporarily-unavailable' },
	{ status: 501, cause: 'configuration-invalid' },
	{ kind: 'unexpectedBody', status: 200, cause: 'temporarily-unavailable' },
	{
		kind: 'unexpectedBody',
		status: 200,
		wrongAddress: true,
		cause: 'configuration-invalid',
		person: true,
		all: true,
	},
	{ kind: 'notAccepted', status: 200, cause: 'temporarily-unavailable' },
	{ kind: 'unreachable', neverSent: false, cause: 'temporarily-unavailable' },
	{ kind: 'unreachable', neverSent: true, cause: 'temporarily-unavailable', all: true },
	{
		kind: 'unreachable',
		neverSent: true,
		wrongAddress: true,
		cause: 'configuration-invalid',
		person: true,
		all: true,
	},
	{ kind: 'timeout', cause: 'temporarily-unavailable' },
	{ kind: 'cancelled', cause: 'temporarily-unavailable', all: true },
	{ kind: 'invalidPath', cause: 'temporarily-unavailable' },
	...(['redirect', 'certificate', 'blocked', 'unsent'] satisfies FailureKind[]).map((kind): Judged => ({
		kind,
		cause: 'configuration-invalid',
		person: true,
		all: true,
	})),
	{ kind: 'redirect', status: 301, cause: 'configuration-invalid', person: true, all: true },
];

describe.each(JUDGED)('a failure with %j', ({ cause, person, all, missing, ...facts }) => {
	const error = errorOf(facts);

	it('tells n8n when to poll again', () => {
		expect(toNodeApiError(NODE, error).failure).toMatchObject({ cause });
	});

	it('needs a person, concerns all requests, or means that a record is not there', () => {
		expect([needsAPerson(error), concernsAll(error), isNotFound(error)]).toEqual([
			person ?? false,
			all ?? false,
			missing ?? false,
		]);
	});
});

it.each([
	[429, { cause: 'rate-limited', retryAfterMs: 7000 }],
	[503, { cause: 'temporarily-unavailable', retryAfterMs: 7000 }],
	[401, { cause: 'credential-invalid' }],
	[422, { cause: 'configuration-invalid' }],
])('a %i that asks to wait 7 s: n8n is told %j', (status, failure) => {
	expect(toNodeApiError(NODE, errorOf({ status, retryAfterMs: 7000 })).failure).toEqual(failure);
});

it.each([[new Error('other')], [{ facts: { status: 404, neverSent: true } }], [undefined]])(
	'%j is no failure of a request: nothing is concluded from it',
	(other) => {
		expect([concernsAll(other), isNotFound(other), factsOf(other)]).toEqual([false, false, undefined]);
	},
);

it('what is known about a failed request can be asked for', () => {
	expect(factsOf(errorOf({ status: 404, requestId: 'r-1' }))).toEqual({
		kind: 'status',
		status: 404,
		requestId: 'r-1',
	});
});

describe("n8n's error", () => {
	it('has the title, the description, the HTTP code, the item, and what the service sent', () => {
		const validation = [entry({ message: 'is missing' })];
		const facts = { status: 422, serviceMessage: 'Wrong values', validation, requestId: 'r-1' };
		const error = toNodeApiError(NODE, errorOf(facts), 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'It failed',
			messages: ['It failed'],
			description:
				'Try again. The service says: Wrong values. 0 › id: required (v1c002), is missing. Request-Id: r-1',
			httpCode: '422',
			node: NODE,
		});
		expect(error.context).toEqual({
			itemIndex: 3,
			data: {
				message: 'Wrong values',
				request_id: 'r-1',
				validation_errors: [{ outerKey: '0', innerKey: 'id', code: 'v1c002', message: 'is missing' }],
			},
		});
	});

	it.each<[Partial<FailureFacts>]>([[{ kind: 'timeout' }], [{ kind: 'timeout', validation: [] }]])(
		'has no more than its own words where %j is all that is known',
		(facts) => {
			const error = toNodeApiError(NODE, errorOf(facts));
			expect(error.httpCode).toBeNull();
			expect(error.context).toEqual({ data: { message: 'It failed' } });
		},
	);

	it('keeps a title in which n8n would find the name of a system error', () => {
		const words = { message: 'The preexisting record was refused', description: 'Try again.' };
		const error = toNodeApiError(NODE, new ServiceError(words, { kind: 'status', status: 422 }));
		expect(error.message).toBe('The preexisting record was refused');
	});

	it('keeps what lies behind it for logs, as a cause like that of any error', () => {
		const cause = new Error('socket hang up');
		const error = toNodeApiError(NODE, errorOf({ kind: 'unreachable' }, cause));
		expect(Object.getOwnPropertyDescriptor(error, 'cause')).toEqual({
			value: cause,
			configurable: true,
			enumerable: false,
			writable: true,
		});
		expect(Object.keys(error)).not.toContain('cause');
	});

	it('has no cause where nothing lies behind it', () => {
		expect('cause' in toNodeApiError(NODE, errorOf({ status: 404 }))).toBe(false);
	});
});
