import { shortened } from '../values';
import { isBroken } from './cells';
import type { Caption, Column, RecordModel } from './columns';
import { readingOf, type Reading } from './reading';
import { isSecondOfOne, withRepeated } from './repeated';
import { isOfRow, peopleIn } from './roles';
import { ID_CONCEPTS, SURENESS, surenessOf, surenessOfName } from './sureness';
import { plainName, type Condition } from './vocabulary';

/** A heading of the table, or a key in JSON, and the column that it means. */
export interface Heading {
	name: string;
	/** `undefined` if the heading is not understood. */
	column: Column | undefined;
	/** Lower is surer; 0 is the surest. If a row has several headings for a column, the surest filled one counts. */
	sureness: number;
	/** What refusals and `not_sent` call its values. */
	caption: Caption;
	/** If it is not understood: the required columns that it may mean, for *did you mean ID?* */
	guesses: Column[];
}

/** The headings of a table by their names. */
export type Headings = ReadonlyMap<string, Heading>;

/** A longer heading is shortened in a sentence. */
const LONGEST_HEADING = 100;

/** The column that n8n itself adds to the rows of a Google Sheet. It is ignored. */
const ROW_NUMBER = 'row_number';

/** A heading that is not decided yet: `column` if it is the name of a column, and `reading`, what its words say. */
interface UndecidedHeading extends Omit<Heading, 'caption' | 'guesses'> {
	reading: Reading | undefined;
}

/** Spells a heading like a simplified name. `Email` becomes the name `email`; `E-Mail` stays a word. */
const spelledSimply = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_');

/** Finds the column by a heading that is its name, its label or its simplified name. */
function byName({
	columns,
}: RecordModel): (name: string) => Pick<Heading, 'column' | 'sureness'> | undefined {
	const known = new Map<string, Column>();
	const add = (key: string, column: Column): void => {
		if (!known.has(key)) known.set(key, column);
	};
	// Newsletter tools call a field of any content *extra1*. Only *extra_1* and *Extra 1* are a line of the address.
	const spaced = columns.filter(({ name, inSections }) => !(inSections && /\d$/.test(name)));
	for (const column of spaced) add(plainName(column.name), column);
	for (const column of spaced) add(plainName(column.label), column);
	const simplified = new Map(columns.map((column) => [column.simplified ?? column.name, column]));
	return (name) => {
		const column = known.get(plainName(name)) ?? simplified.get(spelledSimply(name));
		return column && { column, sureness: surenessOfName(name, column) };
	};
}

/** What all headings of the table say together. */
interface Others {
	/** True if a heading is about this concept (in this section). Headings that need another one do not count. */
	has: (concept: string, section?: string) => boolean;
	/** The roles of the people whom the table names; '' for people without a role. */
	people: ReadonlySet<string>;
	/** The languages of the table, known from headings whose words surely belong to one language. */
	languages: ReadonlySet<string>;
}

/** Splits the name of a column into its section and its concept. */
const CONCEPT = /^(?:(work|private)_)?(.+)$/;

/** The concept and the section of a heading, from its column, else from its words. */
function aboutOf({ column, reading }: UndecidedHeading): Pick<Reading, 'concept' | 'section'> | undefined {
	if (column === undefined) return reading;
	const [, section, concept = ''] = CONCEPT.exec(column.name) ?? [];
	return { concept, section: section as Reading['section'] };
}

const OTHER_HALF: Readonly<Record<string, string>> = { first_name: 'last_name', last_name: 'first_name' };

/** For each condition: whether words that do not count by themselves count in this table. */
const COUNTS: Readonly<Record<Condition, (reading: Reading, others: Others) => boolean>> = {
	inOwnLanguage: ({ languages }, others) => languages.some((language) => others.languages.has(language)),
	asHalfName: ({ concept }, { has }) => !has(concept) && has(OTHER_HALF[concept] ?? ''),
	asWholeDay: (_, { has }) => !has('birth_part'),
	asLastResort: ({ concept }, { has }) =>
		!(ID_CONCEPTS.includes(concept) ? ID_CONCEPTS : [concept]).some((one) => has(one)),
};

