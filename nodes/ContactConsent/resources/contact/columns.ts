import { field, labelOf, recordModel, type Column } from '../records/columns';
import { day, flag, id, list, map, object, text } from '../records/convert';
import { columnNamed } from '../records/columnNames';
import { entry } from './entries';

/** The lists of a section, and the one field that each of their entries has on upload. */
const LIST_ENTRY = {
	emails: 'email',
	phone_numbers: 'number',
	mobile_numbers: 'number',
	fax_numbers: 'number',
} as const;

export type ListName = keyof typeof LIST_ENTRY;

const LISTS = Object.keys(LIST_ENTRY) as ListName[];

const PLACE = ['street', 'house_number', 'zip_code', 'city', 'district', 'country', 'addition'] as const;

const ADDRESS_PARTS = [...PLACE, 'extra_1', 'extra_2', 'extra_3'] as const;

type AddressPart = (typeof ADDRESS_PARTS)[number];

/** Work details come before private ones wherever only one value is shown. */
const SECTIONS = { work: 'section_work', private: 'section_private' } as const;

export const SECTIONS_IN_ORDER: readonly string[] = Object.values(SECTIONS);

/** Everyday names of what a section holds. */
const EVERYDAY: Readonly<Partial<Record<ListName | AddressPart, readonly string[]>>> = {
	emails: ['email', 'mail'],
	phone_numbers: ['phone_number', 'phone', 'telephone'],
	mobile_numbers: ['mobile_number', 'mobile', 'cell phone'],
	fax_numbers: ['fax_number', 'fax'],
	zip_code: ['zip', 'postal code', 'postcode'],
};

type Prefix = keyof typeof SECTIONS;

const LIST_SHAPES = Object.fromEntries(
	LISTS.map((name) => [name, list(entry(LIST_ENTRY[name]))]),
) as Readonly<Record<ListName, ReturnType<typeof list>>>;

const address = object(Object.fromEntries(ADDRESS_PARTS.map((part) => [part, text])));

const section = { ...object({ ...LIST_SHAPES, addresses: list(address) }), byKey: true } as const;

const consent = object({
	...{ id: text, type: text, granted: flag, granted_at: text, granted_ip: text, granted_agent: text },
});

const inSection = (
	prefix: Prefix,
	name: ListName | AddressPart,
	more: Pick<Column, 'path' | 'shape'>,
): Column => ({
	name: `${prefix}_${name}`,
	label: labelOf(`${prefix}_${name}`),
	also: EVERYDAY[name]?.map((everyday) => `${prefix} ${everyday}`),
	...more,
});

const listsOf = (prefix: Prefix): Column[] =>
	LISTS.map((name) => inSection(prefix, name, { path: [SECTIONS[prefix], name], shape: LIST_SHAPES[name] }));

const addressOf = (prefix: Prefix): Column[] =>
	ADDRESS_PARTS.map((part) =>
		inSection(prefix, part, { path: [SECTIONS[prefix], 'addresses', part], shape: text }),
	);

const WORK_LISTS = listsOf('work');
const WORK_ADDRESS = addressOf('work');
const PRIVATE_LISTS = listsOf('private');
const PRIVATE_ADDRESS = addressOf('private');

/** What names no section, as simplified contacts and most tables have it. */
const sectionless = (
	names: ReadonlyArray<ListName | AddressPart>,
	work: Column[],
	home: Column[],
): Column[] =>
	names.map((name, at) => ({
		name,
		label: labelOf(name),
		path: [],
		shape: work[at]?.shape,
		inSections: [work, home].flatMap((columns) => columns[at] ?? []),
		also: EVERYDAY[name],
	}));

/** All columns of a contact, in the order in which people think of them. */
export const contactModel = recordModel(
	{ one: 'contact', many: 'contacts' },
	[
		field('id', id, { required: true }),
		field('first_name', text, { required: true }),
		field('last_name', text, { required: true }),
		...WORK_LISTS.filter(({ name }) => name !== 'work_fax_numbers'),
		field('company', text),
		field('position', text),
		field('salutation', text),
		field('title', text),
		field('degree', text),
		field('name_suffix', text),
		field('birthday', day),
		field('language', text),
		field('nationality', text),
		field('website', text),
		field('employee_id', id, { label: 'Responsible Employee ID' }),
		...WORK_ADDRESS,
		...WORK_LISTS.filter(({ name }) => name === 'work_fax_numbers'),
		...PRIVATE_LISTS,
		...PRIVATE_ADDRESS,
		field('data', map, { label: 'Custom Data (JSON)' }),
		field('documentation', object({ consents: list(consent) }), {
			label: 'Documentation of Consents (JSON)',
		}),
		field(SECTIONS.work, section, { label: 'Work Details (JSON)' }),
		field(SECTIONS.private, section, { label: 'Private Details (JSON)' }),
		...sectionless(LISTS, WORK_LISTS, PRIVATE_LISTS),
		...sectionless(ADDRESS_PARTS, WORK_ADDRESS, PRIVATE_ADDRESS),
		// Reads show them, and uploads do not have them.
		field('tags', undefined),
		field('consents', undefined, { path: [] }),
	],
	columnNamed,
);
