/** One row: its cells by column, its ID, what is to be said about it, and why it cannot be sent. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput, joined } from '../../common/invalidInput';
import { isDate } from '../../lib/dates';
import { isRecord, isTooDeep, LEAVE_OUT, MOST_LEVELS, scalarText, setKey } from '../../lib/json';
import { shortened, textOf, trimmed } from '../../lib/text';
import { EXPORT_AS_TEXT, isLeftOut, isNotSent, type Note } from '../report/notes';
import type { Cell, ChosenColumns, InputRecord, Row, Run, Table } from '../uploadTypes';
import { isBlank } from './cells';
import { assertOneId, combined, withoutOtherAddresses } from './surestCell';
import { LONGEST_READ } from './headingMeaning';
import type { Heading } from './headings';
import { idCell } from './idColumn';
import { errorOfLists, listIn, type ListOfObjects } from './listsOfObjects';
import { dataText } from './nestedShapes';
import { addNote, type Column, type Reader } from './recordModel';
import { totalOfRow } from './totals';
import { asItIs, convert, kindOf } from './valueShapes';
import { plainName } from './vocabulary';

/** The error of a row whose JSON is neither an object nor a list. */
const NO_RECORD = new InvalidInput(
	'The JSON is neither an object nor a list of objects',
	'Put each record into { }.',
);

/** The error of a row that nests deeper than anything that can be handled. */
const TOO_DEEP = new InvalidInput(
	`The row nests more than ${MOST_LEVELS} levels deep`,
	'A contact has three levels. Send only the fields that it has.',
);

const isNested = (column: Column | undefined): boolean => column?.shape?.kind === 'object';

/**
 * True for a value that a nested column may hold: an object or a list, also as JSON text. Any other value belongs to a
 * column of the table that has the same name by chance.
 */
