import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isRecord, LEAVE_OUT, records } from '../../values';
import {
	ADDRESS_PARTS,
	LIST_ENTRY,
	SECTIONS_IN_ORDER,
	type Column,
	type ListName,
	type RecordModel,
} from './columns';
import { canonical } from './handOver';

type Flat = Map<string, unknown>;

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);

/** A value without what says nothing: the service may show a blank, or leave it out. */
function meantIn(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(meantIn);
	if (!isRecord(value)) return value;
	return entriesOf(value, (part) => (isEmpty(part) ? LEAVE_OUT : meantIn(part)));
}

/** True for entries of a list of which their one field says all. */
const arePlain = (entries: unknown, field: string): boolean =>
	records(entries).every((entry) => Object.keys(entry).every((key) => key === field));

/** Notes the columns of a section, and all of it under nested names: it may have more than the columns show. */
function flattenSection(flat: Flat, name: string, section: IDataObject, columns: readonly Column[]): void {
	const [first = {}] = records(section.addresses);
	for (const { name: column, place } of columns) {
		if (place.kind === 'list' && place.section === name) {
			const entries = records(section[place.list]);
			flat.set(
				column,
				entries.map((entry) => entry[LIST_ENTRY[place.list]]),
			);
		} else if (place.kind === 'address' && place.section === name) {
			flat.set(column, first[place.part]);
		}
	}
	for (const key of Object.keys(section)) flat.set(`${name}.${key}`, section[key]);
}

/** True for addresses of which the flat columns, which show the first one, say all. */
function isOneAddress(addresses: unknown): boolean {
	const [first = {}, ...others] = records(addresses);
	return (
		others.length === 0 &&
		Object.keys(first).every((part) => (ADDRESS_PARTS as readonly string[]).includes(part))
	);
}

/** True for a list under its nested name of which the flat columns say all. */
function isShownFlat(name: string, list: unknown): boolean {
	const [section, key = ''] = name.split('.');
	if (!SECTIONS_IN_ORDER.some((one) => one === section)) return false;
	if (key === 'addresses') return isOneAddress(list);
	return Object.hasOwn(LIST_ENTRY, key) && arePlain(list, LIST_ENTRY[key as ListName]);
}

function flatten({ columns }: RecordModel, upload: IDataObject): Flat {
	const flat: Flat = new Map();
	const sections: readonly string[] = SECTIONS_IN_ORDER;
	for (const key of Object.keys(upload)) {
		const value = upload[key];
		if (sections.includes(key) && isRecord(value)) flattenSection(flat, key, value, columns);
		else flat.set(key, value);
	}
	return flat;
}

/**
 * What sending a record would change: from flat column to `{ from, to }`, where `null` is nothing.
 *
 * @param before what the service has now, in the upload shape; `undefined` where it has nothing
 */
export function changesOf(
	model: RecordModel,
	before: IDataObject | undefined,
	after: IDataObject,
): IDataObject {
	const [old, now] = [flatten(model, before ?? {}), flatten(model, after)];
	const changes = [...new Set([...now.keys(), ...old.keys()])].flatMap((column): Array<[string, unknown]> => {
		const [from, to] = [old.get(column), now.get(column)].map((value) => (isEmpty(value) ? null : value));
		const isShown = isShownFlat(column, from) && isShownFlat(column, to);
		return isShown || canonical(meantIn(from)) === canonical(meantIn(to)) ? [] : [[column, { from, to }]];
	});
	return Object.fromEntries(changes) as IDataObject;
}
