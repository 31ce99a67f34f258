import type { WaitPlan } from '../plan';
import { pause } from '../pause';
import { ServiceError } from '../transport/errors';
import { isPassing } from '../transport/retry';
import type { Send } from '../transport/types';
import type { Result } from './outcome';

const FIRST_INTERVAL = 500;
const LONGEST_INTERVAL = 10_000;
const GROWTH = 1.5;
/** Enough for a status, in milliseconds. */
const LAST_LOOK = 5000;

/**
 * Calls `look` at growing intervals until it returns something or the time is over. The first look has the time of any
 * request. A later one that fails in passing does not end the waiting, nor take away what an earlier one has shown.
 *
 * @param look gets the moment at which it has to give up
 * @param lastLook milliseconds that a look has which begins when the time is nearly over
 * @param forgivesFirst whether that goes for the first look, too
 * @throws the last failure where no look succeeded
 */
export async function lookUntil<T>(
	look: (deadline: number) => Promise<T | undefined>,
	milliseconds: number,
	signal: AbortSignal | undefined,
	{ lastLook = LAST_LOOK, forgivesFirst = false } = {},
): Promise<T | undefined> {
	const end = Date.now() + milliseconds;
	let hasSeen = false;
	let failure: ServiceError | undefined;
	const seen = (found: T | undefined) => {
		hasSeen = true;
		return found;
	};
	const nothingNew = (error: unknown): undefined => {
		const mayPass = error instanceof ServiceError && isPassing(error.facts) && !signal?.aborted;
		if (!mayPass || !(hasSeen || forgivesFirst)) throw error;
		failure = error;
	};
	const lookOnce = async (deadline: number) => await look(deadline).then(seen, nothingNew);
	let looking = lookOnce(Infinity);
	for (let interval = FIRST_INTERVAL; ; interval = Math.min(interval * GROWTH, LONGEST_INTERVAL)) {
		const found = await looking;
		const left = end - Date.now();
		if (left <= 0 && failure && !hasSeen) throw failure;
		if (found !== undefined || left <= 0) return found;
		await pause(Math.min(interval, left), signal);
		looking = lookOnce(Math.max(end, Date.now() + lastLook));
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
		async (deadline) => {
			body = (await send(request, { deadline })).body;
			return isPending(body) ? undefined : { body };
		},
		timeout,
		signal,
		options,
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
