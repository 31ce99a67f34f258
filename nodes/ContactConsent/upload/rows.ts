import type { IDataObject } from 'n8n-workflow';

import { isDate } from '../dates';
import { InvalidInput, joined } from '../operation';
import { isRecord, LEAVE_OUT, scalarText, setKey, textOf, trimmed } from '../values';
import { isBlank } from './cells';
import type { Column, Reader, RecordModel, Setting } from './columns';
import { addGuesses } from './guesses';
import { headingsOf, type Heading } from './headings';
import { EXPORT_AS_TEXT, lackOf } from './missing';
import { dataText } from './nested';
import { assertOneId, combined } from './placed';
import { asItIs, convert } from './shapes';
import type { Cell, InputRecord, Row, Run, Table } from './types';

/** The error of a row whose JSON is neither an object nor a list. */
const NO_RECORD = new InvalidInput(
	'The JSON is neither an object nor a list of objects',
	'Put each record into { }.',
);

/** Finds the column of each heading. If unknown fields are sent as they are, each becomes a column of its own. */
function readHeadings(
	model: RecordModel,
	given: readonly InputRecord[],
	{ unknownFields }: Setting,
): Table['headings'] {
	const names = new Set<string>();
	for (const { record } of given)
		if (isRecord(record)) for (const name of Object.keys(record)) names.add(name);
	const headings = headingsOf(model, names);
	if (unknownFields === 'send') {
		for (const heading of headings.values()) {
			const { name } = heading;
			heading.column ??= { name, label: name, path: [name], shape: asItIs };
		}
	}
	addGuesses(model, [...headings.values()]);
	return headings;
}

const isNested = (column: Column | undefined): boolean => column?.shape?.kind === 'object';

/**
 * True for a value that a nested column may hold: an object or a list, also as JSON text. Any other value belongs to a
 * column of the table that has the same name by chance.
 */
