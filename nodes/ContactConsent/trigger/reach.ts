import { historyRequest } from '../resources/event/requests';
import { factsOf } from '../transport/errors';
import { iso, noteDate, type Reader } from './reader';

/** Milliseconds. Where even that is refused, it is not about how old it is. */
const SHORTEST = 10 * 60_000;
/** So many halvings find a window of a week to the hour. */
const NEARER = 6;

/** True for what services answer to a period that they do not go back to. */
export function refusesPeriod(error: unknown): boolean {
	const { kind, status = 0 } = factsOf(error) ?? {};
	return kind === 'status' && [400, 410, 416, 422].includes(status);
}

/**
 * Finds out how far back the history lets itself be asked for: half as far, until it is taken, and from there nearer and
 * nearer to what it refused.
 *
 * @param refusal of `from`; thrown where it has nothing to do with how old that is
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
