/** The headings of a table: whether each of them counts, and as what. */
import { shortened } from '../../lib/text';
import { isBroken } from './cells';
import { ADDRESS_PATH, type Caption, type Column, type RecordModel } from './recordModel';
import { ADDRESS_PARTS, LONGEST_READ, readingOf, type Reading } from './headingMeaning';
import { shownHeading } from './nameless';
import { NAMES } from './valueShapes';
import { plainName, type Condition } from './vocabulary';

/** A heading of the table, or a key in JSON, and the column that it means. */
export interface Heading {
	name: string;
	/** `undefined` if the heading is not understood. */
	column: Column | undefined;
	/** Lower is surer; 0 is the surest. If a row has several headings for a column, the surest filled one counts. */
	sureness: number;
	/** The column of the ID, if a person has chosen this one for it. Beside that, it keeps its own meaning. */
	alsoId?: Column;
	/** Which address it is a part of: *mailing*. Missing if the table has only one. */
	address?: string;
	/** What refusals and `not_sent` call its values. */
	caption: Caption;
	/** If it is not understood: the required columns that it may mean, for *did you mean ID?* */
	guesses: Column[];
}

/** The headings of a table by their names. */
export type Headings = ReadonlyMap<string, Heading>;

/** A longer heading is shortened in a sentence. */
export const LONGEST_HEADING = 100;

/** Columns that n8n itself adds: to the rows of a Google Sheet, and to what a tool of an agent gets. They are ignored. */
export const OF_N8N: ReadonlySet<string> = new Set(['row_number', 'toolCallId']);

/** A heading that is not decided yet. */
interface UndecidedHeading {
	name: string;
	/** The column whose name or label it is. */
	column: Column | undefined;
	/** How sure `column` is, as in `Heading`. */
	sureness: number;
	/** What its words say. */
	reading: Reading | undefined;
}

/**
 * How sure a heading is to mean its column; a lower number is surer. From the surest: the column's own name, its label,
 * its simplified name, words in English, words in other languages, the ID of any record, the number of an account.
 */
const SURENESS = {
	name: 0,
	label: 1,
	simplified: 2,
	english: 3,
	language: 4,
	record: 5,
	account: 6,
} as const;

/** How sure a heading is that names the column itself. A name without a section is the one in simplified records. */
function surenessOfName(name: string, column: Column): number {
	if (column.inSections) return SURENESS.simplified;
	return name.trim() === column.name ? SURENESS.name : SURENESS.label;
}

/**
 * How sure the concepts are that may be the ID. A customer number is surer than a member number: whoever sells to
 * members gives a customer number to everybody. The number of an account is less sure: *Konto* may be any account.
 */
const SURENESS_OF_ID: Readonly<Record<string, number>> = {
	customer_id: SURENESS.english,
	own_employee_id: SURENESS.english,
	member_id: SURENESS.language,
	record_id: SURENESS.record,
	entity_id: SURENESS.record + 0.5,
	system_id: SURENESS.record + 0.7,
	debtor_id: SURENESS.account,
	id: SURENESS.account + 1,
};

/** The concepts that may be the ID of a record. The surest one that the table has is enough. */
const ID_CONCEPTS = Object.keys(SURENESS_OF_ID);

/** How sure the words of a heading are. */
function surenessOf({ concept, languages }: Reading): number {
	const isWhole = concept === 'address' ? 0.5 : 0;
	return SURENESS_OF_ID[concept] ?? (languages.length > 0 ? SURENESS.language : SURENESS.english) + isWhole;
}

// Headings that occur several times

const ADDRESS = new RegExp(`^(address|${ADDRESS_PARTS.join('|')})$`);

/** True for an address, or a part of one. */
const isOfAddress = ({ concept }: Pick<Reading, 'concept'>): boolean => ADDRESS.test(concept);

/** Concepts that a table may have twice: the lists, and the parts of an address. */
const HAS_SECOND = new RegExp(`${ADDRESS.source}|^emails$|_numbers$`);

/** True for a further value of a concept that has only one value, e.g. *Birthday 2*. Its heading means no column. */
const isSecondOfOne = ({ entry, concept }: Reading): boolean => entry > 1 && !HAS_SECOND.test(concept);

