import type { IDataObject } from 'n8n-workflow';

import { isDate } from '../dates';
import { InvalidInput } from '../operation';
import { isRecord, LEAVE_OUT, scalarText, setKey, textOf } from '../values';
import { trimmed } from './cells';
import type { Column, Place, RecordModel } from './columns';
import { columnsOf, headed, type Heading } from './headings';
import { dataText } from './nested';
import { missingIn, missingValues } from './refusal';
import { isBlank } from './same';
import type { RowNotes, Setting } from './setting';
import { asItIs, convert } from './shapes';
import { addTold, type Tally } from './tally';
import { assertOneId, combined } from './twins';
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

const isNested = ({ shape }: Column): boolean => shape?.kind === 'object';

/** True for what a nested column may hold: an object or a list, also as JSON text. Other columns may have its name. */
const mayBeNested = (value: unknown): boolean =>
	typeof value === 'string' ? /^[[{]/.test(trimmed(value)) : typeof value === 'object' && !isDate(value);

/** What reading one row needs to know of its table. */
interface Table {
	headings: ReadonlyMap<string, Heading>;
	setting: Setting;
	tally: Tally;
	/** How each heading that means a column is called in a refusal. */
	places: ReadonlyMap<Heading, Place>;
	/** The column for the ID. */
	id: Column | undefined;
	/** The column for what the model does not have, if that is kept as custom data. */
	data: Column | undefined;
}

/** A row while it is read. */
interface Reading {
	cells: Map<Column, Cell>;
	notes: RowNotes;
	customData: IDataObject;
}

/** Takes a cell into a row. @throws InvalidInput for a second ID */
function addCell({ cells, notes }: Reading, column: Column, cell: Cell): void {
	const twin = cells.get(column);
	if (twin && column.name === 'id') assertOneId(twin, cell);
	cells.set(column, twin ? combined(twin, cell, notes) : cell);
}

/** Reads a value whose heading means no column: it is kept as custom data, or named. @throws InvalidInput */
function readUnknown({ name }: Heading, given: unknown, { setting, data }: Table, reading: Reading): void {
	const { notes, customData } = reading;
	if (data) {
		const value = convert(dataText, given, { name, label: name }, setting, notes);
		if (value !== LEAVE_OUT) setKey(customData, name, value);
	} else if (setting.emptyFields === 'send' || !isBlank(given)) notes.notSent.push(name);
}

/** Reads a value under its heading. @throws InvalidInput */
function readCell(heading: Heading, given: unknown, table: Table, reading: Reading): void {
	const { name, column } = heading;
	const { setting } = table;
	// By hand, a column that says nothing is blank; a field that JSON does not have is not there.
	if (given === undefined && !setting.trims) return;
	if (column === undefined || (isNested(column) && !isBlank(given) && !mayBeNested(given))) {
		return readUnknown(heading, given, table, reading);
	}
	if (column.shape === undefined) {
		if (!isBlank(given)) reading.notes.notSent.push(name);
		return;
	}
	const place = table.places.get(heading) ?? column;
	const value = convert(column.shape, given, place, setting, reading.notes);
	// Nothing clears what is required.
	if (value === LEAVE_OUT || (column.required && isBlank(value))) return;
	addCell(reading, column, { heading, value, given });
}

/** Tells what reading a cell has found. What is only a part of a day is not sent. */
function tellOf(name: string, { notes }: Reading, { tally }: Table): void {
	for (const one of notes.told ?? []) {
		addTold(tally, name, one);
		if (one.what === 'partOfDay') notes.notSent.push(name);
	}
	notes.told = undefined;
}

/** n8n's readers leave blank cells out: a column that other rows have is blank in a row without it. */
function addBlanks(record: IDataObject, { headings, setting }: Table, { cells, notes }: Reading): void {
	for (const heading of headings.values()) {
		const { name, column } = heading;
		if (column?.shape === undefined || column.required || cells.has(column) || Object.hasOwn(record, name))
			continue;
		const value = convert(column.shape, undefined, column, setting, notes);
		if (value !== LEAVE_OUT) cells.set(column, { heading, value, given: undefined });
	}
}

/** Lays custom data over that of the row. */
function addCustomData(data: Column, { cells, customData }: Reading): void {
	const { value, heading } = cells.get(data) ?? {};
	cells.set(data, {
		heading: heading ?? { name: data.name, column: data, sureness: 0 },
		value: { ...(value as object), ...customData },
		given: undefined,
	});
}

/** Where a row says nothing: in no column of the model, or not at all. */
function silenceOf({ cells, notes, customData }: Reading): Row['saysNothing'] {
	for (const [{ shape }, { value }] of cells) if (shape !== asItIs && !isBlank(value)) return undefined;
	const isElsewhere = cells.size > 0 || notes.notSent.length > 0 || Object.keys(customData).length > 0;
	return isElsewhere ? 'inOwnColumns' : 'atAll';
}

/** Flat values are laid over nested ones. */
function inOrder(cells: ReadonlyMap<Column, Cell>): Cell[] {
	const all = [...cells.values()];
	const isNestedCell = ({ heading: { column } }: Cell) => column !== undefined && isNested(column);
	if (!all.some(isNestedCell)) return all;
	return [...all.filter(isNestedCell), ...all.filter((cell) => !isNestedCell(cell))];
}

const NOTHING: Readonly<RowNotes> = { notSent: [] };

/** Reads a record; what is wrong with it becomes data of the row. */
function readRow({ item, place, record, error, isOfTable }: Given, table: Table): Row {
	const { headings, setting, data } = table;
	const row: Row = { item, place, id: '', cells: [], notes: NOTHING, error, target: undefined };
	if (error !== undefined) return row;
	if (!isRecord(record)) return { ...row, error: NO_RECORD };
	const reading: Reading = { cells: new Map(), notes: { notSent: [] }, customData: {} };
	for (const name of Object.keys(record)) {
		const heading = headings.get(name);
		if (heading === undefined) continue;
		try {
			readCell(heading, record[name], table, reading);
		} catch (problem) {
			row.error ??= problem;
		}
		if (reading.notes.told) tellOf(name, reading, table);
	}
	const { cells, notes, customData } = reading;
	if (row.error === undefined) row.saysNothing = silenceOf(reading);
	if (isOfTable && setting.trims && setting.emptyFields === 'send') addBlanks(record, table, reading);
	if (data && Object.keys(customData).length > 0) addCustomData(data, reading);
	row.cells = inOrder(cells);
	const id = table.id && cells.get(table.id);
	row.id = textOf(id?.value) ?? '';
	const own = scalarText(id?.given);
	if (own !== undefined && own !== row.id) row.ownId = own;
	if (notes.notSent.length > 0) row.notes = { notSent: [...new Set(notes.notSent)] };
	return row;
}

/**
 * Reads the rows of a table. One in which no column of the model says anything is left out, unless all are so: then the
 * table is not understood. Those that nothing is merged with have to have all that is required.
 *
 * @param tally takes what the hint says about the table as a whole
 * @param isInputEmpty every input item is `{}`, which n8n puts out where there is none
 */
export function readRows(
	model: RecordModel,
	given: readonly Given[],
	headings: ReadonlyMap<string, Heading>,
	setting: Setting,
	tally: Tally,
	isInputEmpty = false,
): Row[] {
	const data = setting.unknownFields === 'customData' ? model.columnAt(['data']) : undefined;
	const places = new Map(
		[...headings.values()].flatMap((heading) => {
			const { column } = heading;
			return column ? [[heading, { name: column.name, label: headed(heading, column) }] as const] : [];
		}),
	);
	const table: Table = { headings, setting, tally, places, id: model.columnAt(['id']), data };
	const all = given.map((one) => readRow(one, table));
	const saying = all.filter(({ saysNothing }) => saysNothing === undefined);
	if (isInputEmpty && saying.length === 0) return [];
	const rows = saying.length > 0 ? saying : all;
	if (saying.length > 0) {
		tally.blankRows = all.filter(({ saysNothing }) => saysNothing === 'atAll').length;
		tally.otherRows = all.flatMap(({ saysNothing, item }) => (saysNothing === 'inOwnColumns' ? item : []));
	}
	for (const row of rows) {
		if (row.error !== undefined || row.id !== '') continue;
		row.error = missingValues(model, missingIn(model, row), { headings, hint: setting.hint });
	}
	return rows;
}
