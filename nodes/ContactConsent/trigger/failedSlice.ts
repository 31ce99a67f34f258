import { historyRequest } from '../operations/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/readPages';
import { asksToWait, says } from '../transport/statuses';
import { findHistoryLimit, refusesPeriod } from './findHistoryLimit';
import { clockOf, noteDate, type Reader } from './reading';
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
	const request = historyRequest({ type, from: iso(clockOf(reader)) }, 1);
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

/** What is known about a slice whose failure may be due to what was asked for. */
interface Facts {
	/** It has shown a page, so that the history answers. A list that never ends has shown pages and no answer. */
	hasAnswered: boolean;
	/** The service has answered in this poll. */
	isUp: boolean;
	/** It is too short to be halved. */
	isShort: boolean;
	/** The history answers for the present. Missing before it was asked. */
	showsPresent?: boolean;
}

/**
 * Decides what a slice that failed says:
 *
 * | the slice has answered | the service has answered | the slice is short | the history shows the present | then |
 * | ---------------------- | ------------------------ | ------------------ | ----------------------------- | ---- |
 * | no  | no  |     |     | give up |
 * | yes |     | no  |     | halve   |
 * | yes |     | yes | yes | skip    |
 * | yes |     | yes | no  | give up |
 * | no  | yes | no  | yes | halve   |
 * | no  | yes | yes | yes | skip    |
 * | no  | yes |     | no  | give up |
 *
 * An empty cell does not matter. The present is asked for only where the fourth column has an answer. Nothing is skipped
 * while the history may be down. Giving up leaves the period to the next poll.
 */
export function decide({
	hasAnswered,
	isUp,
	isShort,
	showsPresent,
}: Facts): 'giveUp' | 'ask' | 'halve' | 'skip' {
	if (!hasAnswered && !isUp) return 'giveUp';
	if (hasAnswered && !isShort) return 'halve';
	if (showsPresent === undefined) return 'ask';
	if (!showsPresent) return 'giveUp';
	return isShort ? 'skip' : 'halve';
}

/**
 * The distance of the end of the history's reach, if that is why it refused this slice. A later page is never refused for
 * its age, and a limit that was found in this reading is not looked for again.
 */
async function limitBehind(
	reader: Reader,
	{ from }: Slice,
	{ failure, isLater }: Failed,
	{ historyLimit }: Learned,
): Promise<number | undefined> {
	const mayBeTooOld = historyLimit === undefined && !isLater && refusesPeriod(failure);
	return mayBeTooOld ? await findHistoryLimit(reader, from, failure) : undefined;
}

/**
 * Finds out how to go on after a slice that failed. A period that is refused ends where the history accepts it. Anything
 * else is halved, down to an instant, which is skipped. Behind it the slices that are skipped grow, so that a few
 * requests cross a long period. This is one rule for a limit to the number of pages, a record that cannot be shown, a
 * page that is too slow and a list that never ends.
 *
 * An example, with bounds that are excluded: of 0–1000 the history cannot show 500 to 520. Of 0–1000 the half 0–500 is
 * shown. Of the rest, 499–1000, 499–749, … fail, down to the instant 499–501, which is skipped. From then on a slice that
 * fails is followed by one as long as what was skipped right before it: 500–502, 501–504, 503–508, 507–516 and 515–532 are
 * skipped. 531–1000 is shown.
 *
 * @param justSkipped how many milliseconds were skipped right before this slice
 * @returns `undefined` if the history fails altogether
 */
async function nextAfter(
	reader: Reader,
	slice: Slice,
	failed: Failed,
	learned: Learned,
	{ justSkipped, isUp }: { justSkipped: number; isUp: boolean },
): Promise<Next | undefined> {
	const { failure, isLater } = failed;
	if (!isOfPeriod(failure, isLater)) return undefined;
	const { date: header, kind } = factsOf(failure) ?? {};
	if (header !== undefined) noteDate(reader, header);
	const historyLimit = await limitBehind(reader, slice, failed, learned);
	const date = clockOf(reader);
	if (historyLimit !== undefined) return { skipTo: date - historyLimit, historyLimit };

	const { from, to } = slice;
	const shortest = Math.max(INSTANT, Math.min(justSkipped, Math.floor((date - from) / 2)));
	const facts = { hasAnswered: isLater && kind !== 'endless', isUp, isShort: to - from <= shortest };
	let decision = decide(facts);
	if (decision === 'ask') decision = decide({ ...facts, showsPresent: await isAnswering(reader) });
	if (decision === 'giveUp') return undefined;
	if (decision === 'skip') return { skipTo: to };
	return { sliceTo: justSkipped > 0 ? from + shortest : halfOf(slice, date) };
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
	const next = await nextAfter(reader, slice, failed, learned, { justSkipped, isUp });
	const date = clockOf(reader);
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
