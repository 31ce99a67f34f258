/** Which requests are tried again, and when. Time stands still until a test lets it pass. */
import { sleep } from 'n8n-workflow';

import { elapsed } from '../../nodes/ContactConsent/lib/time';
import { forgetWaits } from '../../nodes/ContactConsent/transport/retryAfterWaits';
import { mayHaveWorked, type ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { Line } from '../../nodes/ContactConsent/transport/line';
import { newTicket } from '../../nodes/ContactConsent/transport/ticket';
import { delayAfter, mayBeginAnew, sendWithTries } from '../../nodes/ContactConsent/transport/tries';
import type {
	FailureFacts,
	FailureKind,
	ServiceRequest,
	ServiceResponse,
} from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';
import { sentence } from '../support/sentences';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const OK: ServiceResponse = { status: 200, headers: {}, body: { id: 'c' } };
const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'c'], expect: 'object', repeatable: 'safe' };
const ONCE: ServiceRequest = { ...GET, repeatable: 'ifNotBegun' };
const DELETE: ServiceRequest = { ...GET, method: 'DELETE', expect: 'any' };

const status = (code: number, more: Partial<FailureFacts> = {}) =>
	failure({ kind: 'status', status: code, ...more });
const TIMEOUT = failure({ kind: 'timeout' });
const BROKEN = failure({ kind: 'unreachable', neverSent: false });
const REFUSED = failure({ kind: 'unreachable', neverSent: true });
const NOT_FOUND = status(404);

stillTime({ random: 0.5 });
// No duration may count from the start of the process.
beforeEach(() => void jest.advanceTimersByTime(60 * MINUTE));
afterEach(forgetWaits);

type Answer = ServiceResponse | ServiceError;
const after = async (milliseconds: number, answer: Answer) => {
	await sleep(milliseconds);
	return answer;
};

/** A service with answers from a script and then successes, or with an answer for each name. */
function serviceWith(answers: Answer[] | ((name: string) => Answer | Promise<Answer>), signal?: AbortSignal) {
	const line = new Line('a', 'UTC', signal, () => undefined);
	const start = elapsed();
	const sent: Array<{ at: number; name: string; timeout: number }> = [];
	const tryOnce = async ({ path }: ServiceRequest, timeout: number) => {
		const name = path.at(-1) ?? '';
		sent.push({ at: elapsed() - start, name, timeout });
		await Promise.resolve();
		return Array.isArray(answers) ? (answers.shift() ?? OK) : await answers(name);
	};
	const send = async (request: ServiceRequest, within = Infinity) =>
		await sendWithTries(line, tryOnce, request, { within });
	/** Sends a request and lets a minute pass. Returns the success or the failure, and its time. */
	const ended = async (request: ServiceRequest, within = Infinity) => {
		let at: number | undefined;
		const note = <End>(end: End) => {
			at = elapsed() - start;
			return end;
		};
		const end = send(request, within).then(note, note);
		await pass(MINUTE);
		return { end: await end, at };
	};
	return { line, sent, send, ended };
}

describe('the policy', () => {
	const ofKind = (kind: FailureKind) => failure({ kind, status: kind === 'timeout' ? undefined : 503 });
	/** How often a request is sent, if it fails once. */
	const sentAfter = async (error: ServiceError, request: ServiceRequest) => {
		const { sent, ended } = serviceWith([error]);
		await ended(request);
		return sent.length;
	};

	it.each([
		...[408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530].map((code) => status(code)),
		...[ofKind('unreachable'), ofKind('timeout')],
	])('$facts is tried again, where that does no harm', async (error) => {
		expect([await sentAfter(error, GET), await sentAfter(error, ONCE)]).toEqual([2, 1]);
	});

	it.each([409, 423, 425])('after a %i nothing was done, so any request is sent again', async (code) => {
		const error = status(code);
		expect([await sentAfter(error, GET), await sentAfter(error, ONCE)]).toEqual([2, 2]);
	});

	it.each([
		...[400, 401, 403, 404, 405, 407, 410, 413, 415, 422, 501, 505, 525, 526].map((code) => status(code)),
		...(['setting', 'blocked', 'cancelled', 'unexpectedBody', 'endless', 'tooLarge'] as const).map(ofKind),
	])('$facts is final', async (error) => {
		expect(await sentAfter(error, GET)).toBe(1);
	});

	it.each([
		[1, 500],
		[2, 1000],
		[6, 16_000],
		[7, 30_000],
		[50, 30_000],
	])('after failure %i the wait is anything up to %s ms', (failures, bound) => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		expect(delayAfter(failures)).toBe(bound);
		jest.spyOn(Math, 'random').mockReturnValue(0);
		expect(delayAfter(failures)).toBe(0);
	});
});

