import type { IDataObject } from 'n8n-workflow';

import { isDate } from '../dates';
import { InvalidInput, together } from '../operation';
import { entriesOf, isRecord, scalarText, setKey, shortened } from '../values';
import { canonical, isBroken } from './cells';
import {
	valueAt,
	withValueAt,
	type Column,
	type Entry,
	type PlacedRemark,
	type Reader,
	type Setting,
} from './columns';
import { headed } from './headings';
import { WRONG_ENCODING } from './missing';
import { placed, type Placed } from './placed';
import type { Row, Run } from './types';

/** What rows are laid over; `body`: the record as the service shows it, `undefined` where nothing is kept. */
type Ground = Pick<Run, 'model' | 'setting'> & { body: IDataObject | undefined };

/** Ground, and what is told of values that were laid over it. */
type Told = Ground & { remarks: PlacedRemark[] };

const listAt = (record: unknown, path: readonly string[]): unknown[] => {
	const value = valueAt(record, path);
	return Array.isArray(value) ? value : [];
};

/** True if uploading the stored value would send the same as this cell: then the stored one stays as it is. */
function saysSame(
	{ column, shape, given }: Placed,
	stored: unknown,
	value: unknown,
	setting: Setting,
): boolean {
	if (stored === value) return true;
	if (stored === undefined) return false;
	if (stored === given) return true;
	try {
		const reader: Reader = { setting, notSent: [] };
		const same = canonical(shape.convert(stored, column, reader)) === canonical(value);
		// A day that is stored as the number of a spreadsheet is put right.
		return same && reader.told === undefined;
	} catch {
		// No row can hold it.
		return false;
	}
}

/**
 * How the entries of a list column are told from one another: by their texts, as they are sent and as the service shows
 * them, however these are spelled.
 */
function comparison({ path }: Column, { field = '', sentOf, shownAs, spelled }: Entry, body: unknown) {
	const shown = new Map(listAt(body, path).map((entry) => [sentOf(entry), shownAs(entry)]));
	const textsOf = (entry: unknown): string[] => {
		const text = scalarText(isRecord(entry) ? entry[field] : entry) ?? canonical(entry);
		return [text, shown.get(text) ?? text];
	};
	const spellings = (entry: unknown) => textsOf(entry).map((text) => spelled(text));
	/** Entries that are not among these spellings. */
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

/** The entries of a list column, over those that are there. */
function listOver(
	now: readonly unknown[],
	{ column, isSectionless, value, given }: Placed,
	kind: Entry,
	{ body, setting }: Ground,
): readonly unknown[] {
	const { textsOf, notAmong, eachOnce } = comparison(column, kind, body);
	// A value is also looked for as a whole, because separators may be part of it.
	const whole = isSectionless && scalarText(given)?.trim();
	const named = whole && now.find((entry) => textsOf(entry).some((text) => text.trim() === whole));
	const values = named ? [named] : eachOnce(value as unknown[]);
	if (setting.listValues === 'add' && values.length > 0) return [...now, ...notAmong(values, now)];
	// What is there already stays, with all that it has; without a section also by the text that the service shows.
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
	// A new first value, or none, takes the place of the first entry; one that is there comes to the front.
	const shown = now.findIndex((entry) => kind.shownAs(entry) !== undefined);
	const first = shown < 0 ? now.length : shown;
	const isThere = values.length > 0 && notAmong(values.slice(0, 1), now).length === 0;
	const [stored, moved] = [new Set(now), new Set(list)];
	const others = now.slice(isThere ? first : first + 1).filter((entry) => !moved.has(entry));
	// Two entries may be spelled alike: only another spelling of a new one goes.
	const added = list.filter((entry) => !stored.has(entry));
	return [...now.slice(0, first), ...list, ...notAmong(others, added)];
}

/** The value of a cell over the stored one. @throws InvalidInput */
function laidOver(stored: unknown, cell: Placed, ground: Told): unknown {
	const { column, shape, value } = cell;
	const { model, setting } = ground;
	if (shape.over && setting.keeps) {
		const { name } = cell.heading;
		return shape.over(stored, value, (one) => ground.remarks.push({ ...one, heading: name }));
	}
	// Adding finds out by itself what is there already.
	const adds = setting.listValues === 'add' && shape.entry && Array.isArray(stored);
	if (!adds && saysSame(cell, stored, value, setting)) return stored;
	if (shape.entry) {
		// Most lists of a table have one entry, which is like no other where nothing is there.
		if (stored === undefined && (value as unknown[]).length <= 1) return value;
		return listOver(Array.isArray(stored) ? stored : [], cell, shape.entry, ground);
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value) || Object.keys(value).length === 0) return value;
	const changed = entriesOf(value, (part, key) => {
		const inner = model.columnAt([...column.path, key]);
		if (inner?.shape?.entry) {
			return laidOver(stored[key], { ...cell, column: inner, shape: inner.shape, value: part }, ground);
		}
		return saysSame(cell, { [key]: stored[key] }, { [key]: part }, setting) ? stored[key] : part;
	});
	return { ...stored, ...changed };
}

/** True where letters of a text, or of a name or a text within a value, were lost. */
const hasBroken = (value: unknown): boolean =>
	typeof value === 'string'
		? isBroken(value)
		: typeof value === 'object' &&
			value !== null &&
			!isDate(value) &&
			Object.entries(value).some(([key, part]) => isBroken(key) || hasBroken(part));

/** What is said of a cell of which letters were lost when the file was read. */
const unreadable = ({ heading, column, value }: Placed): InvalidInput =>
	new InvalidInput(
		`${headed(heading, column)} is ${shortened(JSON.stringify(value), 100)}: the file was read with the wrong encoding`,
		WRONG_ENCODING,
		WRONG_ENCODING,
	);

/**
 * Lays a row over an upload: texts one by one, `data` key by key, lists whole or added to, a list column without a section
 * over the first entry alone, the first address part by part. What stays the same is not touched.
 *
 * @throws InvalidInput
 */
function layRow(before: IDataObject, { cells }: Row, ground: Told, reader: Reader): IDataObject {
	const upload = { ...before };
	const isLast = ({ shape }: Placed): number => (shape.over ? 1 : 0);
	// What has a way of its own comes last: it writes where it is, so that nothing may refuse the row afterwards.
	const problems: unknown[] = [];
	for (const cell of placed(cells, before, reader).sort((one, other) => isLast(one) - isLast(other))) {
		if (problems.length > 0 && cell.shape.over) break;
		const { path } = cell.column;
		const [name = ''] = path;
		const stored = valueAt(upload, path);
		const value = laidOver(stored, cell, ground);
		if (value === stored) continue;
		if (hasBroken(cell.value)) problems.push(unreadable(cell));
		const changed = withValueAt(upload[name], path, value, 1);
		if (changed !== undefined) setKey(upload, name, changed);
	}
	if (problems.length > 0) throw together(problems);
	return upload;
}

/**
 * Lays rows over what is there, one after another.
 *
 * @param stored in the shape in which it would be sent; empty where nothing is kept
 * @returns `refused`: rows that cannot be laid over it, with the reason: the others count without them; `notSent`: headings
 * that do not count, because a surer one is for the same column; `remarks`: what is told of values
 */
export function merge(rows: readonly Row[], stored: IDataObject, ground: Ground) {
	const refused = new Map<Row, unknown>();
	const reader: Reader = { setting: ground.setting, notSent: [] };
	const over: Told = { ...ground, remarks: [] };
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
