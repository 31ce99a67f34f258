/** The contact's own text fields, in the order in which people think of them. */
export const TEXT_FIELDS = [
	'id',
	'first_name',
	'last_name',
	'title',
	'degree',
	'name_suffix',
	'salutation',
	'birthday',
	'company',
	'position',
	'language',
	'nationality',
	'website',
	'employee_id',
] as const;

export const REQUIRED_FIELDS = ['id', 'first_name', 'last_name'] as const;

export const ADDRESS_FIELDS = [
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

/** The lists of a section, and the one field that each of their elements has on upload. */
export const LIST_FIELDS = {
	emails: 'email',
	phone_numbers: 'number',
	mobile_numbers: 'number',
	fax_numbers: 'number',
} as const;

export type ListField = keyof typeof LIST_FIELDS;

/** The sections, by the prefix of their flat columns. */
export const SECTIONS = { work: 'section_work', private: 'section_private' } as const;

export type SectionPrefix = keyof typeof SECTIONS;

/** Columns that are nested as the service has them. */
export const NESTED_FIELDS = ['data', 'documentation', 'section_work', 'section_private'] as const;

/** Where a flat column belongs: `work_emails` is the list `emails` of the section `work`. */
export interface FlatColumn {
	prefix: SectionPrefix;
	list?: ListField;
	address?: (typeof ADDRESS_FIELDS)[number];
}

export const PREFIXES = Object.keys(SECTIONS) as SectionPrefix[];

const lists = Object.keys(LIST_FIELDS) as ListField[];

/** All flat section columns by name. */
export const FLAT_COLUMNS: ReadonlyMap<string, FlatColumn> = new Map(
	PREFIXES.flatMap((prefix): Array<[string, FlatColumn]> => [
		...lists.map((list): [string, FlatColumn] => [`${prefix}_${list}`, { prefix, list }]),
		...ADDRESS_FIELDS.map((address): [string, FlatColumn] => [`${prefix}_${address}`, { prefix, address }]),
	]),
);
