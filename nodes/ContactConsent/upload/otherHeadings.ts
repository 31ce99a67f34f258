import type { Column } from './columns';
import type { Reading } from './reading';
import { isSecondOfOne } from './repeated';
import { isOfRow, peopleIn } from './roles';
import { ID_CONCEPTS } from './sureness';
import type { Condition } from './vocabulary';

/** A heading that is not decided yet. */
export interface UndecidedHeading {
	name: string;
	/** The column whose name or label it is. */
	column: Column | undefined;
	/** How sure `column` is, as in `Heading`. */
	sureness: number;
	/** What its words say. */
	reading: Reading | undefined;
}

/** What all headings of the table say together. */
export interface Others {
	/** True if a heading is about this concept (in this section). Headings that need another one do not count. */
	has: (concept: string, section?: string) => boolean;
	/** True if the name or the label of a column is about this concept in this section. */
	hasName: (concept: string, section: string) => boolean;
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

export function othersOf(headings: readonly UndecidedHeading[]): Others {
	const about = new Set<string>();
	const named = new Set<string>();
	const languages = new Set<string>();
	const people = peopleIn(headings);
	const has: Others['has'] = (concept, section) =>
		about.has(section === undefined ? concept : `${section} ${concept}`);
	const hasName: Others['hasName'] = (concept, section) => named.has(`${section} ${concept}`);
	const others = { has, hasName, people, languages };
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
		if (column) named.add(`${section} ${concept}`);
	}
	return others;
}

/** True if the words of a heading count in this table. */
export function doCount(reading: Reading, others: Others): boolean {
	const { concept, section = '', counts } = reading;
	if (!isOfRow(reading, others.people)) return false;
	if (counts && !COUNTS[counts](reading, others)) return false;
	if (concept !== 'address') return true;
	// *Address* means the street if the table has a zip code or a city, and no street. A whole address has no column.
	const hasTown = others.has('zip_code', section) || others.has('city', section);
	return hasTown && !others.has('street', section);
}

/** If only one section has a heading for this concept, a heading without a section belongs to the other section. */
export function otherSection(concept: string, { has }: Others): 'work' | 'private' | undefined {
	const [isWork, isPrivate] = [has(concept, 'work'), has(concept, 'private')];
	return isWork === isPrivate ? undefined : isWork ? 'private' : 'work';
}
