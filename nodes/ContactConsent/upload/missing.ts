import { InvalidInput } from '../operation';
import { isBlank, isBroken } from './cells';
import type { Column, RecordModel, Setting } from './columns';
import { ownLabel, type Heading, type Headings } from './headings';
import type { Row } from './types';

/** Advice if letters of a file were lost. */
export const WRONG_ENCODING =
	"Add the option 'Encoding' to the node that reads the file, and set it to the file's own, e.g. Latin1 for a file of Excel on Windows.";

/** Advice if a spreadsheet has shortened numbers. */
export const EXPORT_AS_TEXT = 'Format the column as text in the spreadsheet, and export it again.';

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

/** The name that n8n's nodes give a column without a heading: for spreadsheet files, CSV and Google Sheets. */
const NO_HEADING = /^(__EMPTY(_\d+)?|\s*|col_\d+)$/;

/** True if the headings are probably not in the first row, because a title stands above the table. */
function isTitle(headings: readonly Heading[]): boolean {
	const without = headings.filter(({ name }) => NO_HEADING.test(name)).length;
	return without > 0 && (without * 2 >= headings.length || headings.every(({ column }) => !column));
}

const WRONG_ROW =
	"The headings are not in the first row. Add the option 'Range' to the node that reads the table, and let it begin in the row of the headings, e.g. A3:Z5000 for row 3; for a CSV file the option 'Starting Line', e.g. 3; in Google Sheets the option 'Data Location on Sheet'.";

/** What is wrong with the file, judged by its headings; `undefined` if nothing is. */
export function problemOf(all: Iterable<Heading>): string | undefined {
	const headings = [...all];
	const names = headings.map(({ name }) => name);
	const delimiter = delimiterIn(names);
	if (delimiter !== undefined) {
		const [, words, value] = delimiter;
		return `The file separates its columns by ${words}. Add the option 'Delimiter' to the node that reads it, and set it to ${value}`;
	}
	if (isTitle(headings)) return WRONG_ROW;
	const broken = names.filter(isBroken);
	return broken.length > 0
		? `${broken.join(', ')}: read with the wrong encoding. ${WRONG_ENCODING}`
		: undefined;
}

/** Advice if columns are not understood. */
export const mappingHint = ({ trims }: Setting): string =>
	trims
		? "Set 'Mapping Column Mode' to 'Map Each Column Manually' to choose the columns yourself."
		: "To map the columns of a table, set 'Input Mode' to 'Map Columns'.";

/** The page that lists all names of columns. */
const ALL_COLUMNS =
	'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent/blob/main/docs/columns.md';

/** Advice if a table has no column for the ID. */
const TABLE_WITHOUT_IDS =
	"If your table has no such column, put a node 'Edit Fields' in front of this one: add a field 'ID' there, e.g. with the e-mail address, and turn on 'Include Other Input Fields'.";

const isId = ({ name }: Column): boolean => name === 'id';

/** The columns without which a record is not sent. A record that must exist already needs only its ID. */
const neededBy = ({ required }: RecordModel, { mustExist }: Setting): readonly Column[] =>
	mustExist ? required.filter(isId) : required;

/** The labels of columns: `A`, `A and B`, `A, B and C`. */
function labelsOf(columns: readonly Column[], headings: Headings): string {
	const labels = columns.map((column) => ownLabel(headings, column));
	return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' and ');
}

/** *Nr: did you mean ID?* if a heading without a column may mean this one. */
function guessFor(column: Column, headings: readonly Heading[]): string[] {
	const found = headings.find(({ guesses }) => guesses.includes(column));
	return found ? [`${found.name}: did you mean ${column.label}?`] : [];
}

/**
 * Why a record that lacks required values is not sent: the input has no column for them, a cell is blank, or the record
 * is new.
 *
 * @param newId the ID, if the record does not exist yet
 */
export function missingValues(
	model: RecordModel,
	missing: readonly Column[],
	headings: Headings,
	setting: Setting,
	newId?: string,
): InvalidInput {
	const { noun } = model;
	const hint = mappingHint(setting);
	const labels = labelsOf(missing, headings);
	if (headings.size === 0) {
		const advice = `Map the columns, or enter JSON. Needed: ${labels}.`;
		return new InvalidInput(`No ${noun.one} is there`, advice, hint);
	}
	const all = [...headings.values()];
	const known = new Set(all.map(({ column }) => column));
	const unmapped = missing.filter((column) => !known.has(column));
	const howToHaveOne = setting.mustExist ? 'A table that has none needs such a column.' : TABLE_WITHOUT_IDS;
	const whatAnIdIs = missing.some(isId)
		? `The ID is what your own system calls the ${noun.one}, such as a ${noun.number}, and stays the same from upload to upload.${unmapped.some(isId) ? ` ${howToHaveOne}` : ''}`
		: '';
	const problem = problemOf(all);
	const guessed = problem ? [] : unmapped.flatMap((column) => guessFor(column, all));
	// If only the ID has no column, and no heading looks like an ID, the table probably has no IDs.
	const hasNoIds = unmapped.length === 1 && unmapped.every(isId) && guessed.length === 0;
	let advice: string | undefined;
	// A heading that is not understood may be the missing column.
	if (unmapped.length > 0 && known.has(undefined)) {
		const needed = neededBy(model, setting).map(({ name }) => name);
		const has = `The input has the columns ${[...headings.keys()].join(', ')}. Needed: ${needed.join(', ')}.`;
		const ways = [...guessed, has, whatAnIdIs, hint, `All columns: ${ALL_COLUMNS}`];
		advice = problem ? `${has} ${problem}` : ways.filter(Boolean).join(' ');
	}
	if (newId !== undefined) {
		const message = `There is no ${noun.one} with the ID "${newId}", and a new one needs ${labels}`;
		return new InvalidInput(message, advice ?? `Correct the ID, or add what a new ${noun.one} needs.`);
	}
	if (advice !== undefined) {
		const have = unmapped.length === 1 ? 'has' : 'have';
		return new InvalidInput(
			`${labelsOf(unmapped, headings)} ${have} no column in the input`,
			advice,
			problem ?? (hasNoIds ? howToHaveOne : hint),
		);
	}
	const cellOrColumn =
		unmapped.length > 0 ? `Add a column for ${labelsOf(unmapped, headings)}. ` : 'Fill in the cell. ';
	const fill = `The service requires a value. ${hasNoIds ? '' : cellOrColumn}${whatAnIdIs}`.trim();
	const message = `${labels} ${missing.length === 1 ? 'is' : 'are'} missing`;
	return new InvalidInput(message, fill, hasNoIds ? howToHaveOne : undefined);
}

/** Why a row is not sent, judged only by its own cells; `undefined` if it has all required values. */
export function lackOf(
	model: RecordModel,
	{ cells }: Row,
	headings: Headings,
	setting: Setting,
): InvalidInput | undefined {
	const missing = neededBy(model, setting).filter(
		(column) => !cells.some(({ heading, value }) => heading.column === column && !isBlank(value)),
	);
	return missing.length > 0 ? missingValues(model, missing, headings, setting) : undefined;
}
