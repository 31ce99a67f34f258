import type { ServiceRequest } from './types';

/** What requests are for. If the service asks to wait with one purpose, it may still take requests for the others. */
export const PURPOSES = ['reads', 'history', 'latest', 'writes', 'documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const purposeOf = ({ method, expect, list }: ServiceRequest): Purpose =>
	expect === 'pdf' ? 'documents' : method === 'GET' ? (list ?? 'reads') : 'writes';

/** How many rows a request carries. An upload weighs as much as one request for each of its rows. */
export const rowsOf = ({ body }: ServiceRequest): number => (Array.isArray(body) ? body.length : 1);

/** How requests ended, shared by the doors to the same part of the service. */
export class Seen<Door> {
	/** Answers that prove that the service takes requests, of all these doors. */
	answers = 0;
	/** Requests that have failed since the last of these answers. */
	readonly failing = new Set<Turn<Door>>();

	get failingRows(): number {
		return [...this.failing].reduce((sum, { request }) => sum + rowsOf(request), 0);
	}
}

/** The state of a request through all of its tries. Times are milliseconds of `elapsed`. */
export interface Turn<Door> {
	readonly request: ServiceRequest;
	readonly door: Door;
	/** Other doors whose waits this request keeps to, too. */
	readonly behind: readonly Door[];
	/** When the next try may begin. */
	notBefore: number;
	beganAt: number;
	/** Failed tries that count against the request. Failures in an outage do not count. */
	tries: number;
	/** All failed tries. The pauses grow with their number. */
	failures: number;
	/** The request failed again while others succeeded. */
	failsAlone: boolean;
	/** The counts of other requests when this one began, last failed, or was last asked to wait. */
	answers: number;
	successes: number;
	othersRefused: number;
	/** How often the request was asked to wait while the service took others. */
	strikes: number;
	/** When the request was first asked to wait. */
	since?: number;
}