describe('after the time in which a try may begin', () => {
	/** Sends a request whose tries take this long, and may begin within ten seconds. */
	async function sendSlowly(took: number, answers: Answer[]) {
		const { line, sent } = serviceWith([]);
		const tryOnce = async () => {
			sent.push({ at: elapsed(), name: '', timeout: 0 });
			return await after(took, answers.shift() ?? OK);
		};
		const limits = { within: MINUTE, beginWithin: 10 * SECOND };
		const end = sendWithTries(line, tryOnce, GET, limits).catch((error: ServiceError) => error);
		await pass(2 * MINUTE);
		return { count: sent.length, end: await end };
	}

	it('an answer is still waited for', async () => {
		expect(await sendSlowly(20 * SECOND, [])).toEqual({ count: 1, end: OK });
	});

	it('a wait of its own that ends later is handed back at once, with what is left of it', async () => {
		const isBusy = status(429, { retryAfterMs: SECOND });
		const answers = { other: [isBusy], busy: [isBusy, status(429, { retryAfterMs: 5 * MINUTE })] };
		const { line } = serviceWith([]);
		const start = elapsed();
		const tryOnce = async ({ path }: ServiceRequest) =>
			await Promise.resolve(answers[path.at(-1) as keyof typeof answers].shift() ?? OK);
		const send = async (name: string) =>
			await sendWithTries(line, tryOnce, { ...GET, path: [name] }, { beginWithin: MINUTE });
		const other = send('other');
		const end = send('busy').catch((error: ServiceError) => [error, elapsed() - start]);
		await pass(10 * MINUTE);
		const facts = { status: 429, retryAfterMs: 5 * MINUTE, neverSent: true, aboutRecord: true };
		const [error, at] = (await end) as [ServiceError, number];
		expect([await other, error.facts, at]).toEqual([OK, expect.objectContaining(facts), SECOND]);
		expect(mayBeginAnew(error.facts)).toBe(true);
	});

	it('a request that is begun anew after each wait of its own is refused after three of them', async () => {
		const isBusy = status(429, { retryAfterMs: 70 * SECOND });
		const { line, send } = serviceWith([]);
		const ticket = newTicket(GET);
		const ends: FailureFacts[] = [];
		for (let sending = 0; sending < 4; sending++) {
			const end = sendWithTries(line, async () => await Promise.resolve(isBusy), GET, {
				beginWithin: MINUTE,
				ticket,
			});
			ends.push(((await end.catch((error: unknown) => error)) as ServiceError).facts);
			await pass(70 * SECOND);
			await send({ ...GET, path: ['other'] });
		}
		expect(ends.map(mayBeginAnew)).toEqual([true, true, true, false]);
	});

	it.each([
		['the record was busy', status(409)],
		['it was busy, whatever wait it named', status(409, { retryAfterMs: 20 * MINUTE })],
		['there was no connection', REFUSED],
	])('no other try begins, and the reason is that %s', async (_, error) => {
		const { end } = await sendSlowly(4 * SECOND, Array<Answer>(4).fill(error));
		expect(end).toMatchObject({
			message: error.message,
			facts: { kind: error.facts.kind, neverSent: true },
		});
		expect((end as ServiceError).facts.retryAfterMs).toBeUndefined();
		expect(mayBeginAnew((end as ServiceError).facts)).toBe(true);
	});

	it('no other try begins, and the error says how many may have reached the service', async () => {
		const { count, end } = await sendSlowly(6 * SECOND, [TIMEOUT, TIMEOUT, TIMEOUT]);
		expect(count).toBe(2);
		expect(end).toMatchObject({
			message: TIMEOUT.message,
			facts: { kind: 'timeout', neverSent: false, triesInVain: 2 },
		});
	});
});

