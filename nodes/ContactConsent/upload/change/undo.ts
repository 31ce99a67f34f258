/** Undo Upload: what becomes of a stored record when the changes of an upload are taken back. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { isRecord, LEAVE_OUT, mapValues, scalarText, setKey } from '../../lib/json';
import { counted } from '../../lib/text';
import { isEmpty, isSame } from '../table/cells';
import { valueAt, withValueAt, type Column, type RecordModel, type Setting } from '../table/recordModel';
import { isStoredAlready } from './storedAlready';
import type { Note, NoteKind, UnplacedNote } from '../report/notes';
import type { Change, Idle, Row, Run, Target, Told } from '../uploadTypes';

/** One change of an output item. */
interface ToldChange {
	from: unknown;
	to: unknown;
	/** Of a consent: its time. */
	granted_at?: unknown;
}

/** What an upload changed in a record, as its output item says it. */
export interface Undoing {
	id: string;
	/** From the name of a column, or the path of a field that no column shows, to its values before and after. */
	changes: Readonly<Record<string, ToldChange>>;
	/** The upload created the record. */
	isCreated: boolean;
	/** The item is of a dry run, which has changed nothing. */
	isDryRun: boolean;
}

/** Takes back what is no column. For contacts: the documentation, with its consents. */
export interface TakesBack {
	/** True for the name of such a change. */
	isOf: (name: string) => boolean;
	/** Changes nothing in place. @returns the record, and what to say about the change */
	takeBack: (
		upload: IDataObject,
		name: string,
		change: ToldChange,
		timeZone: string,
	) => {
		upload: IDataObject;
		/** The state after it, as `changes` would show it. */
		now: unknown;
		became: 'undone' | 'changedSince' | 'stays';
		note?: UnplacedNote;
	};
}

const NO_OUTPUT = new InvalidInput(
	'The item is no output of an upload',
	"Connect this node behind an upload, or enter a list of its output items: each has an 'id' and 'changes'.",
);

/**
 * Reads an output item of an upload.
 *
 * @returns `undefined` if it has nothing to undo and no ID, e.g. a refused item
 * @throws InvalidInput if it is no output item of an upload
 */
export function undoingIn(item: unknown): Undoing | undefined {
	if (!isRecord(item)) throw NO_OUTPUT;
	const id = scalarText(item.id);
	const { changes = {}, dry_run, change, exists } = item;
	if (id === undefined && item.changes === undefined) return undefined;
	if (id === undefined || !isRecord(changes) || !Object.values(changes).every(isRecord)) throw NO_OUTPUT;
	return {
		id,
		changes: changes as unknown as Undoing['changes'],
		isCreated: change === 'created' || (dry_run === true && exists === false),
		isDryRun: dry_run === true,
	};
}

export const isIdle = ({ changes, isDryRun }: Undoing): boolean =>
	isDryRun || Object.keys(changes).length === 0;

/** The path that a change names: of a column, else of the record itself or of one of its sections. */
function pathOf(
	{ fields, sections }: RecordModel,
	name: string,
): { path: readonly string[]; column?: Column } {
	const column = fields.find((one) => one.name === name);
	if (column) return { path: column.path, column };
	const [, section = '', key = ''] = /^([^.]+)\.([^]+)$/.exec(name) ?? [];
	return { path: sections.has(section) ? [section, key] : [name] };
}

/** A value of a column as `changes` shows it: a list as the texts of its entries. */
const shownOf = (value: unknown, column: Column | undefined): unknown =>
	column?.shape?.entry && Array.isArray(value) ? value.map(column.shape.entry.sentOf) : value;

/**
 * True if a shown value is still the one that an upload left, compared as Keep does: e-mails without case, numbers by
 * their digits, other values as they are read.
 */
function isStill(now: unknown, to: unknown, column: Column | undefined, setting: Setting): boolean {
	const { shape } = column ?? {};
	if (isSame(now ?? '', to ?? '')) return true;
	if (shape?.entry) {
		const { normalized } = shape.entry;
		const plain = (list: unknown[]) => list.map((text) => normalized(scalarText(text) ?? ''));
		return Array.isArray(now) && Array.isArray(to) && isSame(plain(now), plain(to));
	}
	if (!column?.path || !shape || isEmpty(now) || isEmpty(to)) return false;
	const cell = { column: { ...column, path: column.path }, shape, value: to, given: to };
	return isStoredAlready(cell, now, { ...setting, isTable: true });
}

/** A shown value in the shape of an upload. Entries of a list that are stored still stay with all their fields. */
function sentOf(shown: unknown, present: unknown, column: Column | undefined): unknown {
	const { entry, kind } = column?.shape ?? {};
	if (!entry)
		return shown ?? (Array.isArray(present) ? [] : kind === 'object' || isRecord(present) ? {} : '');
	const stored = Array.isArray(present) ? (present as unknown[]) : [];
	return [shown ?? []].flat().map((text) => {
		const same = stored.find((one) => isSame(entry.sentOf(one), text));
		return same ?? (entry.field === undefined ? text : { [entry.field]: text });
	});
}

const nullIfEmpty = (value: unknown): unknown => (isEmpty(value) ? null : value);

/** What became of the changes of one row. */
interface Undone {
	upload: IDataObject;
	undone: IDataObject;
	left: IDataObject;
	notes: Note[];
}

/**
 * The changes of columns, then the others. A list whose parts have columns may be told by these and as a whole: then the
 * whole list is put back over its parts.
 */
function columnsFirst({ changes }: Undoing, model: RecordModel) {
	const all = Object.entries(changes);
	const isOfColumn = ([name]: (typeof all)[number]) => pathOf(model, name).column !== undefined;
	return [...all.filter(isOfColumn), ...all.filter((one) => !isOfColumn(one))];
}

