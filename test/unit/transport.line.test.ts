/**
 * The line of requests: which may begin, which wait, and which fail without waiting. Time stands still until a test
 * lets it pass.
 */
import { elapsed } from '../../nodes/ContactConsent/lib/time';
import { forgetWaits } from '../../nodes/ContactConsent/transport/retryAfterWaits';
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { Line } from '../../nodes/ContactConsent/transport/line';
import { newTicket } from '../../nodes/ContactConsent/transport/ticket';
import { forgetUnderWay } from '../../nodes/ContactConsent/transport/width';
import type {
	FailureFacts,
	ServiceRequest,
	ServiceResponse,
	Ticket,
} from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';
import { sentence } from '../support/sentences';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'a'], expect: 'object', repeatable: 'safe' };
const UPLOAD: ServiceRequest = { ...GET, method: 'POST', expect: 'accepted' };
const DELETE: ServiceRequest = { ...GET, method: 'DELETE', expect: 'nothing' };
const PDF: ServiceRequest = { ...GET, expect: 'pdf' };
type Outcome = ServiceResponse | ServiceError;
const OK: ServiceResponse = { status: 200, headers: {}, body: {} };
const status = (code: number, retryAfterMs?: number, more: Partial<FailureFacts> = {}) =>
	failure({ kind: 'status', status: code, ...(retryAfterMs !== undefined && { retryAfterMs }), ...more });
const TIMEOUT = failure({ kind: 'timeout' });
const BROKEN = failure({ kind: 'unreachable' });

stillTime();
// No duration may count from the start of the process.
beforeEach(() => void jest.advanceTimersByTime(60 * MINUTE));
afterEach(() => {
	forgetWaits();
	forgetUnderWay();
});

/** A line, the requests that it has let begin (by name), and the errors of those that it refused. */
function lineWith({
	signal,
	account = 'a',
	isManual,
}: { signal?: AbortSignal; account?: string; isManual?: boolean } = {}) {
	const line = new Line(account, 'UTC', signal, (text) => void told.push(text), isManual);
	const underWay: Array<{ name: string; end: (outcome: Outcome) => void }> = [];
	const failed: unknown[] = [];
	const told: string[] = [];
	/** Lets a request come, or come again. */
	const enter = async (ticket: Ticket, { deadline = Infinity, name = 'other' } = {}) => {
		void line.waitToBegin(ticket, deadline).then(
			() => underWay.push({ name, end: (outcome) => line.ended(ticket, outcome) }),
			(error: unknown) => failed.push(error),
		);
		await pass(0);
	};
	const come = async (count = 1, request = GET, options = {}) => {
		for (let index = 0; index < count; index++) await enter(newTicket(request), options);
	};
	/** Ends the first of the open requests, or several of them. */
	const end = async (outcome: Outcome, count = 1) => {
		for (const one of underWay.splice(0, count)) one.end(outcome);
		await pass(0);
	};
	/** Sends one request and ends it like this. */
	const one = async (outcome: Outcome, request = GET) => {
		await come(1, request);
		underWay.pop()?.end(outcome);
		await pass(0);
	};
	/** True if another request may begin at once. */
	const isOpen = async (request = GET): Promise<boolean> => {
		const before = underWay.length;
		await come(1, request);
		return underWay.length > before;
	};
	return { line, underWay, failed, told, enter, come, end, one, isOpen, last: () => underWay.at(-1)?.name };
}

