/** Rows of a table: the column of each cell, unknown columns, and rows without content. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { notSentIn } from '../../nodes/ContactConsent/upload/report/notes';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { readTable as readRecords } from '../../nodes/ContactConsent/upload/table/rows';
import { FILLED, MAPPED, readRow, readTable } from '../support/upload-table';

it.each<[row: IDataObject, id: string]>([
	[{ id: 'c-1', first_name: 'Ada' }, 'c-1'],
	[{ id: '', Id: ' ', ID: 'c-1' }, 'c-1'],
	[{ id: ' c-1\n' }, 'c-1'],
	[{ id: [], Id: '{}', ID: 'c-1' }, 'c-1'],
	[{ id: new Date(0) }, '1970-01-01T00:00:00.000Z'],
	[{ employee_id: 'e-1' }, ''],
	[{ id: { value: 'c-1' } }, ''],
	[{ undefined: 'c-1' }, ''],
	[{}, ''],
])('of the row %j, the ID is %j', (row, id) => {
	expect(readRow(row).id).toBe(id);
});

describe('two headings for one column', () => {
	it.each<[row: IDataObject, values: IDataObject, notSent: string[]]>([
		[{ Company: 'Acme', company: 'Acme' }, { company: 'Acme' }, []],
		[{ company: ' ', COMPANY: 'Acme' }, { company: 'Acme' }, []],
		[{ company: 'Acme', COMPANY: 'Bolt' }, { company: 'Acme' }, ['COMPANY']],
		[{ Firma: 'Acme', Unternehmen: 'Bolt' }, { company: 'Acme' }, ['Unternehmen']],
		[{ Unternehmen: 'Bolt', company: 'Acme' }, { company: 'Acme' }, ['Unternehmen']],
		[
			{ data: '{ "b": "2", "a": "1" }', 'Custom Data (JSON)': { a: '1', b: '2' } },
			{ data: { a: '1', b: '2' } },
			[],
		],
		[
			{ work_emails: 'a@x.org', 'Work Email': 'b@x.org, a@x.org' },
			{ work_emails: [{ email: 'a@x.org' }, { email: 'b@x.org' }] },
			[],
		],
	])('become one value: %j', (row, values, notSent) => {
		expect(readRow({ id: 'x', ...row })).toMatchObject({ values, notSent, error: undefined });
	});

	it('become the filled one, also if blanks are sent', () => {
		const { values, notSent } = readRow(
			{ id: 'x', company: '', Unternehmen: 'Acme' },
			{ emptyFields: 'send' },
		);
		expect([values, notSent]).toEqual([{ id: 'x', company: 'Acme' }, []]);
	});

	it('are refused if both are the ID and differ', () => {
		const { error } = readRow({ Kundennummer: 'a', 'Kunden-ID': 'b', first_name: 'Ada' });
		expect(String(error)).toMatch(/Kundennummer is "a", and Kunden-ID is "b"/);
		expect(error).toMatchObject({ advice: expect.stringContaining('rename') as string });
		expect(readRow({ Kundennummer: 'a', 'Kunden-ID': ' a' }).error).toBeUndefined();
		expect(readRow({ Kundennummer: 'a', id: 'b' })).toMatchObject({ id: 'b', notSent: ['Kundennummer'] });
	});
});

it('nested values come first, so that flat ones are merged over them', () => {
	const row = { id: 'x', work_emails: 'a@x.org', title: 'Dr.', section_work: { emails: ['b@x.org'] } };
	const [read] = readTable([row]).rows;
	expect(read?.cells.map(({ heading }) => heading.name)).toEqual([
		'section_work',
		'id',
		'work_emails',
		'title',
	]);
});

it.each(['Office [7]', '^ see notes', 'none', 7])(
	'a column that only shares its name with a nested field is not sent, and named: section_work %j',
	(section_work) => {
		expect(readRow({ id: 'x', section_work })).toMatchObject({
			values: { id: 'x' },
			notSent: ['section_work'],
			error: undefined,
		});
	},
);

it.each<[what: string, isTable: boolean, values: IDataObject]>([
	['clears the column if columns are mapped', true, { id: 'x', title: '' }],
	['is a missing field in JSON', false, { id: 'x' }],
])('with Empty Fields "send", a value that an expression did not give %s', (_what, isTable, values) => {
	expect(readRow({ id: 'x', title: undefined }, { emptyFields: 'send', isTable }).values).toEqual(values);
});

it('an incomplete day and a shortened number are not sent, and named; the error of a formula is only counted', () => {
	const row = { id: 'x', birthday: '05/12', company: '4,91511E+12', title: '#REF!' };
	expect(readRow(row)).toMatchObject({ values: { id: 'x' }, notSent: ['birthday', 'company'] });
});

describe('an ID that the spreadsheet has shortened', () => {
	it('is said to be the reason, with the text of its cell', () => {
		const { error } = readRow({ company: '1,1E+20', id: '4,91511E+12', first_name: 'Ada', last_name: 'B' });
		expect(error).toMatchObject({
			message: expect.stringContaining('"4,91511E+12"') as string,
			advice: expect.stringMatching(/last digits are lost.*as text/) as string,
		});
	});

	it.each<[what: string, row: IDataObject, says: RegExp]>([
		['an ID that is the error of a formula', { id: '#REF!', company: '1,1E+20' }, /^ID is missing/],
		['a missing ID beside a shortened number', { company: '1,1E+20' }, /^ID is missing/],
		['a missing ID beside no such number', {}, /^ID is missing/],
	])('is not confused with %s', (_what, row, says) => {
		const { error } = readRow({ ...row, first_name: 'Ada', last_name: 'Byron' });
		expect((error as Error).message).toMatch(says);
	});

	it('does no harm if another heading gives the ID', () => {
		const row = { 'Customer ID': '4,91511E+12', id: 'x', first_name: 'Ada' };
		expect(readRow(row)).toMatchObject({ id: 'x', error: undefined });
	});

	it('is not the reason for a row that says nothing else', () => {
		const [row] = readTable([{ id: '4,91511E+12', first_name: '' }]).rows;
		expect((row?.error as Error).message).toMatch(/missing/);
	});
});

it.each<[given: IDataObject[string], id: string, givenId: string | undefined]>([
	[' c-1 ', 'c-1', ' c-1 '],
	["'0731", '0731', "'0731"],
	['c-1', 'c-1', undefined],
	[7, '7', undefined],
])('the ID %j is kept as it was given if it was cleaned', (given, id, givenId) => {
	expect(readTable([{ id: given, company: 'Acme' }]).rows[0]).toMatchObject({ id });
	expect(readTable([{ id: given, company: 'Acme' }]).rows[0]?.givenId).toBe(givenId);
});

it('the row number that Google Sheets adds is no column', () => {
	const { rows } = readTable([{ row_number: 2, id: 'x', company: 'Acme' }]);
	expect(rows).toMatchObject([{ id: 'x', notes: [], error: undefined }]);
});

describe('columns that contacts do not have', () => {
	const ROW = { id: 'x', note: 'VIP', size: 42, blank: ' ', empty: [], missing: undefined };

	it.each<[unknownFields: Setting['unknownFields'], result: object]>([
		['ignore', { values: { id: 'x' }, notSent: ['note', 'size'] }],
		['send', { values: { id: 'x', note: 'VIP', size: 42 }, notSent: [] }],
		['customData', { values: { id: 'x', data: { note: 'VIP', size: '42' } }, notSent: [] }],
	])('with Unknown Fields "%s" are left out, sent, or kept as custom data', (unknownFields, result) => {
		expect(readRow(ROW, { unknownFields })).toMatchObject(result);
	});

	it.each(['ignore', 'send', 'customData'] as const)(
		'are left out if they are blank: %s',
		(unknownFields) => {
			const row = { id: 'x', note: ' ', size: null, list: '[]', map: { a: [''] } };
			const { values, notSent } = readRow(row, { unknownFields });
			expect([values, notSent]).toEqual([{ id: 'x' }, []]);
		},
	);

	it('are sent as they are, also if they are blank and blanks are sent', () => {
		const row = { id: 'x', note: ' ', size: null, list: '[]' };
		expect(readRow(row, { unknownFields: 'send', emptyFields: 'send' }).values).toEqual(row);
	});

	it('are not sent as they are if a spreadsheet has lost their value', () => {
		const row = { id: 'x', note: '#REF!', size: '4,91511E+12' };
		expect(readRow(row, { unknownFields: 'send' }).values).toEqual({ id: 'x' });
	});

	it("become custom data over the row's own custom data", () => {
		const row = { id: 'x', note: 'VIP', data: { crm: '8', note: 'new' } };
		expect(readRow(row, { unknownFields: 'customData' }).values).toEqual({
			id: 'x',
			data: { crm: '8', note: 'VIP' },
		});
	});

	it('are named by their heading if they cannot be custom data', () => {
		const row = { id: 'x', note: { a: 1 }, size: 'M' };
		const { values, notSent } = readRow(row, { unknownFields: 'customData' });
		expect([values, notSent]).toEqual([{ id: 'x', data: { size: 'M' } }, ['note']]);
	});

	it('are named if blanks are to be sent, unlike read-only columns', () => {
		expect(readRow({ id: 'x', note: ' ', tags: '' }, { emptyFields: 'send' }).notSent).toEqual(['note']);
	});

	it('keep false and 0 as custom data', () => {
		const row = { id: 'x', active: false, visits: 0, broken: '#REF!' };
		const { values } = readRow(row, { unknownFields: 'customData' });
		expect(values).toEqual({ id: 'x', data: { active: 'false', visits: '0' } });
	});
});

it('read-only columns are not sent, and named', () => {
	const row = { id: 'x', tags: ['vip'], consents: { post: true } };
	expect(readRow(row)).toMatchObject({ values: { id: 'x' }, notSent: ['tags', 'consents'] });
	expect(readRow({ id: 'x', tags: '', consents: {} }).notSent).toEqual([]);
});

describe('a row without content', () => {
	it.each<[what: string, row: IDataObject]>([
		['without columns', {}],
		['with blanks alone', { id: '', first_name: ' ', birthday: '0.0.00', company: false, work_emails: [] }],
		['with a placeholder for the ID', { id: 'NULL' }],
		['with errors alone', { id: '#N/A', company: '#REF!' }],
	])('%s is left out as blank', (_, row) => {
		for (const emptyFields of ['omit', 'send'] as const) {
			const { rows, ...tally } = readTable([{ id: 'x' }, row], { emptyFields });
			expect(rows.map(({ item }) => item)).toEqual([0]);
			expect(tally).toMatchObject({ blankRows: 1, otherRows: [] });
		}
	});

	it.each<[what: string, row: IDataObject, unknownFields: Setting['unknownFields']]>([
		['in a column that contacts do not have', { note: 'x' }, 'ignore'],
		['in custom data', { note: 'x' }, 'customData'],
		['in fields sent as they are', { note: 'x' }, 'send'],
		['in read-only columns', { tags: ['vip'] }, 'ignore'],
	])('is also one that has content only %s', (_, row, unknownFields) => {
		const { rows, ...tally } = readTable([{ id: 'x' }, row], { unknownFields });
		expect(rows.map(({ item }) => item)).toEqual([0]);
		expect(tally).toMatchObject({ blankRows: 0, otherRows: [1] });
	});

	it('is left out, but one that cannot be read is refused', () => {
		const { rows } = readTable([{ id: 'x' }, { birthday: ['7'] }, 'text', [1]]);
		expect(rows.map(({ error }) => error !== undefined)).toEqual([false, true, true, true]);
	});

	it('is no text or list, which are refused and give no columns', () => {
		const { rows, headings } = readTable([{ id: 'x' }, 'text', [1], null]);
		expect([...headings.keys()]).toEqual(['id']);
		for (const row of rows.slice(1)) {
			expect(row).toMatchObject({ id: '', cells: [], notes: [] });
			expect(row.error).toMatchObject({
				message: expect.stringContaining('neither an object nor a list') as string,
				advice: expect.stringContaining('{ }') as string,
			});
		}
	});

	it('is not one that could not be taken from its input item, whose reason is kept', () => {
		const error = new Error('the expression failed');
		const given = [{ item: 0, position: undefined, record: undefined, error }];
		expect(readRecords({ model: contactModel, setting: MAPPED }, given, FILLED).rows).toMatchObject([
			{ id: '', error },
		]);
	});

	it('is refused if all rows are like it, because nothing of the table is understood', () => {
		const { rows, ...tally } = readTable([{ note: 'x' }, {}]);
		expect(rows.map(({ error }) => error !== undefined)).toEqual([true, true]);
		expect(tally).toMatchObject({ blankRows: 0, otherRows: [] });
	});
});

describe('a row of sums', () => {
	const PERSON = { Nr: '7', Vorname: 'Ada', Nachname: 'Byron', 'E-Mail': 'ada@x.org', Umsatz: 12.5 };
	const totalsIn = (row: IDataObject, options: Partial<Setting> = {}) => {
		const { rows, totals, notesLeftOut } = readTable([{ ID: 'x', ...PERSON }, row], options);
		expect(rows.map(({ item }) => item)).toEqual(totals.length > 0 ? [0] : [0, 1]);
		expect(notesLeftOut).toEqual([]);
		return totals;
	};

	it.each(
		'Total;Summe;TOTAL:;Grand Total;Gesamt;Zwischensumme;Ergebnis;Somme;Total général;Suma;Totale;Totaal'.split(
			';',
		),
	)('is left out if its ID is %s', (word) => {
		expect(totalsIn({ ID: word, Umsatz: 12.5 })).toEqual([{ item: 1, word: word.replace(':', '') }]);
	});

	it.each<[what: string, row: IDataObject]>([
		['with the word in the first filled cell', { ID: '', Ort: '', Bemerkung: 'Summe', Umsatz: '1.234,50 €' }],
		['with nothing but the word', { ID: 'Summe' }],
		['with the number behind the word', { ID: 'Summe: 1.234' }],
		['with counts below fields of a contact', { ID: 'Summe', 'E-Mail': 10, Telefon: '8', Umsatz: 'EUR 12' }],
		['with a count and its word', { ID: 'Summe', Bemerkung: '12 Kontakte' }],
		['with blanks below its names', { ID: 'Summe', Vorname: ' ', Nachname: null }],
	])('is left out %s', (_, row) => {
		for (const setting of [
			{},
			{ mustExist: true },
			{ unknownFields: 'send' },
			{ emptyFields: 'send' },
		] as const) {
			expect(totalsIn(row, setting)).toEqual([{ item: 1, word: 'Summe' }]);
		}
	});

	it.each<[what: string, row: IDataObject]>([
		['a last name', { ID: 'Total', Nachname: 'Byron' }],
		['a first name', { ID: 'Total', Vorname: 'Ada' }],
		['the word as its last name', { ID: '', Nachname: 'Summe', Umsatz: 3 }],
		['an e-mail address', { ID: 'Total', 'E-Mail': 'ada@x.org' }],
		['an e-mail address in a column that is not understood', { ID: 'Total', Bemerkung: 'ada7@x.org' }],
		['a phone number', { ID: 'Total', Telefon: '030 1234567' }],
		['a company', { ID: 'Total', Firma: 'TotalEnergies' }],
		['words in a column that is not understood', { ID: 'Total', Bemerkung: 'Byron' }],
		['a yes', { ID: 'Total', Newsletter: 'ja' }],
		['an ID of its own', { Bemerkung: 'Total', ID: '15', Umsatz: 3 }],
		['a word that only begins like a total', { ID: 'Summerfield', Umsatz: 3 }],
		['the word behind another one', { Bemerkung: 'Byron', Betrag: 'Total', ID: '', Ort: 'Ulm' }],
	])('is not one with %s, which may be a person', (_, row) => {
		expect(totalsIn(row)).toEqual([]);
	});

	it('mapped by hand, is left out only if nothing else in its input item may be about a person', () => {
		const given = [{ ID: 'x' }, { ID: 'Summe', Mit: 2 }, { ID: 'Summe', Mit: 'ja' }].map(
			(mappedFrom, item) => ({
				item,
				position: undefined,
				record: { id: mappedFrom.ID, company: 12 },
				mappedFrom,
			}),
		);
		const { rows, totals } = readRecords({ model: contactModel, setting: MAPPED }, given, FILLED);
		expect(rows.map(({ item }) => item)).toEqual([0, 2]);
		expect(totals).toEqual([{ item: 1, word: 'Summe' }]);
	});

	it('stays if the table has nobody else, so that the upload says what is wrong', () => {
		const { rows, totals } = readTable([{ ID: 'Summe', Umsatz: 12 }]);
		expect(rows).toMatchObject([{ id: 'Summe' }]);
		expect(totals).toEqual([]);
	});
});

describe('columns that other rows have, but not this one, with Empty Fields "send"', () => {
	const SEND = { emptyFields: 'send' } as const;
	const OTHER = {
		id: 'y',
		title: 'Dr.',
		'E-Mail geschäftlich': 'a@x.org',
		first_name: 'A',
		data: '{"a":"b"}',
		note: 'n',
	};
	const second = (row: IDataObject, options: Partial<Setting> = SEND) => {
		const [, read] = readTable([OTHER, row], options).rows;
		const values = read?.cells.map(({ heading, value }) => [heading.column?.name, value]) ?? [];
		return { values: Object.fromEntries(values), notSent: notSentIn(read?.notes ?? []) ?? [] };
	};

	it('are blank in a table', () => {
		expect(second({ id: 'x' })).toEqual({ values: { id: 'x', title: '', work_emails: [] }, notSent: [] });
	});

	it('are not blank if another heading fills them, without that option, or in JSON', () => {
		expect(second({ id: 'x', Titel: 'Prof.' }).values).toEqual({ id: 'x', title: 'Prof.', work_emails: [] });
		expect(second({ id: 'x' }, {}).values).toEqual({ id: 'x' });
		expect(second({ id: 'x' }, { ...SEND, isTable: false }).values).toEqual({ id: 'x' });
	});

	it.each([
		['of columns that are mapped by hand', true, false],
		['of JSON that is the input item itself', false, true],
	])('are not blank in a row %s', (_what, isTable, isOfTable) => {
		const setting = { ...MAPPED, ...SEND, isTable };
		const given = [OTHER, { id: 'x' }].map((record, item) => ({
			item,
			position: undefined,
			record,
			isOfTable,
		}));
		const [, row] = readRecords({ model: contactModel, setting }, given, FILLED).rows;
		expect(row?.cells.map(({ heading }) => heading.name)).toEqual(['id']);
	});

	it('do not clear required or nested columns', () => {
		expect(
			second({ id: 'x', first_name: '', data: '', documentation: null, section_work: {} }).values,
		).toEqual({
			id: 'x',
			title: '',
			work_emails: [],
		});
	});
});

it.each(['birthday', 'work_phone_numbers', 'company'])(
	'with Clear, a row is refused whose %s is left out for its content, because the field would be erased',
	(column) => {
		const record = { id: 'x', first_name: 'Ada', [column]: column === 'company' ? '#REF!' : 'yes' };
		expect(readRow(record).error).toBeUndefined();
		expect(readRow(record, { keepsOtherFields: false }).error).toMatchObject({
			message: expect.stringContaining('Clear would erase the field') as string,
		});
	},
);

it.each([
	['documentation', '#REF!'],
	['section_work', '#N/A'],
	['data', 'Invalid DateTime'],
])('the lost value %s of a nested column is named, and refused with Clear: %s', (column, cell) => {
	const record = { id: 'x', first_name: 'Ada', company: 'Acme', [column]: cell };
	const [row] = readTable([record]).rows;
	expect(row?.error).toBeUndefined();
	expect(row?.notes).toMatchObject([{ heading: column, given: cell }]);
	expect(readRow(record, { keepsOtherFields: false }).error).toMatchObject({
		message: expect.stringContaining('Clear would erase the field') as string,
	});
});

it.each(['#N/A', 'Invalid DateTime', { chess: 1 }])(
	'with Clear, a row is refused whose custom data is lost: %j',
	(Hobby) => {
		const setting = { unknownFields: 'customData', keepsOtherFields: false } as const;
		expect(readRow({ id: 'x', first_name: 'Ada', Hobby }, setting).error).toMatchObject({
			message: expect.stringContaining('Clear would erase the field') as string,
		});
	},
);

it.each<[phone: string, isRefused: boolean]>([
	['+49 171 5550101, -', false],
	['+49 171 5550101, 4,91511E+12', true],
	['-, -', true],
	['call me', true],
])('with Clear, the numbers %j are refused: %s', (phone, isRefused) => {
	const [row] = readTable([{ id: 'x', first_name: 'Ada', last_name: 'L', phone }], {
		keepsOtherFields: false,
	}).rows;
	expect(row?.error !== undefined).toBe(isRefused);
});

describe('a part of a nested value that is left out', () => {
	const nested = (record: object, options: Partial<Setting>) =>
		readTable([{ id: 'x', first_name: 'Ada', last_name: 'L', ...record }], { isTable: false, ...options })
			.rows[0];

	it.each([
		{ section_work: { emails: ['a@x.org'], phone_numbers: ['ja'] } },
		{ section_private: { mobile_numbers: ['-', '+49 171 5550101'], phone_numbers: 'ja' } },
	])('refuses the row with Clear, because another part does not fill it: %j', (record) => {
		expect(nested(record, { keepsOtherFields: false })?.error).toBeDefined();
	});

	it('does not keep another part from being cleared', () => {
		const row = nested({ section_work: { emails: '', phone_numbers: 'ja' } }, { emptyFields: 'send' });
		expect(row?.cells.map(({ value }) => value)).toContainEqual({ emails: [] });
	});
});
