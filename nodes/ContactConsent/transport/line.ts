import { sleep } from 'n8n-workflow';

import { elapsed, SLICE } from '../clock';
import { Door, newWaits, type Turn } from './door';
import * as errors from './errors';
import { isTrouble, ServiceError } from './errors';
import { purposeOf, PURPOSES, Seen, type Purpose } from './turn';
import type { Sender, ServiceRequest, ServiceResponse } from './types';

/** The most requests under way at once. n8n's helper opens a connection for each; more would look like an attack. */
export const WIDEST = 64;
/** The number of places at the beginning. Any service should be able to take this many requests at once. */
const FIRST_PLACES = 8;
/** An answer is slow if it takes more than this many times as long as the fastest answer of its kind. */
const SLOWER = 2;
/** After this many refusals because of the key or the address, without a success, no request is sent any more. */
const REFUSED_ALL = 40;
const TOO_LONG = 'It took no request, and these nodes wait for 15 minutes at most';
/** After this many milliseconds without a success, n8n's log gets the reason. */
const LONG = 60_000;

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
	private readonly line = new Set<Waiter>();
	private isWatched = false;
	private isTold = false;
	private underWay = 0;
	private places = FIRST_PLACES;
	private growth = (places: number) => places * 2;
	/** Milliseconds of the fastest answer, by expected kind. */
	private readonly fastest = new Map<string, number>();
	/** Quick answers minus slow ones since the places last changed. A few slow ones, e.g. documents, do not matter. */
	private quick = 0;
	/** Refusals that may concern all requests, counted until the first success. */
	private refusals = 0;
	/** Why no further request is sent. */
	private end: ServiceError | undefined;

	/** @param account its lines in this process share the waits that the service asks for */
	constructor(
		account: string,
		readonly timeZone: string,
		private readonly signal: AbortSignal | undefined,
		private readonly warn: (text: string) => void,
	) {
		// The generation of documents may be down while the rest of the service works.
		const [ofRecords, ofDocuments] = [new Seen<Door>(), new Seen<Door>()];
		const doors = PURPOSES.map((purpose) => {
			const seen = purpose === 'documents' ? ofDocuments : ofRecords;
			return [purpose, new Door(`${account} ${purpose}`, purpose, this.waits, seen)];
		});
		this.doors = Object.fromEntries(doors) as Record<Purpose, Door>;
	}

	waited(): ReturnType<Sender['waited']> {
		return { asked: this.waits.asked.passed(), outage: this.waits.outage.passed() };
	}

	/** The state of a request for all of its tries. */
	turnOf(request: ServiceRequest): Turn {
		const purpose = purposeOf(request);
		// A wait for documents or one list of events holds only there. A wait for other reading holds there, too.
		const behind = purpose === 'reads' || purpose === 'writes' ? [] : [this.doors.reads];
		return this.doors[purpose].turnOf(request, behind);
	}

	/** Waits until a request may begin. @throws ServiceError if it is too late or nothing is sent any more */
	async enter(turn: Turn, deadline: number): Promise<void> {
		await new Promise<void>((begin, fail) => {
			this.line.add({ turn, deadline, begin, fail });
			this.look();
		});
	}

	/** Called when a try has ended. */
	leave(turn: Turn, outcome: ServiceResponse | ServiceError): void {
		const { door } = turn;
		const isUse = this.fresh() >= this.places && door.fresh.has(turn);
		this.underWay--;
		if (door.ended(turn, outcome)) this.halve();
		else if (isUse && !isTrouble(outcome)) this.answered(turn);
		this.end ??= this.refusalOfAll(outcome);
		this.look();
	}

	/** Refuses waiting requests for which `refusalOf` has an error, and begins those that may begin. */
	private look(): void {
		for (const waiter of this.line) {
			const error = this.refusalOf(waiter);
			if (error && this.line.delete(waiter)) waiter.fail(error);
		}
		for (let next = this.next(); next; next = this.next()) {
			this.line.delete(next);
			this.underWay++;
			next.turn.door.enter(next.turn);
			next.begin();
		}
		void this.watch();
	}

	/** Calls `look` again and again while requests wait. */
	private async watch(): Promise<void> {
		if (this.isWatched) return;
		this.isWatched = true;
		while (this.line.size > 0) {
			const waits = [...this.line].map(({ turn }) => this.waitOf(turn)).filter((wait) => wait > 0);
			await sleep(Math.min(SLICE, ...waits));
			this.look();
			this.tellWhy();
		}
		this.isWatched = false;
	}

	private tellWhy(): void {
		const closed = PURPOSES.map((purpose) => this.doors[purpose]).find((door) => door.closedFor() >= LONG);
		if (this.isTold || closed?.reason === undefined) return;
		this.isTold = true;
		const { message } = closed.reason;
		this.warn(`no request was taken for a minute; it is waited for 15 minutes at most (${message})`);
	}

	/** Milliseconds until a request may begin, if it gets a place. */
	private waitOf({ notBefore, door, behind }: Turn): number {
		return Math.max(notBefore - elapsed(), ...[door, ...behind].map((one) => one.left()));
	}

	private refusalOf({ turn, deadline }: Waiter): ServiceError | undefined {
		if (this.signal?.aborted) return errors.executionCancelled(true);
		if (this.end) return this.end;
		for (const door of [turn.door, ...turn.behind]) {
			const refusal = door.refusalFor(deadline);
			if (refusal === undefined) continue;
			const { reason, left, isTooLong } = refusal;
			const isSent = turn.beganAt > 0;
			const why = isTooLong ? TOO_LONG + (isSent ? '.' : ', so the rest was not sent.') : '';
			// n8n is told the rest of the wait, not the whole wait.
			return errors.notSent(errors.untilWhen(reason, left, this.timeZone), why, left);
		}
		return elapsed() >= deadline ? errors.noTimeLeft() : undefined;
	}

	/** How many requests under way will show the present state of the service. */
	private fresh(): number {
		return PURPOSES.reduce((sum, purpose) => sum + this.doors[purpose].fresh.size, 0);
	}

	private mayBegin(turn: Turn): boolean {
		const { door } = turn;
		const hasPlace = door.isOpen ? this.fresh() < this.places : door.fresh.size === 0;
		return hasPlace && this.waitOf(turn) <= 0;
	}

	/**
	 * Uploads come first, because repeated reading could hold them up for ever. But at a closed door, requests take turns,
	 * so that each time a different request finds out whether the service takes any.
	 */
	private next(): Waiter | undefined {
		if (this.underWay >= WIDEST) return undefined;
		let first: Waiter | undefined;
		for (const waiter of this.line) {
			if (!this.mayBegin(waiter.turn)) continue;
			if (waiter.turn.request.expect === 'accepted' && waiter.turn.door.isOpen) return waiter;
			first ??= waiter;
		}
		return first;
	}

	/** Called when a request was answered while all places were taken. Only answers of one kind are compared. */
	private answered({ request: { expect }, beganAt }: Turn): void {
		const took = elapsed() - beganAt;
		const best = Math.min(took, this.fastest.get(expect) ?? Infinity);
		this.fastest.set(expect, best);
		this.quick = Math.max(0, this.quick + (took > SLOWER * best ? -1 : 1));
		// One quick answer for each place.
		if (this.quick >= this.places) this.setPlaces(Math.min(WIDEST, this.growth(this.places)));
	}

	/** Called when the service asked for fewer requests or was late. From now on, places are added one by one. */
	private halve(): void {
		this.growth = (places) => places + 1;
		this.setPlaces(Math.max(1, Math.floor(this.places / 2)));
	}

	private setPlaces(places: number): void {
		this.places = places;
		this.quick = 0;
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
		if (++this.refusals < REFUSED_ALL) return undefined;
		return errors.notSent(
			outcome,
			`The first ${REFUSED_ALL} requests ended like this, so the rest was not sent.`,
		);
	}
}
