import type { FailureFacts, ServiceRequest, Ticket } from './types';

/**
 * Whether a failure, or a wait, is the request's own: then it says nothing about the service, and no other request is
 * held back. It is, if the service has worked for others meanwhile. `door.ts` asks, counts what others got (`Others`) and
 * keeps with each request what it has seen of that (`Ticket.seen`); the questions here change nothing.
 */

/** What others got while a request was waiting for its outcome. */
export interface Others {
	/** An answer from the same part of the service, through whichever door, since the request began or last failed. */
	wereAnswered: boolean;
	/** An answer at the same door, since the request began, failed, or was told to wait. */
	wereAnsweredHere: boolean;
	/** A new sign of a limit for all, since the request was last told to wait. */
	metLimit: boolean;
}

/**
 * True if a failure is the request's own.
 *
 *     request and failure          it is its own if others
 *     an upload, status 500        were answered at the same door: reading may work while no upload does
 *     any other                    were answered by the same part of the service
 */
export function isOwnFailure({ expect }: ServiceRequest, { status }: FailureFacts, others: Others): boolean {
	return expect === 'accepted' && status === 500 ? others.wereAnsweredHere : others.wereAnswered;
}

/**
 * True if a wait is the request's own. `ownWaits` counts how often it has been so in a row.
 *
 *     told to wait before   a limit for all since   others were answered since, or its last wait was its own   its own
 *     no                                                                                                       no
 *     yes                   yes                                                                                no
 *     yes                   no                      no                                                         no
 *     yes                   no                      yes                                                        yes
 */
export const isOwnWait = ({ firstToldToWait, ownWaits }: Ticket, others: Others): boolean =>
	firstToldToWait !== undefined && !others.metLimit && (others.wereAnsweredHere || ownWaits > 0);
