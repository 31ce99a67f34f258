import { elapsed, Waited } from '../lib/time';
import { isTrouble, ServiceError } from './errors';
import { asksToWait, isPassing, says } from './statuses';
import { rowsOf, type Purpose, type Ticket } from './ticket';
import type { ServiceRequest, ServiceResponse } from './types';

/**
 * A failure, or a wait, is blamed on the request if the service answered others meanwhile, otherwise on the service. Then
 * the door closes for all, and one request at a time finds out whether the service takes any. It is what others call a
 * circuit breaker:
 *
 *     open    requests begin as the width allows
 *       │     many fail without a success, or the service asks to wait
 *       ▼
 *     closed  nobody begins until the wait is over, then one request at a time
 *       │     it succeeds: open. It fails: closed again, for longer
 */

/** A request sits out waits and outages, until the service has taken no request for this many milliseconds. */
export const PATIENCE = 15 * 60_000;
/** If a person watches, and nothing has succeeded yet, an outage is sat out for this many milliseconds only. */
const PATIENCE_OF_A_PERSON = 30_000;
/**
 * This many failed rows without a success between them are an outage. Fewer may be records that the service cannot
 * process.
 */
const OUTAGE = 20;
/** If fewer rows than this fail at the same time, the service may be fine, so their tries count. */
const ROWS_OF_AN_OUTAGE = 5;
/**
 * This many requests that are asked to wait, without a success between them, have met a limit. A single request may be
 * asked to wait for its own sake.
 */
const REQUESTS_AT_A_LIMIT = 3;
/** The first wait in milliseconds, if the service names none. Most limits are per second. Later waits are longer. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** A random part of the wait, up to this share, is added to it, so that many executions do not come back together. */
const JITTER = 0.25;

const longer = (wait: number): number => Math.min(LONGEST_WAIT, wait) * (1 + JITTER * Math.random());

/** A wait holds for the lists of events no longer than this, whatever it was asked for: a trigger reads them. */
const LONGEST_FOR_LISTS = 60 * 60_000;

/** Waits that the service asked this process for, by account and purpose. Later executions keep to them, too. */
const retryAfterWaits = new Map<string, { since: number; until: number; reason: ServiceError }>();

/** For tests, in which the service asks for long waits. */
export const forgetWaits = (): void => retryAfterWaits.clear();

/** What all doors of a line share. */
export interface Shared {
	/** Times waited: `asked` because the service asked for it, `outage` because it took no request. */
	asked: Waited;
	outage: Waited;
	/** A person watches the execution, and nothing has succeeded in it yet. */
	isPersonWaiting: boolean;
}

export const newShared = (isManual: boolean): Shared => ({
	asked: new Waited(),
	outage: new Waited(),
	isPersonWaiting: isManual,
});

/**
 * True for a failure that may come from too many requests at once: no answer, a connection that breaks off, a gateway, or
 * an n8n host without another connection.
 */
const isOfCrowd = ({ kind, status, neverSent, from }: ServiceError['facts']): boolean =>
	kind === 'timeout' || (kind === 'unreachable' && !neverSent) || says(status, 'gateway') || from === 'host';

/** A part of the service that may be down by itself, as the doors to it have seen. */
export class ServicePart {
	/** The number of answers that prove that it works. */
	answers = 0;
	/** Requests that have failed since the last of these answers. */
	readonly failing = new Set<Ticket>();

	get failingRows(): number {
		return [...this.failing].reduce((sum, { request }) => sum + rowsOf(request), 0);
	}
}

/** What has failed at a door since the last success. */
interface Trouble {
	/** When the first request began that failed, but not before the last success. */
	since: number;
	/** When its first try had failed. */
	firstEnd: number;
	last: ServiceError;
	/** A failed upload counts once for each of its rows. */
	failedRows: number;
	/** Requests that were asked to wait. */
	readonly askedTickets: Set<Ticket>;
}

/** How many rows a failure says something about. A 500 to several rows may be about a single one of them. */
const weightOf = ({ request }: Ticket, { facts }: ServiceError): number =>
	facts.status === 500 ? 1 : rowsOf(request);

