import type { WaitPlan } from '../plan';
import { pause } from '../pause';
import { ServiceError } from '../transport/errors';
import { isPassing } from '../transport/retry';
import type { Send } from '../transport/types';
import type { Result } from './outcome';

const FIRST_INTERVAL = 500;
const LONGEST_INTERVAL = 10_000;
const GROWTH = 1.5;
/** What a look has that begins when the time is nearly over. */
const LAST_LOOK = 5000;

/**
 * Calls `look` at growing intervals until it returns something or the time is over. The first look has the time of any
 * request; a later one that hangs or fails in passing does not take away what the one before has shown.
 *
 * @param look gets the moment at which it has to give up
 */
export async function lookUntil<T>(
	look: (deadline: number) => Promise<T | undefined>,
	milliseconds: number,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	const end = Date.now() + milliseconds;
	const nothingNew = (error: unknown): undefined => {
		const mayPass = error instanceof ServiceError && isPassing(error.facts) && !signal?.aborted;
		if (!mayPass) throw error;
	};
	let looking = look(Infinity);
	for (let interval = FIRST_INTERVAL; ; interval = Math.min(interval * GROWTH, LONGEST_INTERVAL)) {
		const found = await looking;
		const left = end - Date.now();
		if (found !== undefined || left <= 0) return found;
		await pause(Math.min(interval, left), signal);
		looking = look(Math.max(end, Date.now() + LAST_LOOK)).catch(nothingNew);
	}
}

/**
 * Reads something until it is finished or the time runs out.
 *
 * @returns its last state; `timedOut` says that it was still pending
 */
export async function readUntilFinished(
	{ request, isPending, timeout }: Pick<WaitPlan, 'request' | 'isPending' | 'timeout'>,
	send: Send,
	signal: AbortSignal | undefined,
): Promise<{ body: unknown; timedOut: boolean }> {
	let body: unknown;
	const finished = await lookUntil(
		async (deadline) => {
			body = (await send(request, { deadline })).body;
			return isPending(body) ? undefined : { body };
		},
		timeout,
		signal,
	);
	return { body, timedOut: finished === undefined };
}

/** For the output pane. */
export const NOT_FINISHED =
	"The time ran out before the service finished: these items have timed_out: true. Increase 'Timeout (Seconds)', or use the operation Upload Operation → Wait Until Finished with their operation_id.";

/** Waits for what an item names. */
export async function runWait(
	plan: WaitPlan,
	send: Send,
	warn: (message: string) => void,
	signal: AbortSignal | undefined,
): Promise<Result[]> {
	const { body, timedOut } = await readUntilFinished(plan, send, signal);
	if (timedOut) warn(NOT_FINISHED);
	return [{ json: plan.shape(body, timedOut) }];
}
