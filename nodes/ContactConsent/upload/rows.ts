import { InvalidInput } from '../operation';
import { isRecord, LEAVE_OUT, setKey, textOf } from '../values';
import type { Column, RecordModel } from './columns';
import { columnsOf, type Heading } from './headings';
import { missingValues } from './refusal';
import { canonical, isBlank } from './same';
import type { RowNotes, Setting } from './setting';
import { asItIs, convert, text } from './shapes';
import type { Cell, Given, Row } from './types';

/** What a record of the input that is neither an object nor a list is refused with. */
const NO_RECORD = new InvalidInput(
	'The JSON is neither an object nor a list of objects',
	'Put each record into { }.',
);

/** The headings of all rows with their columns. A field that is sent as it is becomes a column of its own. */
export function readHeadings(
	model: RecordModel,
	given: readonly Given[],
	{ unknownFields }: Setting,
): ReadonlyMap<string, Heading> {
	const names = new Set<string>();
	for (const { record } of given)
		if (isRecord(record)) for (const name of Object.keys(record)) names.add(name);
	const headings = columnsOf(model, names);
	if (unknownFields !== 'send') return headings;
	for (const [name, heading] of headings) {
		const column: Column = heading.column ?? { name, label: name, path: [name], shape: asItIs };
		headings.set(name, { ...heading, column });
	}
	return headings;
}

/** The entries of lists, each once. */
const allOf = (...lists: unknown[]): unknown[] => [
	...new Map(lists.flat().map((entry) => [canonical(entry), entry])).values(),
];

/**
 * Which of two cells for one column counts: the surest that is filled, of equals the first. A list takes the values of
 * both.
 *
 * @param notes takes the heading of the other one, if that says something else
 */
export function combined(before: Cell, after: Cell, notes: RowNotes): Cell {
	const same = canonical(before.value) === canonical(after.value);
	if (same || isBlank(after.value)) return before;
	if (isBlank(before.value)) return after;
	if (Array.isArray(before.value) && Array.isArray(after.value)) {
		return { ...before, value: allOf(before.value, after.value), given: undefined };
	}
	const [counts, other] =
		after.heading.sureness < before.heading.sureness ? [after, before] : [before, after];
	notes.notSent.push(other.heading.name);
	return counts;
}

/** @throws InvalidInput where two cells for the ID are equally sure and differ: nobody knows which record is meant */
function assertOneId(before: Cell, after: Cell): void {
	const isEquallySure = before.heading.sureness === after.heading.sureness;
	const values = [before, after].map(({ value }) => value);
	if (!isEquallySure || values.some(isBlank) || values[0] === values[1]) return;
	throw new InvalidInput(
		`'${before.heading.name}' and '${after.heading.name}' have different values for the same field`,
		'Remove one of the two, or map the columns one by one.',
	);
}

const isNested = ({ heading: { column } }: Cell): boolean => column?.shape?.kind === 'object';

/** Reads a value under its heading; `undefined` for one that is not sent. */
function readCell(heading: Heading, given: unknown, setting: Setting, notes: RowNotes): Cell | undefined {
	const { name, column } = heading;
	if (column?.shape === undefined) {
		const isSaid = setting.emptyFields === 'send' ? given !== undefined : !isBlank(given);
		if (isSaid) notes.notSent.push(name);
		return undefined;
	}
	const value = given === undefined ? LEAVE_OUT : convert(column.shape, given, column, setting, notes);
	return value === LEAVE_OUT ? undefined : { heading, value, given };
}

const NOTHING: Readonly<RowNotes> = { notSent: [] };

/** Reads a record; what is wrong with it becomes data of the row. */
function readRow(
	model: RecordModel,
	{ item, place, record, error }: Given,
	headings: ReadonlyMap<string, Heading>,
	setting: Setting,
): Row {
	const row: Row = { item, place, id: '', cells: [], notes: NOTHING, error, target: undefined };
	if (error !== undefined) return row;
	if (!isRecord(record)) return { ...row, error: NO_RECORD };
	const cells = new Map<Column, Cell>();
	const notes: RowNotes = { notSent: [] };
	const customData: Record<string, unknown> = {};
	const add = (cell: Cell): void => {
		const column = cell.heading.column as Column;
		const twin = cells.get(column);
		if (twin && column.name === 'id') assertOneId(twin, cell);
		cells.set(column, twin ? combined(twin, cell, notes) : cell);
	};
	const data = setting.unknownFields === 'customData' ? model.columnAt(['data']) : undefined;
	for (const name of Object.keys(record)) {
		const heading = headings.get(name);
		const given: unknown = record[name];
		if (heading === undefined) continue;
		try {
			if (heading.column === undefined && data) {
				const place = { name, label: name };
				const value = given === undefined ? LEAVE_OUT : convert(text, given, place, setting, notes);
				if (value !== LEAVE_OUT) setKey(customData, name, value);
				continue;
			}
			const cell = readCell(heading, given, setting, notes);
			if (cell) add(cell);
		} catch (problem) {
			row.error ??= problem;
		}
	}
	if (data && Object.keys(customData).length > 0) {
		const { value, heading } = cells.get(data) ?? {};
		cells.set(data, {
			heading: heading ?? { name: data.name, column: data, sureness: 0 },
			value: { ...(value as object), ...customData },
			given: undefined,
		});
	}
	row.cells = [...cells.values()];
	// Flat values are laid over nested ones.
	if (row.cells.some(isNested)) {
		row.cells = [...row.cells].sort((one, other) => Number(isNested(other)) - Number(isNested(one)));
	}
	row.id = textOf(row.cells.find(({ heading }) => heading.column?.name === 'id')?.value) ?? '';
	if (notes.notSent.length > 0) row.notes = { notSent: [...new Set(notes.notSent)] };
	return row;
}

/** The required columns of which a row says nothing. */
export const missingIn = ({ required }: RecordModel, { cells }: Row): Column[] =>
	required.filter(
		(column) => !cells.some(({ heading, value }) => heading.column === column && !isBlank(value)),
	);

/** Reads the rows of a table. Those that nothing is merged with have to have all that is required. */
export function readRows(
	model: RecordModel,
	given: readonly Given[],
	headings: ReadonlyMap<string, Heading>,
	setting: Setting,
): Row[] {
	return given.map((one) => {
		const row = readRow(model, one, headings, setting);
		if (row.error !== undefined || row.id !== '') return row;
		row.error = missingValues(model, missingIn(model, row), { headings, hint: setting.hint });
		return row;
	});
}
