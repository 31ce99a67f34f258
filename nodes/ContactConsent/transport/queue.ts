import { elapsed } from '../lib/time';
import type { Door } from './door';
import type { ServiceError } from './errors';
import type { Ticket } from './types';

/** A request that waits to begin. */
export interface Waiter {
	ticket: Ticket;
	door: Door;
	/** After which it may not begin, by the clock of `elapsed`. */
	deadline: number;
	/** Counts up in the order in which they come, across all doors. */
	number: number;
	begin: () => void;
	fail: (error: ServiceError) => void;
}

/**
 * Who begins before others, whoever came first. Uploads, because repeated reading could hold them up for ever. Then what
 * others wait for: looks at Operations and reading back, after which a turn on a record ends.
 */
const RANKS = ['upload', 'awaited', 'other'] as const;
const rankOf = ({ ticket: { request } }: Waiter): number =>
	RANKS.indexOf(request.expect === 'accepted' ? 'upload' : request.isAwaited ? 'awaited' : 'other');

/**
 * The requests that wait to begin. Looking for the next one looks only at the first of each rank at each door, however
 * many wait.
 */
export class Queue {
	/** Those whose own pause is not over yet. */
	private readonly pausing = new Set<Waiter>();
	/** Those that may begin as soon as there is room: for each door by rank, in the order in which they came. */
	private readonly ready: ReadonlyMap<Door, ReadonlyArray<Set<Waiter>>>;
	private count = 0;

	constructor(doors: readonly Door[]) {
		this.ready = new Map(doors.map((door) => [door, RANKS.map(() => new Set())]));
	}

	add(request: Omit<Waiter, 'number'>): void {
		const waiter = { ...request, number: this.count++ };
		if (waiter.ticket.notBefore > elapsed()) this.pausing.add(waiter);
		else this.readyLike(waiter).add(waiter);
	}

	remove(waiter: Waiter): void {
		if (!this.pausing.delete(waiter)) this.readyLike(waiter).delete(waiter);
	}

	get all(): Waiter[] {
		return [...this.pausing, ...[...this.ready.values()].flat().flatMap((waiters) => [...waiters])];
	}

	/** Makes those ready whose pause is over. */
	endPauses(): void {
		for (const waiter of this.pausing) {
			if (waiter.ticket.notBefore > elapsed()) continue;
			this.pausing.delete(waiter);
			this.readyLike(waiter).add(waiter);
		}
	}

	/**
	 * The next request to begin: of those with the highest rank, whoever came first. At each door, only the first one is
	 * asked whether it may begin. At a closed door, who was tried last is behind all others, so that each time a different
	 * request finds out whether the service takes any.
	 */
	next(mayBegin: (waiter: Waiter) => boolean): Waiter | undefined {
		const first = [...this.ready.values()].flatMap((byRank) => {
			const [waiter] = byRank.find((waiters) => waiters.size > 0) ?? [];
			return waiter && mayBegin(waiter) ? waiter : [];
		});
		return first.sort((a, b) => rankOf(a) - rankOf(b) || a.number - b.number)[0];
	}

	private readyLike(waiter: Waiter): Set<Waiter> {
		return this.ready.get(waiter.door)?.[rankOf(waiter)] as Set<Waiter>;
	}
}
