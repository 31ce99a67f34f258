/**
 * What follows a slice of the history that failed.
 *
 * - In: the slice, its failure and what it had shown; what this reading has learned from earlier failures.
 * - Out: what is left of the period, with the next slice, and what was learned; the failure, if the history fails altogether.
 * - Why: a time, a record or a page that the history cannot show may not stop the rest, and nothing may be skipped only
 *   because the service is down. One rule serves a refused time, a limit to the number of pages, a record that cannot be
 *   shown, a page that is too slow and a list that never ends.
 *
 * An example: the history cannot show the milliseconds 500 to 520, and 0–1000 is to be read.
 *
 * | slice    | the history | then                                                                    |
 * | -------- | ----------- | ----------------------------------------------------------------------- |
 * | 0–1000   | fails       | shorten: its half                                                       |
 * | 0–500    | shows it    | go on behind it                                                         |
 * | 499–1000 | fails       | shorten: its half, and so on                                            |
 * | 499–501  | fails       | skip: it is an instant                                                  |
 * | 500–1000 | fails       | shorten: to 2 ms, as much as 499–501, which was skipped right before it |
 * | 500–502  | fails       | skip                                                                    |
 * | 501–1000 | fails       | shorten: to 3 ms, as much as 499–502                                    |
 * | 501–504  | fails       | skip, and so on: 503–508, 507–516 and 515–532 are skipped               |
 * | 531–1000 | shows it    | nothing is left                                                         |
 *
 * `goOnAfter` is the way in. `nextAfter` decides by the table of `decide`, and may ask the service.
 */
import type { EventType } from '../operations/event/eventOutput';
import { historyRequest } from '../operations/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/readPages';
import { asksToWait, says } from '../transport/statuses';
import { findHistoryLimit, refusesPeriod } from './findHistoryLimit';
import { behind, halfOf, INSTANT, periodAround, type Period, type Slice } from './period';
import { clockOf, HISTORY_SHARE, noteAnswer, type EventReader } from './reading';
import { newlySkipped, withSkipped } from './skippedPeriods';
import type { SkippedPeriod } from './state';
import { iso } from './triggerEvent';

/** A list that has not ended after so many pages shows what it has. */
const MOST_PAGES = 25;

/** A slice that failed, and what it showed before. */
export interface Failed {
	failure: Error;
	/** What the list that failed asks for. The others may work. */
	type: EventType | undefined;
	/** The failure is of a later page, whose cursor may have expired. */
	isLater: boolean;
	/** How many events the slice showed before. */
	shown: number;
}

/** What the reading of a period has learned from slices that failed. It is never changed in place. */
export interface Learned {
	/** How many milliseconds back the history can be read, if it refused the period. */
	reach?: number;
	/** How many events a slice may show: fewer than one showed before a later page failed. */
	most: number;
	/** What was skipped last; neighbours are one. */
	lastSkipped?: Slice;
	/** What the history does not show, with what this reading adds. */
	skipped: SkippedPeriod[];
}

/** What is left of a period after a slice that failed. */
export interface RestAfterFailure {
	rest?: Period;
	learned: Learned;
	/** The history fails altogether. */
	failure?: Error;
}

/**
 * Goes on after a slice that failed. A period that is refused ends where the history accepts it. Anything else is halved,
 * down to an instant, which is skipped. Behind it the slices that are skipped grow.
 *
 * | decision | what is left | what is learned |
 * | -------- | ------------ | --------------- |
 * | give up  | all of it; if time was up, or a later page met a limit, it begins with half of the slice, which may have been too long; after a list that never ends, with as much as possible: no slice of it ends | nothing |
 * | shorten  | all of it, beginning with the shorter slice | after a later page that failed: how many events are too many |
 * | skip     | what is behind the skipped period | what was skipped, and how far the history goes back |
 *
 * Never throws: if a request that finds out more fails, the history fails altogether, with that failure.
 *
 * @param period what the slice is the beginning of
 */
