import type { ValidationEntry } from '../../transport/types';
import { grouped } from '../../lib/json';

/** The validation entries of an answer, by the record that they name. */
export type Named<E> = ReadonlyMap<E, readonly ValidationEntry[]>;

/** The records that the keys mean. `undefined` if a key means no record, or if two keys mean the same record. */
function readBy<E>(
	byKey: ReadonlyMap<string, readonly ValidationEntry[]>,
	meaning: (key: string) => E | undefined,
): Named<E> | undefined {
	const named = new Map<E, readonly ValidationEntry[]>();
	for (const [key, entries] of byKey) {
		const one = meaning(key);
		if (one === undefined) return undefined;
		named.set(one, entries);
	}
	return named.size === byKey.size && named.size > 0 ? named : undefined;
}

const isIndex = (key: string): boolean => /^\d+$/.test(key);

/**
 * The records that validation entries name, if all of their first-level keys are IDs of these records or indexes into
 * them. The contract does not say what the keys mean, so this is a guess for the service to confirm.
 *
 * @returns `undefined` if no record is named, or if all records are named and the keys read as IDs mean other records
 * than the keys read as indexes
 */
export function namedIn<E extends { id: string }>(
	sent: readonly E[],
	entries: readonly ValidationEntry[],
): Named<E> | undefined {
	const byKey = grouped(entries, ({ outerKey }) => outerKey);
	const byId = new Map(sent.map((one) => [one.id, one]));
	const asIds = readBy(byKey, (key) => byId.get(key));
	// If all records are named, the keys show whether they count from 0 or from 1.
	const first = byKey.size === sent.length && !byKey.has('0') ? 1 : 0;
	const asIndexes = readBy(byKey, (key) => (isIndex(key) ? sent[Number(key) - first] : undefined));
	const named = asIds ?? asIndexes;
	if (named?.size !== sent.length || asIds === undefined || asIndexes === undefined) return named;
	const isAgreed = sent.every((one) => asIds.get(one) === asIndexes.get(one));
	return isAgreed ? named : undefined;
}