/** A 1 at the end, which file readers append to a repeated heading: `PLZ_1`, `PLZ.1`, `PLZ (1)`. */
const ONE_AT_END = /[\s._-]*(\(1\)|(?<!\d)1)\s*$/;

/** A number of a list that is counted from 0, as programs do: `address.0.city`. */
const ZERO = /(?<![\p{L}\p{N}])0(?![\p{L}\p{N}])/u;

const kindOf = ({ concept }: Reading): string => concept.replace(ADDRESS, 'address');

/** Counts the numbers of a list from 1 if the table counts them from 0. */
function countedFromOne(headings: readonly UndecidedHeading[]): readonly UndecidedHeading[] {
	const kinds = new Set(
		headings.flatMap(({ name, reading }) => (reading && ZERO.test(name) ? kindOf(reading) : [])),
	);
	return headings.map((one) => {
		const { name, reading } = one;
		if (!reading || !/\d/.test(name) || ZERO.test(name) || !kinds.has(kindOf(reading))) return one;
		return { ...one, reading: { ...reading, entry: reading.entry + 1 } };
	});
}

/**
 * Counts a heading that ends in 1 as the second one, if the table also has the heading without the 1. All parts of an
 * address are counted alike, so that two addresses are never mixed.
 */
function withRepeated(headings: readonly UndecidedHeading[]): UndecidedHeading[] {
	const names = new Set(headings.map(({ name }) => plainName(name)));
	const repeated = new Set<string>();
	for (const { name, reading } of headings) {
		if (!reading || !ONE_AT_END.test(name)) continue;
		const first = plainName(name.replace(ONE_AT_END, ''));
		if (first !== '' && names.has(first)) repeated.add(kindOf(reading));
	}
	return countedFromOne(headings).map((one) => {
		const { name, reading } = one;
		if (!reading || !ONE_AT_END.test(name) || !repeated.has(kindOf(reading))) return one;
		return { ...one, reading: { ...reading, entry: Math.max(reading.entry, 2) } };
	});
}

// What all headings say together

/** Splits the name of a column into its section and its concept. */
const CONCEPT = /^(?:(work|private)_)?(.+)$/;

/** The concept and the section of a heading, from its column, else from its words. */
function aboutOf({ column, reading }: UndecidedHeading): Pick<Reading, 'concept' | 'section'> | undefined {
	if (column === undefined) return reading;
	const [, section, concept = ''] = CONCEPT.exec(column.name) ?? [];
	return { concept, section: section as Reading['section'] };
}

/** Roles of people who often stand beside the person whom the row is about. */
const STANDS_BESIDE: ReadonlySet<string> = new Set(['attendee', 'guest', 'applicant', 'pupil']);

/** The roles of the people whose first or last names the table has; '' for a name without a role. */
function peopleIn(headings: readonly UndecidedHeading[]): Set<string> {
	const people = new Set<string>();
	for (const { column, reading } of headings) {
		if (column) {
			if (NAMES.has(column.name)) people.add('');
		} else if (reading && NAMES.has(reading.concept) && !reading.onlyIf && !isSecondOfOne(reading)) {
			people.add(reading.role ?? '');
		}
	}
	return people;
}

/** The languages of the table, known from headings whose words surely belong to one language. */
function languagesIn(headings: readonly UndecidedHeading[]): Set<string> {
	const languages = new Set<string>();
	for (const { column, reading } of headings) {
		const [language, ...more] = reading?.languages ?? [];
		const isSure = reading?.onlyIf !== 'inOwnLanguage' && reading?.onlyIf !== 'asHalfName';
		if (!column && language && more.length === 0 && isSure) languages.add(language);
	}
	return languages;
}

/** How far a part of an address may be from the next one: some parts, such as a state, are no columns. */
const NEAR = 2;
const OF_DIALING = /\barea.?code|vorwahl|dial/i;

