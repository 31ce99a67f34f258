/**
 * One row, read once. In comes a record of the input, out comes the row: its cells by column, its ID, what is to be said
 * about it, and why it cannot be sent. Nothing is thrown: an error is data of the row, so that all rows are read.
 *
 * `placeOf` decides where a value belongs. `readRecord` has the steps in their order.
 */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput, joined } from '../../common/invalidInput';
import { isDate } from '../../lib/dates';
import { isRecord, isTooDeep, LEAVE_OUT, MOST_LEVELS, scalarText, setKey } from '../../lib/json';
import { lossIn } from '../../lib/spreadsheetLosses';
import { shortened, textOf, trimmed } from '../../lib/text';
import { EXPORT_AS_TEXT, isLeftOut, isLoss, isNotSent, type Note } from '../report/notes';
import type { Cell, ChosenColumns, InputRecord, Row, Run, Table } from '../uploadTypes';
import { isBlank } from './cells';
import { assertOneId, combine, keepOneAddress } from './surestCell';
import { LONGEST_READ } from './headingMeaning';
import type { Heading } from './headings';
import { idCell } from './idColumn';
import { errorOfLists, listIn, type ListOfObjects } from './listsOfObjects';
import { dataText } from './nestedShapes';
import { addNote, type Column, type Reader, type Shape } from './recordModel';
import { totalOfRow } from './totals';
import { asItIs, convert, kindOf } from './valueShapes';
import { plainName } from './vocabulary';

/** The error of a row whose JSON is neither an object nor a list. */
const NO_RECORD = new InvalidInput(
	'The JSON is neither an object nor a list of objects',
	'Put each record into { }.',
);

