import { elapsed } from '../clock';
import { asksToWait, isPassing, isTrouble, type ServiceError } from './errors';
import type { ServiceRequest, ServiceResponse } from './types';

/** Nothing is refused only for a wait or an outage, until nothing was taken for so many milliseconds. */
export const PATIENCE = 15 * 60_000;
/** So many failures in a row are an outage, and not a few records that the service cannot process. */
const OUTAGE = 20;
/** Fewer requests that fail beside each other say nothing about the service: their tries count. */
const FEW = 5;
/** So many requests in a row that are asked to wait, where one alone may be asked for its own sake. */
const SEVERAL = 3;
/** The first wait where the service names none, because most limits are for a second. Then it grows. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** Up to so much longer by chance, so that many executions do not come back together. */
const CHANCE = 0.25;

/** What requests are for: a service that asks to wait with one of them may well take the others. */
export const PURPOSES = ['reads', 'history', 'latest', 'writes', 'documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const purposeOf = ({ method, expect, list }: ServiceRequest): Purpose =>
	expect === 'pdf' ? 'documents' : method === 'GET' ? (list ?? 'reads') : 'writes';

/** A request on its way through all of its tries. Times are milliseconds of `elapsed`. */
export interface Turn {
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
	/** What the door had seen of others when this request last failed, or was last asked to wait. */
	successes: number;
	othersRefused: number;
	/** How often it was asked to wait although the service took others. */
	strikes: number;
	/** When it was first asked to wait. */
	since?: number;
}

const longer = (wait: number): number => Math.min(LONGEST_WAIT, wait) * (1 + CHANCE * Math.random());

/** The waits that the service asked this process for, by account and purpose: later executions keep to them, too. */
const asked = new Map<string, { until: number; reason: ServiceError }>();

/** For tests, which ask for long waits. */
export const forgetWaits = (): void => asked.clear();

/**
 * The way to the service for one purpose. While the door is closed, nobody begins. When the wait is over, one request at
 * a time finds out whether the service takes any again.
 */
export class Door {
	/** Why it is closed, until an answer opens it. */
	reason: ServiceError | undefined;
	private until = 0;
	/** Requests begun since it was last closed: only their answers say anything about the service as it is now. */
	fresh = new Set<Turn>();
	/** The last success; once a request has failed, when that was begun. */
	private since = elapsed();
	private lastFailure: ServiceError | undefined;
	/** Failed tries in a row, and whose they were. */
	private failures = 0;
	private readonly failing = new Set<Turn>();
	/** Requests that were asked to wait, in a row. */
	private readonly complaining = new Set<Turn>();
	private successes = 0;
	/** Requests that were asked to wait for the first time, or several together: those of a limit. */
	private refused = 0;
	/** Milliseconds that the service has asked for, in all, and when they are over. */
	private askedFor = 0;
	private askedUntil = 0;

	/** @param name account and purpose: doors of one name keep to the waits that any of them was asked for */
	constructor(
		private readonly name: string,
		private readonly purpose: Purpose,
	) {
		const before = asked.get(name);
		if (before && before.until > elapsed()) this.close(before.reason, before.until);
	}

	get isOpen(): boolean {
		return this.reason === undefined;
	}

	/** Milliseconds in which nobody may begin. */
	left(): number {
		return this.isOpen ? 0 : Math.max(0, this.until - elapsed());
	}

	/** Milliseconds that have passed of those that the service asked for. */
	waited(): number {
		return this.askedFor - Math.max(0, this.askedUntil - elapsed());
	}

	turnOf(request: ServiceRequest, behind: readonly Door[]): Turn {
		const { successes, refused: othersRefused } = this;
		const counts = { notBefore: 0, beganAt: 0, tries: 0, failures: 0, strikes: 0, failsAlone: false };
		return { request, door: this, behind, successes, othersRefused, ...counts };
	}

	/** A request begins. */
	enter(turn: Turn): void {
		turn.beganAt = elapsed();
		this.fresh.add(turn);
	}

	/** A try has ended. @returns whether it says that there are too many requests under way */
	ended(turn: Turn, outcome: ServiceResponse | ServiceError): boolean {
		const isFresh = this.fresh.delete(turn);
		if (!isTrouble(outcome)) {
			this.successes++;
			if (isFresh) this.open();
			return false;
		}
		if (this.lastFailure === undefined) this.since = Math.max(this.since, turn.beganAt);
		this.lastFailure = outcome;
		const othersWorked = this.successes > turn.successes;
		turn.successes = this.successes;
		if (asksToWait(outcome.facts)) return this.askedToWait(turn, outcome, isFresh, othersWorked) && isFresh;
		this.failed(turn, outcome, isFresh, othersWorked);
		return outcome.facts.kind === 'timeout' && isFresh;
	}

	/** Why a request need not wait any longer, if so, and for how long it would have to. */
	refusalFor(deadline: number): { reason: ServiceError; isTooLong: boolean; left: number } | undefined {
		const end = elapsed() + this.left();
		const isTooLong = end - this.since > PATIENCE;
		// Where each try takes a minute, nothing may have failed for good before.
		const reason = this.reason ?? (isTooLong ? this.lastFailure : undefined);
		if (reason === undefined || (!isTooLong && end < deadline)) return undefined;
		return { reason, isTooLong, left: this.left() };
	}

	private open(): void {
		this.reason = this.lastFailure = undefined;
		this.since = elapsed();
		this.failures = 0;
		this.failing.clear();
		this.complaining.clear();
	}

	private close(reason: ServiceError, until: number): void {
		const { facts } = reason;
		if (asksToWait(facts)) this.countWait(until);
		this.reason = this.lastFailure = reason;
		this.until = until;
		this.fresh = new Set();
		// Another execution may have been told to wait for longer. An outage each one finds out by itself.
		const isNamed = asksToWait(facts) && facts.retryAfterMs;
		if (isNamed && until > (asked.get(this.name)?.until ?? 0)) asked.set(this.name, { until, reason });
	}

	private countWait(until: number): void {
		this.askedFor += Math.max(0, until - Math.max(elapsed(), this.askedUntil));
		this.askedUntil = Math.max(this.askedUntil, until);
	}

	/** Where the service names no wait, or none that can be meant: as long again as the trouble has lasted. */
	private growingWait(): number {
		return longer(this.isOpen ? FIRST_WAIT : Math.max(FIRST_WAIT, elapsed() - this.since));
	}

	/**
	 * A wait closes the door for all. But one document may be asked to wait for its own sake, and so is a request which the
	 * service refuses again and again while it takes others: one that no others were refused beside, since it last was.
	 */
	private askedToWait(turn: Turn, reason: ServiceError, isFresh: boolean, othersWorked: boolean): boolean {
		const { retryAfterMs } = reason.facts;
		const isFirst = turn.since === undefined;
		turn.since ??= elapsed();
		const isRepeated = !isFirst && (othersWorked || turn.strikes > 0) && turn.othersRefused === this.refused;
		turn.strikes = isRepeated ? turn.strikes + 1 : 0;
		this.complaining.add(turn);
		const areSeveral = this.complaining.size >= SEVERAL;
		if (isFirst || areSeveral) this.refused++;
		turn.othersRefused = this.refused;
		if (this.isOpen && !areSeveral && (isRepeated || this.purpose === 'documents')) {
			turn.notBefore = elapsed() + (retryAfterMs || longer(FIRST_WAIT * 2 ** turn.strikes));
			this.countWait(turn.notBefore);
			return !isRepeated;
		}
		// Requests that were under way together run into one limit together.
		const isNew = isFresh || this.isOpen;
		const until = elapsed() + (retryAfterMs || (isNew ? this.growingWait() : 0));
		if (isNew || until > this.until) this.close(reason, until);
		return true;
	}

	/**
	 * Many failures without a success close the door, and count against none of those requests. A request that failed again
	 * while others worked says nothing about the service.
	 */
	private failed(turn: Turn, reason: ServiceError, isFresh: boolean, othersWorked: boolean): void {
		turn.failures++;
		turn.failsAlone ||= othersWorked && turn.failures > 1;
		if (isPassing(reason.facts) && !turn.failsAlone) {
			this.failures++;
			this.failing.add(turn);
		}
		if (othersWorked || (this.isOpen && this.failing.size < FEW)) turn.tries++;
		const isDown = this.isOpen ? this.failures >= OUTAGE : isFresh;
		if (isDown) this.close(reason, elapsed() + this.growingWait());
		else if (reason.facts.kind === 'timeout' && isFresh) this.fresh = new Set();
	}
}
