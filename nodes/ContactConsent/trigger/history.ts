import type { EventType } from '../operations/event/eventOutput';
import { historyRequest } from '../operations/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/cursor';
import { newGap, withGap } from './gaps';
import { findReach, isAnswering, isOfStretch, refusesPeriod } from './reach';
import { eventsOf, iso, noteDate, takesRoom, type Reader } from './reader';
import { FOREVER, NOTHING, type Gap, type Span, type Stretch, type TriggerEvent } from './state';

/** The share of the room that a slice should fill. Below 1, so that a slice rarely takes more pages than planned. */
const FILLED = 0.92;
/** A slice is at most this many times as long as the slice before, so that a few requests cross empty years. */
const GROWTH = 8;
/** The share of the poll's time after which no page of the history is requested. */
export const HISTORY = 1 / 2;
/** The most events of a poll, including those that take no room. The state lists as many. */
export const MOST_FRESH = 10_000;
/** The shortest slice, in milliseconds: an instant, with a millisecond on each side, because bounds may be excluded. */
const INSTANT = 2;
/** A reading leaves the rest for the next poll after this many slices that failed. */
const MOST_FAILED = 100;

/**
 * Reads a slice to its end, unless room or time is used up before, or a page fails. A single instant may exceed the
 * room.
 */
