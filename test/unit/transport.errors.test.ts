/** The words for a failed request, what n8n is told about it, and what the nodes conclude from it. */
import { NodeApiError, type INode } from 'n8n-workflow';

import {
	asksToWait,
	concernsNoRecord,
	executionCancelled,
	factsOf,
	isNotFound,
	isPassing,
	isTrouble,
	mayHaveWorked,
	needsAPerson,
	ServiceError,
	toNodeApiError,
	untilWhen,
} from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts, ValidationEntry } from '../../nodes/ContactConsent/transport/types';

const NODE = { name: 'Contact Consent', type: 'contactConsent' } as INode;
const WORDS = { message: 'It failed', description: 'Try again.' };

const errorOf = (facts: Partial<FailureFacts>) => new ServiceError(WORDS, { kind: 'status', ...facts });
/** The description of a failure with such advice. */
const explain = (description: string, facts: Partial<FailureFacts>) =>
	new ServiceError({ message: 'no', description }, { kind: 'status', ...facts }).description;

const entry = (more: Partial<ValidationEntry> = {}): ValidationEntry => ({
	outerKey: '0',
	innerKey: 'id',
	code: 'v1c002',
	message: '',
	...more,
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
		['v1c003', 'breaks a rule that the service does not name'],
		['constructor', 'refused'],
		['__proto__', 'refused'],
	])('says what the code %s means', (code, words) => {
		expect(explain('', { validation: [entry({ code })] })).toBe(`0 › id: ${words} (${code}).`);
	});

	it.each(['', ' \n'])('has no sentence for the advice %j', (advice) => {
		expect(explain(advice, { requestId: 'r-1' })).toBe('Request-Id: r-1');
	});
});

/**
 * What is concluded from a failure: `person`: nothing helps until somebody changes a setting; `none`: it is about no
 * single record; `missing`: the record is not there; `passes` by itself; `trouble`: it does not show that the service
 * takes requests; `wait`: it asks to; `perhaps`: it may have worked.
 */
it.each<[Partial<FailureFacts>, cause: string, conclusions: string]>([
	[{ status: 401 }, 'credential-invalid', 'person none'],
	// Nobody knows what the service says to the key.
	[{ status: 401, from: 'between' }, 'temporarily-unavailable', 'person none'],
	[{ status: 429, aboutRecord: true }, 'rate-limited', 'passes trouble wait'],
	[{ status: 503, retryAfterMs: 0 }, 'temporarily-unavailable', 'passes trouble wait perhaps'],
	[{ status: 524 }, 'temporarily-unavailable', 'passes trouble perhaps'],
	[{ kind: 'endless' }, 'temporarily-unavailable', 'trouble'],
	// n8n would take it for permanent by itself.
	[{ status: 403 }, 'temporarily-unavailable', ''],
	[{ status: 400 }, 'nothing', ''],
	[{ status: 404 }, 'nothing', 'missing'],
	// Something between n8n and the service may answer to one ID alone.
	[{ status: 404, wrongAddress: true }, 'nothing', 'person none'],
	[{ status: 422, neverSent: true }, 'nothing', 'none'],
	[{ status: 429 }, 'rate-limited', 'none passes trouble wait'],
	[{ status: 500 }, 'temporarily-unavailable', 'passes trouble perhaps'],
	[{ kind: 'unexpectedBody', status: 200 }, 'temporarily-unavailable', 'perhaps'],
	[{ kind: 'unexpectedBody', wrongAddress: true }, 'temporarily-unavailable', 'person none trouble perhaps'],
	[{ kind: 'unreachable', neverSent: false }, 'temporarily-unavailable', 'passes trouble perhaps'],
	[{ kind: 'unreachable', neverSent: true }, 'temporarily-unavailable', 'none passes trouble'],
	[
		{ kind: 'unreachable', wrongAddress: true },
		'temporarily-unavailable',
		'person none passes trouble perhaps',
	],
	[{ kind: 'timeout' }, 'temporarily-unavailable', 'passes trouble perhaps'],
	[{ kind: 'cancelled' }, 'temporarily-unavailable', 'none trouble perhaps'],
	[{ kind: 'invalidPath' }, 'temporarily-unavailable', 'trouble'],
	[{ kind: 'blocked' }, 'configuration-invalid', 'person none trouble'],
	[{ kind: 'setting' }, 'temporarily-unavailable', 'person none trouble'],
	[{ kind: 'setting', status: 301 }, 'temporarily-unavailable', 'person none'],
])('%j: n8n is told %s; it is concluded: %s', (facts, cause, conclusions) => {
	const error = errorOf(facts);
	expect(toNodeApiError(NODE, error).failure?.cause ?? 'nothing').toBe(cause);
	const concluded = {
		person: needsAPerson(error),
		none: concernsNoRecord(error),
		missing: isNotFound(error),
		passes: isPassing(error.facts),
		trouble: isTrouble(error),
		wait: asksToWait(error.facts),
		perhaps: mayHaveWorked(error),
	};
	const words = Object.entries(concluded).filter(([, isTrue]) => isTrue);
	expect(words.map(([word]) => word).join(' ')).toBe(conclusions);
});

