/** Who may begin, who waits, and who need not wait any longer. Time stands still but for what a test adds. */
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { asksToWait, createGate } from '../../nodes/ContactConsent/transport/gate';
import type { Ticket, Widths } from '../../nodes/ContactConsent/transport/pace';
import type {
	FailureFacts,
	SendLimits,
	ServiceRequest,
	ServiceResponse,
} from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'a'], expect: 'object', repeatable: 'safe' };
const OK: ServiceResponse = { status: 200, headers: {}, body: {} };
/** A refusal, with the wait that it asks for, in milliseconds. */
const status = (code: number, retryAfterMs?: number, more: Partial<FailureFacts> = {}) =>
	failure({ kind: 'status', status: code, ...(retryAfterMs !== undefined && { retryAfterMs }), ...more });
type Outcome = ServiceResponse | ServiceError | undefined;
const STRANGE = status(404, undefined, { wrongAddress: true });

stillTime({ now: NOW });

/** A gate, the requests that it has let in, and the errors of those that it has not. */
function gateWith(widths: Widths = { first: 8 }) {
	const gate = createGate(undefined, widths);
	const underWay: Ticket[] = [];
	const failed: unknown[] = [];
	return {
		underWay,
		failed,
		waited: () => gate.waited(),
		/** So many requests come. */
		come: async (count = 1, limits: SendLimits = {}) => {
			for (let index = 0; index < count; index++) {
				void gate.enter(GET, limits).then(
					(ticket) => underWay.push(ticket),
					(error: unknown) => failed.push(error),
				);
			}
			await pass(0);
		},
		/** The first of those under way, or so many, end. */
		end: async (outcome: Outcome, count = 1) => {
			for (const ticket of underWay.splice(0, count)) gate.leave(ticket, outcome);
			await pass(0);
		},
	};
}

it.each<[number, number | undefined, boolean]>([
	[429, undefined, true],
	[429, 0, true],
	[503, 0, true],
	[503, 5000, true],
	[503, undefined, false],
	[500, 5000, false],
	[502, 5000, false],
])('a %i that names a wait of %s ms asks to wait: %s', (code, wait, expected) => {
	expect(asksToWait(status(code, wait))).toBe(expected);
});

describe('what an end says about the next', () => {
	const TAKEN = [8, 4];
	const NOTHING = [8, 1];
	const TROUBLE = [7, 1];

	it.each<[string, Outcome, number[]]>([
		['a success: the service keeps up', OK, TAKEN],
		['a 404: it does', status(404), TAKEN],
		['a 422 with Retry-After: it does', status(422, 5000), TAKEN],
		['a strange body: it does', failure({ kind: 'unexpectedBody', status: 200 }), TAKEN],
		['a mistake of our own: nothing', undefined, NOTHING],
		['a 500: nothing', status(500), NOTHING],
		['a 500 with Retry-After: nothing', status(500, 5000), NOTHING],
		['a 504: nothing', status(504), NOTHING],
		['a connection that broke off: nothing', failure({ kind: 'unreachable' }), NOTHING],
		['no answer in time: fewer at once', failure({ kind: 'timeout' }), TROUBLE],
		['a 503 that names no wait: fewer at once', status(503), TROUBLE],
	])('%s', async (_, outcome, expected) => {
		// One of eight ends like this while others wait.
		const busy = gateWith();
		await busy.come(20);
		await busy.end(outcome);
		// And the one does that is sent alone after a refusal, to find out whether the service takes requests again.
		const closed = gateWith();
		await closed.come(20);
		await closed.end(status(429, SECOND));
		await closed.end(status(500), 7);
		expect(closed.underWay).toHaveLength(0);
		await pass(SECOND);
		expect(closed.underWay).toHaveLength(1);
		await closed.end(outcome);
		expect([busy.underWay.length, closed.underWay.length]).toEqual(expected);
	});

	it.each([429, 503])('a %i that names a wait: nobody begins until then', async (code) => {
		const { underWay, come, end } = gateWith();
		await come();
		await end(status(code, 5000));
		await come();
		await pass(4999);
		expect(underWay).toHaveLength(0);
		await pass(1);
		expect(underWay).toHaveLength(1);
	});
});

