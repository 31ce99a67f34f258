import { elapsed, HOUR, MINUTE, Waited } from '../lib/time';
import { showsNoService, ServiceError } from './errors';
import { isOwnFailure, isOwnWait, type Others } from './ownFault';
import { keepNamedWait, namedWait, type Wait } from './retryAfterWaits';
import { asksToWait, isPassing, says } from './statuses';
import { rowCountOf, type Purpose } from './ticket';
import type { Counts, FailureFacts, Generation, ServiceRequest, ServiceResponse, Ticket } from './types';

/**
 * A door is the way to the service for one purpose. In: that a try begins (`began`), and how it ends (`ended`). Out: whether
 * requests may begin (`isOpen`, `waitLeft`), and what a refusal has to know (`reason`, `troubleSince`). It closes so that a
 * service that is down, or asks to wait, gets one request at a time. Others call this a circuit breaker:
 *
 *     open    requests begin as the width allows
 *       │     many fail without an answer, or the service asks to wait
 *       ▼
 *     closed  nobody begins until the wait is over, then one request at a time
 *       │     it succeeds: open. It fails: closed again, for longer
 *
 * How a try ends, and what follows (`ownFault.ts` says what is the request's own):
 *
 *     ended with                        the door              the request
 *     an answer, also a refusal         opens                 has its answer; if its record is busy, a failed try
 *     an answer from elsewhere          stays; closed, longer has its answer
 *     a wait, its own or a document's,  stays open            pauses alone
 *     while fewer than three wait
 *     any other wait                    closes for that long  comes again
 *     no connection on n8n's host       stays; closed, longer comes again, without a failed try
 *     a failure, its own, not the first stays as it is        a failed try
 *     a failure, its own, the first     counts its rows       a failed try
 *     any other failure                 counts its rows       a failed try, unless the service is in doubt
 *
 * An open door closes once it has counted 20 rows. A closed one closes again, for longer, after a wait or a failure of the
 * request that finds out, and opens only if a request is answered that began since it closed. The service is in doubt while
 * the door is closed, or while 5 rows fail together. Once a failure of a request was its own and not its first, no failure
 * of it counts rows any more.
 *
 * What it means for other requests. `ended` returns whether the width is halved; `signsOfLimit` counts the signs. Only the
 * present generation halves the width, so requests that were under way together halve it once:
 *
 *     ended with                            halves the width   counts as a sign of a limit
 *     an answer                             no                 no
 *     a wait with which it pauses alone     no                 no
 *     any other wait                        yes                the request's first, and each from the third request on
 *     a failure of a crowd (`isOfCrowd`)    yes                no
 *     any other failure, or from elsewhere  no                 no
 *
 * For example, the requests A and B are told to wait, and a third one is answered after each time:
 *
 *     told to wait   signs that it has seen, signs now   its own              the door       the width   signs then
 *     A              none, 0                             no: its first wait   closes         is halved   1
 *     A              1, 1                                yes                  stays open     stays       1
 *     B              none, 1                             no: its first wait   closes         is halved   2
 *     A              1, 2                                no: B's sign is new  closes         is halved   2
 */

/** This many failed rows without an answer between them close the door. Fewer may be records that cannot be processed. */
const ROWS_THAT_CLOSE = 20;
/** If fewer rows than this fail at the same time, the service may be fine, so that their tries count. */
const ROWS_IN_DOUBT = 5;
/**
 * This many requests that are told to wait, without an answer between them, have met a limit. A single request may be
 * told to wait for its own sake.
 */
const REQUESTS_AT_A_LIMIT = 3;
/** The first wait in milliseconds, if the service names none. Most limits are per second. Later waits are longer. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** A random part of the wait, up to this share, is added to it, so that many executions do not come back together. */
const JITTER = 0.25;
/** A wait holds for the lists of events no longer than this, whatever the service named: a trigger reads them. */
const LONGEST_FOR_LISTS = HOUR;

/**
 * After this many milliseconds without a failure, an open door has no trouble: nothing was asked. If requests go on
 * failing, the next failure comes earlier: after the longest pause before a try (`tries.ts`) and the longest time limit.
 */
