/** Who may begin, who waits, and who need not wait any longer. Time stands still but for what a test adds. */
import { elapsed } from '../../nodes/ContactConsent/clock';
import { forgetWaits } from '../../nodes/ContactConsent/transport/door';
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { Queue } from '../../nodes/ContactConsent/transport/queue';
import type { ServiceRequest, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'a'], expect: 'object', repeatable: 'safe' };
const UPLOAD: ServiceRequest = { ...GET, method: 'POST', expect: 'accepted' };
const PDF: ServiceRequest = { ...GET, expect: 'pdf' };
type Outcome = ServiceResponse | ServiceError;
const OK: ServiceResponse = { status: 200, headers: {}, body: {} };
const status = (code: number, retryAfterMs?: number) =>
	failure({ kind: 'status', status: code, ...(retryAfterMs !== undefined && { retryAfterMs }) });
const TIMEOUT = failure({ kind: 'timeout' });

stillTime();
afterEach(forgetWaits);

/** A queue, the requests that it has let begin, by name, and the errors of those that it has not. */
function queueWith(signal?: AbortSignal) {
	const queue = new Queue('a', signal);
	const underWay: Array<{ name: string; end: (outcome: Outcome, isFinal: boolean) => void }> = [];
	const failed: unknown[] = [];
	const come = async (count = 1, request = GET, deadline = Infinity, name = 'other') => {
		for (let index = 0; index < count; index++) {
			void queue.enter(request, deadline).then(
				(ticket) => underWay.push({ name, end: (outcome, isFinal) => queue.leave(ticket, outcome, isFinal) }),
				(error: unknown) => failed.push(error),
			);
		}
		await pass(0);
	};
	/** The first of those under way, or so many, end. */
	const end = async (outcome: Outcome, count = 1, isFinal = false) => {
		for (const one of underWay.splice(0, count)) one.end(outcome, isFinal);
		await pass(0);
	};
	return { queue, underWay, failed, come, end, last: () => underWay.at(-1)?.name };
}

describe('how many at once', () => {
	it('8, then as many as the width allows, and never more than 64', async () => {
		const { underWay, come, end } = queueWith();
		await come(500);
		const seen = [underWay.length];
		for (const count of [8, 16, 32, 64, 64]) {
			await end(OK, count);
			seen.push(underWay.length);
		}
		expect(seen).toEqual([8, 16, 32, 64, 64, 64]);
		// Those that hang count, too.
		await end(TIMEOUT);
		expect(underWay).toHaveLength(64);
	});

	it.each([
		['a success', OK],
		['a failure', status(500)],
	])('as many as before, after %s', async (_, outcome) => {
		const { underWay, come, end } = queueWith();
		await come(20);
		await end(outcome);
		expect(underWay).toHaveLength(8);
	});

	it('half as many after a timeout, once for those that were under way together', async () => {
		const { underWay, come, end } = queueWith();
		await come(30);
		await end(TIMEOUT);
		// The seven that hang take nobody's place.
		expect(underWay).toHaveLength(7 + 4);
		await end(TIMEOUT, 7);
		expect(underWay).toHaveLength(4);
		await end(TIMEOUT);
		expect(underWay).toHaveLength(3 + 2);
	});
});

it('uploads come before reads, the rest in its order', async () => {
	const { come, end, last } = queueWith();
	await come(8);
	await come(1, GET, Infinity, 'first');
	await come(1, UPLOAD, Infinity, 'upload');
	await come(1, PDF, Infinity, 'second');
	const order = [];
	for (let count = 0; count < 3; count++) {
		await end(status(500));
		order.push(last());
	}
	expect(order).toEqual(['upload', 'first', 'second']);
});

describe('closed', () => {
	it('to the millisecond; then one finds out, and a success lets the others in', async () => {
		const { underWay, come, end } = queueWith();
		await come(20);
		await pass(150);
		await end(status(429, 5030), 8);
		await pass(5029);
		expect(underWay).toHaveLength(0);
		await pass(1);
		expect(underWay).toHaveLength(1);
		await pass(MINUTE);
		expect(underWay).toHaveLength(1);
		await end(OK);
		expect(underWay).toHaveLength(4);
	});

	it('nobody waits for the slowest of those under way', async () => {
		const { underWay, come, end } = queueWith();
		await come(20);
		await end(status(429, SECOND));
		await pass(SECOND);
		expect(underWay).toHaveLength(7 + 1);
		// Only what the new one is answered counts.
		const probe = underWay.pop();
		await end(OK);
		expect(underWay).toHaveLength(6);
		probe?.end(OK, false);
		await pass(0);
		expect(underWay).toHaveLength(6 + 4);
	});
});

describe('whoever need not wait', () => {
	it('for want of time is told so, a moment after the deadline at the latest', async () => {
		const { failed, underWay, come } = queueWith();
		await come(1, GET, elapsed());
		expect(failed.map(String)).toEqual(['ServiceError: There was no time left to send the request']);
		await come(8);
		await come(1, GET, elapsed() + 500);
		await pass(499);
		expect(failed).toHaveLength(1);
		await pass(200);
		expect([failed.length, underWay.length]).toEqual([2, 8]);
		expect(failed[1]).toMatchObject({ facts: { kind: 'timeout', neverSent: true } });
	});

	it('because the wait is too long is told at once, and so are all others', async () => {
		const { failed, underWay, come, end } = queueWith();
		await come(10);
		await end(status(429, 15 * MINUTE + 1), 8);
		await come(1);
		expect([underWay.length, failed.length]).toEqual([0, 3]);
		for (const error of failed) expect(error).toMatchObject({ facts: { status: 429, neverSent: true } });
	});

	it('because the execution was cancelled is told within a moment', async () => {
		const abort = new AbortController();
		const { failed, underWay, come } = queueWith(abort.signal);
		await come(9);
		await pass(MINUTE);
		abort.abort();
		await pass(200);
		expect(underWay).toHaveLength(8);
		expect(failed).toMatchObject([{ facts: { kind: 'cancelled', neverSent: true } }]);
	});
});

it('has one timer, however many wait, and none once nobody does', async () => {
	const { come, end } = queueWith();
	await come(50);
	expect(jest.getTimerCount()).toBe(1);
	for (let count = 0; count < 5; count++) {
		await pass(150);
		await end(status(429), 3);
		await pass(2000);
		await end(OK);
	}
	expect(jest.getTimerCount()).toBe(1);
	for (let count = 0; count < 10; count++) {
		await pass(MINUTE);
		await end(OK, 64);
	}
	await pass(200);
	expect(jest.getTimerCount()).toBe(0);
});
