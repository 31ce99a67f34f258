import type { EventType } from '../operations/event/eventOutput';
import { historyRequest } from '../operations/event/requests';
import { readPages } from '../transport/readPages';
import { goOnAfter, halfOf, INSTANT, type Learned, type Slice } from './failedSlice';
import { clockOf, eventsOf, takesRoom, type Reader } from './reading';
import type { Period, SkippedPeriod } from './state';
import { iso, type TriggerEvent } from './triggerEvent';

/** The share of the room that a slice should fill. Below 1, so that a slice rarely takes more pages than planned. */
const FILLED = 0.92;
/** A slice is at most this many times as long as the slice before, so that a few requests cross empty years. */
const GROWTH = 8;
/** The share of the poll's time after which no page of the history is requested. */
export const HISTORY_SHARE = 1 / 2;
/** The most events of a poll, including those that take no room. The state lists as many. */
export const MOST_EVENTS = 10_000;
/** A reading leaves the rest for the next poll after this many slices that failed. */
const MOST_FAILURES = 100;

/**
 * How the reading of a slice ended, and what becomes of it:
 *
 * - `complete`: each list was read to its end. Reading goes on behind the slice.
 * - `tooMany`: an instant, of which one poll cannot read all. Reading goes on behind it all the same, because no slice is
 *   shorter, and the next poll would get no further.
 * - `stopped`: room or time was used up before. The slice is read again, and shorter. So what it has shown is dropped,
 *   because those events may not be its oldest; except for an instant, which is not shorter the next time.
 * - `failed`: a page failed, or a list did not end. What it has shown is kept: perhaps no other slice shows it.
 */
type SliceEnd = 'complete' | 'tooMany' | 'stopped' | 'failed';

/** The result of reading a slice. */
interface SliceRead {
	end: SliceEnd;
	/** The failure, if `end` is `failed`. */
	failure?: Error;
	/** The failure is of a later page, whose cursor may have expired. */
	isLater: boolean;
	/** The events that are kept, and how many of them take room. */
	events: Map<string, TriggerEvent>;
	count: number;
	/** The newest `event_time` that was shown. */
	newest: number;
	/** How many events were shown, including those that were taken before. */
	shown: number;
}

