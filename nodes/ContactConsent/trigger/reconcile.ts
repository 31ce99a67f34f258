import type { Chosen } from './choose';
import type { Poll, Settings } from './settings';
import { keyOf } from '../values';
import { toTriggerEvent } from './event';
import { begin, readState, upgrade, type TriggerState } from './state';

/** What this process knows of a trigger, beside n8n's state; no promise rests on it. Times are by n8n's clock. */
export interface Memory {
	/** The poll under way, whose end counts for one that hangs; or just over, with the key of the state that it left. */
	lease?: { begun: number; until: number; left?: string };
	/** The state that was left by polls which n8n keeps no state of, and the key of the one they began with. */
	ahead?: { after: string; state: TriggerState } | undefined;
}

/** Milliseconds in which n8n may still be writing what the last poll handed over; the state shows whether it has. */
const SETTLING = 2000;
const MOST_TRIGGERS = 1000;

const keyOfState = (state: unknown): string => keyOf(JSON.stringify(state ?? null));

export const memories = new Map<string, Memory>();

/**
 * @param until when the poll is over for certain, whatever it hangs on
 * @returns `undefined` where an older poll of the same trigger is under way, which nothing in n8n prevents
 */
export function enter(trigger: string, stored: unknown, now: number, until: number) {
	const memory = memories.get(trigger) ?? {};
	memories.delete(trigger);
	memories.set(trigger, memory);
	const [oldest] = memories.keys();
	if (memories.size > MOST_TRIGGERS && oldest !== undefined) memories.delete(oldest);
	// A clock that was put back says nothing about the time that a poll has taken.
	const { lease: last } = memory;
	if (last && now >= last.begun && now < last.until && last.left !== keyOfState(stored)) return undefined;
	const lease = (memory.lease = { begun: now, until });
	return { memory, lease };
}

/** Ends a poll. A result is still to be written, and until then the next poll would be handed the old state. */
export function leave(memory: Memory, lease: Memory['lease'], left: unknown, now: number): void {
	if (memory.lease !== lease) return;
	if (left) memory.lease = { begun: now, until: now + SETTLING, left: keyOfState(left) };
	else delete memory.lease;
}

type Account = Pick<Poll, 'baseUrl' | 'settings' | 'log'>;
type Begun = { kept?: TriggerState; after: string };

/** The state that n8n hands over; nothing where it is of no use. */
function load(stored: unknown, { baseUrl, settings, log }: Account): TriggerState | undefined {
	if (stored === undefined) return undefined;
	const state = readState(stored) ?? upgrade(stored, baseUrl, settings.kinds, settings.lookback);
	if (state?.baseUrl === baseUrl) return state;
	const damage = 'its state cannot be read and is set aside';
	log('warn', state ? "the 'Base URL' has changed, so it begins anew" : damage);
	return undefined;
}

/** Finds out where to go on: from the state that n8n hands over, or from what polls have left here since. */
export function reconcile(stored: unknown, memory: Memory, { baseUrl, settings, log }: Account) {
	const kept = load(stored, { baseUrl, settings, log });
	// Its revision is not enough: two processes may have counted as far, each from a state that n8n dropped.
	const after = kept === undefined ? '' : keyOfState(stored);
	if (memory.ahead?.after !== after || memory.ahead.state.baseUrl !== baseUrl) delete memory.ahead;
	const state = memory.ahead?.state ?? kept ?? begin(baseUrl, settings.kinds, settings.startFrom);
	return { state, kept, after };
}

/**
 * Where to go on, should n8n not keep the state: it drops what is left beside a `null`. And it may throw a first
 * delivery away before it has kept any state, so the history then counts from that delivery on.
 */
export function aheadOf(next: TriggerState, delivered: Chosen[], { after, kept }: Begun, settings: Settings) {
	if (delivered.length === 0) return { after, state: next };
	// The start of a kind that was chosen since is kept nowhere else.
	if (kept !== undefined) return { after, state: { ...kept, starts: next.starts } };
	if (settings.startFrom !== undefined) return undefined;
	const begun = Math.min(...Object.values(next.starts));
	const waiting = next.awaiting.map(({ event, tried }) => toTriggerEvent(event, tried));
	const oldest = Math.min(
		begun,
		...[...delivered.map(({ event }) => event), ...waiting].map(({ time }) => time),
	);
	return { after, state: begin(next.baseUrl, settings.kinds, Math.max(oldest, begun - settings.audit)) };
}
