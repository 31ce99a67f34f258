import { InvalidInput } from '../operation';
import { grouped, rowsInWords, shortened, textOf } from '../values';
import type { RecordModel, Setting } from './columns';
import { lackOf } from './missing';
import type { Row, Table, Target } from './types';
import { plainName } from './vocabulary';

/** What a row says in the column of a text. */
const textIn = ({ cells }: Row, column: string): string =>
	textOf(cells.find(({ heading }) => heading.column?.name === column)?.value) ?? '';

/** The first and the last name of a row, as it has them. */
const nameOf = (row: Row): string =>
	[textIn(row, 'first_name'), textIn(row, 'last_name')].filter(Boolean).join(' ');

/** The ID and the name of a record, in the words of its rows; empty where they have none. */
export const whoIn = ([row]: readonly Row[]): string =>
	row ? shortened([row.id, nameOf(row)].filter(Boolean).join(' '), 100) : '';

/** Makes rows one target, which has ended where none of them can be sent. */
export function targetOf(rows: Row[], error?: unknown): Target {
	const target: Target = { id: rows[0]?.id ?? '', rows, notSent: [] };
	if (error !== undefined) target.outcome = { kind: 'refused', error, who: whoIn(rows) };
	for (const row of rows) row.target = target;
	return target;
}

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

/** Two rows of different people: they differ in both names, which are compared without case, accents and blanks. */
function severalPeople(rows: readonly Row[]): [Row, Row] | undefined {
	const known = new Map<string, [first: string, last: string, row: Row]>();
	for (const row of rows) {
		const [first, last] = [plainName(textIn(row, 'first_name')), plainName(textIn(row, 'last_name'))];
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

/**
 * What is sent for each ID, in the order of the first row of each. With Keep all readable rows of it count, otherwise the
 * last row alone. Those that can be read are one target, and each of the others is one that has ended.
 */
export function targetsOf(model: RecordModel, { rows, headings }: Table, setting: Setting): Target[] {
	// Rows without an ID have nothing in common.
	const byId = grouped(rows, (row) => (row.id === '' ? row : row.id));
	return [...byId.values()].flatMap((same) => {
		const people = same.length > 1 ? severalPeople(same) : undefined;
		const error = people && severalPeopleError(same, people);
		if (error) return same.map((row) => targetOf([row], row.error ?? error));
		const last = same.at(-1);
		if (last && !setting.keeps) {
			last.error ??= lackOf(model, last, headings, setting);
			if (last.error !== undefined) return [targetOf(same, last.error)];
		}
		const unread = same.filter((row) => row.error !== undefined);
		const read = unread.length > 0 ? same.filter((row) => row.error === undefined) : same;
		return [...(read.length > 0 ? [targetOf(read)] : []), ...unread.map((row) => targetOf([row], row.error))];
	});
}
