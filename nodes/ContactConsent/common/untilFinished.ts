import { elapsed, pauseUnless } from '../lib/time';
import type { Sentence, WaitPlan } from './plan';
import { ServiceError } from '../transport/errors';
import { isPassing } from '../transport/statuses';
import type { Send, SendLimits } from '../transport/types';

/**
 * Looks at something of the service again and again until it is finished: an Operation, or a PDF. The pauses between the
 * looks grow: 0.1 s, 0.15 s, 0.23 s, … 10 s.
 *
 *     a look                             then
 *     shows it finished                  it is returned
 *     shows it unfinished                the next look; `undefined` once the time is over
 *     fails in passing, after a success  the next look; `undefined` once the time is over
 *     fails in passing, the first        thrown; with `forgivesFirst` only once the time is over
 *     fails for good                     thrown
 */

/** Milliseconds between the first two looks. The later pauses are longer. */
const FIRST_INTERVAL = 100;
const LONGEST_INTERVAL = 10_000;
const GROWTH = 1.5;
/** Milliseconds for a look that begins when the time is nearly over, and for the first look. A status needs no more. */
const LAST_LOOK = 5000;
const FIRST_LOOK = 10_000;

/**
 * Calls `look` at growing intervals until it returns a value or the time is over. If a later look fails in passing, the
 * waiting goes on, and the result of an earlier look stays valid.
 *
 * @param isOver true once nobody wants to know any more; it ends the waiting early
 * @param look gets the limits for its request; none the first time, so that its caller may set its own
 * @param lastLook milliseconds for a look that begins when the time is nearly over
 * @param forgivesFirst whether the first look may fail in passing, too
 * @throws the last failure if no look succeeded; any failure that does not pass
 */
export async function lookUntil<T>(
	look: (limits: SendLimits) => Promise<T | undefined>,
	milliseconds: number,
	isOver: () => boolean,
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
		const mayPass = failure instanceof ServiceError && isPassing(failure.facts) && !isOver();
		if (failure && !(mayPass && (hasSeen || forgivesFirst))) throw failure;
		const left = end - elapsed();
		if (failure && left <= 0 && !hasSeen) throw failure;
		if (left <= 0 || isOver()) return undefined;
		await pauseUnless(isOver, Math.min(interval, LONGEST_INTERVAL, left));
		if (isOver()) return undefined;
		const rest = end - elapsed();
		limits = { within: Math.max(rest, lastLook), beginWithin: Math.max(rest, LAST_LOOK) };
	}
}

/**
 * Sends a request until the state in the answer is finished or the time is over.
 *
 * @param since when the time begins, by `elapsed`; missing: now. However late it is, there is one look
 * @returns the last state; `timedOut` means that it was still pending
 */
export async function readUntilFinished(
	{ request, isPending, timeout }: Pick<WaitPlan, 'request' | 'isPending' | 'timeout'>,
	send: Send,
	isOver: () => boolean,
	{ since = elapsed(), ...options }: Parameters<typeof lookUntil>[3] & { since?: number } = {},
): Promise<{ body: unknown; timedOut: boolean }> {
	let body: unknown;
	const finished = await lookUntil(
		async (limits) => {
			// The limit of the first look. The limits of the later ones replace it.
			body = (await send(request, { within: Math.max(timeout, FIRST_LOOK), ...limits })).body;
			return isPending(body) ? undefined : { body };
		},
		Math.max(0, since + timeout - elapsed()),
		isOver,
		options,
	);
	return { body, timedOut: finished === undefined };
}

export const NOT_FINISHED: Sentence = {
	text: "The time ran out before the service finished: these items have timed_out: true, and a node behind this one that reads and changes them may undo what was uploaded. Increase 'Timeout (Seconds)', or use the operation Upload Operation → Wait Until Finished with their operation_id.",
	isWarning: true,
};
