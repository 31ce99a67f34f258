import type { ServiceRequest } from './types';

/** What requests are for: a service that asks to wait with one of them may well take the others. */
export const PURPOSES = ['reads', 'history', 'latest', 'writes', 'documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const purposeOf = ({ method, expect, list }: ServiceRequest): Purpose =>
	expect === 'pdf' ? 'documents' : method === 'GET' ? (list ?? 'reads') : 'writes';

/** The rows that a request carries: an upload has many, and weighs as much as one request for each of them. */
export const rowsOf = ({ body }: ServiceRequest): number => (Array.isArray(body) ? body.length : 1);

/** What was seen since the last answer that counts, by doors whose requests go to the same part of the service. */
export class Seen<Door> {
	/** Answers, of whichever door. */
	answers = 0;
	/** Requests that have failed since the last one. */
	readonly failing = new Set<Turn<Door>>();

	get failingRows(): number {
		return [...this.failing].reduce((sum, { request }) => sum + rowsOf(request), 0);
	}
}

/** A request on its way through all of its tries. Times are milliseconds of `elapsed`. */
export interface Turn<Door> {
	readonly request: ServiceRequest;
	readonly door: Door;
	/** Doors whose waits it keeps to, too. */
	readonly behind: readonly Door[];
	/** When it may begin again. */
	notBefore: number;
	beganAt: number;
	/** Failed tries that count against it: those of an outage do not. */
	tries: number;
	/** All of its failed tries, by which its pauses grow. */
	failures: number;
	/** It failed again while others worked. */
	failsAlone: boolean;
	/** What was seen of others when this request began, last failed, or was last asked to wait. */
	answers: number;
	successes: number;
	othersRefused: number;
	/** How often it was asked to wait although the service took others. */
	strikes: number;
	/** When it was first asked to wait. */
	since?: number;
}
