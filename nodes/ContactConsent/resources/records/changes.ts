import type { IDataObject } from 'n8n-workflow';

import { isRecord, records } from '../../values';
import { ADDRESS_PARTS, LIST_ENTRY, SECTIONS_IN_ORDER, type Column, type RecordModel } from './columns';
import { canonical } from './handOver';

type Flat = Map<string, unknown>;

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);

/** The entries of a list as texts, where their one field says all. */
function listTexts(entries: readonly IDataObject[], field: string): unknown {
	const isPlain = entries.every((entry) => Object.keys(entry).every((key) => key === field));
	return isPlain ? entries.map((entry) => entry[field]) : undefined;
}

/** Notes the columns of a section, and under its nested name what none of them shows. */
function flattenSection(flat: Flat, name: string, section: IDataObject, columns: readonly Column[]): void {
	const [first = {}] = records(section.addresses);
	for (const { name: column, place } of columns) {
		if (place.kind === 'list' && place.section === name) {
			const entries = records(section[place.list]);
			const texts = listTexts(entries, LIST_ENTRY[place.list]);
			flat.set(texts ? column : `${name}.${place.list}`, texts ?? entries);
		} else if (place.kind === 'address' && place.section === name) {
			flat.set(column, first[place.part]);
		}
	}
	flat.set(`${name}.addresses`, section.addresses);
	for (const key of Object.keys(section)) {
		if (key !== 'addresses' && !Object.hasOwn(LIST_ENTRY, key)) flat.set(`${name}.${key}`, section[key]);
	}
}

/** True for addresses of which the flat columns, which show the first one, say all. */
function isOneAddress(addresses: unknown): boolean {
	const [first = {}, ...others] = records(addresses);
	return (
		others.length === 0 &&
		Object.keys(first).every((part) => (ADDRESS_PARTS as readonly string[]).includes(part))
	);
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
		const isShown = column.endsWith('.addresses') && isOneAddress(from) && isOneAddress(to);
		return isShown || canonical(from) === canonical(to) ? [] : [[column, { from, to }]];
	});
	return Object.fromEntries(changes) as IDataObject;
}
