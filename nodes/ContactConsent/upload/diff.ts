import type { IDataObject } from 'n8n-workflow';

import { isDate } from '../../dates';
import { entriesOf, isRecord, LEAVE_OUT } from '../../values';
import { valueAt, type Column, type RecordModel } from './columns';
import { canonical } from './match';

/** A value that differs, under the name of its column, or the nested one of what no column shows. */
type Difference = readonly [name: string, from: unknown, to: unknown];

/** Nothing, or a list or an object in which nothing is left. */
const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && !isDate(value) && Object.values(value).every(isEmpty));

/** A value without what says nothing: the service may show a blank, or leave it out. */
function meantIn(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(meantIn);
	if (!isRecord(value)) return value;
	return entriesOf(value, (part) => (isEmpty(part) ? LEAVE_OUT : meantIn(part)));
}

const meant = (value: unknown): string => (isEmpty(value) ? '' : canonical(meantIn(value)));

const differs = ([, from, to]: Difference): boolean => meant(from) !== meant(to);

/** What a column shows of a list of a section: its texts, or a part of the first address. */
function shownBy({ path, shape }: Column, list: unknown): unknown {
	if (!Array.isArray(list)) return undefined;
	if (path.length > 2) return valueAt(list, path.slice(2));
	return list.map((entry: unknown) => shape?.entry?.sentOf(entry));
}

/** Two lists of a section by its columns, and as a whole where these do not show all that they have. */
function listDifferences(columns: readonly Column[], name: string, from: unknown, to: unknown): Difference[] {
	const fields = columns.map(({ path, shape }) => path[2] ?? shape?.entry?.field ?? '');
	const isShown = (list: unknown): boolean =>
		isEmpty(list) ||
		(Array.isArray(list) &&
			(list.length === 1 || columns.every(({ path }) => path.length === 2)) &&
			list.every((entry) => !isRecord(entry) || Object.keys(entry).every((key) => fields.includes(key))));
	const byColumn = columns.map((one): Difference => [one.name, shownBy(one, from), shownBy(one, to)]);
	const whole: Difference[] = isShown(from) && isShown(to) ? [] : [[name, from, to]];
	return [...byColumn, ...whole].filter(differs);
}

/** The differences of two values at these steps: of a record or a section key by key. */
function differences(model: RecordModel, path: readonly string[], from: unknown, to: unknown): Difference[] {
	if (from === to) return [];
	const name = path.join('.');
	if (path.length === 2 && (Array.isArray(from) || Array.isArray(to))) {
		const columns = model.columns.filter((column) => path.every((step, at) => step === column.path[at]));
		if (columns.length > 0) return listDifferences(columns, name, from, to);
	}
	const [before, after] = [from ?? {}, to ?? {}];
	const isByKey = path.length === 0 || model.sections.has(name);
	if (!isByKey || !isRecord(before) || !isRecord(after)) return [[name, from, to] as const].filter(differs);
	const keys = Object.keys({ ...after, ...before });
	return keys.flatMap((key) => differences(model, [...path, key], before[key], after[key]));
}

const shown = (value: unknown): unknown => (isEmpty(value) ? null : value);

/**
 * What sending a record would change: from the column, or the nested name of what no column shows, to `{ from, to }`,
 * where `null` is nothing.
 *
 * @param before what the service has now, in the upload shape; without it, the changes have `to` alone
 */
export function changesOf(
	model: RecordModel,
	before: IDataObject | undefined,
	after: IDataObject,
): IDataObject {
	const changes = differences(model, [], before ?? {}, after).map(([name, from, to]) => [
		name,
		before === undefined ? { to: shown(to) } : { from: shown(from), to: shown(to) },
	]);
	return Object.fromEntries(changes) as IDataObject;
}
