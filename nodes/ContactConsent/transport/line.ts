import { sleep } from 'n8n-workflow';

import { CHECK_INTERVAL, elapsed, MINUTE } from '../lib/time';
import { Door, newServicePart, sharedByDoors, type SharedByDoors } from './door';
import {
	executionCancelled,
	needsAPerson,
	notSent,
	noTimeLeft,
	ServiceError,
	showsNoService,
} from './errors';
import { PATIENCE_IN_WORDS, refusalAt } from './patience';
import { Queue, type Waiter } from './queue';
import { purposeOf, PURPOSES, type Purpose } from './ticket';
import type { Sender, ServiceResponse, Ticket } from './types';
import { Width } from './width';

/** After this many refusals because of the key or the address, without a success, no request is sent any more. */
const MOST_REFUSALS = 40;
/** After this many milliseconds without a success, n8n's log gets the reason. */
const WARN_AFTER = MINUTE;

/** True for a refusal that any further request would get, too: a refused key, or an address that n8n forbids. */
const endsAll = ({ facts: { status, kind } }: ServiceError): boolean => status === 401 || kind === 'blocked';

/** True for a refusal that is about all requests, unless one has succeeded: a setting is wrong, or a right is missing. */
const mayEndAll = (error: ServiceError): boolean =>
	needsAPerson(error) || (error.facts.status === 403 && !error.facts.aboutRecord);

/**
 * Where all requests of an execution wait. In: a request asks to begin (`waitToBegin`), and ends (`ended`). Out: it begins,
 * or it is refused. Three things hold it back:
 *
 * - its door, one for each purpose, which closes after a complaint or in an outage (`door.ts`);
 * - the width, which grows while the service keeps up and is halved if it complains (`width.ts`);
 * - its place among those that wait (`queue.ts`).
 *
 * It is refused if the wait is too long (`patience.ts`), if its time is over, or if nothing is sent any more. Times are
 * milliseconds of `elapsed`.
 *
 * After an answer, only the first of those that wait at each door are looked at. All of them are looked at by a timer, and
 * when a door closes.
 */
export class Line {
	private readonly doors: Readonly<Record<Purpose, Door>>;
	private readonly shared: SharedByDoors;
	private readonly queue: Queue;
	private readonly width = new Width();
	/** The timer runs. It ends when nobody waits. */
	private isWatched = false;
	private hasWarned = false;
	/** Refusals that may concern all requests, counted until the first success. */
	private refusals = 0;
	/** Why no further request is sent. */
	private reasonToStop: ServiceError | undefined;

	/**
	 * @param account its lines in this process share the waits that the service asks for
	 * @param isManual a person has started the execution and watches it
	 */
	constructor(
		account: string,
		readonly timeZone: string,
		private readonly signal: AbortSignal | undefined,
		private readonly warn: (text: string) => void,
		isManual = false,
	) {
		this.shared = sharedByDoors(isManual);
		// The generation of documents may be down while the rest of the service works.
		const [ofRecords, ofDocuments] = [newServicePart(), newServicePart()];
		const doors = PURPOSES.map((purpose) => {
			const part = purpose === 'documents' ? ofDocuments : ofRecords;
			return [purpose, new Door(`${account} ${purpose}`, purpose, this.shared, part)];
		});
		this.doors = Object.fromEntries(doors) as Record<Purpose, Door>;
		this.queue = new Queue(Object.values(this.doors));
	}

	waited(): ReturnType<Sender['waited']> {
		const { onRequest, inOutages } = this.shared;
		return { onRequest: onRequest.passed(), inOutages: inOutages.passed() };
	}

	isOpenFor(ticket: Ticket): boolean {
		return this.doorOf(ticket).isOpen;
	}

	/** Waits until a request may begin. @throws ServiceError if it is too late or nothing is sent any more */
	async waitToBegin(ticket: Ticket, deadline: number): Promise<void> {
		await new Promise<void>((begin, fail) => {
			const error = this.refusalOf(ticket, deadline);
			if (error) return fail(error);
			this.queue.add({ ticket, door: this.doorOf(ticket), deadline, begin, fail });
			this.serve();
		});
	}