describe('the limit of open requests', () => {
	it('is 8 at first, doubles after each full round, and is never more than 128', async () => {
		const { underWay, come, end } = lineWith();
		await come(500);
		const seen = [underWay.length];
		for (const count of [8, 16, 32, 64, 128]) {
			await end(OK, count);
			seen.push(underWay.length);
		}
		expect(seen).toEqual([8, 16, 32, 64, 128, 128]);
		// Requests that hang count, too.
		await end(TIMEOUT);
		expect(underWay).toHaveLength(128);
	});

	it.each([
		['grows by one after a quick answer', OK, 9],
		['stays the same after a failure', status(500), 8],
	])('%s', async (_, outcome, expected) => {
		const { underWay, come, end } = lineWith();
		await come(20);
		await end(outcome);
		expect(underWay).toHaveLength(expected);
	});

	it('does not grow while less than half of it is used', async () => {
		const { underWay, come, end } = lineWith();
		for (let count = 0; count < 50; count++) {
			await come(3);
			await end(OK, 3);
		}
		await come(20);
		expect(underWay).toHaveLength(8);
	});

	it.each([
		['a connection that breaks off', BROKEN],
		['a gateway', status(502)],
		['a gateway', status(504)],
		[
			'an n8n host without another connection',
			failure({ kind: 'unreachable', neverSent: true, from: 'host' }),
		],
	])('is halved after %s', async (_, outcome) => {
		const { underWay, come, end } = lineWith();
		await come(30);
		await end(outcome);
		await end(OK, 7);
		expect(underWay).toHaveLength(4);
	});

	it('is 512 for all lines of the process together, but at least one for each', async () => {
		const lines = Array.from({ length: 6 }, () => lineWith());
		for (const { come, end } of lines) {
			await come(600);
			for (const count of [8, 16, 32, 64]) await end(OK, count);
		}
		expect(lines.map(({ underWay }) => underWay.length)).toEqual([128, 128, 128, 128, 1, 1]);
	});

	it('is halved after a timeout, once for all requests that were open at that time', async () => {
		const { underWay, come, end } = lineWith();
		await come(30);
		await end(TIMEOUT);
		// The seven open requests keep their places until they end.
		expect(underWay).toHaveLength(7 + 4);
		await end(TIMEOUT, 7);
		expect(underWay).toHaveLength(4);
		await end(TIMEOUT);
		expect(underWay).toHaveLength(3 + 2);
	});

	it('is halved after a document is asked to wait, although only that document waits', async () => {
		const { underWay, come, end } = lineWith();
		await come(30, PDF);
		await end(status(429, MINUTE));
		await end(OK, 3);
		expect(underWay).toHaveLength(4);
	});

	it('grows by one for each full round once it was halved', async () => {
		const { underWay, come, end } = lineWith();
		await come(60);
		await end(TIMEOUT, 8);
		const seen = [underWay.length];
		for (const count of [4, 5, 6]) {
			await end(OK, count);
			seen.push(underWay.length);
		}
		expect(seen).toEqual([4, 5, 6, 7]);
	});

	it.each<[string, number, number]>([
		['grows after answers that take at most half as long again as the fastest', 150 + 10, 24],
		['stands still after answers that take longer', 150 + 11, 16],
		['stands still after answers that take twice as long', 200 + 10, 16],
		['shrinks after answers that take even longer', 200 + 11, 12],
	])('%s', async (_, took, expected) => {
		const { underWay, come, end } = lineWith();
		await come(100);
		await pass(100);
		await end(OK, 8);
		expect(underWay).toHaveLength(16);
		await pass(took);
		await end(OK, 8);
		expect(underWay).toHaveLength(expected);
	});

	it('does not get narrower than at the beginning because of slow answers alone', async () => {
		const { underWay, come, end } = lineWith();
		await come(200);
		await pass(1);
		await end(OK);
		for (let count = 0; count < 10; count++) {
			await pass(MINUTE);
			await end(OK, 8);
		}
		expect(underWay).toHaveLength(8);
	});

	it('grows although requests of another kind were answered faster', async () => {
		const { underWay, come, end } = lineWith();
		await come(1);
		await pass(1);
		await end(OK);
		await come(40, PDF);
		await pass(100);
		await end(OK, 8);
		expect(underWay).toHaveLength(16);
	});
});

it('uploads come first, then looks that others wait for; all others keep their order', async () => {
	const { come, end, last } = lineWith();
	await come(8);
	await come(1, GET, { name: 'first' });
	await come(1, { ...GET, isAwaited: true }, { name: 'look' });
	await come(1, UPLOAD, { name: 'upload' });
	await come(1, PDF, { name: 'second' });
	await come(1, { ...GET, isAwaited: true }, { name: 'later look' });
	const order = [];
	for (let count = 0; count < 5; count++) {
		await end(status(500));
		order.push(last());
	}
	expect(order).toEqual(['upload', 'look', 'later look', 'first', 'second']);
});

