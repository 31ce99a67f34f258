/* eslint-disable */
/** How often an object is read until it is finished, and what is returned when the time is over. */
import type { WaitPlan } from '../../nodes/ContactConsent/common/plan';
import { lookUntil, NOT_FINISHED } from '../../nodes/ContactConsent/common/untilFinished';
import { runWait } from '../../nodes/ContactConsent/run/runWait';
import type { Send } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { pass } from '../support/still-time';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** The result of looking for some time, and when each look happened. */
async function outcomeOf(looking: Promise<unknown>, within: number) {
	const outcome = looking.catch((caught: unknown) => caught).then((end) => [end, Math.floor(Date.now())]);
	await pass(within);
	return await outcome;
}

/** Looks at an object that is finished after some milliseconds. Returns the times of the looks. */
async function look(milliseconds: number, there = Infinity, isOver = () => false) {
	const looks: number[] = [];
	const looking = lookUntil(
		() => {
			looks.push(Math.floor(Date.now()));
			return Promise.resolve(Date.now() >= there ? 'there' : undefined);
		},
		milliseconds,
		isOver,
	);
	await pass(120 * SECOND);
	return { looks, found: await looking };
}

it.each<[what: string, wait: number, there: number, looks: number[], found: string | undefined]>([
	['once if there is no time', 0, Infinity, [0], undefined],
	['for the last time at the end', 300, Infinity, [0, 100, 250, 300], undefined],
])('an object is looked at %s', async (_, wait, there, looks, found) => {
	expect(await look(wait, there)).toEqual({ looks, found });
});

it('the pauses grow by half each time, up to ten seconds', async () => {
	const { looks } = await look(60 * SECOND);
	const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
	const expected = [100, 150, 225, 338, 507, 760, 1140, 1709, 2563, 3845, 5767, 8650, 10_000, 10_000, 10_000];
	for (const [index, pause] of expected.entries())
		expect(Math.abs((pauses[index] ?? 0) - pause)).toBeLessThan(8);
	expect(pauses).toHaveLength(16);
	expect(looks.at(-1)).toBe(60 * SECOND);
});

it('nobody looks any more once it is over, and what was there by then counts', async () => {
	const over = async (at: number) => await look(60 * SECOND, Infinity, () => Date.now() >= at);
	expect((await over(120)).looks).toEqual([0, 100]);
	expect(await look(60 * SECOND, 0, () => true)).toMatchObject({ found: 'there' });
});

describe('a look that hangs', () => {
	const STALLED = failure({ kind: 'timeout' });

	/** The first look shows an unfinished object; later looks hang until their deadline. */
	async function hang(error: Error) {
		let looks = 0;
		const looking = lookUntil(
			async ({ within = MINUTE }) => {
				looks += 1;
				if (looks === 1) return undefined;
				await new Promise((resolve) => setTimeout(resolve, within));
				throw error;
			},
			20 * SECOND,
			() => false,
		);
		return await outcomeOf(looking, 120 * SECOND);
	}

	it('ends when the time is over', async () => {
		expect(await hang(STALLED)).toEqual([undefined, 20 * SECOND]);
	});

	it('fails if it ends with an error other than a timeout', async () => {
		const full = new Error('the disk is full');
		expect(await hang(full)).toEqual([full, 20 * SECOND]);
	});
});

it.each([
	['goes on after a failure that may pass', 500, ['there', 250]],
	['ends after any other failure', 404, [failure({ kind: 'status', status: 404 }), 100]],
])('looking %s', async (_, status, expected) => {
	let looks = 0;
	const answers = [undefined, failure({ kind: 'status', status }), 'there'];
	const looking = lookUntil(
		() => {
			const answer = answers[looks++];
			return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
		},
		20 * SECOND,
		() => false,
	);
	expect(await outcomeOf(looking, 30 * SECOND)).toEqual(expected);
});

it('a first look with a passing failure is forgiven, unless no later look succeeds', async () => {
	const failed = failure({ kind: 'status', status: 500 });
	const after = async (times: number, answer: string | undefined, how: object = { forgivesFirst: true }) => {
		jest.setSystemTime(0);
		let looks = 0;
		const look = () => (++looks <= times ? Promise.reject(failed) : Promise.resolve(answer));
		return await outcomeOf(
			lookUntil(look, 2 * SECOND, () => false, how),
			30 * SECOND,
		);
	};
	expect(await after(2, 'there')).toEqual(['there', 250]);
	expect(await after(1, 'there', {})).toEqual([failed, 0]);
	expect(await after(1, undefined)).toEqual([undefined, 2 * SECOND]);
	expect(await after(9, 'there')).toEqual([failed, 2 * SECOND]);
});

describe('the operation that waits', () => {
	async function wait(states: string[]) {
		const warned: unknown[] = [];
		const asked: unknown[] = [];
		const request: WaitPlan['request'] = {
			method: 'GET',
			path: ['operations', 'o'],
			expect: 'object',
			repeatable: 'safe',
		};
		const times: Array<number | undefined> = [];
		const send = ((of: unknown, { within }: { within?: number }) => {
			asked.push(of);
			times.push(within);
			const state = states.length > 1 ? states.shift() : states[0];
			return Promise.resolve({ status: 200, headers: {}, body: { state } });
		}) as unknown as Send;
		const plan: WaitPlan = {
			request,
			isPending: (body) => (body as { state: string }).state === 'running',
			timeout: 2 * SECOND,
			shape: (body, timedOut) => ({ ...(body as object), timedOut }),
		};
		const waiting = runWait(plan, 'key', {
			send,
			tell: (sentence) => void warned.push(sentence),
			isOver: () => false,
			since: 0,
			begun: new Map(),
		});
		await pass(3 * SECOND);
		expect(asked).toEqual(asked.map(() => request));
		// A slow answer may take this long, but not all tries of a request together.
		expect(times[0]).toBe(10 * SECOND);
		for (const within of times.slice(1)) expect(within).toBeCloseTo(5 * SECOND, -1);
		return { results: await waiting, warned, requests: asked.length };
	}

	it('outputs the state that is no longer pending', async () => {
		expect(await wait(['running', 'running', 'done'])).toEqual({
			results: [{ json: { state: 'done', timedOut: false } }],
			warned: [],
			requests: 3,
		});
	});

	it('outputs the pending state with a warning when the time is over', async () => {
		expect(await wait(['running'])).toEqual({
			results: [{ json: { state: 'running', timedOut: true } }],
			warned: [NOT_FINISHED],
			requests: 7,
		});
	});
});
