/**
 * The three ways in which n8n keeps the state of a polling trigger, and what happens to it when a result is
 * discarded or n8n dies. Every test of the trigger keeps its state through this file: the model, and the tests with
 * n8n-core's own poll context.
 *
 * - `memory`: n8n's default. One object for all polls, written to the database with each result.
 * - `scheduled`: durable scheduler. Read from the database for each poll, dropped if the result is `null`.
 * - `durable`: also with durable cursors. Read for each poll, written in one step with the execution, or alone.
 */
export const WAYS = ['memory', 'scheduled', 'durable'] as const;
export type Way = (typeof WAYS)[number];

/**
 * What n8n does with the result of a poll: it keeps it, discards it, is killed before it can do anything with it,
 * or is killed after the execution was started and before the state was written (only in the ways that write in two
 * steps).
 */
export type Fate = 'keep' | 'discard' | 'die' | 'dieBetween';

type Json = Record<string, unknown>;

/** The effect of a poll. */
export interface Outcome {
	/** An execution was started with the items. */
	executed: boolean;
	/** n8n's database has the new state. */
	written: boolean;
}

/** Everything that n8n stores for a trigger, as plain data. */
export interface KeptWorld {
	/** The node's static data in the database, as JSON. */
	stored: string;
	/** The static data in memory, if n8n polls from memory. */
	live: Json | null;
}

export class KeptState {
	world: KeptWorld;
	/** The data that each poll received. A durable cursor that did not change is not written. */
	private readonly handed = new WeakMap<Json, string>();

	constructor(readonly way: Way) {
		this.world = { stored: '{}', live: null };
	}

	/** The static data for the next poll. */
	load(): Json {
		const read = () => JSON.parse(this.world.stored) as Json;
		const data = this.way === 'memory' ? (this.world.live ??= read()) : read();
		this.handed.set(data, JSON.stringify(data));
		return data;
	}

	/**
	 * Takes in the state that a poll left.
	 *
	 * @param isActivation whether it is the poll with which n8n activates a workflow
	 */
	take(data: Json, hasItems: boolean, fate: Fate, isActivation = false): Outcome {
		if (fate === 'discard' || fate === 'die') {
			this.forget();
			return { executed: false, written: false };
		}
		const isAtomic = this.way === 'durable';
		// With a null result, memory and scheduled write only at an activation, and a durable cursor at any other
		// poll.
		const isWrittenAlone = isAtomic
			? !isActivation && this.handed.get(data) !== JSON.stringify(data)
			: isActivation;
		const written = fate === 'keep' ? hasItems || isWrittenAlone : isAtomic;
		if (written) this.world.stored = JSON.stringify(data);
		if (fate !== 'keep') this.forget();
		return { executed: hasItems, written };
	}

	/** The workflow is replaced, or n8n ends: data that was not written is lost. */
	forget(): void {
		this.world.live = null;
	}
}
