import { historyRequest } from '../operations/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/readPages';
import { asksToWait, says } from '../transport/statuses';
import { findHistoryLimit, refusesPeriod } from './findHistoryLimit';
import { noteDate, type Reader } from './reading';
import { newlySkipped, withSkipped } from './skippedPeriods';
import type { Period, SkippedPeriod } from './state';
import { iso } from './triggerEvent';

/** The shortest slice, in milliseconds: an instant, with a millisecond on each side, because bounds may be excluded. */
export const INSTANT = 2;
/** A list that has not ended after so many pages shows what it has. */
const MOST_PAGES = 25;

/** What was asked for at once. `to` is `Infinity` for a slice that goes up to the present. */
export interface Slice {
	from: number;
	to: number;
}

/** A slice that failed, and what it showed before. */
interface Failed {
	failure: Error;
	/** The failure is of a later page, whose cursor may have expired. */
	isLater: boolean;
	/** How many events the slice showed before. */
	shown: number;
}

/** What the reading of a period has learned from slices that failed. */
export interface Learned {
	failures: number;
	/** How many milliseconds back the history can be read, if it refused the period. */
	historyLimit?: number;
	/** How many events a slice may show: fewer than one showed before a later page failed. */
	most: number;
	/** What was skipped last. */
	last?: Slice;
	/** What the history does not show, with what this reading adds. */
	skipped: SkippedPeriod[];
}

/**
 * True for a failure that may be due to what was asked for: a refused period, a record or a page that the service cannot
 * show, an answer that is too slow or too large. Not a refused key, a limit, a wrong address or no connection.
 */
export function isOfPeriod(error: unknown, isLater: boolean): boolean {
	const facts = factsOf(error);
	if (facts === undefined || facts.neverSent || asksToWait(facts)) return false;
	const { kind, status = 0, wrongAddress } = facts;
	if (kind !== 'status') return kind !== 'blocked' && kind !== 'setting' && kind !== 'cancelled';
	return says(status, 'period') || (isLater && says(status, 'cursor')) || (status >= 500 && !wrongAddress);
}

/** True if the history answers for the present, so that a failure is due to the slice that was asked for. */
async function isAnswering(reader: Reader): Promise<boolean> {
	const [type] = reader.settings.series;
	const request = historyRequest({ type, from: iso(reader.date ?? reader.now()) }, 1);
	let pages = 0;
	try {
		for await (const { date } of readPages(reader.send, request)) {
			noteDate(reader, date);
			if (++pages === MOST_PAGES) return true;
		}
		return true;
	} catch {
		return false;
	}
}

/** The end of the older half of a slice. There is nothing to read after the service's clock. */
export const halfOf = ({ from, to }: Slice, date: number): number =>
	Math.max(from + INSTANT, Math.floor((from + Math.min(to, Math.max(date, from))) / 2));

/** How to go on after a slice that failed: skip up to a time, or read a shorter slice first. */
type Next = { skipTo: number; historyLimit?: number } | { sliceTo: number };

/**
 * Decides how to go on after a slice that failed. A period that is refused ends where the history accepts it. Anything
 * else is halved, down to an instant, which is skipped. Behind it the slices that are skipped grow, so that a few
 * requests cross a long period. This is one rule for a limit to the number of pages, a record that cannot be shown, a
 * page that is too slow and a list that never ends.
 *
 * @param justSkipped how many milliseconds were skipped right before this slice
 * @param isUp the service has answered in this poll. If not, a slice without a page says nothing about the slice
 * @returns `undefined` if the history fails altogether
 */
async function nextAfter(
	reader: Reader,
	{ from, to }: Slice,
	{ failure, isLater }: Failed,
	{ justSkipped, mayBeTooOld, isUp }: { justSkipped: number; mayBeTooOld: boolean; isUp: boolean },
): Promise<Next | undefined> {
	if (!isOfPeriod(failure, isLater)) return undefined;
	const { date: header, kind } = factsOf(failure) ?? {};
	if (header !== undefined) noteDate(reader, header);
	const isRefused = mayBeTooOld && !isLater && refusesPeriod(failure);
	const historyLimit = isRefused ? await findHistoryLimit(reader, from, failure) : undefined;
	const date = reader.date ?? reader.now();
	if (historyLimit !== undefined) return { skipTo: date - historyLimit, historyLimit };
	const shortest = Math.max(INSTANT, Math.min(justSkipped, Math.floor((date - from) / 2)));
	const isShort = to - from <= shortest;
	const hasAnswered = isLater && kind !== 'endless';
	if (!hasAnswered && !isUp) return undefined;
	if ((isShort || !hasAnswered) && !(await isAnswering(reader))) return undefined;
	if (isShort) return { skipTo: to };
	return { sliceTo: justSkipped > 0 ? from + shortest : halfOf({ from, to }, date) };
}

/**
 * Goes on after a slice that failed: with a shorter slice, or behind what cannot be shown.
 *
 * @param learned updated here
 * @param isOutOfTime the poll has no time for more, so that the time may have been too short for this slice
 * @returns what is left of the period, and the failure if the history fails altogether
 * @throws ServiceError for a failure of a request that finds out more
 */
export async function goOnAfter(
	reader: Reader,
	failed: Failed,
	slice: Slice,
	period: Period,
	learned: Learned,
	{ isUp, isOutOfTime }: { isUp: boolean; isOutOfTime: () => boolean },
): Promise<{ rest?: Period; failure?: Error }> {
	learned.failures++;
	reader.hasFailed = true;
	const { failure, isLater, shown } = failed;
	const { from } = slice;
	const { to = Infinity } = period;
	const { last } = learned;
	const justSkipped = last?.to === from + 1 ? last.to - last.from : 0;
	const mayBeTooOld = learned.historyLimit === undefined;
	const next = await nextAfter(reader, slice, failed, { justSkipped, mayBeTooOld, isUp });
	const { date = reader.now() } = reader;
	if (next === undefined) {
		// The next poll begins with its half.
		const rest = isOutOfTime() ? { ...period, sliceTo: halfOf(slice, date) } : period;
		return { rest, failure };
	}
	if ('sliceTo' in next) {
		if (isLater && shown > 0) learned.most = Math.min(learned.most, shown);
		return { rest: { ...period, sliceTo: next.sliceTo } };
	}
	learned.historyLimit = next.historyLimit ?? learned.historyLimit;
	const skipTo = Math.min(next.skipTo, to);
	if (next.historyLimit === undefined)
		learned.last = { from: last && justSkipped > 0 ? last.from : from, to: skipTo };
	// A millisecond more, because the slice before may include the bound.
	learned.skipped = withSkipped(learned.skipped, newlySkipped(from - 1, skipTo, date));
	const reason = `(${failure.message})`;
	reader.log('warn', `the history does not show what is from ${iso(from)} to ${iso(skipTo)} ${reason}`);
	return { rest: skipTo < to ? { from: skipTo - 1, to: period.to } : undefined };
}
