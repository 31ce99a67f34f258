/** Stored records of many kinds: all fields, both sections, several entries, odd keys and texts. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { ADDRESS, CONTACT_TEXTS, EMPLOYEE_TEXTS, LISTS } from './upload-spec';

const FIRST = ['Ada', 'Björn', 'Chloé', 'Dağhan', 'Éva', 'Mary-Jane', "D'Arcy"];
const LAST = ['Lovelace', 'Müller-Lüdenscheidt', "O'Neill", 'van der Berg', 'Šimůnek', 'García Márquez'];

const joined = (gap: string, ...parts: string[][]): fc.Arbitrary<string> =>
	fc.tuple(...parts.map((part) => fc.constantFrom(...part))).map((words) => words.join(gap));
const digits = (count: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{${count}}$`));

const text = fc.oneof(
	{ weight: 4, arbitrary: joined(' ', FIRST, LAST) },
	{ weight: 2, arbitrary: joined(' ', LAST, ['GmbH', 'Inc.', '& Sons', 'et Cie, Paris']) },
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== ''),
	fc.constantFrom(
		'__proto__',
		'a, b; c',
		' edges ',
		'two\nlines',
		'{"a":1}',
		'[1]',
		'null',
		'0',
		'={{ 1 }}',
		'ÄÖß 李',
	),
);
const mail = fc
	.tuple(fc.constantFrom('ada', 'b.jorn', 'chloe+news', 'o_neill'), digits(3))
	.map(([name, number]) => `${name}${number}@example.com`);
const phone = fc.oneof(
	{ weight: 8, arbitrary: digits(7).map((number) => `+49 89 ${number}`) },
	{ weight: 2, arbitrary: digits(8).map((number) => `0151/${number}`) },
	fc.constantFrom('+1 650 253 0000;ext=12', '(030) 123 456', ' 030 654321 '),
);
const zip = digits(5);

const some = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<IDataObject> =>
	fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<IDataObject>;
const texts = (names: string[]): Record<string, fc.Arbitrary<unknown>> =>
	Object.fromEntries(names.map((name) => [name, text]));

export const address = some({ ...texts(ADDRESS), zip_code: zip });

const entriesOf: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
	LISTS.map((list) => [
		list,
		fc.uniqueArray<unknown, string>(list === 'emails' ? mail : phone.map((original) => ({ original })), {
			maxLength: 3,
			selector: (entry) => JSON.stringify(entry),
		}),
	]),
);
const section = some({ ...entriesOf, addresses: fc.array(address, { maxLength: 3 }) });

const key = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) },
	fc.constantFrom(
		'toString',
		'constructor',
		'a.b',
		'a[0]',
		'First Name',
		'e-mail',
		'id',
		'',
		' ',
		'0',
		'prototype',
	),
);
/** Custom data, also with odd keys. `__proto__` has a test of its own. */
const data = fc
	.array(fc.tuple(key, fc.oneof(text, fc.constant(''))), { maxLength: 5 })
	.map((entries) => Object.fromEntries(entries.filter(([name]) => name !== '__proto__')));

const consent = some({
	...texts(['id', 'granted_ip', 'granted_agent']),
	type: fc.constantFrom('email', 'phone', 'post', 'odd type'),
	granted: fc.boolean(),
	granted_at: fc
		.date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
		.map((date) => date.toISOString()),
});

const id = fc
	.tuple(fc.uuid(), fc.constantFrom('', '', ' ä', '/b', '?c', '%41', ' ü+'))
	.map(([uuid, more]) => uuid + more);

const contactRest = {
	...texts(CONTACT_TEXTS.filter((name) => !['id', 'first_name', 'last_name'].includes(name))),
	data,
	documentation: fc.record({ consents: fc.array(consent, { maxLength: 3 }) }),
	section_work: section,
	section_private: section,
	tags: fc.array(text, { maxLength: 2 }),
};

export type Stored = IDataObject & { id: string };
/** Records with different IDs. */
export const many = (stored: fc.Arbitrary<Stored>, count: number): fc.Arbitrary<Stored[]> =>
	fc.uniqueArray(stored, { minLength: count, maxLength: count, selector: ({ id }) => id, size: 'max' });
const whole = (
	required: Record<string, fc.Arbitrary<unknown>>,
	rest: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Stored> =>
	fc.tuple(id, fc.record(required), some(rest)).map(([own, first, more]) => ({ ...first, ...more, id: own }));

export const storedContact = whole({ first_name: text, last_name: text }, contactRest);

export const storedEmployee = whole(
	{ first_name: text, email: mail },
	{
		...texts(EMPLOYEE_TEXTS.filter((name) => !['id', 'first_name', 'email'].includes(name))),
		phone_number: phone,
		fax_number: phone,
		zip_code: zip,
		tags: fc.array(text, { maxLength: 3 }),
		data,
	},
);

/** A new value for a simplified key. Separators and blanks around a number do not count as different. */
export const valueFor = (name: string): fc.Arbitrary<string> => {
	if (/mail/.test(name)) return mail;
	return /number|phone|mobile|fax/.test(name) ? phone.filter((value) => !/;|^ /.test(value)) : text;
};