describe('a failure', () => {
	it('is final at the fourth try', async () => {
		const { sent, ended } = serviceWith([status(500), status(502), TIMEOUT, BROKEN]);
		expect((await ended(GET)).end).toBe(BROKEN);
		// Half of 0.5, 1 and 2 seconds.
		expect(sent.map(({ at }) => Math.round(at))).toEqual([0, 250, 750, 1750]);
	});

	it.each([
		['is tried again if the next try begins before the end of the time', 251, true],
		['is final if the next try would begin later', 250, false],
	])('%s', async (_, within, isRepeated) => {
		const error = status(500);
		const { sent, ended } = serviceWith([error]);
		expect((await ended(GET, within)).end).toBe(isRepeated ? OK : error);
		expect(sent).toHaveLength(isRepeated ? 2 : 1);
	});
});

describe('a failed request may be begun anew by its sender', () => {
	const failedWith = async (answers: Answer[], within = Infinity) =>
		mayBeginAnew(((await serviceWith(answers).ended(GET, within)).end as ServiceError).facts);

	it.each<[string, Answer[], number]>([
		['it had no time left for a first try', [], 0],
		['four tries found no connection', [REFUSED, REFUSED, REFUSED, REFUSED], Infinity],
		['no try shows what became of an earlier one', [TIMEOUT, REFUSED, REFUSED, REFUSED], Infinity],
	])('if %s', async (_, answers, within) => {
		expect(await failedWith(answers, within)).toBe(true);
	});

	it.each<[string, Answer[]]>([
		['four tries were answered', [status(500), status(500), status(500), status(500)]],
		['the last of four tries may have worked', [REFUSED, REFUSED, REFUSED, BROKEN]],
		['the service refuses it', [status(422)]],
		['a person has to change a setting', [failure({ kind: 'setting', neverSent: true })]],
	])('but not if %s', async (_, answers) => {
		expect(await failedWith(answers)).toBe(false);
	});

	it('but not if no request is sent any more', () => {
		expect(mayBeginAnew({ kind: 'timeout', neverSent: true, isGivenUp: true })).toBe(false);
	});
	it.each([
		['time out', TIMEOUT],
		['break off', BROKEN],
	])('but not if no request is sent any more, because all of them %s', async (_, error) => {
		const line = new Line('a', 'UTC', undefined, () => undefined, true);
		const tryOnce = async () => await after(20 * SECOND, error);
		const end = sendWithTries(line, tryOnce, GET).catch((reason: ServiceError) => reason);
		await pass(5 * MINUTE);
		const { advice, facts } = (await end) as ServiceError;
		expect(advice).toContain(sentence('tookNoRequestFor30'));
		expect(facts).toMatchObject({ isGivenUp: true, neverSent: false, triesInVain: 3 });
		expect(mayBeginAnew(facts)).toBe(false);
	});
});

it('a request that is not repeated because the execution was cancelled may have had its effect', async () => {
	for (const [first, neverSent] of [[status(500), false] as const, [status(429), true] as const]) {
		const stop = new AbortController();
		const { ended } = serviceWith([first], stop.signal);
		const ending = ended(DELETE);
		stop.abort();
		expect((await ending).end).toMatchObject({ facts: { kind: 'cancelled', neverSent } });
	}
});

const many = (count: number, error: ServiceError) => Array<ServiceError>(count).fill(error);

