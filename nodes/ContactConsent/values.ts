import type { IDataObject } from 'n8n-workflow';

/** True for an object, except an array or null. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects in a list from outside; an empty list for any other value. */
export const records = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? value.filter(isRecord) : [];

/** A text that is not empty; `undefined` for any other value. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** A scalar from outside as text; `undefined` for any other value. */
export const scalarText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value)
		: undefined;

/** Invisible characters without width, which tables and clipboards may contain. */
const WIDTHLESS = '\\u200b-\\u200f\\u2060\\ufeff\\u00ad';
const AROUND = new RegExp(`^[\\s${WIDTHLESS}]+|[\\s${WIDTHLESS}]+$`, 'g');

/** True for a printable ASCII character except the space. Most texts begin and end with one. */
const isPlain = (code: number): boolean => code > 32 && code < 127;

/** A text without spaces and invisible characters at both ends. */
export const trimmed = (text: string): string =>
	isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)) ? text : text.replace(AROUND, '');

/** True for a whole number beyond 2^53. JSON and n8n have rounded it, and its original digits are lost. */
export const hasLostDigits = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);
export const LOST_DIGITS = 'is a number with too many digits, of which the last are lost already';

/** An ID from outside as text; `undefined` for a number with lost digits, which would name another record. */
export const idText = (value: unknown): string | undefined =>
	hasLostDigits(value) ? undefined : scalarText(value);

/** A name in lower case without spaces, `_` and `-`, to compare spellings. */
export const comparable = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** The label of a name: `work_zip_code` becomes "Work Zip Code". */
export const labelOf = (name: string): string =>
	name
		.split('_')
		.map((word) =>
			word === 'id' || word === 'url' ? word.toUpperCase() : word.replace(/^./, (c) => c.toUpperCase()),
		)
		.join(' ');

/** A text from outside on a single line. n8n shows a line break as `\n`, or leaves it out. */
export const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A text from outside as one line that ends like a sentence, because n8n shows a description as one paragraph. */
export const sentence = (text: string): string => {
	const line = singleLine(text);
	return /[.!?…]$/.test(line) ? line : `${line}.`;
};

/** The beginning of what may be an HTML entity; `AT&T` has none. */
const ENTITY = /&(?=#|[a-z]\w*;|[lg]t|[a-z]{3})/gi;

/** Control characters, unpaired surrogates, and marks that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Changes a text so that n8n shows all of it. The editor shows hints and errors as HTML: it drops text between < and >,
 * even if a space follows the <, and shows text between backticks as code. Other places show plain text. So these
 * characters are replaced by ones that look the same in both: `<img>` becomes `‹img›`. An invisible character becomes
 * �.
 */
export const plainText = (text: string): string =>
	singleLine(text)
		.replace(UNSEEN, '\ufffd')
		.replaceAll('<', '‹')
		.replaceAll('>', '›')
		.replace(ENTITY, '$& ')
		.replaceAll('`', "'");

/** A text cut to a length that people can read and n8n can store with an execution. */
export const shortened = (text: string, longest = 2000): string =>
	text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A text with a capital first letter, for the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number with its noun: `1 row`, `2 rows`. */
export const counted = (count: number, one: string, many: string): string =>
	`${count} ${count === 1 ? one : many}`;

/**
 * Rows of the input, counted from 1: `rows 1 to 3, 5`.
 *
 * @param items indexes of the rows, in ascending order
 * @param most the number of ranges to name; the rows in the others are only counted
 */
export function rowRanges(items: readonly number[], most = Infinity): string {
	const ranges: Array<[number, number]> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range?.[1] === item) range[1] = item + 1;
		else ranges.push([item + 1, item + 1]);
	}
	const shown = ranges.slice(0, most);
	const words = shown.map(([first, last]) => (first === last ? first : `${first} to ${last}`));
	const more = items.length - shown.reduce((sum, [first, last]) => sum + last - first + 1, 0);
	return `${items.length === 1 ? 'row' : 'rows'} ${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const ROWS_SHOWN = 3;

/**
 * The first rows only: `row 2`, `rows 1, 3 and 7`, `rows 1, 3, 5 and 20 more`.
 * @param own a row that is always named
 */
export function rowsInWords(items: readonly number[], own?: number): string {
	const shown = items.slice(0, ROWS_SHOWN);
	if (own !== undefined && own > (shown.at(-1) ?? own)) shown[ROWS_SHOWN - 1] = own;
	const words = shown.map((item) => String(item + 1));
	const more = items.length - words.length;
	const last = more > 0 ? `${more} more` : words.pop();
	const list = words.length > 0 ? `${words.join(', ')} and ${last}` : last;
	return `${items.length === 1 ? 'row' : 'rows'} ${list}`;
}

/** Entries by their key. The keys are in the order of their first entries. */
export function grouped<Entry, Key>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => Key,
): Map<Key, Entry[]> {
	const groups = new Map<Key, Entry[]>();
	for (const entry of entries) {
		const key = keyOf(entry);
		const others = groups.get(key);
		if (others) others.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}

/** Marks a value to leave out. */
export const LEAVE_OUT = Symbol('leave out');

/** Sets a key, even `__proto__`, to which an assignment would change the prototype. */
export function setKey(object: object, key: string, value: unknown): void {
	if (key !== '__proto__') (object as Record<string, unknown>)[key] = value;
	else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** A copy of an object with converted values. A key whose value becomes `LEAVE_OUT` is missing in it. */
export function mapValues(
	object: Readonly<Record<string, unknown>>,
	convert: (value: unknown, key: string) => unknown,
): IDataObject {
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(object)) {
		const value = convert(object[key], key);
		if (value === LEAVE_OUT) continue;
		setKey(copy, key, value);
	}
	return copy as IDataObject;
}

/** A copy without keys whose value is `undefined` or `null`. */
export const withoutEmpty = (entries: Record<string, unknown>): IDataObject =>
	mapValues(entries, (value) => value ?? LEAVE_OUT);

/**
 * A JSON value with all its texts replaced, including keys. If no text changes, the same value is returned, not a copy.
 */
export function textsReplaced(value: unknown, replaced: (text: string) => string): unknown {
	if (typeof value === 'string') return replaced(value);
	if (Array.isArray(value)) {
		const list = value.map((one: unknown) => textsReplaced(one, replaced));
		return list.every((one, at) => one === value[at]) ? value : list;
	}
	if (!isRecord(value)) return value;
	const keys = Object.keys(value);
	const names = keys.map((key) => replaced(key));
	const parts = keys.map((key) => textsReplaced(value[key], replaced));
	if (keys.every((key, at) => names[at] === key && parts[at] === value[key])) return value;
	const copy: IDataObject = {};
	names.forEach((name, at) => setKey(copy, name, parts[at]));
	return copy;
}

/** A copy without nulls at any depth, because some services send null for a missing value. */
export function withoutNulls<T>(value: T): T {
	if (Array.isArray(value)) return value.map(withoutNulls) as T;
	if (!isRecord(value)) return value;
	return mapValues(value, (entry) => (entry === null ? LEAVE_OUT : withoutNulls(entry))) as T;
}

export const KEY_LENGTH = 11;

/**
 * A key for a text: 53 bits by cyrb53 (public domain). With 10,000 keys, a new text has the key of another one by
 * chance once in 9 × 10¹¹ texts.
 */
export function keyOf(text: string): string {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return ((low & 2097151) * 4294967296 + (high >>> 0)).toString(36).padStart(KEY_LENGTH, '0');
}
