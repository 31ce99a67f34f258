/** When nobody may begin, until when, and when there is no point in waiting any longer. Time stands still but for `pass`. */
import { elapsed } from '../../nodes/ContactConsent/clock';
import { ClosedSign, forgetWaits } from '../../nodes/ContactConsent/transport/door';
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
type Outcome = ServiceResponse | ServiceError;
const OK: ServiceResponse = { status: 200, headers: {}, body: {} };
const status = (code: number, retryAfterMs?: number, more: Partial<FailureFacts> = {}) =>
	failure({ kind: 'status', status: code, ...(retryAfterMs !== undefined && { retryAfterMs }), ...more });
const BROKEN = failure({ kind: 'unreachable' });
const UNTRUSTED = failure({ kind: 'setting', neverSent: true });

stillTime();
afterEach(forgetWaits);

const signAt = (name = 'a') => new ClosedSign(name);
/** Ends a request that may be tried again. */
const end = (sign: ClosedSign, outcome: Outcome, isFresh = true) =>
	sign.ended(outcome, isFresh, false, elapsed());
/** Ends so many requests for good. */
const giveUp = (sign: ClosedSign, error: ServiceError, count = 20) =>
	Array.from({ length: count }, () => sign.ended(error, true, true, elapsed())).at(-1);
const hopeless = (sign: ClosedSign) => sign.refusalFor(Infinity);

describe('it is closed', () => {
	it.each<[string, ServiceError, number]>([
		['a 429, for as long as it asks', status(429, 7000), 7000],
		['a 503, for as long as it asks', status(503, 7000), 7000],
	])('by %s', async (_, error, wait) => {
		const sign = signAt();
		expect([sign.isOpen(), end(sign, error)]).toEqual([true, true]);
		expect([sign.isOpen(), sign.left()]).toEqual([false, wait]);
		await pass(wait + 1);
		expect([sign.isOpen(), sign.left()]).toEqual([false, 0]);
	});

	it.each<[string, Outcome]>([
		['a success', OK],
		['a 500 with Retry-After', status(500, 5000)],
	])('not by %s that may be tried again', (_, outcome) => {
		const sign = signAt();
		expect([end(sign, outcome), sign.isOpen(), sign.left()]).toEqual([false, true, 0]);
	});

	it.each<[string, Outcome | undefined, boolean]>([
		['one after another', undefined, false],
		['but for a success', OK, true],
		['but for another failure', status(500), false],
	])('by the twentieth request in a row that failed for good, %s', (_, between, isOpen) => {
		const sign = signAt();
		expect(giveUp(sign, BROKEN, 19)).toBe(false);
		if (between) end(sign, between);
		expect(sign.ended(BROKEN, false, true, elapsed())).toBe(!isOpen);
		expect([sign.isOpen(), sign.left()]).toEqual([isOpen, isOpen ? 0 : SECOND]);
	});

	it.each<[string, ServiceError]>([
		['n8n does not trust', UNTRUSTED],
		['refuses', status(422)],
	])('not by 30 requests to a service that %s', (_, error) => {
		const sign = signAt();
		giveUp(sign, error, 30);
		expect(sign.isOpen()).toBe(true);
	});
});

it('nothing is sent any more after 15 minutes without an answer, although each failure is tried again', async () => {
	const sign = signAt();
	const silent = failure({ kind: 'timeout' });
	end(sign, OK);
	end(sign, silent);
	await pass(15 * MINUTE);
	end(sign, silent, false);
	expect([sign.isOpen(), hopeless(sign)]).toEqual([true, undefined]);
	await pass(1);
	expect(hopeless(sign)?.facts).toMatchObject({ kind: 'timeout', neverSent: true });
	expect(hopeless(sign)?.advice).toContain('15 minutes');
	end(sign, OK);
	expect(hopeless(sign)).toBeUndefined();
});

it.each<[string, Outcome[], number]>([
	['with the request that failed first', [], 0],
	['with a success after that', [OK], 0.5],
])('these 15 minutes begin %s', async (_, between, later) => {
	const sign = signAt();
	await pass(MINUTE);
	const beganAt = elapsed();
	await pass(MINUTE / 2);
	for (const outcome of between) end(sign, outcome);
	await pass(MINUTE / 2);
	for (let count = 0; count < 2; count++)
		sign.ended(failure({ kind: 'timeout' }), true, false, beganAt + count);
	await pass((14 + later) * MINUTE);
	expect(hopeless(sign)).toBeUndefined();
	await pass(1);
	expect(hopeless(sign)).toBeDefined();
});