it.each<[string, ServiceRequest, ServiceError[], number, boolean]>([
	[
		'a 429 is no failed try, however often it comes',
		GET,
		many(25, status(429, { retryAfterMs: 5000 })),
		26,
		true,
	],
	['a 503 that names a wait is no failed try', GET, many(10, status(503, { retryAfterMs: 0 })), 11, true],
	['a 503 that names none is a failed try', GET, many(4, status(503)), 4, false],
	['a 429 is no failed try, even where a repeat could do harm', ONCE, [status(429), status(429)], 3, true],
	[
		'a 429 of a document is no failed try',
		{ ...GET, expect: 'pdf' },
		many(20, status(429, { retryAfterMs: 5000 })),
		21,
		true,
	],
])('%s', async (_, request, script, requests, succeeds) => {
	const { sent, send } = serviceWith(script);
	let end: unknown;
	void send(request).then(
		(success) => (end = success),
		(error: unknown) => (end = error),
	);
	await pass(14 * MINUTE);
	expect([sent.length, end === OK, end !== undefined]).toEqual([requests, succeeds, true]);
});

describe('a document that is asked to wait', () => {
	const PDF: ServiceRequest = { ...GET, expect: 'pdf' };

	it.each<[string, number, number]>([
		['for longer than there is time', 30 * SECOND, 20 * SECOND],
		['for exactly as long as there is time', 20 * SECOND, 20 * SECOND],
		['for longer than anybody waits', 15 * MINUTE + 1, Infinity],
	])('%s is refused at once, with the time', async (_, wait, within) => {
		const { ended, sent } = serviceWith(many(9, status(429, { retryAfterMs: wait })));
		const { end, at } = await ended(PDF, within);
		expect([sent.length, at]).toEqual([1, 0]);
		expect(end).toMatchObject({ facts: { status: 429, retryAfterMs: wait } });
		expect(String(end)).toSay('asksToWait');
	});

	it('waits for 15 minutes in all, if no other was answered since it was told to', async () => {
		const busy = status(429, { retryAfterMs: MINUTE });
		const { send, sent } = serviceWith(async (name) => (name === 'busy' ? await after(SECOND, busy) : OK));
		let end: unknown;
		send({ ...PDF, path: ['busy'] }).catch((error: unknown) => (end = error));
		await send(PDF);
		await pass(14 * MINUTE);
		expect(end).toBeUndefined();
		await pass(2 * MINUTE);
		expect(end).toMatchObject({ facts: { status: 429 } });
		expect(sent.filter(({ name }) => name === 'busy').length).toBeLessThanOrEqual(16);
	});

	it('again and again, while others are answered, waits twice as long each time, and is refused at the third time', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const busy = status(429);
		const { send, sent, ended } = serviceWith((name) => (name === 'busy' ? busy : OK));
		const ending = ended({ ...PDF, path: ['busy'] });
		for (let half = 0; half < 20; half++) {
			await send({ ...PDF, path: ['other'] });
			await pass(SECOND / 2);
		}
		expect(await ending).toMatchObject({ at: 7 * SECOND, end: { facts: { aboutRecord: true } } });
		expect(sent.filter(({ name }) => name === 'busy').map(({ at }) => at / SECOND)).toEqual([0, 1, 3, 7]);
	});
});

it.each([
	['n8n has no connection', failure({ kind: 'unreachable', neverSent: true, from: 'host' })],
	['the service has none', REFUSED],
])(
	'the request that finds out whether a closed door opens comes again after a pause if %s',
	async (_, error) => {
		// Without a pause, the time would stand still: the successes end that.
		const next = () => (sent.length > 100 ? OK : error);
		const { send, sent } = serviceWith(() => (sent.length <= 20 ? BROKEN : next()));
		for (let count = 0; count < 20; count++) send(GET).catch(() => undefined);
		await pass(MINUTE);
		expect(sent.length).toBeGreaterThan(20);
		expect(sent.length).toBeLessThan(40);
	},
);

