import { elapsed, pause } from './clock';
import type { Sentence, WaitPlan } from './plan';
import { isPassing, ServiceError } from './transport/errors';
import type { Send, SendLimits } from './transport/types';

/** Milliseconds between the first two looks; then the pauses grow, up to the longest. */
const FIRST_INTERVAL = 500;
const LONGEST_INTERVAL = 10_000;
const GROWTH = 1.5;
/** Enough for a status, in milliseconds: of a look that begins when the time is nearly over, and of the only one. */
const LAST_LOOK = 5000;
const FIRST_LOOK = 10_000;

/**
 * Calls `look` at growing intervals until it returns something or the time is over. The first look has the time of any
 * request. A later one that fails in passing does not end the waiting, nor take away what an earlier one has shown.
 *
 * @param look gets the time that it has, and when it has to begin; the first one has that of any request
 * @param lastLook milliseconds that a look has which begins when the time is nearly over
 * @param forgivesFirst whether a first look may fail in passing, too
 * @throws the last failure where no look succeeded
 */
export async function lookUntil<T>(
	look: (limits: SendLimits) => Promise<T | undefined>,
	milliseconds: number,
	signal: AbortSignal | undefined,
	{ lastLook = LAST_LOOK, forgivesFirst = false } = {},
): Promise<T | undefined> {
	const end = elapsed() + milliseconds;
	let hasSeen = false;
	let limits: SendLimits = {};
	for (let interval = FIRST_INTERVAL; ; interval *= GROWTH) {
		const { found, failure } = await look(limits).then(
			(shown) => ({ found: shown, failure: undefined }),
			(error: Error) => ({ found: undefined, failure: error }),
		);
		if (found !== undefined) return found;
		hasSeen ||= failure === undefined;
		const mayPass = failure instanceof ServiceError && isPassing(failure.facts) && !signal?.aborted;
		if (failure && !(mayPass && (hasSeen || forgivesFirst))) throw failure;
		const left = end - elapsed();
		if (failure && left <= 0 && !hasSeen) throw failure;
		if (left <= 0) return undefined;
		await pause(Math.min(interval, LONGEST_INTERVAL, left), signal);
		const rest = end - elapsed();
		limits = { within: Math.max(rest, lastLook), beginWithin: Math.max(rest, LAST_LOOK) };
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
	options?: Parameters<typeof lookUntil>[3],
): Promise<{ body: unknown; timedOut: boolean }> {
	let body: unknown;
	const finished = await lookUntil(
		async (limits) => {
			body = (await send(request, { within: Math.max(timeout, FIRST_LOOK), ...limits })).body;
			return isPending(body) ? undefined : { body };
		},
		timeout,
		signal,
		options,
	);
	return { body, timedOut: finished === undefined };
}

export const NOT_FINISHED: Sentence = {
	text: "The time ran out before the service finished: these items have timed_out: true. Increase 'Timeout (Seconds)', or use the operation Upload Operation → Wait Until Finished with their operation_id.",
	isWarning: true,
};
