import { sleep } from 'n8n-workflow';

import { needsAPerson, ServiceError } from './errors';
import { executionCancelled } from './network';
import { createPace, type Ending, type Ticket, type Widths } from './pace';
import { isPassing } from './retry';
import type { SendLimits, ServiceRequest, ServiceResponse } from './types';

/** Where all requests of an execution queue up, in the order in which they came. */
export interface Gate {
	/**
	 * Waits until a request may begin.
	 *
	 * @param refused what the service said to the request itself, if it is to be sent again: it goes to the front
	 * @throws ServiceError where waiting would take too long, or the execution was cancelled
	 */
	enter(request: ServiceRequest, limits: SendLimits, refused?: ServiceError): Promise<Ticket>;
	/** Tells how a request ended; nothing where it ended in an error of our own. */
	leave(ticket: Ticket, outcome?: ServiceResponse | ServiceError): void;
	/** Milliseconds in which requests waited because the service asked for fewer. */
	waited(): number;
}

/** Nothing is refused only because the service asked to wait, until it has taken no request for this long. */
const PATIENCE = 15 * 60_000;
/** So many answers from elsewhere, and none of the service, show that the address is wrong. */
const ENOUGH = 5;
/** How often deadlines and cancelled executions are looked at, in milliseconds. */
const SLICE = 200;

interface Waiter {
	kind: string;
	deadline: number;
	longestPause: number;
	refused: ServiceError | undefined;
	begin: (ticket: Ticket) => void;
	fail: (error: ServiceError) => void;
}

const noTimeLeft = (): ServiceError =>
	new ServiceError(
		{
			message: 'There was no time left to send the request',
			description: 'Earlier requests used all the time. Try again later.',
		},
		{ kind: 'timeout', neverSent: true },
	);

/** True for an answer that asks to wait; waiting for it is no failed try. */
export const asksToWait = ({ facts: { status, retryAfterMs } }: ServiceError): boolean =>
	status === 429 || (status === 503 && retryAfterMs !== undefined);

function endingOf(outcome: ServiceResponse | ServiceError | undefined): Ending {
	if (outcome === undefined) return { as: 'failed' };
	if (!(outcome instanceof ServiceError)) return { as: 'taken' };
	const { kind, status, retryAfterMs: asked } = outcome.facts;
	if (status === 429) return { as: 'refused', asked };
	if (status === 503) return { as: 'unavailable', asked };
	if (kind === 'timeout') return { as: 'timeout' };
	// Refusals of a request's content are answers like any other.
	return { as: status !== undefined && !isPassing({ status }) ? 'taken' : 'failed' };
}

/** Calls `look` once the time has come; an earlier call replaces a later one, because n8n has no way to end a wait. */
function createAlarm(look: () => void): (now: number, wait: number) => void {
	let next = Infinity;
	return (now, wait) => {
		const at = now + wait;
		if (next <= at) return;
		next = at;
		void sleep(wait).then(() => {
			if (next !== at) return;
			next = Infinity;
			look();
		});
	};
}

/** What the service says about waiting. */
interface Complaint {
	/** What it said last. */
	error: ServiceError;
	/** Since when it has taken no request; missing once it has. */
	since: number | undefined;
	closedUntil: number;
}

/** Why a request need not wait any longer, if so. */
function hopeless(
	{ deadline, longestPause, refused }: Waiter,
	complaint: Complaint | undefined,
	now: number,
) {
	if (complaint && complaint.closedUntil > now) {
		const { error, since = now, closedUntil } = complaint;
		const isTooLong =
			closedUntil >= deadline || closedUntil - now > longestPause || closedUntil - since > PATIENCE;
		if (isTooLong) return refused ?? error;
	}
	return now >= deadline ? (refused ?? noTimeLeft()) : undefined;
}

/**
 * Tells when it is certain that only a person can help: the key is refused, or somebody else answers at the address.
 * Once the service has answered, a strange answer is about one ID alone, e.g. a proxy's to one with a slash.
 */
function createJudge(): (outcome: ServiceResponse | ServiceError | undefined) => ServiceError | undefined {
	let isProven = false;
	let strange = 0;
	return (outcome) => {
		if (outcome instanceof ServiceError && needsAPerson(outcome)) {
			strange++;
			const isCertain = outcome.facts.status === 401 || outcome.facts.kind === 'blocked';
			return isCertain || (!isProven && strange >= ENOUGH) ? outcome : undefined;
		}
		// A refusal of the service itself carries its Request-Id.
		const isRefusal = outcome instanceof ServiceError;
		isProven ||= isRefusal ? outcome.facts.requestId !== undefined : outcome !== undefined;
		return undefined;
	};
}

/**
 * @param signal of a cancelled execution
 * @param widths how many requests may be under way at once
 */
export function createGate(signal: AbortSignal | undefined, widths?: Widths): Gate {
	const pace = createPace(widths);
	const queue: Waiter[] = [];
	const judge = createJudge();
	let complaint: Complaint | undefined;
	/** What only a person can mend: every further request would end the same way. */
	let final: ServiceError | undefined;
	let waited = 0;
	let heldSince: number | undefined;

	const dismissHopeless = (now: number) => {
		for (const waiter of [...queue]) {
			const error = signal?.aborted ? executionCancelled() : (final ?? hopeless(waiter, complaint, now));
			if (error === undefined) continue;
			queue.splice(queue.indexOf(waiter), 1);
			waiter.fail(error);
		}
	};
	/** Lets in whoever may begin. */
	const look = () => {
		const now = Date.now();
		dismissHopeless(now);
		waited += heldSince === undefined ? 0 : now - heldSince;
		heldSince = undefined;
		for (let first = queue[0]; first; first = queue[0]) {
			const wait = pace.wait(now);
			if (wait > 0) {
				if (wait !== Infinity) heldSince = now;
				lookAgain(now, Math.min(wait, SLICE));
				return;
			}
			queue.shift();
			first.begin(pace.begin(now, first.kind));
		}
	};
	const lookAgain = createAlarm(look);

	return {
		async enter({ method, path }, { deadline = Infinity, longestPause = Infinity }, refused) {
			return await new Promise<Ticket>((begin, fail) => {
				const waiter = { kind: `${method} ${path[0]}`, deadline, longestPause, refused, begin, fail };
				queue[refused ? 'unshift' : 'push'](waiter);
				look();
			});
		},
		leave(ticket, outcome) {
			const now = Date.now();
			const ending = endingOf(outcome);
			pace.end(ticket, ending, now);
			final ??= judge(outcome);
			if (outcome instanceof ServiceError && asksToWait(outcome)) {
				complaint = { error: outcome, since: complaint?.since ?? now, closedUntil: pace.closedUntil() };
			} else if (ending.as === 'taken' && complaint) {
				complaint = { ...complaint, since: undefined };
			}
			look();
		},
		waited: () => waited + (heldSince === undefined ? 0 : Date.now() - heldSince),
	};
}
