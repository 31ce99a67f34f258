import type { IDataObject } from 'n8n-workflow';

import { fingerprint, type TriggerState } from './state';

/** What a poll left. */
interface Trace {
	/** The state that the poll went on from, and the one it left. */
	before: TriggerState | undefined;
	after: TriggerState | undefined;
	/** The events it handed over to n8n. */
	handed: IDataObject[];
	/** When, as epoch milliseconds. */
	at: number;
}

/** What this process knows of a trigger, beside the state that n8n keeps. */
interface Memory {
	/** The poll that is under way, if one is. */
	turn?: Turn;
	/** `handed` is JSON: a workflow may change the objects it gets. */
	last?: Omit<Trace, 'handed'> & { handed: string | undefined };
	/** Events of polls that were given up as hanging and came to an end after all. */
	strays: IDataObject[];
}

/** A poll's right to go on, which ends when it has hung for so long that another one is let in. */
export interface Turn {
	memory: Memory;
	/** Epoch milliseconds. */
	until: number;
}

/** What a poll goes on from. */
export interface Start {
	state: TriggerState | undefined;
	/** Events that an earlier poll handed over and n8n threw away. */
	handedBack: IDataObject[];
}

/** Milliseconds in which n8n may still be writing what the last poll handed over. */
const SETTLING = 2000;
const MOST_TRIGGERS = 1000;

const memories = new Map<string, Memory>();

function memoryOf(trigger: string): Memory {
	const memory = memories.get(trigger) ?? { strays: [] };
	memories.set(trigger, memory);
	const [oldest] = memories.keys();
	if (memories.size > MOST_TRIGGERS && oldest !== undefined) memories.delete(oldest);
	return memory;
}

/**
 * Begins a poll.
 *
 * @param until when the poll is over for certain, whatever it hangs on
 * @returns `undefined` where an older poll of the same trigger is under way, which nothing in n8n prevents
 */
export function enter(trigger: string, now: number, until: number): Turn | undefined {
	const memory = memoryOf(trigger);
	if (memory.turn !== undefined && now < memory.turn.until) return undefined;
	memory.turn = { memory, until };
	return memory.turn;
}

/** Ends a poll. */
export function leave(turn: Turn): void {
	if (turn.memory.turn === turn) delete turn.memory.turn;
}

/**
 * Compares the state that n8n hands over with what the last poll in this process left.
 *
 * - The same: n8n has kept it.
 * - Newer: another process went on in the meantime; its state counts.
 * - Older or none: n8n has dropped it. It does so beside a `null`, which loses nothing: the state from memory counts.
 *   If events were handed over, n8n has thrown them away with it (a timeout, a republished workflow, a lost lease):
 *   they are handed over again.
 *
 * @returns `undefined` where n8n may still be writing, so that it is too early to tell
 */
export function reconcile(trigger: string, loaded: TriggerState | undefined, now: number): Start | undefined {
	const { last, strays } = memoryOf(trigger);
	if (last === undefined || fingerprint(loaded) === fingerprint(last.after)) {
		return { state: loaded, handedBack: strays };
	}
	const isNewer = loaded !== undefined && loaded.revision > (last.after?.revision ?? 0);
	if (!isNewer && last.handed === undefined) return { state: last.after, handedBack: strays };
	if (last.handed !== undefined && now - last.at < SETTLING) return undefined;
	const handed = JSON.parse(last.handed ?? '[]') as IDataObject[];
	const waiting = (last.after?.awaiting ?? []).map(({ event }) => event);
	return { state: isNewer ? loaded : last.before, handedBack: [...strays, ...handed, ...waiting] };
}

/**
 * Remembers what a poll left.
 *
 * @param waiting the events that its state keeps until their PDF is there
 * @returns false where another poll was let in meanwhile: this one has to return nothing, its events are kept for later
 */
export function note(turn: Turn, trace: Trace, waiting: IDataObject[]): boolean {
	const { memory } = turn;
	if (memory.turn !== turn) {
		memory.strays.push(...trace.handed, ...waiting);
		return false;
	}
	const handed = trace.handed.length > 0 ? JSON.stringify(trace.handed) : undefined;
	memory.last = { ...trace, handed };
	memory.strays = [];
	return true;
}

/** Forgets everything, as a restart of n8n does. For tests. */
export const forgetAll = (): void => memories.clear();
