import { sleep } from 'n8n-workflow';

import { elapsed, SLICE } from '../clock';
import { Door, newWaits, type Turn } from './door';
import * as errors from './errors';
import { isTrouble, ServiceError } from './errors';
import { purposeOf, PURPOSES, Seen, type Purpose } from './turn';
import type { Sender, ServiceRequest, ServiceResponse } from './types';

/** The most requests under way at once: n8n's helper opens a connection for each, and more look like an attack. */
export const WIDEST = 64;
/** At first: as many as any service takes. */
const FIRST_PLACES = 8;
/** The service does not keep up where its answers take more than so many times as long as the fastest. */
const SLOWER = 2;
/** So many requests that the key may not send, or that somebody else answers, and no success: none will succeed. */
const REFUSED_ALL = 40;
const TOO_LONG = 'It took no request, and these nodes wait for 15 minutes at most';
/** Whoever wonders why a run takes so many milliseconds finds the reason in n8n's log. */
const LONG = 60_000;

/** A request that waits to begin. */
interface Waiter {
	turn: Turn;
	deadline: number;
	begin: () => void;
	fail: (error: ServiceError) => void;
}

/**
 * Where all requests of an execution stand in line. It has places, which grow while the service keeps up and are halved by
 * a complaint, and a door for each purpose, which a complaint or an outage closes. Times are milliseconds of `elapsed`.
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
	/** Milliseconds of the fastest answer, by kind. */
	private readonly fastest = new Map<string, number>();
	/** Quick answers since the places last changed, less slow ones: a few of those, e.g. long documents, say nothing. */
	private quick = 0;
	/** How many were refused for a reason that concerns all, before there was a success. */
	private refusals = 0;
	/** Why no request is sent any more. */
	private end: ServiceError | undefined;

	/** @param account the waits that the service asks for are kept to by all lines of an account in this process */
	constructor(
		account: string,
		readonly timeZone: string,
		private readonly signal: AbortSignal | undefined,
		private readonly warn: (text: string) => void,
	) {
		// What makes documents may be down alone.
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

	/** A request that is going to stand in line, perhaps several times. */
	turnOf(request: ServiceRequest): Turn {
		const purpose = purposeOf(request);
		// What one list of events, or a document, has to wait for is its own; but all wait for what other reading has to wait for.
		const behind = purpose === 'reads' || purpose === 'writes' ? [] : [this.doors.reads];
		return this.doors[purpose].turnOf(request, behind);
	}

	/** Waits until a request may begin. @throws ServiceError where that is too late, or no request is sent any more */
	async enter(turn: Turn, deadline: number): Promise<void> {
		await new Promise<void>((begin, fail) => {
			this.line.add({ turn, deadline, begin, fail });
			this.look();
		});
	}

	/** A request has ended. */
	leave(turn: Turn, outcome: ServiceResponse | ServiceError): void {
		const { door } = turn;
		const isUse = this.fresh() >= this.places && door.fresh.has(turn);
		this.underWay--;
		if (door.ended(turn, outcome)) this.halve();
		else if (isUse && !isTrouble(outcome)) this.answered(turn);
		this.end ??= this.refusalOfAll(outcome);
		this.look();
	}

	/** Dismisses those who need not wait, and lets in those who may begin. */
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

	/** Looks again and again, as long as somebody waits. */
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

	/** Milliseconds in which a request may not begin, whoever else is under way. */
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
			// What n8n is told is what is left of the wait.
			return errors.notSent(errors.untilWhen(reason, left, this.timeZone), why, left);
		}
		return elapsed() >= deadline ? errors.noTimeLeft() : undefined;
	}

	/** Requests that say something about the service as it is now. */
	private fresh(): number {
		return PURPOSES.reduce((sum, purpose) => sum + this.doors[purpose].fresh.size, 0);
	}

	private mayBegin(turn: Turn): boolean {
		const { door } = turn;
		const hasPlace = door.isOpen ? this.fresh() < this.places : door.fresh.size === 0;
		return hasPlace && this.waitOf(turn) <= 0;
	}

	/**
	 * Uploads go first, because reading again and again would keep them from ever being sent. But where one at a time
	 * finds out whether the service takes any, it is another one each time.
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

	/** A request was answered while all places were taken. Answers of one kind are compared. */
	private answered({ request: { expect }, beganAt }: Turn): void {
		const took = elapsed() - beganAt;
		const best = Math.min(took, this.fastest.get(expect) ?? Infinity);
		this.fastest.set(expect, best);
		this.quick = Math.max(0, this.quick + (took > SLOWER * best ? -1 : 1));
		// A full round of them.
		if (this.quick >= this.places) this.setPlaces(Math.min(WIDEST, this.growth(this.places)));
	}

	/** The service asked for fewer requests, or did not answer in time; from now on there are more only step by step. */
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
			// From now on, such refusals are about single records.
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
