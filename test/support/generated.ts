/** Contacts made up for property-based tests: by fast-check, with faker's idea of a person. */
import { faker } from '@faker-js/faker';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

/** Values of faker's, the same ones for the same seed of fast-check. */
const made = (make: () => string): fc.Arbitrary<string> =>
	fc.nat().map((seed) => {
		faker.seed(seed);
		return make();
	});

/** Any text that says something: names of people, and what a database may hold. */
const text = fc.oneof(
	made(() => faker.person.fullName()),
	made(() => faker.company.name()),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== ''),
	fc.constantFrom(
		'__proto__',
		'constructor',
		'0',
		'[a]',
		'{"a":1}',
		'a, b; c',
		'"quoted"',
		'null',
		'ÄÖÜ ß 李',
	),
);

const optional = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
	fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<IDataObject>;

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]));

const number = made(() => faker.phone.number({ style: 'international' }));
const numbers = fc.array(
	number.map((value) => ({ number: value })),
	{ maxLength: 3 },
);

const address = optional({
	...texts(
		'addition',
		'city',
		'country',
		'district',
		'extra_1',
		'extra_2',
		'extra_3',
		'house_number',
		'street',
	),
	zip_code: made(() => faker.location.zipCode('#####')),
});

const section = optional({
	addresses: fc.array(address, { maxLength: 2 }),
	emails: fc.array(
		made(() => faker.internet.email()).map((email) => ({ email })),
		{ maxLength: 3 },
	),
	fax_numbers: numbers,
	mobile_numbers: numbers,
	phone_numbers: numbers,
});

const consent = optional({
	...texts('id', 'type', 'granted_ip', 'granted_agent'),
	granted: fc.boolean(),
	granted_at: made(() => faker.date.past().toISOString()),
});

const TEXT_FIELDS = [
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

/** The fields of a contact in the upload shape, each by itself. */
export const CONTACT_FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
	first_name: text,
	last_name: text,
	...texts(...TEXT_FIELDS),
	data: fc.dictionary(text, fc.oneof(text, fc.constant('')), { maxKeys: 4 }),
	documentation: fc.record({ consents: fc.array(consent, { maxLength: 2 }) }),
	section_private: section,
	section_work: section,
};

/** A whole contact in the upload shape, with any of the optional fields. */
export const uploadContact: fc.Arbitrary<IDataObject & { id: string }> = fc
	.tuple(
		made(() => faker.string.uuid()),
		text,
		text,
		optional(CONTACT_FIELDS),
	)
	.map(([id, first_name, last_name, more]) => ({ first_name, last_name, ...more, id }));

/** One field of a contact with another value for it. */
export const fieldChange: fc.Arbitrary<[field: string, value: unknown]> = fc
	.constantFrom(...Object.keys(CONTACT_FIELDS))
	.chain((field) => (CONTACT_FIELDS[field] ?? text).map((value): [string, unknown] => [field, value]));
