/**
 * Reads a period of the history.
 *
 * - In: the period, how many events fit, and until when pages may be requested.
 * - Out: the events join those of the reader. The result says what is left of the period.
 * - Why: the order of the history is unknown. So only a slice of time that was read to its end is known to be complete. If
 *   the period does not fit, it is read in slices, the oldest first, and the length of each follows from the one before.
 *
 * An example: at 12:00 the history is read from 8:00 on, with room for 100 events.
 *
 * | slice       | it shows                      | so it is           | and what follows is                        |
 * | ----------- | ----------------------------- | ------------------ | ------------------------------------------ |
 * | 8:00–       | 100 events, and more pages    | too long, dropped  | its half                                   |
 * | 8:00–10:00  | 100 events, and more pages    | too long, dropped  | its half                                   |
 * | 8:00–9:00   | 80 events, and no more pages  | complete, kept     | the next poll: less than half of the room is left |
 *
 * The next poll begins at 9:00. Its first slice is to have 92 events, so it is 69 minutes long and ends at 10:09.
 *
 * `readHistory` is the loop. `readSlice` and `readListOfSlice` ask the service. The other functions decide, and are pure.
 */
import type { EventType } from '../operations/event/eventOutput';
import { historyRequest } from '../operations/event/requests';
import { readPages } from '../transport/readPages';
import { goOnAfter, type Failed, type Learned } from './failedSlice';
import {
	behind,
	halfOf,
	INSTANT,
	isInstant,
	justAfter,
	timeOfInstant,
	type Period,
	type Slice,
} from './period';
import { clockOf, MOST_EVENTS, receive, takesRoom, type EventReader } from './reading';
import type { Settings } from './settings';
import type { SkippedPeriod } from './state';
import { iso, type TriggerEvent } from './triggerEvent';

/** The share of the room that a slice should fill. Below 1, so that a slice rarely takes more pages than planned. */
const FILLED = 0.92;
/** A slice is at most this many times as long as the slice before, so that a few requests cross empty years. */
const GROWTH = 8;
/** A reading leaves the rest for the next poll after this many slices that failed. */
const MOST_FAILURES = 100;

/** How a period is read, beside its room and its time. */
interface HowToRead {
	/** False as long as the service may be down. Then a failure ends the reading. */
	isUp?: boolean;
	/** What the history does not show. It is left out. */
	skipped: SkippedPeriod[];
	/** The lists to read: one for each type. Missing: those of all chosen kinds. */
	series?: Settings['series'];
	/** After so many slices that failed, the rest is left. */
	mostFailures?: number;
}

/** The result of reading a period. */
export interface HistoryRead {
	/** What is left to read. Missing if the period was read to its end. */
	rest?: Period;
	/** What the history does not show, with what was found out now. */
	skipped: SkippedPeriod[];
	/** How many milliseconds back the history can be read, if it refused the period. */
	reach?: number;
	/** The failure, if the history fails altogether. */
	failure?: Error;
}

/**
 * Reads a period of the history: at once if it fits, otherwise in slices. It ends when the period was read, time is up,
 * more than half of the room is filled, or too many slices have failed. Never throws.
 *
 * @param room how many events fit. The last page of a slice, and the events of a single time, may exceed it
 * @param share pages are requested until this share of the poll's time is used
 */
export async function readHistory(
	reader: EventReader,
	period: Period,
	room: number,
	share: number,
	{ isUp = true, skipped, series = reader.settings.series, mostFailures = MOST_FAILURES }: HowToRead,
): Promise<HistoryRead> {
	let learned: Learned = { most: Infinity, skipped };
	let failures = 0;
	let roomLeft = room;
	let rest: Period | undefined = period;
	// The next slice is made for all of the room (`restBehind`). With less than half of it left, it would be read in vain.
	const goesOn = (): boolean =>
		reader.timeLeft(share) > 0 &&
		roomLeft * 2 >= room &&
		reader.events.size < MOST_EVENTS &&
		failures < mostFailures;
	while (rest && goesOn()) {
		rest = behindSkipped(rest, learned.skipped);
		if (rest === undefined) break;
		const slice = sliceOf(rest, learned.skipped);
		const read = await readSlice(reader, series, slice, roomLeft, share);
		const { failed, end, newest } = read;
		if (end !== 'tooLong') {
			for (const [key, event] of read.events) reader.events.set(key, event);
			roomLeft -= read.count;
		}
		if (failed) {
			failures++;
			reader.hasFailedSlice = true;
			reader.failedType = failed.type;
			const next = await goOnAfter(reader, failed, slice, rest, learned, isUp);
			({ rest, learned } = next);
			if (next.failure) return { rest, skipped: learned.skipped, failure: next.failure };
		} else if (end === 'tooLong' || end === 'instantLeft') {
			rest = { ...rest, sliceTo: halfOf(slice, Math.max(clockOf(reader), newest)) };
		} else {
			reader.newest = Math.max(reader.newest, newest);
			rest = restBehind(rest, slice, read, { room, most: learned.most, date: clockOf(reader) });
		}
	}
	return { rest, skipped: learned.skipped, reach: learned.reach };
}

