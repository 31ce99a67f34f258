import type { WaitPlan } from '../plan';
import { isRecord, labelOf, setKey } from '../values';
import type { Reading } from './reading';

/** How rows are read, merged and sent: the settings of an upload, which are read once. */
export interface Setting {
	/** Blank values: as if they were not there, or sent, which clears the field. */
	emptyFields: 'omit' | 'send';
	/** What the contract does not know. */
	unknownFields: 'ignore' | 'send' | 'customData';
	/** A list column replaces the list, or adds what is not in it yet. */
	listValues: 'replace' | 'add';
	/** IANA name: the workflow's time zone. */
	timeZone: string;
	/** The columns of a table are mapped: what does not belong to the text of a cell is taken off. JSON is sent as it is. */
	trims: boolean;
	/** Lays values over the record that is there; otherwise the record becomes exactly what is sent. */
	keeps: boolean;
	/** Refuses records that are not there yet, instead of creating them. */
	mustExist: boolean;
	dryRun: boolean;
	/** The most records in one request. */
	batchSize: number;
	/** How the Operations are waited for; missing: not at all. */
	waiting?: Pick<WaitPlan, 'timeout' | 'isPending'>;
}

/** What the hint tells of a cell, beside its value. */
export type Told =
	/** What a spreadsheet shows where a formula failed: blank. */
	| 'error'
	/** A number of which a spreadsheet has shown the first digits alone: not sent. */
	| 'shortened'
	/** The number of a day, as spreadsheets store it: read as that day. */
	| 'dayNumber'
	/** A spreadsheet's mark for text in front of a number: taken off. */
	| 'textMark'
	/** A day without its year: not sent. */
	| 'partOfDay';

/** Reads the values of a row by a setting, and takes what it finds beside them. */
export interface Reader {
	readonly setting: Setting;
	/** Names of columns, and paths of nested fields, that are not sent. */
	notSent: string[];
	/** What is told of the cell that is read, with an example: what it said, and how it was read. */
	told?: Array<{ what: Told; said: string; read?: string }>;
}

/** Notes something that is told of a cell. */
export function tell(reader: Reader, what: Told, said: string, read?: string): void {
	(reader.told ??= []).push({ what, said, read });
}

/** What the hint tells of a value that was laid over the stored one: a sentence around a name, e.g. a type of consent. */
export interface Remark {
	before: string;
	name: string;
	after?: string;
	isWarning: boolean;
	/** Something of the value is not sent. */
	isNotSent?: true;
}

export interface PlacedRemark extends Remark {
	/** That the value stands under. */
	heading: string;
}

/** A column of a bulk upload. */
export interface Column {
	/** Frozen: saved workflows name it. For a field of the record itself it is the field's name. */
	name: string;
	/** As people read it. */
	label: string;
	/**
	 * The steps to its value in an upload: `company`, `section_work emails`, or `section_work addresses city` for a part
	 * of the first address. Empty for a column that stands for others.
	 */
	path: readonly string[];
	/** How its value is converted; missing for a column that can only be read. */
	shape?: Shape;
	/** The columns that it may stand for, because it names no section: the first one for which there is a value. */
	inSections?: readonly Column[];
	required?: boolean;
	/** Its name in simplified records, where that is another one. */
	simplified?: string;
}

/** How the entries of a list are told from one another. */
export interface Entry {
	/** The one field that each of them has in an upload; missing where it is a text. */
	field?: string;
	/** What is sent for one, in the shape of a read or of an upload. */
	sentOf: (entry: unknown) => unknown;
	/** How people see it; `undefined` where there is nothing to be seen. */
	shownAs: (entry: unknown) => string | undefined;
	/** What two spellings of it have in common. */
	spelled: (text: string) => string;
}

/** What a value belongs to: its path in `not_sent`, and its words in a refusal. */
export type Place = Pick<Column, 'name' | 'label'>;

/** How the values of a column, or of a part of one, are read, and laid over stored ones. */
export interface Shape {
	kind: 'text' | 'list' | 'object' | 'other';
	/** Laid over an older value key by key, not as a whole. */
	byKey?: true;
	/** Of a list, and of an entry of one. */
	entry?: Entry;
	isEmail?: true;
	/**
	 * Reads a value of a row.
	 *
	 * @param reader takes the paths of what the contract does not know and is left out
	 * @returns what is sent; `LEAVE_OUT` where nothing is left
	 * @throws InvalidInput
	 */
	convert(value: unknown, place: Place, reader: Reader): unknown;
	/**
	 * A value of the service as it would be sent back, which is not `undefined`; missing where that is the same.
	 *
	 * @param keepUnknown what becomes of a value that the contract does not know, by its path
	 */
	ofStored?: (
		value: unknown,
		path: string,
		keepUnknown: (value: unknown, path: string) => unknown,
	) => unknown;
	/**
	 * Lays a value over the stored one in a way of its own; missing where merge.ts knows how.
	 *
	 * @param remark takes what is told of it
	 * @throws InvalidInput
	 */
	over?: (stored: unknown, value: unknown, remark: (one: Remark) => void) => unknown;
}

/** What differs between the records of two resources, as far as uploads go. */
export interface RecordModel {
	/** `number`: what people's own systems call the ID of one. */
	noun: { one: string; many: string; number: string };
	columns: readonly Column[];
	/** The name of the column for what the words of a heading say; a name that no column has, or none, is none. */
	named: (reading: Reading) => string | undefined;
	/** The column whose value has these steps in an upload. */
	columnAt: (path: readonly string[]) => Column | undefined;
	/** Fields that hold those of other columns. */
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
	named: RecordModel['named'] = ({ concept }) => concept,
): RecordModel {
	const byPath = new Map(columns.map((column) => [column.path.join('.'), column]));
	return {
		noun,
		columns,
		named,
		columnAt: (path) => (path.length > 0 ? byPath.get(path.join('.')) : undefined),
		sections: new Set(columns.flatMap(({ path: [name = '', ...inner] }) => (inner.length > 0 ? [name] : []))),
		required: columns.filter(({ required }) => required),
	};
}

/** The value at the steps of a column; in a list of addresses, that of the first one. */
export const valueAt = (record: unknown, path: readonly string[]): unknown =>
	path.reduce((at, step) => {
		const object = Array.isArray(at) ? (at as unknown[]).find(isRecord) : at;
		return isRecord(object) && Object.hasOwn(object, step) ? object[step] : undefined;
	}, record);

/**
 * A copy of a value with another one at the steps of a column. The first part of an address makes one, unless it is blank.
 *
 * @param depth how many of the steps lead to the value itself
 */
export function withValueAt(at: unknown, path: readonly string[], value: unknown, depth: number): unknown {
	const step = path[depth];
	if (step === undefined) return value;
	const copy = isRecord(at) ? { ...at } : {};
	if (depth === path.length - 1) {
		setKey(copy, step, value);
		return copy;
	}
	// Only addresses have parts further in.
	const inner = copy[step];
	const addresses: unknown[] = Array.isArray(inner) ? inner : [];
	const first = addresses.find(isRecord);
	if (first === undefined && value === '') return at;
	const changed = withValueAt(first, path, value, depth + 1);
	const others = addresses.map((address) => (address === first ? changed : address));
	return { ...copy, [step]: first === undefined ? [changed, ...addresses] : others };
}
