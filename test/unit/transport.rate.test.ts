/** How fast a service is asked after it refused some requests: all numbers are worked out by hand. */
import { createRate, type Rate } from '../../nodes/ContactConsent/transport/rate';

const SECOND = 1000;

/** So many begin at a time and are taken a little later. */
function take(rate: Rate, count: number, at: number, later = at): void {
	for (let index = 0; index < count; index++) rate.began(at, false);
	for (let index = 0; index < count; index++) rate.taken(at, later);
}

/** Milliseconds between two requests, at a time. */
function intervalAt(rate: Rate, now: number): number {
	rate.began(now, false);
	const first = rate.due();
	rate.began(now, false);
	return rate.due() - first;
}

/** Ten (or so many) requests were taken from 1 s on, one was refused at 2 s, and the service takes some again at 3 s. */
function learned(count = 10): Rate {
	const rate = createRate();
	take(rate, count, 1000, 1900);
	rate.refused(2000, 1000);
	take(rate, 1, 3000, 3010);
	return rate;
}

describe('nothing is known', () => {
	it('until something was refused', () => {
		const rate = createRate();
		take(rate, 100, 1000);
		expect(rate.due()).toBe(0);
	});

	it('until the service takes requests again', () => {
		const rate = createRate();
		take(rate, 10, 1000);
		rate.refused(2000, 1000);
		expect(rate.due()).toBe(0);
		// It began before the refusal was known.
		rate.taken(2000, 2100);
		expect(rate.due()).toBe(0);
	});

	it('where it took none before', () => {
		const rate = createRate();
		rate.began(1000, true);
		rate.refused(2000, 1000);
		take(rate, 1, 3000);
		expect(rate.due()).toBe(0);
	});
});

describe('after the first refusal', () => {
	it('the next begins after the time that one took on the whole, less 5 %', () => {
		// 10 in the 2 s from the first of them until the service takes requests again: 2,000 / 9.5.
		expect(learned().due()).toBeCloseTo(3210.53, 1);
	});

	it('whatever the order of the answers: the time counts from the first request on', () => {
		const rate = createRate();
		rate.began(1000, true);
		take(rate, 9, 1500, 1900);
		rate.taken(1000, 1950);
		rate.refused(2000, 1000);
		take(rate, 1, 3000, 3010);
		expect(rate.due()).toBeCloseTo(3210.53, 1);
	});

	it('at any hour: a clock may begin with 0', () => {
		const rate = createRate();
		rate.began(0, true);
		for (let count = 0; count < 10; count++) rate.taken(0, 900);
		rate.refused(1000, 1000);
		rate.taken(2000, 2010);
		expect(rate.due()).toBeCloseTo(2210.53, 1);
	});

	it.each([
		['at first', 0, 210.53],
		['40 % faster', 1, 150.38],
		['80 % faster', 2, 116.96],
		['as fast as before the refusal: 10 in the second that was to be waited, less 5 %', 3, 105.26],
		['a little faster', 22.5, 103.96],
		['10 % faster than that', 45, 95.69],
	])('they come %s, after %s s', (_, seconds, interval) => {
		expect(intervalAt(learned(), 3000 + seconds * SECOND)).toBeCloseTo(interval, 1);
	});

	it('a timer that fires late is made up for, by 40 ms at most', () => {
		const rate = learned();
		rate.began(4000, false);
		expect(rate.due()).toBeCloseTo(4000 - 40 + 150.38, 1);
	});

	it('and by two requests at most', () => {
		// 1,000 in 2 s, 40 % faster by now: one each 1.504 ms.
		const rate = learned(1000);
		rate.began(4000, false);
		expect(rate.due()).toBeCloseTo(4000 - 2 * 1.504 + 1.504, 2);
	});

	it('what counts of several refusals is the time from the first to the last, or the last wait', () => {
		const after = (last: number, wait: number) => {
			const rate = createRate();
			take(rate, 10, 1000, 1900);
			rate.refused(2000, 200);
			rate.refused(last, wait);
			take(rate, 1, 3500);
			return intervalAt(rate, 3500 + 10 * SECOND);
		};
		// 10 in one second, less 5 %, and a thousandth for the 10 s.
		expect(after(3000, 500)).toBeCloseTo(105.15, 1);
		expect(after(2500, 1000)).toBeCloseTo(105.15, 1);
	});
});

describe('after a further refusal', () => {
	/** So many more were taken, until one was refused at a time; a second later the service takes some again. */
	function refusedAgain(more: number, at: number, rate = learned()): number {
		take(rate, more, 3100);
		rate.refused(at, SECOND);
		take(rate, 1, at + SECOND);
		return intervalAt(rate, at + SECOND);
	}

	// It begins 10 % below a level.
	it.each([
		['soon, the level is 10 % below what was kept to: one each 117 ms', 15, 5000, 144.39],
		['not so soon, 5 % below it: one each 105 ms', 15, 6000, 123.11],
		['but what was taken, where that was less than a third of it', 0, 6000, 4678.36],
	])('%s', (_, more, at, interval) => {
		expect(refusedAgain(more, at)).toBeCloseTo(interval, 1);
	});

	it.each([
		['a third of it is no reason for that', 600, 259.91],
		['less than a third is', 601, 702.92],
	])('%s', (_, wait, interval) => {
		// 9.5 in 2 s were kept to; 0.95 in 0.6 s are a third of that.
		const rate = learned();
		rate.refused(3000, wait);
		take(rate, 1, 3000 + wait);
		expect(intervalAt(rate, 3000 + wait)).toBeCloseTo(interval, 1);
	});

	it('never slower than one in five seconds, and 10 % below that at first', () => {
		expect(refusedAgain(0, 60 * SECOND)).toBeCloseTo(5555.56, 1);
	});

	it('it is on the level after 45 s, and 10 % above it after 90', () => {
		const rate = learned();
		refusedAgain(15, 5000, rate);
		expect(intervalAt(rate, 6000 + 45 * SECOND)).toBeCloseTo(129.95, 1);
		expect(intervalAt(rate, 6000 + 90 * SECOND)).toBeCloseTo(118.14, 1);
	});
});

describe('a pause', () => {
	it.each([
		['of half a second belongs to the time that is measured: 11 in 2 s', 1600, 191.39],
		['longer than that begins a new one: 1 in 1.4 s', 1601, 1472.63],
	])('%s', (_, at, interval) => {
		const rate = createRate();
		take(rate, 10, 1000, 1100);
		rate.began(at, true);
		rate.taken(at, 1700);
		rate.refused(2000, 1000);
		take(rate, 1, 3000);
		expect(rate.due()).toBeCloseTo(3000 + interval, 1);
	});

	it('is none while another request is under way', () => {
		const rate = createRate();
		take(rate, 10, 1000, 1100);
		rate.began(1900, false);
		rate.taken(1900, 1950);
		rate.refused(2000, 1000);
		take(rate, 1, 3000);
		expect(rate.due()).toBeCloseTo(3191.39, 1);
	});

	it('is none where each request waits for the one before', () => {
		const rate = createRate();
		for (let at = 10_000; at < 11_000; at += 100) {
			rate.began(at, true);
			rate.taken(at, at + 100);
		}
		rate.refused(11_000, 1000);
		take(rate, 1, 12_000);
		expect(rate.due()).toBeCloseTo(12_210.53, 1);
	});
});
