import { InvalidInput } from '../operation';
import { grouped, isRecord, rowsInWords, shortened, textOf } from '../values';
import { isSame } from './cells';
import type { Column, RecordModel, Setting } from './columns';
import { lackOf } from './missing';
import type { Cell, Row, Table, Target } from './types';
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

/** True if a value stays that a later row of the ID lays another one over. */
function isKept({ heading }: Cell, value: unknown, later: unknown, setting: Setting): boolean {
	const shape = heading.column?.shape;
	if (isSame(value, later)) return true;
	if (!setting.keeps) return false;
	if (shape?.over || (shape?.entry && setting.listValues === 'add')) return true;
	if (!shape?.byKey || !isRecord(value) || !isRecord(later)) return false;
	return Object.keys(later).every((key) => !Object.hasOwn(value, key) || isSame(value[key], later[key]));
}

/** True if something that a row says does not count: with Keep the rows are merged, otherwise the last one counts. */
function isLosing(rows: readonly Row[], setting: Setting): boolean {
	const later = new Map<Column | undefined, Cell>();
	return [...rows].reverse().some(({ cells }, at) => {
		const lost = cells.some((cell) => {
			const other = later.get(cell.heading.column);
			return other ? !isKept(cell, cell.value, other.value, setting) : at > 0 && !setting.keeps;
		});
		for (const cell of cells) if (setting.keeps || at === 0) later.set(cell.heading.column, cell);
		return lost;
	});
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
		const together = (all: Row[]): Target => {
			const target = targetOf(all);
			if (all.length > 1) target.loses = isLosing(all, setting);
			return target;
		};
		const unread = same.filter((row) => row.error !== undefined);
		const read = unread.length > 0 ? same.filter((row) => row.error === undefined) : same;
		return [...(read.length > 0 ? [together(read)] : []), ...unread.map((row) => targetOf([row], row.error))];
	});
}
