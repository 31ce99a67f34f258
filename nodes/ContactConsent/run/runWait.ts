import { jsonParse } from 'n8n-workflow';

import { NOT_FINISHED, readUntilFinished } from '../common/untilFinished';
import type { Result, Sentence, WaitPlan } from '../common/plan';
import type { Send } from '../transport/types';

/** What all waits of a run share. */
export interface Waits {
	send: Send;
	tell: (sentence: Sentence) => void;
	/** True once nobody waits any more. */
	isOver: () => boolean;
	/** When the time of each wait begins, by `elapsed`. All rows wait together, also those that begin later. */
	since: number;
	/** Each wait that has begun, by its key. */
	begun: Map<string, ReturnType<typeof readUntilFinished>>;
}

/**
 * Reads an Operation until it is finished or its time is over. An upload puts out its Operation with each of its rows, so
 * rows with the same key share one wait.
 *
 * @param key the same for rows that wait for the same Operation in the same way
 * @returns one result
 */
export async function runWait(plan: WaitPlan, key: string, waits: Waits): Promise<Result[]> {
	const { send, tell, isOver, since, begun } = waits;
	const waiting = begun.get(key) ?? readUntilFinished(plan, send, isOver, { since });
	begun.set(key, waiting);
	const { body, timedOut } = await waiting;
	if (timedOut) tell(NOT_FINISHED);
	// Each row gets a copy, because a node behind this one may change it.
	const own = jsonParse<unknown>(JSON.stringify(body));
	return [{ json: plan.shape(own, timedOut) }];
}
