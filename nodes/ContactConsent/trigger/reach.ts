import { historyRequest } from '../resources/event/requests';
import { factsOf } from '../transport/errors';
import { iso, noteDate, type Reader } from './reader';

/** Milliseconds. If the history refuses even this period, the reason is not the period's age. */
const SHORTEST = 10 * 60_000;
/** How many halvings follow. Six find the limit of a one-week window to about an hour. */
const NEARER = 6;

/** True for the answers with which services refuse a period that is too long ago. */
export function refusesPeriod(error: unknown): boolean {
	const { kind, status = 0 } = factsOf(error) ?? {};
	return kind === 'status' && [400, 410, 416, 422].includes(status);
}

/**
 * Finds out how far back the history accepts requests. Halves the distance until the history accepts it, then
 * approaches the shortest distance that was refused.
 *
 * @param refusal the answer to `from`; thrown again if its reason is not the age of `from`
 * @returns milliseconds before the service's clock
 */
export async function findReach(reader: Reader, from: number, refusal: Error): Promise<number> {
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
	if (taken <= SHORTEST || (await isTaken(taken))) throw refusal;
	do {
		if (taken === SHORTEST) throw refusal;
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
