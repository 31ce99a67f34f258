/**
 * A period of the history, and the rule about its bounds, which stands here alone.
 *
 * The contract does not say whether the service includes `from` and `to`. So an answer is sure to show the milliseconds
 * between the bounds, and may show those at the bounds:
 *
 *     from: 10, to: 14      sure: 11, 12, 13      perhaps: 10, 14
 *     to be sure of 20      from: justBefore(20) = 19, to: justAfter(20) = 21
 *     what follows to: 14   from: behind({ to: 14 }) = 13, which is sure of 14, 15, …
 *
 * So neighbours overlap by a millisecond, and an event at the bound may be shown twice. Its key tells that.
 */
export interface Period {
	from: number;
	/** Its end. Missing if it goes up to the present. */
	to?: number;
	/** Where the first slice ends. Missing if nothing says that less than the whole period should be asked for. */
	sliceTo?: number;
}

/** What is asked for at once. `to` is `Infinity` for a slice that goes up to the present. */
export interface Slice {
	from: number;
	to: number;
}

/** The `from` that is sure to show this time. */
export const justBefore = (time: number): number => time - 1;

/** The `to` that is sure to show this time. */
export const justAfter = (time: number): number => time + 1;

/** Where to go on behind a period: its end is the first time that it is not sure to show. */
export const behind = ({ to }: { to: number }): number => justBefore(to);

/**
 * What is stored of a slice that the history cannot show: it begins a millisecond earlier, so that no other slice asks for
 * its first time. An example: the slice 499–501 is sure of 500, and is stored as 498–501. The slice before it ends where
 * 498–501 begins to be sure, at 499 (`sliceOf`). So it does not ask for 500, even if the service includes bounds. Stored as
 * 499–501, it would: that slice would end at 500.
 */
export const periodAround = ({ from, to }: Slice): Slice => ({ from: justBefore(from), to });

/** The length of the shortest period: it is sure of one millisecond, and cannot be halved. */
export const INSTANT = 2;

export const isInstant = ({ from, to }: Slice): boolean => to - from <= INSTANT;

/** The time that an instant is sure to show. */
export const timeOfInstant = ({ from }: Slice): number => justAfter(from);

/** True if two periods are sure of the same time. Neighbours are not. */
export const overlap = (one: Slice, other: Slice): boolean =>
	one.from < behind(other) && other.from < behind(one);

/** The end of the older half of a slice. There is nothing to read after the service's clock, `date`. */
export const halfOf = ({ from, to }: Slice, date: number): number =>
	Math.max(from + INSTANT, Math.floor((from + Math.min(to, Math.max(date, from))) / 2));
