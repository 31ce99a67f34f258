import { sleep } from 'n8n-workflow';

import { CHECK_INTERVAL, elapsed } from '../lib/time';
import { Door, newShared, ServicePart } from './door';
import * as errors from './errors';
import { isTrouble, ServiceError } from './errors';
import { purposeOf, PURPOSES, type Purpose, type Ticket } from './ticket';
import type { Sender, ServiceResponse } from './types';
import { Width } from './width';

/** After this many refusals because of the key or the address, without a success, no request is sent any more. */
const MOST_REFUSALS = 40;
const TOO_LONG = {
	anybody: 'It took no request, and these nodes wait for 15 minutes at most',
	person:
		'With a person at the screen, n8n does not wait for long; a workflow that runs by itself waits for up to 15 minutes. Try again later; if this goes on, ask the company that runs the service. It took no request for 30 seconds',
};
/** After this many milliseconds without a success, n8n's log gets the reason. */
const WARN_AFTER = 60_000;

/** A request that waits to begin. */
interface Waiter {
	ticket: Ticket;
	deadline: number;
	/** Counts up in the order in which they come. */
	number: number;
	begin: () => void;
	fail: (error: ServiceError) => void;
}

/**
 * Who begins before others, whoever came first. Uploads, because repeated reading could hold them up for ever. Then what
 * others wait for: looks at Operations and reading back, after which a turn on a record ends.
 */
const RANKS = ['upload', 'awaited', 'other'] as const;
const rankOf = ({ request }: Ticket): number =>
	RANKS.indexOf(request.expect === 'accepted' ? 'upload' : request.isAwaited ? 'awaited' : 'other');

/**
 * Where all requests of an execution wait. The line has a width, which grows while the service keeps up, and is halved if
 * it complains. It has a door for each purpose, which closes after a complaint or in an outage. Times are milliseconds of
 * `elapsed`.
 *
 * An answer looks only at the first that waits at each door, however many wait. All of them are looked at by a timer, and
 * when a door closes.
 */
