import { endsWithin } from '../lib/time';

/**
 * Whose turn it is to change a record. Two calls of the node in this process that read, change and send the same record
 * would undo each other, so each waits until the other one has ended.
 *
 * A call asks for all records of a batch at once, and its turn comes once it is the first in the order of asking for
 * each of them. So nobody waits for a turn while others wait for him, except for those who asked later: no two calls can
 * wait for each other, whatever the order of their records.
 */

/** Milliseconds after which a turn that has not come is given up. */
const PATIENCE = 15 * 60_000;
/** Milliseconds after the acceptance of an upload for which others wait for its Operation. */
export const LONGEST_HELD = 60_000;

/** Somebody who has asked for records. */
interface Asker {
	readonly records: ReadonlySet<string>;
	/** For how many of these records somebody is before him. */
	behind: number;
	begin: () => void;
}

/** The askers of each record that somebody has asked for, in the order of asking. The first one has his turn. */
const askers = new Map<string, Asker[]>();

/** How many records of this process somebody has asked for: none once all calls have ended. For tests. */
export const recordsAskedFor = (): number => askers.size;

/** A record across all calls in this process. @param path of its requests, e.g. `contacts`, `C-17` */
export const recordKey = (baseUrl: string, path: readonly string[]): string => [baseUrl, ...path].join('\n');

function ask(asker: Asker): void {
	for (const record of asker.records) {
		const queue = askers.get(record);
		if (queue === undefined) askers.set(record, [asker]);
		else {
			queue.push(asker);
			asker.behind++;
		}
	}
}

/** Leaves the queues of some records. The next in them may begin. */
function leave(asker: Asker, records: Iterable<string>): void {
	for (const record of records) {
		const queue = askers.get(record) ?? [];
		const at = queue.indexOf(asker);
		if (at < 0) continue;
		queue.splice(at, 1);
		const [next] = queue;
		if (next === undefined) askers.delete(record);
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

/**
 * Waits until it is this caller's turn on all records, for 15 minutes at most. Whoever holds records may wait for his own
 * requests, and for nothing that somebody else can only do in his turn.
 *
 * @param isOver true ends the waiting early
 */
export async function takeTurn(records: Iterable<string>, isOver: () => boolean): Promise<Held> {
	const asker: Asker = { records: new Set(records), behind: 0, begin: () => undefined };
	const turn = new Promise<void>((begin) => (asker.begin = begin));
	ask(asker);
	if (asker.behind > 0) await endsWithin(turn, PATIENCE, isOver);
	const missing = new Set<string>();
	if (asker.behind > 0) {
		for (const record of asker.records) if (askers.get(record)?.[0] !== asker) missing.add(record);
		leave(asker, missing);
	}
	return { missing, giveBack: () => leave(asker, asker.records) };
}
