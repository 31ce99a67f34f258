/** The words for a failed request, its cause for n8n, and the conclusions of the nodes. */
import { NodeApiError, type INode } from 'n8n-workflow';

import {
	concernsNoRecord,
	executionCancelled,
	factsOf,
	isNotFound,
	isTrouble,
	mayHaveWorked,
	needsAPerson,
	ServiceError,
	showsNoService,
	toNodeApiError,
	untilWhen,
} from '../../nodes/ContactConsent/transport/errors';
import { asksToWait, isPassing } from '../../nodes/ContactConsent/transport/statuses';
import type { FailureFacts, ValidationEntry } from '../../nodes/ContactConsent/transport/types';
import { sentence } from '../support/sentences';

const NODE = { name: 'Contact Consent', type: 'contactConsent' } as INode;
const WORDS = { message: 'It failed', description: 'Try again.' };

const errorOf = (facts: Partial<FailureFacts>) => new ServiceError(WORDS, { kind: 'status', ...facts });
/** The description of a failure with this advice. */
const explain = (description: string, facts: Partial<FailureFacts>) =>
	new ServiceError({ message: 'no', description }, { kind: 'status', ...facts }).describe();

const entry = (more: Partial<ValidationEntry> = {}): ValidationEntry => ({
	outerKey: '0',
	innerKey: 'id',
	code: 'v1c002',
	message: '',
	...more,
});

describe('the description of a failure', () => {
	it('is made once from what an answer says, however many rows it refuses', () => {
		let reads = 0;
		const facts: FailureFacts = {
			kind: 'status',
			get validation() {
				reads++;
				return [entry()];
			},
		};
		for (const row of ['row 1', 'row 2']) {
			const words = new ServiceError(WORDS, facts).describe(row);
			expect(words).toBe(`Try again. ${row} 0 › id: required (v1c002).`);
		}
		expect(reads).toBe(1);
	});

	it("is one paragraph: advice, n8n's words, the service's words, each entry, the Request-Id", () => {
		const facts = {
			networkMessage: 'socket hang up',
			serviceMessage: 'Not like this!',
			validation: [entry(), entry({ outerKey: 'a', innerKey: 'zip', code: 'v1c004', message: 'no zip' })],
			requestId: 'r-1',
		};
		expect(explain('Try again', facts)).toBe(
			`Try again. n8n says: socket hang up. ${sentence('serviceSays')}: Not like this! 0 › id: required (v1c002). a › zip: breaks one of the service's own format rules (v1c004), no zip. Request-Id: r-1`,
		);
	});

	it.each([
		['v1c001', 'invalid value'],
		['v1c003', 'breaks a rule that the service does not name'],
		['constructor', 'refused'],
		['__proto__', 'refused'],
	])('explains the code %s', (code, words) => {
		expect(explain('', { validation: [entry({ code })] })).toBe(`0 › id: ${words} (${code}).`);
	});

	it.each(['', ' \n'])('has no sentence for the advice %j', (advice) => {
		expect(explain(advice, { requestId: 'r-1' })).toBe('Request-Id: r-1');
	});
});

/**
 * The conclusions from a failure. `person`: somebody has to change a setting. `none`: it is about no single record.
 * `missing`: the record does not exist. `passes`: it may pass by itself. `trouble`: the service may take no request.
 * `unshown`: it does not show that the service takes requests. `wait`: the service asks for a wait. `perhaps`: the
 * request may have had its effect.
 */
