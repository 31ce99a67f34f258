import { endsWithin, MINUTE } from '../lib/time';
import { ServiceError } from './errors';
import { PATIENCE, PATIENCE_IN_WORDS } from './patience';

/**
 * Whose turn it is to change a record. Two calls of the node in this process that read, change and send the same record
 * would undo each other, so each waits until the other one has ended.
 *
 * A call asks for all records of a batch at once, and its turn comes once it is the first in the order of asking for
 * each of them. Nobody waits for a call that asked later, so no two calls wait for each other, whatever the
 * order of their records.
 */

/** Milliseconds after the acceptance of an upload for which others wait for its Operation. */
export const LONGEST_HELD = MINUTE;

/** A call that wants records. */
interface Claim {
	readonly records: ReadonlySet<string>;
	/** For how many of these records another call is before it. */
	behind: number;
	begin: () => void;
}

/** The claims on each record, in the order of asking. The first one has its turn. */
const claims = new Map<string, Claim[]>();

/** How many records of this process somebody has asked for: none once all calls have ended. For tests. */
export const recordsClaimed = (): number => claims.size;

/** A record across all calls in this process. @param path of its requests, e.g. `contacts`, `C-17` */
export const recordKey = (baseUrl: string, path: readonly string[]): string => [baseUrl, ...path].join('\n');

function enqueue(claim: Claim): void {
	for (const record of claim.records) {
		const queue = claims.get(record);
		if (queue === undefined) claims.set(record, [claim]);
		else {
			queue.push(claim);
			claim.behind++;
		}
	}
}

/** Leaves the queues of some records. The next in them may begin. */
function withdraw(claim: Claim, records: Iterable<string>): void {
	for (const record of records) {
		const queue = claims.get(record) ?? [];
		const at = queue.indexOf(claim);
		if (at < 0) continue;
		queue.splice(at, 1);
		const [next] = queue;
		if (next === undefined) claims.delete(record);
		else if (at === 0 && --next.behind === 0) next.begin();
	}
}

/** Records that nobody else in this process changes until they are given back. */
export interface Held {
	/** The records of those asked for whose turn did not come. They are not held. */
	missing: ReadonlySet<string>;
	/** Lets others have their turn. Further calls do nothing. */
	giveBack: () => void;
}

/** The error of a record whose turn did not come. */
export function noTurn(): ServiceError {
	const message = `Another upload or Delete in this n8n was changing this record for ${PATIENCE_IN_WORDS}`;
	const description = 'So nothing was sent for it. Run the node again for it later.';
	return new ServiceError({ message, description }, { kind: 'timeout', neverSent: true, aboutRecord: true });
}

/**
 * Waits until it is this caller's turn on all records, for `PATIENCE` at most. Whoever holds records may wait for
 * requests of its own, and for nothing that another call does only in its turn.
 *
 * @param isOver true ends the waiting early
 */
export async function takeTurn(records: Iterable<string>, isOver: () => boolean): Promise<Held> {
	const claim: Claim = { records: new Set(records), behind: 0, begin: () => undefined };
	const turn = new Promise<void>((begin) => (claim.begin = begin));
	enqueue(claim);
	if (claim.behind > 0) await endsWithin(turn, PATIENCE, isOver);
	const missing = new Set<string>();
	if (claim.behind > 0) {
		for (const record of claim.records) if (claims.get(record)?.[0] !== claim) missing.add(record);
		withdraw(claim, missing);
	}
	return { missing, giveBack: () => withdraw(claim, claim.records) };
}
