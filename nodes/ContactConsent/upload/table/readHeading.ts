/** One heading, whatever the others are: the column that it names, and what its words say. */
import { isBroken } from './cells';
import { LONGEST_READ, meaningOfHeading, type HeadingMeaning } from './headingMeaning';
import type { Column, RecordModel } from './recordModel';
import { surenessAt, surenessOfName } from './sureness';
import { plainName } from './vocabulary';

/** A heading that was read by itself. What it means in its table is not decided yet. */
export interface ReadHeading {
	name: string;
	/** The column whose name or label it is. */
	column: Column | undefined;
	/** How sure it is that the heading means `column`. Lower is surer; see sureness.ts. */
	sureness: number;
	/** What its words say. */
	meaning: HeadingMeaning | undefined;
}

/** A heading, and the column that it means beside the other ones. */
export interface MeantHeading extends ReadHeading {
	/** The column that it means here; `undefined` if it does not count. */
	column: Column | undefined;
}

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
}: RecordModel): (name: string) => Pick<ReadHeading, 'column' | 'sureness'> | undefined {
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

/** Reads headings, each by itself. */
export function readHeadings(model: RecordModel, names: readonly string[]): ReadHeading[] {
	const named = byName(model);
	return names.map((name) => ({
		name,
		column: undefined,
		sureness: surenessAt('recordId'),
		...named(bareHeading(name)),
		meaning: isBroken(name) ? undefined : meaningOfHeading(bareHeading(name)),
	}));
}
