import type { ValidationEntry } from '../transport/types';
import { grouped } from '../values';

/** Entries of an answer by the record that they name. */
export type Named<E> = ReadonlyMap<E, readonly ValidationEntry[]>;

/** Whom the keys mean, if each of them means another one. */
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
 * @returns `undefined` where nobody is named, or everybody in two ways that differ
 */
export function namedIn<E extends { id: string }>(
	sent: readonly E[],
	entries: readonly ValidationEntry[],
): Named<E> | undefined {
	const byKey = grouped(entries, ({ outerKey }) => outerKey);
	const byId = new Map(sent.map((one) => [one.id, one]));
	const asIds = readBy(byKey, (key) => byId.get(key));
	// Where all are named, the keys say themselves whether they count from 0 or from 1.
	const first = byKey.size === sent.length && !byKey.has('0') ? 1 : 0;
	const asIndexes = readBy(byKey, (key) => (isIndex(key) ? sent[Number(key) - first] : undefined));
	const named = asIds ?? asIndexes;
	if (named?.size !== sent.length || asIds === undefined || asIndexes === undefined) return named;
	const isAgreed = sent.every((one) => asIds.get(one) === asIndexes.get(one));
	return isAgreed ? named : undefined;
}
