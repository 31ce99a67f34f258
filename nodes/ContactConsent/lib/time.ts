import { getGlobalState, sleep } from 'n8n-workflow';

declare const performance: { now(): number };

/** In milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Whole milliseconds by a clock that nobody can set. For durations and deadlines, not for dates. With fractions, the
 * start of a trigger would lie between two milliseconds, and no event can be compared with such a time.
 */
export const elapsed = (): number => Math.floor(performance.now());

/** The name of n8n's own time zone in the settings of a workflow. */
const OF_N8N = 'DEFAULT';

function isKnown(name: string): boolean {
	try {
		Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/** True for a time zone that Node knows, and for the name of n8n's own. */
export const isTimeZone = (name: string): boolean => name === OF_N8N || isKnown(name);

/** A time zone that Node knows: the given one, otherwise n8n's own, otherwise UTC. */
export const usableTimeZone = (name: string): string =>
	[name, getGlobalState().defaultTimezone].find(isKnown) ?? 'UTC';

/** The time some milliseconds from now, rounded up to a minute: `14:05`, with the date if it is not today. */
export function timeIn(milliseconds: number, timeZone: string): string {
	// The Swedish format has dates in the order of ISO 8601.
	const zoned = { timeZone: usableTimeZone(timeZone), dateStyle: 'short', timeStyle: 'short' } as const;
	const shown = new Intl.DateTimeFormat('sv-SE', zoned);
	const minute = Math.ceil((Date.now() + milliseconds) / MINUTE) * MINUTE;
	const day = shown.format(Date.now()).slice(0, 'yyyy-mm-dd'.length);
	const text = shown.format(minute);
	return text.startsWith(day) ? text.slice(day.length + 1) : text;
}

/** Milliseconds between two checks whether a wait is over. */
export const CHECK_INTERVAL = 200;

/** The part of n8n's contexts that tells of a cancelled execution. Polls and dropdowns lack it. */
interface Cancellable {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
}

/** The signal of a cancelled execution; `undefined` in polls and dropdowns, which n8n cannot cancel. */
export const cancelSignal = (context: object): AbortSignal | undefined =>
	(context as Cancellable).getExecutionCancelSignal?.();

/** Waits in slices, so that the wait ends soon after `isOver` becomes true. Setting the system clock has no effect. */
export async function pauseUnless(isOver: () => boolean, milliseconds: number): Promise<void> {
	const end = elapsed() + milliseconds;
	for (let left = milliseconds; left > 0 && !isOver(); left = end - elapsed()) {
		await sleep(Math.min(left, CHECK_INTERVAL));
	}
}

export const isCancelled = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Waits, but stops when the execution is cancelled. */
export const pause = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
	await pauseUnless(() => isCancelled(signal), milliseconds);

/** True if something ends within so many milliseconds. @param isOver true ends the waiting early */
export async function endsWithin(
	something: Promise<unknown>,
	milliseconds: number,
	isOver: () => boolean = () => false,
): Promise<boolean> {
	let hasEnded = false;
	const end = something.then(() => (hasEnded = true));
	await Promise.race([end, pauseUnless(() => hasEnded || isOver(), milliseconds)]);
	return hasEnded;
}

/** Adds up times waited. Waits that overlap count once. */
export class Waited {
	private sum = 0;
	private until = 0;

	add(until: number): void {
		this.sum += Math.max(0, until - Math.max(elapsed(), this.until));
		this.until = Math.max(this.until, until);
	}

	/** Milliseconds waited up to now. */
	passed(): number {
		return this.sum - Math.max(0, this.until - elapsed());
	}
}
