import { elapsed } from '../lib/time';
import { isNotFound, mayHaveWorked, saysNothingOfRecord, ServiceError, untilWhen } from './errors';
import type { Line } from './line';
import { PATIENCE } from './patience';
import { asksToWait, isNotBegun, isPassing } from './statuses';
import { beginAnew, newTicket, rowCountOf, waitInAll } from './ticket';
import type { FailureFacts, Repeatable, SendLimits, ServiceRequest, ServiceResponse, Ticket } from './types';

export const MAX_TRIES = 4;
/** In milliseconds. The delay doubles with each failure, up to the longest. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
/** In milliseconds. Long enough for any answer except a document. */
const DEFAULT_TIMEOUT = 60_000;
/** A request that is told to wait this often while the service takes others is refused alone. */
const MAX_OWN_WAITS = 3;
const OWN_WAIT_ADVICE =
	'It asks for a wait again and again for this one, while it takes others. Run the node again for it later.';

/** If nothing was done, any request may be repeated: the service said so, or n8n's host had no connection. */
const mayRepeat = (facts: FailureFacts, repeatable: Repeatable): boolean =>
	isNotBegun(facts) || facts.from === 'host' || (repeatable === 'safe' && isPassing(facts));

/**
 * True if a failure is handed back although the request could be sent again: with a 500 to several rows, one of them may
 * be the reason. Only the sender of the upload can find out, by sending fewer of them.
 */
const isAboutSomeRow = ({ request, failures }: Ticket, { status }: FailureFacts, isOpen: boolean): boolean =>
	status === 500 && rowCountOf(request) > 1 && (failures >= MAX_TRIES || !isOpen);

/**
 * Milliseconds. Full jitter (a random delay between 0 and the doubled bound) keeps executions from retrying in step.
 */
export const delayAfter = (failures: number): number =>
	Math.random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1));

/**
 * The error if a request that is told to wait for its own sake is given up; `undefined` if it is tried again.
 *
 * @param latestBegin if the wait ends only then, its sender may begin it anew after the wait, as `neverSent` says
 */
function ownRefusal(
	ticket: Ticket,
	error: ServiceError,
	deadline: number,
	latestBegin: number,
	line: Line,
): ServiceError | undefined {
	const { notBefore, ownWaits } = ticket;
	const isOwn = ownWaits >= MAX_OWN_WAITS;
	const isRefusedNow = isOwn || notBefore >= deadline || waitInAll(ticket) > PATIENCE;
	if (!isRefusedNow && notBefore < latestBegin) return undefined;
	const wait = line.waitOf(ticket);
	const { message, advice, facts } = untilWhen(error, wait, line.timeZone);
	return new ServiceError(
		{ message, description: isOwn ? OWN_WAIT_ADVICE : advice },
		{ ...facts, aboutRecord: true, ...(!isRefusedNow && { neverSent: true, retryAfterMs: wait }) },
	);
}

/** True if an error says only that no time is left. An outage of nothing but timeouts is more than that. */
const isLackOfTime = ({ facts }: ServiceError): boolean => facts.kind === 'timeout' && !facts.isGivenUp;

/**
 * The error of a request of which an earlier try may have worked, and a later one shows no more than that.
 *
 * @param error of the later try, or why none may begin; of a lack of time, the earlier failure is the reason
 * @param unclear the last failure of a try that may have worked
 */
function afterUnclear(error: ServiceError, unclear: ServiceError, triesInVain: number): ServiceError {
	const { message, advice: description, facts } = isLackOfTime(error) ? unclear : error;
	return new ServiceError({ message, description }, { ...facts, neverSent: false, triesInVain });
}

/**
 * The error of a request that may not begin again, whose earlier tries have done nothing. Of a lack of time, the latest
 * failure is the reason, unless it asked for a wait: that is over.
 */
function afterNothing(error: ServiceError, latest: ServiceError): ServiceError {
	if (!isLackOfTime(error) || asksToWait(latest.facts)) return error;
	const { message, advice: description, facts } = latest;
	// Only who is told to wait (`asksToWait`) obeys a wait that the service names.
	return new ServiceError({ message, description }, { ...facts, retryAfterMs: undefined, neverSent: true });
}