	/** Called when a try has ended. */
	ended(ticket: Ticket, outcome: ServiceResponse | ServiceError): void {
		const door = this.doorOf(ticket);
		// Both are about the time before the end, and the door changes with it.
		const { currentUnderWay: inUse } = this;
		const showsSpeed = door.isCurrent(ticket) && door.isOpen && !showsNoService(outcome);
		this.width.ended();
		if (door.ended(ticket, outcome)) this.width.halve();
		else if (showsSpeed) this.width.answered(ticket, inUse);
		this.noteReasonToStop(outcome);
		// Whoever cannot wait for so long is told at once.
		if (this.reasonToStop || !door.isOpen) this.refuseSome();
		this.serve();
	}

	/** Refuses all waiting requests for which `refusalOf` has an error. */
	private refuseSome(): void {
		for (const waiter of this.queue.all) {
			const error = this.refusalOf(waiter.ticket, waiter.deadline);
			if (error === undefined) continue;
			this.queue.remove(waiter);
			waiter.fail(error);
		}
	}

	/** Begins the requests that may begin. */
	private serve(): void {
		for (let next = this.next(); next; next = this.next()) {
			this.queue.remove(next);
			this.width.began();
			next.door.began(next.ticket);
			next.begin();
		}
		void this.watch();
	}

	/** Looks at all waiting requests again and again: whose pause is over, and who has waited too long. */
	private async watch(): Promise<void> {
		if (this.isWatched) return;
		this.isWatched = true;
		for (let { all } = this.queue; all.length > 0; { all } = this.queue) {
			const waits = all.map(({ ticket }) => this.waitOf(ticket)).filter((wait) => wait > 0);
			await sleep(Math.min(CHECK_INTERVAL, ...waits));
			this.queue.endPauses();
			this.refuseSome();
			this.serve();
			this.warnOfOutage();
		}
		this.isWatched = false;
	}

	private warnOfOutage(): void {
		const troubled = Object.values(this.doors).find(
			({ isOpen, troubleSince }) => !isOpen && elapsed() - troubleSince >= WARN_AFTER,
		);
		const reason = troubled?.reason;
		if (this.hasWarned || reason === undefined) return;
		this.hasWarned = true;
		this.warn(
			`no request was taken for a minute; requests wait up to ${PATIENCE_IN_WORDS} (${reason.message})`,
		);
	}

	/** Milliseconds until a request may begin, if it gets a place. */
	waitOf(ticket: Ticket): number {
		return Math.max(
			ticket.notBefore - elapsed(),
			...this.doorsOf(ticket).map((door) => door.waitLeft(ticket.request)),
		);
	}

	private doorOf({ request }: Ticket): Door {
		return this.doors[purposeOf(request)];
	}

	/** A wait for documents or one list of events holds only there. A wait for other reading holds there, too. */
	private doorsOf(ticket: Ticket): Door[] {
		const { reads, writes, ping } = this.doors;
		const door = this.doorOf(ticket);
		return door === reads || door === writes || door === ping ? [door] : [door, reads];
	}

	/** Why a request is refused instead of waiting on; `undefined` if it may wait. */
	private refusalOf(ticket: Ticket, deadline: number): ServiceError | undefined {
		if (this.signal?.aborted) return executionCancelled(true);
		if (this.reasonToStop) return this.reasonToStop;
		for (const door of this.doorsOf(ticket)) {
			const refusal = refusalAt(door, ticket, deadline, this.shared.isPersonWaiting, this.timeZone);
			if (refusal) return refusal;
		}
		return elapsed() >= deadline ? noTimeLeft() : undefined;
	}

	/** How many requests under way show the present state of the service. */
	private get currentUnderWay(): number {
		return Object.values(this.doors).reduce((sum, door) => sum + door.currentUnderWay, 0);
	}

	private mayBegin({ ticket, door }: Waiter): boolean {
		const hasPlace = door.isOpen ? this.currentUnderWay < this.width.count : door.currentUnderWay === 0;
		return hasPlace && this.waitOf(ticket) <= 0;
	}

	private next(): Waiter | undefined {
		return this.width.isFull ? undefined : this.queue.next((waiter) => this.mayBegin(waiter));
	}

	/** Notes whether an outcome shows that all further requests would end like it. */
	private noteReasonToStop(outcome: ServiceResponse | ServiceError): void {
		// From the first success on, a refusal is about a single record.
		if (!(outcome instanceof ServiceError)) this.refusals = -Infinity;
		else if (endsAll(outcome)) this.reasonToStop ??= outcome;
		else if (mayEndAll(outcome) && ++this.refusals >= MOST_REFUSALS) {
			const why = `The first ${MOST_REFUSALS} requests ended like this, so the rest was not sent.`;
			this.reasonToStop ??= notSent(outcome, why);
		}
	}
}
