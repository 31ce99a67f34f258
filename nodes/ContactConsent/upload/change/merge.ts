/** Rows, merged into the stored record. */
import type { IDataObject } from 'n8n-workflow';

import { joined, type InvalidInput } from '../../common/invalidInput';
import { isRecord, mapValues, setKey } from '../../lib/json';
import { shortened } from '../../lib/text';
import { lettersLost } from '../report/lostLetters';
import type { Note } from '../report/notes';
import { brokenIn } from '../table/cells';
import { isBlankForSeveral, putInColumns, type ColumnCell } from '../table/surestCell';
import { headed } from '../table/headings';
import { valueAt, withValueAt } from '../table/recordModel';
import type { Change, ChangeContext, Row } from '../uploadTypes';
import { cellOfKey } from './cellOfKey';
import { keepStored } from './keepStored';
import { mergedList, partialListOver } from './mergeList';
import { isStoredAlready } from './storedAlready';

/** The stored value with the value of a cell merged into it. @throws InvalidInput */
function mergedValue(stored: unknown, cell: ColumnCell, context: ChangeContext): unknown {
	const { shape, value } = cell;
	const { model, setting } = context;
	// If values are added, mergedList compares them with the stored entries itself.
	const adds = setting.listValues === 'add' && shape.entry && Array.isArray(stored);
	if (!adds && isStoredAlready(cell, stored, setting)) return stored;
	if (shape.entry) {
		// A shortcut for most lists of a table: a single entry has nothing to be compared with.
		if (stored === undefined && (value as unknown[]).length <= 1) return value;
		return mergedList(Array.isArray(stored) ? stored : [], cell, shape.entry, context);
	}
	if (cell.isPartial && Array.isArray(stored)) {
		return partialListOver(stored, value as unknown[], (entry) => cell.partialLists?.has(entry) === true);
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value) || Object.keys(value).length === 0) return value;
	const changed = mapValues(value, (part, key) =>
		mergedValue(valueAt(stored, [key]), cellOfKey(cell, key, part, model), context),
	);
	return { ...stored, ...changed };
}

/** The refusal of a cell that lost letters when the file was read. */
const unreadable = ({ heading, column, value }: ColumnCell): InvalidInput =>
	lettersLost(`${headed(heading, column)} is ${shortened(JSON.stringify(value), 100)}`, value);

/**
 * Merges a row into an upload. A text replaces the stored text, and a list the stored list, unless values are added.
 * `data` changes key by key, and the first address part by part. A list column without a section changes only the first
 * entry, and a blank one clears only the single value that there is. An unchanged value keeps its stored form.
 *
 * @param original the stored record, before any row was merged over it
 * @throws InvalidInput
 */
function mergeRow(
	before: IDataObject,
	{ cells }: Row,
	context: ChangeContext,
	notes: Note[],
	original: IDataObject,
): IDataObject {
	const upload = { ...before };
	const problems: unknown[] = [];
	const all = putInColumns(cells, before, context.body, notes).filter(
		({ shape }) => !(context.setting.keepsOtherFields && shape.mergeAll !== undefined),
	);
	const taken = context.setting.storedValues === 'keep' ? keepStored(all, original, context, notes) : all;
	for (const cell of taken) {
		if (isBlankForSeveral(cell, before)) {
			const heading = cell.heading.name;
			notes.push({ kind: 'blankForSeveral', heading, name: heading });
			continue;
		}
		const { path } = cell.column;
		const [name = ''] = path;
		const stored = valueAt(upload, path);
		const value = mergedValue(stored, cell, context);
		if (value === stored) continue;
		const broken = brokenIn(cell.value);
		if (broken.length > 0) {
			const known = new Set(brokenIn(stored));
			if (broken.some((text) => !known.has(text))) problems.push(unreadable(cell));
		}
		const changed = withValueAt(upload[name], path, value, 1);
		if (changed !== undefined) setKey(upload, name, changed);
	}
	if (problems.length > 0) throw joined(problems);
	return upload;
}

/** Merges the columns whose values are merged at once, e.g. consents, into an upload. */
function mergeAtOnce(before: IDataObject, rows: readonly Row[], { model, setting }: ChangeContext) {
	const refused = new Map<Row, unknown>();
	const notes: Note[] = [];
	const upload = { ...before };
	for (const column of setting.keepsOtherFields ? model.fields : []) {
		if (!column.shape?.mergeAll) continue;
		const given = rows.flatMap((row) => {
			const cell = row.cells.find(({ heading }) => heading.column === column);
			return cell ? [{ row, cell }] : [];
		});
		if (given.length === 0) continue;
		const stored = valueAt(upload, column.path);
		const values = given.map(({ cell }) => cell.value);
		const { value, each } = column.shape.mergeAll(stored, values, setting);
		if (value !== stored) setKey(upload, column.name, value);
		given.forEach(({ row, cell: { heading } }, at) => {
			const one = each[at] ?? { notes: [] };
			if ('error' in one) refused.set(row, one.error);
			else notes.push(...one.notes.map((note) => ({ ...note, heading: heading.name })));
		});
	}
	return { upload, refused, notes };
}

/** Merges rows into the stored record, one after another. A row that cannot be merged is left out. */
export const merge: Change = (stored, rows, context) => {
	const refused = new Map<Row, unknown>();
	const notes: Note[] = [];
	let merged = stored;
	for (const row of rows) {
		// What is noted of a row that is refused is not said of the others.
		const own: Note[] = [];
		try {
			merged = mergeRow(merged, row, context, own, stored);
			notes.push(...own);
		} catch (error) {
			refused.set(row, error);
		}
	}
	const taken = rows.filter((row) => !refused.has(row));
	const whole = mergeAtOnce(merged, taken, context);
	if (whole.refused.size === 0) return { ...whole, refused, notes: [...notes, ...whole.notes] };
	// A row is taken as a whole or not at all, so the others are merged over the stored record without it.
	const others = merge(
		stored,
		taken.filter((row) => !whole.refused.has(row)),
		context,
	);
	return { ...others, refused: new Map([...refused, ...whole.refused, ...others.refused]) };
};