/** True if each *Country Code* stands beside parts of an address, and the table has no other codes of telephones. */
function areInAddresses(headings: readonly UndecidedHeading[]): boolean {
	return headings.every((heading, at) => {
		if (OF_DIALING.test(heading.name)) return false;
		if (heading.reading?.onlyIf !== 'inAddress') return true;
		const near = headings.slice(Math.max(0, at - NEAR), at + NEAR + 1);
		return near.some((one) => one !== heading && one.reading && isOfAddress(one.reading));
	});
}

const OF_A_BANK = /bank|kontoinhaber|kreditinstitut|\b(blz|iban|bic|swift)\b/i;

const OTHER_HALF: Readonly<Record<string, string>> = { first_name: 'last_name', last_name: 'first_name' };

/** Conditions that only other headings can fulfil: until then, a heading is no sign for others. */
const NEEDS_OTHERS: ReadonlySet<Condition | undefined> = new Set([
	'asHalfName',
	'asLastResort',
	'inAddress',
] as const);

/** The parts of an address that a simplified record does not have: it has the city alone. */
const NOT_SIMPLIFIED: readonly string[] = ADDRESS_PARTS.filter((part) => part !== 'city');

/** What all headings of a table say together about each of them. */
class TableOfHeadings {
	private readonly people: ReadonlySet<string>;
	private readonly languages: ReadonlySet<string>;
	/** A heading is about a bank, so that an account is one of the bank. */
	private readonly hasBank: boolean;
	/** *Country Code* stands in an address. */
	private readonly hasCountryCode: boolean;
	/** What the headings that count without others are about: a concept, or a concept in a section. */
	private readonly about = new Set<string>();
	/** The same of those that are the name or the label of a column. */
	private readonly named = new Set<string>();
	private readonly columns: ReadonlyMap<string, Column>;

	constructor(
		private readonly model: RecordModel,
		headings: readonly UndecidedHeading[],
	) {
		this.people = peopleIn(headings);
		this.languages = languagesIn(headings);
		this.hasBank = headings.some(({ name }) => OF_A_BANK.test(name));
		this.hasCountryCode = areInAddresses(headings);
		this.columns = new Map(model.columns.map((column) => [column.name, column]));
		for (const heading of headings) {
			const { column, reading } = heading;
			if (!column && !(reading && this.countsAlone(reading))) continue;
			const { concept = '', section = '' } = aboutOf(heading) ?? {};
			this.about.add(concept).add(`${section} ${concept}`);
			if (column) this.named.add(`${section} ${concept}`);
		}
	}

	/** Decides about a heading: the column that it means here, if any, and how sure that is. */
	columnOf(heading: UndecidedHeading): Pick<Heading, 'column' | 'sureness'> {
		const { column, sureness, reading } = heading;
		// The table has the year or the month in another column, so the cells hold only a part of the date.
		if (reading?.onlyIf === 'asWholeDay' && !this.countsHere(reading)) return { column: undefined, sureness };
		if (!reading || (column && !this.isOfOtherAddress(heading))) return { column, sureness };
		return { column: this.columnByWords(reading), sureness: surenessOf(reading) };
	}

	/** True if a heading is about this concept (in this section). */
	private has(concept: string, section?: string): boolean {
		return this.about.has(section === undefined ? concept : `${section} ${concept}`);
	}

	/** The column that the words of a heading mean; `undefined` if they do not count in this table. */
	private columnByWords(reading: Reading): Column | undefined {
		if (!this.countsHere(reading)) return undefined;
		const concept = reading.concept === 'address' ? 'street' : reading.concept;
		const section = reading.section ?? this.otherSection(concept);
		const column = this.columns.get(this.model.columnNameOf({ ...reading, concept, section }) ?? '');
		return reading.entry > 1 && column?.shape?.kind !== 'list' ? undefined : column;
	}

	/** True if the words of a heading count, whatever the others say. */
	private countsAlone(reading: Reading): boolean {
		if (NEEDS_OTHERS.has(reading.onlyIf) || isSecondOfOne(reading) || !this.isOfRow(reading)) return false;
		return reading.onlyIf !== 'inOwnLanguage' || this.holds('inOwnLanguage', reading);
	}

