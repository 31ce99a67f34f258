import { elapsed, Waited } from '../lib/time';
import { isTrouble, ServiceError } from './errors';
import { OwnFaults, type ServicePart } from './requestOrService';
import { keepNamedWait, namedWait, type Wait } from './retryAfterWaits';
import { asksToWait, isPassing, says } from './statuses';
import { rowsOf, type Generation, type Purpose, type Ticket } from './ticket';
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
 *
 * A request ends in one of three ways: it is answered, it is told to wait, or it fails. `requestOrService.ts` decides whom that is
 * blamed on, and `patience.ts` how long others wait at a closed door.
 */

/**
 * This many failed rows without a success between them are an outage. Fewer may be records that the service cannot
 * process.
 */
const OUTAGE = 20;
/** If fewer rows than this fail at the same time, the service may be fine, so their tries count. */
const ROWS_OF_AN_OUTAGE = 5;
/**
 * This many requests that are told to wait, without a success between them, have met a limit. A single request may be
 * told to wait for its own sake.
 */
const REQUESTS_AT_A_LIMIT = 3;
/** The first wait in milliseconds, if the service names none. Most limits are per second. Later waits are longer. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** A random part of the wait, up to this share, is added to it, so that many executions do not come back together. */
const JITTER = 0.25;

/** A wait holds for the lists of events no longer than this, whatever the service named: a trigger reads them. */
const LONGEST_FOR_LISTS = 60 * 60_000;

const withJitter = (wait: number): number => Math.min(LONGEST_WAIT, wait) * (1 + JITTER * Math.random());

/** What all doors of a line share. */
export interface SharedByDoors {
	/** Times waited because the service asked for it, and because it took no request. */
	onRequest: Waited;
	inOutages: Waited;
	/** A person watches the execution, and nothing has succeeded in it yet. */
	isPersonWaiting: boolean;
}

export const sharedByDoors = (isManual: boolean): SharedByDoors => ({
	onRequest: new Waited(),
	inOutages: new Waited(),
	isPersonWaiting: isManual,
});

/** What has gone wrong at a door since the last success. */
interface Trouble {
	/** When the first request began that failed, but not before the last success. */
	since: number;
	/** When its first try had failed. */
	firstEnd: number;
	last: ServiceError;
	/** Signs of an outage. A failed upload counts once for each of its rows. */
	failedRows: number;
	/** The requests that were told to wait. */
	readonly toldToWait: Set<Ticket>;
}

/** A failed try of a request. */
interface FailedTry {
	ticket: Ticket;
	error: ServiceError;
	/** The try shows the present state of the service. */
	isCurrent: boolean;
	/** Others have succeeded at this door since the request last looked. */
	othersSucceeded: boolean;
}

/** How many rows a failure says something about. A 500 to several rows may be about a single one of them. */
const weightOf = ({ ticket, error }: FailedTry): number =>
	error.facts.status === 500 ? 1 : rowsOf(ticket.request);

/**
 * True for a failure that may come from too many requests at once: no answer, a connection that breaks off, a gateway, or
 * an n8n host without another connection.
 */
const isOfCrowd = ({ kind, status, neverSent, from }: ServiceError['facts']): boolean =>
	kind === 'timeout' || (kind === 'unreachable' && !neverSent) || says(status, 'gateway') || from === 'host';

/** The way to the service for one purpose. */
export class Door {
	/** `undefined` while the door is open. */
	private closed: Wait | undefined;
	/** `undefined` if nothing has gone wrong since the last success. */
	private trouble: Trouble | undefined;
	private lastSuccess = elapsed();
	private readonly ownFaults: OwnFaults;
	private generation: Generation = { underWay: 0 };

	/** @param name account and purpose; doors with the same name share the waits that the service names */
	constructor(
		private readonly name: string,
		private readonly purpose: Purpose,
		private readonly shared: SharedByDoors,
		private readonly part: ServicePart,
	) {
		this.ownFaults = new OwnFaults(part);
		const named = namedWait(name);
		if (named && named.until > elapsed()) this.close(named);
	}

	get isOpen(): boolean {
		return this.closed === undefined;
	}

	// How a request begins

	/** How many requests of the present generation are under way. */
	get currentUnderWay(): number {
		return this.generation.underWay;
	}

	/** True if the latest try of a request, which is under way, shows the present state of the service. */
	isCurrent({ generation }: Ticket): boolean {
		return generation === this.generation;
	}

	/** Called when a try begins. */
	began(ticket: Ticket): void {
		if (ticket.beganAt === 0) this.ownFaults.began(ticket);
		ticket.beganAt = elapsed();
		ticket.generation = this.generation;
		this.generation.underWay++;
	}

	// How a request ends

	/** Called when a try has ended. @returns true if its outcome means that too many requests are under way */
	ended(ticket: Ticket, outcome: ServiceResponse | ServiceError): boolean {
		const isCurrent = this.isCurrent(ticket);
		if (isCurrent) this.generation.underWay--;
		if (!isTrouble(outcome)) {
			this.onAnswer(ticket, outcome, isCurrent);
			return false;
		}
		const othersSucceeded = this.ownFaults.othersSucceeded(ticket);
		const failed: FailedTry = { ticket, error: outcome, isCurrent, othersSucceeded };
		const trouble = this.withTrouble(failed);
		const { facts } = outcome;
		if (asksToWait(facts)) return this.onWait(failed, trouble) && isCurrent;
		// A host of n8n without another connection says nothing about the service.
		if (facts.from === 'host') ticket.failures++;
		else this.onFailure(failed, trouble);
		const isCrowded = isCurrent && isOfCrowd(facts);
		// Requests that were under way together have failed for the same reason.
		if (isCrowded) this.beginGeneration();
		return isCrowded;
	}

