import { sleep } from 'n8n-workflow';

import { CHECK_INTERVAL, elapsed } from '../clock';
import { Availability, Door, newWaits } from './door';
import * as errors from './errors';
import { isTrouble, ServiceError } from './errors';
import { Places, WIDEST } from './places';
import { purposeOf, PURPOSES, type Purpose, type Turn } from './turn';
import type { Sender, ServiceResponse } from './types';

/** After this many refusals because of the key or the address, without a success, no request is sent any more. */
const MOST_REFUSALS = 40;
const TOO_LONG = 'It took no request, and these nodes wait for 15 minutes at most';
/** After this many milliseconds without a success, n8n's log gets the reason. */
const WARN_AFTER = 60_000;

/** A request that waits to begin. */
interface Waiter {
	turn: Turn;
	deadline: number;
	begin: () => void;
	fail: (error: ServiceError) => void;
}

/**
 * Where all requests of an execution wait. The line has places, which grow in number while the service keeps up, and
 * are halved if it complains. It has a door for each purpose, which closes after a complaint or in an outage. Times are
 * milliseconds of `elapsed`.
 */
export class Line {
	private readonly doors: Readonly<Record<Purpose, Door>>;
	private readonly waits = newWaits();
	private readonly waiters = new Set<Waiter>();
	private isWatched = false;
	private hasWarned = false;
	private underWay = 0;
	private readonly places = new Places();
	/** Refusals that may concern all requests, counted until the first success. */
	private refusals = 0;
	/** Why no further request is sent. */
	private reasonToStop: ServiceError | undefined;

	/** @param account its lines in this process share the waits that the service asks for */
	constructor(
		account: string,
		readonly timeZone: string,
		private readonly signal: AbortSignal | undefined,
		private readonly warn: (text: string) => void,
	) {
		// The generation of documents may be down while the rest of the service works.
		const [ofRecords, ofDocuments] = [new Availability(), new Availability()];
		const doors = PURPOSES.map((purpose) => {
			const availability = purpose === 'documents' ? ofDocuments : ofRecords;
			return [purpose, new Door(`${account} ${purpose}`, purpose, this.waits, availability)];
		});
		this.doors = Object.fromEntries(doors) as Record<Purpose, Door>;
	}

	waited(): ReturnType<Sender['waited']> {
		return { asked: this.waits.asked.passed(), outage: this.waits.outage.passed() };
	}

	isOpenFor(turn: Turn): boolean {
		return this.doorOf(turn).isOpen;
	}

	/** Waits until a request may begin. @throws ServiceError if it is too late or nothing is sent any more */
	async enter(turn: Turn, deadline: number): Promise<void> {
		await new Promise<void>((begin, fail) => {
			this.waiters.add({ turn, deadline, begin, fail });
			this.serve();
		});
	}

	/** Called when a try has ended. */
	leave(turn: Turn, outcome: ServiceResponse | ServiceError): void {
		const door = this.doorOf(turn);
		const wasFull = this.fresh() >= this.places.count && door.fresh.has(turn);
		this.underWay--;
		if (door.leave(turn, outcome)) this.places.halve();
		else if (wasFull && !isTrouble(outcome)) this.places.answered(turn);
		this.reasonToStop ??= this.refusalOfAll(outcome);
		this.serve();
	}

	/** Refuses waiting requests for which `refusalOf` has an error, and begins those that may begin. */
	private serve(): void {
		for (const waiter of this.waiters) {
			const error = this.refusalOf(waiter);
			if (error && this.waiters.delete(waiter)) waiter.fail(error);
		}
		for (let next = this.next(); next; next = this.next()) {
			this.waiters.delete(next);
			this.underWay++;
			this.doorOf(next.turn).enter(next.turn);
			next.begin();
		}
		void this.watch();
	}

