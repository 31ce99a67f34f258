/**
 * With the defaults, no upload erases anything that the contract knows, whatever kind of blank a row has at any
 * depth.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../support/cases';
import { SEED } from '../../support/seed';
import { uploadBench } from '../../support/upload-bench';
import { many, storedContact, storedEmployee, type Stored } from '../../support/upload-records';
import { CONTACT_COLUMNS, CONTACT_NAMES, EMPLOYEE_NAMES, EMPLOYEE_TEXTS } from '../../support/upload-spec';
import { sentence } from '../../support/sentences';

const bench = uploadBench();
jest.setTimeout(cases(60_000, 600_000));

const PER_RUN = cases(20, 350);

/** Blanks of every kind, at any depth. They are tried in every column, under each of its names. */
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

/**
 * Blanks in text and list columns: Odoo's false (as text only in tables), characters without width, spreadsheet
 * errors.
 */
const inTexts = fc.oneof(
	blank,
	fc.constantFrom<unknown>(...[false, '\u200b', ' \ufeff\u00ad', '#N/A', '#REF!', '#NV', '\u00a0\u2003']),
);

/** What systems write in place of a date. */
const zeroDate = fc.constantFrom<unknown>(
	...[
		0,
		'0',
		'0.0.00',
		'0/0/00',
		'0000-00-00',
		'00.00.0000',
		'1899-12-30',
		'30.12.1899',
		'1900-01-00',
		'1/0/00',
	],
	...['1899-12-30T00:00:00.000Z', '0000-00-00 00:00:00', '12/30/1899 0:00'],
);

const NESTED = ['data', 'documentation', 'section_work', 'section_private', 'tags', 'consents'];
const NAMES = {
	contact: [...CONTACT_COLUMNS, ...NESTED, ...CONTACT_NAMES.map(({ name }) => name)],
	employee: [...EMPLOYEE_TEXTS, 'data', 'tags', ...EMPLOYEE_NAMES.map(({ name }) => name)],
};

/** A row with a blank in every column except the ID. */
function blankRow(resource: 'contact' | 'employee', isTable: boolean): fc.Arbitrary<IDataObject> {
	const names = [...new Set(NAMES[resource])].filter((name) => !/^id$/i.test(name));
	const blankIn = (name: string) => {
		if (NESTED.includes(name)) return blank;
		return /birthday|geb|naissance|nacimiento|nascita|compleanno|cumple|verjaardag|anniversaire/i.test(name)
			? fc.oneof(inTexts, zeroDate)
			: isTable
				? fc.oneof(inTexts, fc.constantFrom<unknown>('false', 'False', ' FALSE '))
				: inTexts;
	};
	return fc
		.tuple(...names.map(blankIn))
		.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])) as IDataObject);
}

const WAYS = [
	['contact', storedContact, 'auto'],
	['contact', storedContact, 'json'],
	['employee', storedEmployee, 'auto'],
	['employee', storedEmployee, 'json'],
] as const;

test.each(WAYS)(
	'%s: a blank in each column changes nothing',
	async (resource, stored: fc.Arbitrary<Stored>, map) => {
		for (const [run, emptyFields] of (['omit', 'empty', 'null'] as const).entries()) {
			const seed = SEED + run;
			const [records = []] = fc.sample(many(stored, PER_RUN), { numRuns: 1, seed });
			const rows = fc.sample(blankRow(resource, map === 'auto'), { numRuns: PER_RUN, seed });
			bench.sandbox.reset({ emptyFields });
			bench.sandbox.seed(resource === 'contact' ? { contacts: records } : { employees: records });
			const before = structuredClone(bench.sandbox.state());
			const items = records.map(({ id }, at) => ({ ...rows[at], id }));
			const { json, hints } = await bench.upload({ resource, items, map });
			expect(json).toEqual(records.map(({ id }) => ({ id, change: 'unchanged' })));
			expect(bench.posts()).toEqual([]);
			expect(bench.sandbox.state()).toEqual(before);
			expect(hints.map(({ message }) => message).join()).not.toMatch(
				new RegExp(`${sentence('noSuchColumn')}|read-only|Removed|${sentence('notKept')}`),
			);
		}
	},
);