async function readSlice(reader: Reader, { from, to }: Span, room: number, share: number) {
	const { settings } = reader;
	const period = { from: iso(from), to: to === FOREVER ? undefined : iso(to) };
	const isInstant = to - from <= INSTANT;
	const began = reader.timeLeft(share);
	const fresh = new Map<string, TriggerEvent>();
	const count = (): number => [...fresh.values()].filter((event) => takesRoom(reader, event)).length;
	let oldest = Infinity;
	let newest = -Infinity;
	let shown = 0;
	let pages = 0;
	/** @returns true if reading stopped before the end */
	const readType = async (type: EventType | undefined): Promise<boolean> => {
		pages = 0;
		for await (const page of readPages(reader.send, historyRequest({ type, ...period }, settings.pageSize))) {
			pages++;
			for (const event of eventsOf(reader, type, page.items, page.date)) {
				shown++;
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				const known = reader.events.get(event.key);
				if (known) known.isOnlyLatest = false;
				else if (reader.classify(event, reader.starts) === 'new') fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = count() >= room || fresh.size >= MOST_FRESH;
			if (reader.timeLeft(share) <= 0 || (isFull && !isInstant && oldest < newest)) return true;
		}
		return false;
	};
	let failure: Error | undefined;
	let isLater = false;
	let isCut = false;
	for (const type of settings.series) {
		const read: boolean | Error = isCut || (await readType(type).catch((error: Error) => error));
		if (read instanceof Error) {
			failure = read;
			isLater = pages > 0;
			if (factsOf(read)?.kind !== 'endless') break;
		}
		isCut = read !== false;
	}
	// If this slice had most of the time for itself, the next poll would get no further.
	const isHopeless = began - reader.timeLeft(share) > (share * (reader.timeLeft(1) - reader.timeLeft(0))) / 2;
	const isTooMany = failure === undefined && isCut && isInstant && isHopeless;
	if (isTooMany)
		reader.log('warn', `one poll cannot read all events of ${iso(from + 1)}, so it goes on behind them`);
	return {
		failure,
		isLater,
		isComplete: !isCut || isTooMany,
		fresh,
		count: count(),
		newest,
		shown,
		/** The events of a list that never ends, or of an instant, are real: no other slice would show them. */
		isShown: !isCut || isTooMany || factsOf(failure)?.kind === 'endless' || isInstant,
	};
}

/** How to go on after a slice that failed: skip up to a time, or read a shorter slice first. */
type Next = { skipTo: number; reach?: number } | { to: number };

/**
 * Decides how to go on after a slice that failed. A period that is refused ends where the history accepts it. Anything
 * else is halved, down to an instant, which is skipped. Behind it the slices that are skipped grow, so that a few
 * requests cross a long stretch. This is one rule for a limit to the number of pages, a record that cannot be shown, a
 * page that is too slow and a list that never ends.
 *
 * @param skipped how many milliseconds were skipped right before this slice
 * @param isUp the service has answered in this poll. If not, a slice without a page says nothing about the slice
 * @returns `undefined` if the history fails altogether
 */
async function nextAfter(
	reader: Reader,
	{ from, to }: Span,
	{ failure, isLater }: { failure: Error; isLater: boolean },
	{ skipped, mayBeTooOld, isUp }: { skipped: number; mayBeTooOld: boolean; isUp: boolean },
): Promise<Next | undefined> {
	if (!isOfStretch(failure, isLater)) return undefined;
	const { date: header, kind } = factsOf(failure) ?? {};
	if (header !== undefined) noteDate(reader, header);
	const isRefused = mayBeTooOld && !isLater && refusesPeriod(failure);
	const reach = isRefused ? await findReach(reader, from, failure) : undefined;
	const date = reader.date ?? reader.now();
	if (reach !== undefined) return { skipTo: date - reach, reach };
	const shortest = Math.max(INSTANT, Math.min(skipped, Math.floor((date - from) / 2)));
	const isShort = to - from <= shortest;
	const hasAnswered = isLater && kind !== 'endless';
	if (!hasAnswered && !isUp) return undefined;
	if ((isShort || !hasAnswered) && !(await isAnswering(reader))) return undefined;
	if (isShort) return { skipTo: to };
	return { to: skipped > 0 ? from + shortest : halfOf({ from, to }, date) };
}

/** The end of the older half of a slice. There is nothing to read after the service's clock. */
const halfOf = ({ from, to }: Span, date: number): number =>
	Math.max(from + INSTANT, Math.floor((from + Math.min(to, Math.max(date, from))) / 2));

interface HowToRead {
	isUp: boolean;
	gaps: Gap[];
	mostFailed: number;
}

/** What a reading has learned from slices that failed. */
interface Learned {
	failed: number;
	/** How many milliseconds back the history can be read, if it refused the period. */
	reach?: number;
	/** How many events a slice may show: fewer than one showed before a later page failed. */
	most: number;
	/** What was skipped last. */
	last: Span;
}

type Slice = Awaited<ReturnType<typeof readSlice>>;

/** Changes the stretch so that the next slice is shorter, or begins behind what cannot be shown. */
async function goOnAfter(
	reader: Reader,
	{ failure, isLater, shown }: Slice & { failure: Error },
	{ from, to }: Span,
	stretch: Stretch,
	learned: Learned,
	{ gaps, isUp }: HowToRead,
): Promise<void> {
	learned.failed++;
	reader.hasFailed = true;
	const { end } = stretch;
	const { last } = learned;
	const skipped = from === last.to - 1 ? last.to - last.from : 0;
	const why = { skipped, mayBeTooOld: learned.reach === undefined, isUp };
	const next = await nextAfter(reader, { from, to }, { failure, isLater }, why);
	const { date = reader.now() } = reader;
	if (next === undefined) {
		// The time may have been too short for this slice, so the next poll begins with its half.
		if (reader.timeLeft(HISTORY) <= 0) stretch.to = halfOf({ from, to }, date);
		throw failure;
	}
	if ('to' in next) {
		if (isLater && shown > 0) learned.most = Math.min(learned.most, shown);
		stretch.to = next.to;
		return;
	}
	learned.reach = next.reach ?? learned.reach;
	const skipTo = Math.min(next.skipTo, end);
	if (next.reach === undefined) learned.last = { from: skipped > 0 ? last.from : from, to: skipTo };
	// A millisecond more, because the slice before may include the bound.
	gaps.splice(0, Infinity, ...withGap(gaps, newGap(from - 1, skipTo, date)));
	const reason = `(${failure.message})`;
	reader.log('warn', `the history does not show what is from ${iso(from)} to ${iso(skipTo)} ${reason}`);
	Object.assign(stretch, skipTo < end ? { from: skipTo - 1, to: end } : NOTHING);
}

/** The next slice of a stretch: up to the next gap. Moves the stretch out of a gap that it begins in. */
function sliceOf(stretch: Stretch, gaps: readonly Gap[]): Span {
	const inside = gaps.find((gap) => gap.from <= stretch.from && stretch.from < gap.end - 1);
	if (inside) Object.assign(stretch, { from: inside.end - 1, to: stretch.end });
	const { from, to } = stretch;
	const nextGap = Math.min(...gaps.filter((gap) => gap.from > from).map((gap) => gap.from + 1));
	return { from, to: Math.max(from + INSTANT, Math.min(to, nextGap)) };
}

/**
 * Reads a stretch of the history: at once if it fits, otherwise in slices of time, the oldest first. Each slice is read
 * to its end, so it is complete in whatever order the service lists it.
 *
 * @param stretch changed here: each slice moves `from` on; at the end of the stretch, `from` is `FOREVER`
 * @param room how many events fit; only a single instant may exceed it
 * @param share pages are requested until this share of the poll's time is used
 * @param isUp the service has answered in this poll
 * @param gaps what the history does not show: it is left out, and what fails is added
 * @param mostFailed after so many slices that failed, the rest is left
 * @returns how many milliseconds back the history can be read, if it refused the period
 * @throws ServiceError if the history fails altogether
 */
export async function readHistory(
	reader: Reader,
	stretch: Stretch,
	room: number,
	share: number,
	{ isUp = true, gaps = [], mostFailed = MOST_FAILED }: Partial<HowToRead> = {},
): Promise<number | undefined> {
	const { events } = reader;
	const learned: Learned = { failed: 0, most: Infinity, last: { from: -Infinity, to: -Infinity } };
	let places = room;
	while (
		stretch.from < FOREVER &&
		reader.timeLeft(share) > 0 &&
		places * 2 >= room &&
		events.size < MOST_FRESH &&
		learned.failed < mostFailed
	) {
		const { from, to } = sliceOf(stretch, gaps);
		const { end } = stretch;
		if (from >= end - 1) {
			Object.assign(stretch, NOTHING);
			break;
		}
		const slice = await readSlice(reader, { from, to }, places, share);
		const { failure, isComplete, isShown, fresh, count, newest, shown } = slice;
		if (isShown) for (const [key, event] of fresh) events.set(key, event);
		if (failure) {
			const how = { isUp, gaps, mostFailed };
			await goOnAfter(reader, { ...slice, failure }, { from, to }, stretch, learned, how);
			continue;
		}
		if (!isComplete) {
			stretch.to = halfOf({ from, to }, Math.max(reader.date ?? 0, newest));
			continue;
		}
		places -= count;
		reader.newest = Math.max(reader.newest, newest);
		// The density of this slice gives the length of the next. A slice that reaches the present goes on to the end.
		const growth = Math.min(GROWTH, (FILLED * room) / count, (FILLED * learned.most) / shown);
		const length = Math.max(INSTANT, Math.round((to - from) * growth));
		// Slices overlap by a millisecond, because the service may exclude either bound.
		const { date = 0 } = reader;
		stretch.from = to >= end ? FOREVER : to - 1;
		stretch.to = to - 1 + length < Math.min(date, end) ? to - 1 + length : end;
	}
	return learned.reach;
}