/** The way to the service for one purpose. */
export class Door {
	/** Why, and since when until when; `undefined` while the door is open. */
	private closed: { reason: ServiceError; since: number; until: number } | undefined;
	private trouble: Trouble | undefined;
	private lastSuccess = elapsed();
	private successes = 0;
	/** Signs of a limit that holds for all: a request is asked to wait for the first time, or several at once. */
	private signsOfLimit = 0;
	/**
	 * Requests begun since the door was last closed, or since too many were under way. Only their answers show the present
	 * state of the service.
	 */
	private fresh = new Set<Ticket>();

	/** @param name account and purpose; doors with the same name share the waits that the service asked for */
	constructor(
		private readonly name: string,
		private readonly purpose: Purpose,
		private readonly shared: Shared,
		private readonly part: ServicePart,
	) {
		const before = retryAfterWaits.get(name);
		if (before && before.until > elapsed()) this.close(before.reason, before.until, before.since);
	}

	get isOpen(): boolean {
		return this.closed === undefined;
	}

	/** How many requests under way will show the present state of the service. */
	get freshCount(): number {
		return this.fresh.size;
	}

	isFresh(ticket: Ticket): boolean {
		return this.fresh.has(ticket);
	}

	/**
	 * Milliseconds until a request may begin; 0 if the door is open, or if its wait is over. A list of events waits an hour
	 * at most.
	 */
	waitLeft({ list }: Pick<ServiceRequest, 'list'>): number {
		if (this.closed === undefined) return 0;
		const { since, until } = this.closed;
		const end = list === undefined ? until : Math.min(until, since + LONGEST_FOR_LISTS);
		return Math.max(0, end - elapsed());
	}

	/** Why the door is closed, if nothing has succeeded for at least so many milliseconds. */
	reasonIfTroubledFor(milliseconds: number): ServiceError | undefined {
		return elapsed() - this.troubleSince >= milliseconds ? this.closed?.reason : undefined;
	}

	/** Called when a try begins. */
	enter(ticket: Ticket): void {
		if (ticket.beganAt === 0) {
			ticket.answersBefore = this.part.answers;
			ticket.successesBefore = this.successes;
		}
		ticket.beganAt = elapsed();
		this.fresh.add(ticket);
	}

	/** Called when a try has ended. @returns true if its outcome means that too many requests are under way */
	leave(ticket: Ticket, outcome: ServiceResponse | ServiceError): boolean {
		const isFresh = this.fresh.delete(ticket);
		if (!isTrouble(outcome)) {
			this.successes++;
			this.part.answers++;
			this.shared.isPersonWaiting = false;
			// The record is busy, and the service is not: the failure is the request's own.
			if (outcome instanceof ServiceError && isPassing(outcome.facts)) {
				ticket.failures++;
				ticket.countedFailures++;
			}
			if (isFresh) this.open();
			return false;
		}
		const { facts } = outcome;
		this.trouble ??= {
			since: Math.max(this.lastSuccess, ticket.beganAt),
			firstEnd: elapsed(),
			last: outcome,
			failedRows: 0,
			askedTickets: new Set(),
		};
		this.trouble.last = outcome;
		const othersWorked = this.successes > ticket.successesBefore;
		ticket.successesBefore = this.successes;
		if (asksToWait(facts))
			return this.handleWait(ticket, outcome, this.trouble, isFresh, othersWorked) && isFresh;
		if (facts.from === 'host') ticket.failures++;
		else this.handleFailure(ticket, outcome, this.trouble, isFresh, othersWorked);
		const isCrowded = isFresh && isOfCrowd(facts);
		// Requests that were under way together have failed for the same reason.
		if (isCrowded) this.fresh = new Set();
		return isCrowded;
	}

	/** Why a request is refused instead of waiting on; `undefined` if it may wait. */
	refusalFor(
		request: ServiceRequest,
		deadline: number,
	): { reason: ServiceError; tooLong?: 'person' | 'anybody'; waitLeft: number } | undefined {
		const waitLeft = this.waitLeft(request);
		const end = elapsed() + waitLeft;
		// If each try takes a minute, the patience ends before enough tries have failed to close the door.
		const reason = this.closed?.reason ?? this.trouble?.last;
		if (reason === undefined) return undefined;
		if (end - this.troubleSince > PATIENCE) return { reason, tooLong: 'anybody', waitLeft };
		const { isPersonWaiting } = this.shared;
		const firstEnd = this.trouble?.firstEnd ?? Infinity;
		if (isPersonWaiting && !asksToWait(reason.facts) && end - firstEnd > PATIENCE_OF_A_PERSON) {
			return { reason, tooLong: 'person', waitLeft };
		}
		return this.closed && end >= deadline ? { reason, waitLeft } : undefined;
	}

