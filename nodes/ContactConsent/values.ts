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

/** The texts of a list that came from outside. */
export const texts = (value: unknown): string[] =>
	Array.isArray(value) ? value.flatMap((entry) => textOf(entry) ?? []) : [];

/** Leaves out keys whose value is missing. */
export function withoutEmpty(entries: Record<string, unknown>): IDataObject {
	const kept: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(entries)) {
		if (value !== undefined && value !== null) kept[key] = value;
	}
	return kept as IDataObject;
}

/** A copy without nulls at any depth, for services that show a missing value that way. */
export function withoutNulls<T>(value: T): T {
	if (Array.isArray(value)) return value.map(withoutNulls) as T;
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, entry]) => (entry === null ? [] : [[key, withoutNulls(entry)]])),
	) as T;
}
