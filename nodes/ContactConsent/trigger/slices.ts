import type { Slice } from './types';
import type { TriggerEvent } from './event';

/** What one reading of a slice brought. */
export interface SliceReading {
	/** Fresh events, each once, in the order of reading. */
	fresh: TriggerEvent[];
	/** Newest `event_time` of all that was read, fresh or not. */
	newest: number;
	/** Every series was read to its end, and all of it fits into the poll. */
	complete: boolean;
	/** The order of reading was the order of `event_time`, as far as could be seen. */
	ascending: boolean;
	/** Where reading could go on, for each series; see `Backlog`. */
	cursors: Record<string, string | null>;
	/** What ended the reading before its time. */
	error?: Error;
	/** The error is about a page cursor that the service no longer accepts. */
	refusedCursor?: boolean;
}

/** Earliest end of a slice that leaves the next one something to begin with. */
const earliestEnd = (from: number): number => from + 2;

/**
 * Makes a slice smaller that has more fresh events than fit into a poll.
 *
 * Where the history seems to ascend, the last event that fits is the end; reading the smaller slice proves it,
 * because a service with another order shows more. Otherwise the slice is halved.
 *
 * @param room how many fresh events fit
 * @returns `undefined` where the slice is too short to be divided
 */
export function narrower(slice: Slice, reading: SliceReading, room: number): Slice | undefined {
	const { from } = slice;
	const end = slice.to ?? Math.max(earliestEnd(from), reading.newest) + 1;
	const smaller = (to: number): Slice => ({ from, to, cursors: null, asOf: null });
	if (reading.ascending) {
		const times = reading.fresh.map(({ time }) => time).sort((a, b) => a - b);
		const overflow = times[room] ?? Infinity;
		const to = times
			.slice(0, room)
			.reverse()
			.find((time) => time < overflow && time < end);
		if (to !== undefined && to >= earliestEnd(from)) return smaller(to);
	}
	const middle = Math.floor((from + end) / 2);
	if (middle >= earliestEnd(from) && middle < end) return smaller(middle);
	// An open end is too much to be read page by page: it would go on for ever.
	return slice.to === null ? smaller(end) : undefined;
}

/**
 * The slice behind a finished one: twice as long, and open where it would reach the present.
 *
 * @param date the service's clock when the finished slice was read; what comes after that may still be added to
 */
export function following({ from, to }: { from: number; to: number }, date: number): Slice {
	// One millisecond of overlap, because either bound may leave out the very moment.
	const next = Math.min(to - 1, date);
	const end = next + 2 * (to - from);
	return { from: next, to: end < date ? end : null, cursors: null, asOf: null };
}