it('a failure while the door is closed adds no pause: the request begins when the door opens', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(1);
	const answers: Record<string, Array<Answer | Promise<Answer>>> = {
		slow: [after(1300, status(500))],
		busy: [status(429, { retryAfterMs: 1500 })],
	};
	const { send, sent } = serviceWith((name) => answers[name]?.shift() ?? OK);
	for (const name of ['slow', 'busy']) void send({ ...GET, path: [name] });
	await pass(MINUTE);
	expect(sent.filter(({ name }) => name === 'slow').map(({ at }) => at)).toEqual([0, 1500]);
});

it.each<[string, number | undefined, number, number]>([
	['a minute', undefined, Infinity, 60_000],
	['the time that is left', undefined, 5000, 5000],
	['what the request says, if that is less', 3000, 5000, 3000],
])('the time limit of a try is %s', async (_, timeout, within, expected) => {
	const { sent, ended } = serviceWith([]);
	await ended({ ...GET, ...(timeout !== undefined && { timeout }) }, within);
	expect(sent.map((one) => one.timeout)).toEqual([expected]);
});

describe('a record that is not found', () => {
	it.each<[string, Answer[]]>([
		['a 500', [status(500)]],
		['a 524', [status(524)]],
		['a broken connection', [BROKEN]],
		['a 500 and then no connection', [status(500), REFUSED]],
	])('was deleted by an earlier try of the same request, after %s', async (_, before) => {
		const { sent, ended } = serviceWith([...before, NOT_FOUND]);
		expect((await ended(DELETE)).end).toEqual({ status: 204, headers: {}, body: '' });
		expect(sent).toHaveLength(before.length + 1);
	});

	it.each<[string, ServiceRequest, Answer[]]>([
		['was deleted by somebody else if the 404 is the first answer', DELETE, []],
		['was deleted by somebody else, after a 429: the service did nothing', DELETE, [status(429)]],
		['was deleted by somebody else if no earlier try had arrived', DELETE, [REFUSED]],
		['is reported as missing if it was only read', GET, [TIMEOUT]],
	])('%s', async (_, request, before) => {
		const { ended } = serviceWith([...before, NOT_FOUND]);
		expect((await ended(request)).end).toBe(NOT_FOUND);
	});

	it('exists if the service refuses to delete it, also after a try without an answer', async () => {
		const refused = status(403);
		const { ended } = serviceWith([status(500), refused]);
		expect((await ended(DELETE)).end).toBe(refused);
	});
});

describe('after a try that may have worked, it stays unknown whether it did', () => {
	it.each<[string, Answer[]]>([
		['another server says that the record is missing', [status(404, { wrongAddress: true })]],
		['the service refuses the key', [status(401)]],
		['a firewall refuses the request', [status(403, { from: 'between' })]],
		['a proxy asks for a login', [failure({ kind: 'setting', status: 407, from: 'proxy', neverSent: true })]],
		['the service redirects', [failure({ kind: 'setting', status: 301 })]],
		['there is no connection any more', [REFUSED, REFUSED, REFUSED]],
	])('if %s', async (_, later) => {
		const last = later.at(-1) as ServiceError;
		for (const request of [DELETE, GET]) {
			const { ended, sent } = serviceWith([TIMEOUT, ...later]);
			const { end } = await ended(request);
			expect([mayHaveWorked(end), sent.length]).toEqual([true, 1 + later.length]);
			expect(end).toMatchObject({ message: last.message, facts: { kind: last.facts.kind } });
		}
	});

	it.each([400, 403, 422])('but not if the service itself refuses it with a %i', async (code) => {
		const refused = status(code);
		const { ended } = serviceWith([TIMEOUT, refused]);
		expect((await ended(DELETE)).end).toBe(refused);
	});
});

/** Sends many requests, 64 at a time. Returns what was sent and what was refused, by name. */
async function sendAll(answer: (name: string) => Answer | Promise<Answer>, count: number, minutes: number) {
	const { sent, send } = serviceWith(answer);
	const lost = new Map<string, ServiceError>();
	const names = Array.from({ length: count }, (_, index) => String(index)).values();
	let ended = 0;
	const worker = async () => {
		for (const name of names) {
			await send({ ...GET, path: [name] }).catch((error: ServiceError) => lost.set(name, error));
			ended++;
		}
	};
	void Promise.all(Array.from({ length: 64 }, worker));
	await pass(minutes * MINUTE);
	return { sent, lost, ended };
}

