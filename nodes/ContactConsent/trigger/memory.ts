import type { Positions } from './state';

/**
 * What this process knows of a trigger, beside the state that n8n keeps. No promise rests on it, and it holds no
 * events: handed over again after another process has gone on, they would arrive twice. Times are by n8n's clock.
 */
export interface Memory {
	/** The poll under way. Its right to go on ends when it has hung for so long that another one is let in. */
	turn?: { begun: number; until: number };
	/** The state that the last poll left, and when. */
	last?: { revision: number; hadItems: boolean; at: number };
	/** How far the history was read from a state of this revision, by polls that took nothing. */
	place?: { revision: number; positions: Positions };
	/** When the last audit was completed. */
	auditedAt?: number;
	/** Since when events are waited for, by key: n8n may drop the state that says so beside a `null`. */
	seen?: Record<string, number>;
}

/** Milliseconds in which n8n may still be writing what the last poll handed over. */
const SETTLING = 2000;
const MOST_TRIGGERS = 1000;

export const memories = new Map<string, Memory>();

/**
 * Begins a poll.
 *
 * @param until when the poll is over for certain, whatever it hangs on
 * @returns `undefined` where an older poll of the same trigger is under way, which nothing in n8n prevents
 */
export function enter(trigger: string, now: number, until: number) {
	const memory = memories.get(trigger) ?? {};
	memories.set(trigger, memory);
	const [oldest] = memories.keys();
	if (memories.size > MOST_TRIGGERS && oldest !== undefined) memories.delete(oldest);
	// A clock that was put back says nothing about the time that a poll has taken.
	if (memory.turn && now >= memory.turn.begun && now < memory.turn.until) return undefined;
	const turn = { begun: now, until };
	memory.turn = turn;
	return { memory, turn };
}

/** Ends a poll. */
export function leave(memory: Memory, turn: Memory['turn']): void {
	if (memory.turn === turn) delete memory.turn;
}

/**
 * Compares the state that n8n hands over with the one that the last poll left here.
 *
 * @returns `tooEarly` where n8n may still be writing; `lost` where it has thrown a result away
 */
export function compare(memory: Memory, revision: number, now: number): 'kept' | 'lost' | 'tooEarly' {
	const { last, place } = memory;
	if (place?.revision !== revision) delete memory.place;
	if (last === undefined || revision >= last.revision || !last.hadItems) return 'kept';
	return now >= last.at && now - last.at < SETTLING ? 'tooEarly' : 'lost';
}
