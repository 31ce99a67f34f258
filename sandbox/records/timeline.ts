/** Items sorted by time, so that binary search finds a page without sorting. */

export interface Timed {
	id: string;
	time: number;
	/** A unique number, ascending in order of arrival. */
	seq: number;
}

export type Order = 'asc' | 'desc' | 'shuffled';

export interface Timeline<T extends Timed> {
	add(item: T): void;
	/** By time; items of the same time in order of arrival. */
	ascending(): readonly T[];
	/** A shuffled order that is always the same. */
	shuffled(): readonly T[];
}

/** Maps a number to a 32-bit number; different numbers stay different. */
function scramble(seq: number): number {
	let x = (seq + 0x9e3779b1) >>> 0;
	x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
	x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
	return (x ^ (x >>> 16)) >>> 0;
}

export const byTime = (a: Pick<Timed, 'time' | 'seq'>, b: Pick<Timed, 'time' | 'seq'>): number =>
	a.time - b.time || a.seq - b.seq;

export const byScramble = (a: Pick<Timed, 'seq'>, b: Pick<Timed, 'seq'>): number =>
	scramble(a.seq) - scramble(b.seq);

/**
 * Finds the first index for which `before` is false. `before` must be true up to some index and false from there
 * on.
 */
export function lowerBound(length: number, before: (index: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (before(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

export function createTimeline<T extends Timed>(): Timeline<T> {
	const items: T[] = [];
	let sorted = true;
	let mixed: T[] | undefined;
	return {
		add(item) {
			const last = items.at(-1);
			if (last && byTime(last, item) > 0) sorted = false;
			items.push(item);
			mixed = undefined;
		},
		ascending() {
			if (!sorted) items.sort(byTime);
			sorted = true;
			return items;
		},
		shuffled: () => (mixed ??= [...items].sort(byScramble)),
	};
}