	private get troubleSince(): number {
		return this.trouble?.since ?? this.lastSuccess;
	}

	private open(): void {
		this.closed = this.trouble = undefined;
		this.lastSuccess = elapsed();
		this.part.failing.clear();
	}

	private close(reason: ServiceError, until: number, since = elapsed()): void {
		const { facts } = reason;
		this.shared[asksToWait(facts) ? 'asked' : 'outage'].add(until);
		this.closed = { reason, since, until };
		this.fresh = new Set();
		// Another execution may have been told to wait for longer. Each execution finds out an outage by itself.
		const isNamed = asksToWait(facts) && facts.retryAfterMs;
		const known = retryAfterWaits.get(this.name)?.until ?? 0;
		if (isNamed && until > known) retryAfterWaits.set(this.name, { since, until, reason });
	}

	/** The wait if the service names none or an impossible one: as long as the trouble has lasted so far. */
	private growingWait(): number {
		return longer(this.isOpen ? FIRST_WAIT : Math.max(FIRST_WAIT, elapsed() - this.troubleSince));
	}

	/**
	 * A wait closes the door for everybody. Exceptions: a document waits alone; so does a request that was asked before, if
	 * others were answered since and nobody else was asked.
	 *
	 * @returns true if the wait may come from too many requests
	 */
	private handleWait(
		ticket: Ticket,
		reason: ServiceError,
		{ askedTickets }: Trouble,
		isFresh: boolean,
		othersWorked: boolean,
	): boolean {
		const { retryAfterMs } = reason.facts;
		const isFirst = ticket.firstAskedAt === undefined;
		ticket.firstAskedAt ??= elapsed();
		const isOwn = ticket.limitSeen === this.signsOfLimit && (othersWorked || ticket.ownWaits > 0);
		ticket.ownWaits = isOwn ? ticket.ownWaits + 1 : 0;
		askedTickets.add(ticket);
		const areSeveral = askedTickets.size >= REQUESTS_AT_A_LIMIT;
		if (isFirst || areSeveral) this.signsOfLimit++;
		ticket.limitSeen = this.signsOfLimit;
		if (this.isOpen && !areSeveral && (isOwn || this.purpose === 'documents')) {
			ticket.notBefore = elapsed() + (retryAfterMs || longer(FIRST_WAIT * 2 ** ticket.ownWaits));
			this.shared.asked.add(ticket.notBefore);
			return !isOwn;
		}
		// Requests that were under way together meet the same limit. Later ones close the door again only for a longer wait.
		const isNew = isFresh || this.isOpen;
		const until = elapsed() + (retryAfterMs || (isNew ? this.growingWait() : 0));
		if (isNew || until > (this.closed?.until ?? 0)) this.close(reason, until);
		return true;
	}

	/**
	 * Many failures without a success close the door. While many rows fail together, a failure does not count as a try of
	 * its request. A request that fails again while others succeed does not count as a sign of an outage.
	 */
	private handleFailure(
		ticket: Ticket,
		reason: ServiceError,
		trouble: Trouble,
		isFresh: boolean,
		workedAtThisDoor: boolean,
	): void {
		const { answers, failing } = this.part;
		// Reading may work while no upload does, so only another upload shows that a 500 is about this one.
		const isFailedUpload = ticket.request.expect === 'accepted' && reason.facts.status === 500;
		const othersWorked = isFailedUpload ? workedAtThisDoor : answers > ticket.answersBefore;
		ticket.answersBefore = answers;
		ticket.failures++;
		ticket.failsAlone ||= othersWorked && ticket.failures > 1;
		if (isPassing(reason.facts) && !ticket.failsAlone) {
			trouble.failedRows += weightOf(ticket, reason);
			failing.add(ticket);
		}
		if (othersWorked || (this.isOpen && this.part.failingRows < ROWS_OF_AN_OUTAGE)) ticket.countedFailures++;
		const isDown = this.isOpen ? trouble.failedRows >= OUTAGE : isFresh;
		if (isDown) this.close(reason, elapsed() + this.growingWait());
	}
}
