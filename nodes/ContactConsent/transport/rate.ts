/**
 * Learns how many requests a service takes in a time, from when it refuses some. Pure: the caller brings the time.
 * Times are epoch milliseconds, rates are requests a millisecond.
 */
export interface Rate {
	/** When the next request should begin; 0 as long as nothing was refused. */
	due(): number;
	/** @param isAlone whether no other request is under way */
	began(now: number, isAlone: boolean): void;
	/** The service took a request that began at `beganAt`. */
	taken(beganAt: number, now: number): void;
	/** @param asked the wait that the service asked for, if it did */
	refused(now: number, asked: number | undefined): void;
}

/** Where a rate goes on from: it climbs towards `top`, and later only explores around `base`. */
interface Curve {
	base: number;
	since: number;
	/** Missing once the rate no longer climbs. */
	top?: number;
}

/** Nothing is learned to be slower than this: one request in five seconds. */
const SLOWEST = 1 / 5000;
/** A little less than what was seen, so that the jitter of timers does not run into the limit. */
const MARGIN = 0.97;
/** What is left of a rate that was refused again soon. */
const CUT = 0.9;
const SOON = 3000;
/** How fast a rate climbs, as a part of itself a second, if the service named the wait or if it did not. */
const CLIMB_TOLD = 0.4;
const CLIMB_UNTOLD = 0.2;
/** How fast it climbs with each request where a single one was taken between two refusals, which says next to nothing. */
const CLIMB_BLIND = 0.25;
const STEP_BACK_BLIND = 0.8;
/** Exploring: 10 % below at first, level after half a minute, 10 % above after a minute. */
const EXPLORED = 0.1;
const LEVEL_AFTER = 30_000;
/** A timer that fires late may be made up for by so much, so that lateness does not lower the rate. */
const LONGEST_CREDIT = 100;
/** Without requests for this long, there is no rate to be measured. */
const IDLE = 500;

const rateOf = ({ base, since, top }: Curve, now: number): number =>
	top === undefined ? base * (1 + EXPLORED * (Math.max(0, now - since) / LEVEL_AFTER - 1) ** 3) : base;

/** What is known when the service takes requests again. */
interface Stretch {
	/** Requests taken from `start` until the service refused one, at `refusedFirst` and again until `refusedLast`. */
	taken: number;
	start: number;
	refusedFirst: number;
	refusedLast: number;
	reopened: number;
	asked: number | undefined;
}

/** From the first refusal: what was taken over the whole time is a lower bound, and the wait gives an upper one. */
function firstCurve({ taken, start, refusedLast, reopened, asked }: Stretch): Curve {
	const low = taken / Math.max(1, reopened - start);
	const high = asked ? taken / asked : (taken + 1) / Math.max(1, refusedLast - start);
	const top = taken === 1 ? Infinity : MARGIN * Math.max(low, high);
	return { base: Math.max(SLOWEST, Math.min(MARGIN * low, top)), since: reopened, top };
}

/** From a refusal at a rate that was kept to: the limit lies a little below it, or the first guess was far off. */
function nextCurve(curve: Curve, { taken, start, refusedFirst, reopened }: Stretch): Curve {
	const kept = rateOf(curve, refusedFirst);
	const low = taken / Math.max(1, reopened - start);
	let base = kept * (refusedFirst - start < SOON ? CUT : MARGIN);
	if (curve.top === Infinity) base = kept * STEP_BACK_BLIND;
	else if (curve.top !== undefined) base = Math.min(kept * MARGIN, low < kept / 3 ? low : (low + kept) / 2);
	return { base: Math.max(SLOWEST, base), since: reopened };
}

/** A climbing rate after one more request was taken. */
function climbed({ base, since, top = base }: Curve, now: number, wasTold: boolean): Curve {
	if (top === Infinity) return { base: base * (1 + CLIMB_BLIND), since, top };
	// Explored from the top as if it had been kept to for a while.
	if (base >= top) return { base, since: now - LEVEL_AFTER };
	const step = (wasTold ? CLIMB_TOLD : CLIMB_UNTOLD) / (1000 * base);
	return { base: Math.min(top, base * (1 + step)), since, top };
}

export function createRate(): Rate {
	let curve: Curve | undefined;
	let due = 0;
	let start: number | undefined;
	let taken = 0;
	let lastTaken = 0;
	let refusedFirst = 0;
	let refusedLast = -Infinity;
	let asked: number | undefined;
	let isRefusing = false;

	/** The service takes requests again. */
	const reopen = (reopened: number) => {
		isRefusing = false;
		if (start !== undefined && taken > 0) {
			const stretch = { taken, start, refusedFirst, refusedLast, reopened, asked };
			curve = curve ? nextCurve(curve, stretch) : firstCurve(stretch);
			due = reopened + 1 / rateOf(curve, reopened);
		}
		start = reopened;
		taken = 0;
	};

	return {
		due: () => (curve ? due : 0),
		began(now, isAlone) {
			const isIdle = isAlone && !isRefusing && now - lastTaken > IDLE;
			if (start === undefined || (curve === undefined && isIdle)) {
				start = now;
				taken = 0;
			}
			if (curve === undefined) return;
			const interval = 1 / rateOf(curve, now);
			due = Math.max(due, now - Math.min(2 * interval, LONGEST_CREDIT)) + interval;
		},
		taken(beganAt, now) {
			if (isRefusing && beganAt >= refusedLast) reopen(beganAt);
			taken++;
			lastTaken = now;
			if (curve?.top !== undefined) curve = climbed(curve, now, asked !== undefined);
		},
		refused(now, wait) {
			if (!isRefusing) refusedFirst = now;
			isRefusing = true;
			refusedLast = now;
			asked = wait;
		},
	};
}