describe('it stays closed', () => {
	const waits = async (sign: ClosedSign, error: ServiceError, count: number) => {
		const seen: number[] = [];
		for (let index = 0; index < count; index++) {
			end(sign, error);
			seen.push(sign.left() / SECOND);
			await pass(sign.left());
		}
		return seen;
	};

	it.each<[string, ServiceError, number[]]>([
		['where no wait is named', status(429), [1, 1, 2, 4, 8, 16, 30, 30]],
		['where the wait that is named is none', status(429, 0), [1, 1, 2, 4, 8, 16, 30, 30]],
		['and for as long as the service asks, each time', status(429, 700), [0.7, 0.7, 0.7, 0.7]],
	])('as long again as the trouble has lasted, up to half a minute, %s', async (_, error, expected) => {
		await pass(MINUTE);
		expect(await waits(signAt(), error, expected.length)).toEqual(expected);
	});

	it.each([
		['nothing', 0, 1000],
		['a quarter', 0.999999, 1250],
	])('longer by chance: %s', (_, random, expected) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const sign = signAt();
		end(sign, status(429));
		expect(Math.round(sign.left())).toBe(expected);
	});

	it.each<[string, Outcome, boolean, number]>([
		['a success opens nothing', OK, false, 5000],
		['one that names no wait, neither', status(429), false, 5000],
		['one that asks for the same is known', status(429, 5000), false, 5000],
		['one that asks for more is kept to', status(429, 9000), true, 9000],
	])('for those that were under way: %s', (_, outcome, isLonger, left) => {
		const sign = signAt();
		end(sign, status(429, 5000));
		expect([end(sign, outcome, false), sign.isOpen(), sign.left()]).toEqual([isLonger, false, left]);
	});
});

describe('whoever waits', () => {
	const closed = (error: ServiceError) => {
		const sign = signAt();
		end(sign, error);
		return sign;
	};

	it('need not where the deadline comes first: told what is left of the wait', async () => {
		const sign = closed(status(429, 5000));
		await pass(2000);
		expect(sign.refusalFor(elapsed() + 3000)?.facts).toMatchObject({ status: 429, retryAfterMs: 3000 });
	});

	it('hears of a failure at the deadline, with nothing about a wait that nobody asked for', async () => {
		const sign = signAt();
		giveUp(sign, status(500));
		const deadline = elapsed() + 1001;
		expect(sign.refusalFor(deadline)).toBeUndefined();
		await pass(1001);
		expect(sign.refusalFor(deadline)?.facts).toMatchObject({ status: 500, retryAfterMs: undefined });
	});

	it.each<[string, number, boolean]>([
		['of a quarter of an hour', 15 * MINUTE, false],
		['that is longer', 15 * MINUTE + 1, true],
	])('need not, for a wait %s: %s', (_, wait, isTooLong) => {
		const refusal = hopeless(closed(status(429, wait)));
		expect(refusal !== undefined).toBe(isTooLong);
		if (!refusal) return;
		expect(refusal.facts).toMatchObject({ status: 429, retryAfterMs: wait, neverSent: true });
		expect(refusal.advice).toMatch(/took no request.* 15 minutes at most, so the rest was not sent\.$/);
	});
});

describe('nothing is sent any more', () => {
	const times = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome);
	const endAfter = (...outcomes: Outcome[]) => {
		const sign = signAt();
		for (const outcome of outcomes) sign.ended(outcome, true, true, elapsed());
		return hopeless(sign);
	};

	it.each([
		['a refused key', status(401)],
		['an address that n8n blocks', failure({ kind: 'blocked' })],
	])('after %s, also where there was a success before', (_, error) => {
		for (const before of [[], [OK], [status(429, 5000)]]) expect(endAfter(...before, error)).toBe(error);
		expect(endAfter(error, OK)).toBe(error);
	});

	it.each([
		['a redirect', failure({ kind: 'setting', status: 301 })],
		['a right that the key lacks', status(403)],
	])('after 40 requests that ended like this, and no success: %s', (_, error) => {
		expect(endAfter(...times(39, error))).toBeUndefined();
		const refusal = endAfter(...times(40, error));
		expect(refusal?.facts).toMatchObject({ ...error.facts, neverSent: true });
		expect(refusal?.advice).toBe('The first 40 requests ended like this, so the rest was not sent.');
		expect(endAfter(OK, ...times(100, error))).toBeUndefined();
	});

	it('but not after refusals of content', () => {
		expect(endAfter(...times(100, status(422)))).toBeUndefined();
	});
});

describe('a wait that the service asked for', () => {
	it('is kept to by later signs of the same name, and by no other, until it is over', async () => {
		const signs = [signAt(), signAt()];
		// The second one is told less.
		for (const [at, sign] of signs.entries()) end(sign, status(429, MINUTE - at));
		await pass(20 * SECOND);
		const later = signAt();
		expect([later.isOpen(), later.left(), signAt('b').isOpen()]).toEqual([false, 40 * SECOND, true]);
		expect(later.refusalFor(elapsed() + 40 * SECOND)).toMatchObject({
			facts: { status: 429, retryAfterMs: 40 * SECOND },
		});
		await pass(40 * SECOND - 1);
		expect(signAt().isOpen()).toBe(false);
		await pass(1);
		expect(signAt().isOpen()).toBe(true);
	});

	it('is more than one that it did not name, which each execution finds out by itself', () => {
		const sign = signAt();
		giveUp(sign, status(429));
		expect([sign.isOpen(), signAt().isOpen()]).toEqual([false, true]);
	});

	it('is counted as far as it has passed; one that nobody asked for is not', async () => {
		const sign = signAt();
		end(sign, status(429, 5000));
		expect(sign.waited()).toBe(0);
		await pass(2000);
		end(sign, status(429, 4000), false);
		expect(sign.waited()).toBe(2000);
		await pass(10_000);
		end(sign, OK);
		giveUp(sign, BROKEN);
		await pass(MINUTE);
		expect(sign.waited()).toBe(6000);
	});
});
