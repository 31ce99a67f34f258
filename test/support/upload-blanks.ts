/** Blanks of every kind, at any depth, for every column under each of its names. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CONTACT_COLUMNS, CONTACT_NAMES, EMPLOYEE_NAMES, EMPLOYEE_TEXTS } from './upload-spec';

const simple = fc.constantFrom<unknown>('', '  ', '\n', '\t', null, [], {}, '[]', '{}', ' [ ] ', ' { } ');
const nested = fc.oneof(
	fc.array(simple, { maxLength: 3 }),
	fc.dictionary(
		fc.constantFrom('consents', 'emails', 'addresses', 'city', 'type', 'email', 'number', 'note'),
		fc.oneof(simple, fc.array(simple, { maxLength: 2 })),
		{ maxKeys: 3 },
	),
);
const blank = fc
	.tuple(fc.oneof(simple, nested), fc.nat(3))
	.map(([value, luck]) =>
		luck === 0 && typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
	);

const NESTED = ['data', 'documentation', 'section_work', 'section_private', 'tags', 'consents'];
const NAMES = {
	contact: [...CONTACT_COLUMNS, ...NESTED, ...CONTACT_NAMES.map(({ name }) => name)],
	employee: [...EMPLOYEE_TEXTS, 'data', 'tags', ...EMPLOYEE_NAMES.map(({ name }) => name)],
};

/** A row with a blank in every column but the ID. */
export function blankRow(resource: 'contact' | 'employee'): fc.Arbitrary<IDataObject> {
	const names = [...new Set(NAMES[resource])].filter((name) => !/^id$/i.test(name));
	return fc
		.array(blank, { minLength: names.length, maxLength: names.length })
		.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])) as IDataObject);
}
