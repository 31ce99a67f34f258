import { elapsed } from '../lib/time';
import type { Door } from './door';
import { notSent, untilWhen, type ServiceError } from './errors';
import { asksToWait } from './statuses';
import type { Ticket } from './ticket';

/** How long requests wait at a closed door, and in which words they are refused. */

/** A request sits out waits and outages, until the service has taken no request for this many milliseconds. */
export const PATIENCE = 15 * 60_000;
/** If a person watches, and nothing has succeeded yet, an outage is sat out for this many milliseconds only. */
const PATIENCE_OF_A_PERSON = 30_000;

const TOO_LONG = {
	anybody: 'It took no request, and these nodes wait for 15 minutes at most',
	person:
		'With a person at the screen, n8n does not wait for long; a workflow that runs by itself waits for up to 15 minutes. Try again later; if this goes on, ask the company that runs the service. It took no request for 30 seconds',
};

/** For whom a wait is too long, if it ends then. */
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
	// If each try takes a minute, the patience ends before enough tries have failed to close the door.
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
