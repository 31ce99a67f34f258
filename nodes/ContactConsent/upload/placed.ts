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
	const found = new Map<Column, Placed>();
	for (const cell of cells) {
		const named = cell.heading.column as Column;
		const column = named.inSections ? inSection(named.inSections, upload) : named;
		const shape = named.shape as Shape;
		const twin = found.get(column);
		const one = twin ? combined(twin, cell, notes) : cell;
		// Beside a value that names the section, a list is a whole one.
		const isSectionless = named.inSections !== undefined && (twin?.isSectionless ?? true);
		found.set(column, { ...one, column, shape, isSectionless });
	}
	return [...found.values()];
}
