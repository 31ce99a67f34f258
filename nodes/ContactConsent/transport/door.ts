import { elapsed, Waited } from '../clock';
import { asksToWait, isPassing, isTrouble, type ServiceError } from './errors';
import { rowsOf, type Purpose, type Turn } from './turn';
import type { ServiceResponse } from './types';

/** A request sits out waits and outages, until the service has taken no request for this many milliseconds. */
export const PATIENCE = 15 * 60_000;
/**
 * This many failed rows without a success between them are an outage. Fewer may be records that the service cannot
 * process.
 */
const OUTAGE = 20;
/** If fewer rows than this fail at the same time, the service may be fine, so their tries count. */
const FEW = 5;
/**
 * This many requests that are asked to wait, without a success between them, have met a limit. A single request may be
 * asked to wait for its own sake.
 */
const SEVERAL = 3;
/** The first wait in milliseconds, if the service names none. Most limits are per second. Later waits are longer. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** A random part of the wait, up to this share, is added to it, so that many executions do not come back together. */
const CHANCE = 0.25;

const longer = (wait: number): number => Math.min(LONGEST_WAIT, wait) * (1 + CHANCE * Math.random());

/** Waits that the service asked this process for, by account and purpose. Later executions keep to them, too. */
const namedWaits = new Map<string, { until: number; reason: ServiceError }>();

/** For tests, in which the service asks for long waits. */
export const forgetWaits = (): void => namedWaits.clear();

/** Times waited: `asked` because the service asked for it, `outage` because it took no request. */
export const newWaits = () => ({ asked: new Waited(), outage: new Waited() });

/** Whether a part of the service takes requests, as the doors to it have seen. */
export class Availability {
	/** The number of answers that prove that it does. */
	answers = 0;
	/** Requests that have failed since the last of these answers. */
	readonly failing = new Set<Turn>();

	get failingRows(): number {
		return [...this.failing].reduce((sum, { request }) => sum + rowsOf(request), 0);
	}
}

/**
 * The way to the service for one purpose. While the door is closed, no request begins. After the wait, one request at a
 * time finds out whether the service takes requests again.
 */
export class Door {
	/** Why the door is closed; `undefined` while it is open. */
	reason: ServiceError | undefined;
	private until = 0;
	/** Requests begun since the door was last closed. Only their answers show the present state of the service. */
	fresh = new Set<Turn>();
	/** When the first request began that failed since the last success; until then, the time of the last success. */
	private troubleSince = elapsed();
	private lastFailure: ServiceError | undefined;
	/** Failed rows since the last success. A failed upload counts once for each of its rows. */
	private failures = 0;
	private successes = 0;
	/** Requests that were asked to wait since the last success. */
	private readonly askedSinceSuccess = new Set<Turn>();
	/** Requests that were asked to wait since the last sign of a limit for all requests. */
	private askedSinceLimit = new WeakSet<Turn>();

	/** @param name account and purpose; doors with the same name share the waits that the service asked for */
	constructor(
		private readonly name: string,
		private readonly purpose: Purpose,
		private readonly waits: ReturnType<typeof newWaits>,
		private readonly availability: Availability,
	) {
		const before = namedWaits.get(name);
		if (before && before.until > elapsed()) this.close(before.reason, before.until);
	}

	get isOpen(): boolean {
		return this.reason === undefined;
	}

	/** Milliseconds until a request may begin; 0 while the door is open. */
	waitLeft(): number {
		return this.isOpen ? 0 : Math.max(0, this.until - elapsed());
	}

	/** Milliseconds since the trouble began; 0 while the door is open. */
	closedFor(): number {
		return this.isOpen ? 0 : elapsed() - this.troubleSince;
	}

	/** Called when a try begins. */
	enter(turn: Turn): void {
		if (turn.beganAt === 0) turn.answersBefore = this.availability.answers;
		turn.beganAt = elapsed();
		this.fresh.add(turn);
	}

	/** Called when a try has ended. @returns true if its outcome means that too many requests are under way */
	leave(turn: Turn, outcome: ServiceResponse | ServiceError): boolean {
		const isFresh = this.fresh.delete(turn);
		if (!isTrouble(outcome)) {
			this.successes++;
			this.availability.answers++;
			if (isFresh) this.open();
			return false;
		}
		if (this.lastFailure === undefined) this.troubleSince = Math.max(this.troubleSince, turn.beganAt);
		this.lastFailure = outcome;
		const othersWorked = this.successes > turn.successesBefore;
		turn.successesBefore = this.successes;
		if (asksToWait(outcome.facts)) return this.handleWait(turn, outcome, isFresh, othersWorked) && isFresh;
		this.handleFailure(turn, outcome, isFresh);
		return outcome.facts.kind === 'timeout' && isFresh;
	}

