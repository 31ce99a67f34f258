import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../values';
import { valueAt, type Column, type Shape } from './columns';
import type { RowNotes } from './setting';
import { combined } from './twins';
import type { Cell } from './types';

/** A cell whose column is known: that of a section, where its heading names none. */
export interface Placed extends Cell {
	column: Column;
	shape: Shape;
	/** It names no section: of a list, it is about the first entry alone. */
	isSectionless: boolean;
}

/**
 * The column of a section for one that names none: of the first section that has such a value, else of the first one.
 * Of an address, the city says whether it is there.
 */
function inSection(sections: readonly Column[], upload: IDataObject): Column {
	const isThere = ({ path, shape }: Column): boolean =>
		shape?.entry
			? [valueAt(upload, path)].flat().some((one) => shape.entry?.shownAs(one) !== undefined)
			: textOf(valueAt(upload, [...path.slice(0, 2), 'city'])) !== undefined;
	return sections.find(isThere) ?? (sections[0] as Column);
}

/** The cells of a row, one for each column: which section those belong to that name none depends on what is there. */
export function placed(cells: readonly Cell[], upload: IDataObject, notes: RowNotes): Placed[] {
	const all = cells.map(({ heading, value, given }): Placed => {
		const named = heading.column as Column;
		const { inSections } = named;
		const column = inSections ? inSection(inSections, upload) : named;
		return {
			heading,
			value,
			given,
			column,
			shape: named.shape as Shape,
			isSectionless: inSections !== undefined,
		};
	});
	// Where all name their section, no two are for one column.
	if (!all.some(({ isSectionless }) => isSectionless)) return all;
	const found = new Map<Column, Placed>();
	for (const cell of all) {
		const { column, isSectionless } = cell;
		const twin = found.get(column);
		// Beside a value that names the section, a list is a whole one.
		const both = twin && { isSectionless: isSectionless && twin.isSectionless };
		found.set(column, twin ? { ...cell, ...combined(twin, cell, notes), ...both } : cell);
	}
	return [...found.values()];
}
