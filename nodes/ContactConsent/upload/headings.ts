import { comparable, shortened } from '../values';
import { isBroken } from './cells';
import type { Column, RecordModel } from './columns';
import { readingOf, type Reading } from './reading';
import { plainName } from './vocabulary';

/** A heading of the table, or a name in JSON, and how it is read. */
export interface Heading {
	name: string;
	/** Missing for one that is not understood. */
	column: Column | undefined;
	/** The surest is 0. In each row, of several headings for one column, the surest that says something there counts. */
	sureness: number;
}

/** How sure a heading is: a column's own name, its label, its simplified name, English, other languages, a record's ID. */
const SURENESS = { name: 0, label: 1, simplified: 2, english: 3, language: 4, record: 5 } as const;

/** Of a heading in a sentence. */
const LONGEST_HEADING = 100;

/** n8n's own column of a Google Sheet, which says nothing about a contact. */
const ROW_NUMBER = 'row_number';

/** A heading on its way: its column, if it has the name of one, and what its words say otherwise. */
interface Read extends Heading {
	reading: Reading | undefined;
}

/** The spelling of a simplified name: `E-Mail` is a word, `email` and `Email` are names. */
const spelledSimply = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_');

/** Finds the column of which a heading has the name, the label or the simplified name. */
function byName({
	columns,
}: RecordModel): (name: string) => Pick<Heading, 'column' | 'sureness'> | undefined {
	const known = new Map<string, Pick<Heading, 'column' | 'sureness'>>();
	const add = (key: string, column: Column, sureness: number): void => {
		if (!known.has(key)) known.set(key, { column, sureness });
	};
	for (const column of columns) add(plainName(column.name), column, SURENESS.name);
	for (const column of columns) add(plainName(column.label), column, SURENESS.label);
	for (const column of columns) {
		if (column.simplified) add(`${column.simplified} `, column, SURENESS.simplified);
	}
	return (name) => known.get(plainName(name)) ?? known.get(`${spelledSimply(name)} `);
}

/** How sure the words of a heading are. Each word that says nothing makes it a little less sure. */
function surenessOf({ concept, languages, emptyWords }: Reading): number {
	if (concept === 'customer_id' || concept === 'own_employee_id') return SURENESS.english;
	if (concept === 'record_id' || concept === 'id') return SURENESS.record;
	const isWhole = concept === 'address' ? 0.5 : 0;
	return (
		(languages.length > 0 ? SURENESS.language : SURENESS.english) + isWhole + Math.min(emptyWords, 4) / 10
	);
}

/** What the table has, beyond the heading that is looked at. */
interface Table {
	/** What headings are about, with their section: those that count without another one. */
	has: (concept: string, section?: string) => boolean;
	languages: ReadonlySet<string>;
}

/** A column's name without its section, which is the concept that words have for it. */
const CONCEPT = /^(?:(work|private)_)?(.+)$/;

/** What a heading is about, by its column or its words. */
function aboutOf({ column, reading }: Read): Pick<Reading, 'concept' | 'section'> | undefined {
	if (column === undefined) return reading;
	const [, section, concept = ''] = CONCEPT.exec(column.name) ?? [];
	return { concept, section: section as Reading['section'] };
}

/** True for words that are of a language which the table has, wherever that matters. */
const isSpoken = ({ isAmbiguous, languages }: Reading, ofTable: ReadonlySet<string>): boolean =>
	!isAmbiguous || languages.some((language) => ofTable.has(language));

function tableOf(headings: readonly Read[]): Table {
	const languages = new Set(
		headings.flatMap(({ column, reading }) =>
			!column && reading?.languages.length === 1 && !reading.isAmbiguous && !reading.isHalfName
				? reading.languages
				: [],
		),
	);
	const about = new Set<string>();
	for (const heading of headings) {
		const { column, reading } = heading;
		const needsNone = reading && isSpoken(reading, languages) && !reading.isHalfName && !reading.isLastResort;
		if (!column && !needsNone) continue;
		const { concept = '', section = '' } = aboutOf(heading) ?? {};
		about.add(concept).add(`${section} ${concept}`);
	}
	return {
		has: (concept, section) => about.has(section === undefined ? concept : `${section} ${concept}`),
		languages,
	};
}

