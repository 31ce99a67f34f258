/** The headings of a table: whether each of them counts, and as what. */
import { shortened } from '../../lib/text';
import { ruleOf, type Signs } from './conditions';
import type { HeadingMeaning } from './headingMeaning';
import { HeadingSubjects } from './headingSubjects';
import { hasBank, hasIdOfTool, isPlainId } from './idHeadings';
import { shownHeading } from './nameless';
import {
	isCountryCodeOfAddress,
	hasSeveralAddresses,
	inAddressOf,
	isPartWithoutSection,
	isOfOtherAddress,
	isStreet,
	listOf,
	sectionOfAll,
	sectionOfMoved,
	sectionsNamed,
	withoutPost,
} from './oneAddress';
import { isOfRow, peopleIn, type People } from './otherPeople';
import { readHeadings, type MeantHeading, type ReadHeading } from './readHeading';
import type { Caption, Column, RecordModel } from './recordModel';
import { isSecondOfOne, withRepeated } from './repeatedHeadings';
import { isOwnName, surenessOfWords } from './sureness';

/** A heading of the table, or a key in JSON, and the column that it means. */
export interface Heading {
	name: string;
	/** `undefined` if the heading is not understood. */
	column: Column | undefined;
	/** How sure it is that the heading means `column`. Lower is surer; 0 is the surest. If a row has several headings for a column, the surest filled one counts. */
	sureness: number;
	/** The column of the ID, if a person has chosen this one for it. Beside that, it keeps its own meaning. */
	alsoId?: Column;
	/** Which address it is a part of: *mailing*. Missing if the table has only one. */
	address?: string;
	/** If it names no section: the sections that other headings name for the same list, or for an address. */
	sectionsBeside?: ReadonlySet<string>;
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

/** The languages of the table, known from headings whose words surely belong to one language. */
function languagesIn(headings: readonly ReadHeading[]): Set<string> {
	const languages = new Set<string>();
	for (const { column, meaning } of headings) {
		const [language, ...more] = meaning?.languages ?? [];
		const isSure = ruleOf(meaning)?.provesLanguage !== false;
		if (!column && language && more.length === 0 && isSure) languages.add(language);
	}
	return languages;
}

/**
 * Answers for each heading of a table whether it counts here, and as what, in three steps. Each step looks only at what
 * the steps before it have found:
 *
 * 1. the headings that count alone are signs: whom, which languages and which concepts the table is about;
 * 2. by these signs, each heading means a column or none;
 * 3. the columns together say whose number `id` is, and which address a part belongs to.
 */
class TableOfHeadings implements Signs {
	private readonly columns: ReadonlyMap<string, Column>;
	// Step 1
	private readonly people: People;
	readonly languages: ReadonlySet<string>;
	private readonly hasBank: boolean;
	readonly hasCountryCode: boolean;
	readonly subjects: HeadingSubjects;
	// Step 2
	private readonly meant: readonly MeantHeading[];
	// Step 3
	private readonly hasIdOfTool: boolean;
	/** The section of the parts of an address that name none. */
	private readonly section: string | undefined;
	private readonly hasSeveralAddresses: boolean;
	private readonly sectionsNamed: ReturnType<typeof sectionsNamed>;

	constructor(
		private readonly model: RecordModel,
		headings: readonly ReadHeading[],
	) {
		this.columns = new Map(model.columns.map((column) => [column.name, column]));
		this.people = peopleIn(headings);
		this.languages = languagesIn(headings);
		this.hasBank = hasBank(headings);
		this.hasCountryCode = isCountryCodeOfAddress(headings);
		this.subjects = new HeadingSubjects(
			headings.filter(({ column, meaning }) => column ?? (meaning && this.countsAlone(meaning))),
		);
		this.meant = headings.map((heading) => ({ ...heading, ...this.columnMeant(heading) }));
		this.hasIdOfTool = hasIdOfTool(this.meant);
		this.section = sectionOfAll(this.meant) ?? sectionOfMoved(this.meant);
		this.hasSeveralAddresses = hasSeveralAddresses(this.meant);
		this.sectionsNamed = sectionsNamed(this.meant);
	}

