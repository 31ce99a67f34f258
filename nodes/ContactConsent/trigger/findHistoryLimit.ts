import { MINUTE } from '../lib/time';
import type { EventType } from '../operations/event/eventOutput';
import { historyRequest } from '../operations/event/requests';
import { factsOf } from '../transport/errors';
import { says } from '../transport/statuses';
import { clockOf, noteAnswer, type EventReader } from './reading';
import { iso } from './triggerEvent';

/** Milliseconds. If the history refuses even this period, the reason is not the period's age. */
const SHORTEST = 10 * MINUTE;
/** How many halvings follow. Six find the limit of a one-week window to about an hour. */
const NEARER = 6;

/** True for the answers with which services refuse a period that is too long ago. */
export function refusesPeriod(error: unknown): boolean {
	const { kind, status } = factsOf(error) ?? {};
	return kind === 'status' && says(status, 'period');
}

/**
 * Finds out how far back the history accepts requests. Halves the distance until the history accepts it, then
 * approaches the shortest distance that was refused.
 *
 * @param type what the list that was refused asks for
 * @param refusal the answer to `from`
 * @returns milliseconds before the service's clock; `undefined` if the reason is not the age of `from`
 * @throws ServiceError for a failure that is not due to the period
 */
export async function findHistoryLimit(
	reader: EventReader,
	type: EventType | undefined,
	from: number,
	refusal: Error,
): Promise<number | undefined> {
	const header = factsOf(refusal)?.date;
	// Without a `Date`, `noteAnswer` would note n8n's clock as the service's.
	const clock = header === undefined ? clockOf(reader) : noteAnswer(reader, header);
	const isAccepted = async (distance: number): Promise<boolean> => {
		const request = historyRequest({ type, from: iso(clock - distance) }, 1);
		const answer = await reader.sendForHistory(request).catch((error: Error) => error);
		if (answer instanceof Error && !refusesPeriod(answer)) throw answer;
		return !(answer instanceof Error);
	};
	let accepted = clock - from;
	let refused: number;
	if (accepted <= SHORTEST || (await isAccepted(accepted))) return undefined;
	do {
		if (accepted === SHORTEST) return undefined;
		refused = accepted;
		accepted = Math.max(SHORTEST, accepted / 2);
	} while (!(await isAccepted(accepted)));
	for (let tries = 0; tries < NEARER; tries++) {
		const middle = (accepted + refused) / 2;
		if (await isAccepted(middle)) accepted = middle;
		else refused = middle;
	}
	return accepted;
}