describe('a door is closed', () => {
	it.each([429, 503])(
		'by a %i exactly as long as it asks; then one request tries, and its success lets the others in',
		async (code) => {
			const { underWay, come, end } = lineWith();
			await come(20);
			await pass(150);
			await end(status(code, 5030), 8);
			await pass(5029);
			expect(underWay).toHaveLength(0);
			await pass(1);
			expect(underWay).toHaveLength(1);
			await pass(MINUTE);
			expect(underWay).toHaveLength(1);
			await end(OK);
			expect(underWay).toHaveLength(4);
		},
	);

	it('without waiting for the slowest open requests, and their answers do not open it', async () => {
		const { underWay, come, end } = lineWith();
		await come(20);
		await end(status(429, SECOND));
		await pass(SECOND);
		expect(underWay).toHaveLength(7 + 1);
		const probe = underWay.pop();
		await end(OK);
		expect(underWay).toHaveLength(6);
		probe?.end(OK);
		await pass(0);
		expect(underWay).toHaveLength(6 + 4);
	});

	it.each<[string, ServiceError, number[]]>([
		['where no wait is named', status(429), [1, 1, 2, 4, 8, 16, 30, 30]],
		['where the wait cannot be meant', status(503, 0), [1, 1, 2, 4, 8, 16, 30, 30]],
		['and for as long as the service asks, each time', status(429, 700), [0.7, 0.7, 0.7, 0.7]],
	])('as long again as the trouble has lasted, at most half a minute, %s', async (_, error, expected) => {
		const { underWay, come, end } = lineWith();
		await come(20);
		await end(error, 8);
		for (const seconds of expected) {
			await pass(seconds * SECOND - 1);
			expect(underWay).toHaveLength(0);
			await pass(1);
			expect(underWay).toHaveLength(1);
			await end(error);
		}
	});

	it.each([
		[0, 1000],
		[1, 1250],
	])(
		'for up to a quarter longer by chance (%d), so that executions do not come back together: %i ms',
		async (chance, wait) => {
			jest.spyOn(Math, 'random').mockReturnValue(chance);
			const { underWay, come, end } = lineWith();
			await come(20);
			await end(status(429), 8);
			await pass(wait - 1);
			expect(underWay).toHaveLength(0);
			await pass(1);
			expect(underWay).toHaveLength(1);
		},
	);

	it('for the longest wait that one of the open requests is told', async () => {
		const { underWay, come, end } = lineWith();
		await come(20);
		for (const wait of [5000, 9000, 0]) await end(status(429, wait));
		await pass(8999);
		expect(underWay).toHaveLength(5);
		await pass(1);
		expect(underWay).toHaveLength(6);
	});

	it('by 20 failures in a row, not by fewer, and not with a success between', async () => {
		for (const [first, between, isOpen] of [
			[19, undefined, true],
			[20, undefined, false],
			[19, OK, true],
		] as const) {
			const { one, isOpen: mayBegin } = lineWith();
			for (let count = 0; count < first; count++) await one(BROKEN);
			if (between) for (const outcome of [between, BROKEN]) await one(outcome);
			expect([first, between, await mayBegin()]).toEqual([first, between, isOpen]);
		}
	});

	it.each([status(422), status(404), status(403), failure({ kind: 'setting' })])(
		'by no number of refusals ($facts)',
		async (error) => {
			const { one, isOpen } = lineWith();
			for (let count = 0; count < 30; count++) await one(error);
			expect(await isOpen()).toBe(true);
		},
	);

	it.each<[string, ServiceError]>([
		['a proxy', failure({ kind: 'setting', status: 407, from: 'proxy', neverSent: true })],
		['a redirect', failure({ kind: 'setting', status: 302 })],
		['a firewall', status(403, undefined, { from: 'between' })],
		['a cache', status(304, undefined, { from: 'between' })],
		['another server', status(404, undefined, { wrongAddress: true })],
		['another server', failure({ kind: 'unexpectedBody', status: 200, wrongAddress: true })],
	])('and %s that answers instead of the service does not open it ($1.facts)', async (_, foreign) => {
		const { underWay, come, end } = lineWith();
		await come(20);
		await end(status(429, SECOND), 8);
		await pass(SECOND);
		await end(foreign);
		expect(underWay).toHaveLength(0);
		await pass(SECOND);
		expect(underWay).toHaveLength(1);
		await end(OK);
		expect(underWay).toHaveLength(4);
	});

	it('by 20 failures also if a firewall answers others meanwhile', async () => {
		const { one, isOpen } = lineWith();
		for (let count = 0; count < 20; count++) {
			await one(status(403, undefined, { from: 'between' }));
			await one(BROKEN);
		}
		expect(await isOpen()).toBe(false);
	});

	it('by an upload of 20 rows that fails, but not again if others were answered since', async () => {
		const { line, enter, one, end } = lineWith();
		const upload = newTicket({ ...UPLOAD, body: Array(20).fill({}) });
		const isOpenAfterFailure = async () => {
			await enter(upload);
			await one(OK, DELETE);
			await end(BROKEN);
			return line.isOpenFor(upload);
		};
		// The service may just have gone down.
		expect(await isOpenAfterFailure()).toBe(false);
		await pass(SECOND);
		await one(OK, DELETE);
		expect(await isOpenAfterFailure()).toBe(true);
	});
});

