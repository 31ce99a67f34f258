import { isCancelled } from '../lib/time';
import { NOT_FINISHED, readUntilFinished } from '../common/untilFinished';
import type { Result, Sentence, WaitPlan } from '../common/plan';
import type { Send } from '../transport/types';

/** Reads an Operation until it is finished or its time is over. @returns one result */
export async function runWait(
	plan: WaitPlan,
	send: Send,
	tell: (sentence: Sentence) => void,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const { body, timedOut } = await readUntilFinished(plan, send, () => isCancelled(signal));
	if (timedOut) tell(NOT_FINISHED);
	return [{ json: plan.shape(body, timedOut) }];
}