const OTHER_HALF: Readonly<Record<string, string>> = { first_name: 'last_name', last_name: 'first_name' };

/** The names by which records are told apart, where one of them is enough. */
const IDS = ['id', 'customer_id', 'record_id', 'own_employee_id'];

/** True where the rest of the table lets the words of a heading count. */
function counts(reading: Reading, table: Table): boolean {
	const { concept, section = '' } = reading;
	if (!isSpoken(reading, table.languages)) return false;
	if (reading.isLastResort) return !(IDS.includes(concept) ? IDS : [concept]).some((one) => table.has(one));
	if (reading.isHalfName) return !table.has(concept) && table.has(OTHER_HALF[concept] ?? '');
	if (concept === 'address') {
		// A whole address in one cell has no column.
		const hasPlace = table.has('zip_code', section) || table.has('city', section);
		return hasPlace && !table.has('street', section);
	}
	return true;
}

/** Finds the column for the words of a heading; nothing where the table says otherwise. */
function byWords(model: RecordModel, table: Table): (reading: Reading) => Column | undefined {
	const columns = new Map(model.columns.map((column) => [column.name, column]));
	return (reading) => {
		if (!counts(reading, table)) return undefined;
		const concept = reading.concept === 'address' ? 'street' : reading.concept;
		// What names no section, beside the same of one section, belongs to the other one.
		const [isWork, isPrivate] = [table.has(concept, 'work'), table.has(concept, 'private')];
		const other = isWork === isPrivate ? undefined : isWork ? 'private' : 'work';
		const column = columns.get(model.named({ ...reading, concept, section: reading.section ?? other }) ?? '');
		return reading.entry > 1 && column?.shape?.kind !== 'list' ? undefined : column;
	};
}

/**
 * How each heading of a table is read, decided once for all rows together.
 *
 * @param headings of all rows, in the order of the table
 */
export function columnsOf(model: RecordModel, headings: Iterable<string>): Map<string, Heading> {
	const named = byName(model);
	const all: Read[] = [...new Set(headings)]
		.filter((name) => name !== ROW_NUMBER)
		.map((name) => ({
			name,
			column: undefined,
			sureness: SURENESS.record,
			...named(name),
			reading: isBroken(name) ? undefined : readingOf(name),
		}));
	const table = tableOf(all);
	const ofWords = byWords(model, table);
	return new Map(
		all.map(({ name, column, sureness, reading }) => {
			// A day without its year, which stands in another column.
			if (reading?.isDay && table.has('birth_part')) return [name, { name, column: undefined, sureness }];
			if (column !== undefined || reading === undefined) return [name, { name, column, sureness }];
			return [name, { name, column: ofWords(reading), sureness: surenessOf(reading) }];
		}),
	);
}

/** A column in the words of the person's own table: *Nachname (Last Name)*. */
export const headed = ({ name, sureness }: Heading, { label }: Column): string =>
	sureness <= SURENESS.simplified ? label : `${shortened(name, LONGEST_HEADING)} (${label})`;

/** How to go on where letters of a file were lost. */
export const WRONG_ENCODING =
	"Add the option 'Encoding' to the node that reads the file, and set it to the file's own, e.g. Latin1 for a file of Excel on Windows.";

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
export const mappingHint = (inputMode: 'map' | 'json'): string =>
	inputMode === 'map'
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
export function guesses(missing: readonly Column[], headings: Iterable<Heading>): string[] {
	const open = [...headings].filter(({ column }) => column === undefined);
	return missing.flatMap(({ name, label }) => {
		const found = open.find((heading) => LIKELY[name]?.test(comparable(heading.name)));
		return found === undefined ? [] : [`${found.name}: did you mean ${label}?`];
	});
}
