import { getGlobalState, sleep } from 'n8n-workflow';

declare const performance: { now(): number };

/** Milliseconds by a clock that nobody can set; for durations and deadlines, never for dates. */
export const elapsed = (): number => performance.now();

/** Whether Node knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
	} catch {
		return false;
	}
}

/** A time zone that Node knows. `DEFAULT` in a workflow means n8n's own. */
export const usableTimeZone = (name: string): string =>
	[name, getGlobalState().defaultTimezone].find(isTimeZone) ?? 'UTC';

/** A moment so many milliseconds from now, to the next minute, as clocks show it: `14:05`, with the date if not today. */
export function timeIn(milliseconds: number, timeZone: string): string {
	// Swedish clocks show a date as ISO 8601 has it.
	const zoned = { timeZone: usableTimeZone(timeZone), dateStyle: 'short', timeStyle: 'short' } as const;
	const shown = new Intl.DateTimeFormat('sv-SE', zoned);
	const minute = Math.ceil((Date.now() + milliseconds) / 60_000) * 60_000;
	const [[today], [day, time]] = [Date.now(), minute].map((at) => shown.format(at).split(' ')) as [
		string[],
		string[],
	];
	return day === today ? String(time) : `${day} ${time}`;
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
