import type { IDataObject } from 'n8n-workflow';

import { isDate } from '../../lib/dates';
import { InvalidInput, joined } from '../../common/invalidInput';
import { isRecord, isTooDeep, LEAVE_OUT, MOST_LEVELS, scalarText, setKey } from '../../lib/json';
import { shortened, textOf, trimmed } from '../../lib/text';
import { isBlank } from './cells';
import { addNote, type Column, type Reader, type RecordModel, type Setting } from './recordModel';
import { addGuesses } from './didYouMean';
import { belowHeadings } from './headingRow';
import { headingsOf, type Heading } from './headings';
import { chosenId, idCell, type ChosenId } from './idColumn';
import { errorOfLists, listIn, type ListOfObjects } from './listsOfObjects';
import { lacksIn } from '../report/missingValues';
import { UNREAD_FILE, whereaboutsOf } from './nestedPeople';
import { EXPORT_AS_TEXT, isAboutCell, isLeftOut, isNotSent, type Note } from '../report/notes';
import { dataText } from './nestedShapes';
import { assertOneId, combined, withoutOtherAddresses } from './columnCells';
import { LONGEST_READ } from './headingMeaning';
import { asItIs, convert, kindOf } from './valueShapes';
import { plainName } from './vocabulary';
import type { ChosenColumns, Cell, InputRecord, Row, Run, Table, Upload } from '../uploadTypes';

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

/** The keys of all records, each once. */
function keysIn(given: readonly InputRecord[], first: readonly string[] = []): Set<string> {
	const names = new Set(first);
	for (const { record } of given)
		if (isRecord(record)) for (const name of Object.keys(record)) names.add(name);
	return names;
}

/** Adds guesses to headings. If unknown fields are sent as they are, each becomes a column of its own. */
function completed(model: RecordModel, headings: Table['headings'], { unknownFields }: Setting): void {
	if (unknownFields === 'send') {
		for (const heading of headings.values()) {
			const { name } = heading;
			heading.column ??= { name, label: name, path: [name], shape: asItIs };
		}
	}
	addGuesses(model, [...headings.values()]);
}

/** The rows of the input, and what their keys mean. If a title stands above the table, a row of it has the headings. */
function readHeadings(
	model: RecordModel,
	given: readonly InputRecord[],
	setting: Setting,
	isInputEmpty: boolean,
): Pick<Table, 'headingRow'> & {
	headings: Map<string, Heading>;
	given: readonly InputRecord[];
	chosen?: ChosenId;
} {
	const keys = headingsOf(model, keysIn(given));
	// The keys of columns that are mapped by hand are no headings of the table.
	const isByHand = setting.isTable && !given.some(({ isOfTable }) => isOfTable);
	const below = isByHand ? undefined : belowHeadings(model, given, keys);
	const headings = below ? headingsOf(model, keysIn(below.rows, below.headings)) : keys;
	const chosen = isInputEmpty ? undefined : chosenId(model, headings, setting, isByHand);
	completed(model, headings, setting);
	// Not even a field that is sent as it is may be the ID beside the chosen one.
	for (const heading of chosen?.replaced ?? []) {
		heading.column = undefined;
		heading.caption = { name: heading.name, label: heading.name };
	}
	return { headings, given: below?.rows ?? given, headingRow: below?.headingRow, chosen };
}

const isNested = (column: Column | undefined): boolean => column?.shape?.kind === 'object';

/**
 * True for a value that a nested column may hold: an object or a list, also as JSON text. Any other value belongs to a
 * column of the table that has the same name by chance.
 */
const mayBeNested = (value: unknown): boolean =>
	typeof value === 'string' ? /^[[{]/.test(trimmed(value)) : typeof value === 'object' && !isDate(value);

/** The parts of a run that reading a row needs. */
interface TableContext extends Pick<Run, 'model' | 'setting' | 'headings'> {
	/** The chosen columns that are no fields of the record. */
	chosenColumns: ReturnType<ChosenColumns['inTable']> | undefined;
	/** What is to be said of a heading whose cells are not sent, made once for all rows. */
	noteOf: ReadonlyMap<Heading, Note>;
}

/** A row while it is read. */
interface OpenRow {
	/** The cells for each column: several headings may mean the same one. */
	all: Map<Column, Cell[]>;
	/** The cell for each column that counts. */
	cells: Map<Column, Cell>;
	customData: IDataObject;
	notes: Note[];
}

/** What is to be said of a heading whose cells are not sent. */
function noteOfColumn(one: Heading, chosen: ChosenId | undefined, unchosen: Upload['unchosen']): Note {
	const { name: heading, column } = one;
	if (chosen?.replaced.has(one)) {
		return { kind: 'otherHeading', heading, words: `${chosen.headings[0]?.name} is the ID` };
	}
	if (column?.isReadOnly) return { kind: 'readOnly', heading };
	return { kind: unchosen?.isLike(heading) ? 'unchosen' : 'unknown', heading };
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
function readRow(input: InputRecord, table: TableContext): Row {
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

/**
 * Reads the table. A row is left out if no column of the model says anything in it. If this is true of all rows, the
 * table was not understood: all rows stay, and each gets an error.
 *
 * @param isInputEmpty every input item is `{}`, which some n8n nodes put out if they have no data; then no row stays
 * @param options.hasFiles input items have files
 */
export function readTable(
	model: RecordModel,
	input: readonly InputRecord[],
	setting: Setting,
	isInputEmpty = false,
	{
		chosenColumns: option,
		unchosen,
		hasFiles = false,
	}: Pick<Upload, 'chosenColumns' | 'unchosen'> & { hasFiles?: boolean } = {},
): Table {
	const { headings, headingRow, given, chosen } = readHeadings(model, input, setting, isInputEmpty);
	const chosenColumns = option?.inTable(
		given.map(({ mappedFrom, record }) => mappedFrom ?? record).filter(isRecord),
		setting.timeZone,
	);
	for (const name of chosenColumns?.headings ?? []) headings.delete(name);
	const noteOf = new Map(
		[...headings.values()].map((heading) => [heading, noteOfColumn(heading, chosen, unchosen)]),
	);
	const table: TableContext = { model, setting, headings, noteOf, chosenColumns };
	const all = given.map((one) => readRow(one, table));
	const saying = all.filter(({ saysNothing }) => saysNothing === undefined);
	const isSilent = saying.length === 0;
	const rows = isSilent && !isInputEmpty ? all : saying;
	const items = input.filter(({ isOfTable }) => isOfTable);
	const whereabouts =
		whereaboutsOf(model, items, headings, setting, hasFiles) ??
		(isSilent && hasFiles ? UNREAD_FILE : undefined);
	const lackOf = lacksIn(model, headings, setting, whereabouts);
	for (const row of rows) {
		if (row.id !== '') continue;
		// What is wrong with a cell says little if the people stand elsewhere.
		row.error = (whereabouts === undefined ? undefined : lackOf(row)) ?? row.error ?? lackOf(row);
	}
	const leftOut = isSilent ? [] : all;
	const itemsThat = (say: Row['saysNothing']) =>
		leftOut.flatMap(({ saysNothing, item }) => (saysNothing === say ? item : []));
	return {
		headings,
		headingRow,
		rows,
		whereabouts,
		idIsEmail: chosen?.isEmail ?? false,
		blankRows: itemsThat('anywhere').length,
		notesLeftOut: leftOut.flatMap(({ saysNothing, notes }) => (saysNothing ? notes.filter(isAboutCell) : [])),
		otherRows: itemsThat('inKnownColumns'),
		repeatedHeadings: itemsThat('butHeadings'),
	};
}