/** The error of a row that nests deeper than anything that can be handled. */
const tooDeep = ({ noun }: Run['model']): InvalidInput =>
	new InvalidInput(
		`The row nests more than ${MOST_LEVELS} levels deep`,
		`Send only the fields that ${noun.many} have.`,
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
const dataColumn = ({ model, setting }: Pick<TableContext, 'model' | 'setting'>): Column | undefined =>
	setting.unknownFields === 'customData' ? model.columnAt(['data']) : undefined;

function addCell({ all }: OpenRow, cell: Cell): void {
	const column = cell.heading.column as Column;
	const others = all.get(column);
	if (others) others.push(cell);
	else all.set(column, [cell]);
}

/** True for an object in which something is. */
const isObject = (value: unknown): boolean => isRecord(value) && !isDate(value) && !isBlank(value);

/**
 * Where a value belongs. The first line that holds counts:
 *
 * | the value                                                                       | place        |
 * | ------------------------------------------------------------------------------- | ------------ |
 * | is missing in JSON (of mapped columns, it is a blank)                           | `nowhere`    |
 * | is an object for a text, or a list for the custom data: the person stays        | `noText`     |
 * | was lost before it came here, and its heading names a nested column             | `lost`       |
 * | belongs to no column, and Unknown Fields is "Custom Data"                       | `customData` |
 * | belongs to no column, or to one that can only be read                           | `notSent`    |
 * | any other                                                                       | `column`     |
 *
 * A plain text under the name of a nested column belongs to no column: it is of a column of the table with the same name.
 */
function placeOf(
	{ column }: Heading,
	given: unknown,
	{ setting, model }: Pick<TableContext, 'setting' | 'model'>,
): 'nowhere' | 'noText' | 'lost' | 'customData' | 'notSent' | 'column' {
	if (given === undefined && !setting.isTable) return 'nowhere';
	const isUnknown = column === undefined || (isNested(column) && !isBlank(given) && !mayBeNested(given));
	const isInData = isUnknown && dataColumn({ model, setting }) !== undefined;
	const isText = isInData || (column?.shape?.kind === 'text' && !column.required);
	if (isText && isObject(given)) return 'noText';
	if (isInData && Array.isArray(given) && !isBlank(given)) return 'noText';
	if (isNested(column) && lossIn(given) !== undefined) return 'lost';
	if (isInData) return 'customData';
	return isUnknown || column.shape === undefined ? 'notSent' : 'column';
}

/** Reads a value into the custom data. */
function addData({ name }: Heading, given: unknown, reader: Reader, { customData }: OpenRow): boolean {
	const value = convert(dataText, given, { name, label: name }, reader);
	if (value === LEAVE_OUT) return false;
	setKey(customData, name, value);
	return true;
}

/** Reads a value into a cell, into the custom data, or into a note that it is not sent. @throws InvalidInput */
function readCell(heading: Heading, given: unknown, table: TableContext, open: OpenRow): void {
	const { setting, noteOf } = table;
	const { notes } = open;
	const { name, column, caption } = heading;
	const reader: Reader = { setting, heading: name, notes };
	const noteUnchosen = (): void => {
		if (noteOf.get(heading)?.kind === 'unchosen') notes.push({ kind: 'unchosenButSent', heading: name });
	};
	switch (placeOf(heading, given, table)) {
		case 'nowhere':
			return;
		case 'noText':
			return addNote(reader, 'noText', kindOf(given));
		case 'lost':
			return addNote(reader, lossIn(given) as Note['kind'], String(given));
		case 'customData':
			if (addData(heading, given, reader, open)) noteUnchosen();
			return;
		case 'notSent':
			// With Empty Fields "Send", a blank would have cleared something.
			if (!isBlank(given) || (column === undefined && setting.emptyFields === 'send')) {
				notes.push(noteOf.get(heading) as Note);
			}
			return;
		case 'column': {
			const shape = column?.shape as Shape;
			if (shape === asItIs && !isBlank(given)) noteUnchosen();
			const value = convert(shape, given, caption, reader);
			// A blank never clears a required column.
			if (value !== LEAVE_OUT && !(column?.required && isBlank(value)))
				addCell(open, { heading, value, given });
		}
	}
}

/** The columns that notes are about. */
const columnsOf = (notes: readonly Note[], { headings }: TableContext): Array<Column | undefined> =>
	notes.map(({ heading }) => headings.get(heading)?.column);

/**
 * The columns of which a cell is left out for its content. A blank cell for the same column does not clear it. A note on a
 * nested value is about a part of it, and says nothing about the others.
 */
const columnsLost = ({ notes }: OpenRow, table: TableContext): Set<Column | undefined> =>
	new Set(columnsOf(notes.filter(isLeftOut), table).filter((column) => !isNested(column)));

/** The columns with a broken cell. */
const columnsBroken = ({ notes }: OpenRow, table: TableContext): Set<Column | undefined> =>
	new Set(columnsOf(notes.filter(isLoss), table));

/** The lists that stand in nested values and had a broken entry, or an entry with a broken field, and these entries. */
const partialLists = ({ notes }: OpenRow): Set<unknown> =>
	new Set(notes.flatMap(({ list, entry }) => [list, entry]).filter((one) => one !== undefined));

/**
 * Adds a blank cell for each column that only other rows have, because n8n's file readers leave blank cells out.
 *
 * @param lost columns that get none
 */
function addBlanks(
	record: IDataObject,
	{ headings, setting }: TableContext,
	open: OpenRow,
	lost: ReadonlySet<Column | undefined>,
): void {
	for (const heading of headings.values()) {
		const { name, column, caption } = heading;
		if (!column?.shape || column.required || lost.has(column)) continue;
		if (open.cells.has(column) || Object.hasOwn(record, name)) continue;
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

/** What is wrong with the cells of a row together: two IDs, or a cell that Clear would erase. */
function problemsBetween({ all, notes }: OpenRow, { model, headings, setting }: TableContext): unknown[] {
	const problems: unknown[] = [];
	try {
		assertOneId(all.get(model.columnAt(['id']) as Column) ?? []);
	} catch (problem) {
		problems.push(problem);
	}
	const wouldErase = (note: Note): boolean => {
		const column = headings.get(note.heading)?.column ?? dataColumn({ model, setting });
		if (!column || !isLeftOut(note)) return false;
		// Beside a text that was never a number, another entry may fill the field. What is broken was an entry itself. In a
		// nested value, what is filled may be another field.
		const mayBeFilled = note.kind === 'noNumber' && !isNested(column);
		return !(mayBeFilled && all.get(column)?.some(({ value }) => !isBlank(value)));
	};
	const erased = setting.keepsOtherFields ? undefined : notes.find(wouldErase);
	return erased ? [...problems, wouldBeErased(erased)] : problems;
}

/**
 * The word of a row that has only sums; `undefined` for any other row. A row that asks for something has none.
 *
 * @param record as it was mapped; if it was mapped by hand, the input item must have only sums, too
 */
function totalIn(record: IDataObject, { instruction, idle, mappedFrom }: InputRecord, table: TableContext) {
	if (instruction !== undefined || idle !== undefined) return undefined;
	const total = totalOfRow(record, table.headings);
	return mappedFrom === undefined || totalOfRow(mappedFrom, new Map()) !== undefined ? total : undefined;
}

/** The ID of a row: cleaned, and as the input has it if that differs. */
function idIn({ cells }: OpenRow, { model }: TableContext): Pick<Row, 'id' | 'givenId'> {
	const { value, given } = cells.get(model.columnAt(['id']) as Column) ?? {};
	const id = textOf(value) ?? '';
	const own = scalarText(given);
	return own === undefined || own === id ? { id } : { id, givenId: own };
}

/** The error of a row whose ID is missing because a spreadsheet has shortened it. */
function errorOfShortenedId({ notes }: OpenRow, { headings }: TableContext): InvalidInput | undefined {
	const short = notes.find(
		({ kind, heading }) => kind === 'shortened' && headings.get(heading)?.column?.name === 'id',
	);
	return short?.given === undefined ? undefined : shortenedId(short.given);
}

const NOTHING: readonly Note[] = [];

/** A row of which nothing is read yet. */
function unreadRow({ item, position, instruction, idle, error }: InputRecord): Row {
	const row: Row = { item, position, id: '', cells: [], notes: NOTHING, error, target: undefined };
	if (instruction !== undefined) row.instruction = instruction;
	if (idle !== undefined) row.idle = idle;
	return row;
}

/** Reads a record into its row. Each step needs those before it. */
function readRecord(row: Row, record: IDataObject, input: InputRecord, table: TableContext): Row {
	const { setting, chosenColumns } = table;
	const isOfTable = input.isOfTable === true;
	const open: OpenRow = { all: new Map(), cells: new Map(), customData: {}, notes: [] };
	const { all, cells, customData, notes } = open;
	// Each value alone, then the cells together.
	row.error = joined([...readCells(record, table, open, isOfTable), ...problemsBetween(open, table)]);
	keepOneAddress(all, notes);
	const [lost, broken] = [columnsLost(open, table), columnsBroken(open, table)];
	for (const [column, cellsOf] of all) {
		const cell = combine(cellsOf, notes);
		if (lost.has(column) && isBlank(cell.value)) continue;
		const isPartial = (broken.has(column) && Array.isArray(cell.value)) || undefined;
		const hasPartial = broken.has(column) && isNested(column) ? partialLists(open) : undefined;
		cells.set(column, isPartial || hasPartial ? { ...cell, isPartial, partialLists: hasPartial } : cell);
	}
	const chosen = chosenColumns?.ofRow(input.mappedFrom ?? record);
	if (chosen) notes.push(...chosen.notes);
	if (chosen?.instruction !== undefined) row.instruction = chosen.instruction;
	// Whether it stays. A sum may be a wrong cell, or look like a yes: 12 is no e-mail address, and 1 is one consent.
	const total = totalIn(record, input, table);
	if (total !== undefined) Object.assign(row, { saysNothing: 'butSums', total });
	else if (row.error === undefined && !chosen?.saysSomething) row.saysNothing = saysNothingIn(open);
	// What it does not have itself.
	if (isOfTable && setting.isTable && setting.emptyFields === 'send') addBlanks(record, table, open, lost);
	const data = dataColumn(table);
	if (data && Object.keys(customData).length > 0) addCustomData(data, open);
	row.cells = inOrder([...cells.values()]);
	Object.assign(row, idIn(open, table));
	if (row.id === '' && !row.saysNothing) row.error ??= errorOfShortenedId(open, table);
	if (notes.length > 0) row.notes = notes;
	return row;
}

/** Reads a record of the input. */
export function readRow(input: InputRecord, table: TableContext): Row {
	const { record, instruction, idle, error } = input;
	const row = unreadRow(input);
	if (error !== undefined || (idle && record === undefined)) return row;
	if (!isRecord(record)) return { ...row, error: NO_RECORD };
	if (isTooDeep(record)) return { ...row, error: tooDeep(table.model) };
	if (instruction === undefined && repeatsHeadings(record, table.headings)) {
		return { ...row, saysNothing: 'butHeadings' };
	}
	return readRecord(row, record, input, table);
}