	/** True if the words of a heading count in this table. */
	private countsHere(reading: Reading): boolean {
		const { concept, section = '', onlyIf } = reading;
		if (!this.isOfRow(reading) || (onlyIf && !this.holds(onlyIf, reading))) return false;
		// The word *Konto*
		if (concept === 'id') return !this.hasBank;
		if (concept !== 'address') return true;
		// *Address* means the street if the table has a zip code or a city, and no street. A whole address has no column.
		const hasTown = this.has('zip_code', section) || this.has('city', section);
		return hasTown && !this.has('street', section);
	}

	/** True if words that do not count by themselves count in this table. */
	private holds(condition: Condition, { concept, languages }: Reading): boolean {
		switch (condition) {
			case 'inOwnLanguage':
				return languages.some((language) => this.languages.has(language));
			case 'asHalfName':
				return !this.has(concept) && this.has(OTHER_HALF[concept] ?? '');
			case 'asWholeDay':
				return !this.has('birth_part');
			case 'inAddress':
				return this.hasCountryCode && !this.has('country');
			case 'asLastResort':
				return !(ID_CONCEPTS.includes(concept) ? ID_CONCEPTS : [concept]).some((one) => this.has(one));
		}
	}

	/**
	 * True if a heading is about the person of the row. A table that has a first name, and also a *Contact First Name* or a
	 * *Guest Email*, is about two people. The contact is the one without a role, else the customer or member.
	 */
	private isOfRow({ role }: Reading): boolean {
		const { people } = this;
		if (role === undefined) return true;
		// Whoever pays for others comes after them.
		const areOthers = [...people].some((one) => one !== role && one !== 'buyer');
		if (role === 'buyer' || STANDS_BESIDE.has(role)) return !areOthers;
		return !people.has(role) || !(role === 'record' ? areOthers : people.has(''));
	}

	/** If only one section has a heading for this concept, a heading without a section belongs to the other section. */
	private otherSection(concept: string): 'work' | 'private' | undefined {
		const [isWork, isPrivate] = [this.has(concept, 'work'), this.has(concept, 'private')];
		return isWork === isPrivate ? undefined : isWork ? 'private' : 'work';
	}

	/**
	 * True for a part of an address without a section beside one with a section, such as *Street* and *City* beside
	 * *Business Street* and *Business City*. All parts are of the other address then, so that two addresses are not mixed.
	 * The city alone, and any part beside `work_city` and the like, may be that of a simplified record.
	 */
	private isOfOtherAddress({ column }: UndecidedHeading): boolean {
		const { name = '', inSections } = column ?? {};
		const isPart = NOT_SIMPLIFIED.includes(name);
		const isCity = name === 'city' && NOT_SIMPLIFIED.some((part) => this.has(part, ''));
		if (!inSections || !(isPart || isCity)) return false;
		const other = this.otherSection(name);
		return other !== undefined && !this.named.has(`${other === 'work' ? 'private' : 'work'} ${name}`);
	}
}

// A table of headings

/** Remarks that a form or a program adds to a heading, and which say nothing about its meaning. */
const REMARK =
	/(?<=\S)\s*[([](required|optional|Pflichtfeld|Pflichtangabe|obligatoire|facultatif|obligatorio|opcional|obbligatorio|facoltativo|verplicht|optioneel|Do Not Modify)[)\]]\s*$/iu;
/** What n8n's node for Notion puts in front of each property. */
const OF_NOTION = /^property_(?=.)/;