describe('a request that is asked to wait again, while others are answered, waits alone', () => {
	/** Requests that are asked to wait, and others that are answered. */
	function limited() {
		const { line, underWay, enter, come, end, one } = lineWith();
		const askToWait = async (ticket: Ticket) => {
			await enter(ticket);
			await pass(SECOND);
			await end(status(429, SECOND));
		};
		const answerAnother = async () => {
			await pass(SECOND);
			await one(OK);
		};
		return {
			underWay,
			come,
			askToWait,
			answerAnother,
			isOpenFor: (ticket: Ticket) => line.isOpenFor(ticket),
		};
	}

	it('and leaves the others their places', async () => {
		const { underWay, come, askToWait, answerAnother, isOpenFor } = limited();
		const ticket = newTicket(GET);
		await askToWait(ticket);
		expect(isOpenFor(ticket)).toBe(false);
		await answerAnother();
		await askToWait(ticket);
		expect(isOpenFor(ticket)).toBe(true);
		await come(9);
		// The complaint at first halved 8 places.
		expect(underWay).toHaveLength(4);
	});

	it('unless another one was asked for the first time: there is a limit', async () => {
		const { askToWait, answerAnother, isOpenFor } = limited();
		const [ticket, other] = [newTicket(GET), newTicket(GET)];
		for (const one of [ticket, other]) {
			await askToWait(one);
			await answerAnother();
		}
		await askToWait(ticket);
		expect(isOpenFor(ticket)).toBe(false);
	});

	it('unless three were asked without an answer between them: there is a limit', async () => {
		const { askToWait, answerAnother, isOpenFor } = limited();
		const turns = [newTicket(GET), newTicket(GET), newTicket(GET)] as const;
		for (const one of turns) {
			await askToWait(one);
			await answerAnother();
		}
		for (const one of turns) await askToWait(one);
		await answerAnother();
		await askToWait(turns[0]);
		expect(isOpenFor(turns[0])).toBe(false);
	});
});

const HISTORY: ServiceRequest = { ...GET, path: ['events'], list: 'history' };
const LATEST: ServiceRequest = { ...GET, path: ['events', 'latest'], list: 'latest' };
describe('each purpose has a door of its own', () => {
	it.each<[string, ServiceRequest, ServiceRequest, boolean]>([
		['what reads closes the way for what reads', GET, GET, false],
		['what reads closes nothing for what writes', GET, UPLOAD, true],
		['an upload closes nothing for what reads', UPLOAD, GET, true],
		['an upload closes the way for deletions', UPLOAD, DELETE, false],
		['what reads closes the way for documents', GET, PDF, false],
		['what reads closes the way for lists of events', GET, HISTORY, false],
		['the history closes its own way', HISTORY, HISTORY, false],
		['the history closes nothing for the latest', HISTORY, LATEST, true],
		['the latest close nothing for the history', LATEST, HISTORY, true],
		['the history closes nothing for documents', HISTORY, PDF, true],
		['one document closes nothing for what reads', PDF, GET, true],
		['one document closes nothing for others', PDF, PDF, true],
	])('%s, also in later lines', async (_, first, second, isOpen) => {
		const { one, isOpen: here } = lineWith();
		await one(status(429, MINUTE), first);
		expect(await here(second)).toBe(isOpen);
		expect(await lineWith().isOpen(second)).toBe(isOpen);
		expect(await lineWith({ account: 'b' }).isOpen(second)).toBe(true);
	});

	it('three documents in a row close it for documents, unless a success comes between', async () => {
		for (const [outcomes, isOpen] of [
			[[429, 429, 429], false],
			[[429, 429, 200, 429], true],
			[[429, 429, 410, 429], true],
		] as const) {
			const { one, isOpen: mayBegin } = lineWith();
			for (const code of outcomes) await one(code === 200 ? OK : status(code, MINUTE), PDF);
			expect([outcomes, await mayBegin(PDF)]).toEqual([outcomes, isOpen]);
			forgetWaits();
		}
	});
});

