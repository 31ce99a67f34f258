import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/pages';
import type { Stretch } from './lookBack';
import { findReach, refusesPeriod } from './reach';
import { eventsOf, iso, takesRoom, type Reader } from './reader';
import { FOREVER, type Span, type TriggerEvent } from './state';

/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;
/** How much longer a slice may be than the one before: years are crossed in a few requests. */
const GROWTH = 8;
/** The most events of a poll, with those that take up no room; the state knows no more, either. */
export const MOST_FRESH = 10_000;

/** So many slices whose list never ends are tried in one reading. */
const MOST_ENDLESS = 3;

/** Reads a slice: to its end, until it holds more than fits, or until time is up. A single instant is read whole. */
async function readSlice(reader: Reader, { from, to }: Span, room: number, share: number) {
	const { settings } = reader;
	const period = { from: iso(from), to: to === FOREVER ? undefined : iso(to) };
	const isInstant = to - from <= 2;
	const began = reader.left(share);
	const fresh = new Map<string, TriggerEvent>();
	const count = (): number => [...fresh.values()].filter((event) => takesRoom(reader, event)).length;
	let oldest = Infinity;
	let newest = -Infinity;
	/** @returns whether the rest is for another slice */
	const readType = async (type: EventType | undefined): Promise<boolean> => {
		for await (const page of readPages(reader.send, historyRequest({ type, ...period }, settings.pageSize))) {
			for (const event of eventsOf(reader, type, page.items, page.date)) {
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				if (reader.classify(event, reader.starts) === 'new') fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = count() >= room || fresh.size >= MOST_FRESH;
			if (reader.left(share) <= 0 || (isFull && !isInstant && oldest < newest)) return true;
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
	// Where it had most of the time for itself, the next poll would get no further.
	const isHopeless =
		endless !== undefined || began - reader.left(share) > (share * (reader.left(1) - reader.left(0))) / 2;
	const isSkipped = isCut && isInstant && isHopeless;
	if (isSkipped)
		reader.log('warn', `one poll cannot read all events of ${iso(from + 1)}, so it goes on behind them`);
	const isDivisible = oldest < newest;
	return { isComplete: !isCut || isSkipped, endless, isDivisible, fresh, count: count(), newest };
}

/**
 * Reads a stretch of the history. What fits is read at once. What does not is cut into slices of time, oldest first, each of
 * which is read to its end: that proves what was read, whatever the order of the service.
 *
 * @param stretch moves on with each slice; at its end, nothing is left of it
 * @param room events for which there is room; only a single instant is read past it
 * @param share the share of the poll's time in which a page may be asked for
 * @throws ServiceError where the history fails, or never ends although it is asked for less and less
 */
export async function readHistory(
	reader: Reader,
	stretch: Stretch,
	room: number,
	share: number,
): Promise<void> {
	const { events, log } = reader;
	let left = room;
	let isShortened = false;
	let timesEndless = 0;
	/** The end of the slice, before it was halved. */
	let whole = stretch.to;
	while (stretch.from < FOREVER && reader.left(share) > 0 && left * 2 >= room && events.size < MOST_FRESH) {
		const { from, to, end } = stretch;
		const slice = await readSlice(reader, stretch, left, share).catch((error: Error) => error);
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
		// What the pages of a list that never ends have shown is right.
		if (isComplete || endless) for (const [key, event] of fresh) events.set(key, event);
		if (!isComplete) {
			// Its older half. Where there is no more than one instant in it, that would not help.
			const isHopeless = endless !== undefined && !isDivisible;
			const last = Math.min(to, Math.max(date, newest));
			stretch.to = isHopeless ? whole : Math.max(from + 2, Math.floor((from + last) / 2));
			if (endless && (isHopeless || ++timesEndless === MOST_ENDLESS)) throw endless;
			continue;
		}
		left -= count;
		reader.newest = Math.max(reader.newest, newest);
		// The slice behind it is as long as the density suggests. What comes after the present is read in one go.
		const length = Math.max(2, Math.round((to - from) * Math.min(GROWTH, (FILLED * room) / count)));
		// One millisecond of overlap, because either bound may leave out the very moment.
		const next = to - 1;
		stretch.from = to >= end ? FOREVER : next;
		stretch.to = whole = next + length < Math.min(date, end) ? next + length : end;
	}
}
