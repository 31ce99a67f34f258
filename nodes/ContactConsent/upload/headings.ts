import { comparable } from '../values';
import type { Column, RecordModel } from './columns';

/** A heading of the table, or a name in JSON, and how it is read. */
export interface Heading {
	name: string;
	/** Missing for one that is not understood. */
	column: Column | undefined;
	/** The surest is 0. In each row, of several headings for one column, the surest that says something there counts. */
	sureness: number;
}

/** How sure a heading is that is: the column's name, its label, one of its other names, or its name in another language. */
const SURENESS = { name: 0, label: 1, also: 3, language: 5 } as const;

type Known = Pick<Heading, 'column' | 'sureness'>;

/** The columns by their names, as `comparable` has them. */
function namesOf({ columns }: RecordModel): Map<string, Known> {
	const known = new Map<string, Known>();
	const add = (name: string, column: Column, sureness: number): void => {
		const key = comparable(name);
		if (!known.has(key)) known.set(key, { column, sureness });
	};
	for (const column of columns) {
		add(column.name, column, SURENESS.name);
		add(column.label, column, SURENESS.label);
		for (const name of column.also ?? []) add(name, column, SURENESS.also);
	}
	return known;
}

/**
 * How each heading of a table is read, decided once for all rows together.
 *
 * @param headings of all rows, in the order of the table
 */
export function columnsOf(model: RecordModel, headings: Iterable<string>): Map<string, Heading> {
	const known = namesOf(model);
	const read = (name: string): Known | undefined => {
		const inOtherWords = model.namedIn(name);
		const translated = inOtherWords === undefined ? undefined : known.get(comparable(inOtherWords));
		return known.get(comparable(name)) ?? (translated && { ...translated, sureness: SURENESS.language });
	};
	return new Map(
		[...new Set(headings)].map((name) => [
			name,
			{ name, column: undefined, sureness: SURENESS.language, ...read(name) },
		]),
	);
}

/** How to go on where columns are not understood. */
export const mappingHint = (inputMode: 'map' | 'json'): string =>
	inputMode === 'map'
		? "The mode 'Map Each Column Manually' of 'Columns' lets you choose the columns yourself."
		: "To map the columns of a table, set 'Input Mode' to 'Map Columns'.";

/** Headings, as `comparable` has them, that are too vague to be mapped; used for "did you mean First Name?". */
const LIKELY: Readonly<Record<string, RegExp>> = {
	id: /^(no|num|numero|number|key|code|ref)$|(id|nr|nummer)\.?$/,
	first_name: /^(first|fore|given)|vorname/,
	last_name: /^(last|sur|family|full)?na(me|am)\d?$|(last|sur|family|nach|familien)name/,
	email: /mail/,
};

/** *Nr: did you mean ID?* for each required column that a heading which is not understood may be. */
export function guesses({ required }: Pick<RecordModel, 'required'>, headings: Iterable<Heading>): string[] {
	const open = [...headings].filter(({ column }) => column === undefined);
	return required.flatMap(({ name, label }) => {
		const found = open.find((heading) => LIKELY[name]?.test(comparable(heading.name)));
		return found === undefined ? [] : [`${found.name}: did you mean ${label}?`];
	});
}
