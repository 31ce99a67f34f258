import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../values';
import { canonical, isBlank } from './cells';
import { valueAt, type Column, type Reader, type Shape } from './columns';
import type { Cell } from './types';

/** The entries of lists, each once. */
const allOf = (...lists: unknown[]): unknown[] => [
	...new Map(lists.flat().map((entry) => [canonical(entry), entry])).values(),
];

/**
 * Which of two cells for one column counts: the surest that is filled, of equals the first. A list takes the values of
 * both.
 *
 * @param reader takes the heading of the other one, if that says something else
 */
export function combined<Of extends Cell>(before: Of, after: Of, reader: Reader): Of {
	const same = canonical(before.value) === canonical(after.value);
	if (same || isBlank(after.value)) return before;
	if (isBlank(before.value)) return after;
	if (Array.isArray(before.value) && Array.isArray(after.value)) {
		return { ...before, value: allOf(before.value, after.value), given: undefined };
	}
	const isSurer = after.heading.sureness < before.heading.sureness;
	reader.notSent.push((isSurer ? before : after).heading.name);
	return isSurer ? after : before;
}

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
export function placed(cells: readonly Cell[], upload: IDataObject, reader: Reader): Placed[] {
	const found = new Map<Column, Placed>();
	for (const { heading, value, given } of cells) {
		const { inSections } = heading.column as Column;
		const isSectionless = inSections !== undefined;
		const column = inSections ? inSection(inSections, upload) : (heading.column as Column);
		const cell = { heading, value, given, column, shape: column.shape as Shape, isSectionless };
		const twin = found.get(column);
		// Beside a value that names the section, a list is a whole one.
		const both = { isSectionless: isSectionless && twin?.isSectionless === true };
		found.set(column, twin ? { ...combined(twin, cell, reader), ...both } : cell);
	}
	return [...found.values()];
}
