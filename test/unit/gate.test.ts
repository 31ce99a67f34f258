/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Requests that wait for the service, with a made-up clock and made-up answers. */
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { createGate } from '../../nodes/ContactConsent/transport/gate';
import { sendWithRetries } from '../../nodes/ContactConsent/transport/repeat';
import type { SendLimits, ServiceRequest, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass, stillTime } from '../support/still-time';

const MINUTE = 60_000;
const OK: ServiceResponse = { status: 200, headers: {}, body: {} };
const status = (code: number, seconds?: number) =>
	failure({ kind: 'status', status: code, ...(seconds !== undefined && { retryAfterMs: seconds * 1000 }) });

const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'a'], expect: 'object', repeatable: 'safe' };
const ONCE: ServiceRequest = { ...GET, repeatable: 'onlyRateLimited' };

/** Sends through one gate; answers come from a script, after 10 ms each, and success follows its end. */
function service(script: Array<ServiceResponse | ServiceError | 'bug'>, signal?: AbortSignal) {
	const gate = createGate(signal, { first: 8 });
	const started = Date.now();
	const sent: Array<{ at: number; name: string; timeout: number }> = [];
	const tryOnce = async (request: ServiceRequest, timeout: number) => {
		sent.push({ at: Date.now() - started, name: request.path.join('/'), timeout });
		const answer = script.shift() ?? OK;
		await new Promise((resolve) => setTimeout(resolve, 10));
		if (answer === 'bug') throw new TypeError('of our own');
		return answer;
	};
	const ends: Array<{ at: number; end: unknown }> = [];
	const send = (request: ServiceRequest, limits: SendLimits = {}) => {
		const note = (end: unknown) => void ends.push({ at: Date.now() - started, end });
		void sendWithRetries(gate, tryOnce, request, limits, signal).then(note, note);
	};
	return { gate, sent, ends, send };
}

stillTime();

it.each<[string, ServiceRequest, ServiceError[], number, boolean]>([
	['a 429, however often', GET, Array.from({ length: 30 }, () => status(429, 5)), 31, true],
	['a 429 that names no wait', GET, Array.from({ length: 10 }, () => status(429)), 11, true],
	['a 503 that names a wait, however often', GET, Array.from({ length: 30 }, () => status(503, 5)), 31, true],
	['a 503 that names none, four times', GET, Array.from({ length: 4 }, () => status(503)), 4, false],
	['a 500 after many 429', GET, [...Array.from({ length: 9 }, () => status(429, 1)), status(500)], 11, true],
	['a 429, of what may not be repeated', ONCE, [status(429, 5), status(429)], 3, true],
	['a 503 that names a wait, of what may not be repeated', ONCE, [status(503, 5)], 1, false],
])('%s', async (_, request, script, requests, succeeds) => {
	const { sent, ends, send } = service(script);
	send(request);
	await pass(14 * MINUTE);
	expect([sent.length, ends.length, ends[0]?.end === OK]).toEqual([requests, 1, succeeds]);
});

it('one refusal makes all requests wait, in their order, and the refused one goes first', async () => {
	const { gate, sent, ends, send } = service([status(429, 5)]);
	const names = [...'abcdefghij'];
	for (const name of names) send({ ...GET, path: [name] });
	await pass(4900);
	expect(sent.map(({ name }) => name)).toEqual(names.slice(0, 8));
	expect(gate.waited()).toBeGreaterThan(4800);
	await pass(10_000);
	expect(sent.map(({ name }) => name)).toEqual([...names.slice(0, 8), 'a', 'i', 'j']);
	expect(ends).toHaveLength(10);
	expect(gate.waited()).toBeGreaterThan(5000);
});

it('waits for nobody else: a free gate lets requests through at once', async () => {
	const { gate, sent, send } = service([]);
	for (let count = 0; count < 8; count++) send(GET);
	await pass(1);
	expect([sent.length, gate.waited()]).toEqual([8, 0]);
});

