import { freshness, lateness, nextSlice } from './checkpoint';
import type { Course, Fetched, Slice } from './types';
import type { TriggerEvent } from './event';
import { readLatest, readSlice, type Reader } from './history';
import { following, narrower } from './slices';
import type { TriggerState } from './state';

/** What reading the history came to; `error` is set where it broke off. */
export interface HistoryReading {
	history: NonNullable<Fetched['history']>;
	/** Late events that emptying `/events/latest` brought along. */
	late: TriggerEvent[];
	/** The history was read up to the present. */
	caughtUp: boolean;
	error?: Error;
}

/**
 * Reads as much of the history as fits into one poll, in order of `event_time` whatever its own order is.
 *
 * What fits is read at once, as one slice without an end. What does not is a backlog: it is cut into slices of time
 * that fit, oldest first, so that the checkpoint can move with each poll and no page cursor has to live from poll to
 * poll. Only an instant with more events than fit is read page by page.
 *
 * Before a backlog is begun, `/events/latest` is emptied: it may hold the same events, more than could be remembered.
 * They are dropped, because the history, read after that, brings them; only events from before it are kept.
 */
export async function readHistory(
	reader: Reader,
	state: TriggerState,
	course: Course,
	maxEvents: number,
): Promise<HistoryReading | undefined> {
	const first = nextSlice(state, course);
	if (first === undefined || maxEvents < 1) return undefined;

	const fresh = freshness(state);
	const events = new Map<string, TriggerEvent>();
	const late: TriggerEvent[] = [];
	const reading: HistoryReading = {
		history: { events: [], backlog: state.backlog },
		late,
		caughtUp: false,
	};
	let drained = state.backlog?.drained ?? false;
	let slice: Slice = first;

	const room = () => maxEvents - events.size - late.length;
	const isFresh = (event: TriggerEvent) => fresh(event) && !events.has(event.key);
	const take = (taken: readonly TriggerEvent[]) => {
		for (const event of taken) events.set(event.key, event);
		reading.history.events = [...events.values()];
	};
	const goOnAt = ({ from, to, cursors, asOf }: Slice) => {
		reading.history.backlog = { from, to, drained, cursors, asOf };
	};
	/** Leaves `drained` false where time or room run out before `/events/latest` is empty; the next poll goes on with it. */
	const drain = async () => {
		const isLate = lateness(state);
		const latest = await readLatest(
			reader,
			(event) => event.time < slice.from && isLate(event),
			(kept) => (room() - kept.length > 0 ? reader.pageSize : 0),
		);
		late.push(...latest.events);
		if (latest.error !== undefined) reading.error = latest.error;
		drained = latest.drained;
	};

	if (state.backlog && !drained) {
		await drain();
		if (!drained) return reading;
		goOnAt(slice);
	}
	while (room() > 0) {
		const got = await readSlice(reader, slice, isFresh, room());
		const date = reader.date ?? reader.now();
		const isLate = reader.now() >= reader.deadline;
		if (got.error !== undefined && !got.refusedCursor) {
			reading.error = got.error;
			return reading;
		}
		if (got.complete) {
			take(got.fresh);
			if (slice.to === null) {
				reading.history.upTo = got.newest;
				reading.history.backlog = null;
				reading.caughtUp = true;
				return reading;
			}
			const readAt = Math.min(date, slice.asOf ?? Infinity);
			reading.history.upTo = Math.min(slice.to, readAt);
			slice = following({ from: slice.from, to: slice.to }, readAt);
			goOnAt(slice);
			// The rest of the poll is worth another slice only where much of it is left.
			if (events.size * 2 > maxEvents || isLate) return reading;
			continue;
		}
		if (got.refusedCursor && slice.cursors) {
			// The cursor of an earlier poll has expired. What was taken from this slice is known by its keys.
			slice = { ...slice, cursors: null, asOf: null };
			goOnAt(slice);
			continue;
		}
		if (!drained) {
			await drain();
			goOnAt({ from: slice.from, to: null, cursors: null, asOf: null });
			if (!drained) return reading;
			continue;
		}
		const wanted = got.fresh.length >= room() ? room() : Math.max(1, Math.floor(got.fresh.length / 2));
		const smaller = slice.cursors ? undefined : narrower(slice, got, wanted);
		if (smaller === undefined) {
			if (got.fresh.length === 0) reading.error = got.error;
			take(got.fresh.slice(0, room()));
			goOnAt({ ...slice, cursors: got.cursors, asOf: slice.asOf ?? date });
			return reading;
		}
		slice = smaller;
		goOnAt(slice);
		if (isLate) return reading;
	}
	return reading;
}