it('a service that is down gets one request at a time, each time of another row, and the rest fails with that reason', async () => {
	const { sent, lost, ended } = await sendAll(() => status(500), 3000, 16);
	expect([ended, lost.size]).toEqual([3000, 3000]);
	expect(sent.length).toBeLessThan(300);
	const alone = sent.filter(({ at }) => at > 10 * SECOND);
	expect(new Set(alone.map(({ name }) => name)).size).toBeGreaterThan(alone.length / 2);
	const reasons = [...lost.values()];
	expect(reasons.filter(({ facts }) => facts.neverSent).length).toBeGreaterThan(2900);
	expect(reasons[0]).toMatchObject({
		facts: { status: 500 },
		advice: expect.toSay('tookNoRequest') as string,
	});
});

it.each([
	['500', status(500)],
	['429', status(429)],
	['429 with a wait', status(429, { retryAfterMs: 5000 })],
])('rows that are refused for good (%s) end by themselves, and the others succeed', async (_, error) => {
	for (const bad of [['7'], ['7', '8']]) {
		const { lost, ended } = await sendAll((name) => (bad.includes(name) ? error : OK), 1000, 3);
		expect([[...lost.keys()].sort(), ended]).toEqual([[...bad].sort(), 1000]);
		expect(lost.get('7')?.facts.aboutRecord).toBe(error.facts.status === 429 ? true : undefined);
	}
});

it.each([
	['without a wait', undefined],
	['with a wait', SECOND],
])('a limit of 20 requests a second, which is told %s, refuses none', async (_, retryAfterMs) => {
	const taken = new Map<number, number>();
	const limited = () => {
		const second = Math.floor(elapsed() / SECOND);
		const count = (taken.get(second) ?? 0) + 1;
		taken.set(second, count);
		return after(50, count > 20 ? status(429, { retryAfterMs }) : OK);
	};
	const { lost, ended } = await sendAll(limited, 1000, 10);
	expect([lost.size, ended]).toEqual([0, 1000]);
});

it('a row that alone is asked to wait is told the wait that is left, also if the wait holds for all rows', async () => {
	const error = status(429, { retryAfterMs: 5000 });
	const { send } = serviceWith((name) => (name === 'busy' ? error : OK));
	const ending = send({ ...GET, path: ['busy'] }).catch((refusal: unknown) => refusal);
	await send(GET);
	await pass(MINUTE);
	expect(await ending).toMatchObject({ facts: { status: 429, retryAfterMs: 5000, aboutRecord: true } });
});

it.each([5, 8, 40])('an outage of a minute refuses none of %i requests', async (count) => {
	const start = elapsed();
	const { lost, ended } = await sendAll(() => (elapsed() - start < MINUTE ? BROKEN : OK), count, 3);
	expect([lost.size, ended]).toEqual([0, count]);
});

