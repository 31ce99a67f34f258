import type { IDataObject } from 'n8n-workflow';

/** True for a plain JSON object: no array, no null. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list that came from outside; nothing where it is no list. */
export const records = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? value.filter(isRecord) : [];

/** A text that says something. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** A scalar from outside as text; nothing where it is none. */
export const scalarText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value)
		: undefined;

/** A name without case, spaces, `_` and `-`: what two spellings of it have in common. */
export const comparable = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** A text from outside on a single line: n8n shows line breaks as `\n`, or swallows them. */
export const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** So many of something, in words. */
export const counted = (count: number, one: string, many: string): string =>
	`${count} ${count === 1 ? one : many}`;

/** The texts of a list that came from outside. */
export const texts = (value: unknown): string[] =>
	Array.isArray(value) ? value.flatMap((entry) => textOf(entry) ?? []) : [];

/** Marks a value that is to be left out. */
export const LEAVE_OUT = Symbol('leave out');

/** A key like any other, also where assigning to it means something else. */
const defineKey = (object: object, key: string, value: unknown) =>
	Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });

/** A copy of an object with each value converted, and without those that are to be left out. */
export function entriesOf(
	object: Readonly<Record<string, unknown>>,
	convert: (value: unknown, key: string) => unknown,
): IDataObject {
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(object)) {
		const value = convert(object[key], key);
		if (value === LEAVE_OUT) continue;
		if (key === '__proto__') defineKey(copy, key, value);
		else copy[key] = value;
	}
	return copy as IDataObject;
}

/** Leaves out keys whose value is missing. */
export const withoutEmpty = (entries: Record<string, unknown>): IDataObject =>
	entriesOf(entries, (value) => value ?? LEAVE_OUT);

/** A copy without nulls at any depth, for services that show a missing value that way. */
export function withoutNulls<T>(value: T): T {
	if (Array.isArray(value)) return value.map(withoutNulls) as T;
	if (!isRecord(value)) return value;
	return entriesOf(value, (entry) => (entry === null ? LEAVE_OUT : withoutNulls(entry))) as T;
}

export const KEY_LENGTH = 11;

/** A key for a text: 53 bits by cyrb53 (public domain). 10,000 keys meet a new one by chance once in 9 × 10¹¹ texts. */
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
