import { historyRequest } from '../operations/event/requests';
import { readPages } from '../transport/cursor';
import { factsOf } from '../transport/errors';
import { asksToWait, says } from '../transport/statuses';
import { iso, noteDate, type Reader } from './reader';

/** Milliseconds. If the history refuses even this period, the reason is not the period's age. */
const SHORTEST = 10 * 60_000;
/** How many halvings follow. Six find the limit of a one-week window to about an hour. */
const NEARER = 6;
/** A list that has not ended after so many pages shows what it has. */
const MOST_PAGES = 25;

/** True for the answers with which services refuse a period that is too long ago. */
export function refusesPeriod(error: unknown): boolean {
	const { kind, status } = factsOf(error) ?? {};
	return kind === 'status' && says(status, 'period');
}

/**
 * True for a failure that may be due to what was asked for: a refused period, a record or a page that the service cannot
 * show, an answer that is too slow or too large. Not a refused key, a limit, a wrong address or no connection.
 *
 * @param isLater the failure is of a later page, whose cursor may have expired
 */
export function isOfStretch(error: unknown, isLater: boolean): boolean {
	const facts = factsOf(error);
	if (facts === undefined || facts.neverSent || asksToWait(facts)) return false;
	const { kind, status = 0, wrongAddress } = facts;
	if (kind !== 'status') return kind !== 'blocked' && kind !== 'setting' && kind !== 'cancelled';
	return says(status, 'period') || (isLater && says(status, 'cursor')) || (status >= 500 && !wrongAddress);
}

/** True if the history answers for the present, so that a failure is due to the stretch that was asked for. */
export async function isAnswering(reader: Reader): Promise<boolean> {
	const [type] = reader.settings.series;
	const request = historyRequest({ type, from: iso(reader.date ?? reader.now()) }, 1);
	let pages = 0;
	try {
		for await (const { date } of readPages(reader.send, request)) {
			noteDate(reader, date);
			if (++pages === MOST_PAGES) return true;
		}
		return true;
	} catch {
		return false;
	}
}

/**
 * Finds out how far back the history accepts requests. Halves the distance until the history accepts it, then
 * approaches the shortest distance that was refused.
 *
 * @param refusal the answer to `from`
 * @returns milliseconds before the service's clock; `undefined` if the reason is not the age of `from`
 * @throws ServiceError for a failure that is not due to the period
 */
export async function findReach(reader: Reader, from: number, refusal: Error): Promise<number | undefined> {
	const clock = noteDate(reader, factsOf(refusal)?.date);
	const [type] = reader.settings.series;
	const isTaken = async (distance: number): Promise<boolean> => {
		const request = historyRequest({ type, from: iso(clock - distance) }, 1);
		const answer = await reader.send(request).catch((error: Error) => error);
		if (answer instanceof Error && !refusesPeriod(answer)) throw answer;
		return !(answer instanceof Error);
	};
	let taken = clock - from;
	let refused = taken;
	if (taken <= SHORTEST || (await isTaken(taken))) return undefined;
	do {
		if (taken === SHORTEST) return undefined;
		refused = taken;
		taken = Math.max(SHORTEST, taken / 2);
	} while (!(await isTaken(taken)));
	for (let tries = 0; tries < NEARER; tries++) {
		const middle = (taken + refused) / 2;
		if (await isTaken(middle)) taken = middle;
		else refused = middle;
	}
	return taken;
}