	/** Calls `serve` again and again while requests wait. */
	private async watch(): Promise<void> {
		if (this.isWatched) return;
		this.isWatched = true;
		while (this.waiters.size > 0) {
			const waits = [...this.waiters].map(({ turn }) => this.waitOf(turn)).filter((wait) => wait > 0);
			await sleep(Math.min(CHECK_INTERVAL, ...waits));
			this.serve();
			this.warnOfOutage();
		}
		this.isWatched = false;
	}

	private warnOfOutage(): void {
		const closed = Object.values(this.doors).find((door) => door.closedFor() >= WARN_AFTER);
		if (this.hasWarned || closed?.reason === undefined) return;
		this.hasWarned = true;
		const { message } = closed.reason;
		this.warn(`no request was taken for a minute; it is waited for 15 minutes at most (${message})`);
	}

	/** Milliseconds until a request may begin, if it gets a place. */
	waitOf(turn: Turn): number {
		return Math.max(turn.notBefore - elapsed(), ...this.doorsOf(turn).map((door) => door.waitLeft()));
	}

	private doorOf({ request }: Turn): Door {
		return this.doors[purposeOf(request)];
	}

	/** A wait for documents or one list of events holds only there. A wait for other reading holds there, too. */
	private doorsOf(turn: Turn): Door[] {
		const { reads, writes } = this.doors;
		const door = this.doorOf(turn);
		return door === reads || door === writes ? [door] : [door, reads];
	}

	private refusalOf({ turn, deadline }: Waiter): ServiceError | undefined {
		if (this.signal?.aborted) return errors.executionCancelled(true);
		if (this.reasonToStop) return this.reasonToStop;
		for (const door of this.doorsOf(turn)) {
			const refusal = door.refusalFor(deadline);
			if (refusal === undefined) continue;
			const { reason, waitLeft, isTooLong } = refusal;
			const isSent = turn.beganAt > 0;
			const why = isTooLong ? TOO_LONG + (isSent ? '.' : ', so the rest was not sent.') : '';
			// n8n is told the rest of the wait, not the whole wait.
			return errors.notSent(errors.untilWhen(reason, waitLeft, this.timeZone), why, waitLeft);
		}
		return elapsed() >= deadline ? errors.noTimeLeft() : undefined;
	}

	/** How many requests under way will show the present state of the service. */
	private fresh(): number {
		return Object.values(this.doors).reduce((sum, { fresh }) => sum + fresh.size, 0);
	}

	private mayBegin(turn: Turn): boolean {
		const door = this.doorOf(turn);
		const hasPlace = door.isOpen ? this.fresh() < this.places.count : door.fresh.size === 0;
		return hasPlace && this.waitOf(turn) <= 0;
	}

	/**
	 * Uploads come first, because repeated reading could hold them up for ever. But at a closed door, requests take turns,
	 * so that each time a different request finds out whether the service takes any.
	 */
	private next(): Waiter | undefined {
		if (this.underWay >= WIDEST) return undefined;
		let first: Waiter | undefined;
		for (const waiter of this.waiters) {
			if (!this.mayBegin(waiter.turn)) continue;
			if (waiter.turn.request.expect === 'accepted' && this.isOpenFor(waiter.turn)) return waiter;
			first ??= waiter;
		}
		return first;
	}

	private refusalOfAll(outcome: ServiceResponse | ServiceError): ServiceError | undefined {
		if (!(outcome instanceof ServiceError)) {
			// From now on, a refusal is about a single record.
			this.refusals = -Infinity;
			return undefined;
		}
		const { status, kind, aboutRecord } = outcome.facts;
		if (status === 401 || kind === 'blocked') return outcome;
		if (!errors.needsAPerson(outcome) && (status !== 403 || aboutRecord)) return undefined;
		if (++this.refusals < MOST_REFUSALS) return undefined;
		return errors.notSent(
			outcome,
			`The first ${MOST_REFUSALS} requests ended like this, so the rest was not sent.`,
		);
	}
}
