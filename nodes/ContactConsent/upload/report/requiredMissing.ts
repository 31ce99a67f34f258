import { InvalidInput } from '../../common/invalidInput';
import { brokenIn, isBlank, isBroken, isMisread, LOST_IN_FILE } from '../table/cells';
import type { Column, RecordModel, Setting } from '../table/recordModel';
import { LONGEST_HEADING, ownLabel, type Heading, type Headings } from '../table/headings';
import { isNameless, shownHeading } from '../table/nameless';
import { firstOf, inWords, shortened } from '../../lib/text';
import type { Row } from '../uploadTypes';

/** Advice if letters of a file were lost. @param broken texts of the file */
const wrongEncoding = (broken: readonly string[]): string => {
	if (broken.some((text) => text.includes(LOST_IN_FILE)))
		return "The file itself has lost these letters. Export it once more from the program that it comes from, as UTF-8, and remove the option 'Encoding' of the node that reads it.";
	return broken.some(isMisread)
		? "The file is UTF-8, and was read as another encoding. In the node that reads the file, remove the option 'Encoding', or set it to UTF8."
		: "Add the option 'Encoding' to the node that reads the file, and set it to the file's own, e.g. Latin1 for a file of Excel on Windows.";
};

/** The refusal of a value that lost letters. @param what the value, e.g. *Company is "K\ufffdln"* */
export function lettersLost(what: string, value: unknown): InvalidInput {
	const advice = wrongEncoding(brokenIn(value));
	return new InvalidInput(`${what}: the file was read with the wrong encoding`, advice, advice);
}

/** Delimiters other than the comma: the character, its name, and how to enter it in n8n's nodes. */
const DELIMITERS = [
	[';', 'semicolons', '; (a semicolon).'],
	['\t', 'tabs', 'a tab, by the expression {{ "\\t" }}.'],
	['|', 'vertical bars', '| (a vertical bar).'],
] as const;

/**
 * The real delimiter of a file that was read with commas. All its headings then stand in one name, or in several names
 * if headings contain commas.
 */
function delimiterIn(names: readonly string[]): (typeof DELIMITERS)[number] | undefined {
	const isOne = names.length === 1;
	return DELIMITERS.find(([character]) => {
		const found = names.join('').split(character).length - 1;
		return isOne ? found > 0 : character !== '|' && found > 1 && found >= names.length - 1;
	});
}

/** True if the headings are probably not in the first row, because a title stands above the table. */
function isTitle(headings: readonly Heading[]): boolean {
	if (headings.some(({ column }) => column?.required)) return false;
	const without = headings.filter(({ name }) => isNameless(name)).length;
	return without > 0 && (without * 2 >= headings.length || headings.every(({ column }) => !column));
}

const WRONG_ROW =
	"The headings are not in the first row. Add the option 'Range' to the node that reads the table, and let it begin in the row of the headings, e.g. A3:Z5000 for row 3; for a CSV file the option 'Starting Line', e.g. 3; in Google Sheets the option 'Data Location on Sheet'.";

/** The line with which some programs tell a spreadsheet the delimiter: `sep=;`. */
const DELIMITER_LINE = /^\ufeff?"?sep=/i;

/** What is wrong with the file, judged by its headings; `undefined` if nothing is. */
export function problemOf(all: Iterable<Heading>): string | undefined {
	const headings = [...all];
	const names = headings.map(({ name }) => name);
	const delimiter = delimiterIn(names);
	const hasLine = DELIMITER_LINE.test(names[0] ?? '');
	const line = `The first line, ${shortened(names[0] ?? '', LONGEST_HEADING)}, is none of the table: set the option 'Starting Line' to 2${delimiter ? ', too' : ' in the node that reads the file'}.`;
	if (delimiter !== undefined) {
		const [, words, value] = delimiter;
		return `The file separates its columns by ${words}. Add the option 'Delimiter' to the node that reads it, and set it to ${value}${hasLine ? ` ${line}` : ''}`;
	}
	if (hasLine) return line;
	if (isTitle(headings)) return WRONG_ROW;
	const broken = names.filter(isBroken);
	return broken.length > 0
		? `${broken.join(', ')}: read with the wrong encoding. ${wrongEncoding(broken)}`
		: undefined;
}

/** Advice if columns are not understood. */
export const mappingHint = ({ isTable }: Setting): string =>
	isTable
		? "Set 'Mapping Column Mode' to 'Map Each Column Manually' to choose the columns yourself."
		: "Rename fields in the JSON, or, for a plain table, set 'Input Mode' to 'Map Columns'.";

/** The page that lists all names of columns. */
const ALL_COLUMNS =
	'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent/blob/main/docs/columns.md';

const isId = ({ name }: Column): boolean => name === 'id';

/** Advice if a table has no column for the ID. If a heading may be the ID, it names that one and no other. */
function howToHaveOne(headings: Headings, { noun }: RecordModel, { mustExist }: Setting): string {
	const all = [...headings.values()];
	const enter = "enter its heading in the option 'ID Column'";
	const byHand = mustExist ? '' : ' (if you map by hand, drag it into ID)';
	const likely = all.find(({ guesses }) => guesses.some(isId));
	if (likely) return `If ${shortened(likely.name, LONGEST_HEADING)} is the ID, ${enter}${byHand}.`;
	const email = all.find(({ column }) => column?.shape?.isEmail)?.name;
	const example = email === undefined ? '' : `, e.g. ${shortened(email, LONGEST_HEADING)}`;
	return mustExist
		? `If another column is the ID of your ${noun.many}${example}${example && ','} ${enter}.`
		: `If your table has no such column, take one that differs for each ${noun.one}${example}: ${enter}${byHand}.`;
}

