import type { IDataObject } from 'n8n-workflow';

import { InvalidInput, joined } from '../operation';
import { isRecord, mapValues, scalarText, setKey, shortened } from '../values';
import { brokenIn, canonical } from './cells';
import {
	valueAt,
	withValueAt,
	type Column,
	type Entry,
	type CellRemark,
	type Reader,
	type Setting,
} from './columns';
import { headed } from './headings';
import { WRONG_ENCODING } from './missing';
import { placed, type PlacedCell } from './placed';
import type { Row, Run } from './types';

/** What merging knows. `body` is the record as the service shows it; `undefined` if no stored value is kept. */
type Ground = Pick<Run, 'model' | 'setting'> & { body: IDataObject | undefined };

/** Merging adds its remarks for the hint to `remarks`. */
type Merging = Ground & { remarks: CellRemark[] };

const listAt = (record: unknown, path: readonly string[]): unknown[] => {
	const value = valueAt(record, path);
	return Array.isArray(value) ? value : [];
};

/** True if uploading the stored value would send the same as this cell. The stored value then stays as it is. */
function saysSame(
	{ column, shape, given }: PlacedCell,
	stored: unknown,
	value: unknown,
	setting: Setting,
): boolean {
	if (stored === value) return true;
	if (stored === undefined) return false;
	if (stored === given) return true;
	try {
		const reader: Reader = { setting, notSent: [] };
		if (canonical(shape.convert(stored, column, reader)) !== canonical(value)) return false;
		if (reader.findings === undefined) return true;
		// A stored value that is written wrongly (a date as a number) is replaced, unless it was sent back as it is.
		const asSent: Reader = { setting: { ...setting, trims: false }, notSent: [] };
		return canonical(shape.convert(given, column, asSent)) === canonical(stored);
	} catch {
		// The stored value cannot be uploaded, so it differs from the cell.
		return false;
	}
}

/**
 * Compares the entries of a list column. Each entry has two texts: the one that is sent, and the one that the service
 * shows. Two entries are the same if they share a text in any spelling.
 */
function comparison({ path }: Column, { field = '', sentOf, shownAs, spelled }: Entry, body: unknown) {
	const shown = new Map(listAt(body, path).map((entry) => [sentOf(entry), shownAs(entry)]));
	const textsOf = (entry: unknown): string[] => {
		const text = scalarText(isRecord(entry) ? entry[field] : entry) ?? canonical(entry);
		return [text, shown.get(text) ?? text];
	};
	const spellings = (entry: unknown) => textsOf(entry).map((text) => spelled(text));
	/** Finds entries that have none of these spellings. */
	const notIn = (known: ReadonlySet<string>) => (entry: unknown) =>
		!spellings(entry).some((text) => known.has(text));
	return {
		textsOf,
		notAmong: (list: readonly unknown[], others: readonly unknown[]): unknown[] =>
			list.filter(notIn(new Set(others.flatMap(spellings)))),
		eachOnce: (list: readonly unknown[]): unknown[] => {
			const known = new Set<string>();
			return list.filter((entry) => {
				const isNew = notIn(known)(entry);
				for (const text of spellings(entry)) known.add(text);
				return isNew;
			});
		},
	};
}

/** Lays the values of a list column over the stored entries. @param now the stored entries */
function listOver(
	now: readonly unknown[],
	{ column, isSectionless, value, given }: PlacedCell,
	kind: Entry,
	{ body, setting }: Ground,
): readonly unknown[] {
	const { textsOf, notAmong, eachOnce } = comparison(column, kind, body);
	// The whole text of a cell may be a stored entry, because an entry may contain separators.
	const whole = isSectionless && scalarText(given)?.trim();
	const named = whole && now.find((entry) => textsOf(entry).some((text) => text.trim() === whole));
	const values = named ? [named] : eachOnce(value as unknown[]);
	if (setting.listValues === 'add' && values.length > 0) return [...now, ...notAmong(values, now)];
	// A stored entry with the text of a value stays, with all its fields. If the heading names no section, the text
	// that the service shows counts, too.
	const textsFor = (entry: unknown) => (isSectionless ? textsOf(entry) : textsOf(entry).slice(0, 1));
	const trimmed = (text: string): string => (setting.trims ? text.trim() : text);
	const storedBy = new Map(
		[...now].reverse().flatMap((entry) => textsFor(entry).map((text) => [trimmed(text), entry] as const)),
	);
	const list = values.map((one) => {
		const same = storedBy.get(trimmed(textsOf(one)[0] ?? '')) ?? one;
		return isRecord(same) && isRecord(one) && Object.keys(one).length > 1 ? { ...same, ...one } : same;
	});
	if (!isSectionless) return list;
	// If the first value is stored already, its entry moves to the front. If it is new, or if the cell has no value,
	// the first entry that the service shows is replaced.
	const shown = now.findIndex((entry) => kind.shownAs(entry) !== undefined);
	const first = shown < 0 ? now.length : shown;
	const isThere = values.length > 0 && notAmong(values.slice(0, 1), now).length === 0;
	const [stored, moved] = [new Set(now), new Set(list)];
	const others = now.slice(isThere ? first : first + 1).filter((entry) => !moved.has(entry));
	// A stored entry is removed only if it is another spelling of a new one. Two stored entries may be spelled alike.
	const added = list.filter((entry) => !stored.has(entry));
	return [...now.slice(0, first), ...list, ...notAmong(others, added)];
}