/** Reads a slice. A single instant may exceed the room. */
async function readSlice(reader: Reader, slice: Slice, room: number, share: number): Promise<SliceRead> {
	const { from, to } = slice;
	const { settings } = reader;
	const bounds = { from: iso(from), to: to < Infinity ? iso(to) : undefined };
	const isInstant = to - from <= INSTANT;
	const began = reader.timeLeft(share);
	const events = new Map<string, TriggerEvent>();
	const count = (): number => [...events.values()].filter((event) => takesRoom(reader, event)).length;
	let oldest = Infinity;
	let newest = -Infinity;
	let shown = 0;
	let pages = 0;
	const readType = async (type: EventType | undefined): Promise<'complete' | 'stopped'> => {
		pages = 0;
		for await (const page of readPages(reader.send, historyRequest({ type, ...bounds }, settings.pageSize))) {
			pages++;
			for (const event of eventsOf(reader, type, page.items, page.date)) {
				shown++;
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				const known = reader.events.get(event.key);
				if (known) known.isOnlyLatest = false;
				else if (reader.classify(event, reader.starts) === 'new') events.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = count() >= room || events.size >= MOST_EVENTS;
			if (reader.timeLeft(share) <= 0 || (isFull && !isInstant && oldest < newest)) return 'stopped';
		}
		return 'complete';
	};
	let end: SliceEnd = 'complete';
	let failure: Error | undefined;
	for (const type of settings.series) {
		const read = await readType(type).catch((error: Error) => error);
		if (read === 'complete') continue;
		if (read instanceof Error) failure = read;
		end = read instanceof Error ? 'failed' : read;
		break;
	}
	// If this slice had most of the time for itself, the next poll would get no further.
	const isHopeless = began - reader.timeLeft(share) > (share * (reader.timeLeft(1) - reader.timeLeft(0))) / 2;
	if (end === 'stopped' && isInstant && isHopeless) {
		end = 'tooMany';
		reader.log('warn', `one poll cannot read all events of ${iso(from + 1)}, so it goes on behind them`);
	}
	const isKept = end !== 'stopped' || isInstant;
	const isLater = failure !== undefined && pages > 0;
	return {
		end,
		failure,
		isLater,
		events: isKept ? events : new Map<string, TriggerEvent>(),
		count: count(),
		newest,
		shown,
	};
}

/** Moves the beginning of a period out of a skipped period that it begins in. @returns `undefined` if nothing is left */
function behindSkipped(period: Period, skipped: readonly SkippedPeriod[]): Period | undefined {
	const { from, to = Infinity } = period;
	const inside = skipped.find((one) => one.from <= from && from < one.to - 1);
	const moved = inside ? { from: inside.to - 1, to: period.to } : period;
	return moved.from < to - 1 ? moved : undefined;
}

/** The next slice of a period: up to the next skipped period. */
function sliceOf(
	{ from, to = Infinity, sliceTo = Infinity }: Period,
	skipped: readonly SkippedPeriod[],
): Slice {
	const nextSkipped = Math.min(...skipped.filter((one) => one.from > from).map((one) => one.from + 1));
	return { from, to: Math.max(from + INSTANT, Math.min(to, sliceTo, nextSkipped)) };
}

interface HowToRead {
	/** The service has answered in this poll. */
	isUp?: boolean;
	/** What the history does not show. It is left out. */
	skipped: SkippedPeriod[];
	/** After so many slices that failed, the rest is left. */
	mostFailures?: number;
}

/** The result of reading a period. */
interface HistoryRead {
	/** What is left to read. Missing if the period was read to its end. */
	rest?: Period;
	/** What the history does not show, with what was found out now. */
	skipped: SkippedPeriod[];
	/** How many milliseconds back the history can be read, if it refused the period. */
	historyLimit?: number;
	/** The failure, if the history fails altogether. */
	failure?: Error;
}

/**
 * Reads a period of the history: at once if it fits, otherwise in slices of time, the oldest first. Each slice is read
 * to its end, so it is complete in whatever order the service lists it. The events join those of the reader.
 *
 * @param room how many events fit; only a single instant may exceed it
 * @param share pages are requested until this share of the poll's time is used
 */
export async function readHistory(
	reader: Reader,
	period: Period,
	room: number,
	share: number,
	{ isUp = true, skipped, mostFailures = MOST_FAILURES }: HowToRead,
): Promise<HistoryRead> {
	const learned: Learned = { failures: 0, most: Infinity, skipped };
	const isOutOfTime = (): boolean => reader.timeLeft(HISTORY_SHARE) <= 0;
	let rest: Period | undefined = period;
	let places = room;
	const goesOn = (): boolean =>
		reader.timeLeft(share) > 0 &&
		places * 2 >= room &&
		reader.events.size < MOST_EVENTS &&
		learned.failures < mostFailures;
	while (rest && goesOn()) {
		rest = behindSkipped(rest, learned.skipped);
		if (rest === undefined) break;
		const slice = sliceOf(rest, learned.skipped);
		const { failure, events, ...read } = await readSlice(reader, slice, places, share);
		for (const [key, event] of events) reader.events.set(key, event);
		if (failure) {
			const left: Period = rest;
			const failed = { ...read, failure };
			const next = await goOnAfter(reader, failed, slice, left, learned, { isUp, isOutOfTime }).catch(
				(error: Error) => ({ rest: left, failure: error }),
			);
			rest = next.rest;
			if (next.failure) return { rest, skipped: learned.skipped, failure: next.failure };
			continue;
		}
		if (read.end === 'stopped') {
			rest = { ...rest, sliceTo: halfOf(slice, Math.max(clockOf(reader), read.newest)) };
			continue;
		}
		places -= read.count;
		reader.newest = Math.max(reader.newest, read.newest);
		rest = restAfter(rest, slice, read, { room, most: learned.most, date: clockOf(reader) });
	}
	return { rest, skipped: learned.skipped, historyLimit: learned.historyLimit };
}

/** What is left of a period behind a slice that was read. The density of the slice gives the length of the next. */
function restAfter(
	period: Period,
	{ from, to: sliceTo }: Slice,
	{ count, shown }: { count: number; shown: number },
	{ room, most, date }: { room: number; most: number; date: number },
): Period | undefined {
	const { to = Infinity } = period;
	if (sliceTo >= to) return undefined;
	const growth = Math.min(GROWTH, (FILLED * room) / count, (FILLED * most) / shown);
	const length = Math.max(INSTANT, Math.round((sliceTo - from) * growth));
	// Slices overlap by a millisecond, because the service may exclude either bound.
	const begins = sliceTo - 1;
	// A slice that reaches the present goes on to the end.
	const ends = begins + length < Math.min(date, to) ? begins + length : undefined;
	return { from: begins, to: period.to, sliceTo: ends };
}
