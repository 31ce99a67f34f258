import type { WaitPlan } from '../plan';
import { isRecord, labelOf, setKey } from '../values';
import type { Reading } from './reading';

/** The settings of an upload, which are read once: how rows are read, merged and sent. */
export interface Setting {
	/** Blank values are left out (`omit`), or sent, which clears the field. */
	emptyFields: 'omit' | 'send';
	/** What happens to fields that the contract does not know. */
	unknownFields: 'ignore' | 'send' | 'customData';
	/** The values of a list column replace the stored list, or the new ones are added to it. */
	listValues: 'replace' | 'add';
	/** The workflow's time zone, as an IANA name. */
	timeZone: string;
	/** True for mapped columns: the text of a cell is cleaned. False for JSON: texts are sent as they are. */
	trims: boolean;
	/** True: values are laid over the stored record. False: the record becomes exactly what is sent. */
	keeps: boolean;
	/** True: a record that does not exist is refused. False: it is created. */
	mustExist: boolean;
	dryRun: boolean;
	/** The highest number of records in one request. */
	batchSize: number;
	/** How the upload waits for its Operations; missing if it does not wait. */
	waiting?: Pick<WaitPlan, 'timeout' | 'isPending'>;
}

/** What reading a cell may find, for the hint above the output. */
export type FindingKind =
	/** The error text of a failed formula: not sent. */
	| 'error'
	/** A number that a spreadsheet has shortened to its first digits: not sent. */
	| 'shortened'
	/** The number as which a spreadsheet stores a date: read as that date. */
	| 'dayNumber'
	/** The apostrophe with which a spreadsheet marks a number as text: removed. */
	| 'textMark'
	/** A date that lacks its year, month or day: not sent. */
	| 'partOfDay';

/** A finding about a cell: `given` is the text of the cell, `readAs` the value it was read as. */
export interface Finding {
	kind: FindingKind;
	given: string;
	readAs?: string;
}

/** The settings by which a row is read. Reading its values adds to `notSent` and `findings`. */
export interface Reader {
	readonly setting: Setting;
	/** Names of columns, and paths of nested fields, that are not sent. */
	notSent: string[];
	/** What reading the current cell has found. */
	findings?: Finding[];
}

export function addFinding(reader: Reader, kind: FindingKind, given: string, readAs?: string): void {
	(reader.findings ??= []).push({ kind, given, readAs });
}

/**
 * A remark of the hint about a value that was laid over the stored one. Its sentence is `before`, the name (e.g. a type
 * of consent) and `after`.
 */
export interface Remark {
	before: string;
	name: string;
	after?: string;
	isWarning: boolean;
	/** A part of the value is not sent. */
	isNotSent?: true;
}

export interface CellRemark extends Remark {
	/** The heading of the value. */
	heading: string;
}

/** A column of a bulk upload. */
export interface Column {
	/** Never rename it: saved workflows contain it. For a field of the record itself, it is the name of that field. */
	name: string;
	/** The name that people read. */
	label: string;
	/**
	 * The keys that lead to its value in an upload: `company`, `section_work emails`, or `section_work addresses city`
	 * for a part of the first address. Empty for a column with `inSections`.
	 */
	path: readonly string[];
	/** How its values are converted; missing for a read-only column. */
	shape?: Shape;
	/**
	 * For a column that names no section: the same column in each section. A cell belongs to the first section with a
	 * stored value, else to the first section.
	 */
	inSections?: readonly Column[];
	required?: boolean;
	/** Its name in simplified records, if it differs. */
	simplified?: string;
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
	spelled: (text: string) => string;
}

/** What a value is called: `name` in `not_sent`, where it is a path, and `label` in a refusal. */
export type Caption = Pick<Column, 'name' | 'label'>;

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
	 * Lays a value over the stored one in a special way. Missing if the general way of merge.ts is right.
	 *
	 * @param remark takes remarks for the hint
	 * @throws InvalidInput
	 */
	over?: (stored: unknown, value: unknown, remark: (one: Remark) => void) => unknown;
}

/** What an upload has to know about the records of a resource. */
export interface RecordModel {
	/** `number` is the name that people's own systems have for the ID, e.g. customer number. */
	noun: { one: string; many: string; number: string };
	columns: readonly Column[];
	/** The name of the column that a heading means by its words. `undefined` or an unknown name: no column. */
	columnNameOf: (reading: Reading) => string | undefined;
	columnAt: (path: readonly string[]) => Column | undefined;
	/** The fields of the record that contain the values of several columns, e.g. `section_work`. */
	sections: ReadonlySet<string>;
	required: readonly Column[];
}

/** A column for a field of the record itself. */
export const field = (name: string, shape: Shape | undefined, more: Partial<Column> = {}): Column => ({
	name,
	label: labelOf(name),
	path: [name],
	shape,
	...more,
});

export function recordModel(
	noun: RecordModel['noun'],
	columns: readonly Column[],
	columnNameOf: RecordModel['columnNameOf'] = ({ concept }) => concept,
): RecordModel {
	const byPath = new Map(columns.map((column) => [column.path.join('.'), column]));
	return {
		noun,
		columns,
		columnNameOf,
		columnAt: (path) => (path.length > 0 ? byPath.get(path.join('.')) : undefined),
		sections: new Set(columns.flatMap(({ path: [name = '', ...inner] }) => (inner.length > 0 ? [name] : []))),
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
