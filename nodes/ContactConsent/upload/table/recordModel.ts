import type { IDataObject } from 'n8n-workflow';

import type { WaitPlan } from '../../common/plan';
import { isRecord, setKey } from '../../lib/json';
import { labelOf } from '../../lib/text';
import type { Note, UnplacedNote } from '../report/notes';
import type { HeadingMeaning } from './headingMeaning';

/** The settings of an upload, which are read once: how rows are read, merged and sent. */
export interface Setting {
	/** Blank values are left out (`omit`), or sent, which clears the field. */
	emptyFields: 'omit' | 'send';
	/** What happens to fields that the contract does not know. */
	unknownFields: 'ignore' | 'send' | 'customData';
	/** The values of a list column replace the stored list, or the new ones are added to it. */
	listValues: 'replace' | 'add';
	/** The heading of the column that is the ID, whatever else could be it; blank or missing: the headings say it. */
	idColumn?: string;
	/** `keep`: only fields that are empty at the service are filled. Missing: `overwrite`. */
	storedValues?: 'overwrite' | 'keep';
	/** The workflow's time zone, as an IANA name. */
	timeZone: string;
	/**
	 * True: texts are cleaned, because they come from the cells of a table, as mapped columns do. False: they are sent as they
	 * are, as in JSON.
	 */
	isTable: boolean;
	/** True: values are laid over the stored record. False: the record becomes exactly what is sent. */
	keepsOtherFields: boolean;
	/** True: a record that does not exist is refused. False: it is created. */
	mustExist: boolean;
	dryRun: boolean;
	/** The highest number of records in one request. */
	batchSize: number;
	/** How the upload waits for its Operations; missing if it does not wait. */
	waiting?: Pick<WaitPlan, 'timeout' | 'isPending'>;
}

/** The settings by which a cell is read. Reading its value adds to `notes`. */
export interface Reader {
	readonly setting: Setting;
	/** The heading of the cell. */
	readonly heading: string;
	readonly notes: Note[];
	/** The value is a part of an object or an entry of an array: no expression has written it into a cell. */
	readonly isInside?: true;
}

/**
 * Notes something about the text of a cell: that it was corrected (a mark is taken off, a number is read as a day), left
 * out, or may mean something else. So a stored value on which reading makes a note is none that an upload would send as it
 * is: `isStoredAlready` asks for that.
 *
 * @param words what it was read as
 */
export function addNote({ heading, notes }: Reader, kind: Note['kind'], given: string, words?: string): void {
	notes.push({ kind, heading, given, words });
}

/** A column of a bulk upload. */
export interface Column {
	/** Never rename it: saved workflows contain it. For a field of the record itself, it is the name of that field. */
	name: string;
	/** The name that people read. */
	label: string;
	/**
	 * The keys that lead to its value in an upload: `company`, `section_work emails`, or `section_work addresses city`
	 * for a part of the first address. Missing for a column with `inSections`, and for what only simplified records have.
	 */
	path?: readonly string[];
	/** How its values are converted; missing if `isReadOnly`. */
	shape?: Shape;
	/** The service shows it, and uploads do not have it. */
	isReadOnly?: true;
	/**
	 * For a column that names no section: the same column in each section. A cell belongs to the first section with a
	 * stored value, else to the first section.
	 */
	inSections?: readonly FieldColumn[];
	required?: boolean;
	/** Its name in simplified records, if it differs. */
	simplified?: string;
}

/** How long the path of a part of an address is: its section, `addresses`, its name. */
export const ADDRESS_PATH = 3;

/** A column whose values have one place in an upload. */
export interface FieldColumn extends Column {
	path: readonly string[];
}

/** How the entries of a list are compared. */
export interface Entry {
	/** The only field of an entry in an upload; missing if entries are texts. */
	field?: string;
	/** The value that is sent for an entry. The entry may have the shape of a read or of an upload. */
	sentOf: (entry: unknown) => unknown;
	/** The text that the service shows for an entry; `undefined` if it shows none. */
	shownAs: (entry: unknown) => string | undefined;
	/** Maps all spellings of an entry to the same text. */
	normalized: (text: string) => string;
}

/** What a value is called: `name` in `not_sent`, where it is a path, and `label` in a refusal. */
export type Caption = Pick<Column, 'name' | 'label'>;

/** What the service shows of a value that was added. */
export interface Seen {
	/** What is not there, in words. */
	missing: readonly string[];
	/** What is not there because something newer is. */
	outdated: readonly string[];
	/** The value with what is missing; `undefined` if nothing may be written again. @param stored as it is now */
	again: (stored: unknown) => unknown;
}

/** Looks whether what an upload has added is there. */
export interface Check {
	/** @param shown the value that the service shows, in the shape of an upload */
	look: (shown: unknown) => Seen;
}

/** A field of the record, and the check of its value. */
export interface CheckedValue {
	name: string;
	check: Check;
}

/** Values of several rows, merged into the stored one. */
export interface MergedValues {
	value: unknown;
	each: ReadonlyArray<{ error: unknown } | { notes: readonly UnplacedNote[] }>;
}