describe('a wait ends', () => {
	it.each<[string, number | undefined, number]>([
		['after a quarter of an hour without one accepted request', undefined, 15 * MINUTE],
		['at once, where the service asks for longer than that', 1000, 0],
	])('%s', async (_, seconds, after) => {
		const refusals = Array.from({ length: 1000 }, () => status(429, seconds));
		const { ends, send } = service(refusals);
		for (let count = 0; count < 20; count++) send(GET);
		await pass(Math.max(0, after - 40_000));
		expect(ends).toHaveLength(0);
		await pass(60_000);
		expect(ends).toHaveLength(20);
		for (const { end } of ends) expect(end).toMatchObject({ facts: { status: 429 } });
		send(GET);
		await pass(seconds === undefined ? 0 : 100);
		if (seconds !== undefined) expect(ends).toHaveLength(21);
	});

	it('not while requests are accepted now and then', async () => {
		const script = Array.from({ length: 400 }, (_, index) => (index % 10 === 9 ? OK : status(429, 20)));
		const { ends, send } = service(script);
		for (let count = 0; count < 8; count++) send(GET);
		await pass(60 * MINUTE);
		expect(ends.map(({ end }) => end)).toEqual(Array.from({ length: 8 }, () => OK));
	});

	it.each<[string, SendLimits, number]>([
		['at once, where the deadline comes first', { deadline: 30_000 }, 10],
		['at once, where it is longer than the caller wants', { longestPause: 5000 }, 10],
	])('%s', async (_, limits, at) => {
		jest.setSystemTime(0);
		const { sent, ends, send } = service([status(429, 60)]);
		send(GET, limits);
		await pass(9);
		send(GET);
		await pass(1);
		send(GET, limits);
		await pass(1);
		expect(ends.map((end) => end.at)).toEqual([at, at]);
		for (const { end } of ends) expect(end).toMatchObject({ facts: { status: 429 } });
		await pass(120_000);
		// The third one was not sent at all.
		expect([sent.length, ends.length]).toEqual([2, 3]);
	});

	it('at the deadline, where others take all the time', async () => {
		jest.setSystemTime(0);
		const { sent, ends, send } = service(Array.from({ length: 8 }, () => failure({ kind: 'timeout' })));
		for (let count = 0; count < 9; count++) send({ ...GET, repeatable: 'onlyRateLimited' }, { deadline: 5 });
		await pass(300);
		expect(sent).toHaveLength(8);
		expect(ends).toHaveLength(9);
		const unsent = ends.filter(({ end }) => end instanceof ServiceError && end.facts.neverSent);
		expect(unsent.map(({ end }) => String(end))).toEqual([
			'ServiceError: There was no time left to send the request',
		]);
	});

	it('when the execution is cancelled', async () => {
		const abort = new AbortController();
		const { sent, ends, send } = service([status(429, 60)], abort.signal);
		for (let count = 0; count < 3; count++) send(GET);
		await pass(1000);
		abort.abort();
		await pass(200);
		const cancelled = ends.filter(({ end }) => end instanceof ServiceError && end.facts.kind === 'cancelled');
		expect([sent.length, ends.length, cancelled.length]).toEqual([3, 3, 1]);
	});
});

it('a mistake of our own ends the request that it happened to, and no other', async () => {
	const { ends, send } = service(Array.from({ length: 8 }, () => 'bug' as const));
	for (let count = 0; count < 20; count++) send(GET);
	await pass(1000);
	expect(ends.filter(({ end }) => end === OK)).toHaveLength(12);
	expect(ends.filter(({ end }) => end instanceof TypeError)).toHaveLength(8);
});

it('costs less than a fiftieth of a get, which takes some 3 ms in n8n', async () => {
	jest.useRealTimers();
	const COUNT = 1000;
	const spent: number[] = [];
	for (let round = 0; round < 5; round++) {
		const gate = createGate(undefined);
		const begun = process.cpuUsage();
		let left = COUNT;
		const worker = async () => {
			while (left-- > 0) {
				const ticket = await gate.enter(GET, {});
				await new Promise((resolve) => setImmediate(resolve));
				gate.leave(ticket, OK);
			}
		};
		await Promise.all(Array.from({ length: 128 }, worker));
		const { user, system } = process.cpuUsage(begun);
		spent.push((user + system) / COUNT);
	}
	expect(Math.min(...spent)).toBeLessThan(3000 / 50);
});