/**
 * True if the sender of a failed request may begin it anew, with what is stored by then. The failure may pass, requests
 * are still sent, and no try shows what the service makes of this one:
 *
 *     how it ended                                                its facts
 *     no time was left for a try, and none has arrived           `neverSent`
 *     it was told to wait for longer than a try may begin         `neverSent`
 *     four tries found no connection                              `neverSent`
 *     an earlier try may have worked, and no later one shows it   `triesInVain`
 *
 * It is false after four tries of which the last one was answered, or may have been: then they were enough.
 */
export function mayBeginAnew(facts: FailureFacts): boolean {
	const isOpen = facts.neverSent === true || facts.triesInVain !== undefined;
	return isOpen && facts.isGivenUp !== true && (isPassing(facts) || asksToWait(facts));
}

/**
 * Sends a request until it succeeds, fails for good, or has no time left. If the service asks to wait or is down,
 * waiting is not a failed try; the door decides when it has lasted too long.
 *
 * After a failure, the first line that fits counts:
 *
 *     404 to a DELETE, an earlier try may have worked      it is deleted: a success
 *     a repeat would do harm, or would not help            thrown
 *     the service asks to wait                             again after the wait; thrown after three waits of its own
 *     four failed tries                                    thrown
 *     a 500 to several rows, if its door is closed, or      thrown: their sender finds out which row it is about
 *     after four failures that count or not
 *     its door is closed                                   again when it opens
 *     any other                                            again after a pause; thrown if no time is left
 *
 * @throws ServiceError
 */
export async function sendWithTries(
	line: Line,
	tryOnce: (request: ServiceRequest, timeout: number) => Promise<ServiceResponse | ServiceError>,
	request: ServiceRequest,
	{ within = Infinity, beginWithin = within, ticket: earlier }: SendLimits = {},
): Promise<ServiceResponse> {
	const { method, repeatable, timeout = DEFAULT_TIMEOUT } = request;
	const ticket = earlier ? beginAnew(earlier, request) : newTicket(request);
	const deadline = elapsed() + within;
	const latestBegin = elapsed() + beginWithin;
	/** The last failure of a try that may have worked. */
	let unclear: ServiceError | undefined;
	let latestFailure: ServiceError | undefined;
	/** Failures after which no other try follows do not hide that an earlier try may have worked. */
	const toThrow = (error: ServiceError): ServiceError =>
		unclear && saysNothingOfRecord(error) ? afterUnclear(error, unclear, ticket.countedFailures) : error;
	for (;;) {
		await line.waitToBegin(ticket, latestBegin).catch((error: ServiceError) => {
			if (unclear) throw afterUnclear(error, unclear, ticket.countedFailures);
			throw latestFailure ? afterNothing(error, latestFailure) : error;
		});
		// Timers need whole milliseconds.
		const timeLeft = Math.max(1, Math.ceil(deadline - elapsed()));
		const outcome = await tryOnce(request, Math.min(timeout, timeLeft));
		line.ended(ticket, outcome);
		if (!(outcome instanceof ServiceError)) return outcome;
		const { facts } = outcome;
		latestFailure = outcome;
		// An earlier try of this request may have deleted the record.
		if (method === 'DELETE' && unclear && isNotFound(outcome)) {
			return { status: 204, headers: {}, body: '' };
		}
		if (mayHaveWorked(outcome)) unclear = outcome;
		if (!mayRepeat(facts, repeatable)) throw toThrow(untilWhen(outcome, facts.retryAfterMs, line.timeZone));
		const refusal = asksToWait(facts) && ownRefusal(ticket, outcome, deadline, latestBegin, line);
		if (refusal) throw toThrow(refusal);
		if (asksToWait(facts)) continue;
		const isOpen = line.isOpenFor(ticket);
		if (ticket.countedFailures >= MAX_TRIES || isAboutSomeRow(ticket, facts, isOpen)) throw toThrow(outcome);
		if (!isOpen) continue;
		ticket.notBefore = elapsed() + delayAfter(ticket.failures);
		if (ticket.notBefore >= deadline) throw toThrow(outcome);
	}
}
