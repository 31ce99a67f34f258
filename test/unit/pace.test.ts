/** When requests may begin, and how fast. Time stands still but for what a test adds. */
import { createPace, type Ending, type Pace, type Ticket } from '../../nodes/ContactConsent/transport/pace';
import { paceAgainst, type Limiter, SERVICES } from '../support/limiters';

const NO_JITTER = () => 0;

/** Keeps as many requests under way as there may be, and ends as many as there were, after so many milliseconds. */
function round(pace: Pace, now: number, ending: Ending, latency = 10): number {
	const tickets: Ticket[] = [];
	const fill = (at: number) => {
		while (pace.wait(at) === 0) tickets.push(pace.begin(at, 'GET contacts'));
	};
	fill(now);
	const count = tickets.length;
	for (const ticket of tickets.splice(0, count)) {
		pace.end(ticket, ending, now + latency);
		if (ending.as === 'taken') fill(now + latency);
	}
	// Those that began in the meantime say nothing.
	for (const ticket of tickets) pace.end(ticket, { as: 'failed' }, now + latency);
	return count;
}
const TAKEN: Ending = { as: 'taken' };

describe('how many at once', () => {
	const widths = (pace: Pace, endings: Array<[Ending, number]>): number[] => {
		let now = 1000;
		return endings.map(([ending, latency]) => {
			now = Math.max(now, pace.closedUntil());
			round(pace, now, ending, latency);
			now += latency;
			return pace.width();
		});
	};

	it.each<[string, number | undefined, Array<[Ending, number]>, number[]]>([
		['doubles at first, up to 32', undefined, [10, 10, 10].map((ms) => [TAKEN, ms]), [16, 32, 32]],
		['stays below the cap', 2, [10, 10].map((ms) => [TAKEN, ms]), [2, 2]],
		[
			'does not grow while answers get slower',
			undefined,
			[10, 30, 30].map((ms) => [TAKEN, ms]),
			[16, 16, 16],
		],
		['halves after a timeout', undefined, [[{ as: 'timeout' }, 10]], [4]],
		['halves after a 503', undefined, [[{ as: 'unavailable' }, 10]], [4]],
		['halves once for requests that were refused together', undefined, [[{ as: 'refused' }, 10]], [4]],
		['stays after another failure', undefined, [[{ as: 'failed' }, 10]], [8]],
		[
			'grows by one each full round after trouble',
			undefined,
			[
				[{ as: 'timeout' }, 10],
				[TAKEN, 10],
				[TAKEN, 10],
				[TAKEN, 10],
			],
			[4, 5, 6, 7],
		],
		[
			'never falls below one',
			1,
			[
				[{ as: 'timeout' }, 10],
				[{ as: 'timeout' }, 10],
			],
			[1, 1],
		],
	])('%s', (_, widest, endings, expected) => {
		expect(widths(createPace(widest, NO_JITTER), endings)).toEqual(expected);
	});

	it('does not grow where fewer are wanted', () => {
		const pace = createPace(undefined, NO_JITTER);
		for (let now = 0; now < 1000; now += 10) pace.end(pace.begin(now, 'GET'), TAKEN, now + 5);
		expect(pace.width()).toBe(8);
	});
});

describe('a refusal closes it for everybody', () => {
	it.each<[string, Ending, number]>([
		['as long as a 429 asks', { as: 'refused', asked: 7000 }, 7000],
		['as long as a 503 asks', { as: 'unavailable', asked: 7000 }, 7000],
		['for a moment after a 429 that names no wait', { as: 'refused' }, 250],
		['not at all after a 503 that names none', { as: 'unavailable' }, 0],
		['not at all after a timeout', { as: 'timeout' }, 0],
	])('%s', (_, ending, wait) => {
		const pace = createPace(undefined, NO_JITTER);
		pace.end(pace.begin(0, 'GET'), ending, 10);
		expect(pace.wait(10)).toBe(wait);
	});

	it('for longer each time without an answer between, also where the service names a shorter wait', () => {
		for (const asked of [undefined, 0]) {
			const pace = createPace(undefined, NO_JITTER);
			const waits = [];
			for (let now = 0; waits.length < 10; now = pace.closedUntil()) {
				pace.end(pace.begin(now, 'GET'), { as: 'refused', asked }, now);
				waits.push(pace.wait(now));
			}
			const [first, ...rest] = [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000];
			expect(waits).toEqual([asked ?? first, ...rest]);
		}
	});

	it('and what came before a pause says nothing about the rate', () => {
		const pace = createPace(undefined, NO_JITTER);
		for (const now of [0, 20_000, 40_000, 60_000, 60_010, 60_020, 60_030]) {
			pace.end(pace.begin(now, 'GET'), TAKEN, now + 10);
		}
		pace.end(pace.begin(60_040, 'GET'), { as: 'refused', asked: 1000 }, 60_050);
		pace.end(pace.begin(61_050, 'GET'), TAKEN, 61_060);
		expect(pace.wait(61_060)).toBeLessThan(300);
	});

	it('then lets one through, and the others once that was answered', () => {
		const pace = createPace(undefined, NO_JITTER);
		expect(round(pace, 0, { as: 'refused', asked: 1000 })).toBe(8);
		const probe = pace.begin(1010, 'GET');
		expect(pace.wait(1010)).not.toBe(0);
		pace.end(probe, TAKEN, 1020);
		expect(pace.wait(60_000)).toBe(0);
	});
});

describe('a service that allows so many requests a second', () => {
	it.each([2, 10, 50].flatMap((limit) => Object.keys(SERVICES).map((name) => [limit, name] as const)))(
		'%i a second, %s: nine tenths of them are used, a tenth of the requests is wasted at most',
		(limit, name) => {
			const service = (): Limiter => (SERVICES[name] as (limit: number) => Limiter)(limit);
			for (const [jobs, widest] of [
				[50, 2],
				[500, 32],
			] as const) {
				const { seconds, refused } = paceAgainst(service(), { jobs, widest, latency: 5, seed: 7 });
				expect(jobs / (limit * seconds)).toBeGreaterThanOrEqual(0.9);
				expect(refused / (jobs + refused)).toBeLessThanOrEqual(0.1);
			}
		},
	);

	it.each([2, 10, 50])(
		'%i a second, without saying when to come back: four fifths of them, as a rule',
		(limit) => {
			for (const service of Object.values(SERVICES)) {
				const runs = Array.from({ length: 5 }, (_, index) => {
					const telling = service(limit);
					const silent: Limiter = (now) => ({ taken: telling(now).taken });
					return paceAgainst(silent, { jobs: 500, widest: 32, latency: 5, seed: (index + 1) * 104_729 });
				});
				const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b)[2] ?? Infinity;
				expect(500 / (limit * seconds)).toBeGreaterThanOrEqual(0.8);
				expect(Math.max(...runs.map((run) => run.refused))).toBeLessThanOrEqual(50);
			}
		},
	);

	it('finds a limit that is raised, and one that is lowered', () => {
		for (const [before, after] of [
			[10, 30],
			[30, 10],
		] as const) {
			const [first, second] = [SERVICES['token bucket']?.(before), SERVICES['token bucket']?.(after)];
			const limiter: Limiter = (now) => (now < 30_000 ? first?.(now) : second?.(now)) ?? { taken: true };
			const { seconds, refused } = paceAgainst(limiter, { jobs: 3000, widest: 32, latency: 5, seed: 7 });
			const possible = 30 + (3000 - 30 * before) / after;
			expect(seconds).toBeLessThan(possible * 1.5);
			expect(refused).toBeLessThan(300);
		}
	});
});