export class Line {
	private readonly doors: Readonly<Record<Purpose, Door>>;
	private readonly shared: ReturnType<typeof newShared>;
	/** Those that may begin as soon as there is room, for each door and by rank, in the order in which they came. */
	private readonly queues = new Map<Door, ReadonlyArray<Set<Waiter>>>();
	/** Those whose own pause is not over yet. */
	private readonly pausing = new Set<Waiter>();
	private comings = 0;
	private isWatched = false;
	private hasWarned = false;
	private readonly width = new Width();
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
		this.shared = newShared(isManual);
		// The generation of documents may be down while the rest of the service works.
		const [ofRecords, ofDocuments] = [new ServicePart(), new ServicePart()];
		const doors = PURPOSES.map((purpose) => {
			const part = purpose === 'documents' ? ofDocuments : ofRecords;
			return [purpose, new Door(`${account} ${purpose}`, purpose, this.shared, part)];
		});
		this.doors = Object.fromEntries(doors) as Record<Purpose, Door>;
		for (const door of Object.values(this.doors)) {
			this.queues.set(
				door,
				RANKS.map(() => new Set()),
			);
		}
	}

	waited(): ReturnType<Sender['waited']> {
		return { asked: this.shared.asked.passed(), outage: this.shared.outage.passed() };
	}

	isOpenFor(ticket: Ticket): boolean {
		return this.doorOf(ticket).isOpen;
	}

	/** Waits until a request may begin. @throws ServiceError if it is too late or nothing is sent any more */
	async enter(ticket: Ticket, deadline: number): Promise<void> {
		await new Promise<void>((begin, fail) => {
			const waiter = { ticket, deadline, number: this.comings++, begin, fail };
			const error = this.refusalOf(waiter);
			if (error) return fail(error);
			if (ticket.notBefore > elapsed()) this.pausing.add(waiter);
			else this.queueOf(ticket).add(waiter);
			this.serve();
		});
	}

	/** Called when a try has ended. */
	leave(ticket: Ticket, outcome: ServiceResponse | ServiceError): void {
		const door = this.doorOf(ticket);
		const [inUse, wasFresh, wasOpen] = [this.fresh(), door.isFresh(ticket), door.isOpen];
		this.width.leave();
		if (door.leave(ticket, outcome)) this.width.halve();
		else if (wasFresh && wasOpen && !isTrouble(outcome)) this.width.answered(ticket, inUse);
		this.reasonToStop ??= this.refusalOfAll(outcome);
		// Whoever cannot wait for so long is told at once.
		if (this.reasonToStop || !door.isOpen) this.refuseSome();
		this.serve();
	}

	private get waiting(): Waiter[] {
		return [...this.pausing, ...[...this.queues.values()].flat().flatMap((queue) => [...queue])];
	}

	private queueOf(ticket: Ticket): Set<Waiter> {
		return this.queues.get(this.doorOf(ticket))?.[rankOf(ticket)] ?? this.pausing;
	}

	private remove(waiter: Waiter): void {
		if (!this.pausing.delete(waiter)) this.queueOf(waiter.ticket).delete(waiter);
	}

	/** Refuses all waiting requests for which `refusalOf` has an error. */
	private refuseSome(): void {
		for (const waiter of this.waiting) {
			const error = this.refusalOf(waiter);
			if (error === undefined) continue;
			this.remove(waiter);
			waiter.fail(error);
		}
	}

	/** Begins the requests that may begin. */
	private serve(): void {
		for (let next = this.next(); next; next = this.next()) {
			this.remove(next);
			this.width.enter();
			this.doorOf(next.ticket).enter(next.ticket);
			next.begin();
		}
		void this.watch();
	}

	/** Looks at all waiting requests again and again: whose pause is over, and who has waited too long. */
	private async watch(): Promise<void> {
		if (this.isWatched) return;
		this.isWatched = true;
		for (let { waiting } = this; waiting.length > 0; { waiting } = this) {
			const waits = waiting.map(({ ticket }) => this.waitOf(ticket)).filter((wait) => wait > 0);
			await sleep(Math.min(CHECK_INTERVAL, ...waits));
			for (const waiter of this.pausing) {
				if (waiter.ticket.notBefore > elapsed()) continue;
				this.pausing.delete(waiter);
				this.queueOf(waiter.ticket).add(waiter);
			}
			this.refuseSome();
			this.serve();
			this.warnOfOutage();
		}
		this.isWatched = false;
	}

	private warnOfOutage(): void {
		const [reason] = Object.values(this.doors).flatMap((door) => door.reasonIfTroubledFor(WARN_AFTER) ?? []);
		if (this.hasWarned || reason === undefined) return;
		this.hasWarned = true;
		this.warn(`no request was taken for a minute; it is waited for 15 minutes at most (${reason.message})`);
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
		const { reads, writes } = this.doors;
		const door = this.doorOf(ticket);
		return door === reads || door === writes ? [door] : [door, reads];
	}

	private refusalOf({ ticket, deadline }: Waiter): ServiceError | undefined {
		if (this.signal?.aborted) return errors.executionCancelled(true);
		if (this.reasonToStop) return this.reasonToStop;
		for (const door of this.doorsOf(ticket)) {
			const refusal = door.refusalFor(ticket.request, deadline);
			if (refusal === undefined) continue;
			const { reason, waitLeft, tooLong } = refusal;
			const isSent = ticket.beganAt > 0;
			const why = tooLong ? TOO_LONG[tooLong] + (isSent ? '.' : ', so the rest was not sent.') : '';
			// n8n is told the rest of the wait, not the whole wait.
			const until = errors.untilWhen(reason, waitLeft, this.timeZone);
			return errors.notSent(until, why, waitLeft, tooLong !== undefined);
		}
		return elapsed() >= deadline ? errors.noTimeLeft() : undefined;
	}

	/** How many requests under way will show the present state of the service. */
	private fresh(): number {
		return Object.values(this.doors).reduce((sum, { freshCount }) => sum + freshCount, 0);
	}

	private mayBegin(ticket: Ticket): boolean {
		const door = this.doorOf(ticket);
		const hasPlace = door.isOpen ? this.fresh() < this.width.count : door.freshCount === 0;
		return hasPlace && this.waitOf(ticket) <= 0;
	}

	/**
	 * The next request to begin: of those with the highest rank, whoever came first. At a closed door, who was tried
	 * last is behind all others, so that each time a different request finds out whether the service takes any.
	 */
	private next(): Waiter | undefined {
		if (this.width.isFull) return undefined;
		const first = [...this.queues.values()].flatMap((queues) => {
			const [waiter] = queues.find((queue) => queue.size > 0) ?? [];
			return waiter && this.mayBegin(waiter.ticket) ? { waiter, rank: rankOf(waiter.ticket) } : [];
		});
		return first.sort((a, b) => a.rank - b.rank || a.waiter.number - b.waiter.number)[0]?.waiter;
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