export async function goOnAfter(
	reader: EventReader,
	failed: Failed,
	slice: Slice,
	period: Period,
	learned: Learned,
	isUp: boolean,
): Promise<RestAfterFailure> {
	const { failure, isLater, shown } = failed;
	const next = await nextAfter(reader, slice, failed, learned, isUp).catch((error: Error) => error);
	if (next instanceof Error) return { rest: period, learned, failure: next };
	if (next.kind === 'giveUp') {
		// It may have had too many pages for the time, or for the requests that the service allows in a minute.
		const isOverLimit = isLater && !isOfPeriod(failure, isLater);
		const isTooLong = isOverLimit || reader.timeLeft(HISTORY_SHARE) <= 0;
		const whole = { from: period.from, to: period.to };
		if (isTooLong) return { rest: { ...whole, sliceTo: halfOf(slice, clockOf(reader)) }, learned, failure };
		return { rest: factsOf(failure)?.kind === 'endless' ? whole : period, learned, failure };
	}
	if (next.kind === 'shorten') {
		const most = isLater && shown > 0 ? Math.min(learned.most, shown) : learned.most;
		return { rest: { ...period, sliceTo: next.sliceTo }, learned: { ...learned, most } };
	}
	const { to: periodEnd = Infinity } = period;
	const to = Math.min(next.to, periodEnd);
	reader.log(
		'warn',
		`the history does not show what is from ${iso(slice.from)} to ${iso(to)} (${failure.message})`,
	);
	return {
		rest: to < periodEnd ? { from: behind({ to }), to: period.to } : undefined,
		learned: learnedBySkipping({ from: slice.from, to }, next.reach, learned, clockOf(reader)),
	};
}

/** How to go on after a slice that failed. */
type Next =
	/** The history fails altogether, or may; the next poll tries again. */
	| { kind: 'giveUp' }
	/** Reads a shorter slice first. */
	| { kind: 'shorten'; sliceTo: number }
	/** Goes on behind `to`. With `reach`, because all before is too long ago: so far back the history can be read. */
	| { kind: 'skip'; to: number; reach?: number };

/**
 * Decides how to go on after a slice that failed: first, if the failure may be due to the slice; then, if the slice is too
 * long ago; then by the table of `decide`.
 *
 * @throws ServiceError for a failure of a request that finds out more
 */