/**
 * @param before the record as it is now. Each change is compared with it, and not with what the changes before have made
 * of it: two changes may tell of the same value.
 */
function undoRow(
	before: IDataObject,
	undoing: Undoing,
	model: RecordModel,
	setting: Setting,
	special: TakesBack | undefined,
): Undone {
	const all: Undone = { upload: { ...before }, undone: {}, left: {}, notes: [] };
	for (const [name, { from = null, to = null, ...more }] of columnsFirst(undoing, model)) {
		if (special?.isOf(name)) {
			const result = special.takeBack(all.upload, name, { from, to, ...more }, setting.timeZone);
			all.upload = result.upload;
			if (result.note) all.notes.push({ ...result.note, heading: name });
			if (result.became === 'undone') setKey(all.undone, name, { from: to, to: result.now });
			if (result.became === 'changedSince') setKey(all.left, name, { now: result.now, expected: to });
			continue;
		}
		const { path, column } = pathOf(model, name);
		const now = shownOf(valueAt(before, path), column);
		if (isStill(now, to, column, setting)) {
			// The upload has changed only how the value is written, and it is written as before.
			if (isSame(now ?? '', from ?? '')) continue;
			const [key = ''] = path;
			const present = valueAt(all.upload, path);
			setKey(all.upload, key, withValueAt(all.upload[key], path, sentOf(from, present, column), 1));
			setKey(all.undone, name, { from: nullIfEmpty(now), to: from });
		} else setKey(all.left, name, { now: nullIfEmpty(now), expected: to });
	}
	return all;
}

/** The fields of an output item about an undo. */
const fieldsOf = ({ undone, left }: Pick<Undone, 'undone' | 'left'>): IDataObject =>
	mapValues(
		{
			undone,
			left_alone: Object.keys(left).length > 0 ? left : undefined,
			change: Object.keys(undone).length > 0 ? 'changed' : 'unchanged',
		},
		(value) => value ?? LEAVE_OUT,
	);

/** The output of an item without an ID, e.g. of a refused row. */
export const NOTHING_TO_UNDO: Idle = {
	told: { fields: fieldsOf({ undone: {}, left: {} }), isSent: false },
	notes: [{ kind: 'ofNoRecord', heading: '' }],
};

/** The output of a row that has nothing to undo, and what is to be said about it. */
export function idleOf({ isCreated, isDryRun }: Undoing): Idle {
	const told = { fields: fieldsOf({ undone: {}, left: {} }), isSent: false };
	const kind = isDryRun ? 'ofDryRun' : 'notDeleted';
	return { told, notes: isCreated || isDryRun ? [{ kind, heading: '' }] : [] };
}

/**
 * Takes the changes of rows back, the last row first. A value that was changed since is left alone.
 *
 * @param special takes back what is no column
 */
export const undo =
	(special?: TakesBack): Change<Undoing> =>
	(stored, rows, { model, setting }) => {
		const told = new Map<Row, Told>();
		const notes: Note[] = [];
		let upload = stored;
		for (const row of [...rows].reverse()) {
			const undoing = row.instruction as Undoing;
			const idle = idleOf(undoing);
			notes.push(...idle.notes);
			if (isIdle(undoing)) {
				told.set(row, idle.told);
				continue;
			}
			const result = undoRow(upload, undoing, model, setting, special);
			upload = result.upload;
			told.set(row, { fields: fieldsOf(result), isSent: Object.keys(result.undone).length > 0 });
			notes.push(...result.notes);
		}
		return { upload, refused: new Map(), told, notes };
	};

const sizeOf = (value: unknown): number => (isRecord(value) ? Object.keys(value).length : 0);

/**
 * The first sentences of the hint: *3 values put back, 1 left alone, because it was changed since. 2 contacts that the
 * upload created were not deleted. 1 item without an ID had nothing to undo. If this node stands behind the upload, delete it: …*
 */
export function undoSummary(
	targets: readonly Target[],
	{ model: { noun }, setting: { dryRun } }: Pick<Run, 'model' | 'setting'>,
): string {
	// A refused record keeps what was told of it before it was sent.
	const others = targets.filter(({ outcome }) => outcome?.kind !== 'refused');
	const told = others.flatMap((target) => [...(target.told?.values() ?? [])]);
	const sum = (key: string) => told.reduce((all, { fields }) => all + sizeOf(fields[key]), 0);
	const [undone, left] = [sum('undone'), sum('left_alone')];
	const since =
		left > 0 ? `, ${left} left alone, because ${left === 1 ? 'it was' : 'they were'} changed since` : '';
	const back = `${counted(undone, 'value', 'values')}${dryRun ? ' would be' : ''} put back${since}.`;
	const noted = (which: NoteKind): number =>
		others.filter(({ notes }) => notes.some(({ kind }) => kind === which)).length;
	const created = noted('notDeleted');
	const were = dryRun ? 'would not be' : created === 1 ? 'was not' : 'were not';
	const stay =
		created > 0 ? ` ${counted(created, noun.one, noun.many)} that the upload created ${were} deleted.` : '';
	const without = noted('ofNoRecord');
	const nothing =
		without > 0 ? ` ${counted(without, 'item', 'items')} without an ID had nothing to undo.` : '';
	const next =
		dryRun || undone === 0
			? ''
			: ' If this node stands behind the upload, delete it: otherwise the next run takes back what it uploads.';
	return `${dryRun ? 'Dry run, nothing was changed: ' : ''}${back}${stay}${nothing}${next}`;
}