describe('later lines keep to a wait', () => {
	it('until it is over: the longest that any line was told', async () => {
		const lines = [lineWith(), lineWith()];
		for (const [at, { come }] of lines.entries()) await come(1 + at);
		for (const [at, { end }] of lines.entries()) await end(status(429, MINUTE - at));
		await pass(MINUTE - 1);
		const { underWay, come } = lineWith();
		await come(2);
		expect(underWay).toHaveLength(0);
		await pass(1);
		expect(underWay).toHaveLength(1);
		const later = lineWith();
		await later.come(2);
		expect(later.underWay).toHaveLength(2);
	});

	it.each([
		['a read', GET],
		['the history', HISTORY],
	])('of a day that %s was told for an hour, if a trigger reads a list of events', async (_, told) => {
		await lineWith().one(status(429, 24 * 60 * MINUTE), told);
		await pass(60 * MINUTE - 1);
		expect(await lineWith().isOpen(HISTORY)).toBe(false);
		await pass(1);
		expect([await lineWith().isOpen(told), await lineWith().isOpen(HISTORY)]).toEqual([
			told === HISTORY,
			true,
		]);
	});

	it('unless the service named no time, or is just down', async () => {
		const { one } = lineWith();
		await one(status(429, 0));
		for (let count = 0; count < 20; count++) await one(BROKEN, UPLOAD);
		expect([await lineWith().isOpen(), await lineWith().isOpen(UPLOAD)]).toEqual([true, true]);
	});
});

