/** Stored Values "Keep": only fields that are empty at the service are filled. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord, LEAVE_OUT, mapValues } from '../../lib/json';
import type { Note } from '../report/notes';
import { isBlank, isEmpty } from '../table/cells';
import type { ColumnCell } from '../table/surestCell';
import { ADDRESS_PATH, valueAt } from '../table/recordModel';
import type { ChangeContext } from '../uploadTypes';
import { cellOfKey } from './cellOfKey';
import { entryComparison } from './entryComparison';
import { isStoredAlready } from './storedAlready';

/**
 * What is left of a value if what is stored wins: it fills empty fields, and adds to lists if values are added.
 *
 * @param stored before any row was merged over it
 * @returns the value or its part, or `LEAVE_OUT`; `losesSomething`: something is left out that is not stored
 */
function fillingOf(
	stored: unknown,
	cell: ColumnCell,
	context: ChangeContext,
): { value: unknown; losesSomething: boolean } {
	const { column, shape, value } = cell;
	const { model, setting } = context;
	if (isBlank(value)) return { value: LEAVE_OUT, losesSomething: false };
	if (isEmpty(stored)) return { value, losesSomething: false };
	if (shape.entry) {
		if (setting.listValues === 'add') return { value, losesSomething: false };
		const { notAmong } = entryComparison(column, shape.entry, context.body);
		const isKnown = Array.isArray(stored) && notAmong(value as unknown[], stored).length === 0;
		return { value: LEAVE_OUT, losesSomething: !isKnown };
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value)) {
		return { value: LEAVE_OUT, losesSomething: !isStoredAlready(cell, stored, setting) };
	}
	let losesSomething = false;
	const filling = mapValues(value, (part, key) => {
		const found = fillingOf(valueAt(stored, [key]), cellOfKey(cell, key, part, model), context);
		losesSomething ||= found.losesSomething;
		return found.value;
	});
	return { value: Object.keys(filling).length > 0 ? filling : LEAVE_OUT, losesSomething };
}

/** Leaves of the cells of a row what remains if what is stored wins. Notes the columns of which something is left out. */
export function keepStored(
	cells: readonly ColumnCell[],
	original: IDataObject,
	context: ChangeContext,
	notes: Note[],
): ColumnCell[] {
	const all = cells.map((cell) => ({
		cell,
		...fillingOf(valueAt(original, cell.column.path), cell, context),
	}));
	// A part of another address must not be added to the stored one.
	const others = new Set(
		all.flatMap(({ cell: { column }, losesSomething }) =>
			losesSomething && column.path.length === ADDRESS_PATH ? column.path[0] : [],
		),
	);
	return all.flatMap(({ cell, value, losesSomething }) => {
		const { path, name } = cell.column;
		const isOfOther = path.length === ADDRESS_PATH && others.has(path[0]) && value !== LEAVE_OUT;
		// The ID may be spelled in another way.
		if ((losesSomething || isOfOther) && name !== 'id') {
			notes.push({ kind: 'storedStays', heading: cell.heading.name });
		}
		return value === LEAVE_OUT || isOfOther ? [] : [{ ...cell, value }];
	});
}
