import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isRecord, scalarText, setKey } from '../../values';
import {
	isBlank,
	valueAt,
	withValueAt,
	type Column,
	type Entry,
	type RecordModel,
	type Setting,
} from './columns';
import { TEXTS } from './convert';
import { canonical, type Cell } from './match';

const listAt = (record: unknown, path: readonly string[]): unknown[] => {
	const value = valueAt(record, path);
	return Array.isArray(value) ? value : [];
};

/** What a row that holds the stored value would say, to be compared; `undefined` for a value that no row can hold. */
function restated(column: Column, stored: unknown, setting: Setting): string | undefined {
	try {
		return canonical(column.shape?.convert(stored, column, setting, []));
	} catch {
		return undefined;
	}
}

/** True where a row that holds the stored value would say the same: then that one stays as it is. */
const isSame = (column: Column, stored: unknown, value: unknown, setting: Setting): boolean =>
	stored === value || (stored !== undefined && restated(column, stored, setting) === canonical(value));

/**
 * How the entries of a list column are told from one another: by their texts, as they are sent and as the service shows
 * them, however these are spelled.
 *
 * @param body the record as the service shows it
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
	{ column, isSectionless, value, given }: Cell,
	kind: Entry,
	body: unknown,
	setting: Setting,
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

/** The value of a cell over the one that is there. */
function over(stored: unknown, cell: Cell, body: unknown, setting: Setting, model: RecordModel): unknown {
	const { column, shape, value } = cell;
	// Adding finds out by itself what is there already.
	const adds = setting.listValues === 'add' && shape.entry && Array.isArray(stored);
	if (!adds && isSame(column, stored, value, setting)) return stored;
	if (shape.entry) {
		// Most lists of a table have one entry, which is like no other where nothing is there.
		if (stored === undefined && (value as unknown[]).length <= 1) return value;
		return listOver(Array.isArray(stored) ? stored : [], cell, shape.entry, body, setting);
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value) || Object.keys(value).length === 0) return value;
	const changed = entriesOf(value, (part, key) => {
		const inner = model.columnAt([...column.path, key]);
		if (inner?.shape?.entry) {
			const list = { ...cell, column: inner, shape: inner.shape, value: part };
			return over(stored[key], list, body, setting, model);
		}
		return isSame(column, { [key]: stored[key] }, { [key]: part }, setting) ? stored[key] : part;
	});
	return { ...stored, ...changed };
}

/**
 * Lays a row over an upload: texts one by one, `data` key by key, lists whole or added to, a list column without a section
 * over the first entry alone, the first address part by part, `documentation` whole. What stays the same is not touched.
 *
 * @param body the record as the service shows it; `undefined` where nothing is kept
 */
export function mergeRow(
	upload: IDataObject,
	body: IDataObject | undefined,
	cells: readonly Cell[],
	setting: Setting,
	model: RecordModel,
): void {
	for (const cell of cells) {
		const { path } = cell.column;
		const [name = ''] = path;
		const stored = valueAt(upload, path);
		const value = over(stored, cell, body, setting, model);
		const changed = value === stored ? undefined : withValueAt(upload[name], path, value, 1);
		if (changed !== undefined) setKey(upload, name, changed);
	}
}

/** The paths of the lists in a value: of itself, or of the parts of an object. */
const listPathsAt = (value: unknown, path: readonly string[]): Array<readonly string[]> => {
	if (Array.isArray(value)) return [path];
	return isRecord(value) ? Object.keys(value).flatMap((key) => listPathsAt(value[key], [...path, key])) : [];
};

/**
 * How many entries each list lost to cells, from the label of its column: those that are not there any more as they were.
 *
 * @param before the record as it was, in the upload shape
 * @param body as the service shows it
 * @returns `undefined` where none lost any
 */
export function removedBy(
	cells: readonly Cell[],
	{ columnAt }: RecordModel,
	{ before, after, body }: { before: IDataObject; after: IDataObject; body: IDataObject },
): Record<string, number> | undefined {
	let removed: Record<string, number> | undefined;
	// A value without a section takes the place of the first entry: that is what it is for.
	const whole = cells.filter(({ isSectionless, value }) => !isSectionless || isBlank(value));
	for (const column of new Set(whole.map((cell) => cell.column))) {
		for (const path of listPathsAt(valueAt(before, column.path), column.path)) {
			const own = columnAt(path) ?? column;
			const { notAmong } = comparison(own, own.shape?.entry ?? TEXTS, body);
			const lost = notAmong(listAt(before, path), listAt(after, path));
			if (lost.length > 0) (removed ??= {})[own.label] = lost.length;
		}
	}
	return removed;
}
