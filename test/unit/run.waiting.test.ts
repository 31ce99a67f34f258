/** How often something is looked at until it is finished, and what comes out when the time is over. */
import type { WaitPlan } from '../../nodes/ContactConsent/plan';
import { lookUntil, NOT_FINISHED, runWait } from '../../nodes/ContactConsent/run/waiting';
import type { Send } from '../../nodes/ContactConsent/transport/types';
import { pass } from '../support/still-time';

const SECOND = 1000;

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** Looks at something that is there after so many milliseconds; tells when, in whole ones. */
async function look(milliseconds: number, there = Infinity, signal?: AbortSignal) {
	const looks: number[] = [];
	const looking = lookUntil(
		() => {
			looks.push(Math.floor(Date.now()));
			return Promise.resolve(Date.now() >= there ? 'there' : undefined);
		},
		milliseconds,
		signal,
	);
	await pass(120 * SECOND);
	return { looks, found: await looking };
}

it.each<[what: string, wait: number, there: number, looks: number[], found: string | undefined]>([
	['once where there is no time', 0, Infinity, [0], undefined],
	['once where it is there', 60 * SECOND, 0, [0], 'there'],
	['again until it is there', 60 * SECOND, 1000, [0, 500, 1250], 'there'],
	['for the last time at the end', 1000, Infinity, [0, 500, 1000], undefined],
	['and finds it there', 1000, 1000, [0, 500, 1000], 'there'],
	['for the last time at the end, however short', 100, Infinity, [0, 100], undefined],
])('looks %s', async (_, wait, there, looks, found) => {
	expect(await look(wait, there)).toEqual({ looks, found });
});

it('looks half as seldom again each time, and every ten seconds in the end', async () => {
	const { looks } = await look(60 * SECOND);
	const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
	const expected = [500, 750, 1125, 1688, 2532, 3797, 5696, 8543, 10_000, 10_000, 10_000];
	for (const [index, pause] of expected.entries())
		expect(Math.abs((pauses[index] ?? 0) - pause)).toBeLessThan(8);
	expect(pauses).toHaveLength(12);
	expect(looks.at(-1)).toBe(60 * SECOND);
});

it('fails where looking does', async () => {
	await expect(lookUntil(() => Promise.reject(new Error('no')), SECOND, undefined)).rejects.toThrow('no');
});

it('does not sit out a pause of a cancelled execution', async () => {
	const cancel = new AbortController();
	const looks: number[] = [];
	const looking = lookUntil(
		() => {
			looks.push(Date.now());
			return cancel.signal.aborted ? Promise.reject(new Error('cancelled')) : Promise.resolve(undefined);
		},
		60 * SECOND,
		cancel.signal,
	).catch((error: unknown) => error);
	await pass(5000);
	cancel.abort();
	await pass(200);
	expect(await looking).toEqual(new Error('cancelled'));
	expect(looks.at(-1)).toBeLessThanOrEqual(5200);
});

describe('the operation that waits', () => {
	async function wait(states: string[]) {
		const warned: string[] = [];
		const asked: unknown[] = [];
		const request: WaitPlan['request'] = {
			method: 'GET',
			path: ['operations', 'o'],
			expect: 'object',
			repeatable: 'safe',
		};
		const send = ((of: unknown) => {
			asked.push(of);
			const state = states.length > 1 ? states.shift() : states[0];
			return Promise.resolve({ status: 200, headers: {}, body: { state } });
		}) as unknown as Send;
		const plan: WaitPlan = {
			request,
			isPending: (body) => (body as { state: string }).state === 'running',
			timeout: 2 * SECOND,
			shape: (body, timedOut) => ({ ...(body as object), timedOut }),
		};
		const waiting = runWait(plan, send, (message) => warned.push(message), undefined);
		await pass(3 * SECOND);
		expect(asked).toEqual(asked.map(() => request));
		return { results: await waiting, warned, requests: asked.length };
	}

	it('puts out the last state, once that is no pending one', async () => {
		expect(await wait(['running', 'running', 'done'])).toEqual({
			results: [{ json: { state: 'done', timedOut: false } }],
			warned: [],
			requests: 3,
		});
	});

	it('puts out a pending one when the time is over, with a warning', async () => {
		expect(await wait(['running'])).toEqual({
			results: [{ json: { state: 'running', timedOut: true } }],
			warned: [NOT_FINISHED],
			requests: 4,
		});
	});
});