const QUIET = 3 * MINUTE;

const withJitter = (wait: number): number => Math.min(LONGEST_WAIT, wait) * (1 + JITTER * Math.random());

/** What all doors of a line share. */
export interface SharedByDoors {
	/** Times waited because the service asked for it, and because it took no request. */
	onRequest: Waited;
	inOutages: Waited;
	/** A person watches the execution, and nothing was answered in it yet. */
	isPersonWaiting: boolean;
}

export const sharedByDoors = (isManual: boolean): SharedByDoors => ({
	onRequest: new Waited(),
	inOutages: new Waited(),
	isPersonWaiting: isManual,
});

/** A part of the service that may be down by itself. Several doors may lead to it, and share this. */
interface ServicePart {
	/** The number of answers that prove that it works. */
	answers: number;
	/** Requests that have failed since one of its doors last opened. */
	readonly failing: Set<Ticket>;
}

export const newServicePart = (): ServicePart => ({ answers: 0, failing: new Set() });

/**
 * What has gone wrong at a door since the last answer. After a quiet time (`QUIET`), its times begin anew, because nobody
 * knows how long the trouble has lasted. What it counts stays until an answer: silence does not show that the service works.
 */
interface Trouble {
	/** When the first request began that failed, but not before the last answer. */
	readonly since: number;
	/** When its first try had failed. */
	readonly firstFailure: number;
	/** The latest failure, and when it came. */
	readonly last: ServiceError;
	readonly lastFailure: number;
	/** Signs of an outage. A failed upload counts once for each of its rows. */
	failedRows: number;
	/** The requests that were told to wait. */
	readonly toldToWait: Set<Ticket>;
}

/** What held before the end of a try changed it. */
interface Before {
	/** The try showed the present state of the service. */
	isCurrent: boolean;
	others: Others;
}

/** Which counters a request remembers, at which moment. `Ticket.seen` says what they are compared for. */
const REMEMBERED = {
	firstTry: ['answersOfPart', 'answersHere'],
	// It is begun anew. The answers since its last wait show whether the next one is its own.
	firstTryAfterWait: ['answersOfPart'],
	wait: ['answersHere', 'signsOfLimit'],
	failure: ['answersOfPart', 'answersHere'],
} as const satisfies Record<string, ReadonlyArray<keyof Counts>>;

const rowsIn = (tickets: Iterable<Ticket>): number =>
	[...tickets].reduce((sum, { request }) => sum + rowCountOf(request), 0);

/** How many rows a failure says something about. A 500 to several rows may be about a single one of them. */
const weightOf = ({ request }: Ticket, { status }: FailureFacts): number =>
	status === 500 ? 1 : rowCountOf(request);

/**
 * True for a failure that may come from too many requests at once: no answer, a connection that breaks off, a gateway, or
 * an n8n host without another connection.
 */
const isOfCrowd = ({ kind, status, neverSent, from }: FailureFacts): boolean =>
	kind === 'timeout' || (kind === 'unreachable' && !neverSent) || says(status, 'gateway') || from === 'host';

export class Door {
	/** `undefined` while the door is open. */
	private closed: Wait | undefined;
	/** `undefined` if nothing has gone wrong since the last answer. */
	private trouble: Trouble | undefined;
	private lastAnswer = elapsed();
	private generation: Generation = { underWay: 0 };
	/** See `Counts`. */
	private answersHere = 0;
	private signsOfLimit = 0;

	/** @param name account and purpose; doors with the same name share the waits that the service names */
	constructor(
		private readonly name: string,
		private readonly purpose: Purpose,
		private readonly shared: SharedByDoors,
		private readonly part: ServicePart,
	) {
		const named = namedWait(name);
		if (named && named.until > elapsed()) this.close(named);
	}

	// Questions. They change nothing

	get isOpen(): boolean {
		return this.closed === undefined;
	}

	/** How many requests of the present generation are under way. */
	get currentUnderWay(): number {
		return this.generation.underWay;
	}

	/** True if the latest try of a request, which is under way, shows the present state of the service. */
	isCurrent({ generation }: Ticket): boolean {
		return generation === this.generation;
	}