const mayBeNested = (value: unknown): boolean =>
	typeof value === 'string' ? /^[[{]/.test(trimmed(value)) : typeof value === 'object' && !isDate(value);

/** The parts of a run that reading a row needs. Reading adds to `findings`. */
type Frame = Pick<Run, 'model' | 'setting' | 'headings' | 'findings'>;

/** A row while it is read. */
interface OpenRow extends Reader {
	cells: Map<Column, Cell>;
	customData: IDataObject;
}

/** The column of the custom data, if values of unknown columns are kept there. */
const dataColumn = ({ model, setting }: Frame): Column | undefined =>
	setting.unknownFields === 'customData' ? model.columnAt(['data']) : undefined;

/** Reads a value into a cell, into the custom data, or into the list of what is not sent. @throws InvalidInput */
function readCell(heading: Heading, given: unknown, frame: Frame, open: OpenRow): void {
	const { setting, cells, customData, notSent } = open;
	const { name, column, caption } = heading;
	// With mapped columns, `undefined` is a blank. In JSON, it is a missing field.
	if (given === undefined && !setting.trims) return;
	const isUnknown = column === undefined || (isNested(column) && !isBlank(given) && !mayBeNested(given));
	if (isUnknown && dataColumn(frame)) {
		const value = convert(dataText, given, { name, label: name }, open);
		if (value !== LEAVE_OUT) setKey(customData, name, value);
		return;
	}
	if (isUnknown || column.shape === undefined) {
		const isNamed = !isBlank(given) || (isUnknown && setting.emptyFields === 'send');
		if (isNamed) notSent.push(name);
		return;
	}
	const value = convert(column.shape, given, caption, open);
	// A blank never clears a required column.
	if (value === LEAVE_OUT || (column.required && isBlank(value))) return;
	const cell = { heading, value, given };
	const twin = cells.get(column);
	if (twin && column.name === 'id') assertOneId(twin, cell);
	cells.set(column, twin ? combined(twin, cell, open) : cell);
}

/** Counts, for the hint, what reading a cell has found. A shortened number and an incomplete day are not sent. */
function countFindings(heading: string, { findings }: Frame, open: OpenRow): void {
	for (const finding of open.findings ?? []) {
		const { kind } = finding;
		if (kind === 'partOfDay' || kind === 'shortened') open.notSent.push(heading);
		const key = `${kind} ${heading}`;
		const known = findings.get(key) ?? { ...finding, heading, count: 0 };
		findings.set(key, known);
		known.count++;
	}
	open.findings = undefined;
}

/** Adds a blank cell for each column that only other rows have, because n8n's file readers leave blank cells out. */
function addBlanks(record: IDataObject, { headings }: Frame, open: OpenRow): void {
	for (const heading of headings.values()) {
		const { name, column, caption } = heading;
		if (!column?.shape || column.required || open.cells.has(column) || Object.hasOwn(record, name)) continue;
		const value = convert(column.shape, undefined, caption, open);
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
function saysNothingIn({ cells, notSent, customData }: OpenRow): Row['saysNothing'] {
	let isElsewhere = notSent.length > 0 || Object.keys(customData).length > 0;
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

const NOTHING: readonly string[] = [];

/** Reads a record of the input. An error becomes data of the row, so that all rows are read. */
function readRow({ item, position, record, error, isOfTable }: InputRecord, frame: Frame): Row {
	const { model, headings, setting } = frame;
	const row: Row = { item, position, id: '', cells: [], notSent: NOTHING, error, target: undefined };
	if (error !== undefined) return row;
	if (!isRecord(record)) return { ...row, error: NO_RECORD };
	const open: OpenRow = { setting, cells: new Map(), customData: {}, notSent: [] };
	const { cells, customData, notSent } = open;
	const problems: unknown[] = [];
	let shortId: string | undefined;
	for (const name of Object.keys(record)) {
		const heading = headings.get(name);
		if (heading === undefined) continue;
		try {
			readCell(heading, record[name], frame, open);
		} catch (problem) {
			problems.push(problem);
		}
		if (heading.column?.name === 'id')
			shortId ??= open.findings?.find(({ kind }) => kind === 'shortened')?.given;
		if (open.findings) countFindings(name, frame, open);
	}
	row.error = joined(problems);
	if (row.error === undefined) row.saysNothing = saysNothingIn(open);
	if (isOfTable && setting.trims && setting.emptyFields === 'send') addBlanks(record, frame, open);
	const data = dataColumn(frame);
	if (data && Object.keys(customData).length > 0) addCustomData(data, open);
	row.cells = inOrder([...cells.values()]);
	const { value, given } = cells.get(model.columnAt(['id']) as Column) ?? {};
	row.id = textOf(value) ?? '';
	const own = scalarText(given);
	if (own !== undefined && own !== row.id) row.givenId = own;
	if (row.id === '' && shortId !== undefined && !row.saysNothing) row.error ??= shortenedId(shortId);
	if (notSent.length > 0) row.notSent = [...new Set(notSent)];
	return row;
}

/**
 * Reads the table. A row is left out if no column of the model says anything in it. If this is true of all rows, the
 * table was not understood: all rows stay, and each gets an error.
 *
 * @param isInputEmpty every input item is `{}`, which some n8n nodes put out if they have no data; then no row stays
 */
export function readTable(
	model: RecordModel,
	given: readonly InputRecord[],
	setting: Setting,
	isInputEmpty = false,
): Table {
	const headings = readHeadings(model, given, setting);
	const findings: Table['findings'] = new Map();
	const all = given.map((one) => readRow(one, { model, setting, headings, findings }));
	const saying = all.filter(({ saysNothing }) => saysNothing === undefined);
	const isSilent = saying.length === 0;
	const rows = isSilent && !isInputEmpty ? all : saying;
	for (const row of rows) if (row.id === '') row.error ??= lackOf(model, row, headings, setting);
	const leftOut = isSilent ? [] : all;
	return {
		headings,
		rows,
		findings,
		blankRows: leftOut.filter(({ saysNothing }) => saysNothing === 'anywhere').length,
		otherRows: leftOut.flatMap(({ saysNothing, item }) => (saysNothing === 'inKnownColumns' ? item : [])),
	};
}
