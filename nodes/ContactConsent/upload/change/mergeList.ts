/**
 * A list column, merged into the stored list. In come the stored entries and the cell of a row, out comes the list that
 * is sent. What is stored already keeps its stored entry, whatever its spelling: it may have parts that no cell has.
 *
 * Examples, where *a, b, c* is stored:
 *
 * | List Values | the heading names | the cell says | result     | because                                                |
 * | ----------- | ----------------- | ------------- | ---------- | ------------------------------------------------------ |
 * | add         | any               | b, d          | a, b, c, d | what is not stored is added                            |
 * | replace     | any               | b, d, #N/A    | a, b, c, d | the broken entry may be a or c (`isPartial`)           |
 * | replace     | a section         | b, d          | b, d       | the values are the list                                |
 * | replace     | no section        | d             | d, b, c    | simplified records have only the first: it is replaced |
 * | replace     | no section        | b             | b, a, c    | it is stored: it comes first, and nothing is lost      |
 * | replace     | no section        | b, d          | b, d, a, c |                                                        |
 * | replace     | no section        | d, b          | d, b, c    | the first value is new: it takes the place of a        |
 * | replace     | no section        | nothing       | b, c       | with Empty Fields "Send", a blank clears the first     |
 */
import { isRecord, scalarText } from '../../lib/json';
import type { ColumnCell } from '../table/surestCell';
import type { Entry } from '../table/recordModel';
import type { ChangeContext } from '../uploadTypes';
import { entryComparison, type EntryComparison } from './entryComparison';

type List = readonly unknown[];

/** The values of a cell. An entry may contain a separator: if the whole text of the cell is stored, it is one value. */
function valuesOf(now: List, cell: ColumnCell, { textsOf, eachOnce }: EntryComparison): List {
	const whole = cell.isSectionless && scalarText(cell.given)?.trim();
	const stored = whole && now.find((entry) => textsOf(entry).some((text) => text.trim() === whole));
	return stored ? [stored] : eachOnce(cell.value as unknown[]);
}

/**
 * Values with the stored entry of those that are stored; of several with the same text, the first. What else a value
 * says of an entry, e.g. a part of an address, replaces what is stored of it.
 */
function asStored(
	values: List,
	now: List,
	{ isSectionless }: ColumnCell,
	{ textsOf }: EntryComparison,
	isTable: boolean,
): List {
	const spelled = (text = ''): string => (isTable ? text.trim() : text);
	// Of a heading without a section, the text that the service shows counts, too: simplified records have it.
	const texts = (entry: unknown) => textsOf(entry).slice(0, isSectionless ? undefined : 1);
	const storedBy = new Map(
		[...now].reverse().flatMap((entry) => texts(entry).map((text) => [spelled(text), entry] as const)),
	);
	return values.map((one) => {
		const stored = storedBy.get(spelled(textsOf(one)[0])) ?? one;
		return isRecord(stored) && isRecord(one) && Object.keys(one).length > 1 ? { ...stored, ...one } : stored;
	});
}

/**
 * The stored list with values in the place of the first entry that the service shows. Entries that it does not show stay
 * before them. If the first value is stored, no entry is replaced.
 *
 * @param list the values, with their stored entries
 */
function inPlaceOfFirst(
	now: List,
	values: List,
	list: List,
	{ shownAs }: Entry,
	{ notAmong }: EntryComparison,
): List {
	const first = now.findIndex((entry) => shownAs(entry) !== undefined);
	if (first < 0) return [...now, ...list];
	const isFirstStored = values.length > 0 && notAmong(values.slice(0, 1), now).length === 0;
	const behind = now.slice(isFirstStored ? first : first + 1);
	const [known, moved] = [new Set(now), new Set(list)];
	// No entry is there twice, and none in another spelling of a new one. Two stored ones may be spelled alike.
	const added = list.filter((entry) => !known.has(entry));
	return [...now.slice(0, first), ...list, ...notAmong(behind, added).filter((entry) => !moved.has(entry))];
}

/**
 * @param now the stored entries
 * @param kind how the entries of this column are compared
 */
export function mergedList(
	now: List,
	cell: ColumnCell,
	kind: Entry,
	{ body, setting: { listValues, isTable } }: ChangeContext,
): List {
	const comparison = entryComparison(cell.column, kind, body);
	const values = valuesOf(now, cell, comparison);
	const adds = listValues === 'add' || cell.isPartial;
	if (adds && values.length > 0) return [...now, ...comparison.notAmong(values, now)];
	const list = asStored(values, now, cell, comparison, isTable);
	return cell.isSectionless ? inPlaceOfFirst(now, values, list, kind, comparison) : list;
}
