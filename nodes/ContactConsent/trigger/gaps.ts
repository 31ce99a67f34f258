import { DAY, HOUR } from './lookBack';
import type { Gap, TriggerState } from './state';

type Gaps = readonly Gap[];

/** The most gaps in a state. If there are more, those that are nearest to each other become one. */
const MOST_GAPS = 40;

export const newGap = (from: number, end: number, date: number): Gap => ({
	from,
	to: end,
	end,
	since: date,
	until: date + DAY,
	asked: date,
	isNamed: false,
});

const joined = (one: Gap, other: Gap): Gap => {
	const end = Math.max(one.end, other.end);
	return {
		from: Math.min(one.from, other.from),
		to: end,
		end,
		since: Math.min(one.since, other.since),
		until: Math.max(one.until, other.until),
		asked: Math.min(one.asked, other.asked),
		isNamed: one.isNamed && other.isNamed,
	};
};

/** Adds a gap. Gaps that overlap by more than the millisecond that slices overlap become one. */
export function withGap(gaps: Gaps, gap: Gap): Gap[] {
	const apart = gaps.filter(({ from, end }) => end - 1 <= gap.from || from >= gap.end - 1);
	const whole = gaps.filter((one) => !apart.includes(one)).reduce(joined, gap);
	const all = [...apart, whole].sort((a, b) => a.from - b.from);
	if (all.length <= MOST_GAPS) return all;
	const distances = all.slice(1).map(({ from }, index) => from - (all[index] as Gap).end);
	const nearest = distances.indexOf(Math.min(...distances));
	const [one, other] = all.splice(nearest, 2) as [Gap, Gap];
	return [...all, joined(one, other)].sort((a, b) => a.from - b.from);
}

/**
 * True if a gap is asked for again: at pauses that are as long as it has been there, at least once an hour, for a day, and
 * once after it. So it is asked for although nobody polled on that day.
 *
 * @param date the service's clock
 */
export const isOwed = ({ since, until, asked }: Gap, date: number): boolean =>
	asked <= until && (date < asked || date - asked >= Math.min(HOUR, asked - since));

/** The gaps of which people have to be told: an hour of asking has not helped. */
export const isUntold = ({ since, isNamed }: Gap, date: number): boolean => !isNamed && date - since >= HOUR;

/** The gaps to keep: those that are owed, and those that a look-back would meet again. */
export const gapsToKeep = (gaps: Gaps, date: number, audit: number): TriggerState['gaps'] =>
	gaps.filter(({ until, asked }) => asked <= until || date <= until + audit);