/** A difference that has a name of its own instead of a column's. It also counts if both values are the same. */
export interface NamedDifference {
	name: string;
	label: string;
	from: unknown;
	to: unknown;
	/** Further fields of the output, of a difference that is told of a created record, too. */
	more?: IDataObject;
}

/** How the values of a column, or of a part of a value, are read and laid over stored values. */
export interface Shape {
	kind: 'text' | 'list' | 'object' | 'other';
	/** An object whose keys replace the stored ones one by one; the other stored keys stay. */
	byKey?: true;
	/** How entries are compared: set for a list, and for the shape of its entries. */
	entry?: Entry;
	isEmail?: true;
	/**
	 * Reads a value of a row.
	 *
	 * @param reader takes the paths of the fields that are left out because the contract does not know them
	 * @returns what is sent; `LEAVE_OUT` if nothing is sent
	 * @throws InvalidInput
	 */
	convert(value: unknown, caption: Caption, reader: Reader): unknown;
	/**
	 * Converts a stored value to the shape in which it is sent back. Missing if both shapes are the same.
	 *
	 * @param value never `undefined`
	 * @param keepUnknown decides about a value that the contract does not know: returns it, or `LEAVE_OUT`
	 */
	ofStored?: (
		value: unknown,
		path: string,
		keepUnknown: (value: unknown, path: string) => unknown,
	) => unknown;
	/**
	 * Merges the values of all rows of a record into the stored value at once, with Keep. Missing: merge.ts lays them over
	 * it one by one, in the general way.
	 *
	 * @returns the merged value, and of each row why it is refused, or what is to be said of it. A refused row has changed
	 * nothing.
	 */
	mergeAll?: (stored: unknown, values: readonly unknown[], setting: Setting) => MergedValues;
	/**
	 * How people see the difference of two values, by names of its own, e.g. `consents.newsletter`. Missing: the column
	 * differs as a whole. It never leaves a difference out.
	 */
	differences?: (from: unknown, to: unknown, timeZone: string) => NamedDifference[];
	/**
	 * Makes the check of what an upload adds. Missing: an Operation that is done is believed.
	 *
	 * @returns `undefined` if the upload adds nothing
	 */
	checkOf?: (before: unknown, after: unknown, setting: Setting) => Check | undefined;
}

/** What an upload has to know about the records of a resource. */
export interface RecordModel {
	/** `number` is the name that people's own systems have for the ID, e.g. customer number. */
	noun: { one: string; many: string; number: string };
	columns: readonly Column[];
	/** Those of the columns that have a path. */
	fields: readonly FieldColumn[];
	/** The name of the column that a heading means by its words. `undefined` or an unknown name: no column. */
	columnNameOf: (meaning: HeadingMeaning) => string | undefined;
	columnAt: (path: readonly string[]) => FieldColumn | undefined;
	/** The fields of the record that contain the values of several columns, e.g. `section_work`. */
	sections: ReadonlySet<string>;
	required: readonly Column[];
}

/** A column for a field of the record itself. */
export const field = (name: string, shape?: Shape, more: Partial<FieldColumn> = {}): FieldColumn => ({
	name,
	label: labelOf(name),
	path: [name],
	shape,
	...more,
});

const hasPath = (column: Column): column is FieldColumn => column.path !== undefined;

export function recordModel(
	noun: RecordModel['noun'],
	columns: readonly Column[],
	columnNameOf: RecordModel['columnNameOf'] = ({ concept }) => concept,
): RecordModel {
	const fields = columns.filter(hasPath);
	const byPath = new Map(fields.map((column) => [column.path.join('.'), column]));
	return {
		noun,
		columns,
		fields,
		columnNameOf,
		columnAt: (path) => byPath.get(path.join('.')),
		sections: new Set(fields.flatMap(({ path: [name = '', ...inner] }) => (inner.length > 0 ? [name] : []))),
		required: columns.filter(({ required }) => required),
	};
}

/** The value at the path of a column. In a list of addresses, the path goes on in the first address. */
export const valueAt = (record: unknown, path: readonly string[]): unknown =>
	path.reduce((at, step) => {
		const object = Array.isArray(at) ? (at as unknown[]).find(isRecord) : at;
		return isRecord(object) && Object.hasOwn(object, step) ? object[step] : undefined;
	}, record);

/**
 * Copies a value, with another value at the path of a column. If no address exists, a part of an address creates one,
 * unless the part is blank.
 *
 * @param depth how many keys of the path lead to `at`
 */
export function withValueAt(at: unknown, path: readonly string[], value: unknown, depth: number): unknown {
	const step = path[depth];
	if (step === undefined) return value;
	const copy = isRecord(at) ? { ...at } : {};
	if (depth === path.length - 1) {
		setKey(copy, step, value);
		return copy;
	}
	// Only addresses have longer paths.
	const inner = copy[step];
	const addresses: unknown[] = Array.isArray(inner) ? inner : [];
	const first = addresses.find(isRecord);
	if (first === undefined && value === '') return at;
	const changed = withValueAt(first, path, value, depth + 1);
	const others = addresses.map((address) => (address === first ? changed : address));
	return { ...copy, [step]: first === undefined ? [changed, ...addresses] : others };
}