	/** Each heading, decided. */
	decided(): Heading[] {
		return this.meant.map((heading) => {
			const { name, sureness, meaning } = heading;
			const meant = this.hasIdOfTool && isPlainId(heading) ? undefined : heading.column;
			if (!meant) {
				const shown = shownHeading(name);
				return { name, column: undefined, sureness, caption: { name: shown, label: shown }, guesses: [] };
			}
			const caption = { name: meant.name, label: headed({ name, sureness }, meant) };
			const column = inAddressOf(this.section, meant);
			const address = this.hasSeveralAddresses && isPartWithoutSection(heading) ? meaning?.which : undefined;
			const sectionsBeside = column.inSections && this.sectionsNamed.get(listOf(column));
			return { name, column, sureness, caption, guesses: [], address, sectionsBeside };
		});
	}

	/** The column that a heading means by the signs of the others, if any, and how sure that is. */
	private columnMeant({ column, sureness, meaning }: ReadHeading): Pick<MeantHeading, 'column' | 'sureness'> {
		if (meaning && ruleOf(meaning)?.isOfNames && !this.countsHere(meaning)) {
			return { column: undefined, sureness };
		}
		if (!meaning || (column && !isOfOtherAddress(column, this.subjects))) return { column, sureness };
		return { column: this.columnByWords(meaning), sureness: surenessOfWords(meaning) };
	}

	/** The column that the words of a heading mean; `undefined` if they do not count in this table. */
	private columnByWords(meaning: HeadingMeaning): Column | undefined {
		if (!this.countsHere(meaning)) return undefined;
		const concept = meaning.concept === 'address' ? 'street' : meaning.concept;
		const section = meaning.section ?? this.subjects.otherSection(concept);
		const column = this.columns.get(this.model.columnNameOf({ ...meaning, concept, section }) ?? '');
		return meaning.entry > 1 && column?.shape?.kind !== 'list' ? undefined : column;
	}

	/** True if the words of a heading count, whatever the others say. */
	private countsAlone(meaning: HeadingMeaning): boolean {
		if (isSecondOfOne(meaning) || !isOfRow(meaning, this.people)) return false;
		return ruleOf(meaning)?.isSign(meaning, this.languages) ?? true;
	}

	/** True if the words of a heading count in this table. */
	private countsHere(meaning: HeadingMeaning): boolean {
		const { concept } = meaning;
		if (!isOfRow(meaning, this.people)) return false;
		if (ruleOf(meaning)?.holds(meaning, this) === false) return false;
		// The word *Konto*
		if (concept === 'id') return !this.hasBank;
		return concept !== 'address' || isStreet(meaning, this.subjects);
	}
}

/**
 * How each heading of a table is read, decided once for all rows together.
 *
 * @param names of all rows, in the order of the table
 */
export function headingsOf(model: RecordModel, names: Iterable<string>): Map<string, Heading> {
	const own = [...new Set(names)].filter((name) => !OF_N8N.has(name));
	const table = new TableOfHeadings(model, withRepeated(withoutPost(readHeadings(model, own))));
	return new Map(table.decided().map((heading) => [heading.name, heading]));
}

/** The label of a column, behind the person's own heading if that is another word: *Nachname (Last Name)*. */
export const headed = ({ name, sureness }: Pick<Heading, 'name' | 'sureness'>, { label }: Column): string =>
	isOwnName(sureness) ? label : `${shortened(name, LONGEST_HEADING)} (${label})`;

/** The columns that a heading may mean: if it names no section, also those of each section. */
const columnsFor = ({ column, alsoId }: Heading): readonly Column[] =>
	[column, ...(column?.inSections ?? []), alsoId].filter((one) => one !== undefined);

/** The columns that headings mean; a heading that was chosen as the ID means two. */
export const columnsIn = (headings: Headings): Set<Column> =>
	new Set(
		[...headings.values()].flatMap(({ column, alsoId }) =>
			[column, alsoId].filter((one) => one !== undefined),
		),
	);

/** The surest heading for one of these columns; of equally sure headings, the first. */
function surestFor(columns: readonly Column[], headings: Iterable<Heading>): Heading | undefined {
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
