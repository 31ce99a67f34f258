import type { IDataObject } from 'n8n-workflow';

import type { InvalidInput } from '../../common/invalidInput';
import { joined } from '../../common/invalidInput';
import { isRecord, LEAVE_OUT, mapValues, scalarText, setKey } from '../../lib/json';
import { shortened } from '../../lib/text';
import { brokenIn, canonical, isBlank, isEmpty } from '../table/cells';
import {
	ADDRESS_PATH,
	valueAt,
	withValueAt,
	type FieldColumn,
	type Entry,
	type Reader,
	type Setting,
} from '../table/recordModel';
import { headed } from '../table/headings';
import { lettersLost } from '../report/missingValues';
import { isAboutCell, type Note } from '../report/notes';
import { cellsInColumns, type ColumnCell } from '../table/columnCells';
import type { Change, ChangeContext, Row } from '../uploadTypes';

const listAt = (record: unknown, path: readonly string[]): unknown[] => {
	const value = valueAt(record, path);
	return Array.isArray(value) ? value : [];
};

/** True if uploading the stored value would send the same as this cell. The stored value then stays as it is. */
function saysSame(
	{ column, shape, given }: ColumnCell,
	stored: unknown,
	value: unknown,
	setting: Setting,
): boolean {
	if (stored === value) return true;
	if (stored === undefined) return false;
	if (stored === given) return true;
	try {
		const reader: Reader = { setting, heading: '', notes: [] };
		if (canonical(shape.convert(stored, column, reader)) !== canonical(value)) return false;
		if (!reader.notes.some(isAboutCell)) return true;
		// A stored value that is written wrongly (a date as a number) is replaced, unless it was sent back as it is.
		const asSent: Reader = { ...reader, setting: { ...setting, isTable: false } };
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
function comparison(
	{ path }: FieldColumn,
	{ field = '', sentOf, shownAs, normalized }: Entry,
	body: unknown,
) {
	const shown = new Map(listAt(body, path).map((entry) => [sentOf(entry), shownAs(entry)]));
	const textsOf = (entry: unknown): string[] => {
		const text = scalarText(isRecord(entry) ? entry[field] : entry) ?? canonical(entry);
		return [text, shown.get(text) ?? text];
	};
	const spellings = (entry: unknown) => textsOf(entry).map((text) => normalized(text));
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

/**
 * The stored entries with the values of a list column merged into them. A value that is stored already keeps its stored
 * entry. The values are the new list, or they are added to the stored one. If the heading names no section, they only
 * take the place of the first entry that the service shows, unless the first value is stored already.
 *
 * @param now the stored entries
 */
function mergedList(
	now: readonly unknown[],
	{ column, isSectionless, value, given }: ColumnCell,
	kind: Entry,
	{ body, setting }: ChangeContext,
): readonly unknown[] {
	const { textsOf, notAmong, eachOnce } = comparison(column, kind, body);
	// The whole text of a cell may be a stored entry, because an entry may contain separators.
	const whole = isSectionless && scalarText(given)?.trim();
	const named = whole && now.find((entry) => textsOf(entry).some((text) => text.trim() === whole));
	const values = named ? [named] : eachOnce(value as unknown[]);
	if (setting.listValues === 'add' && values.length > 0) return [...now, ...notAmong(values, now)];
	const spelled = (text = ''): string => (setting.isTable ? text.trim() : text);
	// Of a heading without a section, the text that the service shows counts, too: simplified records have it.
	const texts = (entry: unknown) => textsOf(entry).slice(0, isSectionless ? undefined : 1);
	const storedBy = new Map(
		[...now].reverse().flatMap((entry) => texts(entry).map((text) => [spelled(text), entry] as const)),
	);
	const list = values.map((one) => {
		const stored = storedBy.get(spelled(textsOf(one)[0])) ?? one;
		return isRecord(stored) && isRecord(one) && Object.keys(one).length > 1 ? { ...stored, ...one } : stored;
	});
	if (!isSectionless) return list;
	const first = now.findIndex((entry) => kind.shownAs(entry) !== undefined);
	const isThere = values.length > 0 && notAmong(values.slice(0, 1), now).length === 0;
	const blanks = now.slice(0, first < 0 ? undefined : first);
	const behind = first < 0 ? [] : now.slice(isThere ? first : first + 1);
	const [known, moved] = [new Set(now), new Set(list)];
	// No entry is there twice, and none in another spelling of a new one. Two stored ones may be spelled alike.
	const added = list.filter((entry) => !known.has(entry));
	return [...blanks, ...list, ...notAmong(behind, added).filter((entry) => !moved.has(entry))];
}

/** The stored value with the value of a cell merged into it. @throws InvalidInput */
function mergedValue(stored: unknown, cell: ColumnCell, context: ChangeContext): unknown {
	const { column, shape, value } = cell;
	const { model, setting } = context;
	// If values are added, mergedList compares them with the stored entries itself.
	const adds = setting.listValues === 'add' && shape.entry && Array.isArray(stored);
	if (!adds && saysSame(cell, stored, value, setting)) return stored;
	if (shape.entry) {
		// A shortcut for most lists of a table: a single entry has nothing to be compared with.
		if (stored === undefined && (value as unknown[]).length <= 1) return value;
		return mergedList(Array.isArray(stored) ? stored : [], cell, shape.entry, context);
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value) || Object.keys(value).length === 0) return value;
	const changed = mapValues(value, (part, key) => {
		const given = isRecord(cell.given) ? cell.given[key] : cell.given;
		const inner = model.columnAt([...column.path, key]);
		if (inner?.shape?.entry) {
			return mergedValue(
				stored[key],
				{ ...cell, column: inner, shape: inner.shape, value: part, given },
				context,
			);
		}
		const whole = { ...cell, given: { [key]: given } };
		return saysSame(whole, { [key]: stored[key] }, { [key]: part }, setting) ? stored[key] : part;
	});
	return { ...stored, ...changed };
}

/**
 * What is left of a value if what is stored wins: it fills empty fields, and adds to lists if values are added.
 *
 * @param stored before any row was merged over it
 * @returns the value or its part, or `LEAVE_OUT`; and whether something was left out that is not stored
 */
function fillingOf(
	stored: unknown,
	cell: ColumnCell,
	context: ChangeContext,
): { value: unknown; isPartial: boolean } {
	const { column, shape, value } = cell;
	const { model, setting } = context;
	if (isBlank(value)) return { value: LEAVE_OUT, isPartial: false };
	if (isEmpty(stored)) return { value, isPartial: false };
	if (shape.entry) {
		if (setting.listValues === 'add') return { value, isPartial: false };
		const { notAmong } = comparison(column, shape.entry, context.body);
		const isKnown = Array.isArray(stored) && notAmong(value as unknown[], stored).length === 0;
		return { value: LEAVE_OUT, isPartial: !isKnown };
	}
	if (!shape.byKey || !isRecord(stored) || !isRecord(value)) {
		return { value: LEAVE_OUT, isPartial: !saysSame(cell, stored, value, setting) };
	}
	let isPartial = false;
	const filling = mapValues(value, (part, key) => {
		const inner = model.columnAt([...column.path, key]);
		const given = isRecord(cell.given) ? cell.given[key] : undefined;
		// A key without a column of its own is compared as a whole.
		const shapeOfKey = inner?.shape ?? { kind: 'other', convert: (one: unknown) => one };
		const own = { ...cell, column: inner ?? column, shape: shapeOfKey, value: part, given };
		const found = fillingOf(stored[key], own, context);
		isPartial ||= found.isPartial;
		return found.value;
	});
	return { value: Object.keys(filling).length > 0 ? filling : LEAVE_OUT, isPartial };
}

/** The refusal of a cell that lost letters when the file was read. */
const unreadable = ({ heading, column, value }: ColumnCell): InvalidInput =>
	lettersLost(`${headed(heading, column)} is ${shortened(JSON.stringify(value), 100)}`, value);

/** What is left of the cells of a row if what is stored wins. Notes the columns of which something is left out. */
function fillings(
	cells: readonly ColumnCell[],
	original: IDataObject,
	context: ChangeContext,
	notes: Note[],
): ColumnCell[] {
	const all = cells.map((cell) => ({
		cell,
		...fillingOf(valueAt(original, cell.column.path), cell, context),
	}));
	// A part of another address must not be added to the stored one.
	const others = new Set(
		all.flatMap(({ cell: { column }, isPartial }) =>
			isPartial && column.path.length === ADDRESS_PATH ? column.path[0] : [],
		),
	);
	return all.flatMap(({ cell, value, isPartial }) => {
		const { path, name } = cell.column;
		const isOfOther = path.length === ADDRESS_PATH && others.has(path[0]) && value !== LEAVE_OUT;
		// The ID may be spelled in another way.
		if ((isPartial || isOfOther) && name !== 'id') {
			notes.push({ kind: 'storedStays', heading: cell.heading.name });
		}
		return value === LEAVE_OUT || isOfOther ? [] : [{ ...cell, value }];
	});
}

/**
 * Merges a row into an upload. A text replaces the stored text, and a list the stored list, unless values are added.
 * `data` changes key by key, and the first address part by part. A list column without a section changes only the first
 * entry. An unchanged value keeps its stored form.
 *
 * @param original the stored record, before any row was merged over it
 * @throws InvalidInput
 */
function mergeRow(
	before: IDataObject,
	{ cells }: Row,
	context: ChangeContext,
	notes: Note[],
	original: IDataObject,
): IDataObject {
	const upload = { ...before };
	const problems: unknown[] = [];
	const all = cellsInColumns(cells, before, notes).filter(
		({ shape }) => !(context.setting.keepsOtherFields && shape.mergeAll !== undefined),
	);
	const taken = context.setting.storedValues === 'keep' ? fillings(all, original, context, notes) : all;
	for (const cell of taken) {
		const { path } = cell.column;
		const [name = ''] = path;
		const stored = valueAt(upload, path);
		const value = mergedValue(stored, cell, context);
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

/** Merges the columns whose values are merged at once, e.g. consents, into an upload. */
function mergeWhole(before: IDataObject, rows: readonly Row[], { model, setting }: ChangeContext) {
	const refused = new Map<Row, unknown>();
	const notes: Note[] = [];
	const upload = { ...before };
	for (const column of setting.keepsOtherFields ? model.fields : []) {
		if (!column.shape?.mergeAll) continue;
		const given = rows.flatMap((row) => {
			const cell = row.cells.find(({ heading }) => heading.column === column);
			return cell ? [{ row, cell }] : [];
		});
		if (given.length === 0) continue;
		const stored = valueAt(upload, column.path);
		const values = given.map(({ cell }) => cell.value);
		const { value, each } = column.shape.mergeAll(stored, values, setting);
		if (value !== stored) setKey(upload, column.name, value);
		given.forEach(({ row, cell: { heading } }, at) => {
			const one = each[at] ?? { notes: [] };
			if ('error' in one) refused.set(row, one.error);
			else notes.push(...one.notes.map((note) => ({ ...note, heading: heading.name })));
		});
	}
	return { upload, refused, notes };
}

/** Merges rows into the stored record, one after another. A row that cannot be merged is left out. */
export const merge: Change = (stored, rows, context) => {
	const refused = new Map<Row, unknown>();
	const notes: Note[] = [];
	let merged = stored;
	for (const row of rows) {
		try {
			merged = mergeRow(merged, row, context, notes, stored);
		} catch (error) {
			refused.set(row, error);
		}
	}
	const taken = rows.filter((row) => !refused.has(row));
	const whole = mergeWhole(merged, taken, context);
	if (whole.refused.size === 0) return { ...whole, refused, notes: [...notes, ...whole.notes] };
	// A row is taken as a whole or not at all, so the others are merged over the stored record without it.
	const others = merge(
		stored,
		taken.filter((row) => !whole.refused.has(row)),
		context,
	);
	return { ...others, refused: new Map([...refused, ...whole.refused, ...others.refused]) };
};
