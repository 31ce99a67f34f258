import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { scalarText } from '../../lib/json';
import { textOf, trimmed } from '../../lib/text';
import { canonical, isBlank } from './cells';
import { isOfAnyAddress, partOf } from './oneAddress';
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
		surestOf(parts.filter(({ heading }) => PLACES.has((heading.column && partOf(heading.column)) ?? ''))) ??
		surestOf(parts);
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

/** Where the values of a row go: what it is merged into, and what the service shows. */
type Stored = readonly [upload: IDataObject, shown: unknown];

/** How many values of a column the service shows. */
const countIn = ({ path, shape }: FieldColumn, upload: IDataObject): number =>
	[valueAt(upload, path)].flat().filter((one) => (shape?.entry?.shownAs ?? textOf)(one) !== undefined).length;

/** True if a section has a value for this column. An address counts as stored if it has a city. */
const isThere = (column: FieldColumn, [upload]: Stored): boolean => {
	const { path, shape } = column;
	return shape?.entry
		? countIn(column, upload) > 0
		: textOf(valueAt(upload, [...path.slice(0, 2), 'city'])) !== undefined;
};

/** True if a column has each of these values, in any spelling. */
function hasAll({ path, shape }: FieldColumn, value: unknown, stored: Stored): boolean {
	const { sentOf, shownAs, normalized } = shape?.entry ?? {};
	const textsOf = (one: unknown): string[] =>
		[sentOf ? sentOf(one) : one, shownAs?.(one)].flatMap((text) => scalarText(text) ?? []);
	const spelled = (text: string): string => (normalized ? normalized(text) : trimmed(text));
	const known = new Set(
		stored.flatMap((record) => [valueAt(record, path)].flat().flatMap(textsOf)).map(spelled),
	);
	return [value].flat().every((one) => textsOf(one).some((text) => known.has(spelled(text))));
}

/**
 * Chooses the section of a cell whose heading names none: the first one with a stored value, else the first one.
 *
 * If the table also has a heading that names a section, as *Email* beside *Work Email*, it is the section that has the
 * value already, so that a row that is uploaded again changes nothing; else one with a stored value that no heading names.
 * The parts of an address go together.
 *
 * | stored in work | stored in private | Email | Work Email | Email goes to | because                                     |
 * | -------------- | ----------------- | ----- | ---------- | ------------- | ------------------------------------------- |
 * | nothing        | *a*               | *c*   | *b*        | private       | it has an e-mail                            |
 * | *b*            | *a*               | *a*   | *b*        | private       | it has *a*                                  |
 * | *a, b*         | *c*               | *a*   | *b*        | work          | it has *a*                                  |
 * | *b*            | *a*               | *c*   | *b*        | private       | no heading names it                         |
 * | *b*            | *a*               | *c*   | no heading | work          | it has an e-mail, as simplified records say |
 * | *b*            | nothing           | *c*   | *b*        | work          | it has an e-mail                            |
 * | nothing        | nothing           | *a*   | *b*        | work          | it is the first                             |
 */
function inSection(cell: Cell, cells: readonly Cell[], stored: Stored): FieldColumn {
	const { column, sectionsBeside } = cell.heading;
	const sections = column?.inSections as readonly [FieldColumn, ...FieldColumn[]];
	const first = sections.find((one) => isThere(one, stored)) ?? sections[0];
	if (sectionsBeside === undefined) return first;
	const others = sections.filter(({ path: [section = ''] }) => !sectionsBeside.has(section));
	const isPart = isOfAnyAddress(column as Column);
	const together = isPart
		? cells.filter(({ heading }) => heading.column && isOfAnyAddress(heading.column))
		: [cell];
	const filled = together.filter(({ value }) => !isBlank(value));
	const hasThem = ({ path: [section] }: FieldColumn): boolean =>
		filled.length > 0 &&
		filled.every(({ heading, value }) => {
			const own = heading.column?.inSections?.find(({ path }) => path[0] === section);
			return own !== undefined && hasAll(own, value, stored);
		});
	return [...others, ...sections].find(hasThem) ?? others.find((one) => isThere(one, stored)) ?? first;
}

/**
 * True for a blank cell whose heading names no section, of a record that has several values for it. Which of them it
 * would clear is not known. If it cleared the first, the same upload would clear the next one when it comes again. Values of
 * a section that the table names beside it do not count.
 */
export function isBlankForSeveral(
	{ heading: { column, sectionsBeside = new Set() }, value, isSectionless }: ColumnCell,
	upload: IDataObject,
): boolean {
	if (!isSectionless || !isBlank(value)) return false;
	const counts = (column?.inSections ?? []).map((one) => ({
		count: countIn(one, upload),
		isNamed: sectionsBeside.has(one.path[0] ?? ''),
	}));
	const others = counts.filter(({ count, isNamed }) => count > 0 && !isNamed);
	return (others.length > 0 ? others : counts).reduce((sum, { count }) => sum + count, 0) > 1;
}

/**
 * Gives the cells of a row their final columns, and joins cells of the same column.
 *
 * @param upload what the row is merged into: its stored values decide the section of a cell whose heading names none
 * @param shown the record as the service shows it
 */
export function putInColumns(
	cells: readonly Cell[],
	upload: IDataObject,
	shown: unknown,
	notes: Note[],
): ColumnCell[] {
	const found = new Map<Column, ColumnCell[]>();
	for (const one of cells) {
		const { heading, value, given, isPartial, partialLists } = one;
		const isSectionless = heading.column?.inSections !== undefined;
		const column = isSectionless ? inSection(one, cells, [upload, shown]) : (heading.column as FieldColumn);
		const shape = column.shape as Shape;
		const cell = { heading, value, given, isPartial, partialLists, column, shape, isSectionless };
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