/** Moves the beginning of a period out of a skipped period that it begins in. @returns `undefined` if nothing is left */
function behindSkipped(period: Period, skipped: readonly SkippedPeriod[]): Period | undefined {
	const { from, to = Infinity } = period;
	const inside = skipped.find((one) => one.from <= from && from < behind(one));
	const moved = inside ? { from: behind(inside), to: period.to } : period;
	return moved.from < behind({ to }) ? moved : undefined;
}

/** The next slice of a period: up to the next skipped period. */
function sliceOf(
	{ from, to = Infinity, sliceTo = Infinity }: Period,
	skipped: readonly SkippedPeriod[],
): Slice {
	// A skipped period is not sure of its `from`, so this slice asks for that, too.
	const nextSkipped = Math.min(...skipped.filter((one) => one.from > from).map((one) => justAfter(one.from)));
	return { from, to: Math.max(from + INSTANT, Math.min(to, sliceTo, nextSkipped)) };
}

/**
 * What is left of a period behind a slice that was read. The next slice is as long as it takes to fill the room, if events
 * are as dense as in this one. With room for 100 events, behind a slice of an hour:
 *
 * | the slice showed | and of these took room | the next slice is       |
 * | ---------------- | ---------------------- | ----------------------- |
 * | 46 events        | 46                     | 0.92 × 100 / 46 = two hours |
 * | no event         | none                   | eight hours (`GROWTH`)  |
 *
 * @param most how many events a slice may show, whether they take room or not
 * @param date the service's clock
 */
function restBehind(
	period: Period,
	slice: Slice,
	{ count, shown }: { count: number; shown: number },
	{ room, most, date }: { room: number; most: number; date: number },
): Period | undefined {
	const { to = Infinity } = period;
	if (slice.to >= to) return undefined;
	const growth = Math.min(GROWTH, (FILLED * room) / count, (FILLED * most) / shown);
	const length = Math.max(INSTANT, Math.round((slice.to - slice.from) * growth));
	const from = behind(slice);
	// A slice that reaches the present goes on to the end.
	const sliceTo = from + length < Math.min(date, to) ? from + length : undefined;
	return { from, to: period.to, sliceTo };
}

/**
 * How the reading of a slice ended, and what becomes of it:
 *
 * | end              | because                                            | its events | reading goes on              |
 * | ---------------- | -------------------------------------------------- | ---------- | ---------------------------- |
 * | `complete`       | each list was read to its end                      | kept       | behind it                    |
 * | `tooLong`        | room or time was used up                           | dropped    | with its half                |
 * | `instantLeft`    | time was used up in an instant                     | kept       | with it, in the next poll    |
 * | `instantTooFull` | time was used up in an instant that had most of it | kept       | behind it                    |
 * | `failed`         | a page failed, or a list did not end               | kept       | as `failedSlice.ts` says     |
 *
 * Events of a slice that is too long are dropped, because they may not be its oldest; its half shows those again. All
 * others are kept, because no shorter slice may show them. Of an instant that is too full some events are not read: no
 * slice is shorter, and the next poll would get no further.
 */
type SliceEnd = 'complete' | 'tooLong' | 'instantLeft' | 'instantTooFull' | 'failed';

/** What a slice has shown so far. */
interface SliceSoFar {
	/** The events that were not taken yet. */
	events: Map<string, TriggerEvent>;
	/** How many events it has shown, including those that were taken before, and the times of the first and the last. */
	shown: number;
	oldest: number;
	newest: number;
	/** How many pages of the current list have arrived. */
	pages: number;
}

