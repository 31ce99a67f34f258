import { elapsed, pause } from '../clock';
import { isNotFound, isPassing, mayHaveWorked, ServiceError } from './errors';
import type { ClosedSign } from './closed';
import type { Queue } from './queue';
import type { FailureFacts, Repeatable, SendLimits, ServiceRequest, ServiceResponse } from './types';

const MAX_TRIES = 4;
/** Milliseconds; doubled with each try. */
const FIRST_DELAY = 500;
/** Long enough for any answer but a document's, in milliseconds. */
const DEFAULT_TIMEOUT = 60_000;

/** Milliseconds that one request waits because the service asked it to. */
const LONGEST_OWN_WAIT = 15 * 60_000;

/** A 429 says that nothing was done. */
const mayRepeat = (facts: FailureFacts, repeatable: Repeatable): boolean =>
	facts.status === 429 || (repeatable === 'safe' && isPassing(facts));

/**
 * Milliseconds to wait after so many tries; `undefined` where the failure is final. Full jitter (a random point between
 * 0 and the doubled bound) keeps many executions from coming back in step.
 */
export function retryDelay(facts: FailureFacts, repeatable: Repeatable, tries: number): number | undefined {
	if (tries >= MAX_TRIES || !mayRepeat(facts, repeatable)) return undefined;
	return Math.random() * FIRST_DELAY * 2 ** (tries - 1);
}

/** Where a wait is the request's own, and does not close the way for all, it is kept to here: or it is too long. */
function delayOf({ facts }: ServiceError, { spared }: ClosedSign, delay: number | undefined, deadline: number) {
	if (delay === undefined || spared === 0) return delay;
	const wait = Math.max(delay, facts.retryAfterMs ?? 0);
	return elapsed() + wait < Math.min(deadline, elapsed() + LONGEST_OWN_WAIT) ? wait : undefined;
}

/** Why a request is not sent again, of which an earlier try may have worked. */
function sentBefore({ message, advice, facts }: ServiceError): ServiceError {
	return new ServiceError({ message, description: advice }, { ...facts, neverSent: false });
}

/**
 * Sends until there is a success, a final failure, or no time left. Waiting because the service asks for it, or is down,
 * is no failed try; the queue says when that has lasted too long.
 */
export async function sendWithRetries(
	queue: Queue,
	tryOnce: (request: ServiceRequest, timeout: number) => Promise<ServiceResponse | ServiceError>,
	request: ServiceRequest,
	{ within = Infinity, beginWithin = within }: SendLimits = {},
	signal?: AbortSignal,
): Promise<ServiceResponse> {
	const { method, repeatable, timeout = DEFAULT_TIMEOUT } = request;
	const deadline = elapsed() + within;
	const latestBegin = elapsed() + beginWithin;
	let isPerhapsDone = false;
	for (let tries = 1; ;) {
		const ticket = await queue
			.enter(request, isPerhapsDone ? deadline : latestBegin)
			.catch((error: ServiceError) => {
				throw isPerhapsDone ? sentBefore(error) : error;
			});
		// Whole milliseconds, as timers want them.
		const left = Math.max(1, Math.ceil(deadline - elapsed()));
		const outcome = await tryOnce(request, Math.min(timeout, left));
		const delay =
			outcome instanceof ServiceError
				? delayOf(outcome, queue.sign, retryDelay(outcome.facts, repeatable, tries), deadline)
				: undefined;
		queue.leave(ticket, outcome, delay === undefined);
		if (!(outcome instanceof ServiceError)) return outcome;
		const { facts } = outcome;
		// Our own earlier try may have been the one that deleted it.
		if (method === 'DELETE' && isPerhapsDone && isNotFound(outcome)) {
			return { status: 204, headers: {}, body: '' };
		}
		isPerhapsDone ||= mayHaveWorked(outcome);
		if (mayRepeat(facts, repeatable) && !queue.sign.isOpen()) continue;
		if (delay === undefined || elapsed() + delay >= deadline) throw outcome;
		await pause(delay, signal);
		tries++;
	}
}
