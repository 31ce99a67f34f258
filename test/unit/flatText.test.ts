/** The short cut of uploads: what it says of a row of text must be true of the conversion. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import { handOver, isFlatText } from '../../nodes/ContactConsent/resources/records/handOver';
import { layOver } from '../../nodes/ContactConsent/resources/records/layOver';
import { isBlank, type RecordModel } from '../../nodes/ContactConsent/resources/records/columns';
import type { Conversion } from '../../nodes/ContactConsent/resources/records/values';
import { SEED } from '../support/seed';

const models: Array<[string, RecordModel]> = [
	['contacts', contactModel],
	['employees', employeeModel],
];

const value = fc.oneof(
	{ weight: 12, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
	fc.constantFrom(
		'',
		' ',
		'[',
		' ["a"]',
		'[]',
		'["a", 1]',
		'[{"email": "a"}]',
		'{"a": 1}',
		',',
		' ; ',
		'a, b',
		'\n',
	),
	fc.constantFrom<unknown>(
		null,
		undefined,
		0,
		7,
		NaN,
		true,
		false,
		{},
		[],
		['a'],
		[{}],
		{ a: 1 },
		new Date(0),
		new Date(NaN),
	),
);

/** Spellings of columns, required ones first; now and then one that the model does not have. */
const rowOf = ({ columns, required }: RecordModel): fc.Arbitrary<IDataObject> => {
	const spellings = columns.flatMap(({ name, label, also = [] }) => [
		name,
		label,
		name.toUpperCase(),
		...also,
	]);
	const name = fc.oneof(
		{ weight: 9, arbitrary: fc.constantFrom(...spellings) },
		fc.constantFrom('note', '__proto__', 'constructor', '', 'First', 'email 2'),
	);
	const ids = fc.record(Object.fromEntries(required.map((column) => [column.name, value])));
	return fc
		.tuple(fc.option(ids, { freq: 8, nil: {} }), fc.dictionary(name, value, { maxKeys: 6 }))
		.map(([first, more]) => ({ ...first, ...more }) as IDataObject);
};

const CONVERSIONS: Conversion[] = (['omit', 'send'] as const).flatMap((emptyFields) =>
	(['ignore', 'send', 'customData', 'error'] as const).map((unknownFields) => ({
		emptyFields,
		unknownFields,
		timeZone: 'Europe/Berlin',
	})),
);

it.each(models)('a row of %s that passes for text is converted without a loss', (_name, model) => {
	let passed = 0;
	const property = fc.property(rowOf(model), fc.constantFrom(...CONVERSIONS), (row, conversion) => {
		if (!isFlatText(model, row)) return;
		passed++;
		const handed = handOver(model, row, conversion);
		expect(handed.notSent).toEqual({ unknown: [], readOnly: [] });
		expect([handed.more, handed.customData]).toEqual([{}, {}]);
		const upload = layOver(model, handed);
		for (const { name } of model.required) expect(upload[name]).toMatch(/\S/);
		// A list of nothing but separators is as blank as no text.
		const isSaid = (cell: unknown) => (typeof cell === 'string' ? /[^\s,;]/.test(cell) : !isBlank(cell));
		const said = Object.keys(row).filter((name) => isSaid(row[name]));
		for (const name of said)
			expect(handed.values.map(({ column }) => column)).toContain(model.columnOf(name));
	});
	fc.assert(property, { seed: SEED, numRuns: 20_000 });
	// The short cut is worth its time only where it is taken.
	expect(passed).toBeGreaterThan(2000);
});

it.each(models)('an ordinary table of %s passes', (_name, model) => {
	const row = Object.fromEntries(model.required.map(({ name }) => [name, 'x']));
	expect(isFlatText(model, { ...row, Website: '', city: undefined })).toBe(false);
	expect(isFlatText(model, { ...row, Website: '' })).toBe(true);
});

describe('a row of which it is known without converting it that all of it can be sent', () => {
	const ADA = { id: 'c-1', first_name: 'Ada', last_name: 'Lovelace' };

	it.each<[what: string, more: IDataObject]>([
		['with the required columns alone', {}],
		['with a list of a section', { 'Work E-Mails': 'ada@x.org; al@x.org' }],
		['with a part of an address of a section', { private_city: 'Rome' }],
		['with a blank column that is not required', { title: ' ' }],
		['with brackets inside a text', { title: 'Dr. [h. c.' }],
		['with a bracket at the end of a text', { title: 'Dr. [' }],
	])('%s', (_what, more) => {
		expect(isFlatText(contactModel, { ...ADA, ...more })).toBe(true);
	});

	it.each<[what: string, more: IDataObject]>([
		['a column that the service does not have', { note: 'VIP' }],
		['a column that can only be read', { tags: 'vip' }],
		['a list that may differ from that of a section', { work_emails: 'ada@x.org', email: 'al@x.org' }],
		['a city that may differ from that of a section', { work_city: 'Rome', city: 'Bonn' }],
		['a nested value', { section_work: '{}' }],
		['two columns for one field', { company: 'Acme', COMPANY: 'Bolt' }],
		['a list as JSON text', { work_emails: '[1]' }],
		['a list as JSON text after spaces', { work_emails: ' [1]' }],
		['a number', { title: 7 }],
		['no text for one of several that are required', { last_name: ' ' }],
	])('is not one with %s', (_what, more) => {
		expect(isFlatText(contactModel, { ...ADA, ...more })).toBe(false);
	});

	it('is not one without a column that is required', () => {
		expect(isFlatText(contactModel, { id: 'c-1', first_name: 'Ada', title: 'Dr.' })).toBe(false);
	});
});