function othersOf(headings: readonly UndecidedHeading[]): Others {
	const about = new Set<string>();
	const languages = new Set<string>();
	const people = peopleIn(headings);
	const has: Others['has'] = (concept, section) =>
		about.has(section === undefined ? concept : `${section} ${concept}`);
	const others = { has, people, languages };
	for (const { column, reading } of headings) {
		const [language, ...more] = reading?.languages ?? [];
		const isSure = reading?.counts !== 'inOwnLanguage' && reading?.counts !== 'asHalfName';
		if (!column && language && more.length === 0 && isSure) languages.add(language);
	}
	for (const heading of headings) {
		const { column, reading } = heading;
		const condition = reading?.counts;
		const needsAnother = condition === 'asHalfName' || condition === 'asLastResort';
		const isSpoken = condition !== 'inOwnLanguage' || COUNTS.inOwnLanguage(reading as Reading, others);
		if (!column && (!reading || needsAnother || !isSpoken || isSecondOfOne(reading))) continue;
		if (!column && reading && !isOfRow(reading, others.people)) continue;
		const { concept = '', section = '' } = aboutOf(heading) ?? {};
		about.add(concept).add(`${section} ${concept}`);
	}
	return others;
}

/** True if the words of a heading count in this table. */
function doCount(reading: Reading, others: Others): boolean {
	const { concept, section = '', counts } = reading;
	if (!isOfRow(reading, others.people)) return false;
	if (counts && !COUNTS[counts](reading, others)) return false;
	if (concept !== 'address') return true;
	// *Address* means the street if the table has a zip code or a city, and no street. A whole address has no column.
	const hasTown = others.has('zip_code', section) || others.has('city', section);
	return hasTown && !others.has('street', section);
}

/** Finds the column by the words of a heading; `undefined` if they do not count in this table. */
function byWords(model: RecordModel, others: Others): (reading: Reading) => Column | undefined {
	const columns = new Map(model.columns.map((column) => [column.name, column]));
	return (reading) => {
		if (!doCount(reading, others)) return undefined;
		const concept = reading.concept === 'address' ? 'street' : reading.concept;
		// If only one section has a heading for this concept, a heading without a section belongs to the other section.
		const [isWork, isPrivate] = [others.has(concept, 'work'), others.has(concept, 'private')];
		const other = isWork === isPrivate ? undefined : isWork ? 'private' : 'work';
		const column = columns.get(
			model.columnNameOf({ ...reading, concept, section: reading.section ?? other }) ?? '',
		);
		return reading.entry > 1 && column?.shape?.kind !== 'list' ? undefined : column;
	};
}

/**
 * How each heading of a table is read, decided once for all rows together.
 *
 * @param headings of all rows, in the order of the table
 */
export function headingsOf(model: RecordModel, headings: Iterable<string>): Map<string, Heading> {
	const named = byName(model);
	const read: UndecidedHeading[] = [...new Set(headings)]
		.filter((name) => name !== ROW_NUMBER)
		.map((name) => ({
			name,
			column: undefined,
			sureness: SURENESS.record,
			...named(name),
			reading: isBroken(name) ? undefined : readingOf(name),
		}));
	const all = withRepeated(read);
	const others = othersOf(all);
	const ofWords = byWords(model, others);
	return new Map(
		all.map(({ name, column, sureness, reading }) => {
			// The table has the year or the month in another column, so the cells hold only a part of the date.
			if (reading?.counts === 'asWholeDay' && !doCount(reading, others)) column = undefined;
			else if (!column && reading) [column, sureness] = [ofWords(reading), surenessOf(reading)];
			const caption = column
				? { name: column.name, label: headed({ name, sureness }, column) }
				: { name, label: name };
			return [name, { name, column, sureness, caption, guesses: [] }];
		}),
	);
}

/** The label of a column, behind the person's own heading if that is another word: *Nachname (Last Name)*. */
export const headed = ({ name, sureness }: Pick<Heading, 'name' | 'sureness'>, { label }: Column): string =>
	sureness <= SURENESS.simplified ? label : `${shortened(name, LONGEST_HEADING)} (${label})`;

/** The columns that a heading may mean: if it names no section, also those of each section. */
export const columnsFor = ({ column }: Heading): readonly Column[] =>
	column ? [column, ...(column.inSections ?? [])] : [];

/** The surest heading for one of these columns; of equally sure headings, the first. */
export function surestFor(columns: readonly Column[], headings: Iterable<Heading>): Heading | undefined {
	let surest: Heading | undefined;
	for (const heading of headings) {
		if (surest && surest.sureness <= heading.sureness) continue;
		if (columnsFor(heading).some((column) => columns.includes(column))) surest = heading;
	}
	return surest;
}

/** The label of a column, behind its surest heading if that is another word: *Nachname (Last Name)*. */
export function ownLabel(headings: Headings, column: Column): string {
	const heading = surestFor([column], headings.values());
	return heading ? headed(heading, column) : column.label;
}
