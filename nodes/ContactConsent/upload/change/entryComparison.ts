/** Whether the service has an entry of a list already, whatever its spelling. */
import { isRecord, scalarText } from '../../lib/json';
import { canonical } from '../table/cells';
import { valueAt, type Entry, type FieldColumn } from '../table/recordModel';

const listAt = (record: unknown, path: readonly string[]): unknown[] => {
	const value = valueAt(record, path);
	return Array.isArray(value) ? value : [];
};

/** Compares the entries of one list column with each other. */
export interface EntryComparison {
	/** The text that is sent for an entry, and the one that the service shows. */
	textsOf: (entry: unknown) => string[];
	/** The entries of a list that are not among others. */
	notAmong: (list: readonly unknown[], others: readonly unknown[]) => unknown[];
	/** The entries of a list without repetitions: the first of each stays. */
	eachOnce: (list: readonly unknown[]) => unknown[];
}

/**
 * Compares the entries of a list column. Each entry has two texts: the one that is sent, and the one that the service
 * shows. Two entries are the same if they share a text in any spelling.
 */
export function entryComparison(
	{ path }: FieldColumn,
	{ field = '', sentOf, shownAs, normalized }: Entry,
	body: unknown,
): EntryComparison {
	const shown = new Map(listAt(body, path).map((entry) => [sentOf(entry), shownAs(entry)]));
	const textsOf = (entry: unknown): string[] => {
		const text = scalarText(isRecord(entry) ? entry[field] : entry) ?? canonical(entry);
		return [text, shown.get(text) ?? text];
	};
	const spellings = (entry: unknown) => textsOf(entry).map((text) => normalized(text));
	/** Finds entries that have none of these spellings. */
	const notIn = (known: ReadonlySet<string>) => (entry: unknown) =>
		!spellings(entry).some((text) => known.has(text));
	return {
		textsOf,
		notAmong: (list, others) => list.filter(notIn(new Set(others.flatMap(spellings)))),
		eachOnce: (list) => {
			const known = new Set<string>();
			return list.filter((entry) => {
				const isNew = notIn(known)(entry);
				for (const text of spellings(entry)) known.add(text);
				return isNew;
			});
		},
	};
}
