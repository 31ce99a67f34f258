import type { IDataObject } from 'n8n-workflow';

import type { Current } from '../../plan';
import { isRecord, records, textOf } from '../../values';
import {
	entryText,
	LIST_ENTRY,
	saidText,
	SECTIONS_IN_ORDER,
	type Column,
	type ListName,
	type Place,
	type RecordModel,
	type Section,
} from './columns';
import { canonical, sameField, type Given, type HandedOver } from './handOver';
import { invalid } from './values';

/** A record that the service does not have. */
const NOTHING: Current = { upload: {}, readAs: new Map() };

const sectionOf = (upload: IDataObject, section: Section): IDataObject => {
	const value = upload[section];
	return isRecord(value) ? value : {};
};

const firstAddress = (section: IDataObject): IDataObject => records(section.addresses)[0] ?? {};

/** The text by which an entry of a list is shown; `undefined` for one that says nothing. */
const shownText = (entry: IDataObject, list: ListName, { readAs }: Current): string | undefined =>
	entryText(readAs.get(entry)) ?? textOf(entry[LIST_ENTRY[list]]);

const indexShown = (section: IDataObject, list: ListName, current: Current): number =>
	records(section[list]).findIndex((entry) => shownText(entry, list, current) !== undefined);

/** The section that a column without one belongs to: the first that has such a value now, else work. */
function homeOf(place: Place, current: Current): Section {
	const has = (section: Section): boolean => {
		const now = sectionOf(current.upload, section);
		if (place.kind === 'list') return indexShown(now, place.list, current) >= 0;
		return textOf(firstAddress(now).city) !== undefined;
	};
	return SECTIONS_IN_ORDER.find(has) ?? 'section_work';
}

/**
 * Replaces the entry of a list that is shown. What is handed over as the service has it, or shows it, is that entry and
 * stays whole, wherever it stands: sent twice, a row changes nothing the second time.
 */
function withFirst(now: IDataObject, list: ListName, { value, raw }: Given, current: Current): IDataObject[] {
	const given = value as IDataObject[];
	const entries = records(now[list]);
	const at = indexShown(now, list, current);
	if (at < 0) return [...given, ...entries];
	// Whole, because separators may be part of it.
	if (raw === shownText(entries[at] ?? {}, list, current)) return entries;
	const field = LIST_ENTRY[list];
	const isSame = (entry: IDataObject, one: IDataObject): boolean =>
		entry[field] === one[field] || shownText(entry, list, current) === one[field];
	const replaced = given.map((one) => entries.find((entry) => isSame(entry, one)) ?? one);
	const others = entries.slice(at + 1).filter((entry) => !given.some((one) => isSame(entry, one)));
	return [...entries.slice(0, at), ...new Set(replaced), ...others];
}

/** The column that names the section which a column without one belongs to. */
function explicitColumn({ columns }: RecordModel, place: Place, home: Section): Column | undefined {
	return columns.find(({ place: other }) => {
		if (other.kind === 'list' && place.kind === 'list')
			return other.list === place.list && other.section === home;
		if (other.kind !== 'address' || place.kind !== 'address') return false;
		return other.part === place.part && other.section === home;
	});
}

/** True where a column with a section says the same; it counts then. */
function isSaidBy(explicit: Given, given: Given): boolean {
	const all: unknown[] = [explicit.value].flat();
	const first: unknown[] = [given.value].flat();
	const same = canonical(all.slice(0, first.length)) === canonical(first);
	if (!same) throw sameField(explicit, given);
	return true;
}

/** The copies of a section and of its first address that are changed: what the service has now stays as it is. */
interface Copies {
	section: IDataObject;
	address?: IDataObject;
}

/** Lays a list or a part of the first address over a section. */
function laySection(copies: Copies, given: Given, current: Current): void {
	const { section } = copies;
	const { place } = given.column;
	if (place.kind === 'list') {
		section[place.list] =
			place.section === undefined
				? withFirst(section, place.list, given, current)
				: (given.value as IDataObject[]);
	} else if (place.kind === 'address') {
		if (copies.address === undefined) {
			const [first, ...others] = records(section.addresses);
			// A blank changes nothing where there is no address.
			if (first === undefined && given.value === '') return;
			copies.address = { ...first };
			section.addresses = [copies.address, ...others];
		}
		copies.address[place.part] = given.value as string;
	}
}

/** Sets a field; maps and sections are laid over what is there key by key. */
function layWhole(upload: IDataObject, { column: { name, place }, value }: Given): void {
	const below = place.kind === 'map' || place.kind === 'section' ? upload[name] : undefined;
	upload[name] = (isRecord(below) && isRecord(value) ? { ...below, ...value } : value) as IDataObject[string];
}

/** The fields of a number that reads show, the one that counts first. */
const NUMBER_FIELDS = ['original', 'international_formatted', 'number', 'area', 'national_formatted'];

/**
 * A number from a read is sent as its owner typed it. Where only another part of it was changed, that would get lost.
 *
 * @throws InvalidInput
 */
function assertNumbers(given: Current['readAs'], current: Current): void {
	for (const [upload, entry] of given) {
		const counting = NUMBER_FIELDS.slice(0, 2).find((field) => saidText(entry[field]) !== undefined);
		if (counting === undefined) continue;
		const changedFrom = (now: IDataObject) =>
			NUMBER_FIELDS.find((field) => ![undefined, saidText(now[field])].includes(saidText(entry[field])));
		const before = [...current.readAs].flatMap(([one, now]) =>
			(one as IDataObject).number === (upload as IDataObject).number ? [now] : [],
		);
		const changes = before.map(changedFrom);
		if (changes.length === 0 || changes.includes(undefined)) continue;
		throw invalid(
			`The number "${saidText(entry[counting])}"`,
			`has another '${changes[0]}' than before, but its '${counting}' is what is sent`,
			`Change its '${counting}': the service works out the other parts.`,
		);
	}
}

/** Nested values are laid first, then what names a section, then what names none: faster than sorting each element. */
const RANKS = [0, 1, 2];

function rankOf(place: Place): number {
	if (place.kind !== 'list' && place.kind !== 'address') return 0;
	return place.section === undefined ? 2 : 1;
}

/**
 * The upload of an element: what it hands over, laid over what the service has now.
 *
 * Text fields one by one, `data` key by key, lists of a section whole, a column without a section over the first entry
 * alone, the first address part by part, `documentation` whole.
 *
 * @param current without it, the record becomes exactly what is handed over
 * @throws InvalidInput where two columns have different values for the same field
 */
export function layOver(
	model: RecordModel,
	{ values, more, customData, readAs }: HandedOver,
	current: Current = NOTHING,
): IDataObject {
	assertNumbers(readAs, current);
	const upload: IDataObject = { ...current.upload, ...more };
	const copies: Partial<Record<Section, Copies>> = {};
	for (const rank of RANKS) {
		for (const given of values) {
			const { place } = given.column;
			if (rankOf(place) !== rank) continue;
			if (place.kind !== 'list' && place.kind !== 'address') {
				layWhole(upload, given);
				continue;
			}
			const home = place.section ?? homeOf(place, current);
			const explicit = place.section === undefined ? explicitColumn(model, place, home) : undefined;
			const saying = explicit && values.find(({ column }) => column === explicit);
			if (saying && isSaidBy(saying, given)) continue;
			copies[home] ??= { section: (upload[home] = { ...sectionOf(upload, home) }) };
			laySection(copies[home], given, current);
		}
	}
	if (Object.keys(customData).length > 0) {
		upload.data = { ...(isRecord(upload.data) ? upload.data : {}), ...customData };
	}
	return upload;
}
