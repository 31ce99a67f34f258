import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../operation';
import { textOf } from '../values';
import { canonical, isBlank } from './cells';
import { valueAt, type Column, type Reader, type Shape } from './columns';
import type { Cell } from './types';

/** The entries of several lists, without duplicates. */
const allOf = (...lists: unknown[]): unknown[] => [
	...new Map(lists.flat().map((entry) => [canonical(entry), entry])).values(),
];

/**
 * Decides which of two cells for the same column counts: the filled one with the surer heading, else the first. Two
 * lists are joined.
 *
 * @param reader takes the heading of the cell that does not count, if its value differs
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

/** @throws InvalidInput if two equally sure cells give different IDs: nobody knows which record is meant */
export function assertOneId(before: Cell, after: Cell): void {
	const cells = [before, after];
	const isEquallySure = before.heading.sureness === after.heading.sureness;
	if (!isEquallySure || cells.some(({ value }) => isBlank(value)) || before.value === after.value) return;
	const [one, other] = cells.map(({ heading, value }) => `${heading.name} is "${String(value)}"`);
	throw new InvalidInput(
		`${one}, and ${other}: which of the two is the ID is not known`,
		'Remove one of the two columns, or rename the one that is the ID to id.',
	);
}

/** A cell with its final column. If its heading names no section, that is the column of a section. */
export interface PlacedCell extends Cell {
	column: Column;
	shape: Shape;
	/** The heading names no section. A list value then changes only the first entry. */
	isSectionless: boolean;
}

/**
 * Chooses the section for a column that names none: the first section with a stored value, else the first section. An
 * address counts as stored if it has a city.
 */
function inSection(sections: readonly Column[], upload: IDataObject): Column {
	const isThere = ({ path, shape }: Column): boolean =>
		shape?.entry
			? [valueAt(upload, path)].flat().some((one) => shape.entry?.shownAs(one) !== undefined)
			: textOf(valueAt(upload, [...path.slice(0, 2), 'city'])) !== undefined;
	return sections.find(isThere) ?? (sections[0] as Column);
}

/**
 * Gives the cells of a row their final columns, and joins cells of the same column.
 *
 * @param upload what the row is laid over: its stored values decide the section of a cell whose heading names none
 */
export function placed(cells: readonly Cell[], upload: IDataObject, reader: Reader): PlacedCell[] {
	const found = new Map<Column, PlacedCell>();
	for (const { heading, value, given } of cells) {
		const { inSections } = heading.column as Column;
		const isSectionless = inSections !== undefined;
		const column = inSections ? inSection(inSections, upload) : (heading.column as Column);
		const cell = { heading, value, given, column, shape: column.shape as Shape, isSectionless };
		const twin = found.get(column);
		// If one of the two headings names the section, the joined list is the whole list, not only its first entry.
		const joined = twin && {
			...combined(twin, cell, reader),
			isSectionless: isSectionless && twin.isSectionless,
		};
		found.set(column, joined ?? cell);
	}
	return [...found.values()];
}
