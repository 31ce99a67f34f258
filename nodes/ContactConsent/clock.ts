import { getGlobalState, sleep } from 'n8n-workflow';

declare const performance: { now(): number };

/** Milliseconds by a clock that nobody can set; for durations and deadlines, never for dates. */
export const elapsed = (): number => performance.now();

/** What n8n calls its own time zone in the settings of a workflow. */
const OF_N8N = 'DEFAULT';

function isKnown(name: string): boolean {
	try {
		Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/** Whether a time zone can be used: Node knows it, or it means n8n's own. */
export const isTimeZone = (name: string): boolean => name === OF_N8N || isKnown(name);

/** A time zone that Node knows: the given one, else n8n's own. */
export const usableTimeZone = (name: string): string =>
	[name, getGlobalState().defaultTimezone].find(isKnown) ?? 'UTC';

/** A moment so many milliseconds from now, to the next minute, as clocks show it: `14:05`, with the date if not today. */
export function timeIn(milliseconds: number, timeZone: string): string {
	// Swedish clocks show a date as ISO 8601 has it.
	const zoned = { timeZone: usableTimeZone(timeZone), dateStyle: 'short', timeStyle: 'short' } as const;
	const shown = new Intl.DateTimeFormat('sv-SE', zoned);
	const minute = Math.ceil((Date.now() + milliseconds) / 60_000) * 60_000;
	const day = shown.format(Date.now()).slice(0, 'yyyy-mm-dd'.length);
	const text = shown.format(minute);
	return text.startsWith(day) ? text.slice(day.length + 1) : text;
}

/** How often it is looked whether a wait is over, in milliseconds. */
export const SLICE = 200;

/** The parts of n8n's contexts that know of a cancelled execution; polls and pickers have none. */
interface Cancellable {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
}

/** The signal of a cancelled execution; `undefined` in polls and pickers, which n8n cannot cancel. */
export const cancelSignal = (context: object): AbortSignal | undefined =>
	(context as Cancellable).getExecutionCancelSignal?.();

/** Waits in slices, so that nobody sits out a long wait that is over before. A clock that is set changes nothing. */
export async function pauseUnless(isOver: () => boolean, milliseconds: number): Promise<void> {
	const end = elapsed() + milliseconds;
	for (let left = milliseconds; left > 0 && !isOver(); left = end - elapsed()) {
		await sleep(Math.min(left, SLICE));
	}
}

/** Waits, but not once the execution is cancelled. */
export const pause = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
	await pauseUnless(() => signal?.aborted === true, milliseconds);

/** Milliseconds that were waited, once for all who waited together. */
export class Waited {
	private sum = 0;
	private until = 0;

	add(until: number): void {
		this.sum += Math.max(0, until - Math.max(elapsed(), this.until));
		this.until = Math.max(this.until, until);
	}

	/** As far as they have passed. */
	passed(): number {
		return this.sum - Math.max(0, this.until - elapsed());
	}
}
