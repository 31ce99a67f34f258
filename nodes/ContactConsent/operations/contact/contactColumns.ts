import {
	field,
	recordModel,
	type Column,
	type FieldColumn,
	type Shape,
} from '../../upload/table/recordModel';
import { list, map, object } from '../../upload/table/nestedShapes';
import { ADDRESS_PARTS, type HeadingMeaning } from '../../upload/table/headingMeaning';
import { content, day, flag, id, otherId, text, zipCode } from '../../upload/table/valueShapes';
import { labelOf } from '../../lib/text';
import { consentCheck } from './consentReadBack';
import { clockIn } from './consents';
import { entry } from './emailsAndNumbers';
import { consentDifferences } from './consentDifferences';
import { mergeConsents } from './mergeConsents';

/** The lists of a section, and the one field that each of their entries has on upload. */
const LIST_ENTRY = {
	emails: 'email',
	phone_numbers: 'number',
	mobile_numbers: 'number',
	fax_numbers: 'number',
} as const;

export type ListName = keyof typeof LIST_ENTRY;

const LISTS = Object.keys(LIST_ENTRY) as ListName[];

const EXTRAS = ['extra_1', 'extra_2', 'extra_3'] as const;
const ADDRESS = [...ADDRESS_PARTS, ...EXTRAS] as const;

type Part = ListName | (typeof ADDRESS)[number];

/** The order counts: if only one value is shown, the work section comes first. */
const SECTIONS = { work: 'section_work', private: 'section_private' } as const;

export const SECTIONS_IN_ORDER: readonly string[] = Object.values(SECTIONS);

/** The names that simplified contacts have for the first entry of a list. */
const SIMPLIFIED: Readonly<Partial<Record<Part, string>>> = {
	emails: 'email',
	phone_numbers: 'phone_number',
	mobile_numbers: 'mobile_number',
	fax_numbers: 'fax_number',
};

const LIST_SHAPES = Object.fromEntries(
	LISTS.map((name) => [name, list(entry(LIST_ENTRY[name]))]),
) as Readonly<Record<ListName, ReturnType<typeof list>>>;

const shapeOfPart = (part: string): Shape => (part === 'zip_code' ? zipCode : text);

const address = object(Object.fromEntries(ADDRESS.map((part) => [part, shapeOfPart(part)])));

const section = { ...object({ ...LIST_SHAPES, addresses: list(address) }), byKey: true } as const;

const consent = object({
	id: content,
	type: content,
	granted: flag,
	granted_at: content,
	granted_ip: content,
	granted_agent: content,
});

/** Uploads only add consents and never remove one. */
const documentation: Shape = {
	...object({ consents: list(consent) }),
	mergeAll: (stored, values, { timeZone, storedValues }) =>
		mergeConsents(stored, values, clockIn(timeZone), storedValues),
	differences: consentDifferences,
	checkOf: (before, after, { timeZone }) => consentCheck(before, after, () => clockIn(timeZone)),
};

/** The columns of a section: its lists, and the parts of its first address. */
function columnsIn(prefix: keyof typeof SECTIONS) {
	const column = (name: Part, inner: readonly string[], shape: Shape): FieldColumn => ({
		name: `${prefix}_${name}`,
		label: labelOf(`${prefix}_${name}`),
		path: [SECTIONS[prefix], ...inner, name],
		shape,
	});
	return {
		lists: LISTS.map((name) => column(name, [], LIST_SHAPES[name])),
		address: ADDRESS.map((name) => column(name, ['addresses'], shapeOfPart(name))),
	};
}

const WORK = columnsIn('work');
const HOME = columnsIn('private');

/** Columns without a section in their name, as simplified contacts and most tables have them. */
const sectionless = (names: readonly Part[], of: keyof typeof WORK): Column[] =>
	names.map((name, at) => ({
		name,
		label: labelOf(name),
		shape: WORK[of][at]?.shape,
		inSections: [WORK, HOME].flatMap((section) => section[of][at] ?? []),
		simplified: SIMPLIFIED[name],
	}));

const IN_SECTIONS: ReadonlySet<string> = new Set([...LISTS, ...ADDRESS]);

/** The concepts that may be the ID of a contact. */
const CONTACT_ID_CONCEPTS: ReadonlySet<string> = new Set([
	'customer_id',
	'member_id',
	'record_id',
	'entity_id',
	'system_id',
	'debtor_id',
]);

/** The column that a heading means. A value of an employee, e.g. *Employee Email*, has no column. */
function columnNamed({ concept, section, isOfEmployee }: HeadingMeaning): string | undefined {
	if (isOfEmployee) return undefined;
	if (CONTACT_ID_CONCEPTS.has(concept)) return 'id';
	if (IN_SECTIONS.has(concept)) return section ? `${section}_${concept}` : concept;
	return section ? undefined : concept;
}

/** All columns of a contact, in the order in which people think of them. */
export const contactModel = recordModel(
	{ one: 'contact', many: 'contacts', number: 'customer number' },
	[
		field('id', id, { required: true }),
		field('first_name', text, { required: true }),
		field('last_name', text, { required: true }),
		// The last list is that of fax numbers, which few people have.
		...WORK.lists.slice(0, -1),
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
		field('employee_id', otherId, { label: 'Responsible Employee ID' }),
		...WORK.address,
		...WORK.lists.slice(-1),
		...HOME.lists,
		...HOME.address,
		field('data', map, { label: 'Custom Data (JSON)' }),
		field('documentation', documentation, { label: 'Documentation of Consents (JSON)' }),
		field(SECTIONS.work, section, { label: 'Work Details (JSON)' }),
		field(SECTIONS.private, section, { label: 'Private Details (JSON)' }),
		...sectionless(LISTS, 'lists'),
		...sectionless(ADDRESS, 'address'),
		field('tags', undefined, { isReadOnly: true }),
		{ name: 'consents', label: labelOf('consents'), isReadOnly: true },
	],
	columnNamed,
);
