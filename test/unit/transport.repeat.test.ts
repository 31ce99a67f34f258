/** What is sent again, when, and in which form. Time stands still but for what a test adds. */
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { createGate } from '../../nodes/ContactConsent/transport/gate';
import { sendWithRetries } from '../../nodes/ContactConsent/transport/repeat';
import type {
	FailureFacts,
	FailureKind,
	SendLimits,
	ServiceRequest,
	ServiceResponse,
} from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { stillTime } from '../support/still-time';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const OK: ServiceResponse = { status: 200, headers: {}, body: { id: 'c' } };
const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'c'], expect: 'object', repeatable: 'safe' };
const DELETE: ServiceRequest = { ...GET, method: 'DELETE', expect: 'any' };

const status = (code: number, more: Partial<FailureFacts> = {}) =>
	failure({ kind: 'status', status: code, ...more });
const TIMEOUT = failure({ kind: 'timeout' });
const BROKEN = failure({ kind: 'unreachable', neverSent: false });
const REFUSED = failure({ kind: 'unreachable', neverSent: true });
const NOT_FOUND = status(404);

stillTime({ now: NOW, random: 0.5 });

type Answer = ServiceResponse | ServiceError;

/** A service with answers from a script, and success behind its end; one request is under way at once. */
function serviceWith(...answers: Answer[]) {
	const gate = createGate(undefined, { widest: 1 });
	const sent: Array<{ at: number; name: string; timeout: number }> = [];
	const tryOnce = ({ path }: ServiceRequest, timeout: number) => {
		sent.push({ at: Date.now() - NOW, name: path.join('/'), timeout });
		return Promise.resolve(answers.shift() ?? OK);
	};
	const send = async (request: ServiceRequest, limits: SendLimits = {}) =>
		await sendWithRetries(gate, tryOnce, request, limits, undefined);
	/** Sends, and lets a minute pass: the success or the failure, and when it was. */
	const ended = async (request: ServiceRequest, limits: SendLimits = {}) => {
		let at: number | undefined;
		const note = <End>(end: End) => {
			at = Date.now() - NOW;
			return end;
		};
		const end = send(request, limits).then(note, note);
		await jest.advanceTimersByTimeAsync(60 * SECOND);
		return { end: await end, at };
	};
	return { sent, send, ended };
}

describe('a failure', () => {
	it.each<[string, ServiceError]>([
		['an answer that says so', status(500)],
		['a connection that broke off', BROKEN],
		['one that was never made', REFUSED],
		['no answer in time', TIMEOUT],
	])('may pass: %s', async (_, error) => {
		const { sent, ended } = serviceWith(error, error, error);
		expect((await ended(GET)).end).toBe(OK);
		// Half of half a second, of one, and of two.
		expect(sent.map(({ at }) => at)).toEqual([0, 250, 750, 1750]);
	});

	it('is final at the fourth try', async () => {
		const { sent, ended } = serviceWith(status(500), status(502), TIMEOUT, BROKEN);
		expect((await ended(GET)).end).toBe(BROKEN);
		expect(sent).toHaveLength(4);
	});

	it.each<[FailureKind, number | undefined]>([
		['certificate', undefined],
		['blocked', undefined],
		['unsent', undefined],
		['cancelled', undefined],
		['redirect', 302],
		['unexpectedBody', 200],
		['notAccepted', 200],
		['status', 404],
		['status', 422],
	])('is final at once: %s %s', async (kind, code) => {
		const error = failure({ kind, ...(code !== undefined && { status: code }) });
		const { sent, ended } = serviceWith(error);
		expect((await ended(GET)).end).toBe(error);
		expect(sent).toHaveLength(1);
	});

	it.each([500, 503])('is final at once where a repeat could do harm: %i', async (code) => {
		const { sent, ended } = serviceWith(status(code));
		expect(await ended({ ...GET, repeatable: 'onlyRateLimited' })).toMatchObject({
			end: status(code),
			at: 0,
		});
		expect(sent).toHaveLength(1);
	});

	it.each<[string, boolean, SendLimits]>([
		['as long as the caller wants', true, { longestPause: 7000 }],
		['longer than the caller wants', false, { longestPause: 6999 }],
		['that ends before the deadline', true, { deadline: NOW + 7001 }],
		['that ends at the deadline', false, { deadline: NOW + 7000 }],
	])('with a wait %s is followed by another try: %s', async (_, isRepeated, limits) => {
		const error = status(500, { retryAfter: '7' });
		const { sent, ended } = serviceWith(error);
		expect(await ended(GET, limits)).toEqual(isRepeated ? { end: OK, at: 7000 } : { end: error, at: 0 });
		expect(sent).toHaveLength(isRepeated ? 2 : 1);
	});
});