	/** Why a request is refused instead of waiting on; `undefined` if it may wait. */
	refusalFor(deadline: number): { reason: ServiceError; isTooLong: boolean; waitLeft: number } | undefined {
		const waitLeft = this.waitLeft();
		const end = elapsed() + waitLeft;
		const isTooLong = end - this.troubleSince > PATIENCE;
		// If each try takes a minute, the patience ends before enough tries have failed to close the door.
		const reason = this.reason ?? (isTooLong ? this.lastFailure : undefined);
		if (reason === undefined || (!isTooLong && end < deadline)) return undefined;
		return { reason, isTooLong, waitLeft };
	}

	private open(): void {
		this.reason = this.lastFailure = undefined;
		this.troubleSince = elapsed();
		this.failures = 0;
		this.availability.failing.clear();
		this.askedSinceSuccess.clear();
	}

	private close(reason: ServiceError, until: number): void {
		const { facts } = reason;
		this.waits[asksToWait(facts) ? 'asked' : 'outage'].add(until);
		this.reason = this.lastFailure = reason;
		this.until = until;
		this.fresh = new Set();
		// Another execution may have been told to wait for longer. Each execution finds out an outage by itself.
		const isNamed = asksToWait(facts) && facts.retryAfterMs;
		const known = namedWaits.get(this.name)?.until ?? 0;
		if (isNamed && until > known) namedWaits.set(this.name, { until, reason });
	}

	/** The wait if the service names none or an impossible one: as long as the trouble has lasted so far. */
	private growingWait(): number {
		return longer(this.isOpen ? FIRST_WAIT : Math.max(FIRST_WAIT, elapsed() - this.troubleSince));
	}

	/**
	 * A wait closes the door for all requests, with two exceptions, in which only the request itself waits: a document,
	 * and a request that is asked for its own sake. That is so if it is asked again while the service takes others, and no
	 * sign of a limit came in between: a request that is asked for the first time, or several at once.
	 *
	 * @returns true if the wait may come from too many requests
	 */
	private handleWait(turn: Turn, reason: ServiceError, isFresh: boolean, othersWorked: boolean): boolean {
		const { retryAfterMs } = reason.facts;
		const isFirst = turn.firstAskedAt === undefined;
		turn.firstAskedAt ??= elapsed();
		const isOwn = this.askedSinceLimit.has(turn) && (othersWorked || turn.ownWaits > 0);
		turn.ownWaits = isOwn ? turn.ownWaits + 1 : 0;
		this.askedSinceSuccess.add(turn);
		const areSeveral = this.askedSinceSuccess.size >= SEVERAL;
		if (isFirst || areSeveral) this.askedSinceLimit = new WeakSet();
		this.askedSinceLimit.add(turn);
		if (this.isOpen && !areSeveral && (isOwn || this.purpose === 'documents')) {
			turn.notBefore = elapsed() + (retryAfterMs || longer(FIRST_WAIT * 2 ** turn.ownWaits));
			this.waits.asked.add(turn.notBefore);
			return !isOwn;
		}
		// Requests that were under way together meet the same limit. Later ones close the door again only for a longer wait.
		const isNew = isFresh || this.isOpen;
		const until = elapsed() + (retryAfterMs || (isNew ? this.growingWait() : 0));
		if (isNew || until > this.until) this.close(reason, until);
		return true;
	}

	/**
	 * Many failures without a success close the door. While many rows fail together, a failure does not count as a try of
	 * its request. A request that fails again while others succeed does not count as a sign of an outage.
	 */
	private handleFailure(turn: Turn, reason: ServiceError, isFresh: boolean): void {
		const { answers, failing } = this.availability;
		const othersWorked = answers > turn.answersBefore;
		turn.answersBefore = answers;
		turn.failures++;
		turn.failsAlone ||= othersWorked && turn.failures > 1;
		if (isPassing(reason.facts) && !turn.failsAlone) {
			this.failures += rowsOf(turn.request);
			failing.add(turn);
		}
		if (othersWorked || (this.isOpen && this.availability.failingRows < FEW)) turn.countedFailures++;
		const isDown = this.isOpen ? this.failures >= OUTAGE : isFresh;
		if (isDown) this.close(reason, elapsed() + this.growingWait());
		else if (reason.facts.kind === 'timeout' && isFresh) this.fresh = new Set();
	}
}
