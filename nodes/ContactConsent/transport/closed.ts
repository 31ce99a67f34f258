import { elapsed } from '../clock';
import { asksToWait, isPassing, isTrouble, needsAPerson, ServiceError } from './errors';
import type { ServiceResponse } from './types';

/** Nothing is refused only for a wait or an outage, until nothing was taken for so many milliseconds. */
const PATIENCE = 15 * 60_000;
const TOO_LONG = 'It took no request, and these nodes wait for 15 minutes at most, so the rest was not sent.';
/** So many failures in a row are an outage, and not a few records that the service cannot process. */
const OUTAGE = 20;
/** So many requests that the key may not send, or that somebody else answers, and no success: none will succeed. */
const REFUSED_ALL = 40;
/** The first wait where the service names none, because most limits are for a second. Then it grows. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** Up to so much longer by chance, so that many executions do not come back together. */
const CHANCE = 0.25;

/** The waits that the service asked this process for, by the name of the sign: later executions keep to them, too. */
const asked = new Map<string, { until: number; reason: ServiceError }>();

/** For tests, which ask for long waits. */
export const forgetWaits = (): void => asked.clear();

/**
 * The sign on the way to the service: while it says "closed", nobody begins. When the wait is over, one request at a
 * time finds out whether the service takes any again. Times are milliseconds of `elapsed`.
 */
export class ClosedSign {
	/** Why it is closed, until an answer opens it. */
	private reason: ServiceError | undefined;
	private until = 0;
	/** The last success; once a request has failed, when that was begun. How many have failed for good since then. */
	private since = elapsed();
	private lastFailure: ServiceError | undefined;
	private failures = 0;
	/** How many were refused for a reason that concerns all, before there was a success. */
	private refusals = 0;
	/** Why no request is sent any more. */
	private end: ServiceError | undefined;
	/** Milliseconds that the service has asked for, in all. */
	private askedFor = 0;
	/** How many different requests in a row ended by being asked to wait. */
	private complaints = 0;

	/**
	 * @param name address, key and purpose: signs of one name keep to the waits that any of them was asked for
	 * @param spared so many requests in a row may be asked to wait before the others wait, too
	 */
	constructor(
		private readonly name: string,
		readonly spared = 0,
	) {
		const before = asked.get(name);
		if (before && before.until > elapsed()) this.close(before.reason, before.until);
	}

	isOpen(): boolean {
		return this.reason === undefined;
	}

	/** Milliseconds in which nobody may begin. */
	left(): number {
		return this.isOpen() ? 0 : Math.max(0, this.until - elapsed());
	}

	/** Milliseconds that have passed of those that the service asked for. */
	waited(): number {
		return Math.max(0, this.askedFor - this.left());
	}

	/**
	 * A try has ended. Not `isFresh`: it was under way already when the sign was closed, so it does not open it. `isFinal`:
	 * it is not tried again. @returns whether the sign was closed, again or for longer
	 */
	ended(outcome: ServiceResponse | ServiceError, isFresh: boolean, isFinal: boolean, beganAt: number) {
		this.end ??= this.refusalOfAll(outcome);
		if (!isTrouble(outcome)) {
			if (isFresh) this.open();
			this.complaints = 0;
			return false;
		}
		const { facts } = outcome;
		if (this.lastFailure === undefined) this.since = Math.max(this.since, beganAt);
		this.lastFailure = outcome;
		if (isFinal && isPassing(facts)) this.failures++;
		if (isFinal && asksToWait(facts)) this.complaints++;
		const asksAll = asksToWait(facts) && (!this.isOpen() || this.complaints >= this.spared);
		const isDown = this.isOpen() ? this.failures >= OUTAGE : isFresh;
		if (!asksAll && !isDown) return false;
		// Requests that were under way together run into one limit together.
		const isNew = isFresh || this.isOpen();
		const until = elapsed() + (facts.retryAfterMs || (isNew ? this.growingWait() : 0));
		if (!isNew && until <= this.until) return false;
		this.close(outcome, until);
		return true;
	}

	/** Why a request need not wait any longer, if so. */
	refusalFor(deadline: number): ServiceError | undefined {
		const end = elapsed() + this.left();
		const isTooLong = end - this.since > PATIENCE;
		// Where each try takes a minute, nothing may have failed for good before.
		const reason = this.reason ?? (isTooLong ? this.lastFailure : undefined);
		if (this.end !== undefined || reason === undefined) return this.end;
		if (!isTooLong && end < deadline) return undefined;
		// What n8n is told is what is left of the wait.
		const retryAfterMs = asksToWait(reason.facts) ? this.left() : undefined;
		return notSent(reason, isTooLong ? TOO_LONG : '', retryAfterMs);
	}

	private open(): void {
		this.reason = this.lastFailure = undefined;
		this.since = elapsed();
		this.failures = 0;
	}

	private close(reason: ServiceError, until: number): void {
		const { facts } = reason;
		if (asksToWait(facts)) this.askedFor += until - Math.max(elapsed(), this.until);
		this.reason = reason;
		this.until = until;
		this.lastFailure = reason;
		if (!asksToWait(facts) || facts.retryAfterMs === undefined) return;
		// Another execution may have been told to wait for longer.
		if (until > (asked.get(this.name)?.until ?? 0)) asked.set(this.name, { until, reason });
	}

	/** Where the service names no wait, or none at all. Once one was too short, as long again as the trouble has lasted. */
	private growingWait(): number {
		const wait = this.isOpen() ? FIRST_WAIT : Math.max(FIRST_WAIT, elapsed() - this.since);
		return Math.min(LONGEST_WAIT, wait) * (1 + CHANCE * Math.random());
	}

	private refusalOfAll(outcome: ServiceResponse | ServiceError): ServiceError | undefined {
		if (!(outcome instanceof ServiceError)) {
			// From now on, such refusals are about single records.
			this.refusals = -Infinity;
			return undefined;
		}
		const { status, kind, aboutRecord } = outcome.facts;
		if (status === 401 || kind === 'blocked') return outcome;
		if (!needsAPerson(outcome) && (status !== 403 || aboutRecord)) return undefined;
		if (++this.refusals < REFUSED_ALL) return undefined;
		const why = `The first ${REFUSED_ALL} requests ended like this, so the rest was not sent.`;
		return notSent(outcome, why);
	}
}

/** A failure as the reason for which something else is not sent. */
function notSent({ message, advice, facts }: ServiceError, why: string, retryAfterMs?: number): ServiceError {
	const words = { message, description: `${advice} ${why}`.trim() };
	return new ServiceError(words, { ...facts, retryAfterMs, neverSent: true });
}
