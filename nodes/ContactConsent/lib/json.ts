import type { IDataObject } from 'n8n-workflow';

import { isDate } from './dates';

/** True for an object, except an array or null. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects in a list from outside; an empty list for any other value. */
export const records = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? value.filter(isRecord) : [];

/** A scalar from outside as text; `undefined` for any other value. */
export const scalarText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value)
		: undefined;

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

const isNested = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !isDate(value);

/** How deep a value from outside may nest. Deeper ones would end functions that call themselves, n8n's as well. */
export const MOST_LEVELS = 200;

/** True for a value that nests deeper than `MOST_LEVELS`. */
export function isTooDeep(value: unknown): boolean {
	let level = [value].filter(isNested);
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > MOST_LEVELS) return true;
		level = level.flatMap((one) => Object.values(one).filter(isNested));
	}
	return false;
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
