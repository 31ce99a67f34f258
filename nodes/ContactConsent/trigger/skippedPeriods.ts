import { DAY, HOUR } from '../lib/time';
import type { SkippedPeriod } from './state';

type Skipped = readonly SkippedPeriod[];

/** The most skipped periods in a state. If there are more, those that are nearest to each other become one. */
const MOST_SKIPPED = 40;

/** @param date the service's clock */
export const newlySkipped = (from: number, to: number, date: number): SkippedPeriod => ({
	from,
	to,
	since: date,
	until: date + DAY,
	triedAt: date,
	isNamed: false,
});

const joined = (one: SkippedPeriod, other: SkippedPeriod): SkippedPeriod => ({
	from: Math.min(one.from, other.from),
	to: Math.max(one.to, other.to),
	since: Math.min(one.since, other.since),
	until: Math.max(one.until, other.until),
	triedAt: Math.min(one.triedAt, other.triedAt),
	isNamed: one.isNamed && other.isNamed,
});

/** Adds a period. Periods that overlap by more than the millisecond that slices overlap become one. */
export function withSkipped(skipped: Skipped, period: SkippedPeriod): SkippedPeriod[] {
	const apart = skipped.filter(({ from, to }) => to - 1 <= period.from || from >= period.to - 1);
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
export const isToBeRetried = ({ since, until, triedAt }: SkippedPeriod, date: number): boolean =>
	triedAt <= until && (date < triedAt || date - triedAt >= Math.min(HOUR, triedAt - since));

/** The periods of which people have to be told: an hour of asking has not helped. */
export const isUntold = ({ since, isNamed }: SkippedPeriod, date: number): boolean =>
	!isNamed && date - since >= HOUR;

/** The periods to keep: those that are asked for again, and those that a look-back would meet again. */
export const skippedToKeep = (skipped: Skipped, date: number, farLength: number): SkippedPeriod[] =>
	skipped.filter(({ until, triedAt }) => triedAt <= until || date <= until + farLength);
