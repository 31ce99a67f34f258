import { pause } from '../pause';

import { ServiceError } from './errors';
import { executionCancelled } from './network';
import { delayBeforeRetry, isAmbiguous } from './retry';
import type { SendLimits, ServiceRequest, ServiceResponse } from './types';

const DEFAULT_TIMEOUT = 60_000;

/** Sends once, for so many milliseconds at most. A failure of the service or the network is returned, not thrown. */
export type TryOnce = (request: ServiceRequest, timeout: number) => Promise<ServiceResponse | ServiceError>;

/** The kinds of failure that may pass by themselves. */
const PASSING_KINDS: ReadonlySet<string> = new Set(['status', 'unreachable', 'timeout']);

/**
 * Sends until there is a success, a final failure, or no time left.
 *
 * @throws ServiceError
 */
export async function sendWithRetries(
	tryOnce: TryOnce,
	request: ServiceRequest,
	{ deadline = Infinity, longestPause = Infinity }: SendLimits,
	signal: AbortSignal | undefined,
): Promise<ServiceResponse> {
	let mayHaveWorked = false;
	for (let tries = 1; ; tries++) {
		if (signal?.aborted) throw executionCancelled();
		const timeout = Math.min(request.timeout ?? DEFAULT_TIMEOUT, Math.max(1, deadline - Date.now()));
		const outcome = await tryOnce(request, timeout);
		if (!(outcome instanceof ServiceError)) return outcome;

		const { facts } = outcome;
		// Our own earlier try may have been the one that deleted it.
		if (request.method === 'DELETE' && facts.status === 404 && mayHaveWorked) {
			return { status: 204, headers: {}, body: '' };
		}
		if (!PASSING_KINDS.has(facts.kind)) throw outcome;
		mayHaveWorked ||= isAmbiguous(facts);
		const delay = delayBeforeRetry(facts, request.repeatable, tries, Date.now(), Math.random());
		if (delay === undefined || delay > longestPause || Date.now() + delay >= deadline) throw outcome;
		await pause(delay, signal);
	}
}