describe('a request that cannot wait', () => {
	it('for lack of time fails shortly after its deadline at the latest', async () => {
		const { failed, underWay, come } = lineWith();
		await come(1, GET, { deadline: elapsed() });
		expect(failed.map(String)).toEqual(['ServiceError: There was no time left to send the request']);
		await come(8);
		await come(1, GET, { deadline: elapsed() + 500 });
		await pass(499);
		expect(failed).toHaveLength(1);
		await pass(200);
		expect([failed.length, underWay.length]).toEqual([2, 8]);
		expect(failed[1]).toMatchObject({ facts: { kind: 'timeout', neverSent: true } });
	});

	it.each<[string, number, number]>([
		['because the wait is too long', 15 * MINUTE + 1, Infinity],
		['because the deadline comes first', MINUTE, 30 * SECOND],
		['because the wait ends with the deadline', MINUTE, MINUTE],
	])('%s fails at once, with the rest of the wait', async (_, wait, within) => {
		const { failed, come, end } = lineWith();
		await come(8, GET, { deadline: elapsed() + within });
		await end(status(429, wait));
		await pass(SECOND);
		await come(2, GET, { deadline: elapsed() + within - SECOND });
		expect(failed).toHaveLength(2);
		for (const error of failed) {
			expect(error).toMatchObject({ facts: { status: 429, neverSent: true, retryAfterMs: wait - SECOND } });
			expect(String(error)).toMatch(
				new RegExp(`The service ${sentence('asksToWait')} (\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d$`),
			);
		}
	});

	it('waits up to a quarter of an hour, however long nothing was sent before', async () => {
		const { failed, come, end } = lineWith();
		await pass(10 * MINUTE);
		await come(9);
		await end(status(429, 15 * MINUTE), 8);
		await pass(0);
		expect(failed).toHaveLength(0);
	});

	it('after 15 minutes without a success fails with that reason, although each failure may be tried again', async () => {
		const { failed, come, end } = lineWith();
		await come(8);
		await end(OK);
		await come(12);
		for (let minute = 0; minute < 15; minute++) {
			await end(TIMEOUT);
			await pass(MINUTE);
		}
		await come(1);
		expect(failed).toHaveLength(0);
		await pass(1);
		await come(1);
		expect(failed.length).toBeGreaterThan(0);
		expect(failed[0]).toMatchObject({
			facts: { kind: 'timeout', neverSent: true, retryAfterMs: undefined },
			advice: `${sentence('tookNoRequest')}, ${sentence('restNotSent')}.`,
		});
	});

	it.each<[string, Outcome]>([
		['fails', BROKEN],
		['is told to wait', status(429, SECOND)],
	])('is not one that comes 16 minutes after a failure, with nothing between; it %s', async (_, outcome) => {
		const { failed, underWay, come, enter, one, end } = lineWith();
		await one(BROKEN);
		await pass(16 * MINUTE);
		const ticket = newTicket(GET);
		await enter(ticket);
		expect(underWay).toHaveLength(1);
		await end(outcome);
		await enter(ticket);
		await come(1);
		await pass(SECOND);
		expect([failed, underWay.length > 0]).toEqual([[], true]);
	});

	describe('with a person at the screen', () => {
		/** The line has sent one request, which has failed for the first time after a minute. */
		const failing = async (outcome: Outcome, { succeeds = false, isManual = true } = {}) => {
			const all = lineWith({ isManual });
			if (succeeds) await all.one(OK);
			await all.come();
			await pass(MINUTE);
			await all.end(outcome);
			return all;
		};
		const isRefused = async ({ come, failed }: ReturnType<typeof lineWith>) => {
			const before = failed.length;
			await come();
			return failed.length > before;
		};

		it.each([
			['a connection that breaks off', BROKEN],
			['a timeout', TIMEOUT],
			['a 503', status(503)],
		])('an outage is given up 30 seconds after the first failed try: %s', async (_, outcome) => {
			const all = await failing(outcome);
			await pass(30 * SECOND);
			expect(await isRefused(all)).toBe(false);
			await pass(1);
			expect(await isRefused(all)).toBe(true);
			expect(all.failed[0]).toMatchObject({
				facts: { neverSent: true, isGivenUp: true },
				advice: expect.stringMatching(
					new RegExp(`person at the screen.*${sentence('tookNoRequestFor30')}.*${sentence('restNotSent')}`),
				) as string,
			});
		});

		it.each<[string, Outcome, Parameters<typeof failing>[1]]>([
			['nobody watches', BROKEN, { isManual: false }],
			['something has succeeded in this run', BROKEN, { succeeds: true }],
			['the service asked for the wait', status(429, 5 * MINUTE), {}],
		])('it is sat out as ever if %s', async (_, outcome, more) => {
			const all = await failing(outcome, more);
			await pass(4 * MINUTE);
			expect(await isRefused(all)).toBe(false);
		});
	});

	it('because the execution was cancelled fails within a moment', async () => {
		const abort = new AbortController();
		const { failed, underWay, come } = lineWith({ signal: abort.signal });
		await come(9);
		await pass(MINUTE);
		abort.abort();
		await pass(200);
		expect(underWay).toHaveLength(8);
		expect(failed).toMatchObject([{ facts: { kind: 'cancelled', neverSent: true } }]);
	});
});

describe('no request is sent any more', () => {
	const failedAfter = async (...outcomes: Outcome[]) => {
		const { one, failed, come } = lineWith();
		for (const outcome of outcomes) await one(outcome);
		await come(1, PDF);
		return failed[0] as ServiceError | undefined;
	};
	const times = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome);

	it.each([
		['a refused key', status(401)],
		['an address that n8n blocks', failure({ kind: 'blocked' })],
	])('after %s, even after an earlier success', async (_, error) => {
		for (const before of [[], [OK]]) expect(await failedAfter(...before, error)).toBe(error);
	});

	it.each([
		['a redirect', failure({ kind: 'setting', status: 301 })],
		['a right that the key lacks', status(403)],
	])('after 40 such answers without a success: %s', async (_, error) => {
		expect(await failedAfter(...times(39, error))).toBeUndefined();
		const refusal = await failedAfter(...times(40, error));
		expect(refusal?.facts).toMatchObject({ ...error.facts, neverSent: true });
		expect(refusal?.advice).toBe(sentence('firstRequestsEnded', { count: 40 }));
		expect(await failedAfter(OK, ...times(60, error))).toBeUndefined();
	});

	it('but not after refusals of single records', async () => {
		expect(await failedAfter(...times(60, status(403, undefined, { aboutRecord: true })))).toBeUndefined();
		expect(await failedAfter(...times(60, status(422)))).toBeUndefined();
	});
});

