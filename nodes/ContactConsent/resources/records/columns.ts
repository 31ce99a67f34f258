import type { IDataObject } from 'n8n-workflow';

import { comparable, isRecord, scalarText } from '../../values';

/** The lists of a contact's section, and the one field that each of their entries has on upload. */
export const LIST_ENTRY = {
	emails: 'email',
	phone_numbers: 'number',
	mobile_numbers: 'number',
	fax_numbers: 'number',
} as const;

export type ListName = keyof typeof LIST_ENTRY;

export const LISTS = Object.keys(LIST_ENTRY) as ListName[];

/** The sections of a contact. Work details come before private ones wherever only one value is shown. */
export const SECTIONS = { work: 'section_work', private: 'section_private' } as const;

export type Section = (typeof SECTIONS)[keyof typeof SECTIONS];

export const SECTIONS_IN_ORDER: readonly Section[] = Object.values(SECTIONS);

export const ADDRESS_PARTS = [
	'street',
	'house_number',
	'zip_code',
	'city',
	'district',
	'country',
	'addition',
	'extra_1',
	'extra_2',
	'extra_3',
] as const;

export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** Where in a record the value of a column goes. Without a section: where the record has such a value now, else to work. */
export type Place =
	| { kind: 'text'; isDay?: boolean }
	| { kind: 'texts' | 'map' | 'consents' | 'section' | 'readOnly' }
	| { kind: 'list'; list: ListName; section?: Section }
	| { kind: 'address'; part: AddressPart; section?: Section };

/** A column of a bulk upload. */
export interface Column {
	/** Frozen: saved workflows name it. For a field of the record itself it is the field's name. */
	name: string;
	/** As people read it. */
	label: string;
	place: Place;
	required?: boolean;
	/** Further names under which a table may have it. */
	also?: readonly string[];
	/** False for a column that is understood, but not offered. */
	isOffered?: boolean;
}

/** What differs between the records of two resources, as far as uploads go. */
export interface RecordModel {
	noun: { one: string; many: string };
	columns: readonly Column[];
	/** The column for a name, in any case and with any of space, `_` and `-`; labels and everyday names count, too. */
	columnOf: (name: string) => Column | undefined;
	/** The column for a field as the service itself names it. */
	fieldOf: (name: string) => Column | undefined;
	required: readonly Column[];
}

/** `work_zip_code` as people read it: "Work Zip Code". */
export const labelOf = (name: string): string =>
	name
		.split('_')
		.map((word) =>
			word === 'id' || word === 'url' ? word.toUpperCase() : word.replace(/^./, (c) => c.toUpperCase()),
		)
		.join(' ');

/** A column for a text field of the record itself. */
export const text = (name: string, more: Partial<Column> = {}): Column => ({
	name,
	label: labelOf(name),
	place: { kind: 'text' },
	...more,
});

/** Whether a column is a field of the record itself. */
const isField = ({ place }: Column): boolean => place.kind !== 'list' && place.kind !== 'address';

export function recordModel(noun: RecordModel['noun'], columns: readonly Column[]): RecordModel {
	const byName = new Map<string, Column>();
	const byField = new Map<string, Column>();
	for (const column of columns) {
		if (isField(column)) byField.set(column.name, column);
		for (const name of [column.name, column.label, ...(column.also ?? [])]) {
			if (!byName.has(comparable(name))) byName.set(comparable(name), column);
		}
	}
	return {
		noun,
		columns,
		columnOf: (name) => byName.get(comparable(name)),
		fieldOf: (name) => byField.get(name),
		required: columns.filter(({ required }) => required),
	};
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The text of a value that says something; what is no text at all has none. */
export const saidText = (value: unknown): string | undefined =>
	isBlank(value) ? undefined : scalarText(value);

/** A number without its country, from its parts. */
export const localNumber = ({ area, number }: IDataObject): string | undefined => {
	const parts = [area, number].flatMap((part) => saidText(part) ?? []);
	return parts.length > 0 ? parts.join(' ') : undefined;
};

/** The entry of a list as people see it, in either shape: an e-mail or a number. */
export function entryText(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry === '' ? undefined : entry;
	if (!isRecord(entry)) return undefined;
	const { email, international_formatted, original, national_formatted } = entry;
	for (const text of [email, international_formatted, original, localNumber(entry), national_formatted]) {
		if (typeof text === 'string' && text !== '') return text;
	}
	return undefined;
}