describe('an upload weighs as much as its rows:', () => {
	const upload = (rows: number): ServiceRequest => ({ ...GET, method: 'POST', body: Array(rows).fill({}) });
	const down = (from: number, to = from + MINUTE) => {
		const start = elapsed();
		return () => (elapsed() - start >= from && elapsed() - start < to ? BROKEN : OK);
	};

	it.each([5, 19, 20, 2000])('an outage of a minute does not refuse one of %i rows', async (rows) => {
		const { send, sent } = serviceWith(down(0));
		const ending = send(upload(rows));
		await pass(3 * MINUTE);
		expect(await ending).toBe(OK);
		// The pauses grow.
		expect(sent.length).toBeLessThan(rows < 20 ? 20 : 12);
	});

	it('one of four rows, and nothing beside it, ends after four tries', async () => {
		const { ended, sent } = serviceWith(down(0));
		expect([(await ended(upload(4))).end, sent.length]).toEqual([BROKEN, 4]);
	});

	it('one of four rows goes on if another request fails with it', async () => {
		const { send } = serviceWith(down(0));
		const ending = Promise.all([upload(4), GET].map(async (request) => await send(request)));
		await pass(3 * MINUTE);
		expect(await ending).toEqual([OK, OK]);
	});

	it('it ends after a few tries if other requests succeed', async () => {
		const { send, sent } = serviceWith((name) => (name === 'bad' ? BROKEN : OK));
		let end: unknown;
		send({ ...upload(2000), path: ['bad'] }).catch((error: unknown) => (end = error));
		for (let second = 0; second < 60; second++) {
			await send(GET);
			await pass(SECOND);
		}
		expect(end).toBe(BROKEN);
		expect(sent.filter(({ name }) => name === 'bad').length).toBeLessThan(8);
	});

	it('a first failure counts only if others were answered since the request began', async () => {
		const { send, sent } = serviceWith((name) => (name === 'bad' ? BROKEN : OK));
		await send(GET);
		let end: unknown;
		send({ ...upload(5), path: ['bad'] }).catch((error: unknown) => (end = error));
		for (let count = 0; count < 100; count++) {
			await pass(100);
			await send(GET);
		}
		expect(end).toBe(BROKEN);
		// The first failure may be that of an outage. Four more follow, while others are answered.
		expect(sent.filter(({ name }) => name === 'bad')).toHaveLength(5);
	});

	it('a 500 to several rows is handed back after four tries, because one of them may be the reason', async () => {
		for (const [rows, tries] of [
			[300, 4],
			[1, 4],
		] as const) {
			const { ended, sent } = serviceWith(() => status(500));
			expect([(await ended(upload(rows))).end, sent.length]).toEqual([status(500), tries]);
		}
	});

	it('a 500 to several rows is handed back at once in an outage, and one row sits it out', async () => {
		const { send, sent } = serviceWith(() => status(500));
		let handedBack = 0;
		for (let count = 0; count < 8; count++) send(upload(100)).catch(() => handedBack++);
		await pass(MINUTE);
		expect([handedBack, sent.length < 30]).toEqual([8, true]);
		let end: unknown;
		send(upload(1)).catch((error: unknown) => (end = error));
		// Reading works, which says nothing about uploads.
		await pass(10 * MINUTE);
		expect(end).toBeUndefined();
		await pass(5 * MINUTE);
		expect(end).toMatchObject({ facts: { status: 500 } });
		expect(sent.length).toBeLessThan(70);
	});

	it('it is refused after 15 minutes in which nothing was taken', async () => {
		const { send, sent } = serviceWith(() => BROKEN);
		let end: unknown;
		send(upload(300)).catch((error: unknown) => (end = error));
		await pass(14 * MINUTE);
		expect(end).toBeUndefined();
		await pass(2 * MINUTE);
		expect(end).toMatchObject({ advice: `${sentence('tookNoRequest')}.` });
		expect(sent.length).toBeLessThan(45);
	});

	it('it is not sent again where that may do harm, however long the outage', async () => {
		const { ended, sent } = serviceWith(down(0));
		expect((await ended({ ...upload(300), repeatable: 'ifNotBegun' })).end).toBe(BROKEN);
		expect(sent).toHaveLength(1);
	});

	it('it ends at once when somebody stops the execution', async () => {
		const stop = new AbortController();
		const { ended } = serviceWith(() => BROKEN, stop.signal);
		const ending = ended(upload(300));
		await pass(10 * SECOND);
		stop.abort();
		expect((await ending).end).toMatchObject({ facts: { kind: 'cancelled', neverSent: false } });
	});
});

it('a few rows that fail, and no others, end after four tries', async () => {
	const { sent, lost } = await sendAll(() => status(502), 4, 1);
	expect([sent.length, lost.size]).toEqual([16, 4]);
});
