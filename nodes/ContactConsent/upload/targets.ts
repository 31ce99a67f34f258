import { InvalidInput } from '../operation';
import { grouped, rowsInWords, shortened, textOf } from '../values';
import type { RecordModel } from './columns';
import type { Heading } from './headings';
import { missingIn, missingValues } from './refusal';
import type { Setting } from './setting';
import type { Row, Target } from './types';
import { plainName } from './vocabulary';

/** The first and the last name of a row, as it has them. */
export const nameOf = ({ cells }: Row): string =>
	['first_name', 'last_name']
		.flatMap((name) => textOf(cells.find(({ heading }) => heading.column?.name === name)?.value) ?? [])
		.join(' ');

/** The ID and the name of a record, in the words of its rows; empty where they have none. */
export function whoIn(rows: readonly Row[]): string {
	const [row] = rows;
	return row === undefined ? '' : shortened([row.id, nameOf(row)].filter(Boolean).join(' '), 100);
}

/** Makes rows one target, which has ended where none of them can be sent. */
export function targetOf(rows: Row[], error?: unknown): Target {
	const outcome = error === undefined ? undefined : ({ kind: 'refused', error, who: whoIn(rows) } as const);
	const target: Target = { id: rows[0]?.id ?? '', rows, notSent: [], outcome };
	for (const row of rows) row.target = target;
	return target;
}

/** What a row says in a column, as names are compared: without case, accents and blanks. */
function nameIn({ cells }: Row, column: string): string {
	const value = cells.find(({ heading }) => heading.column?.name === column)?.value;
	return plainName(textOf(value) ?? '');
}

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

/** Two rows of different people: they differ in both names. Nothing where there are none. */
function severalPeople(rows: readonly Row[]): [Row, Row] | undefined {
	const known = new Map<string, [first: string, last: string, row: Row]>();
	for (const row of rows) {
		const [first, last] = [nameIn(row, 'first_name'), nameIn(row, 'last_name')];
		const key = `${first} ${last}`;
		if (known.has(key)) continue;
		for (const [otherFirst, otherLast, other] of known.values()) {
			if (differ(first, otherFirst) && differ(last, otherLast)) return [other, row];
		}
		known.set(key, [first, last, row]);
	}
	return undefined;
}

/** Why rows of one ID are refused that are about several people, with all of these rows. */
function severalPeopleError(rows: readonly Row[], people: readonly Row[]): InvalidInput {
	const names = people.map((row) => `${nameOf(row)} (row ${row.item + 1})`);
	return new InvalidInput(
		`The ID "${rows[0]?.id}" stands for several people: ${names.join(' and ')}`,
		`An ID belongs to one person alone. It is in ${rowsInWords([...new Set(rows.map(({ item }) => item))])} of the input. Give each person an ID of their own.`,
	);
}

/** The targets of the rows of one ID: those that can be read are one, and each of the others is one that has ended. */
function targetsOfId(rows: Row[], isWhole: (row: Row) => unknown, keeps: boolean): Target[] {
	const people = rows.length > 1 && rows[0]?.id !== '' ? severalPeople(rows) : undefined;
	if (people) {
		const error = severalPeopleError(rows, people);
		return rows.map((row) => targetOf([row], row.error ?? error));
	}
	const last = rows.at(-1);
	if (!keeps && last) {
		last.error ??= isWhole(last);
		// Only the last row counts.
		if (last.error !== undefined) return [targetOf(rows, last.error)];
	}
	const readable = rows.filter(({ error }) => error === undefined);
	return [
		...(readable.length > 0 ? [targetOf(readable)] : []),
		...rows.flatMap((row) => (row.error === undefined ? [] : targetOf([row], row.error))),
	];
}

/**
 * What is sent for each ID, in the order of the first row of each. With Keep all readable rows of it count, otherwise the
 * last row alone.
 */
export function targetsOf(
	model: RecordModel,
	rows: readonly Row[],
	headings: ReadonlyMap<string, Heading>,
	{ keeps, hint }: Setting,
): Target[] {
	const isWhole = (row: Row): unknown => {
		const missing = missingIn(model, row);
		return missing.length === 0 ? undefined : missingValues(model, missing, { headings, hint });
	};
	// Rows without an ID have nothing in common.
	const byId = grouped(rows, (row) => (row.id === '' ? row : row.id));
	return [...byId.values()].flatMap((same) => targetsOfId(same, isWhole, keeps));
}
