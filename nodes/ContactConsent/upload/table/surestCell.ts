import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { textOf } from '../../lib/text';
import { canonical, isBlank } from './cells';
import { valueAt, type Column, type FieldColumn, type Shape } from './recordModel';
import type { Note } from '../report/notes';
import type { Cell } from '../uploadTypes';

/** The entries of several lists, without duplicates. */
const allOf = (lists: readonly unknown[]): unknown[] => [
	...new Map(lists.flat().map((entry) => [canonical(entry), entry])).values(),
];

/** The cell with the surest heading; of equally sure ones, the first. */
const surestOf = <Of extends Cell>(cells: readonly Of[]): Of | undefined =>
	cells.length === 0
		? undefined
		: cells.reduce((one, other) => (other.heading.sureness < one.heading.sureness ? other : one));

/**
 * Decides which of several cells for the same column counts: the filled one with the surest heading; of equally sure
 * ones, the first. Lists are joined.
 *
 * @param cells at least one
 * @param notes takes notes about the cells that do not count, if their values differ
 */
export function combine<Of extends Cell>(cells: readonly Of[], notes: Note[]): Of {
	// Nearly all columns of nearly all tables have one heading. Nothing is allocated for them.
	if (cells.length === 1) return cells[0] as Of;
	const filled = cells.filter(({ value }) => !isBlank(value));
	const [first = cells[0] as Of, ...others] = filled;
	if (others.length === 0) return first;
	if (filled.every(({ value }) => Array.isArray(value))) {
		const isPartial = filled.some((cell) => cell.isPartial) || undefined;
		return { ...first, value: allOf(filled.map(({ value }) => value)), given: undefined, isPartial };
	}
	const surest = surestOf(filled) ?? first;
	const value = canonical(surest.value);
	for (const cell of filled) {
		if (canonical(cell.value) === value) continue;
		const words = `${surest.heading.name} is ${cell.heading.column?.label}, too`;
		notes.push({ kind: 'otherHeading', heading: cell.heading.name, words });
	}
	return surest;
}

/** The parts without which nobody finds an address. */
const PLACES: ReadonlySet<string> = new Set(['street', 'zip_code', 'city']);

/**
 * Leaves only one address in a row whose table has several, so that they are not mixed: the surest, or the first, of those
 * that have a street, a zip code or a city.
 *
 * @param all the cells of each column; those of other addresses are taken out
 * @param notes takes notes about what is taken out, if it differs
 */
export function keepOneAddress(all: Map<Column, Cell[]>, notes: Note[]): void {
	const parts = [...all.values()]
		.flat()
		.filter(({ heading, value }) => heading.address !== undefined && !isBlank(value));
	const kept =
		surestOf(parts.filter(({ heading }) => PLACES.has(heading.column?.name ?? ''))) ?? surestOf(parts);
	if (kept === undefined) return;
	const isOther = ({ heading, value }: Cell): boolean =>
		heading.address !== undefined && heading.address !== kept.heading.address && !isBlank(value);
	for (const [column, cells] of all) {
		const own = cells.filter((cell) => !isOther(cell));
		if (own.length === cells.length) continue;
		const sent = own.map(({ value }) => canonical(value));
		for (const { heading, value } of cells.filter(isOther)) {
			if (sent.includes(canonical(value))) continue;
			const words = `${kept.heading.name} is of another address`;
			notes.push({ kind: 'otherHeading', heading: heading.name, words });
		}
		if (own.length > 0) all.set(column, own);
		else all.delete(column);
	}
}

/** @throws InvalidInput if two equally sure cells give different IDs: nobody knows which record is meant */
export function assertOneId(cells: readonly Cell[]): void {
	if (cells.length < 2) return;
	const filled = cells.filter(({ value }) => !isBlank(value));
	const surest = Math.min(...filled.map(({ heading }) => heading.sureness));
	const ids = filled.filter(({ heading }) => heading.sureness === surest);
	const other = ids.find(({ value }) => value !== ids[0]?.value);
	if (other === undefined) return;
	const [one, two] = [ids[0] as Cell, other].map(
		({ heading, value }) => `${heading.name} is "${String(value)}"`,
	);
	throw new InvalidInput(
		`${one}, and ${two}: which of the two is the ID is not known`,
		'Remove one of the two columns, or rename the one that is the ID to id.',
	);
}

/** A cell with its final column. If its heading names no section, that is the column of a section. */
export interface ColumnCell extends Cell {
	column: FieldColumn;
	shape: Shape;
	/** The heading names no section. A list value then changes only the first entry. */
	isSectionless: boolean;
}

/**
 * Chooses the section for a column that names none: the first section with a stored value, else the first section. An
 * address counts as stored if it has a city.
 */
function inSection(sections: readonly FieldColumn[], upload: IDataObject): FieldColumn {
	const isThere = ({ path, shape }: FieldColumn): boolean =>
		shape?.entry
			? [valueAt(upload, path)].flat().some((one) => shape.entry?.shownAs(one) !== undefined)
			: textOf(valueAt(upload, [...path.slice(0, 2), 'city'])) !== undefined;
	return sections.find(isThere) ?? (sections[0] as FieldColumn);
}

/**
 * Gives the cells of a row their final columns, and joins cells of the same column.
 *
 * @param upload what the row is merged into: its stored values decide the section of a cell whose heading names none
 */
export function putInColumns(cells: readonly Cell[], upload: IDataObject, notes: Note[]): ColumnCell[] {
	const found = new Map<Column, ColumnCell[]>();
	for (const { heading, value, given, isPartial } of cells) {
		const { inSections } = heading.column as Column;
		const isSectionless = inSections !== undefined;
		const column = inSections ? inSection(inSections, upload) : (heading.column as FieldColumn);
		const shape = column.shape as Shape;
		const cell = { heading, value, given, isPartial, column, shape, isSectionless };
		const others = found.get(column);
		if (others) others.push(cell);
		else found.set(column, [cell]);
	}
	return [...found.values()].map((all) => {
		const cell = combine(all, notes);
		// If one of the headings names the section, the joined list is the whole list, not only its first entry.
		const isSectionless = all.every((one) => one.isSectionless);
		return cell.isSectionless === isSectionless ? cell : { ...cell, isSectionless };
	});
}
