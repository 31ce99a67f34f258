/** The table: which of its keys are headings, how each row is read, and which rows stay. */
import { isRecord } from '../../lib/json';
import { lacksIn } from '../report/requiredMissing';
import { isAboutCell, type Note } from '../report/notes';
import type { InputRecord, Row, Table, Upload } from '../uploadTypes';
import { addGuesses } from './didYouMean';
import { belowHeadings } from './headingRow';
import { headingsOf, type Heading } from './headings';
import { chooseId, type ChosenId } from './idColumn';
import { UNREAD_FILE, whereaboutsOf } from './nestedPeople';
import { readRow, type TableContext } from './readRow';
import type { RecordModel, Setting } from './recordModel';
import { asItIs } from './valueShapes';

/** The keys of all records, each once. */
function keysIn(records: readonly InputRecord[], first: readonly string[] = []): Set<string> {
	const names = new Set(first);
	for (const { record } of records)
		if (isRecord(record)) for (const name of Object.keys(record)) names.add(name);
	return names;
}

/** Adds guesses to headings. If unknown fields are sent as they are, each becomes a column of its own. */
function complete(model: RecordModel, headings: Table['headings'], { unknownFields }: Setting): void {
	if (unknownFields === 'send') {
		for (const heading of headings.values()) {
			const { name } = heading;
			heading.column ??= { name, label: name, path: [name], shape: asItIs };
		}
	}
	addGuesses(model, [...headings.values()]);
}

/** The parts of an upload that reading its table needs. */
type Reading = Pick<Upload, 'model' | 'setting' | 'chosenColumns' | 'unchosen' | 'isTyped'>;

/** What a table has below its headings, and what these mean. */
interface Below {
	headings: Map<string, Heading>;
	/** The records that have cells. */
	records: readonly InputRecord[];
	headingRow: Table['headingRow'];
	idColumn: ChosenId | undefined;
}

/** Reads the headings of a table. If a title stands above the table, a record of it has the headings. */
function readHeadings({ model, setting }: Reading, input: readonly InputRecord[], isEmpty: boolean): Below {
	const keys = headingsOf(model, keysIn(input));
	// The keys of columns that are mapped by hand are no headings of the table.
	const isByHand = setting.isTable && !input.some(({ isOfTable }) => isOfTable);
	const below = isByHand ? undefined : belowHeadings(model, input, keys);
	const headings = below ? headingsOf(model, keysIn(below.rows, below.headings)) : keys;
	const idColumn = isEmpty ? undefined : chooseId(model, headings, setting, isByHand);
	complete(model, headings, setting);
	// Not even a field that is sent as it is may be the ID beside the chosen one.
	for (const heading of idColumn?.replaced ?? []) {
		heading.column = undefined;
		heading.caption = { name: heading.name, label: heading.name };
	}
	return { headings, records: below?.rows ?? input, headingRow: below?.headingRow, idColumn };
}

/** What is to be said of a heading whose cells are not sent. */
function noteOfColumn(one: Heading, idColumn: ChosenId | undefined, unchosen: Upload['unchosen']): Note {
	const { name: heading, column } = one;
	if (idColumn?.replaced.has(one)) {
		return { kind: 'otherHeading', heading, words: `${idColumn.headings[0]?.name} is the ID` };
	}
	if (column?.isReadOnly) return { kind: 'readOnly', heading };
	return { kind: unchosen?.isLike(heading) ? 'unchosen' : 'unknown', heading };
}

/** What is told about rows that were left out. */
type LeftOut = Pick<Table, 'blankRows' | 'notesLeftOut' | 'otherRows' | 'repeatedHeadings' | 'totals'>;

/** @param all the rows of the table; those that stay are not among those that are told */
function leftOutOf(all: readonly Row[]): LeftOut {
	const itemsThat = (say: Row['saysNothing']) =>
		all.flatMap(({ saysNothing, item }) => (saysNothing === say ? item : []));
	return {
		blankRows: itemsThat('anywhere').length,
		notesLeftOut: all.flatMap(({ saysNothing, notes }) =>
			saysNothing && saysNothing !== 'butSums' ? notes.filter(isAboutCell) : [],
		),
		otherRows: itemsThat('inKnownColumns'),
		repeatedHeadings: itemsThat('butHeadings'),
		totals: all.flatMap(({ item, total }) => (total === undefined ? [] : { item, word: total })),
	};
}

/** What is to be known of the input items of n8n beside the records that were read from them. */
interface Items {
	/** An item has a file. */
	haveFiles: boolean;
	/** Each item is `{}`, and none has a file. */
	areEmpty: boolean;
}

/** Reads the table, with data or without. @param isInputEmpty no row stays if none says anything */
function readAs(
	isInputEmpty: boolean,
	upload: Reading,
	input: readonly InputRecord[],
	{ haveFiles }: Items,
): Table {
	const { model, setting, unchosen } = upload;
	const { headings, headingRow, records, idColumn } = readHeadings(upload, input, isInputEmpty);
	const chosenColumns = upload.chosenColumns?.inTable(
		records.map(({ mappedFrom, record }) => mappedFrom ?? record).filter(isRecord),
		setting.timeZone,
	);
	// The keys of columns that are mapped by hand may be spelled like headings of the input.
	const areHeadings = !records.some(({ mappedFrom }) => mappedFrom !== undefined);
	if (areHeadings) for (const name of chosenColumns?.headings ?? []) headings.delete(name);
	const noteOf = new Map(
		[...headings.values()].map((heading) => [heading, noteOfColumn(heading, idColumn, unchosen)]),
	);
	const table: TableContext = { model, setting, headings, noteOf, chosenColumns };
	const all = records.map((one) => readRow(one, table));
	const saying = all.filter(({ saysNothing }) => saysNothing === undefined);
	const isSilent = saying.length === 0;
	const rows = isSilent && !isInputEmpty ? all : saying;
	const ofTable = input.filter(({ isOfTable }) => isOfTable);
	const whereabouts =
		whereaboutsOf(model, ofTable, headings, setting, haveFiles) ??
		(isSilent && haveFiles ? UNREAD_FILE : undefined);
	const lackOf = lacksIn({ model, headings, setting, whereabouts });
	for (const row of rows) {
		if (row.id !== '' || row.idle) continue;
		// What is wrong with a cell says little if the people stand elsewhere.
		row.error = (whereabouts === undefined ? undefined : lackOf(row)) ?? row.error ?? lackOf(row);
	}
	return {
		isInputEmpty,
		headings,
		headingRow,
		rows,
		whereabouts,
		idIsEmail: idColumn?.isEmail ?? false,
		...leftOutOf(isSilent ? [] : all),
	};
}

/**
 * Reads the table. A row is left out if no column of the model says anything in it. If this is true of all rows, the
 * table was not understood: all rows stay, and each gets an error. Only if the input has no data at all, no row stays.
 *
 * @throws InvalidInput if a chosen column does not fit the table
 */
export function readTable(upload: Reading, input: readonly InputRecord[], items: Items): Table {
	// What expressions make of items without data mostly says nothing. What is typed beside them does not come from them.
	const asEmpty = items.areEmpty && upload.isTyped !== true ? readAs(true, upload, input, items) : undefined;
	return asEmpty?.rows.length === 0 ? asEmpty : readAs(false, upload, input, items);
}