it('the line has one timer, however many requests wait, and none when no request waits', async () => {
	const { come, end } = lineWith();
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
		await end(OK, 128);
	}
	await pass(200);
	expect(jest.getTimerCount()).toBe(0);
});

it('the line counts a wait as far as it has passed, once for all requests that waited, and by its reason', async () => {
	const { line, come, end, one } = lineWith();
	await come(3);
	await end(status(429, 5000));
	expect(line.waited()).toEqual({ onRequest: 0, inOutages: 0 });
	await pass(2000);
	await end(status(429, 4000));
	expect(line.waited().onRequest).toBe(2000);
	await pass(10_000);
	expect(line.waited()).toEqual({ onRequest: 6000, inOutages: 0 });
	for (let count = 0; count < 20; count++) await one(BROKEN, UPLOAD);
	await pass(MINUTE);
	expect(line.waited()).toEqual({ onRequest: 6000, inOutages: 1000 });
});

it.each<[string, ServiceError, number]>([
	['takes no request', BROKEN, 20],
	['asks for a longer wait', status(429, 5 * MINUTE), 1],
])('a service that %s for a minute is named in the log, once', async (_, error, count) => {
	const { told, one, come, end } = lineWith();
	for (let at = 0; at < count; at++) await one(error);
	await come(3);
	await pass(MINUTE - 1);
	expect(told).toEqual([]);
	await pass(1);
	expect(told).toHaveLength(1);
	for (let minute = 0; minute < 4; minute++) {
		await pass(MINUTE);
		await end(error);
	}
	expect(told).toEqual([expect.stringContaining(error.message)]);
});

it.each<[string, ServiceRequest, Outcome]>([
	['a read that breaks off', GET, BROKEN],
	['an upload with a 500', UPLOAD, status(500)],
])(
	'%s counts as a try, unless it is one of five rows that fail together; a success ends that',
	async (_, request, outcome) => {
		const { enter, end, one } = lineWith();
		const failed = async () => {
			const ticket = newTicket(request);
			await enter(ticket);
			await end(outcome);
			return ticket.countedFailures;
		};
		const counts = [];
		await one(OK, request);
		for (let count = 0; count < 5; count++) counts.push(await failed());
		await one(OK, request);
		counts.push(await failed());
		expect(counts).toEqual([1, 1, 1, 1, 0, 1]);
	},
);

const OF_HOST = failure({ kind: 'unreachable', neverSent: true, from: 'host' });
it.each<[string, ServiceRequest, string, Outcome, Outcome]>([
	['a read that breaks off', GET, 'its first failure', BROKEN, BROKEN],
	['a read that breaks off', GET, 'n8n had no connection', OF_HOST, BROKEN],
	['an upload with a 500', UPLOAD, 'its first failure', status(500), status(500)],
	['an upload with a 500', UPLOAD, 'n8n had no connection', OF_HOST, status(500)],
])('in an outage, %s counts as no try, although others were answered before: case %#', async (...row) => {
	const [, request, , earlier, outcome] = row;
	const { enter, end, one } = lineWith();
	const ticket = newTicket(request);
	await enter(ticket);
	await one(OK, request);
	await end(earlier);
	const before = ticket.countedFailures;
	for (let count = 0; count < 20; count++) await one(BROKEN, request);
	for (let count = 0; count < 4; count++) {
		await enter(ticket);
		await pass(MINUTE);
		await end(outcome);
	}
	expect(ticket).toMatchObject({ countedFailures: before, failsAlone: false });
});