describe('a wait', () => {
	/** A service that has just asked to wait so long, and a request that comes then. */
	async function requestAfter(wait: number, limits: SendLimits = {}) {
		const gate = gateWith();
		await gate.come();
		await gate.end(status(429, wait));
		await gate.come(1, limits);
		return gate;
	}

	it.each<[string, boolean, number, SendLimits]>([
		['that ends before the deadline', true, 5000, { deadline: NOW + 5001 }],
		['that ends at the deadline', false, 5000, { deadline: NOW + 5000 }],
		['as long as the caller wants', true, 5000, { longestPause: 5000 }],
		['longer than the caller wants', false, 5000, { longestPause: 4999 }],
		['of a quarter of an hour', true, 15 * MINUTE, {}],
		['longer than a quarter of an hour', false, 15 * MINUTE + 1, {}],
	])('%s is sat out: %s', async (_, isSatOut, wait, limits) => {
		const { underWay, failed } = await requestAfter(wait, limits);
		expect(failed).toEqual(isSatOut ? [] : [status(429, wait)]);
		await pass(wait);
		expect(underWay).toHaveLength(isSatOut ? 1 : 0);
	});

	it('that was too long for those before is over for one that comes at its end', async () => {
		const { underWay, failed, come } = await requestAfter(20 * MINUTE);
		expect(failed).toHaveLength(1);
		await pass(20 * MINUTE - 1);
		await come();
		expect([underWay.length, failed.length]).toEqual([0, 2]);
		await pass(1);
		await come();
		expect([underWay.length, failed.length]).toEqual([1, 2]);
	});

	it.each<[string, boolean, Outcome]>([
		['a success', true, OK],
		['a refusal of one record', true, status(422)],
		['a failure', false, status(500)],
		['a mistake of our own', false, undefined],
	])('counts from the first refusal on; anew after %s: %s', async (_, isAnew, outcome) => {
		const { failed, come, end } = await requestAfter(10 * MINUTE);
		await pass(10 * MINUTE);
		await end(outcome);
		await come(1);
		await end(status(429, 6 * MINUTE));
		await come(1);
		expect(failed).toHaveLength(isAnew ? 0 : 1);
	});

	it('lasts, although a request from before it succeeds', async () => {
		const { underWay, failed, come, end } = gateWith();
		await come(2);
		await end(status(429, MINUTE));
		await pass(10);
		await end(OK);
		await come(1, { longestPause: SECOND });
		expect([underWay.length, failed]).toEqual([0, [status(429, MINUTE)]]);
	});

	it('is over to the millisecond, also where it comes while others wait for a free place', async () => {
		const { underWay, come, end } = gateWith({ widest: 1 });
		await come(2);
		await pass(150);
		await end(status(429, 20));
		await pass(19);
		expect(underWay).toHaveLength(0);
		await pass(1);
		expect(underWay).toHaveLength(1);
	});

	it('takes one timer, however many wait, and none once nobody does', async () => {
		const { underWay, come, end } = gateWith({ widest: 1 });
		await come(100);
		expect(jest.getTimerCount()).toBe(1);
		for (let count = 0; count < 10; count++) {
			await pass(150);
			await end(status(429, 20));
			await pass(20);
			await end(OK);
		}
		await pass(MINUTE);
		expect(jest.getTimerCount()).toBe(1);
		while (underWay.length > 0) {
			await end(OK);
			await pass(MINUTE);
		}
		expect(jest.getTimerCount()).toBe(0);
	});
});

it('a deadline that has come lets nothing begin, one that is a millisecond away does', async () => {
	const { underWay, failed, come } = gateWith();
	await come(1, { deadline: NOW });
	expect(failed.map(String)).toEqual(['ServiceError: There was no time left to send the request']);
	await come(1, { deadline: NOW + 1 });
	expect([underWay.length, failed.length]).toEqual([1, 1]);
});

describe('the time that requests waited because the service asked for fewer', () => {
	it('is known while they wait, and after', async () => {
		const { waited, come, end } = gateWith();
		await come();
		await end(status(429, 5000));
		await pass(SECOND);
		expect(waited()).toBe(0);
		await come(3);
		await pass(1050);
		expect(waited()).toBe(1050);
		await pass(10_000);
		expect(waited()).toBe(4000);
	});

	it('does not contain what they waited for each other', async () => {
		const { waited, come } = gateWith();
		await come(9);
		await pass(MINUTE);
		expect(waited()).toBe(0);
	});
});

describe('what only a person can mend ends all requests', () => {
	/** How many fail, of those that wait and of one that comes later, after these ends. */
	async function failuresAfter(...outcomes: Array<Outcome>) {
		const { failed, come, end } = gateWith({ widest: 1 });
		await come(outcomes.length + 5);
		for (const outcome of outcomes) await end(outcome);
		const waiting = failed.length;
		await come();
		return { failed, waiting, later: failed.length - waiting };
	}

	it.each([
		['a refused key', status(401)],
		['an address that n8n blocks', failure({ kind: 'blocked' })],
	])('at once: %s', async (_, outcome) => {
		const { waiting, later, failed } = await failuresAfter(outcome);
		expect([waiting, later]).toEqual([5, 1]);
		for (const error of failed) expect(error).toBe(outcome);
	});

	it.each<[string, ServiceError]>([
		['a server that is no such service', STRANGE],
		['a redirect', failure({ kind: 'redirect', status: 301 })],
		['a certificate', failure({ kind: 'certificate', neverSent: true })],
	])('at the fifth answer, where there was none of the service: %s', async (_, outcome) => {
		const four = Array.from({ length: 4 }, () => outcome);
		expect(await failuresAfter(...four)).toMatchObject({ waiting: 0, later: 0 });
		expect(await failuresAfter(...four, outcome)).toMatchObject({ waiting: 5, later: 1 });
	});

	const five = Array.from({ length: 5 }, () => STRANGE);
	it.each<[string, Array<Outcome>, number]>([
		['never, once there was a success', [OK, ...five, ...five], 0],
		['after a mistake of our own, which proves nothing', [undefined, ...five], 5],
		['not for refusals of single records', Array.from({ length: 9 }, () => status(403)), 0],
		[
			'never, once the service itself has refused one',
			[status(404, undefined, { requestId: 'r' }), ...five],
			0,
		],
		['after a refusal by something else, which proves nothing', [status(403), ...five], 5],
		['at once for a refused key, also once there was a success', [OK, status(401)], 5],
	])('%s', async (_, outcomes, waiting) => {
		expect((await failuresAfter(...outcomes)).waiting).toBe(waiting);
	});
});
