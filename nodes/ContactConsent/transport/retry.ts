import type { Repeatable } from './types';

/** What is known about a failed try; `status` is missing where no answer arrived. */
export interface FailedTry {
	status?: number;
	/** Value of the `Retry-After` header. */
	retryAfter?: string;
	/** The connection was never made, so the service cannot have seen the request. */
	neverSent?: boolean;
}

const MAX_TRIES = 4;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
const LONGEST_RETRY_AFTER = 60_000;

/** 408 and 429 ask for another try; 500 is documented as "try again later"; 502 to 504 come from gateways. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * The wait a `Retry-After` header asks for. HTTP knows two forms: digits are seconds, and a date is an IMF-fixdate,
 * which is exactly what `toUTCString` writes. `Number` and `Date.parse` alone would also read `0x10` and `in 5`.
 *
 * @param now epoch milliseconds, for the date form
 * @returns milliseconds, never negative; `undefined` where the header is missing or unreadable
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d+$/.test(header)) {
		const wait = Number(header) * 1000;
		return Number.isSafeInteger(wait) ? wait : undefined;
	}
	const date = new Date(header);
	return date.toUTCString() === header ? Math.max(0, date.getTime() - now) : undefined;
}

/** True for failures that may pass by themselves: no answer at all, or a status that says so. */
export function isPassing({ status }: FailedTry): boolean {
	return status === undefined || PASSING_STATUSES.has(status);
}

/** True where the service may have acted on the request although no success arrived. */
export function isAmbiguous(failed: FailedTry): boolean {
	return isPassing(failed) && failed.status !== 429 && failed.neverSent !== true;
}

/**
 * The whole retry policy: how long to wait before the next try, if there is to be one.
 * A 429, and a 503 that names a wait, are no failures: they are the gate's affair.
 *
 * Full jitter (a random point between 0 and the doubled bound) keeps many executions from coming back in step.
 *
 * @param tries how many tries have been made, from 1
 * @param random a number in [0, 1)
 * @returns milliseconds, or `undefined` where the failure is final
 */
export function delayBeforeRetry(
	failed: FailedTry,
	repeatable: Repeatable,
	tries: number,
	now: number,
	random: number,
): number | undefined {
	if (tries >= MAX_TRIES || repeatable !== 'safe' || !isPassing(failed)) return undefined;
	const asked = retryAfterMs(failed.retryAfter, now);
	if (asked !== undefined) return Math.min(asked, LONGEST_RETRY_AFTER);
	return random * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1));
}
