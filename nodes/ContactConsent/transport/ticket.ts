import type { ServiceRequest, Ticket } from './types';

/** What requests are for. If the service asks to wait with one purpose, it may still take requests for the others. */
export const PURPOSES = ['reads', 'history', 'latest', 'writes', 'documents', 'ping'] as const;
export type Purpose = (typeof PURPOSES)[number];

export function purposeOf({ method, expect, list, anonymous }: ServiceRequest): Purpose {
	// A limit for clients without a key says nothing about those with one.
	if (anonymous) return 'ping';
	return expect === 'pdf' ? 'documents' : method === 'GET' ? (list ?? 'reads') : 'writes';
}

/** How many rows a request carries. An upload weighs as much as one request for each of its rows. */
export const rowCountOf = ({ body }: ServiceRequest): number => (Array.isArray(body) ? body.length : 1);

/** A request before its first try. */
export const newTicket = (request: ServiceRequest): Ticket => ({
	request,
	notBefore: 0,
	beganAt: 0,
	failures: 0,
	countedFailures: 0,
	failsAlone: request.failsAlone === true,
	seen: { answersOfPart: 0, answersHere: 0, signsOfLimit: 0 },
	ownWaits: 0,
});

/**
 * Changes a ticket for a request that its sender begins anew, perhaps with other content: its tries begin anew, and what
 * is known of its waits stays. With a new ticket, each of its waits would look like the first one of another request.
 */
export function beginAnew(ticket: Ticket, request: ServiceRequest): Ticket {
	const { seen, ownWaits, firstToldToWait } = ticket;
	return Object.assign(ticket, newTicket(request), { seen, ownWaits, firstToldToWait });
}

/** Milliseconds from when a request was first told to wait to the end of the wait of its own that it has now. */
export const waitInAll = ({ notBefore, firstToldToWait = notBefore }: Ticket): number =>
	Math.max(0, notBefore - firstToldToWait);
