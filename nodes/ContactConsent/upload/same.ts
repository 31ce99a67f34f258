import { isDate } from '../dates';
import { entriesOf, isRecord, LEAVE_OUT } from '../values';
import { trimmed } from './cells';

/** What a text holds as JSON; `undefined` for any other text. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** True for a value that says nothing: a blank text, and a list or an object, also as JSON text, with nothing else in it. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') {
		const text = trimmed(value);
		if (!text.startsWith('{') && !text.startsWith('[')) return text === '';
		const nested = jsonIn(text);
		return nested !== undefined && isBlank(nested);
	}
	return typeof value === 'object' && !isDate(value) && Object.values(value).every(isBlank);
}

const withSortedKeys = (_key: string, part: unknown): unknown =>
	isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;

/** A value as text in which the order of keys does not matter, to compare it. */
export const canonical = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value, withSortedKeys) : JSON.stringify(value);

/** Of a stored value: nothing, an empty text, or a list or an object in which nothing else is left. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && !isDate(value) && Object.values(value).every(isEmpty));

/** A value without what is empty: the service may show that, or leave it out. */
function filled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(filled);
	if (!isRecord(value)) return value;
	return entriesOf(value, (part) => (isEmpty(part) ? LEAVE_OUT : filled(part)));
}

const meant = (value: unknown): string => (isEmpty(value) ? '' : canonical(filled(value)));

/** True for two values of a record that mean the same: empty ones and the order of keys make no difference. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || meant(one) === meant(other);