const mayBeNested = (value: unknown): boolean =>
	typeof value === 'string' ? /^[[{]/.test(trimmed(value)) : typeof value === 'object' && !isDate(value);

/** The parts of a run that reading a row needs. */
export interface TableContext extends Pick<Run, 'model' | 'setting' | 'headings'> {
	/** The chosen columns that are no fields of the record. */
	chosenColumns: ReturnType<ChosenColumns['inTable']> | undefined;
	/** What is to be said of a heading whose cells are not sent, made once for all rows. */
	noteOf: ReadonlyMap<Heading, Note>;
}

/** A row while it is read. */
interface OpenRow {
	/** All cells of each column: several headings may mean the same one. */
	all: Map<Column, Cell[]>;
	/** The one cell of each column that counts. */
	cells: Map<Column, Cell>;
	customData: IDataObject;
	notes: Note[];
}

/** The column of the custom data, if values of unknown columns are kept there. */
const dataColumn = ({ model, setting }: TableContext): Column | undefined =>
	setting.unknownFields === 'customData' ? model.columnAt(['data']) : undefined;

function addCell({ all }: OpenRow, cell: Cell): void {
	const column = cell.heading.column as Column;
	const others = all.get(column);
	if (others) others.push(cell);
	else all.set(column, [cell]);
}

/** True for an object in which something is. */
const isObject = (value: unknown): boolean => isRecord(value) && !isDate(value) && !isBlank(value);

/** Reads a value into a cell, into the custom data, or into a note that it is not sent. @throws InvalidInput */
function readCell(heading: Heading, given: unknown, table: TableContext, open: OpenRow): void {
	const { setting, noteOf } = table;
	const { customData, notes } = open;
	const { name, column, caption } = heading;
	const reader: Reader = { setting, heading: name, notes };
	const isUnchosen = noteOf.get(heading)?.kind === 'unchosen';
	// With mapped columns, `undefined` is a blank. In JSON, it is a missing field.
	if (given === undefined && !setting.isTable) return;
	const isUnknown = column === undefined || (isNested(column) && !isBlank(given) && !mayBeNested(given));
	const isInData = isUnknown && dataColumn(table) !== undefined;
	const isText = isInData || (column?.shape?.kind === 'text' && !column.required);
	if (isText && isObject(given)) return addNote(reader, 'noText', kindOf(given));
	if (isInData) {
		const value = convert(dataText, given, { name, label: name }, reader);
		if (value === LEAVE_OUT) return;
		setKey(customData, name, value);
		if (isUnchosen) notes.push({ kind: 'unchosenButSent', heading: name });
		return;
	}
	if (isUnknown || column.shape === undefined) {
		const isNamed = !isBlank(given) || (isUnknown && setting.emptyFields === 'send');
		if (isNamed) notes.push(noteOf.get(heading) as Note);
		return;
	}
	if (column.shape === asItIs && isUnchosen && !isBlank(given)) {
		notes.push({ kind: 'unchosenButSent', heading: name });
	}
	const value = convert(column.shape, given, caption, reader);
	// A blank never clears a required column.
	if (value === LEAVE_OUT || (column.required && isBlank(value))) return;
	addCell(open, { heading, value, given });
}

/** Adds a blank cell for each column that only other rows have, because n8n's file readers leave blank cells out. */
function addBlanks(record: IDataObject, { headings, setting }: TableContext, open: OpenRow): void {
	for (const heading of headings.values()) {
		const { name, column, caption } = heading;
		if (!column?.shape || column.required || open.cells.has(column) || Object.hasOwn(record, name)) continue;
		const value = convert(column.shape, undefined, caption, { ...open, setting, heading: name });
		if (value !== LEAVE_OUT) open.cells.set(column, { heading, value, given: undefined });
	}
}

/** Adds the values of unknown columns to the custom data that the row gives itself. */
function addCustomData(data: Column, { cells, customData }: OpenRow): void {
	const { value, heading = { name: data.name, column: data, sureness: 0, caption: data, guesses: [] } } =
		cells.get(data) ?? {};
	cells.set(data, { heading, value: { ...(value as object), ...customData }, given: undefined });
}

/** How a row is blank: `anywhere`, or `inKnownColumns` if only columns that the model does not have say something. */
function saysNothingIn({ cells, notes, customData }: OpenRow): Row['saysNothing'] {
	let isElsewhere = notes.some(isNotSent) || Object.keys(customData).length > 0;
	for (const [{ shape }, { value }] of cells) {
		// If blanks are sent, blank cells are among these.
		if (isBlank(value)) continue;
		if (shape !== asItIs) return undefined;
		isElsewhere = true;
	}
	return isElsewhere ? 'inKnownColumns' : 'anywhere';
}

/** Puts nested values first, because flat values are merged over them. */
function inOrder(cells: readonly Cell[]): readonly Cell[] {
	const nested = cells.filter(({ heading }) => isNested(heading.column));
	return nested.length > 0 ? [...nested, ...cells.filter((cell) => !nested.includes(cell))] : cells;
}

/** The error of a row whose ID cell is filled, but with a shortened number. */
const shortenedId = (said: string): InvalidInput =>
	new InvalidInput(
		`The ID is "${said}", a number that the spreadsheet has shortened`,
		`Its last digits are lost, and several records may have it. ${EXPORT_AS_TEXT}`,
	);

/** The error of a row, with Clear, of which a cell is left out for its content. */
const wouldBeErased = ({ heading, given = '' }: Note): InvalidInput =>
	new InvalidInput(
		`${heading} is "${shortened(given, 100)}", which cannot be sent, and Clear would erase the field`,
		"Correct the cell, leave it blank, or set 'Fields Not Sent' to Keep.",
	);

/** True for a row that repeats the headings: each filled cell has the text of its own heading, or of its column. */
function repeatsHeadings(record: IDataObject, headings: Table['headings']): boolean {
	let count = 0;
	for (const [name, cell] of Object.entries(record)) {
		const heading = headings.get(name);
		if (heading === undefined || isBlank(cell)) continue;
		if (typeof cell !== 'string' || cell.length > LONGEST_READ) return false;
		const text = plainName(cell);
		const { column } = heading;
		if (text === '' || ![name, column?.label, column?.name].some((one) => one && plainName(one) === text)) {
			return false;
		}
		count++;
	}
	return count > 0;
}

/** Reads all cells of a row. @returns what is wrong with them */
function readCells(record: IDataObject, table: TableContext, open: OpenRow, isItem: boolean): unknown[] {
	const problems: unknown[] = [];
	const lists: ListOfObjects[] = [];
	for (const name of Object.keys(record)) {
		const heading = table.headings.get(name);
		if (heading === undefined) continue;
		try {
			readCell(heading, record[name], table, open);
			const id = idCell(heading, record, table.setting);
			if (id) addCell(open, id);
		} catch (problem) {
			const list = listIn(heading, record[name], problem);
			if (list) lists.push(list);
			else problems.push(problem);
		}
	}
	return lists.length > 0 ? [...problems, errorOfLists(lists, table.setting, isItem)] : problems;
}

const NOTHING: readonly Note[] = [];

/** Reads a record of the input. An error becomes data of the row, so that all rows are read. */
export function readRow(input: InputRecord, table: TableContext): Row {
	const { item, position, record, instruction, idle, error, isOfTable, mappedFrom } = input;
	const { model, headings, setting, chosenColumns } = table;
	const row: Row = { item, position, id: '', cells: [], notes: NOTHING, error, target: undefined };
	if (instruction !== undefined) row.instruction = instruction;
	if (idle !== undefined) row.idle = idle;
	if (error !== undefined) return row;
	if (!isRecord(record)) return { ...row, error: NO_RECORD };
	if (isTooDeep(record)) return { ...row, error: TOO_DEEP };
	if (instruction === undefined && repeatsHeadings(record, headings))
		return { ...row, saysNothing: 'butHeadings' };
	const open: OpenRow = { all: new Map(), cells: new Map(), customData: {}, notes: [] };
	const { cells, customData, notes } = open;
	const problems = readCells(record, table, open, isOfTable === true);
	try {
		assertOneId(open.all.get(model.columnAt(['id']) as Column) ?? []);
	} catch (problem) {
		problems.push(problem);
	}
	// What is left out for its content would be erased.
	const wouldErase = setting.keepsOtherFields
		? undefined
		: notes.find((note) => isLeftOut(note) && headings.get(note.heading)?.column);
	if (wouldErase) problems.push(wouldBeErased(wouldErase));
	withoutOtherAddresses(open.all, notes);
	for (const [column, cellsOf] of open.all) cells.set(column, combined(cellsOf, notes));
	row.error = joined(problems);
	const chosen = chosenColumns?.ofRow(mappedFrom ?? record, notes);
	if (chosen?.instruction !== undefined) row.instruction = chosen.instruction;
	if (row.error === undefined && !chosen?.saysSomething) row.saysNothing = saysNothingIn(open);
	// A cell of such a row may be wrong, or look like a yes: 12 is no e-mail address, and 1 is the sum of one consent.
	const total = instruction === undefined && idle === undefined ? totalOfRow(record, headings) : undefined;
	const isTotal = mappedFrom === undefined || totalOfRow(mappedFrom, new Map()) !== undefined;
	if (total !== undefined && isTotal) Object.assign(row, { saysNothing: 'butSums', total });
	if (isOfTable && setting.isTable && setting.emptyFields === 'send') addBlanks(record, table, open);
	const data = dataColumn(table);
	if (data && Object.keys(customData).length > 0) addCustomData(data, open);
	row.cells = inOrder([...cells.values()]);
	const { value, given } = cells.get(model.columnAt(['id']) as Column) ?? {};
	row.id = textOf(value) ?? '';
	const own = scalarText(given);
	if (own !== undefined && own !== row.id) row.givenId = own;
	const short = notes.find(
		({ kind, heading }) => kind === 'shortened' && headings.get(heading)?.column?.name === 'id',
	);
	if (row.id === '' && short?.given !== undefined && !row.saysNothing) row.error ??= shortenedId(short.given);
	if (notes.length > 0) row.notes = notes;
	return row;
}
