import { pause } from '../pause';

import { isNotFound, ServiceError } from './errors';
import { asksToWait, type Gate } from './gate';
import { executionCancelled } from './network';
import { delayBeforeRetry, isAmbiguous } from './retry';
import type { SendLimits, ServiceRequest, ServiceResponse } from './types';

const DEFAULT_TIMEOUT = 60_000;

/** Sends once, for so many milliseconds at most. A failure of the service or the network is returned, not thrown. */
export type TryOnce = (request: ServiceRequest, timeout: number) => Promise<ServiceResponse | ServiceError>;

/** The kinds of failure that may pass by themselves. */
const PASSING_KINDS: ReadonlySet<string> = new Set(['status', 'unreachable', 'timeout']);

/** One try, as soon as the gate lets it through; nothing is sent that is out of date by then. */
async function tryThroughGate(
	gate: Gate,
	tryOnce: TryOnce,
	request: ServiceRequest,
	limits: SendLimits,
	refused: ServiceError | undefined,
): Promise<ServiceResponse | ServiceError | 'outdated'> {
	const ticket = await gate.enter(request, limits, refused);
	const left = (limits.deadline ?? Infinity) - Date.now();
	let outcome: ServiceResponse | ServiceError | undefined;
	try {
		if (limits.renewal?.isDue()) return 'outdated';
		outcome = await tryOnce(request, Math.min(request.timeout ?? DEFAULT_TIMEOUT, Math.max(1, left)));
		return outcome;
	} finally {
		gate.leave(ticket, outcome);
	}
}

/**
 * Sends until there is a success, a final failure, or no time left. Waiting because the service asks for it is no
 * failed try; the gate says when that has lasted too long.
 *
 * @throws ServiceError
 */
export async function sendWithRetries(
	gate: Gate,
	tryOnce: TryOnce,
	first: ServiceRequest,
	limits: SendLimits,
	signal: AbortSignal | undefined,
): Promise<ServiceResponse> {
	const { deadline = Infinity, longestPause = Infinity, renewal } = limits;
	let request = first;
	let mayHaveWorked = false;
	let refused: ServiceError | undefined;
	for (let tries = 1; ;) {
		if (signal?.aborted) throw executionCancelled();
		const outcome = await tryThroughGate(gate, tryOnce, request, limits, refused);
		if (outcome === 'outdated') {
			// Not with a place at the gate in hand, because what is read anew goes through it, too.
			request = (await renewal?.request()) ?? request;
			continue;
		}
		refused = undefined;
		if (!(outcome instanceof ServiceError)) return outcome;

		const { facts } = outcome;
		// Our own earlier try may have been the one that deleted it.
		if (request.method === 'DELETE' && mayHaveWorked && isNotFound(outcome)) {
			return { status: 204, headers: {}, body: '' };
		}
		if (!PASSING_KINDS.has(facts.kind)) throw outcome;
		mayHaveWorked ||= isAmbiguous(facts);
		if (asksToWait(outcome) && (facts.status === 429 || request.repeatable === 'safe')) {
			refused = outcome;
			continue;
		}
		const delay = delayBeforeRetry(facts, request.repeatable, tries, Date.now(), Math.random());
		if (delay === undefined || delay > longestPause || Date.now() + delay >= deadline) throw outcome;
		await pause(delay, signal);
		tries++;
	}
}
