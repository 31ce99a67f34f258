import {
	ADDRESS_PARTS,
	labelOf,
	LISTS,
	recordModel,
	SECTIONS,
	text,
	type AddressPart,
	type Column,
	type ListName,
	type Section,
} from '../records/columns';

/** Everyday names of what a section holds. */
const EVERYDAY: Readonly<Partial<Record<ListName | AddressPart, readonly string[]>>> = {
	emails: ['email', 'mail'],
	phone_numbers: ['phone_number', 'phone', 'telephone'],
	mobile_numbers: ['mobile_number', 'mobile', 'cell phone'],
	fax_numbers: ['fax_number', 'fax'],
	zip_code: ['zip', 'postal code', 'postcode'],
};

type Prefix = keyof typeof SECTIONS;

const list = (name: ListName, prefix: Prefix): Column => ({
	name: `${prefix}_${name}`,
	label: labelOf(`${prefix}_${name}`),
	place: { kind: 'list', list: name, section: SECTIONS[prefix] },
	also: EVERYDAY[name]?.map((everyday) => `${prefix} ${everyday}`),
});

const address = (part: AddressPart, prefix: Prefix): Column => ({
	name: `${prefix}_${part}`,
	label: labelOf(`${prefix}_${part}`),
	place: { kind: 'address', part, section: SECTIONS[prefix] },
	also: EVERYDAY[part]?.map((everyday) => `${prefix} ${everyday}`),
});

const nested = (name: string, label: string, place: Column['place']): Column => ({ name, label, place });

const sectionOf = (prefix: Prefix, label: string): Column =>
	nested(SECTIONS[prefix] satisfies Section, label, { kind: 'section' });

/** What names no section, as simplified contacts and most tables have it. */
const SECTIONLESS: readonly Column[] = [
	...LISTS.map((name): Column => ({ name, label: labelOf(name), place: { kind: 'list', list: name } })),
	...ADDRESS_PARTS.map((part): Column => ({
		name: part,
		label: labelOf(part),
		place: { kind: 'address', part },
	})),
].map((column) => ({
	...column,
	also: EVERYDAY[column.name as ListName | AddressPart],
	isOffered: false,
}));

const READ_ONLY: readonly Column[] = ['tags', 'consents'].map((name) => ({
	name,
	label: labelOf(name),
	place: { kind: 'readOnly' },
	isOffered: false,
}));

/** All columns of a contact, in the order in which people think of them. */
export const contactModel = recordModel({ one: 'contact', many: 'contacts' }, [
	text('id', { required: true }),
	text('first_name', { required: true }),
	text('last_name', { required: true }),
	list('emails', 'work'),
	list('phone_numbers', 'work'),
	list('mobile_numbers', 'work'),
	text('company'),
	text('position'),
	text('salutation'),
	text('title'),
	text('degree'),
	text('name_suffix'),
	text('birthday', { place: { kind: 'text', isDay: true } }),
	text('language'),
	text('nationality'),
	text('website'),
	text('employee_id', { label: 'Responsible Employee ID' }),
	...ADDRESS_PARTS.map((part) => address(part, 'work')),
	list('fax_numbers', 'work'),
	...LISTS.map((name) => list(name, 'private')),
	...ADDRESS_PARTS.map((part) => address(part, 'private')),
	nested('data', 'Custom Data (JSON)', { kind: 'map' }),
	nested('documentation', 'Documentation of Consents (JSON)', { kind: 'consents' }),
	sectionOf('work', 'Work Details (JSON)'),
	sectionOf('private', 'Private Details (JSON)'),
	...SECTIONLESS,
	...READ_ONLY,
]);