/** The result of reading a slice. `failed` is there if `end` is `failed`. */
interface SliceRead extends SliceSoFar {
	end: SliceEnd;
	failed?: Failed;
	/** How many of the events take room. */
	count: number;
}

/** Reads a slice: one list for each series of kinds. Never throws: a failure is in the result. */
async function readSlice(
	reader: EventReader,
	series: Settings['series'],
	slice: Slice,
	room: number,
	share: number,
): Promise<SliceRead> {
	const timeBefore = reader.timeLeft(share);
	const soFar: SliceSoFar = { events: new Map(), shown: 0, oldest: Infinity, newest: -Infinity, pages: 0 };
	const count = (): number => [...soFar.events.values()].filter((event) => takesRoom(reader, event)).length;
	const isWanted = (): boolean =>
		isNextPageWanted(soFar, slice, { hasRoom: count() < room, hasTime: reader.timeLeft(share) > 0 });
	let wasRead = true;
	for (const type of series) {
		try {
			wasRead = await readListOfSlice(reader, type, slice, soFar, isWanted);
			if (!wasRead) break;
		} catch (error) {
			const { pages, shown } = soFar;
			const failed: Failed = { failure: error as Error, type, isLater: pages > 0, shown };
			return { ...soFar, end: 'failed', failed, count: count() };
		}
	}
	const timeUsed = timeBefore - reader.timeLeft(share);
	// What is left up to the share, and what has passed since the poll's beginning: all of the time up to the share.
	const timeOfPages = reader.timeLeft(share) - reader.timeLeft(0);
	const end = sliceEndOf(wasRead, slice, timeUsed > timeOfPages / 2);
	if (end === 'instantTooFull')
		reader.log(
			'warn',
			`one poll cannot read all events of ${iso(timeOfInstant(slice))}, so it goes on behind them`,
		);
	return { ...soFar, end, count: count() };
}

/**
 * Reads one list of a slice, and adds what it shows.
 *
 * @param isWanted asked before each further page
 * @returns true if the list was read to its end
 * @throws ServiceError
 */
async function readListOfSlice(
	reader: EventReader,
	type: EventType | undefined,
	slice: Slice,
	soFar: SliceSoFar,
	isWanted: () => boolean,
): Promise<boolean> {
	const { from, to } = slice;
	const bounds = { from: iso(from), to: to < Infinity ? iso(to) : undefined };
	const request = historyRequest({ type, ...bounds }, reader.settings.pageSize);
	soFar.pages = 0;
	for await (const page of readPages(reader.sendForHistory, request)) {
		soFar.pages++;
		for (const event of receive(reader, type, page.items, page.date)) {
			soFar.shown++;
			soFar.oldest = Math.min(soFar.oldest, event.time);
			soFar.newest = Math.max(soFar.newest, event.time);
			const known = reader.events.get(event.key);
			if (known) {
				known.isOnlyLatest = false;
				continue;
			}
			const found = reader.classify(event, reader.starts);
			if (found === 'new') soFar.events.set(event.key, event);
			if (found === 'again') reader.again.set(event.key, event);
		}
		if (page.nextCursor !== undefined && !isWanted()) return false;
	}
	return true;
}

/**
 * True if the next page of a slice is asked for: there is time, and room is left or a shorter slice would show no less. No
 * slice divides the events of one time, so they may exceed the room.
 */
function isNextPageWanted(
	{ events, oldest, newest }: Pick<SliceSoFar, 'events' | 'oldest' | 'newest'>,
	slice: Slice,
	{ hasRoom, hasTime }: { hasRoom: boolean; hasTime: boolean },
): boolean {
	const isDivisible = !isInstant(slice) && oldest < newest;
	return hasTime && ((hasRoom && events.size < MOST_EVENTS) || !isDivisible);
}

/** How a slice ended that has not failed. @param hadMostTime it had most of the time that a poll has for pages */
function sliceEndOf(wasRead: boolean, slice: Slice, hadMostTime: boolean): SliceEnd {
	if (wasRead) return 'complete';
	if (!isInstant(slice)) return 'tooLong';
	return hadMostTime ? 'instantTooFull' : 'instantLeft';
}
