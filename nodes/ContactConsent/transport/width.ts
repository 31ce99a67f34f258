import { elapsed } from '../lib/time';
import type { Ticket } from './types';

/** The most requests of an execution under way at once. n8n's helper opens a connection for each. */
export const WIDEST = 128;
/** The most requests under way of all executions of this process together. */
const MOST_OF_PROCESS = 512;
/** The width at the beginning. Any service should be able to take this many requests at once. */
const FIRST = 8;
/**
 * An answer is quick if it takes at most this many times as long as the fastest answer of its kind, and slow from
 * `SLOW` times on.
 */
const QUICK = 1.5;
const SLOW = 2;
/** Milliseconds. Answers that differ by less may differ because n8n was busy. */
const SAME = 10;

/** The requests under way in this process. */
let underWayInProcess = 0;

/** For tests, which leave requests without an end. */
export const forgetUnderWay = (): void => void (underWayInProcess = 0);

/**
 * How many requests of an execution may be under way: more and more while answers come as quickly as the fastest,
 * fewer if they take longer, and half as many if the service complains or a connection breaks off. A slow answer alone
 * never makes it narrower than at the beginning.
 */
export class Width {
	/** How many requests may be under way; a fraction counts towards the next one. */
	private most = FIRST;
	private underWay = 0;
	private wasHalved = false;
	/** Milliseconds of the fastest answer, by expected kind. Only answers of one kind can be compared. */
	private readonly fastest = new Map<string, number>();

	get count(): number {
		return Math.floor(this.most);
	}

	/** True if n8n has no connection left for another request, however wide the line is. */
	get isFull(): boolean {
		if (this.underWay >= WIDEST) return true;
		// Each execution gets at least one, so that no execution stands still because of others.
		return this.underWay > 0 && underWayInProcess >= MOST_OF_PROCESS;
	}

	/** Called when a request begins. */
	began(): void {
		this.underWay++;
		underWayInProcess++;
	}

	/** Called when a request has ended, however it did. */
	ended(): void {
		this.underWay--;
		underWayInProcess--;
	}

	/**
	 * Called when a request was answered.
	 *
	 * @param inUse how many requests were under way. The width grows only if at least half of it is used
	 */
	answered({ request: { expect }, beganAt }: Ticket, inUse: number): void {
		const took = elapsed() - beganAt;
		const best = Math.min(took, this.fastest.get(expect) ?? Infinity);
		this.fastest.set(expect, best);
		// One more for each answer doubles the width in a round; part of one more adds one in a round.
		if (took <= QUICK * best + SAME) {
			if (2 * inUse >= this.count)
				this.most = Math.min(WIDEST, this.most + (this.wasHalved ? 1 / this.count : 1));
		} else if (took > SLOW * best + SAME && this.most > FIRST) {
			this.most = Math.max(FIRST, this.most - 1 / 2);
		}
	}

	/** Called after a sign that too many requests are under way. From now on, it grows by one for each full round. */
	halve(): void {
		this.wasHalved = true;
		this.most = Math.max(1, this.most / 2);
	}
}