/** Lays the value of a cell over the stored one. @throws InvalidInput */
function laidOver(stored: unknown, cell: PlacedCell, ground: Merging): unknown {
	const { column, shape, value } = cell;
	const { model, setting } = ground;
	if (shape.over && setting.keeps) {
		const { name } = cell.heading;
		return shape.over(stored, value, (one) => ground.remarks.push({ ...one, heading: name }));
	}
	// If values are added, listOver compares them with the stored entries itself.
	const adds = setting.listValues === 'add' && shape.entry && Array.isArray(stored);
	if (!adds && saysSame(cell, stored, value, setting)) return stored;
	if (shape.entry) {
		// A shortcut for most lists of a table: a single entry has nothing to be compared with.
		if (stored === undefined && (value as unknown[]).length <= 1) return value;
		return listOver(Array.isArray(stored) ? stored : [], cell, shape.entry, ground);
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value) || Object.keys(value).length === 0) return value;
	const changed = mapValues(value, (part, key) => {
		const given = isRecord(cell.given) ? cell.given[key] : cell.given;
		const inner = model.columnAt([...column.path, key]);
		if (inner?.shape?.entry) {
			return laidOver(
				stored[key],
				{ ...cell, column: inner, shape: inner.shape, value: part, given },
				ground,
			);
		}
		const whole = { ...cell, given: { [key]: given } };
		return saysSame(whole, { [key]: stored[key] }, { [key]: part }, setting) ? stored[key] : part;
	});
	return { ...stored, ...changed };
}

/** The refusal of a cell that lost letters when the file was read. */
const unreadable = ({ heading, column, value }: PlacedCell): InvalidInput =>
	new InvalidInput(
		`${headed(heading, column)} is ${shortened(JSON.stringify(value), 100)}: the file was read with the wrong encoding`,
		WRONG_ENCODING,
		WRONG_ENCODING,
	);

/**
 * Lays a row over an upload. A text replaces the stored text, and a list the stored list, unless values are added.
 * `data` changes key by key, and the first address part by part. A list column without a section changes only the first
 * entry. An unchanged value keeps its stored form.
 *
 * @throws InvalidInput
 */
function layRow(before: IDataObject, { cells }: Row, ground: Merging, reader: Reader): IDataObject {
	const upload = { ...before };
	const isLast = ({ shape }: PlacedCell): number => (shape.over ? 1 : 0);
	// Shapes with `over` come last: they change the stored value in place, so no later cell may refuse the row.
	const problems: unknown[] = [];
	for (const cell of placed(cells, before, reader).sort((one, other) => isLast(one) - isLast(other))) {
		if (problems.length > 0 && cell.shape.over) break;
		const { path } = cell.column;
		const [name = ''] = path;
		const stored = valueAt(upload, path);
		const value = laidOver(stored, cell, ground);
		if (value === stored) continue;
		const broken = brokenIn(cell.value);
		if (broken.length > 0) {
			const known = new Set(brokenIn(stored));
			if (broken.some((text) => !known.has(text))) problems.push(unreadable(cell));
		}
		const changed = withValueAt(upload[name], path, value, 1);
		if (changed !== undefined) setKey(upload, name, changed);
	}
	if (problems.length > 0) throw joined(problems);
	return upload;
}

/**
 * Lays rows over the stored record, one after another.
 *
 * @param stored the record in the upload shape; empty if no stored value is kept
 * @returns `upload`: the merged record, without the refused rows; `refused`: rows that cannot be laid over it, with the
 * reason; `notSent`: headings that lost against a surer heading for the same column; `remarks`: remarks for the hint
 */
export function merge(rows: readonly Row[], stored: IDataObject, ground: Ground) {
	const refused = new Map<Row, unknown>();
	const reader: Reader = { setting: ground.setting, notSent: [] };
	const over: Merging = { ...ground, remarks: [] };
	let upload = stored;
	for (const row of rows) {
		try {
			upload = layRow(upload, row, over, reader);
		} catch (error) {
			refused.set(row, error);
		}
	}
	return { upload, refused, notSent: reader.notSent, remarks: over.remarks };
}
