import { isDate } from '../../dates';
import { comparable, isRecord, labelOf, setKey } from '../../values';

/** How the rows of an upload are read, converted and merged. */
export interface Setting {
	/** Blank values: as if they were not there, or sent, which clears the field. */
	emptyFields: 'omit' | 'send';
	/** What the contract does not know. */
	unknownFields: 'ignore' | 'send' | 'customData' | 'error';
	/** IANA name: the workflow's time zone. */
	timeZone: string;
	/** Take off the blanks around the text of a cell; in JSON, a text is sent as it is. */
	trims: boolean;
	/** Nothing is kept of the record, so that an empty text in custom data erases nothing: it is content. */
	replaces: boolean;
	/** A list column replaces the list, or adds what is not in it yet. */
	listValues: 'replace' | 'add';
	dryRun: boolean;
	/** How to go on where columns are not understood. */
	hint: string;
}

/** What a value belongs to: its path in `not_sent`, and its words in a refusal. */
export interface Place {
	name: string;
	label: string;
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

/** How the values of a column, or of a part of one, are converted to what is sent. */
export interface Shape {
	kind: 'text' | 'list' | 'object' | 'other';
	/** Laid over an older value key by key, not as a whole. */
	byKey?: true;
	/** Of a list, and of an entry of one. */
	entry?: Entry;
	isEmail?: true;
	/**
	 * @param unknown takes the paths of what the contract does not know and is left out
	 * @returns `LEAVE_OUT` where nothing is left
	 * @throws InvalidInput
	 */
	convert(value: unknown, place: Place, setting: Setting, unknown: string[]): unknown;
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
	/** Further names under which a table may have it. */
	also?: readonly string[];
}

/** What differs between the records of two resources, as far as uploads go. */
export interface RecordModel {
	noun: { one: string; many: string };
	columns: readonly Column[];
	/** The column for a name, in any case and with any of space, `_` and `-`; labels and everyday names count, too. */
	columnOf: (name: string) => Column | undefined;
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

/** Headings are remembered: the rows of a table have the same ones. */
const MOST_HEADINGS = 1000;

/** @param namedIn the name of the column that a heading in another language means */
export function recordModel(
	noun: RecordModel['noun'],
	columns: readonly Column[],
	namedIn: (heading: string) => string | undefined = () => undefined,
): RecordModel {
	const byName = new Map<string, Column>();
	for (const column of columns) {
		for (const name of [column.name, column.label, ...(column.also ?? [])]) {
			if (!byName.has(comparable(name))) byName.set(comparable(name), column);
		}
	}
	const byPath = new Map(columns.map((column) => [column.path.join('.'), column]));
	const found = new Map<string, Column | undefined>();
	return {
		noun,
		columns,
		columnOf(name) {
			if (!found.has(name)) {
				if (found.size >= MOST_HEADINGS) found.clear();
				found.set(name, byName.get(comparable(name)) ?? byName.get(comparable(namedIn(name) ?? '')));
			}
			return found.get(name);
		},
		columnAt: (path) => (path.length > 0 ? byPath.get(path.join('.')) : undefined),
		sections: new Set(columns.flatMap(({ path: [name = '', ...inner] }) => (inner.length > 0 ? [name] : []))),
		required: columns.filter(({ required }) => required),
	};
}

/** What a text holds as JSON; `undefined` for any other text. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** True for what says nothing: nothing, blank text, and a list or an object, also as JSON text, with nothing else in it. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') {
		const text = value.trim();
		const nested = /^[[{]/.test(text) ? jsonIn(text) : undefined;
		return text === '' || (nested !== undefined && isBlank(nested));
	}
	return typeof value === 'object' && !isDate(value) && Object.values(value).every(isBlank);
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
