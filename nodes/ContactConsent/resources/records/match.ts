import type { IDataObject } from 'n8n-workflow';

import { toUtcIso } from '../../dates';
import { InvalidInput } from '../../operation';
import { isRecord, LEAVE_OUT, scalarText, textOf } from '../../values';
import { isBlank, valueAt, type Column, type RecordModel, type Setting, type Shape } from './columns';
import { asItIs, convert, text } from './convert';

/** A value of a row, as it is sent. */
export interface Cell {
	/** The column that it is for; of one that names no section, that of the section. */
	column: Column;
	shape: Shape;
	/** The name that the row has for it. */
	name: string;
	value: unknown;
	/** It names no section: of a list, it is about the first entry alone. */
	isSectionless: boolean;
	/** As it stands in the row. */
	given: unknown;
}

/** A row by its columns. */
export interface Matched {
	/** One for each column, nested values before the flat ones that are laid over them. */
	cells: readonly Cell[];
	/** The names of columns that the row has, and paths of nested fields, that are not sent. */
	notSent: readonly string[];
}

/** The ID of a row as text, without blanks around it; empty where it has none. */
export function idOf({ columnOf }: RecordModel, row: IDataObject): string {
	const name = Object.keys(row).find((one) => columnOf(one)?.name === 'id' && !isBlank(row[one]));
	if (name === undefined) return '';
	return (scalarText(row[name]) ?? toUtcIso(row[name], 'UTC') ?? '').trim();
}

const withSortedKeys = (_key: string, part: unknown): unknown =>
	isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;

/** A value as text in which the order of keys does not matter, to compare it. */
export const canonical = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value, withSortedKeys) : JSON.stringify(value);

/**
 * Which of two cells for one column counts: they say the same. One that names no section has the first entries of a list.
 *
 * @throws InvalidInput where they differ
 */
function eitherOf(before: Cell, after: Cell): Cell {
	const [whole, first] = before.isSectionless && !after.isSectionless ? [after, before] : [before, after];
	const isPart = first.isSectionless && !whole.isSectionless && Array.isArray(whole.value);
	const same = isPart ? (whole.value as unknown[]).slice(0, (first.value as unknown[]).length) : whole.value;
	if (canonical(same) === canonical(first.value)) return whole;
	throw new InvalidInput(
		`'${whole.name}' and '${first.name}' have different values for the same field`,
		'Remove one of the two, or map the columns one by one.',
	);
}

/** The column for what the service does not have, if the option Unknown Fields wants it to be sent. */
function unknownColumn(name: string, { unknownFields }: Setting): Column | undefined {
	if (unknownFields === 'send') return { name, label: name, path: [name], shape: asItIs };
	if (unknownFields === 'customData') return { name, label: name, path: ['data', name], shape: text };
	return undefined;
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

const isNested = ({ shape }: Cell): boolean => shape.kind === 'object';

/**
 * Reads a row: which column each of its names means, and the value as it is sent.
 *
 * @param upload what the row is laid over, which decides to which section a column belongs that names none; `undefined`:
 *   that is not known yet, so such a column stands for itself
 * @throws InvalidInput
 */
export function matchRow(
	model: RecordModel,
	row: IDataObject,
	setting: Setting,
	upload: IDataObject | undefined,
): Matched {
	const cells: Cell[] = [];
	const notSent: string[] = [];
	const inside: string[] = [];
	for (const name of Object.keys(row)) {
		const given: unknown = row[name];
		const named = model.columnOf(name) ?? unknownColumn(name, setting);
		if (named?.shape === undefined) {
			const isSaid = setting.emptyFields === 'send' ? given !== undefined : !isBlank(given);
			if (isSaid) notSent.push(name);
			continue;
		}
		const { shape } = named;
		const value = given === undefined ? LEAVE_OUT : convert(shape, given, named, setting, inside);
		if (value === LEAVE_OUT) continue;
		const { inSections } = named;
		const cell = {
			column: inSections && upload ? inSection(inSections, upload) : named,
			shape,
			name,
			value,
			isSectionless: inSections !== undefined,
			given,
		};
		const twin = cells.findIndex(({ column }) => column === cell.column);
		if (twin < 0) cells.push(cell);
		else cells[twin] = eitherOf(cells[twin] as Cell, cell);
	}
	const unknown = notSent.filter((name) => model.columnOf(name) === undefined);
	if (setting.unknownFields === 'error' && unknown.length > 0) {
		const are = unknown.length === 1 ? 'is a column' : 'are columns';
		throw new InvalidInput(
			`${unknown.map((name) => `'${name}'`).join(', ')} ${are} that ${model.noun.many} do not have`,
			"Remove or rename the columns, or choose another setting for the option 'Unknown Fields'.",
		);
	}
	if (cells.some(isNested)) cells.sort((one, other) => Number(isNested(other)) - Number(isNested(one)));
	return { cells, notSent: [...notSent, ...inside] };
}
