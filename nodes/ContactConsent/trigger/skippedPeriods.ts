import { DAY, HOUR } from '../lib/time';
import { overlap, type Period, type Slice } from './period';
import type { SkippedPeriod } from './state';

type Skipped = readonly SkippedPeriod[];

/** The most skipped periods in a state. If there are more, those that are nearest to each other become one. */
const MOST_SKIPPED = 40;

/** After the day, a period is asked for once. If the history fails altogether then, again, for no longer than this. */
const LONGEST_AFTER_THE_DAY = 7 * DAY;

/** Until when a period is asked for that the service begins not to show, or to show again. */
const untilFrom = (date: number): number => date + DAY;

/** False once it was asked for after its day: it is not asked for any more. */
const isStillAskedFor = ({ triedAt, until }: SkippedPeriod): boolean => triedAt <= until;

/** @param date the service's clock */
export const newlySkipped = ({ from, to }: Slice, date: number): SkippedPeriod => ({
	from,
	to,
	since: date,
	until: untilFrom(date),
	triedAt: date,
	isTold: false,
});

const joined = (one: SkippedPeriod, other: SkippedPeriod): SkippedPeriod => ({
	from: Math.min(one.from, other.from),
	to: Math.max(one.to, other.to),
	since: Math.min(one.since, other.since),
	until: Math.max(one.until, other.until),
	triedAt: Math.min(one.triedAt, other.triedAt),
	isTold: one.isTold && other.isTold,
});

/** Adds a period. Those that overlap it become one with it; neighbours stay apart. */
export function withSkipped(skipped: Skipped, period: SkippedPeriod): SkippedPeriod[] {
	const apart = skipped.filter((one) => !overlap(one, period));
	const whole = skipped.filter((one) => !apart.includes(one)).reduce(joined, period);
	const all = [...apart, whole].sort((a, b) => a.from - b.from);
	if (all.length <= MOST_SKIPPED) return all;
	const distances = all.slice(1).map(({ from }, index) => from - (all[index] as SkippedPeriod).to);
	const nearest = distances.indexOf(Math.min(...distances));
	const [one, other] = all.splice(nearest, 2) as [SkippedPeriod, SkippedPeriod];
	return [...all, joined(one, other)].sort((a, b) => a.from - b.from);
}

/**
 * True if a skipped period is asked for again: at pauses that are as long as it has been there, at least once an hour, for
 * a day, and once after it. So it is asked for although nobody polled on that day.
 *
 * @param date the service's clock
 */
export function isToBeRetried(period: SkippedPeriod, date: number): boolean {
	const { since, triedAt } = period;
	const isPauseOver = date < triedAt || date - triedAt >= Math.min(HOUR, triedAt - since);
	return isStillAskedFor(period) && isPauseOver;
}

/** Where the first slice of a period ends. */
const firstEnd = ({ sliceTo, to }: Period): number => Math.min(sliceTo ?? Infinity, to ?? Infinity);

/**
 * The skipped periods after one of them was asked for again.
 *
 * | the answer                                | what is left of the period                                 |
 * | ----------------------------------------- | ---------------------------------------------------------- |
 * | all of it is shown                        | nothing                                                    |
 * | some slices are not shown                 | those slices                                               |
 * | it was not read to its end                | also the rest; if there was progress, from now on for a day |
 * | the history fails altogether              | also the rest, as before. After the day, it was not tried, for a week |
 *
 * @param skipped all of them, with this one
 * @param rest what is left to read of it
 * @param pieces what the history did not show of it
 * @param failure the history has failed altogether
 * @param date the service's clock
 */
export function skippedAfterRetry(
	skipped: Skipped,
	period: SkippedPeriod,
	{ rest, skipped: pieces, failure }: { rest?: Period; skipped: Skipped; failure?: Error },
	date: number,
): SkippedPeriod[] {
	const { from, to, until } = period;
	// With a failure it is still asked for (`isStillAskedFor`), but not for ever.
	const countsAsTried = failure === undefined || date > until + LONGEST_AFTER_THE_DAY;
	const triedAt = countsAsTried ? date : Math.min(date, until);
	// A new piece begins just before what was asked for. The period does not grow by that.
	const left = pieces.map((one): SkippedPeriod => ({
		...period,
		from: Math.max(one.from, from),
		to: one.to,
		sliceTo: undefined,
	}));
	if (rest) {
		const end = firstEnd(rest);
		const hasProgress = failure === undefined && (rest.from > from || end < firstEnd(period));
		// What is shown again is read on in the next poll, and to its end, however many polls it fills.
		const again = hasProgress ? { since: date, until: untilFrom(date) } : {};
		left.push({ ...period, ...again, from: rest.from, sliceTo: end < to ? end : undefined });
	}
	return left.reduce<SkippedPeriod[]>(
		(all, one) => withSkipped(all, { ...one, triedAt }),
		skipped.filter((one) => one !== period),
	);
}

/** The periods of which people have to be told: an hour of asking has not helped. */
export const isUntold = ({ since, isTold }: SkippedPeriod, date: number): boolean =>
	!isTold && date - since >= HOUR;

/** The periods to keep: those that are asked for again, and those that a look-back would meet again. */
export const skippedToKeep = (skipped: Skipped, date: number, farLength: number): SkippedPeriod[] =>
	skipped.filter((period) => isStillAskedFor(period) || date <= period.until + farLength);
