/**
 * A row that lacks required values: why, and what to do. In come the missing columns and what the table is like, out
 * comes the refusal of the row. The same blank may have several reasons (its column is missing, the people are in another
 * place, the ID is new), and each needs another advice: `reasonFor` decides which, `REFUSALS` has the words.
 */
import { InvalidInput } from '../../common/invalidInput';
import { firstOf, namesInWords, shortened } from '../../lib/text';
import { isBlank } from '../table/cells';
import { columnsIn, LONGEST_HEADING, ownLabel, type Headings } from '../table/headings';
import { shownHeading } from '../table/nameless';
import type { Column, RecordModel, Setting } from '../table/recordModel';
import type { Row, Run } from '../uploadTypes';
import { fileProblem } from './fileProblem';

/** What the words need to know of a table. */
type InTable = Pick<Run, 'model' | 'headings' | 'setting' | 'whereabouts'>;

/** Advice if columns are not understood. */
export const mappingHint = ({ isTable }: Setting): string =>
	isTable
		? "Set 'Mapping Column Mode' to 'Map Each Column Manually' to choose the columns yourself."
		: "Rename fields in the JSON, or, for a plain table, set 'Input Mode' to 'Map Columns'.";

/** The page that lists all names of columns. */
const ALL_COLUMNS =
	'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent/blob/main/docs/columns.md';

const isId = ({ name }: Column): boolean => name === 'id';

/** The columns without which a record is not sent. A record that must exist already needs only its ID. */
export const neededBy = ({ required }: RecordModel, { mustExist }: Setting): readonly Column[] =>
	mustExist ? required.filter(isId) : required;

const HEADINGS_SHOWN = 20;

/** The headings of the input, so that people see what was read. More than 20 would push the advice out of sight. */
export function headingsIn(headings: Headings): string {
	const all = [...new Set([...headings.keys()].map(shownHeading))];
	return firstOf(
		all.map((name) => shortened(name, LONGEST_HEADING)),
		HEADINGS_SHOWN,
	);
}

const labelsOf = (columns: readonly Column[], headings: Headings): string =>
	namesInWords(columns.map((column) => ownLabel(headings, column)));

/** Missing values, and what the table says about them. */
interface Lack {
	table: InTable;
	missing: readonly Column[];
	/** Those of the missing columns that no heading means. */
	unmapped: readonly Column[];
	/** The ID of a record that does not exist yet. */
	newId: string | undefined;
	/** What is wrong with the file as a whole. */
	problem: string | undefined;
	/** Where the people stand, if not under the headings. */
	elsewhere: string | undefined;
	/** *Nr: did you mean ID?* for each missing column that a heading may mean. */
	guesses: readonly string[];
	/** A heading is not understood, so it may be the missing column. */
	hasUnknown: boolean;
}

function lackOf(table: InTable, missing: readonly Column[], newId: string | undefined): Lack {
	const { headings, whereabouts } = table;
	const all = [...headings.values()];
	const known = columnsIn(headings);
	const unmapped = missing.filter((column) => !known.has(column));
	const problem = fileProblem(all);
	// The headings of a file that was read wrongly say nothing about where its people are.
	const elsewhere = problem === undefined ? whereabouts : undefined;
	const guesses = unmapped.flatMap((column) => {
		const found = all.find((one) => one.guesses.includes(column));
		return found ? `${found.name}: did you mean ${column.label}?` : [];
	});
	return {
		table,
		missing,
		unmapped,
		newId,
		problem,
		elsewhere,
		guesses: problem === undefined && elsewhere === undefined ? guesses : [],
		hasUnknown: all.some(({ column }) => column === undefined),
	};
}

// Which reason it is

/** Why values are missing. */
type Reason = 'emptyInput' | 'newRecord' | 'noColumn' | 'elsewhere' | 'blankCells';

/**
 * The first line that holds (`-`: either) is the reason:
 *
 * | headings | newId | elsewhere | unmapped | hasUnknown | reason     |
 * | -------- | ----- | --------- | -------- | ---------- | ---------- |
 * | none     | -     | -         | -        | -          | emptyInput |
 * | some     | yes   | no        | -        | -          | newRecord  |
 * | some     | -     | yes       | some     | -          | noColumn   |
 * | some     | -     | -         | some     | yes        | noColumn   |
 * | some     | -     | yes       | none     | -          | elsewhere  |
 * | some     | -     | no        | -        | -          | blankCells |
 */
function reasonFor({ table: { headings }, newId, elsewhere, unmapped, hasUnknown }: Lack): Reason {
	if (headings.size === 0) return 'emptyInput';
	// If the people stand elsewhere, all rows share one reason.
	if (newId !== undefined && elsewhere === undefined) return 'newRecord';
	if (unmapped.length > 0 && (elsewhere !== undefined || hasUnknown)) return 'noColumn';
	return elsewhere === undefined ? 'blankCells' : 'elsewhere';
}

// Its words

/** Only the ID has no column: the table may have no IDs, or call them otherwise. */
const lacksIdAlone = ({ unmapped }: Lack): boolean => unmapped.length === 1 && unmapped.every(isId);

const ENTER_ID = "enter its heading in the option 'ID Column'";
const OR_BY_HAND = ' (if you map by hand, drag it into ID)';

/** A heading in advice. */
const shortHeading = (name: string): string => shortened(name, LONGEST_HEADING);

/** A column of e-mail addresses, as an example of an ID: `, e.g. Mail`; empty if the table has none. */
function addressAsExample(headings: Headings): string {
	const address = [...headings.values()].find(({ column }) => column?.shape?.isEmail);
	return address === undefined ? '' : `, e.g. ${shortHeading(address.name)}`;
}

