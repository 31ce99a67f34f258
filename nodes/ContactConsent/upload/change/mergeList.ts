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
 */
import type { IDataObject } from 'n8n-workflow';

import { isRecord, LEAVE_OUT, mapValues, scalarText } from '../../lib/json';
import { isBlank, isSame } from '../table/cells';
import type { ColumnCell } from '../table/surestCell';
import type { Entry } from '../table/recordModel';
import type { ChangeContext } from '../uploadTypes';
import { entryComparison, type EntryComparison } from './entryComparison';

type List = readonly unknown[];

/** The values of a cell. An entry may contain a separator: if the whole text of the cell is stored, it is one value. */
function valuesOf(stored: List, cell: ColumnCell, { textsOf, eachOnce }: EntryComparison): List {
	const whole = cell.isSectionless && scalarText(cell.given)?.trim();
	const same = whole && stored.find((entry) => textsOf(entry).some((text) => text.trim() === whole));
	return same ? [same] : eachOnce(cell.value as unknown[]);
}

/**
 * Values with the stored entry of those that are stored; of several with the same text, the first. What else a value
 * says of an entry, e.g. a part of an address, replaces what is stored of it.
 */
function asStored(
	wanted: List,
	stored: List,
	{ isSectionless }: ColumnCell,
	{ textsOf }: EntryComparison,
	isTable: boolean,
): List {
	const spelled = (text = ''): string => (isTable ? text.trim() : text);
	// Of a heading without a section, the text that the service shows counts, too: simplified records have it.
	const texts = (entry: unknown) => textsOf(entry).slice(0, isSectionless ? undefined : 1);
	const storedBy = new Map(
		[...stored].reverse().flatMap((entry) => texts(entry).map((text) => [spelled(text), entry] as const)),
	);
	return wanted.map((one) => {
		const same = storedBy.get(spelled(textsOf(one)[0])) ?? one;
		return isRecord(same) && isRecord(one) && Object.keys(one).length > 1 ? { ...same, ...one } : same;
	});
}

/**
 * The stored list with values in the place of the first entry that the service shows. Entries that it does not show stay
 * before them. If the first value is stored, no entry is replaced.
 *
 * @param wantedAsStored the values, with their stored entries
 */
function inPlaceOfFirst(
	stored: List,
	wanted: List,
	wantedAsStored: List,
	{ shownAs }: Entry,
	{ notAmong }: EntryComparison,
): List {
	const first = stored.findIndex((entry) => shownAs(entry) !== undefined);
	if (first < 0) return [...stored, ...wantedAsStored];
	const isFirstStored = wanted.length > 0 && notAmong(wanted.slice(0, 1), stored).length === 0;
	const notShown = stored.slice(0, first);
	// The a of the table stays behind a b, and not behind a d, which takes its place.
	const storedBehind = stored.slice(isFirstStored ? first : first + 1);
	const [known, moved] = [new Set(stored), new Set(wantedAsStored)];
	// Two stored ones may be spelled alike: only those are left out that are another spelling of a new one.
	const newOnes = wantedAsStored.filter((entry) => !known.has(entry));
	const inNoOtherSpelling = notAmong(storedBehind, newOnes);
	// No entry is there twice.
	const notMoved = inNoOtherSpelling.filter((entry) => !moved.has(entry));
	// *d* → d, b, c. *b* → b, a, c. *b, d* → b, d, a, c. *d, b* → d, b, c.
	return [...notShown, ...wantedAsStored, ...notMoved];
}

/**
 * @param stored the stored entries
 * @param kind how the entries of this column are compared
 */
export function mergedList(
	stored: List,
	cell: ColumnCell,
	kind: Entry,
	{ body, setting: { listValues, isTable } }: ChangeContext,
): List {
	const comparison = entryComparison(cell.column, kind, body);
	const wanted = valuesOf(stored, cell, comparison);
	const adds = listValues === 'add' || cell.isPartial;
	// add, *b, d* → a, b, c, d. replace, *b, d, #N/A* → a, b, c, d.
	if (adds && wanted.length > 0) return [...stored, ...comparison.notAmong(wanted, stored)];
	const wantedAsStored = asStored(wanted, stored, cell, comparison, isTable);
	// replace, a section, *b, d* → b, d.
	if (!cell.isSectionless) return wantedAsStored;
	// replace, no section: the other rows of the table.
	return inPlaceOfFirst(stored, wanted, wantedAsStored, kind, comparison);
}

/**
 * A list of objects that no column shows (addresses), in which something was lost, merged into the stored one: what a
 * stored entry says already is that entry, and all other stored entries stay. An entry with a lost field that is alone
 * changes the first stored one part by part, as columns do, so that an upload that comes again adds nothing.
 *
 * @param hasLost true for an entry with a lost field
 */
export function partialListOver(stored: List, values: List, hasLost: (entry: unknown) => boolean): List {
	// Beside what was lost, a blank clears nothing.
	const filled = (entry: unknown): IDataObject =>
		isRecord(entry) ? mapValues(entry, (part) => (isBlank(part) ? LEAVE_OUT : part)) : {};
	const isStored = (entry: IDataObject): boolean =>
		stored.some((known) =>
			Object.keys(entry).every((key) => isRecord(known) && isSame(known[key], entry[key])),
		);
	const [first, ...others] = stored;
	const newOnes = values.map(filled).filter((entry) => Object.keys(entry).length > 0 && !isStored(entry));
	const isAlone = newOnes.length === 1 && values.length === 1 && hasLost(values[0]);
	return isAlone && isRecord(first) ? [{ ...first, ...newOnes[0] }, ...others] : [...stored, ...newOnes];
}
