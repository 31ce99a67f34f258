import type { ServiceRequest } from './types';

/** What requests are for. If the service asks to wait with one purpose, it may still take requests for the others. */
export const PURPOSES = ['reads', 'history', 'latest', 'writes', 'documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const purposeOf = ({ method, expect, list }: ServiceRequest): Purpose =>
	expect === 'pdf' ? 'documents' : method === 'GET' ? (list ?? 'reads') : 'writes';

/** How many rows a request carries. An upload weighs as much as one request for each of its rows. */
export const rowCountOf = ({ body }: ServiceRequest): number => (Array.isArray(body) ? body.length : 1);

/**
 * Requests that began in the same state of the door. A new generation begins when the door closes, or when too many
 * requests were under way. Only the present generation shows the present state of the service: what earlier requests
 * meet was known when it began.
 */
export interface Generation {
	underWay: number;
}

/** What a door counts. The numbers only go up. */
export interface Counts {
	/** Answers that prove that this part of the service works, through all of its doors. */
	answers: number;
	/** Such answers at this door. */
	successes: number;
	/** Signs of a limit that holds for all: a request is told to wait for the first time, or several are. */
	signsOfLimit: number;
}

/** What is known of a request through all of its tries. Times are milliseconds of `elapsed`. */
export interface Ticket {
	readonly request: ServiceRequest;
	/** When the next try may begin. */
	notBefore: number;
	/** When the latest try began; 0 before the first one. */
	beganAt: number;
	/** In which the latest try began; `undefined` before the first one. */
	generation?: Generation;
	/** All failed tries. The pauses grow with their number. */
	failures: number;
	/** Failed tries that count against the request. Failures in an outage do not count. */
	countedFailures: number;
	/** Its failures are no sign of an outage: it failed again while others were answered, or its sender knows so. */
	failsAlone: boolean;
	/**
	 * The counters of its door, as this request remembers them. If one is higher now, others got something meanwhile:
	 *
	 *     counter       remembered when                                    says, if it is higher
	 *     answers       the first try begins, any failure                  `Others.wereAnswered`: a failure is its own
	 *     successes     the first try begins, any failure, told to wait    `Others.succeeded`: a 500 to an upload, or a
	 *                                                                      wait, is its own
	 *     signsOfLimit  told to wait                                       `Others.metLimit`: a wait is not its own
	 */
	readonly seen: Counts;
	/** How often in a row a wait was the request's own (`ownFault.ts`). */
	ownWaits: number;
	/** When the request was first told to wait. */
	firstToldToWait?: number;
}

/** A request before its first try. */
export const newTicket = (request: ServiceRequest): Ticket => ({
	request,
	notBefore: 0,
	beganAt: 0,
	failures: 0,
	countedFailures: 0,
	failsAlone: request.failsAlone === true,
	seen: { answers: 0, successes: 0, signsOfLimit: 0 },
	ownWaits: 0,
});

/** Milliseconds from when a request was first told to wait to its next try; 0 if it was never told to wait. */
export const waitInAll = ({ notBefore, firstToldToWait }: Ticket): number =>
	firstToldToWait === undefined ? 0 : notBefore - firstToldToWait;