it.each([
	[503, { cause: 'temporarily-unavailable', retryAfterMs: 7000 }],
	[422, { cause: 'temporarily-unavailable', retryAfterMs: 7000 }],
])('a %i that asks to wait 7 s: n8n is told %j', (status, failure) => {
	expect(toNodeApiError(NODE, errorOf({ status, retryAfterMs: 7000 })).failure).toEqual(failure);
});

it.each([[new Error('other')], [{ facts: { status: 404, neverSent: true } }], [undefined]])(
	'%j is no failure of a request: nothing is concluded from it',
	(other) => {
		expect([concernsNoRecord, isNotFound, mayHaveWorked].some((concludes) => concludes(other))).toBe(false);
		expect(factsOf(other)).toBeUndefined();
	},
);

describe("n8n's error", () => {
	it('has the title, the description and the HTTP code', () => {
		const validation = [entry({ message: 'is missing' })];
		const facts = { status: 422, serviceMessage: 'Wrong values', validation, requestId: 'r-1' };
		const error = toNodeApiError(NODE, errorOf(facts));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'It failed',
			messages: ['It failed'],
			description:
				'Try again. The service says: Wrong values. 0 › id: required (v1c002), is missing. Request-Id: r-1',
			httpCode: '422',
			node: NODE,
		});
	});

	it('says 2,000 characters of what the service says, and its Request-Id behind them', () => {
		const validation = Array.from({ length: 20 }, () => entry({ message: 'x'.repeat(2000) }));
		const text = explain('Correct them', { serviceMessage: 'y'.repeat(1e6), validation, requestId: 'r-1' });
		expect(text).toMatch(/^Correct them\. The service says: y+… Request-Id: r-1$/);
		expect(text).toHaveLength(2000 + 'Correct them.  Request-Id: r-1'.length);
	});

	it('keeps a title in which n8n would find the name of a system error', () => {
		const words = { message: 'The preexisting record was refused', description: 'Try again.' };
		const error = toNodeApiError(NODE, new ServiceError(words, { kind: 'status', status: 422 }));
		expect(error.message).toBe('The preexisting record was refused');
	});
});

describe('until when', () => {
	beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-01T12:04:30Z') }));
	afterEach(() => void jest.useRealTimers());
	const busy = errorOf({ status: 429, retryAfterMs: 60_000 });

	it.each([
		[30_000, 'UTC', '12:05'],
		[31_000, 'UTC', '12:06'],
		[30_000, 'America/New_York', '07:05'],
		[12 * 60 * 60_000, 'UTC', '2026-03-02 00:05'],
		[30_000, 'No/Where', /\d\d:\d\d/],
	])('%i ms in %s: %s', (wait, zone, shown) => {
		const { message, facts } = untilWhen(busy, wait, zone);
		expect(message).toMatch(/^The service asks to wait until /);
		expect(message.slice('The service asks to wait until '.length)).toMatch(shown);
		expect(facts.retryAfterMs).toBe(wait);
	});

	it('is not known where the service names no time', () => {
		for (const other of [
			errorOf({ status: 429, retryAfterMs: 0 }),
			errorOf({ status: 500, retryAfterMs: 9 }),
		])
			expect(untilWhen(other, 1000, 'UTC')).toBe(other);
		expect(untilWhen(busy, undefined, 'UTC')).toBe(busy);
	});
});

it('n8n is told no wait that cannot be meant', () => {
	expect(toNodeApiError(NODE, errorOf({ status: 429, retryAfterMs: 0 })).failure).toEqual({
		cause: 'rate-limited',
		retryAfterMs: undefined,
	});
});

it('what another than the service says is told as the words of the answer', () => {
	expect(explain('', { from: 'between', serviceMessage: 'Go away' })).toBe('The answer says: Go away.');
});

it('a cancelled execution says so', () => {
	expect(executionCancelled(false)).toMatchObject({
		message: 'The execution was cancelled',
		description: 'No further request was sent.',
		facts: { kind: 'cancelled' },
	});
});
