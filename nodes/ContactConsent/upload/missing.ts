import { InvalidInput } from '../operation';
import { comparable } from '../values';
import { isBlank, isBroken } from './cells';
import type { Column, RecordModel, Setting } from './columns';
import { ownLabel, type Heading, type Headings } from './headings';
import type { Row } from './types';

/** How to go on where letters of a file were lost. */
export const WRONG_ENCODING =
	"Add the option 'Encoding' to the node that reads the file, and set it to the file's own, e.g. Latin1 for a file of Excel on Windows.";

/** How to go on where a spreadsheet has shortened numbers. */
export const EXPORT_AS_TEXT = 'Format the column as text in the spreadsheet, and export it again.';

/** What files have between columns beside the comma: in words, and as n8n's nodes take it. */
const DELIMITERS = [
	[';', 'semicolons', '; (a semicolon).'],
	['\t', 'tabs', 'a tab, by the expression {{ "\\t" }}.'],
	['|', 'vertical bars', '| (a vertical bar).'],
] as const;

/** What is wrong with the file, where its headings say so. */
export function problemOf(headings: Iterable<Heading>): string | undefined {
	const names = [...headings].map(({ name }) => name);
	const [only = ''] = names;
	const delimiter =
		names.length === 1 ? DELIMITERS.find(([character]) => only.includes(character)) : undefined;
	if (delimiter !== undefined) {
		const [, words, value] = delimiter;
		return `The file separates its columns by ${words}. Add the option 'Delimiter' to the node that reads it, and set it to ${value}`;
	}
	const broken = names.filter(isBroken);
	return broken.length > 0
		? `${broken.join(', ')}: read with the wrong encoding. ${WRONG_ENCODING}`
		: undefined;
}

/** How to go on where columns are not understood. */
export const mappingHint = ({ trims }: Setting): string =>
	trims
		? "Set 'Mapping Column Mode' to 'Map Each Column Manually' to choose the columns yourself."
		: "To map the columns of a table, set 'Input Mode' to 'Map Columns'.";

/** Headings, as `comparable` has them, that are too vague to be mapped; used for "did you mean First Name?". */
const LIKELY: Readonly<Record<string, RegExp>> = {
	id: /^(no|num|numero|number|key|code|ref)$|(id|nr|nummer)\.?$/,
	first_name: /^(first|fore|given)|vorname/,
	last_name: /^(last|sur|family|full)?na(me|am)\d?$|(last|sur|family|nach|familien)name/,
	email: /mail/,
};

/** *Nr: did you mean ID?* for each missing column that a heading which is not understood may be. */
function guesses(missing: readonly Column[], headings: Iterable<Heading>): string[] {
	const open = [...headings].filter(({ column }) => column === undefined);
	return missing.flatMap(({ name, label }) => {
		const found = open.find((heading) => LIKELY[name]?.test(comparable(heading.name)));
		return found === undefined ? [] : [`${found.name}: did you mean ${label}?`];
	});
}

/** All names that a column may have. */
const ALL_COLUMNS =
	'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent/blob/main/docs/columns.md';

/** The columns that a record needs to be sent: of one that has to be there, its ID alone. */
const neededBy = ({ required }: RecordModel, { mustExist }: Setting): readonly Column[] =>
	mustExist ? required.filter(({ name }) => name === 'id') : required;

/** The labels of columns: `A`, `A and B`, `A, B and C`. */
function labelsOf(columns: readonly Column[], headings: Headings): string {
	const labels = columns.map((column) => ownLabel(headings, column));
	return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' and ');
}

/**
 * Why a record that lacks what the service requires is not sent: no column is meant for that, a cell is blank, or the
 * record is not there yet.
 *
 * @param newId the ID of a record that is not there
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
	const isId = ({ name }: Column): boolean => name === 'id';
	const needsColumn = unmapped.some(isId) ? ' A table that has none needs such a column.' : '';
	const whatAnIdIs = missing.some(isId)
		? `The ID is what your own system calls the ${noun.one}, such as a ${noun.number}, and stays the same from upload to upload.${needsColumn}`
		: '';
	const problem = problemOf(all);
	let advice: string | undefined;
	// A column with another name may be the one.
	if (unmapped.length > 0 && known.has(undefined)) {
		const has = `The input has the columns ${[...headings.keys()].join(', ')}. Needed: ${neededBy(
			model,
			setting,
		)
			.map(({ name }) => name)
			.join(', ')}.`;
		const ways = [...guesses(unmapped, all), has, whatAnIdIs, hint, `All columns: ${ALL_COLUMNS}`];
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
			problem ?? hint,
		);
	}
	const fill = `The service requires a value. Fill in the cell. ${whatAnIdIs}`.trim();
	return new InvalidInput(`${labels} ${missing.length === 1 ? 'is' : 'are'} missing`, fill);
}

/** Why a row is not sent of which nothing but its own values is known; nothing where it has all that is required. */
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