describe('a try lasts', () => {
	it.each<[string, number | undefined, SendLimits, number]>([
		['a minute', undefined, {}, 60_000],
		['as long as the request says', 120_000, {}, 120_000],
		['until the deadline', undefined, { deadline: NOW + 5000 }, 5000],
		['no longer than the request says, before the deadline', 3000, { deadline: NOW + 5000 }, 3000],
		['until the deadline, for which the request has longer', 7000, { deadline: NOW + 5000 }, 5000],
	])('%s', async (_, timeout, limits, expected) => {
		const { sent, ended } = serviceWith();
		await ended({ ...GET, ...(timeout !== undefined && { timeout }) }, limits);
		expect(sent.map((one) => one.timeout)).toEqual([expected]);
	});

	it('what the tries before it have left', async () => {
		const { sent, ended } = serviceWith(status(500, { retryAfter: '2' }));
		await ended(GET, { deadline: NOW + 5000 });
		expect(sent.map(({ timeout }) => timeout)).toEqual([5000, 3000]);
	});
});

describe('a record that is not there', () => {
	it.each<[string, Answer[]]>([
		['a 500', [status(500)]],
		['no answer in time', [TIMEOUT]],
		['a broken connection', [BROKEN]],
		['a 500 and then no connection', [status(500), REFUSED]],
	])('was deleted by our own earlier try, after %s', async (_, before) => {
		const { sent, ended } = serviceWith(...before, NOT_FOUND);
		expect((await ended(DELETE)).end).toEqual({ status: 204, headers: {}, body: '' });
		expect(sent).toHaveLength(before.length + 1);
	});

	it.each<[string, ServiceRequest, Answer[]]>([
		['was deleted by somebody else, where it is the first answer', DELETE, []],
		['was deleted by somebody else, after a 429: the service did nothing', DELETE, [status(429)]],
		['was deleted by somebody else, where nothing had arrived', DELETE, [REFUSED]],
		['is missing, where it was to be read', GET, [status(500)]],
	])('%s', async (_, request, before) => {
		const { ended } = serviceWith(...before, NOT_FOUND);
		expect((await ended(request)).end).toBe(NOT_FOUND);
	});

	it('may well be there, where another server says so', async () => {
		const elsewhere = status(404, { wrongAddress: true });
		const { ended } = serviceWith(status(500), elsewhere);
		expect((await ended(DELETE)).end).toBe(elsewhere);
	});

	it('is the only refusal that means so', async () => {
		const forbidden = status(403);
		const { ended } = serviceWith(status(500), forbidden);
		expect((await ended(DELETE)).end).toBe(forbidden);
	});
});

describe('a request made from what was read before', () => {
	const UPLOAD: ServiceRequest = { ...GET, method: 'POST', path: ['stale'], expect: 'accepted' };

	it('is made anew where that is out of date, and not sent as it was', async () => {
		const { sent, ended, send } = serviceWith(status(429, { retryAfterMs: 5000 }));
		const renewal = {
			isDue: () => Date.now() >= NOW + 5000 && sent.length < 3,
			// What is read anew needs a place of its own at the gate, of which there is one.
			request: async () => {
				await send(GET);
				await send(GET);
				return { ...UPLOAD, path: ['fresh'] };
			},
		};
		expect(await ended(UPLOAD, { renewal })).toEqual({ end: OK, at: 5000 });
		expect(sent.map(({ name }) => name)).toEqual(['stale', 'contacts/c', 'contacts/c', 'fresh']);
	});

	it('is sent as it is where that is still true', async () => {
		const { sent, ended } = serviceWith(status(500));
		const request = () => Promise.resolve({ ...UPLOAD, path: ['fresh'] });
		await ended(UPLOAD, { renewal: { isDue: () => false, request } });
		expect(sent.map(({ name }) => name)).toEqual(['stale', 'stale']);
	});

	it('fails as reading anew does', async () => {
		const { sent, ended } = serviceWith();
		const renewal = { isDue: () => true, request: () => Promise.reject(NOT_FOUND) };
		expect((await ended(UPLOAD, { renewal })).end).toBe(NOT_FOUND);
		expect(sent).toEqual([]);
	});
});
