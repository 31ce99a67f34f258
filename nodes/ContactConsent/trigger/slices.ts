import type { TriggerEvent } from './event';
import { readStretch, type Reader, type Reading } from './history';
import type { Span } from './state';

/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;

/** How much longer the slice behind an empty one is: years are crossed in a few requests. */
const GROWTH = 32;

/** A slice that cannot be divided any more. */
const isInstant = ({ from, to }: Span): boolean => to !== null && to - from <= 2;

/** How a stretch of the history was read. */
export interface Reached {
	/** Fresh events of the slices that were read to their end. */
	events: TriggerEvent[];
	/** Newest `event_time` that was read in them, fresh or not. */
	newest: number;
	/** Where reading goes on; `null`: everything was read. */
	rest: Span | null;
	error?: Error;
}

/** What bounds the reading of a stretch. */
export interface Bounds {
	/** End of the stretch; `null`: the present. */
	until: number | null;
	/** How many fresh events fit. */
	room: number;
	/** Until when a slice may be begun. */
	deadline: number;
}

/**
 * A smaller slice, for one that did not fit.
 *
 * Where the history seems to ascend, the events that were read say where to end; that the smaller slice is then read
 * to its end proves it, whatever the order. Otherwise the slice is halved.
 *
 * @param end of the slice, or what is known of it
 * @param wanted how many events the smaller slice may hold
 */
export function narrower(
	{ from }: Span,
	reading: Reading,
	end: number,
	wanted: number,
): { from: number; to: number } {
	const isFull = reading.fresh.length >= wanted;
	const times = isFull ? reading.fresh.map(({ time }) => time) : [...reading.times];
	times.sort((a, b) => a - b);
	const count = isFull ? wanted : Math.ceil(times.length / 2);
	if (reading.isAscending) {
		// The last instant that ends within the count; else the first one, whole.
		const next = times[count] ?? Infinity;
		const last = times.filter((time, index) => index < count && time < next).at(-1) ?? times[0] ?? Infinity;
		if (last > from + 1 && last < end) return { from, to: last };
	}
	return { from, to: Math.max(from + 2, Math.floor((from + end) / 2)) };
}

/**
 * The slice behind a finished one, as long as the density of that one suggests.
 *
 * @param end what is known not to fit
 * @param date the service's clock; what comes after it is left open, because more may come
 */
export function following(
	{ from, to }: { from: number; to: number },
	count: number,
	target: number,
	end: number,
	date: number,
): Span {
	// One millisecond of overlap, because either bound may leave out the very moment.
	const next = Math.min(to - 1, date);
	const empty = end > next + 2 ? Math.floor((next + end) / 2) : next + (to - from) * GROWTH;
	const dense = next + Math.round(((to - from) * target) / count);
	const suggested = Math.max(next + 2, count === 0 ? empty : dense);
	return { from: next, to: suggested < date ? suggested : null };
}

/**
 * Reads a stretch of the history in order of `event_time`, whatever the order of the service.
 *
 * What fits is read at once. What does not is cut into slices of time, oldest first, each of which is read to its
 * end. So the trigger knows after each slice up to where it has everything, and no page cursor lives from poll to
 * poll. Only a single instant is read past its room.
 */
export async function readInSlices(
	reader: Reader,
	first: Span,
	isFresh: (event: TriggerEvent) => boolean,
	bounds: Bounds,
): Promise<Reached> {
	const { until, room, deadline } = bounds;
	const events = new Map<string, TriggerEvent>();
	const target = Math.floor(Math.max(room, reader.pageSize) * FILLED) || 1;
	let newest = -Infinity;
	let slice = first;
	const reached = (rest: Span | null, error?: Error): Reached => ({
		events: [...events.values()],
		newest,
		rest,
		...(error && { error }),
	});
	const take = ({ fresh, times }: Reading) => {
		for (const event of fresh) events.set(event.key, event);
		for (const time of times) newest = Math.max(newest, time);
	};
	// What is known not to fit, counted from where the slice begins.
	let end = -Infinity;
	for (;;) {
		const enough = isInstant(slice) ? Infinity : Math.max(1, room - events.size);
		const asked = { from: slice.from, to: slice.to ?? until };
		const reading = await readStretch(reader, asked, isFresh, enough, deadline);
		if (reading.isComplete || isInstant(slice)) take(reading);
		if (!reading.isComplete) {
			if (reading.error !== undefined || isInstant(slice)) return reached(slice, reading.error);
			end = asked.to ?? reading.times.reduce((latest, time) => Math.max(latest, time), slice.from + 1) + 1;
			slice = narrower(slice, reading, end, Math.max(enough, target));
		} else if (slice.to === null) {
			return reached(null);
		} else {
			const date = Math.min(reader.date ?? 0, until ?? Infinity);
			slice = following({ from: slice.from, to: slice.to }, reading.times.length, target, end, date);
			if (events.size * 2 > room) return reached(slice);
		}
		if (reader.now() >= deadline) return reached(slice);
	}
}
