import { sleep } from 'n8n-workflow';

import { elapsed, SLICE } from '../clock';
import { ClosedSign } from './closed';
import { asksToWait, executionCancelled, isTrouble, ServiceError } from './errors';
import type { ExpectedBody, ServiceRequest, ServiceResponse } from './types';
import { WIDEST, Width } from './width';

/** A request that waits. Times are milliseconds of `elapsed`. */
interface Waiter {
	kind: ExpectedBody;
	deadline: number;
	begin: (ticket: Ticket) => void;
	fail: (error: ServiceError) => void;
}

type Ticket = Readonly<{ kind: ExpectedBody; beganAt: number }>;

function noTimeLeft(): ServiceError {
	const message = 'There was no time left to send the request';
	const description = 'Earlier requests used all the time. Try again later.';
	return new ServiceError({ message, description }, { kind: 'timeout', neverSent: true });
}

/** Where requests stand in line. It has a width, and it can be closed. */
export class Queue {
	readonly sign: ClosedSign;
	private readonly signs: ClosedSign[];
	private readonly signal: AbortSignal | undefined;
	private readonly line = new Set<Waiter>();
	private isWatched = false;
	private readonly width = new Width();
	private underWay = 0;
	/** Those begun after the last complaint, timeout or outage: the others say nothing new, nor fill the width. */
	private fresh = new Set<Ticket>();

	/**
	 * @param spared so many requests in a row may be asked to wait before the others wait, too
	 * @param others closed signs of other queues, by which this one abides, too
	 */
	constructor(name: string, signal: AbortSignal | undefined, spared = 0, ...others: ClosedSign[]) {
		this.signal = signal;
		this.sign = new ClosedSign(name, spared);
		this.signs = [this.sign, ...others];
	}

	/** Waits until a request may begin. @throws ServiceError where that is too late, or no request is sent any more */
	async enter({ expect: kind }: ServiceRequest, deadline: number): Promise<Ticket> {
		return await new Promise<Ticket>((begin, fail) => {
			this.line.add({ kind, deadline, begin, fail });
			this.look();
		});
	}

	/** A request has ended. @param isFinal it is not tried again */
	leave(ticket: Ticket, outcome: ServiceResponse | ServiceError, isFinal: boolean): void {
		const now = elapsed();
		const wasFull = this.fresh.size >= this.width.places;
		const isFresh = this.fresh.delete(ticket);
		this.underWay--;
		const isTooMuch = isTrouble(outcome) && (asksToWait(outcome.facts) || outcome.facts.kind === 'timeout');
		if (isFresh && isTooMuch) this.width.halve();
		if (isFresh && wasFull && !isTrouble(outcome)) this.width.answered(ticket.kind, now - ticket.beganAt);
		const isClosed = this.sign.ended(outcome, isFresh, isFinal, ticket.beganAt);
		if (isClosed || (isFresh && isTooMuch)) this.fresh = new Set();
		this.look();
	}

	/** Dismisses those who need not wait, and lets in those who may begin. */
	private look(): void {
		for (const waiter of this.line) {
			const error = this.refusalOf(waiter);
			if (error && this.line.delete(waiter)) waiter.fail(error);
		}
		for (let next = this.next(); next; next = this.next()) {
			const ticket = { kind: next.kind, beganAt: elapsed() };
			this.line.delete(next);
			this.underWay++;
			this.fresh.add(ticket);
			next.begin(ticket);
		}
		void this.watch();
	}

	/** Looks again and again, as long as somebody waits. */
	private async watch(): Promise<void> {
		if (this.isWatched) return;
		this.isWatched = true;
		while (this.line.size > 0) {
			await sleep(Math.min(SLICE, this.left() || SLICE));
			this.look();
		}
		this.isWatched = false;
	}

	private left(): number {
		return Math.max(...this.signs.map((sign) => sign.left()));
	}

	private refusalOf({ deadline }: Waiter): ServiceError | undefined {
		if (this.signal?.aborted) return executionCancelled(true);
		const refusals = this.signs.map((sign) => sign.refusalFor(deadline));
		return refusals.find(Boolean) ?? (elapsed() >= deadline ? noTimeLeft() : undefined);
	}

	/**
	 * Uploads go first, because reading again and again would keep them from ever being sent. But where one at a time
	 * finds out whether the service takes any, it is another one each time.
	 */
	private next(): Waiter | undefined {
		const isOpen = this.sign.isOpen();
		const width = isOpen ? this.width.places : 1;
		if (this.left() > 0 || this.fresh.size >= width || this.underWay >= WIDEST) return undefined;
		const line = [...this.line];
		return (isOpen && line.find(({ kind }) => kind === 'accepted')) || line[0];
	}
}
