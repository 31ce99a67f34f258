import { keyOf } from '../values';
import type { Delivery } from './documents';
import type { Poll, Settings } from './settings';
import { begin, readState, toTriggerEvent, type TriggerState } from './state';

/** What this process knows of a trigger, beside n8n's state; no promise rests on it. */
export interface Memory {
	/** The poll under way, and when it is over for certain; or just over, with the key of the state that it left. */
	lease?: { until: number; stateKey?: string };
	/** The state that was left by polls which n8n keeps no state of, and the key of the one they began with. */
	unkept?: { after: string; state: TriggerState };
}

/** Milliseconds in which n8n may still be writing what the last poll handed over; the state shows whether it has. */
const SETTLING = 2000;
/** Milliseconds after its end at which a poll is over, whatever it hangs on. */
const HANGING = 5000;

/** The same for values that are the same when n8n has stored them. */
export const fingerprint = (value: unknown): string => keyOf(JSON.stringify(value ?? null));

export const memories = new Map<string, Memory>();

/** @returns `undefined` where an older poll of the same trigger is under way, which nothing in n8n prevents */
export function enter(stored: unknown, { trigger, elapsed, left }: Poll) {
	const memory = memories.get(trigger) ?? {};
	memories.set(trigger, memory);
	const { lease: last } = memory;
	if (last && elapsed() < last.until && last.stateKey !== fingerprint(stored)) return undefined;
	const lease = (memory.lease = { until: elapsed() + left() + HANGING });
	return { memory, lease };
}

/** Ends a poll. A result is still to be written, and until then the next poll would be handed the old state. */
export function leave(memory: Memory, lease: Memory['lease'], written: unknown, { elapsed }: Poll): void {
	if (memory.lease !== lease) return;
	if (written) memory.lease = { until: elapsed() + SETTLING, stateKey: fingerprint(written) };
	else delete memory.lease;
}

/** Finds out where to go on: from the state that n8n hands over, or from what polls have left here since. */
export function recall(stored: unknown, memory: Memory, { send: { baseUrl }, settings, log }: Poll) {
	const read = readState(stored);
	const kept = read?.baseUrl === baseUrl ? read : undefined;
	if (read && !kept) log('warn', "the 'Base URL' has changed, so it begins anew");
	if (!read && stored !== undefined) log('warn', 'its state cannot be read and is set aside');
	// Two processes may have gone on, each from a state that n8n dropped: only the very same state tells.
	const after = kept === undefined ? '' : fingerprint(stored);
	if (memory.unkept?.after !== after || memory.unkept.state.baseUrl !== baseUrl) delete memory.unkept;
	const state = memory.unkept?.state ?? kept ?? begin(baseUrl, settings.kinds, settings.startFrom);
	return { state, kept, after };
}

/**
 * Where to go on, should n8n not keep the state: it drops what is left beside a `null`. And it may throw a first
 * delivery away before it has kept any state, so the history then counts from that delivery on.
 */
export function stateIfDropped(
	next: TriggerState,
	delivered: Delivery[],
	kept: TriggerState | undefined,
	{ kinds, startFrom, audit }: Settings,
): TriggerState {
	if (delivered.length === 0) return next;
	// The start of a kind that was chosen since is kept nowhere else.
	if (kept) return { ...kept, starts: next.starts };
	const waiting = next.waiting.map(({ event, since }) => toTriggerEvent(event, since));
	const times = [...delivered.map(({ event }) => event), ...waiting].map(({ time }) => time);
	const started = Math.min(...Object.values(next.starts));
	const oldest = Math.max(Math.min(started, ...times), started - audit);
	return begin(next.baseUrl, kinds, startFrom ?? oldest);
}