	/** The service works, although it may have refused the request. */
	private onAnswer(ticket: Ticket, outcome: ServiceResponse | ServiceError, isCurrent: boolean): void {
		this.ownFaults.answered();
		this.shared.isPersonWaiting = false;
		// The record is busy, and the service is not: the failure is the request's own.
		if (outcome instanceof ServiceError && isPassing(outcome.facts)) {
			ticket.failures++;
			ticket.countedFailures++;
		}
		if (isCurrent) this.open();
	}

	/**
	 * A wait closes the door for everybody. Exceptions: a document waits alone; so does a request that was told to wait
	 * before, if others were answered since and nobody else was told to wait.
	 *
	 * @returns true if the wait may come from too many requests
	 */
	private onWait(failed: FailedTry, trouble: Trouble): boolean {
		const { ticket, error, isCurrent, othersSucceeded } = failed;
		const { retryAfterMs } = error.facts;
		ticket.firstToldToWait ??= elapsed();
		trouble.toldToWait.add(ticket);
		const areSeveral = trouble.toldToWait.size >= REQUESTS_AT_A_LIMIT;
		const isOwn = this.ownFaults.isOwnWait(ticket, othersSucceeded, areSeveral);
		if (this.isOpen && !areSeveral && (isOwn || this.purpose === 'documents')) {
			ticket.notBefore = elapsed() + (retryAfterMs || withJitter(FIRST_WAIT * 2 ** ticket.ownWaits));
			this.shared.onRequest.add(ticket.notBefore);
			return !isOwn;
		}
		// Requests that were under way together meet the same limit. Later ones close the door again only for a longer wait.
		const isNew = isCurrent || this.isOpen;
		const until = elapsed() + (retryAfterMs || (isNew ? this.growingWait() : 0));
		if (isNew || until > (this.closed?.until ?? 0)) this.close({ reason: error, since: elapsed(), until });
		return true;
	}

	/**
	 * Many failures without a success close the door, and so does one when a request finds out whether the service takes
	 * any. A request that fails again while others succeed is no sign of an outage.
	 */
	private onFailure(failed: FailedTry, trouble: Trouble): void {
		const { ticket, error, isCurrent, othersSucceeded } = failed;
		const isOwn = this.ownFaults.isOwnFailure(ticket, error, othersSucceeded);
		ticket.failures++;
		ticket.failsAlone ||= isOwn && ticket.failures > 1;
		if (isPassing(error.facts) && !ticket.failsAlone) {
			trouble.failedRows += weightOf(failed);
			this.part.failing.add(ticket);
		}
		// While many rows fail together, a failure does not count as a try of its request.
		const mayBeOutage = !this.isOpen || this.part.failingRows >= ROWS_OF_AN_OUTAGE;
		if (isOwn || !mayBeOutage) ticket.countedFailures++;
		const isDown = this.isOpen ? trouble.failedRows >= OUTAGE : isCurrent;
		if (isDown) this.close({ reason: error, since: elapsed(), until: elapsed() + this.growingWait() });
	}

	// Opening and closing

	private open(): void {
		this.closed = this.trouble = undefined;
		this.lastSuccess = elapsed();
		this.part.failing.clear();
	}

	private close(wait: Wait): void {
		const { facts } = wait.reason;
		this.shared[asksToWait(facts) ? 'onRequest' : 'inOutages'].add(wait.until);
		this.closed = wait;
		this.beginGeneration();
		// Each execution finds out an outage by itself.
		if (asksToWait(facts) && facts.retryAfterMs) keepNamedWait(this.name, wait);
	}

	private beginGeneration(): void {
		this.generation = { underWay: 0 };
	}

	private withTrouble({ ticket, error }: FailedTry): Trouble {
		this.trouble ??= {
			since: Math.max(this.lastSuccess, ticket.beganAt),
			firstEnd: elapsed(),
			last: error,
			failedRows: 0,
			toldToWait: new Set(),
		};
		this.trouble.last = error;
		return this.trouble;
	}

	/** The wait if the service names none or an impossible one: as long as the trouble has lasted so far. */
	private growingWait(): number {
		return withJitter(this.isOpen ? FIRST_WAIT : Math.max(FIRST_WAIT, elapsed() - this.troubleSince));
	}

	// What those who wait have to know

	/** When something first went wrong, or else the last success. */
	get troubleSince(): number {
		return this.trouble?.since ?? this.lastSuccess;
	}

	/** When a try had first failed since the last success. */
	get firstFailure(): number | undefined {
		return this.trouble?.firstEnd;
	}

	/** Why the door is closed, or what went wrong last; `undefined` if nothing has since the last success. */
	get reason(): ServiceError | undefined {
		return this.closed?.reason ?? this.trouble?.last;
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
}
