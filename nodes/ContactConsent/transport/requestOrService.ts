import type { ServiceError } from './errors';
import { rowsOf, type Ticket } from './ticket';

/**
 * Decides whom a failure, or a wait, is blamed on: the request, if the service answered others meanwhile, otherwise the
 * service. Counters go up with each answer, and each request keeps the counts that it saw last (`Ticket`).
 */

/** A part of the service that may be down by itself. Several doors may lead to it. */
export class ServicePart {
	/** The number of answers that prove that it works. */
	answers = 0;
	/** Requests that have failed since a door last opened. */
	readonly failing = new Set<Ticket>();

	get failingRows(): number {
		return [...this.failing].reduce((sum, { request }) => sum + rowsOf(request), 0);
	}
}

/** What the requests at one door show about each other. */
export class OwnFaults {
	private successes = 0;
	/** Signs of a limit that holds for all: a request is told to wait for the first time, or several are. */
	private signsOfLimit = 0;

	constructor(private readonly part: ServicePart) {}

	/** Called before the first try of a request. */
	began(ticket: Ticket): void {
		ticket.answersSeen = this.part.answers;
		ticket.successesSeen = this.successes;
	}

	/** Called after an answer that proves that the service works. */
	answered(): void {
		this.successes++;
		this.part.answers++;
	}

	/** True if others have succeeded at this door since the request began, failed, or was told to wait. */
	othersSucceeded(ticket: Ticket): boolean {
		const isHigher = this.successes > ticket.successesSeen;
		ticket.successesSeen = this.successes;
		return isHigher;
	}

	/** True if a failure is blamed on the request: the service has answered others since it began or last failed. */
	isOwnFailure(ticket: Ticket, { facts }: ServiceError, othersSucceeded: boolean): boolean {
		const othersAnswered = this.part.answers > ticket.answersSeen;
		ticket.answersSeen = this.part.answers;
		// Reading may work while no upload does, so only another upload shows that a 500 is about this one.
		const isFailedUpload = ticket.request.expect === 'accepted' && facts.status === 500;
		return isFailedUpload ? othersSucceeded : othersAnswered;
	}

	/**
	 * True if a wait is blamed on the request: it was told to wait before, the service has taken others since, and there was
	 * no new sign of a limit.
	 *
	 * @param areSeveral several requests are told to wait at once
	 */
	isOwnWait(ticket: Ticket, othersSucceeded: boolean, areSeveral: boolean): boolean {
		const isOwn = ticket.limitSeen === this.signsOfLimit && (othersSucceeded || ticket.ownWaits > 0);
		if (ticket.limitSeen === undefined || areSeveral) this.signsOfLimit++;
		ticket.limitSeen = this.signsOfLimit;
		ticket.ownWaits = isOwn ? ticket.ownWaits + 1 : 0;
		return isOwn;
	}
}
