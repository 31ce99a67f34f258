import { justBefore } from './period';
import type { TriggerState } from './state';
import { eventTime, type TriggerEvent } from './triggerEvent';

/** The most events in `taken`: 110 KB of keys, and up to 70 KB of times. */
export const MOST_TAKEN = 10_000;

/** Keeps the newest entries. `forgotten` is the time of the newest entry that was dropped. */
function newestOf(times: ReadonlyMap<string, number>) {
	if (times.size <= MOST_TAKEN) return { times, forgotten: -Infinity };
	const sorted = [...times].sort(([, a], [, b]) => b - a);
	return { times: new Map(sorted.slice(0, MOST_TAKEN)), forgotten: sorted[MOST_TAKEN]?.[1] ?? -Infinity };
}

/** Adds events to `taken`. If the list is full, it drops the oldest entries, and `completeFrom` moves past them. */
export function withTaken(
	{ taken, completeFrom }: Pick<TriggerState, 'taken' | 'completeFrom'>,
	events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>,
) {
	const all = new Map(taken);
	for (const { key, time } of events) all.set(key, time);
	const { times, forgotten } = newestOf(all);
	return { taken: times, completeFrom: Math.max(completeFrom, forgotten + 1) };
}

/** Milliseconds. Lists of a service may show the time of an event with and without the fraction of its second. */
const SAME_TIME = 1000;

/** True for an event with the key of another one that was taken: its time is another one. */
const isAnother = ({ time, raw }: TriggerEvent, takenTime: number): boolean =>
	Math.abs(time - takenTime) > SAME_TIME && eventTime(raw) !== undefined;

/**
 * `older`: from before the start of its kind. The history does not show if somebody has received the event. `again`: the
 * ID of an event that was taken, with another time.
 */
export type EventClass = 'taken' | 'again' | 'older' | 'new';

/** Makes a function that classifies events. Too old for `taken` counts as taken. A kind without a start is `older`. */
export function classifier({ taken, completeFrom, begun }: TriggerState) {
	// Readings begin just before the start, and take events of this millisecond away from `/events/latest`.
	const firstNew = (start: number): number => (begun.with === 'unreceived' ? justBefore(start) : start);
	return (event: TriggerEvent, starts: TriggerState['starts']): EventClass => {
		const { key, time, raw } = event;
		const before = taken.get(key);
		if (before !== undefined) return isAnother(event, before) ? 'again' : 'taken';
		if (time < firstNew(starts[raw.type as string] ?? Infinity)) return 'older';
		return time < completeFrom ? 'taken' : 'new';
	};
}