/** Advice if a table has no column for the ID of a record that is there already. */
function idAdviceForUpdate({ headings, model: { noun } }: InTable): string {
	const example = addressAsExample(headings);
	return `If another column is the ID of your ${noun.many}${example}${example && ','} ${ENTER_ID}.`;
}

/** Advice if a table has no column for the ID, and the record may be new. */
const idAdviceForNew = ({ headings, model: { noun } }: InTable): string =>
	`If your table has no such column, take one that differs for each ${noun.one}${addressAsExample(headings)}: ${ENTER_ID}${OR_BY_HAND}.`;

/** Advice if a table has no column for the ID. If a heading may be the ID, it names that one and no other. */
function howToHaveIds({ table }: Lack): string {
	const { mustExist } = table.setting;
	const likely = [...table.headings.values()].find(({ guesses }) => guesses.some(isId));
	if (likely) return `If ${shortHeading(likely.name)} is the ID, ${ENTER_ID}${mustExist ? '' : OR_BY_HAND}.`;
	return mustExist ? idAdviceForUpdate(table) : idAdviceForNew(table);
}

/** What an ID is; empty if the ID is not missing, or a person has chosen its column. */
function whatAnIdIs(lack: Lack): string {
	const { missing, unmapped, table } = lack;
	const { noun } = table.model;
	if (!missing.some(isId) || table.setting.idColumn) return '';
	const what = `The ID is what your own system calls the ${noun.one}, such as a ${noun.number}, and stays the same from upload to upload.`;
	return unmapped.some(isId) ? `${what} ${howToHaveIds(lack)}` : what;
}

/** Advice if a column is missing: what the input has, what is needed, and how to bring the two together. */
function columnAdvice(lack: Lack): string {
	const { table, problem, elsewhere, guesses } = lack;
	const needed = neededBy(table.model, table.setting).map(({ name }) => name);
	const has = `The input has the columns ${headingsIn(table.headings)}. Needed: ${needed.join(', ')}.`;
	const cause = problem ?? elsewhere;
	if (cause !== undefined) return `${has} ${cause}`;
	const ways = [...guesses, has, whatAnIdIs(lack), mappingHint(table.setting), `All columns: ${ALL_COLUMNS}`];
	return ways.filter(Boolean).join(' ');
}

/** The message, the advice and the sentence of the hint for each reason. */
const REFUSALS: Readonly<Record<Reason, (lack: Lack, labels: string) => InvalidInput>> = {
	emptyInput: ({ table: { model, setting }, elsewhere }, labels) =>
		new InvalidInput(
			`The input has no ${model.noun.one}`,
			elsewhere ?? `Map the columns, or enter JSON. Needed: ${labels}.`,
			elsewhere ?? mappingHint(setting),
		),
	newRecord(lack, labels) {
		const { one } = lack.table.model.noun;
		const isUnclear = lack.unmapped.length > 0 && lack.hasUnknown;
		return new InvalidInput(
			`There is no ${one} with the ID "${lack.newId}", and a new one needs ${labels}`,
			isUnclear
				? columnAdvice(lack)
				: `Correct the ID, or add what a new ${one} needs. A row that is no ${one}, e.g. a sum, has to go.`,
		);
	},
	noColumn(lack) {
		const { unmapped, table, problem, elsewhere } = lack;
		const have = unmapped.length === 1 ? 'has' : 'have';
		const way = lacksIdAlone(lack) ? howToHaveIds(lack) : mappingHint(table.setting);
		return new InvalidInput(
			`${labelsOf(unmapped, table.headings)} ${have} no column in the input`,
			columnAdvice(lack),
			problem ?? elsewhere ?? way,
		);
	},
	elsewhere: ({ missing, elsewhere }, labels) =>
		new InvalidInput(areMissing(missing, labels), elsewhere ?? '', elsewhere),
	blankCells(lack, labels) {
		const { unmapped, missing, guesses, table } = lack;
		const hasNoIds = lacksIdAlone(lack) && guesses.length === 0;
		const where = labelsOf(unmapped, table.headings);
		const cellOrColumn = unmapped.length > 0 ? `Add a column for ${where}. ` : 'Fill in the cell. ';
		const fill = `The service requires a value. ${hasNoIds ? '' : cellOrColumn}${whatAnIdIs(lack)}`;
		return new InvalidInput(
			areMissing(missing, labels),
			fill.trim(),
			hasNoIds ? howToHaveIds(lack) : undefined,
		);
	},
};

const areMissing = ({ length }: readonly Column[], labels: string): string =>
	`${labels} ${length === 1 ? 'is' : 'are'} missing`;

/** Why a record that lacks required values is not sent. @param newId the ID, if the record does not exist yet */
export function missingValues(table: InTable, missing: readonly Column[], newId?: string): InvalidInput {
	const lack = lackOf(table, missing, newId);
	return REFUSALS[reasonFor(lack)](lack, labelsOf(missing, table.headings));
}

/**
 * Says why a row is not sent, judged only by its own cells; `undefined` if it has all required values. Rows that lack
 * the same share one error: its words are about the whole table, and making them takes as long as its headings are.
 */
export function lacksIn(table: InTable): (row: Row) => InvalidInput | undefined {
	const needed = neededBy(table.model, table.setting);
	const errors = new Map<string, InvalidInput>();
	return ({ cells }) => {
		const missing = needed.filter(
			(column) => !cells.some(({ heading, value }) => heading.column === column && !isBlank(value)),
		);
		if (missing.length === 0) return undefined;
		const key = missing.map(({ name }) => name).join();
		const error = errors.get(key) ?? missingValues(table, missing);
		errors.set(key, error);
		return error;
	};
}
