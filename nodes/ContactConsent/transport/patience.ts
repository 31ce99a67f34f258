import { elapsed, MINUTE } from '../lib/time';
import type { Door } from './door';
import { notSent, untilWhen, type ServiceError } from './errors';
import { asksToWait } from './statuses';
import type { Ticket } from './types';

/**
 * How long requests wait at a closed door, and in which words they are refused. In: a door, and a request that waits there.
 * Out: the error that ends its waiting, or `undefined`.
 *
 *     the door is closed because   it is too long for anybody          for a person who watches a run without a success yet
 *     the service asks to wait     15 minutes after the trouble began  the same
 *     of an outage                 15 minutes after the trouble began  30 seconds after the first failed try
 */

/** A request sits out waits and outages, until the service has taken no request for this many milliseconds. */
export const PATIENCE = 15 * MINUTE;
export const PATIENCE_IN_WORDS = `${PATIENCE / MINUTE} minutes`;
const PATIENCE_OF_A_PERSON = 30_000;

const TOO_LONG = {
	anybody: `It took no request, and these nodes wait for ${PATIENCE_IN_WORDS} at most`,
	person: `With a person at the screen, n8n does not wait for long; a workflow that runs by itself waits for up to ${PATIENCE_IN_WORDS}. Try again later; if this goes on, ask the company that runs the service. It took no request for ${PATIENCE_OF_A_PERSON / 1000} seconds`,
};

/** For whom a wait is too long, if it ends then. @param end by the clock of `elapsed` */
function tooLongFor(
	{ troubleSince, firstFailure = Infinity }: Door,
	reason: ServiceError,
	end: number,
	isPersonWaiting: boolean,
): keyof typeof TOO_LONG | undefined {
	if (end - troubleSince > PATIENCE) return 'anybody';
	const isOutage = !asksToWait(reason.facts);
	return isPersonWaiting && isOutage && end - firstFailure > PATIENCE_OF_A_PERSON ? 'person' : undefined;
}

/**
 * The error of a request that a door makes wait too long; `undefined` if it may wait on.
 *
 * @param deadline after which the request may not begin, by the clock of `elapsed`
 * @param isPersonWaiting a person watches, and nothing has succeeded yet
 */
export function refusalAt(
	door: Door,
	{ request, beganAt }: Ticket,
	deadline: number,
	isPersonWaiting: boolean,
	timeZone: string,
): ServiceError | undefined {
	// The door may be open: if each try takes a minute, the patience ends before enough tries have failed to close it.
	const { reason } = door;
	if (reason === undefined) return undefined;
	const waitLeft = door.waitLeft(request);
	const end = elapsed() + waitLeft;
	const tooLong = tooLongFor(door, reason, end, isPersonWaiting);
	if (tooLong === undefined && (door.isOpen || end < deadline)) return undefined;
	const isSent = beganAt > 0;
	const why = tooLong ? TOO_LONG[tooLong] + (isSent ? '.' : ', so the rest was not sent.') : '';
	// n8n is told the rest of the wait, not the whole wait.
	return notSent(untilWhen(reason, waitLeft, timeZone), why, waitLeft, tooLong !== undefined);
}
