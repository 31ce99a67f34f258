/**
 * What overtaken polls leave to the next one. A poll is overtaken if it counted as hanging, and a newer one has begun: its
 * state is then of no use. But `/events/latest` does not show again what it has taken from there, so this process remembers
 * these events until a poll begins with them.
 */
import type { Memory } from './processMemory';
import type { Poll } from './pollContext';
import { clockOf, type PollReading } from './reading';
import type { TriggerState, Waiting } from './state';
import { classifier } from './taken';
import { keyOfEvent, toTriggerEvent } from './triggerEvent';

/** Called by an overtaken poll: leaves what the history may not show again. */
export function leaveToNext(memory: Memory, { events, date }: PollReading, { now }: Poll): void {
	const read = clockOf({ date, now });
	const left = [...events.values()]
		.filter(({ isWaiting, isOlder, isOnlyLatest }) => !isWaiting && (isOlder || isOnlyLatest))
		.map(({ raw, first = read }): Waiting => ({ raw, first }));
	memory.overtaken = [...(memory.overtaken ?? []), ...left];
}

/** Called when a poll begins: what overtaken polls have left. Forgets what others have delivered or filtered out since. */
export function leftToThis(memory: Memory, state: TriggerState): Waiting[] {
	const classify = classifier(state);
	const left = (memory.overtaken ?? []).filter(({ raw, first }) => {
		const found = classify(toTriggerEvent(raw, first), state.starts);
		return found === 'new' || found === 'older';
	});
	return (memory.overtaken = left);
}

/**
 * Called when a poll ends: forgets the events that it began with, because they are delivered now, or wait in what it leaves.
 * What was left meanwhile stays.
 */
export function forgetLeft(memory: Memory, { waiting }: TriggerState): void {
	const begunWith = new Set(waiting.map(({ raw }) => keyOfEvent(raw)));
	memory.overtaken = memory.overtaken?.filter(({ raw }) => !begunWith.has(keyOfEvent(raw)));
}
