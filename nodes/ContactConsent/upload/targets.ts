import { InvalidInput } from '../operation';
import { grouped, isRecord, rowsInWords, shortened, textOf } from '../values';
import { isBlank, isSame } from './cells';
import type { Column, RecordModel, Setting } from './columns';
import { lackOf } from './missing';
import type { Cell, Row, Table, Target } from './types';
import { plainName } from './vocabulary';

/** The text of a row in a column; empty if it has none. */
const textIn = ({ cells }: Row, column: string): string =>
	textOf(cells.find(({ heading }) => heading.column?.name === column)?.value) ?? '';

const nameOf = (row: Row): string =>
	[textIn(row, 'first_name'), textIn(row, 'last_name')].filter(Boolean).join(' ');

/** The ID and the name that the first row gives; empty if it gives neither. */
export const whoIn = ([row]: readonly Row[]): string =>
	row ? shortened([row.id, nameOf(row)].filter(Boolean).join(' '), 100) : '';

/** True if it is not decided yet what becomes of a target. */
export const isOpen = ({ outcome }: Target): boolean => outcome === undefined;

/** Makes one target of rows. With an error, the target is refused at once. */
export function targetOf(rows: Row[], error?: unknown): Target {
	const target: Target = { id: rows[0]?.id ?? '', rows, notSent: [] };
	if (error !== undefined) target.outcome = { kind: 'refused', error, who: whoIn(rows) };
	for (const row of rows) row.target = target;
	return target;
}

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

/**
 * Finds two rows of different people: both their first and their last names differ. Names are compared without case,
 * accents and blanks.
 */
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

/** The error of all rows of an ID that stands for several people. @param people two of the rows, as an example */
function severalPeopleError(rows: readonly Row[], people: readonly Row[]): InvalidInput {
	const names = people.map((row) => `${nameOf(row)} (row ${row.item + 1})`);
	return new InvalidInput(
		`The ID "${rows[0]?.id}" stands for several people: ${names.join(' and ')}`,
		`An ID belongs to one person alone. It is in ${rowsInWords([...new Set(rows.map(({ item }) => item))])} of the input. Give each person an ID of their own.`,
	);
}

/** True if a value is sent although a later row of the same ID has a value in its column. */
function isKept({ heading }: Cell, value: unknown, later: unknown, setting: Setting): boolean {
	const shape = heading.column?.shape;
	if (isSame(value, later)) return true;
	if (!setting.keeps) return false;
	if (shape?.over || (shape?.entry && setting.listValues === 'add')) return true;
	if (!shape?.byKey || !isRecord(value) || !isRecord(later)) return false;
	return Object.keys(later).every((key) => !Object.hasOwn(value, key) || isSame(value[key], later[key]));
}

/** True if a value of a row is not sent. With Keep, the rows are merged. Otherwise, only the last one is sent. */
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

/** With Clear, only the last row is sent: the headings of columns that earlier rows fill and the last one does not have. */
function lostIn(rows: readonly Row[]): string[] {
	const sent = new Set(rows.at(-1)?.cells.map(({ heading }) => heading.column));
	const lost = rows.flatMap(({ cells }) =>
		cells.flatMap(({ heading, value }) => (sent.has(heading.column) || isBlank(value) ? [] : heading.name)),
	);
	return [...new Set(lost)];
}

/**
 * Makes one target for each ID, in the order in which the IDs first appear. With Keep, all readable rows of an ID are
 * sent, otherwise only its last row. A row with an error becomes a refused target of its own. Without Keep, an error in
 * the last row refuses all rows of its ID.
 */
export function targetsOf(model: RecordModel, { rows, headings }: Table, setting: Setting): Target[] {
	// Rows without an ID are never grouped.
	const byId = grouped(rows, (row) => (row.id === '' ? row : row.id));
	return [...byId.values()].flatMap((same) => {
		const people = same.length > 1 ? severalPeople(same) : undefined;
		const error = people && severalPeopleError(same, people);
		if (error) return same.map((row) => targetOf([row], row.error ?? error));
		const together = (all: Row[], refusal?: unknown): Target => {
			const target = targetOf(all, refusal);
			if (all.length > 1) target.loses = isLosing(all, setting);
			if (all.length > 1 && !setting.keeps) target.lost = lostIn(all);
			return target;
		};
		const last = same.at(-1);
		if (last && !setting.keeps) {
			last.error ??= lackOf(model, last, headings, setting);
			if (last.error !== undefined) return [together(same, last.error)];
		}
		const unread = same.filter((row) => row.error !== undefined);
		const read = unread.length > 0 ? same.filter((row) => row.error === undefined) : same;
		return [...(read.length > 0 ? [together(read)] : []), ...unread.map((row) => targetOf([row], row.error))];
	});
}
