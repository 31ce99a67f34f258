import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../lib/json';
import { isEmpty, isSame } from '../table/cells';
import { valueAt, type FieldColumn, type RecordModel } from '../table/recordModel';
import type { Difference } from '../uploadTypes';

/** What a column shows of a list of a section: the texts of all its entries, or one part of its first address. */
function partInList({ path, shape }: FieldColumn, list: unknown): unknown {
	if (!Array.isArray(list)) return undefined;
	if (path.length > 2) return valueAt(list, path.slice(2));
	return list.map((entry: unknown) => shape?.entry?.sentOf(entry));
}

const differs = ({ from, to }: Difference): boolean => !isSame(from, to);

/**
 * The differences of two lists of a section, column by column. A line for the lists as a whole is added if the columns
 * do not show all that is in them:
 *
 * | list      | stored              | sent               | differences                                           |
 * | --------- | ------------------- | ------------------ | ----------------------------------------------------- |
 * | emails    | one                 | two                | *Work Emails*                                         |
 * | emails    | one, with a *kind*  | another *kind*     | the list: no column shows a kind                      |
 * | addresses | one                 | another city       | *Work City*                                           |
 * | addresses | one, with a *floor* | other city, floor  | *Work City* and the list                              |
 * | addresses | two                 | another first city | *Work City* and the list: columns show only the first |
 */
function ofLists(columns: readonly FieldColumn[], name: string, from: unknown, to: unknown): Difference[] {
	const fields = columns.map(({ path, shape }) => path[2] ?? shape?.entry?.field ?? '');
	const columnsShowAllOf = (list: unknown): boolean =>
		isEmpty(list) ||
		(Array.isArray(list) &&
			(list.length === 1 || columns.every(({ path }) => path.length === 2)) &&
			list.every((entry) => !isRecord(entry) || Object.keys(entry).every((key) => fields.includes(key))));
	const byColumn = columns.map((one) => ({
		column: one.name,
		label: one.label,
		from: partInList(one, from),
		to: partInList(one, to),
	}));
	const areShown = columnsShowAllOf(from) && columnsShowAllOf(to);
	return [...byColumn, ...(areShown ? [] : [{ column: name, label: name, from, to }])].filter(differs);
}

/** The differences of two values at a path. Records and sections are compared key by key. */
function at(
	model: RecordModel,
	path: readonly string[],
	from: unknown,
	to: unknown,
	timeZone: string,
): Difference[] {
	if (from === to) return [];
	const column = path.join('.');
	const own = model.columnAt(path)?.shape?.differences;
	if (own) return own(from, to, timeZone).map(({ name, ...one }) => ({ column: name, ...one }));
	if (path.length === 2 && (Array.isArray(from) || Array.isArray(to))) {
		const columns = model.fields.filter((one) => path.every((step, depth) => step === one.path[depth]));
		if (columns.length > 0) return ofLists(columns, column, from, to);
	}
	const [before, after] = [from ?? {}, to ?? {}];
	const isByKey = path.length === 0 || model.sections.has(column);
	if (!isByKey || !isRecord(before) || !isRecord(after)) {
		const label = model.columnAt(path)?.label ?? column;
		return [{ column, label, from, to }].filter(differs);
	}
	const keys = Object.keys({ ...after, ...before });
	return keys.flatMap((key) =>
		at(model, [...path, key], valueAt(before, [key]), valueAt(after, [key]), timeZone),
	);
}

/**
 * What sending a record changes.
 *
 * @param before the stored record in the upload shape; `undefined` if it does not exist
 * @param timeZone of the workflow, for times without an offset
 */
export const differencesOf = (
	model: RecordModel,
	before: IDataObject | undefined,
	after: IDataObject,
	timeZone: string,
): Difference[] => at(model, [], before ?? {}, after, timeZone);

const shown = (value: unknown): unknown => (isEmpty(value) ? null : value);

/** Differences for the output: column → `{ from, to }`, for a new record `{ to }`. An empty value is `null`. */
export const changesOf = (differences: readonly Difference[], exists: boolean): IDataObject =>
	Object.fromEntries(
		differences.map(({ column, from, to, more }) => [
			column,
			{ ...(exists && { from: shown(from) }), to: shown(to), ...more },
		]),
	);

/** Counts the entries of a list, or of all lists of an object. */
function countEntries(value: unknown): number {
	if (Array.isArray(value)) return value.length;
	return isRecord(value)
		? Object.values(value).reduce((sum: number, part) => sum + countEntries(part), 0)
		: 0;
}

/** By how many entries a list becomes shorter; 0 if it does not. */
export const shortenedBy = ({ from, to }: Difference): number =>
	Math.max(0, countEntries(from) - countEntries(to));

/** True if the new value is empty. */
export const erases = ({ to }: Difference): boolean => isEmpty(to);