/** A heading without what programs add to it. */
const bareHeading = (name: string): string =>
	name.length > LONGEST_READ ? name : name.replace(OF_NOTION, '').replace(REMARK, '');

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
	for (const column of columns) add(plainName(column.name), column);
	for (const column of columns) add(plainName(column.label), column);
	const simplified = new Map(columns.map((column) => [column.simplified, column]));
	return (name) => {
		const column = known.get(plainName(name)) ?? simplified.get(spelledSimply(name));
		return column && { column, sureness: surenessOfName(name, column) };
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
		.filter((name) => !OF_N8N.has(name))
		.map((name) => ({
			name,
			column: undefined,
			sureness: SURENESS.record,
			...named(bareHeading(name)),
			reading: isBroken(name) ? undefined : readingOf(bareHeading(name)),
		}));
	const all = withRepeated(read);
	const table = new TableOfHeadings(model, all);
	const found = new Map<string, Heading>(
		all.map((heading) => {
			const { name } = heading;
			const { column, sureness } = table.columnOf(heading);
			const caption = column
				? { name: column.name, label: headed({ name, sureness }, column) }
				: { name: shownHeading(name), label: shownHeading(name) };
			return [name, { name, column, sureness, caption, guesses: [] }];
		}),
	);
	withOneAddress(found);
	withAddressesApart(found, all);
	withoutOwnIds(found, all);
	return found;
}

/**
 * The parts of an address are one address: if each part occurs once, and some of them name the same section, the others
 * belong to it, too. Without this, the street of a person would be that of the company.
 */
function withOneAddress(headings: Map<string, Heading>): void {
	const pathOf = ({ column }: Heading) => (column?.inSections?.[0] ?? column)?.path ?? [];
	const parts = [...headings.values()].filter((heading) => pathOf(heading).length === ADDRESS_PATH);
	const named = new Set(parts.flatMap(({ column }) => column?.path?.[0] ?? []));
	const names = new Set(parts.map((heading) => pathOf(heading).at(-1)));
	if (named.size !== 1 || names.size < parts.length) return;
	const [section] = named;
	for (const heading of parts) {
		heading.column = heading.column?.inSections?.find(({ path }) => path[0] === section) ?? heading.column;
	}
}

/**
 * If the table has a part of an address twice, such as *Primary City* and *Mailing City*, it has several addresses. They
 * are not mixed: each row has one of them.
 */
function withAddressesApart(headings: ReadonlyMap<string, Heading>, all: readonly UndecidedHeading[]): void {
	const parts = all.flatMap(({ name, reading }) => {
		const heading = headings.get(name);
		const isPart = heading?.column?.inSections?.[0]?.path.length === ADDRESS_PATH;
		return isPart && reading ? { heading, which: reading.which } : [];
	});
	const first = new Map(parts.map(({ heading, which }) => [heading.column, which]));
	if (parts.every(({ heading, which }) => first.get(heading.column) === which)) return;
	for (const { heading, which } of parts) heading.address = which;
}

/** Headings that a tool puts beside the number that it gives each row itself: n8n's data tables, Airtable, Baserow. */
const OF_TOOLS: ReadonlyArray<readonly string[]> = [['createdat', 'updatedat'], ['createdtime'], ['order']];

/** The concepts of numbers that people give to people. */
const GIVEN_NUMBERS: readonly string[] = ['customer_id', 'member_id'];

/** An `id` that a tool gives its rows is not the person's if the table has a number of a customer or a member. */
function withoutOwnIds(headings: ReadonlyMap<string, Heading>, all: readonly UndecidedHeading[]): void {
	const names = new Set(all.map(({ name }) => plainName(name)));
	if (!OF_TOOLS.some((others) => others.every((name) => names.has(name)))) return;
	const hasNumber = all.some(
		({ name, reading }) =>
			GIVEN_NUMBERS.includes(reading?.concept ?? '') && headings.get(name)?.column?.name === 'id',
	);
	const own = [...headings.values()].filter(
		({ name, column }) => column?.name === 'id' && plainName(name) === 'id',
	);
	if (!hasNumber) return;
	for (const heading of own) {
		heading.column = undefined;
		heading.caption = { name: heading.name, label: heading.name };
	}
}

/** The label of a column, behind the person's own heading if that is another word: *Nachname (Last Name)*. */
export const headed = ({ name, sureness }: Pick<Heading, 'name' | 'sureness'>, { label }: Column): string =>
	sureness <= SURENESS.simplified ? label : `${shortened(name, LONGEST_HEADING)} (${label})`;

/** The columns that a heading may mean: if it names no section, also those of each section. */
export const columnsFor = ({ column, alsoId }: Heading): readonly Column[] =>
	[column, ...(column?.inSections ?? []), alsoId].filter((one) => one !== undefined);

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
