import { NOT_FINISHED, readUntilFinished } from '../look';
import type { Result, Sentence, WaitPlan } from '../plan';
import type { Send } from '../transport/types';

/** Reads an Operation until it is finished or its time is over. @returns one result */
export async function runWait(
	plan: WaitPlan,
	send: Send,
	tell: (sentence: Sentence) => void,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const { body, timedOut } = await readUntilFinished(plan, send, signal);
	if (timedOut) tell(NOT_FINISHED);
	return [{ json: plan.shape(body, timedOut) }];
}