/** The columns without which a record is not sent. A record that must exist already needs only its ID. */
export const neededBy = ({ required }: RecordModel, { mustExist }: Setting): readonly Column[] =>
	mustExist ? required.filter(isId) : required;

const labelsOf = (columns: readonly Column[], headings: Headings): string =>
	inWords(columns.map((column) => ownLabel(headings, column)));

const HEADINGS_SHOWN = 20;

/** The headings of the input, so that people see what was read. More than 20 would push the advice out of sight. */
export function headingsIn(headings: Headings): string {
	const all = [...new Set([...headings.keys()].map(shownHeading))];
	return firstOf(
		all.map((name) => shortened(name, LONGEST_HEADING)),
		HEADINGS_SHOWN,
	);
}

/** *Nr: did you mean ID?* if a heading without a column may mean this one. */
function guessFor(column: Column, headings: readonly Heading[]): string[] {
	const found = headings.find(({ guesses }) => guesses.includes(column));
	return found ? [`${found.name}: did you mean ${column.label}?`] : [];
}

const emptyInput = (
	one: string,
	labels: string,
	whereabouts: string | undefined,
	hint: string,
): InvalidInput =>
	new InvalidInput(
		`The input has no ${one}`,
		whereabouts ?? `Map the columns, or enter JSON. Needed: ${labels}.`,
		whereabouts ?? hint,
	);

/**
 * Why a record that lacks required values is not sent: the input has no column for them, a cell is blank, or the record
 * is new.
 *
 * @param newId the ID, if the record does not exist yet
 * @param whereabouts where the records are, if not under the headings
 */
export function missingValues(
	model: RecordModel,
	missing: readonly Column[],
	headings: Headings,
	setting: Setting,
	newId?: string,
	whereabouts?: string,
): InvalidInput {
	const { noun } = model;
	const hint = mappingHint(setting);
	const labels = labelsOf(missing, headings);
	if (headings.size === 0) return emptyInput(noun.one, labels, whereabouts, hint);
	const all = [...headings.values()];
	const known = new Set(all.flatMap(({ column, alsoId }) => [column, alsoId ?? column]));
	const unmapped = missing.filter((column) => !known.has(column));
	const advised = howToHaveOne(headings, model, setting);
	const whatAnIdIs =
		missing.some(isId) && !setting.idColumn
			? `The ID is what your own system calls the ${noun.one}, such as a ${noun.number}, and stays the same from upload to upload.${unmapped.some(isId) ? ` ${advised}` : ''}`
			: '';
	const misread = problemOf(all);
	// The headings of a file that was read wrongly say nothing about where its people are.
	const elsewhere = misread === undefined ? whereabouts : undefined;
	const problem = misread ?? elsewhere;
	const guessed = problem ? [] : unmapped.flatMap((column) => guessFor(column, all));
	// Only the ID has no column: the table may have no IDs, or call them otherwise.
	const lacksIds = unmapped.length === 1 && unmapped.every(isId);
	const hasNoIds = lacksIds && guessed.length === 0;
	let advice: string | undefined;
	// A heading that is not understood may be the missing column.
	if (unmapped.length > 0 && (elsewhere !== undefined || known.has(undefined))) {
		const needed = neededBy(model, setting).map(({ name }) => name);
		const has = `The input has the columns ${headingsIn(headings)}. Needed: ${needed.join(', ')}.`;
		const ways = [...guessed, has, whatAnIdIs, hint, `All columns: ${ALL_COLUMNS}`];
		advice = problem ? `${has} ${problem}` : ways.filter(Boolean).join(' ');
	}
	// If the people stand elsewhere, all rows share one reason.
	if (newId !== undefined && elsewhere === undefined) {
		const message = `There is no ${noun.one} with the ID "${newId}", and a new one needs ${labels}`;
		return new InvalidInput(
			message,
			advice ??
				`Correct the ID, or add what a new ${noun.one} needs. A row that is no ${noun.one}, e.g. a sum, has to go.`,
		);
	}
	if (advice !== undefined) {
		const have = unmapped.length === 1 ? 'has' : 'have';
		return new InvalidInput(
			`${labelsOf(unmapped, headings)} ${have} no column in the input`,
			advice,
			problem ?? (lacksIds ? advised : hint),
		);
	}
	const cellOrColumn =
		unmapped.length > 0 ? `Add a column for ${labelsOf(unmapped, headings)}. ` : 'Fill in the cell. ';
	const message = `${labels} ${missing.length === 1 ? 'is' : 'are'} missing`;
	if (elsewhere !== undefined) return new InvalidInput(message, elsewhere, elsewhere);
	const fill = `The service requires a value. ${hasNoIds ? '' : cellOrColumn}${whatAnIdIs}`.trim();
	return new InvalidInput(message, fill, hasNoIds ? advised : undefined);
}

/**
 * Says why a row is not sent, judged only by its own cells; `undefined` if it has all required values. Rows that lack
 * the same share one error: its words are about the whole table, and making them takes as long as its headings are.
 */
export function lacksIn(
	model: RecordModel,
	headings: Headings,
	setting: Setting,
	whereabouts?: string,
): (row: Row) => InvalidInput | undefined {
	const needed = neededBy(model, setting);
	const errors = new Map<string, InvalidInput>();
	return ({ cells }) => {
		const missing = needed.filter(
			(column) => !cells.some(({ heading, value }) => heading.column === column && !isBlank(value)),
		);
		if (missing.length === 0) return undefined;
		const key = missing.map(({ name }) => name).join();
		const error = errors.get(key) ?? missingValues(model, missing, headings, setting, undefined, whereabouts);
		errors.set(key, error);
		return error;
	};
}
