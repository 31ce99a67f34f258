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
