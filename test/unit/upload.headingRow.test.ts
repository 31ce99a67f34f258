/** The headings may stand below a title, a logo or a date: then a row of the input has them. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { readTable as readRecords } from '../../nodes/ContactConsent/upload/table/rows';
import { EXPORTS, FOREIGN_SHEETS, FURTHER_EXPORTS, MORE_EXPORTS, type Table } from '../support/tables';
import { FILLED, MAPPED, readTable } from '../support/upload-table';

/** A table as the file readers of n8n hand it over if a title stands above it. Blank cells are left out. */
function below(
	titles: ReadonlyArray<readonly unknown[]>,
	table: ReadonlyArray<readonly unknown[]>,
): IDataObject[] {
	const [first = [], ...others] = [...titles, ...table];
	const width = Math.max(...table.map(({ length }) => length));
	let nameless = 0;
	const keys = Array.from({ length: width }, (_, at) => {
		const title = (first[at] ?? '') as string;
		return title === '' ? `__EMPTY${nameless++ > 0 ? `_${nameless - 1}` : ''}` : title;
	});
	return others.map((cells) =>
		Object.fromEntries(
			cells.flatMap((cell, at) => (cell === '' || cell === undefined ? [] : [[keys[at], cell]])),
		),
	);
}

const HEADINGS = ['Kundennr.', 'Vorname', 'Nachname', 'E-Mail', 'Ort'];
const PEOPLE = [
	['1', 'Ada', 'Byron', 'ada@example.org', 'Rom'],
	['2', 'Alan', 'King', '', 'Ulm'],
];

const valuesOf = (records: readonly unknown[], options = {}) =>
	readTable(records, options).rows.map(({ item, id, cells }) => [
		item,
		id,
		Object.fromEntries(cells.map(({ heading, value }) => [heading.column?.name, value])),
	]);

it.each<[string, unknown[][]]>([
	['a title', [['Kundenliste 2026']]],
	['a title and a date', [['Kundenliste 2026'], ['Stand', '01.05.2026']]],
	['a logo in the third column and blank rows', [['', '', 'ACME'], [], ['Export', 'by', 'Jana'], []]],
	['19 lines', [['Report'], ...Array.from({ length: 18 }, (_, at) => [`Line ${at}`])]],
])('below %s, the headings are found, and each row keeps its input item', (_, titles) => {
	const rows = below(titles, [HEADINGS, ...PEOPLE]);
	const first = titles.length;
	for (const isTable of [true, false]) {
		expect(valuesOf(rows, { isTable })).toEqual([
			[
				first,
				'1',
				{
					id: '1',
					first_name: 'Ada',
					last_name: 'Byron',
					emails: [{ email: 'ada@example.org' }],
					city: 'Rom',
				},
			],
			[first + 1, '2', { id: '2', first_name: 'Alan', last_name: 'King', city: 'Ulm' }],
		]);
	}
	expect(readTable(rows).headingRow).toEqual({ row: first, before: first - 1 });
});

it('a blank cell clears its column with Empty Fields "send", also if its heading was found', () => {
	const rows = below([['Liste']], [HEADINGS, ...PEOPLE]);
	expect(valuesOf(rows, { emptyFields: 'send' })[1]?.[2]).toMatchObject({ emails: [] });
});

it('two equal headings are two, a column without one is none, and the row number of a sheet stays', () => {
	const rows = below(
		[['Liste']],
		[
			['ID', 'Telefon', 'Telefon', '', 'Vorname'],
			['x', '111', '222', 'y', 'Ada'],
		],
	);
	const numbered = rows.map((row, at) => ({ row_number: at + 2, ...row }));
	const [row] = readTable(numbered).rows;
	expect(row?.cells.map(({ value }) => value)).toEqual(['x', [{ number: '111' }, { number: '222' }], 'Ada']);
});

it.each<[string, IDataObject[]]>([
	[
		'the input has a column that contacts need',
		[{ Vorname: 'Nachname', x: 'E-Mail', y: 'Vorname', z: 'Ort' }],
	],
	[
		'no row has a name',
		below(
			[['Liste']],
			[
				['Kundennr.', 'E-Mail', 'Ort'],
				['1', 'a@x.org', 'Rom'],
			],
		),
	],
	[
		'no row has three headings',
		below(
			[['Liste']],
			[
				['Vorname', 'Nachname'],
				['Ada', 'Byron'],
			],
		),
	],
	[
		'it stands below the 20th row',
		below(
			Array.from({ length: 21 }, () => ['Liste']),
			[HEADINGS, ...PEOPLE],
		),
	],
])('no row is taken for the headings if %s', (_, rows) => {
	expect(readTable(rows).headingRow).toBeUndefined();
	expect(readTable(rows).rows).toHaveLength(rows.length);
});

it('columns that are mapped by hand are no headings of the table', () => {
	const record = { company: 'Vorname', position: 'Nachname', title: 'E-Mail' };
	const given = [{ item: 0, position: undefined, record }];
	expect(readRecords({ model: contactModel, setting: MAPPED }, given, FILLED).headingRow).toBeUndefined();
});

const OF_CONTACTS: readonly Table[] = [
	...EXPORTS,
	...MORE_EXPORTS,
	...FURTHER_EXPORTS,
	...FOREIGN_SHEETS,
].filter(({ resource }) => resource === 'contact');

it('a title above any known export changes nothing, if it has a name and two more columns', () => {
	const differing: string[] = [];
	let found = 0;
	for (const { name, columns } of OF_CONTACTS) {
		const headings = columns.map(({ heading }) => heading);
		const cells = columns.map((_one, at) => `cell ${at}`);
		const direct = readTable([Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))]);
		const names = [...direct.headings.values()].flatMap(({ column }) => column?.name ?? []);
		const hasName = names.includes('first_name') || names.includes('last_name');
		if (!hasName || names.length < 3) continue;
		const lower = readTable(below([['My list'], ['as of today']], [headings, cells]));
		const columnsOf = (table: typeof direct) =>
			[...table.headings.values()].map(({ name: heading, column }) => `${heading.trim()}: ${column?.name}`);
		if (JSON.stringify(columnsOf(lower)) !== JSON.stringify(columnsOf(direct))) {
			const known = new Set(columnsOf(direct));
			differing.push(
				`${name}: ${columnsOf(lower)
					.filter((one) => !known.has(one))
					.join(', ')}`,
			);
		}
		found++;
	}
	expect(differing).toEqual([]);
	expect(found).toBeGreaterThan(100);
});

it('a row that repeats the headings is no contact, and a person with one such word is', () => {
	const { rows } = readTable([
		{ id: 'a', Vorname: 'Ada', Ort: 'Rom' },
		{ id: 'ID', Vorname: 'Vorname', Ort: 'ort' },
		{ id: 'b', Vorname: 'Vorname', Ort: 'Ort' },
		{ id: 'City', Vorname: 'Ort', Ort: 'ID' },
	]);
	expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'City']);
});
