import { toTriggerEvent, type TriggerEvent } from './event';
import { candidatesOf, settle } from './settle';
import { fingerprint, keysOf, remember, type TriggerState } from './state';
import type { Course, Delivery, Fetched, Slice } from './types';

const FIRST: TriggerState = {
	version: 1,
	revision: 0,
	time: 0,
	known: 0,
	delivered: [],
	owed: false,
	backlog: null,
	awaiting: [],
};

/** The state that a poll goes on from; without one, the beginning that the settings ask for. */
export function begin(state: TriggerState | undefined, { startFrom }: Course): TriggerState {
	if (state !== undefined || startFrom === undefined) return state ?? FIRST;
	// One millisecond earlier, because the service's bound may leave out the very moment.
	const from = startFrom - 1;
	return {
		...FIRST,
		time: from,
		known: from,
		backlog: { from, to: null, drained: false, cursors: null, asOf: null },
	};
}

/** Where the look-back begins: to the second before, because events may be shown with their time cut to seconds. */
const lookbackFrom = (time: number, lookback: number): number =>
	Math.floor((time - lookback) / 1000) * 1000 - 1;

/** The stretch of history to read; `undefined` where none is wanted, as in a first poll without a start. */
export function nextSlice(state: TriggerState, { catchUp, lookback }: Course): Slice | undefined {
	if (state.backlog) return state.backlog;
	if (!catchUp || state.revision === 0) return undefined;
	return {
		from: Math.max(state.known, lookbackFrom(state.time, lookback)),
		to: null,
		cursors: null,
		asOf: null,
	};
}

/** Tells whether an event of `/events/latest` was not taken yet: there, an old `event_time` only means a late event. */
export function lateness(state: TriggerState): (event: TriggerEvent) => boolean {
	const keys = keysOf(state);
	for (const { event, since } of state.awaiting) keys.add(toTriggerEvent(event, since).key);
	return ({ key }) => !keys.has(key);
}

/** Tells whether an event of the history was not taken yet. */
export function freshness(state: TriggerState): (event: TriggerEvent) => boolean {
	const isNew = lateness(state);
	// Inside an instant with more events than can be remembered, the page cursor says what was taken.
	const known = state.backlog?.cursors ? -Infinity : state.known;
	return (event) => event.time >= known && isNew(event);
}

/** Where the history stands after a poll. `cut` is the oldest event that was read and left to it. */
function standing(
	state: TriggerState,
	{ history, latest }: Fetched,
	taken: readonly TriggerEvent[],
	cut: TriggerEvent | undefined,
	date: number,
	course: Course,
): Pick<TriggerState, 'time' | 'backlog'> {
	const upTo = (time: number) => Math.max(state.time, Math.min(time, date));
	if (cut !== undefined) {
		// Inside an instant only the cursor knows the way, so the same pages are read again.
		if (state.backlog?.cursors) return { time: state.time, backlog: state.backlog };
		const instant = history?.backlog?.cursors ? history.backlog.from : Infinity;
		const from = Math.min(cut.time - 1, date - 1, instant);
		const drained = history?.backlog?.drained ?? state.backlog?.drained ?? false;
		return { time: upTo(from), backlog: { from, to: null, drained, cursors: null, asOf: null } };
	}
	const newest = taken.reduce((time, event) => Math.max(time, event.time), -Infinity);
	if (history !== undefined) {
		const { backlog, upTo: reached } = history;
		if (reached === undefined) return { time: state.time, backlog };
		return { time: upTo(backlog === null ? Math.max(reached, newest) : reached), backlog };
	}
	// There was no room for the history in this poll.
	if (nextSlice(state, course) !== undefined) return { time: state.time, backlog: state.backlog };
	// The first poll: all that was not received yet has been read, so catching up begins at the service's now.
	if (state.revision === 0 && latest?.drained) return { time: upTo(date), backlog: null };
	return { time: upTo(newest), backlog: state.backlog };
}

/**
 * One step of the trigger: what was read, and what became of it.
 *
 * The checkpoint moves to the newest `event_time` of what was read to its end, and never past the service's clock.
 *
 * @param now this machine's clock, for the wait for PDFs only (and in place of a missing `Date` header)
 * @returns the state as it was where nothing has changed
 */
export function advance(
	state: TriggerState,
	fetched: Fetched,
	now: number,
	course: Course,
): { state: TriggerState; deliver: Delivery[] } {
	const candidates = candidatesOf(state, fetched, now, course);
	const tried = new Set(candidates.flatMap((candidate) => candidate.awaiting ?? []));
	const untried = state.awaiting.filter((waiting) => !tried.has(waiting));
	const { deliver, awaiting, taken, cut } = settle(candidates, untried, fetched, now, course);
	const isFirst = state.revision === 0;
	if (isFirst && fetched.history === undefined && fetched.date === undefined && taken.length === 0) {
		return { state, deliver };
	}

	const date = fetched.date ?? now;
	const fresh = taken.filter((candidate) => candidate.awaiting === undefined);
	const events = fresh.map(({ event }) => event);
	const { time, backlog } = standing(state, fetched, events, cut, date, course);
	const owed = fetched.latest?.drained !== true && (state.owed || fresh.some(({ replayable }) => replayable));
	const keepFrom = Math.min(lookbackFrom(time, course.lookback), backlog?.from ?? Infinity);
	const memory = remember(state, events, owed ? -Infinity : keepFrom);
	const next: TriggerState = {
		version: 1,
		revision: state.revision,
		// A start in the future begins now: the history is never read from a time that has not come.
		time: isFirst ? Math.min(time, date) : time,
		// Rather repeated than lost: what was left out must not count as delivered.
		known: Math.min(memory.known, cut?.time ?? Infinity, isFirst ? date : Infinity),
		delivered: memory.delivered,
		owed,
		backlog,
		awaiting,
	};
	// Whatever is taken changes the state: that is how the next poll sees whether n8n has kept it.
	const isUnchanged = taken.length === 0 && fingerprint(next) === fingerprint(state);
	if (isUnchanged) return { state, deliver };
	return { state: { ...next, revision: state.revision + 1 }, deliver };
}
