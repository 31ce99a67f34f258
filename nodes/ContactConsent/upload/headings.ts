import { shortened } from '../values';
import { isBroken } from './cells';
import type { Column, Place, RecordModel } from './columns';
import { readingOf, type Reading } from './reading';
import { isSecondOfOne, withRepeated } from './repeated';
import { IDS, SURENESS, surenessOf, surenessOfName } from './sureness';
import { plainName, type Condition } from './vocabulary';

/** A heading of the table, or a name in JSON, and how it is read. */
export interface Heading {
	name: string;
	/** Missing for one that is not understood. */
	column: Column | undefined;
	/** The surest is 0. In each row, of several headings for one column, the surest that says something there counts. */
	sureness: number;
	/** How its values are called. */
	place: Place;
}

/** The headings of a table by their names. */
export type Headings = ReadonlyMap<string, Heading>;

/** Of a heading in a sentence. */
const LONGEST_HEADING = 100;

/** n8n's own column of a Google Sheet, which says nothing about a contact. */
const ROW_NUMBER = 'row_number';

/** A heading on its way: its column, if it has the name of one, and what its words say otherwise. */
interface Read extends Omit<Heading, 'place'> {
	reading: Reading | undefined;
}

/** The spelling of a simplified name: `E-Mail` is a word, `email` and `Email` are names. */
const spelledSimply = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_');

/** Finds the column of which a heading has the name, the label or the simplified name. */
function byName({
	columns,
}: RecordModel): (name: string) => Pick<Heading, 'column' | 'sureness'> | undefined {
	const known = new Map<string, Column>();
	const add = (key: string, column: Column): void => {
		if (!known.has(key)) known.set(key, column);
	};
	for (const column of columns) add(plainName(column.name), column);
	for (const column of columns) add(plainName(column.label), column);
	for (const column of columns) if (column.simplified) add(`${column.simplified} `, column);
	return (name) => {
		const column = known.get(plainName(name)) ?? known.get(`${spelledSimply(name)} `);
		return column && { column, sureness: surenessOfName(name, column) };
	};
}

/** What the table has, beyond the heading that is looked at. */
interface Others {
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

const OTHER_HALF: Readonly<Record<string, string>> = { first_name: 'last_name', last_name: 'first_name' };

/** Where words count that do not count by themselves. */
const COUNTS: Readonly<Record<Condition, (reading: Reading, others: Others) => boolean>> = {
	inOwnLanguage: ({ languages }, others) => languages.some((language) => others.languages.has(language)),
	asHalfName: ({ concept }, { has }) => !has(concept) && has(OTHER_HALF[concept] ?? ''),
	asWholeDay: (_, { has }) => !has('birth_part'),
	asLastResort: ({ concept }, { has }) => !(IDS.includes(concept) ? IDS : [concept]).some((one) => has(one)),
};

/** What all headings together say. */
function othersOf(headings: readonly Read[]): Others {
	const about = new Set<string>();
	const languages = new Set<string>();
	const has: Others['has'] = (concept, section) =>
		about.has(section === undefined ? concept : `${section} ${concept}`);
	const others = { has, languages };
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
		const { concept = '', section = '' } = aboutOf(heading) ?? {};
		about.add(concept).add(`${section} ${concept}`);
	}
	return others;
}

/** True where the rest of the table lets the words of a heading count. */
function doCount(reading: Reading, others: Others): boolean {
	const { concept, section = '', counts } = reading;
	if (counts && !COUNTS[counts](reading, others)) return false;
	if (concept !== 'address') return true;
	// A whole address in one cell has no column.
	const hasPlace = others.has('zip_code', section) || others.has('city', section);
	return hasPlace && !others.has('street', section);
}

/** Finds the column for the words of a heading; nothing where the table says otherwise. */
function byWords(model: RecordModel, others: Others): (reading: Reading) => Column | undefined {
	const columns = new Map(model.columns.map((column) => [column.name, column]));
	return (reading) => {
		if (!doCount(reading, others)) return undefined;
		const concept = reading.concept === 'address' ? 'street' : reading.concept;
		// What names no section, beside the same of one section, belongs to the other one.
		const [isWork, isPrivate] = [others.has(concept, 'work'), others.has(concept, 'private')];
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
	const read: Read[] = [...new Set(headings)]
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
			// A day without its year, which stands in another column.
			if (reading?.counts === 'asWholeDay' && !doCount(reading, others)) column = undefined;
			else if (!column && reading) [column, sureness] = [ofWords(reading), surenessOf(reading)];
			const place = column
				? { name: column.name, label: headed({ name, sureness }, column) }
				: { name, label: name };
			return [name, { name, column, sureness, place }];
		}),
	);
}

/** A column in the words of the person's own others: *Nachname (Last Name)*. */
export const headed = ({ name, sureness }: Pick<Heading, 'name' | 'sureness'>, { label }: Column): string =>
	sureness <= SURENESS.simplified ? label : `${shortened(name, LONGEST_HEADING)} (${label})`;

/** The columns that a heading may be about: those of sections, too, where it names none. */
export const columnsFor = ({ column }: Heading): readonly Column[] =>
	column ? [column, ...(column.inSections ?? [])] : [];

/** The surest heading for one of these columns, of equals the first. */
export function surestFor(columns: readonly Column[], headings: Iterable<Heading>): Heading | undefined {
	let surest: Heading | undefined;
	for (const heading of headings) {
		if (surest && surest.sureness <= heading.sureness) continue;
		if (columnsFor(heading).some((column) => columns.includes(column))) surest = heading;
	}
	return surest;
}

/** A column in the words of the person's own others: with its surest heading, where it has another one. */
export function ownLabel(headings: Headings, column: Column): string {
	const heading = surestFor([column], headings.values());
	return heading ? headed(heading, column) : column.label;
}