async function nextAfter(
	reader: EventReader,
	slice: Slice,
	{ failure, type, isLater }: Failed,
	learned: Learned,
	isUp: boolean,
): Promise<Next> {
	if (!isOfPeriod(failure, isLater)) return { kind: 'giveUp' };
	const { date: header, kind } = factsOf(failure) ?? {};
	if (header !== undefined) noteAnswer(reader, header);

	// A later page is never refused for its age, and a limit that was found in this reading is not looked for again.
	const mayBeTooOld = learned.reach === undefined && !isLater && refusesPeriod(failure);
	const reach = mayBeTooOld ? await findHistoryLimit(reader, type, slice.from, failure) : undefined;
	const date = clockOf(reader);
	if (reach !== undefined) return { kind: 'skip', to: date - reach, reach };

	const { from, to } = slice;
	const skippedLength = skippedBefore(slice, learned);
	const shortest = shortestOf(slice, skippedLength, date);
	const facts = { hasAnswered: isLater && kind !== 'endless', isUp, isShort: to - from <= shortest };
	let decision = decide(facts);
	if (decision === 'ask') decision = decide({ ...facts, showsPresent: await askForPresent(reader, type) });
	if (decision === 'giveUp') return { kind: 'giveUp' };
	if (decision === 'skip') return { kind: 'skip', to };
	// Right behind what was skipped, the half would probably fail, too: see the example at the top.
	return { kind: 'shorten', sliceTo: skippedLength > 0 ? from + shortest : halfOf(slice, date) };
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

/** What is known about a slice whose failure may be due to what was asked for. */
interface SliceFacts {
	/** It has shown a page, so that the history answers. A list that never ends has shown pages and no answer. */
	hasAnswered: boolean;
	/** Nothing says that the service is down: in this poll another list has answered, or this one for the present. */
	isUp: boolean;
	/** It is not longer than the shortest (`shortestOf`). */
	isShort: boolean;
	/** The history answers for the present. Missing before it was asked. */
	showsPresent?: boolean;
}

/**
 * Decides what a slice that failed says:
 *
 * | the slice has answered | the service may be up | the slice is short | the history shows the present | then | the next slice |
 * | ---------------------- | --------------------- | ------------------ | ----------------------------- | ---- | -------------- |
 * | no  | no  |     |     | give up |                   |
 * | yes |     | no  |     | shorten | its half, or the shortest |
 * | yes |     | yes | yes | skip    | behind it         |
 * | yes |     | yes | no  | give up |                   |
 * | no  | yes | no  | yes | shorten | its half, or the shortest |
 * | no  | yes | yes | yes | skip    | behind it         |
 * | no  | yes |     | no  | give up |                   |
 *
 * An empty cell does not matter. The next slice is the half. Right behind what was skipped it is the shortest
 * (`shortestOf`), which is skipped at once if it fails. The present is asked for only where the fourth column has an
 * answer. Nothing is skipped while the history may be down. Giving up leaves the period to the next poll.
 */
export function decide({
	hasAnswered,
	isUp,
	isShort,
	showsPresent,
}: SliceFacts): 'giveUp' | 'ask' | 'shorten' | 'skip' {
	if (!hasAnswered && !isUp) return 'giveUp';
	if (hasAnswered && !isShort) return 'shorten';
	if (showsPresent === undefined) return 'ask';
	if (!showsPresent) return 'giveUp';
	return isShort ? 'skip' : 'shorten';
}

/**
 * The length at which a slice is skipped and no more shortened: an instant; behind what was skipped, as much again, so that
 * a few requests cross a long period. It leaves at least half of the time up to the present.
 *
 * | skipped right before | up to the present | the shortest |
 * | -------------------- | ----------------- | ------------ |
 * | nothing              | a day             | 2 ms         |
 * | an hour              | a day             | an hour      |
 * | an hour              | an hour           | half an hour |
 */
const shortestOf = ({ from }: Slice, skippedLength: number, date: number): number =>
	Math.max(INSTANT, Math.min(skippedLength, Math.floor((date - from) / 2)));

/** How many milliseconds were skipped right before a slice. */
const skippedBefore = ({ from }: Slice, { lastSkipped }: Learned): number =>
	lastSkipped && behind(lastSkipped) === from ? lastSkipped.to - lastSkipped.from : 0;

/**
 * Asks if this list of the history answers for the present, with pages of the same size, because that may be what it
 * refuses. If so, the failure is due to the slice. Notes the service's clock.
 */
export async function askForPresent(reader: EventReader, type: EventType | undefined): Promise<boolean> {
	const request = historyRequest({ type, from: iso(clockOf(reader)) }, reader.settings.pageSize);
	let pages = 0;
	try {
		for await (const { date } of readPages(reader.sendForHistory, request)) {
			noteAnswer(reader, date);
			if (++pages === MOST_PAGES) return true;
		}
		return true;
	} catch {
		return false;
	}
}

/** What was learned by skipping a slice. @param reach how many milliseconds back the history can be read, if that is why */
function learnedBySkipping(slice: Slice, reach: number | undefined, learned: Learned, date: number): Learned {
	const skipped = withSkipped(learned.skipped, newlySkipped(periodAround(slice), date));
	if (reach !== undefined) return { ...learned, skipped, reach };
	const { lastSkipped } = learned;
	const from = lastSkipped && skippedBefore(slice, learned) > 0 ? lastSkipped.from : slice.from;
	return { ...learned, skipped, lastSkipped: { from, to: slice.to } };
}
