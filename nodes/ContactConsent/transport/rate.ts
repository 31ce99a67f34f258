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
	/** @param wait until the next request may begin */
	refused(now: number, wait: number): void;
}

/** Nothing is learned to be slower than this: one request in five seconds. */
const SLOWEST = 1 / 5000;
/** A little less than what was seen, so that the jitter of timers does not run into the limit. */
const MARGIN = 0.95;
/** What is left of a rate that was refused again soon. */
const CUT = 0.9;
const SOON = 3000;
/** A rate that is kept to, but several times what was taken, was a wrong guess. */
const FAR_OFF = 3;
/** How fast the first guess grows, as a part of itself a second. */
const CLIMB = 0.4;
/** Exploring: 10 % below a level at first, on it after 45 seconds, 10 % above it after 90. */
const EXPLORED = 0.1;
const LEVEL_AFTER = 45_000;
/** A timer that fires late may be made up for by so much, so that lateness does not lower the rate. */
const LONGEST_CREDIT = 40;
/** Where nothing was to be sent for this long, there is no rate to be measured. */
const IDLE = 500;

/** A rate that climbs from `low` since `from`, up to a level, and explores beyond it later. */
interface Curve {
	low: number;
	from: number;
	level: number;
	levelAt: number;
}

const rateOf = ({ low, from, level, levelAt }: Curve, now: number): number =>
	Math.min(
		low * (1 + (CLIMB * Math.max(0, now - from)) / 1000),
		level * (1 + EXPLORED * Math.max(-1, (now - levelAt) / LEVEL_AFTER) ** 3),
	);

/** Requests taken from `start` on until the service refused some, from `first` to `last`, and then waited. */
interface Stretch {
	taken: number;
	start: number;
	first: number;
	last: number;
	wait: number;
}

/** What is known when the service takes requests again. */
function curveAfter(
	curve: Curve | undefined,
	{ taken, start, first, last, wait }: Stretch,
	now: number,
): Curve {
	const low = Math.max(SLOWEST, (MARGIN * taken) / Math.max(1, now - start));
	// What was taken over the whole time is a lower bound, and the wait gives an upper one.
	if (!curve) {
		const high = (MARGIN * taken) / Math.max(1, wait, last - first);
		return { low, from: now, level: Math.max(low, high), levelAt: now };
	}
	const kept = rateOf(curve, first);
	// The limit lies a little below a rate that was kept to, or that was far off.
	const level = low < kept / FAR_OFF ? low : kept * (first - start < SOON ? CUT : MARGIN);
	return { low: Infinity, from: now, level: Math.max(SLOWEST, level), levelAt: now + LEVEL_AFTER };
}

const newStretch = (start: number): Stretch => ({ taken: 0, start, first: 0, last: 0, wait: 0 });

export function createRate(): Rate {
	let curve: Curve | undefined;
	let due = 0;
	let lastTaken = 0;
	let stretch: Stretch | undefined;
	let isRefusing = false;

	return {
		due: () => due,
		began(now, isAlone) {
			const isIdle = isAlone && !isRefusing && now - Math.max(lastTaken, due) > IDLE;
			if (stretch === undefined || isIdle) stretch = newStretch(now);
			if (curve === undefined) return;
			const interval = 1 / rateOf(curve, now);
			due = Math.max(due, now - Math.min(2 * interval, LONGEST_CREDIT)) + interval;
		},
		taken(beganAt, now) {
			if (isRefusing && stretch && beganAt > stretch.last) {
				isRefusing = false;
				if (stretch.taken > 0) {
					curve = curveAfter(curve, stretch, beganAt);
					due = beganAt + 1 / rateOf(curve, beganAt);
				}
				stretch = newStretch(beganAt);
			}
			if (stretch) stretch.taken++;
			lastTaken = now;
		},
		refused(now, wait) {
			stretch ??= newStretch(now);
			stretch.last = now;
			stretch.wait = wait;
			if (!isRefusing) stretch.first = now;
			isRefusing = true;
		},
	};
}
