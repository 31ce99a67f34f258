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
function keysIn(given: readonly InputRecord[], first: readonly string[] = []): Set<string> {
	const names = new Set(first);
	for (const { record } of given)
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

/** The rows of the input, and what their keys mean. If a title stands above the table, a row of it has the headings. */
function readTableHeadings(
	model: RecordModel,
	given: readonly InputRecord[],
	setting: Setting,
	isInputEmpty: boolean,
): Pick<Table, 'headingRow'> & {
	headings: Map<string, Heading>;
	given: readonly InputRecord[];
	idColumn?: ChosenId;
} {
	const keys = headingsOf(model, keysIn(given));
	// The keys of columns that are mapped by hand are no headings of the table.
	const isByHand = setting.isTable && !given.some(({ isOfTable }) => isOfTable);
	const below = isByHand ? undefined : belowHeadings(model, given, keys);
	const headings = below ? headingsOf(model, keysIn(below.rows, below.headings)) : keys;
	const idColumn = isInputEmpty ? undefined : chooseId(model, headings, setting, isByHand);
	complete(model, headings, setting);
	// Not even a field that is sent as it is may be the ID beside the chosen one.
	for (const heading of idColumn?.replaced ?? []) {
		heading.column = undefined;
		heading.caption = { name: heading.name, label: heading.name };
	}
	return { headings, given: below?.rows ?? given, headingRow: below?.headingRow, idColumn };
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
	const { headings, headingRow, given, idColumn } = readTableHeadings(model, input, setting, isInputEmpty);
	const chosenColumns = option?.inTable(
		given.map(({ mappedFrom, record }) => mappedFrom ?? record).filter(isRecord),
		setting.timeZone,
	);
	// The keys of columns that are mapped by hand may be spelled like headings of the input.
	const areHeadings = !given.some(({ mappedFrom }) => mappedFrom !== undefined);
	if (areHeadings) for (const name of chosenColumns?.headings ?? []) headings.delete(name);
	const noteOf = new Map(
		[...headings.values()].map((heading) => [heading, noteOfColumn(heading, idColumn, unchosen)]),
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
	const lackOf = lacksIn({ model, headings, setting, whereabouts });
	for (const row of rows) {
		if (row.id !== '' || row.idle) continue;
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
		idIsEmail: idColumn?.isEmail ?? false,
		blankRows: itemsThat('anywhere').length,
		notesLeftOut: leftOut.flatMap(({ saysNothing, notes }) =>
			saysNothing && saysNothing !== 'butSums' ? notes.filter(isAboutCell) : [],
		),
		otherRows: itemsThat('inKnownColumns'),
		repeatedHeadings: itemsThat('butHeadings'),
		totals: leftOut.flatMap(({ item, total }) => (total === undefined ? [] : { item, word: total })),
	};
}
