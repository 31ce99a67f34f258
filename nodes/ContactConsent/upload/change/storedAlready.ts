/** Whether the service has a value already: of a cell, and of an entry of a list. */
import { isRecord, scalarText } from '../../lib/json';
import { isAboutCell } from '../report/notes';
import { canonical } from '../table/cells';
import type { ColumnCell } from '../table/surestCell';
import { valueAt, type Entry, type FieldColumn, type Reader, type Setting } from '../table/recordModel';

/**
 * True if uploading the stored value would send the same as this cell. The stored value then stays as it is.
 *
 * | column       | stored             | the row gives | answer | because                                                     |
 * | ------------ | ------------------ | ------------- | ------ | ----------------------------------------------------------- |
 * | Birthday     | 1985-05-12         | 31179         | yes    | the cell is read as this day                                |
 * | Company      | *Acme* and a blank | Acme          | yes    | the stored text, read like a cell, has no blank             |
 * | Birthday     | 31179              | 1985-05-12    | no     | both are one day, and what is stored is no text of a day    |
 * | Birthday     | 31179              | 31179         | yes    | the row sends it back as it is                              |
 * | Work Numbers | ="0171 1"          | ["=\"0171 1\""] | yes    | the row sends it back as it is, in a list of its own        |
 * | Work Numbers | 0171 1             | 01711         | no     | it is another text; `mergedList` compares the entries       |
 * | Employee ID  | { }, a wrong value | 7             | no     | the stored value cannot be uploaded                         |
 */
export function isStoredAlready(
	{ column, shape, value, given }: Pick<ColumnCell, 'column' | 'shape' | 'value' | 'given'>,
	stored: unknown,
	setting: Setting,
): boolean {
	if (stored === undefined) return value === undefined;
	if (stored === value || stored === given) return true;
	const converted = (one: unknown, isTable: boolean): { text: string; isCorrected: boolean } => {
		const reader: Reader = { setting: { ...setting, isTable }, heading: '', notes: [] };
		const text = canonical(shape.convert(one, column, reader));
		// `addNote` says of which texts there is a note.
		return { text, isCorrected: reader.notes.some(isAboutCell) };
	};
	try {
		const asCell = converted(stored, setting.isTable);
		if (asCell.text !== canonical(value)) return false;
		return !asCell.isCorrected || converted(given, false).text === canonical(stored);
	} catch {
		return false;
	}
}

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