	/** When something first went wrong, or else the last answer. */
	get troubleSince(): number {
		return this.trouble?.since ?? this.lastAnswer;
	}

	/** When a try had first failed since the last answer. */
	get firstFailure(): number | undefined {
		return this.trouble?.firstFailure;
	}

	/** Why the door is closed, or what went wrong last; `undefined` if nothing has since the last answer, or lately. */
	get reason(): ServiceError | undefined {
		return this.closed?.reason ?? (this.isQuiet ? undefined : this.trouble?.last);
	}

	/** True if nothing has failed at the open door lately. */
	private get isQuiet(): boolean {
		return this.isOpen && elapsed() - (this.trouble?.lastFailure ?? -Infinity) > QUIET;
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

	private get counts(): Counts {
		return {
			answersOfPart: this.part.answers,
			answersHere: this.answersHere,
			signsOfLimit: this.signsOfLimit,
		};
	}

	private othersSince({ seen }: Ticket): Others {
		const { counts } = this;
		return {
			wereAnswered: counts.answersOfPart > seen.answersOfPart,
			wereAnsweredHere: counts.answersHere > seen.answersHere,
			metLimit: counts.signsOfLimit > seen.signsOfLimit,
		};
	}

	/** The wait if the service names none or an impossible one: as long as the trouble has lasted so far. */
	private growingWait(): number {
		return withJitter(this.isOpen ? FIRST_WAIT : Math.max(FIRST_WAIT, elapsed() - this.troubleSince));
	}

	// How a try begins and ends

	/** Called when a try begins. */
	began(ticket: Ticket): void {
		if (ticket.beganAt === 0) {
			this.remember(ticket, ticket.firstToldToWait === undefined ? 'firstTry' : 'firstTryAfterWait');
		}
		ticket.beganAt = elapsed();
		ticket.generation = this.generation;
		this.generation.underWay++;
	}

	/** Called when a try has ended. @returns true if its outcome means that too many requests are under way */
	ended(ticket: Ticket, outcome: ServiceResponse | ServiceError): boolean {
		const before = { isCurrent: this.isCurrent(ticket), others: this.othersSince(ticket) };
		if (before.isCurrent) this.generation.underWay--;
		if (!showsNoService(outcome)) {
			this.noteAnswer(ticket, outcome, before);
			return false;
		}
		return asksToWait(outcome.facts)
			? this.noteWait(ticket, outcome, before)
			: this.noteFailure(ticket, outcome, before);
	}

	/** All writes to `Ticket.seen`. */
	private remember({ seen }: Ticket, moment: keyof typeof REMEMBERED): void {
		const { counts } = this;
		for (const counter of REMEMBERED[moment]) seen[counter] = counts[counter];
	}

	/** The service works, although it may have refused the request. */
	private noteAnswer(ticket: Ticket, outcome: ServiceResponse | ServiceError, { isCurrent }: Before): void {
		this.answersHere++;
		this.part.answers++;
		this.shared.isPersonWaiting = false;
		// The record is busy, and the service is not: the failure is the request's own.
		if (outcome instanceof ServiceError && isPassing(outcome.facts)) {
			ticket.failures++;
			ticket.countedFailures++;
		}
		if (isCurrent) this.open();
	}

	private noteTrouble({ beganAt }: Ticket, error: ServiceError): Trouble {
		const now = elapsed();
		const { since, firstFailure } =
			this.isQuiet || this.trouble === undefined
				? { since: Math.max(this.lastAnswer, beganAt), firstFailure: now }
				: this.trouble;
		// Also after a quiet time, the counts go on. Only an answer ends them.
		const counted = { failedRows: 0, toldToWait: new Set<Ticket>(), ...this.trouble };
		this.trouble = { ...counted, since, firstFailure, last: error, lastFailure: now };
		return this.trouble;
	}

	/**
	 * The request was told to wait. Whether the wait is its own is asked first, because the updates change the answer.
	 *
	 * @returns true if the wait may come from too many requests
	 */
	private noteWait(ticket: Ticket, error: ServiceError, { isCurrent, others }: Before): boolean {
		const { retryAfterMs } = error.facts;
		const { toldToWait } = this.noteTrouble(ticket, error);
		const isOwn = isOwnWait(ticket, others);
		toldToWait.add(ticket);
		const isLimitForAll = toldToWait.size >= REQUESTS_AT_A_LIMIT;
		if (ticket.firstToldToWait === undefined || isLimitForAll) this.signsOfLimit++;
		// After the sign is counted. Otherwise the request would take its own sign for a limit that others have met
		// (`metLimit`), and its next wait would close the door for all.
		this.remember(ticket, 'wait');
		ticket.firstToldToWait ??= elapsed();
		// Counted also if the door takes the wait for all: three in a row end the request, whoever else waits.
		ticket.ownWaits = isOwn ? ticket.ownWaits + 1 : 0;
		const pausesAlone = this.isOpen && !isLimitForAll && (isOwn || this.purpose === 'documents');
		if (pausesAlone) {
			ticket.notBefore = elapsed() + (retryAfterMs || withJitter(FIRST_WAIT * 2 ** ticket.ownWaits));
			this.shared.onRequest.add(ticket.notBefore);
			return !isOwn && isCurrent;
		}
		// Requests that were under way together meet the same limit. Later ones close the door again only for a longer wait.
		const isNew = isCurrent || this.isOpen;
		const until = elapsed() + (retryAfterMs || (isNew ? this.growingWait() : 0));
		if (isNew || until > (this.closed?.until ?? 0)) this.close({ reason: error, since: elapsed(), until });
		return isCurrent;
	}

	/** The request got no usable answer. @returns true if that may come from too many requests */
	private noteFailure(ticket: Ticket, error: ServiceError, before: Before): boolean {
		ticket.failures++;
		const trouble = this.noteTrouble(ticket, error);
		this.remember(ticket, 'failure');
		// A host of n8n without another connection says nothing about the service.
		if (error.facts.from !== 'host') this.countFailure(ticket, error, trouble, before);
		if (this.closesAfter(trouble, before)) {
			this.close({ reason: error, since: elapsed(), until: elapsed() + this.growingWait() });
		}
		const isCrowded = before.isCurrent && isOfCrowd(error.facts);
		// Requests that were under way together have failed for the same reason.
		if (isCrowded) this.beginGeneration();
		return isCrowded;
	}

	/**
	 * Counts a failure against its request, or against the service. In this order, because answers need those above them:
	 *
	 *     question                    yes, if
	 *     is it the request's own?    others were answered meanwhile (`ownFault.ts`)
	 *     does it count rows?         it may pass, and the request does not fail alone
	 *     does it count as a try?     it is its own, or the service is not in doubt
	 */
	private countFailure(ticket: Ticket, error: ServiceError, trouble: Trouble, { others }: Before): void {
		const isOwn = isOwnFailure(ticket.request, error.facts, others);
		// The first failure may be the beginning of an outage, although others were answered just before.
		ticket.failsAlone ||= isOwn && ticket.failures > 1;

		const countsRows = isPassing(error.facts) && !ticket.failsAlone;
		if (countsRows) this.countRows(ticket, error, trouble);

		const countsAsTry = isOwn || !this.isServiceInDoubt;
		if (countsAsTry) ticket.countedFailures++;
	}

	/**
	 * True if a failure closes the door. Open: 20 rows are counted. Closed: the request was to find out whether it opens;
	 * whatever it met, others would meet the same at once.
	 */
	private closesAfter({ failedRows }: Trouble, { isCurrent }: Before): boolean {
		return this.isOpen ? failedRows >= ROWS_THAT_CLOSE : isCurrent;
	}

	/** The rows of a failed request are signs of an outage. */
	private countRows(ticket: Ticket, { facts }: ServiceError, trouble: Trouble): void {
		trouble.failedRows += weightOf(ticket, facts);
		this.part.failing.add(ticket);
	}

	/** True if the service may be down: the door is closed, or many rows fail together. */
	private get isServiceInDoubt(): boolean {
		return !this.isOpen || rowsIn(this.part.failing) >= ROWS_IN_DOUBT;
	}

	// Opening and closing

	private open(): void {
		this.closed = this.trouble = undefined;
		this.lastAnswer = elapsed();
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
}
