/** When requests may begin, and how fast. Time stands still but for what a test adds. */
import {
	createPace,
	type Ending,
	type Pace,
	type Ticket,
	type Widths,
} from '../../nodes/ContactConsent/transport/pace';
import { paceAgainst, type Limiter, SERVICES, silent } from '../support/limiters';

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
			now += latency + 1;
			return pace.width();
		});
	};

	const answers = (...latencies: number[]) => latencies.map((latency): [Ending, number] => [TAKEN, latency]);
	const timeout: [Ending, number] = [{ as: 'timeout' }, 100];

	it.each<[string, Widths, Array<[Ending, number]>, number[]]>([
		['doubles at first, up to 256', {}, answers(50, 50, 50, 50, 50), [40, 80, 160, 256, 256]],
		['grows fourfold far away', {}, answers(100, 100, 100), [160, 256, 256]],
		['is not far away with 99 ms', {}, answers(99, 99, 99), [40, 80, 160]],
		['begins as told', { first: 4 }, answers(100, 100), [16, 64]],
		['stays below the cap', { widest: 2 }, answers(100, 100), [2, 2]],
		['grows no faster than each tenth of a second', {}, answers(40, 40, 40, 40), [40, 40, 80, 80]],
		['does not grow while answers get slower', { first: 8 }, answers(100, 300, 300), [32, 32, 32]],
		['halves after a timeout', {}, [timeout], [20]],
		['halves after a 503', {}, [[{ as: 'unavailable' }, 10]], [20]],
		['halves once for requests that were refused together', {}, [[{ as: 'refused' }, 10]], [20]],
		['stays after another failure', {}, [[{ as: 'failed' }, 10]], [40]],
		[
			'grows by one each full round after trouble',
			{},
			[timeout, ...answers(100, 100, 100)],
			[20, 21, 22, 23],
		],
		['never falls below one', { widest: 1 }, [timeout, timeout], [1, 1]],
	])('%s', (_, at, endings, expected) => {
		expect(widths(createPace(at, NO_JITTER), endings)).toEqual(expected);
	});

	it('does not grow where fewer are wanted', () => {
		const pace = createPace({}, NO_JITTER);
		for (let now = 0; now < 1000; now += 10) pace.end(pace.begin(now, 'GET'), TAKEN, now + 5);
		expect(pace.width()).toBe(40);
	});
});

describe('a refusal closes it for everybody', () => {
	it.each<[string, Ending, number]>([
		['as long as a 429 asks', { as: 'refused', asked: 7000 }, 7000],
		['as long as a 503 asks', { as: 'unavailable', asked: 7000 }, 7000],
		['for a moment after a 429 that names no wait', { as: 'refused' }, 1000],
		['not at all after a 503 that names none', { as: 'unavailable' }, 0],
		['not at all after a timeout', { as: 'timeout' }, 0],
	])('%s', (_, ending, wait) => {
		const pace = createPace({}, NO_JITTER);
		pace.end(pace.begin(0, 'GET'), ending, 10);
		expect(pace.wait(10)).toBe(wait);
	});

	it('for longer each time without an answer between, also where the service names a shorter wait', () => {
		for (const asked of [undefined, 0]) {
			const pace = createPace({}, NO_JITTER);
			const waits = [];
			for (let now = 0; waits.length < 10; now += Math.max(1, pace.wait(now))) {
				pace.end(pace.begin(now, 'GET'), { as: 'refused', asked }, now);
				waits.push(pace.wait(now));
			}
			const [first, ...rest] = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30].map((seconds) => seconds * 1000);
			expect(waits).toEqual([asked ?? first, ...rest]);
		}
	});

	it('and what came before a pause says nothing about the rate', () => {
		const pace = createPace({}, NO_JITTER);
		for (const now of [0, 20_000, 40_000, 60_000, 60_010, 60_020, 60_030]) {
			pace.end(pace.begin(now, 'GET'), TAKEN, now + 10);
		}
		pace.end(pace.begin(60_040, 'GET'), { as: 'refused', asked: 1000 }, 60_050);
		pace.end(pace.begin(61_050, 'GET'), TAKEN, 61_060);
		expect(pace.wait(61_060)).toBeLessThan(300);
	});

	it('then lets one through, and the others once that was answered', () => {
		const pace = createPace({}, NO_JITTER);
		expect(round(pace, 0, { as: 'refused', asked: 1000 })).toBe(40);
		const probe = pace.begin(1010, 'GET');
		expect(pace.wait(1010)).not.toBe(0);
		pace.end(probe, TAKEN, 1020);
		expect(pace.wait(60_000)).toBe(0);
	});
});

describe('a service that allows so many requests a second', () => {
	const LOADS: Array<Widths & { what: string; jobs: number }> = [
		{ what: 'uploads', jobs: 50, widest: 8, first: 4 },
		{ what: 'PDFs', jobs: 500 },
	];
	const rows = [2, 10, 50].flatMap((limit) =>
		Object.entries(SERVICES).flatMap(([name, service]) =>
			LOADS.flatMap((load) => [
				{ limit, name, load, limiter: () => service(limit) },
				{ limit, name: `${name}, naming no wait`, load, limiter: () => silent(service(limit)) },
			]),
		),
	);

	it.each(rows)(
		'$limit a second, $name, $load.jobs $load.what: nine tenths are used, a tenth of the requests is wasted at most',
		({ limit, load, limiter }) => {
			for (const latency of [5, 30]) {
				for (let seed = 1; seed <= 2; seed++) {
					const run = paceAgainst(limiter(), { ...load, latency, seed: seed * 104_729 });
					expect(run.left).toBe(0);
					// What it allows at once belongs to the first second.
					expect(load.jobs / (limit * Math.max(1, run.seconds))).toBeGreaterThanOrEqual(0.9);
					expect(run.refused / (load.jobs + run.refused)).toBeLessThanOrEqual(0.1);
				}
			}
		},
	);

	it.each(rows.filter(({ load }) => load.widest === undefined))(
		'$limit a second, $name, far away, $load.jobs $load.what: two thirds are used, and once a burst is wasted',
		({ limit, load, limiter }) => {
			for (const latency of [100, 300]) {
				// Where a first round is taken whole, the second is four times as wide.
				const run = paceAgainst(limiter(), { ...load, latency, seed: 104_729 });
				expect(run.left).toBe(0);
				expect(load.jobs / (limit * run.seconds)).toBeGreaterThanOrEqual(0.65);
				expect(run.refused / (load.jobs + run.refused)).toBeLessThanOrEqual(limit < 50 ? 0.1 : 0.25);
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
			const { seconds, refused } = paceAgainst(limiter, {
				jobs: 3000,
				latency: 5,
				seed: 7,
			});
			const possible = 30 + (3000 - 30 * before) / after;
			expect(seconds).toBeLessThan(possible * 1.5);
			expect(refused).toBeLessThan(300);
		}
	});
});
