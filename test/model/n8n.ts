/**
 * The three ways in which n8n keeps the state of a polling trigger, and what becomes of it when a result is thrown
 * away or n8n dies. Everything that runs the trigger in a test keeps its state through this: the model and the
 * harness around n8n-core's own poll context.
 *
 * - `memory`: n8n's default. One object for all polls, written to the database with each result.
 * - `scheduled`: durable scheduler. Read from the database for each poll, dropped beside a `null`.
 * - `durable`: with durable cursors too. Read for each poll, committed in one step with the execution, or alone.
 */
export const WAYS = ['memory', 'scheduled', 'durable'] as const;
export type Way = (typeof WAYS)[number];

/**
 * What n8n does with a poll: keeps its result, throws it away, is killed before it can do anything with it, or is
 * killed when the execution is there but, in the ways that write twice, the state is not.
 */
export type Fate = 'keep' | 'discard' | 'die' | 'dieBetween';

type Json = Record<string, unknown>;

/** What became of a poll. */
export interface Outcome {
	/** An execution was started with its items. */
	executed: boolean;
	/** n8n's database holds the state that it left. */
	written: boolean;
}

/** All that n8n has of a trigger, as plain data. */
export interface KeptWorld {
	/** The database: the node's static data as JSON. */
	stored: string;
	/** What an n8n that polls in memory holds beside it. */
	live: Json | null;
}

export class KeptState {
	world: KeptWorld;
	/** What each poll was handed: a durable cursor that is as it was is not written. */
	private readonly handed = new WeakMap<Json, string>();

	constructor(readonly way: Way) {
		this.world = { stored: '{}', live: null };
	}

	/** The static data that the next poll gets. */
	load(): Json {
		const read = () => JSON.parse(this.world.stored) as Json;
		const data = this.way === 'memory' ? (this.world.live ??= read()) : read();
		this.handed.set(data, JSON.stringify(data));
		return data;
	}

	/**
	 * Takes in what a poll left.
	 *
	 * @param isActivation the poll that n8n does when it puts a workflow into service
	 */
	take(data: Json, hasItems: boolean, fate: Fate, isActivation = false): Outcome {
		if (fate === 'discard' || fate === 'die') {
			this.forget();
			return { executed: false, written: false };
		}
		const isAtomic = this.way === 'durable';
		// Beside a null: memory and scheduled write at an activation only, a durable cursor at any other poll.
		const isWrittenAlone = isAtomic
			? !isActivation && this.handed.get(data) !== JSON.stringify(data)
			: isActivation;
		const written = fate === 'keep' ? hasItems || isWrittenAlone : isAtomic;
		if (written) this.world.stored = JSON.stringify(data);
		if (fate !== 'keep') this.forget();
		return { executed: hasItems, written };
	}

	/** The workflow is replaced, or n8n is gone: what was not written goes with it. */
	forget(): void {
		this.world.live = null;
	}
}
