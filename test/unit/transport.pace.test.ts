/** How many requests are under way at once, to the request and to the millisecond. */
import { createPace, type Ending, type Pace, type Ticket } from '../../nodes/ContactConsent/transport/pace';

const TAKEN: Ending = { as: 'taken' };
const TIMEOUT: Ending = { as: 'timeout' };

/** So many requests begin. */
const begin = (pace: Pace, count: number, now: number): Ticket[] =>
	Array.from({ length: count }, () => pace.begin(now, 'GET contacts'));

/** They end at a time. */
function end(pace: Pace, tickets: Ticket[], ending: Ending, now: number): void {
	for (const ticket of tickets) pace.end(ticket, ending, now);
}

/** A pace without chance, for four at once; the fastest answer took 100 ms, and so there are sixteen by now. */
function sixteen(): Pace {
	const pace = createPace({ first: 4 }, () => 0);
	end(pace, begin(pace, 4, 1000), TAKEN, 1100);
	return pace;
}

describe('an answer is slow', () => {
	it.each([
		['not at twice the fastest and 5 ms', 205, 64],
		['a millisecond later', 206, 16],
	])('%s', (_, latency, width) => {
		const pace = sixteen();
		end(pace, begin(pace, 16, 2000), TAKEN, 2000 + latency);
		expect(pace.width()).toBe(width);
	});

	it.each([
		['half of them are', 8, 64],
		['more than half of them are', 9, 16],
	])('and there are no more at once where %s: %i of 16', (_, slow, width) => {
		const pace = sixteen();
		const tickets = begin(pace, 16, 2000);
		end(pace, tickets.slice(slow), TAKEN, 2100);
		end(pace, tickets.slice(0, slow), TAKEN, 2300);
		expect(pace.width()).toBe(width);
	});

	it('for its own kind: uploads take longer than reads', () => {
		const pace = sixteen();
		const uploads = Array.from({ length: 16 }, () => pace.begin(2000, 'POST contacts'));
		end(pace, uploads, TAKEN, 3000);
		expect(pace.width()).toBe(64);
	});
});

describe('trouble', () => {
	it('halves what was used, and not what was allowed', () => {
		const pace = createPace({ first: 32 }, () => 0);
		const [first, ...others] = begin(pace, 5, 1000);
		end(pace, [first as Ticket], TIMEOUT, 2000);
		expect(pace.width()).toBe(2);
		end(pace, others, TIMEOUT, 2000);
		expect(pace.width()).toBe(2);
	});

	it.each([
		['that began when it was noticed belongs to it', 2000, 8],
		['that began later is trouble of its own', 2001, 4],
	])('of a request %s', (_, beganAt, width) => {
		const pace = createPace({ first: 32 }, () => 0);
		const early = begin(pace, 16, 1000);
		const atOnce = beganAt === 2000 ? begin(pace, 1, beganAt) : [];
		end(pace, early.slice(0, 1), TIMEOUT, 2000);
		const later = beganAt === 2000 ? atOnce : begin(pace, 1, beganAt);
		expect(pace.width()).toBe(8);
		end(pace, later, TIMEOUT, 3000);
		expect(pace.width()).toBe(width);
	});
});

describe('after a wait one request finds out whether the service takes any', () => {
	it.each<[string, Ending]>([
		['a 429', { as: 'refused', asked: 1000 }],
		['a 503 that names a wait', { as: 'unavailable', asked: 1000 }],
	])('after %s', (_, ending) => {
		const pace = createPace({ first: 8 }, () => 0);
		end(pace, begin(pace, 8, 1000), ending, 2000);
		expect(pace.wait(3000)).toBe(0);
		begin(pace, 1, 3000);
		expect(pace.wait(3000)).toBe(Infinity);
	});

	it('also where one that began when the refusal came was taken', () => {
		const pace = createPace({ first: 8 }, () => 0);
		const early = begin(pace, 7, 1000);
		const atOnce = begin(pace, 1, 2000);
		end(pace, early, { as: 'refused', asked: 1000 }, 2000);
		end(pace, atOnce, TAKEN, 2100);
		begin(pace, 1, 3000);
		expect(pace.wait(3000)).toBe(Infinity);
	});
});

it('a wait that the service does not name is longer by up to 5 % by chance, and doubled each time', () => {
	const pace = createPace({}, () => 0.5);
	const waits = [];
	for (let now = 1000; waits.length < 6; now = pace.closedUntil()) {
		end(pace, begin(pace, 1, now), { as: 'refused' }, now);
		waits.push(pace.wait(now));
	}
	expect(waits).toEqual([1025, 2050, 4100, 8200, 16_400, 30_750]);
});

it('a request that others wait for is no pause in which nothing was to be sent', () => {
	const pace = createPace({}, () => 0);
	const slow = begin(pace, 1, 10_000);
	const quick = begin(pace, 1, 11_000);
	end(pace, [...slow, ...quick], TAKEN, 11_100);
	end(pace, begin(pace, 1, 11_100), { as: 'refused', asked: 1000 }, 11_200);
	end(pace, begin(pace, 1, 12_200), TAKEN, 12_300);
	// Two in the 2.2 s from the first to the one that was taken again, less 5 %: one each 1,158 ms, of which 100 are over.
	expect(pace.wait(12_300)).toBeCloseTo(1057.9, 1);
});
