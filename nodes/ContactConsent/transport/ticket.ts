import type { ServiceRequest } from './types';

/** What requests are for. If the service asks to wait with one purpose, it may still take requests for the others. */
export const PURPOSES = ['reads', 'history', 'latest', 'writes', 'documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const purposeOf = ({ method, expect, list }: ServiceRequest): Purpose =>
	expect === 'pdf' ? 'documents' : method === 'GET' ? (list ?? 'reads') : 'writes';

/** How many rows a request carries. An upload weighs as much as one request for each of its rows. */
export const rowsOf = ({ body }: ServiceRequest): number => (Array.isArray(body) ? body.length : 1);

/** The state of a request through all of its tries. Times are milliseconds of `elapsed`. */
export interface Ticket {
	readonly request: ServiceRequest;
	/** When the next try may begin. */
	notBefore: number;
	/** When the latest try began; 0 before the first one. */
	beganAt: number;
	/** All failed tries. The pauses grow with their number. */
	failures: number;
	/** Failed tries that count against the request. Failures in an outage do not count. */
	countedFailures: number;
	/** The request failed again while others succeeded. */
	failsAlone: boolean;
	/** The answers of the same part of the service when this request began or last failed. */
	answersBefore: number;
	/** The successes at the same door when this request began, last failed or was last asked to wait. */
	successesBefore: number;
	/** The sign of a limit at which this request was last asked to wait. */
	limitSeen?: number;
	/** How often in a row the request was asked to wait for its own sake, while the service took others. */
	ownWaits: number;
	/** When the request was first asked to wait. */
	firstAskedAt?: number;
}

/** The state of a request before its first try. */
export const newTicket = (request: ServiceRequest): Ticket => ({
	request,
	notBefore: 0,
	beganAt: 0,
	failures: 0,
	countedFailures: 0,
	failsAlone: request.failsAlone === true,
	answersBefore: 0,
	successesBefore: 0,
	ownWaits: 0,
});
