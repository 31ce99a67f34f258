import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/pages';
import type { Stretch } from './lookBack';
import { findReach, refusesPeriod } from './reach';
import { eventsOf, iso, takesRoom, type Reader } from './reader';
import { FOREVER, type Span, type TriggerEvent } from './state';

/** The share of the room that a slice should fill. Below 1, so that a slice rarely takes more pages than planned. */
const FILLED = 0.92;
/** A slice is at most this many times as long as the slice before, so that a few requests cross empty years. */
const GROWTH = 8;
/** The most events of a poll, including those that take no room. The state lists as many. */
export const MOST_FRESH = 10_000;

/** A reading gives up after this many slices whose list never ends. */
const MOST_ENDLESS = 3;

/** Reads a slice to its end, unless room or time is used up before. A single instant may exceed the room. */
async function readSlice(reader: Reader, { from, to }: Span, room: number, share: number) {
	const { settings } = reader;
	const period = { from: iso(from), to: to === FOREVER ? undefined : iso(to) };
	const isInstant = to - from <= 2;
	const began = reader.timeLeft(share);
	const fresh = new Map<string, TriggerEvent>();
	const count = (): number => [...fresh.values()].filter((event) => takesRoom(reader, event)).length;
	let oldest = Infinity;
	let newest = -Infinity;
	/** @returns true if reading stopped before the end */
	const readType = async (type: EventType | undefined): Promise<boolean> => {
		for await (const page of readPages(reader.send, historyRequest({ type, ...period }, settings.pageSize))) {
			for (const event of eventsOf(reader, type, page.items, page.date)) {
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				if (reader.classify(event, reader.starts) === 'new') fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = count() >= room || fresh.size >= MOST_FRESH;
			if (reader.timeLeft(share) <= 0 || (isFull && !isInstant && oldest < newest)) return true;
		}
		return false;
	};
	let endless: Error | undefined;
	let isCut = false;
	for (const type of settings.series) {
		const read: boolean | Error = isCut || (await readType(type).catch((error: Error) => error));
		if (read instanceof Error) {
			if (factsOf(read)?.kind !== 'endless') throw read;
			endless = read;
		}
		isCut = read !== false;
	}
	// If this slice had most of the time for itself, the next poll would get no further.
	const isHopeless =
		endless !== undefined ||
		began - reader.timeLeft(share) > (share * (reader.timeLeft(1) - reader.timeLeft(0))) / 2;
	const isSkipped = isCut && isInstant && isHopeless;
	if (isSkipped)
		reader.log('warn', `one poll cannot read all events of ${iso(from + 1)}, so it goes on behind them`);
	const isDivisible = oldest < newest;
	return { isComplete: !isCut || isSkipped, endless, isDivisible, fresh, count: count(), newest };
}

/**
 * Reads a stretch of the history: at once if it fits, otherwise in slices of time, the oldest first. Each slice is read
 * to its end, so it is complete in whatever order the service lists it.
 *
 * @param stretch changed here: each slice moves `from` on; at the end of the stretch, `from` is `FOREVER`
 * @param room how many events fit; only a single instant may exceed it
 * @param share pages are requested until this share of the poll's time is used
 * @throws ServiceError if the history fails, or if its list never ends even for shorter and shorter slices
 */
export async function readHistory(
	reader: Reader,
	stretch: Stretch,
	room: number,
	share: number,
): Promise<void> {
	const { events, log } = reader;
	let places = room;
	let isShortened = false;
	let timesEndless = 0;
	/** The end of the slice before any halving. */
	let whole = stretch.to;
	while (
		stretch.from < FOREVER &&
		reader.timeLeft(share) > 0 &&
		places * 2 >= room &&
		events.size < MOST_FRESH
	) {
		const { from, to, end } = stretch;
		const slice = await readSlice(reader, stretch, places, share).catch((error: Error) => error);
		if (slice instanceof Error) {
			if (!refusesPeriod(slice) || isShortened) throw slice;
			isShortened = true;
			const length = await findReach(reader, from, slice);
			reader.reach = { length, at: reader.now() };
			const next = (reader.date ?? reader.now()) - length;
			log('warn', `the history does not go back to ${iso(from)}: what is before ${iso(next)} is skipped`);
			Object.assign(stretch, next < end ? { from: next, to: end } : { from: FOREVER, to: FOREVER });
			whole = stretch.to;
			continue;
		}
		const { isComplete, endless, isDivisible, fresh, count, newest } = slice;
		const { date = 0 } = reader;
		// The events of a list that never ends are real, so they count.
		if (isComplete || endless) for (const [key, event] of fresh) events.set(key, event);
		if (!isComplete) {
			// The older half is next. If all events are of one instant, halving does not help.
			const isHopeless = endless !== undefined && !isDivisible;
			const last = Math.min(to, Math.max(date, newest));
			stretch.to = isHopeless ? whole : Math.max(from + 2, Math.floor((from + last) / 2));
			if (endless && (isHopeless || ++timesEndless === MOST_ENDLESS)) throw endless;
			continue;
		}
		places -= count;
		reader.newest = Math.max(reader.newest, newest);
		// The density of this slice gives the length of the next. A slice that reaches the present goes on to the end.
		const length = Math.max(2, Math.round((to - from) * Math.min(GROWTH, (FILLED * room) / count)));
		// Slices overlap by a millisecond, because the service may exclude either bound.
		const next = to - 1;
		stretch.from = to >= end ? FOREVER : next;
		stretch.to = whole = next + length < Math.min(date, end) ? next + length : end;
	}
}
