import { shortened } from '../values';
import { isBroken } from './cells';
import type { Caption, Column, RecordModel } from './columns';
import { doCount, otherSection, othersOf, type Others, type UndecidedHeading } from './otherHeadings';
import { ADDRESS_PARTS, readingOf, type Reading } from './reading';
import { withRepeated } from './repeated';
import { SURENESS, surenessOf, surenessOfName } from './sureness';
import { plainName } from './vocabulary';

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

/** The parts of an address that a simplified record does not have: it has the city alone. */
const NOT_SIMPLIFIED: readonly string[] = ADDRESS_PARTS.filter((part) => part !== 'city');

/**
 * True for a part of an address without a section beside one with a section, such as *Street* and *City* beside
 * *Business Street* and *Business City*. All parts are of the other address then, so that two addresses are not mixed.
 * The city alone, and any part beside `work_city` and the like, may be that of a simplified record.
 */
function isOfOtherAddress({ column, reading }: UndecidedHeading, others: Others): boolean {
	const { name = '', inSections } = column ?? {};
	const isPart = NOT_SIMPLIFIED.includes(name);
	const isCity = name === 'city' && NOT_SIMPLIFIED.some((part) => others.has(part, ''));
	if (!inSections || !reading || !(isPart || isCity)) return false;
	const other = otherSection(name, others);
	return other !== undefined && !others.hasName(name, other === 'work' ? 'private' : 'work');
}

/** Finds the column by the words of a heading; `undefined` if they do not count in this table. */
function byWords(model: RecordModel, others: Others): (reading: Reading) => Column | undefined {
	const columns = new Map(model.columns.map((column) => [column.name, column]));
	return (reading) => {
		if (!doCount(reading, others)) return undefined;
		const concept = reading.concept === 'address' ? 'street' : reading.concept;
		const section = reading.section ?? otherSection(concept, others);
		const column = columns.get(model.columnNameOf({ ...reading, concept, section }) ?? '');
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
		all.map((heading) => {
			let { column, sureness } = heading;
			const { name, reading } = heading;
			// The table has the year or the month in another column, so the cells hold only a part of the date.
			if (reading?.counts === 'asWholeDay' && !doCount(reading, others)) column = undefined;
			else if (reading && (!column || isOfOtherAddress(heading, others)))
				[column, sureness] = [ofWords(reading), surenessOf(reading)];
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