it.each<[Partial<FailureFacts>, cause: string, conclusions: string]>([
	[{ status: 401 }, 'credential-invalid', 'person none'],
	// It is unknown what the service would say to the key.
	[{ status: 401, from: 'between' }, 'temporarily-unavailable', 'person none unshown'],
	[{ status: 401, triesInVain: 1 }, 'credential-invalid', 'person none perhaps'],
	[{ status: 429, aboutRecord: true }, 'rate-limited', 'passes trouble unshown wait'],
	[{ status: 503, retryAfterMs: 0 }, 'temporarily-unavailable', 'passes trouble unshown wait perhaps'],
	[{ status: 524 }, 'temporarily-unavailable', 'passes trouble unshown perhaps'],
	[{ status: 409 }, 'temporarily-unavailable', 'passes'],
	[{ kind: 'endless' }, 'temporarily-unavailable', 'trouble unshown'],
	// n8n would take it for permanent.
	[{ status: 403 }, 'temporarily-unavailable', ''],
	[{ status: 403, from: 'between' }, 'temporarily-unavailable', 'unshown'],
	[{ status: 304, from: 'between' }, 'temporarily-unavailable', 'unshown'],
	[{ status: 400 }, 'nothing', ''],
	[{ status: 404 }, 'nothing', 'missing'],
	// Something between n8n and the service may answer to one ID alone.
	[{ status: 404, wrongAddress: true }, 'nothing', 'person none unshown'],
	[{ status: 422, neverSent: true }, 'nothing', 'none'],
	[{ status: 429 }, 'rate-limited', 'none passes trouble unshown wait'],
	[{ status: 500 }, 'temporarily-unavailable', 'passes trouble unshown perhaps'],
	[{ kind: 'unexpectedBody', status: 200 }, 'temporarily-unavailable', 'perhaps'],
	[
		{ kind: 'unexpectedBody', status: 200, wrongAddress: true },
		'temporarily-unavailable',
		'person none unshown perhaps',
	],
	[{ kind: 'unreachable', neverSent: false }, 'temporarily-unavailable', 'passes trouble unshown perhaps'],
	[{ kind: 'unreachable', neverSent: true }, 'temporarily-unavailable', 'none passes trouble unshown'],
	[
		{ kind: 'unreachable', wrongAddress: true },
		'temporarily-unavailable',
		'person none passes trouble unshown perhaps',
	],
	[{ kind: 'timeout' }, 'temporarily-unavailable', 'passes trouble unshown perhaps'],
	[{ kind: 'cancelled' }, 'temporarily-unavailable', 'none trouble unshown perhaps'],
	[{ kind: 'invalidPath' }, 'temporarily-unavailable', 'trouble unshown'],
	[{ kind: 'blocked' }, 'configuration-invalid', 'person none trouble unshown'],
	[{ kind: 'setting' }, 'temporarily-unavailable', 'person none trouble unshown'],
	[{ kind: 'setting', status: 301 }, 'temporarily-unavailable', 'person none unshown'],
	[{ kind: 'setting', status: 407, from: 'proxy' }, 'temporarily-unavailable', 'person none unshown'],
])('%j: n8n is told %s, and the conclusion is: %s', (facts, cause, conclusions) => {
	const error = errorOf(facts);
	expect(toNodeApiError(NODE, error).failure?.cause ?? 'nothing').toBe(cause);
	const concluded = {
		person: needsAPerson(error),
		none: concernsNoRecord(error),
		missing: isNotFound(error),
		passes: isPassing(error.facts),
		trouble: isTrouble(error),
		unshown: showsNoService(error),
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
	'%j is no failed request, so there is no conclusion',
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
			description: `Try again. ${sentence('serviceSays')}: Wrong values. 0 › id: required (v1c002), is missing. Request-Id: r-1`,
			httpCode: '422',
			node: NODE,
		});
	});

	it("has 2,000 characters of the service's words, and the Request-Id behind them", () => {
		const validation = Array.from({ length: 20 }, () => entry({ message: 'x'.repeat(2000) }));
		const text = explain('Correct them', { serviceMessage: 'y'.repeat(1e6), validation, requestId: 'r-1' });
		expect(text).toMatch(new RegExp(`^Correct them\\. ${sentence('serviceSays')}: y+… Request-Id: r-1$`));
		expect(text).toHaveLength(2000 + 'Correct them.  Request-Id: r-1'.length);
	});

	it('keeps a title that contains the name of a system error', () => {
		const words = { message: 'The preexisting record was refused', description: 'Try again.' };
		const error = toNodeApiError(NODE, new ServiceError(words, { kind: 'status', status: 422 }));
		expect(error.message).toBe('The preexisting record was refused');
	});
});

describe('the end of a wait', () => {
	beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-01T12:04:30Z') }));
	afterEach(() => void jest.useRealTimers());
	const busy = errorOf({ status: 429, retryAfterMs: 60_000 });

	it.each([
		[30_000, 'UTC', '12:05'],
		[31_000, 'UTC', '12:06'],
		[30_000, 'America/New_York', '07:05'],
		[12 * 60 * 60_000, 'UTC', '2026-03-02 00:05'],
		[30_000, 'No/Where', /\d\d:\d\d/],
	])('of %i ms, in the time zone %s, is shown as %s', (wait, zone, shown) => {
		const { message, facts } = untilWhen(busy, wait, zone);
		expect(message).toMatch(new RegExp(`^The service ${sentence('asksToWait')} `));
		expect(message.slice(`The service ${sentence('asksToWait')} `.length)).toMatch(shown);
		expect(facts.retryAfterMs).toBe(wait);
	});

	it('is unknown if the service names no time', () => {
		for (const other of [
			errorOf({ status: 429, retryAfterMs: 0 }),
			errorOf({ status: 500, retryAfterMs: 9 }),
		])
			expect(untilWhen(other, 1000, 'UTC')).toBe(other);
		expect(untilWhen(busy, undefined, 'UTC')).toBe(busy);
	});
});

it('n8n is not told an impossible wait', () => {
	expect(toNodeApiError(NODE, errorOf({ status: 429, retryAfterMs: 0 })).failure).toEqual({
		cause: 'rate-limited',
		retryAfterMs: undefined,
	});
});

it('words from another server are called words of the answer', () => {
	expect(explain('', { from: 'between', serviceMessage: 'Go away' })).toBe('The answer says: Go away.');
});

it('its class can be read property by property, as the axios of n8n 2.4 does', () => {
	const { prototype } = ServiceError;
	const read = () =>
		Object.getOwnPropertyNames(prototype).map((name) => Reflect.get(prototype, name) as unknown);
	expect(read).not.toThrow();
});

it('a cancelled execution says so', () => {
	expect(executionCancelled(false).describe()).toBe('No further request was sent.');
	expect(executionCancelled(false)).toMatchObject({
		message: sentence('cancelled'),
		facts: { kind: 'cancelled' },
	});
});
