/** The message of a row that lacks a required value, and of a record that the service refuses. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import type { Setting } from '../../nodes/ContactConsent/upload/columns';
import { missingValues } from '../../nodes/ContactConsent/upload/missing';
import { notThere, refusalOf } from '../../nodes/ContactConsent/upload/refusal';
import { readTable } from '../../nodes/ContactConsent/upload/rows';
import type { ValidationEntry } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { MAPPED } from '../support/upload-table';

const HINT = "Set 'Mapping Column Mode' to 'Map Each Column Manually' to choose the columns yourself.";

/** The heading is the name of a field, or unknown. */
function refusal(row: IDataObject, model = contactModel, newId?: string, setting: Setting = MAPPED) {
	const given = [{ item: 0, position: undefined, record: row }];
	const { headings, rows } = readTable(model, given, setting);
	const filled = rows.flatMap(({ cells }) => cells.map(({ heading }) => heading.column));
	const missing = model.required.filter((column) => !filled.includes(column));
	return missingValues(model, missing, headings, setting, newId);
}

it.each<[what: string, row: IDataObject, says: string]>([
	['a blank cell', { id: 'c', first_name: 'Ada', last_name: ' ', note: 'VIP' }, 'Last Name is missing'],
	['no column, and no other that may be it', { id: 'c', first_name: 'Ada' }, 'Last Name is missing'],
	[
		'no column, but one with another name',
		{ id: 'c', first_name: 'Ada', x: 'B' },
		'Last Name has no column in the input',
	],
	['no columns', { x: 'B' }, 'ID, First Name and Last Name have no column in the input'],
	['nothing at all', {}, 'No contact is there'],
	['blank cells', { id: 'c', first_name: '', last_name: '' }, 'First Name and Last Name are missing'],
	[
		'a blank cell of a heading with another name',
		{ id: 'c', Vorname: 'Ada', Nachname: '' },
		'Nachname (Last Name) is missing',
	],
])('%s is reported as such: %j', (_what, row, says) => {
	expect(refusal(row).message).toBe(says);
});

it('a record that does not exist needs the fields of a new one, which is not called a blank cell', () => {
	const { message, advice } = refusal({ id: 'x', company: 'Acme' }, contactModel, 'x');
	expect(message).toBe('There is no contact with the ID "x", and a new one needs First Name and Last Name');
	expect(advice).not.toMatch(/Fill in/);
	const near = refusal({ id: 'x', first_name: 'Ada', Name2: 'Byron' }, contactModel, 'x');
	expect(near.message).toBe('There is no contact with the ID "x", and a new one needs Last Name');
	expect(near.advice).toContain('Name2: did you mean Last Name?');
});

it.each<[what: string, row: IDataObject, newId: string | undefined, advice: RegExp]>([
	[
		'to fill in a cell',
		{ id: 'c', first_name: 'Ada', last_name: '' },
		undefined,
		/^The service requires a value\. Fill in the cell\.$/,
	],
	[
		'to add a column',
		{ id: 'c', first_name: 'Ada' },
		undefined,
		/^The service requires a value\. Add a column for Last Name\.$/,
	],
	[
		'what an ID is',
		{ id: '', first_name: 'Ada', last_name: 'B' },
		undefined,
		/Fill in the cell\. The ID is .* from upload to upload\.$/,
	],
	[
		'to make IDs',
		{ first_name: 'Ada', last_name: 'B' },
		undefined,
		/^The service requires a value\. The ID is .*Edit Fields/,
	],
	[
		'to correct the ID',
		{ id: 'c', title: 'Dr.' },
		'c',
		/^Correct the ID, or add what a new contact needs\.$/,
	],
	[
		'the columns',
		{ id: 'c', first_name: 'Ada', x: 'B' },
		undefined,
		/^The input has the columns id, first_name, x\. Needed: id, first_name, last_name\. Set 'Mapping/,
	],
])('the advice is %s: %j', (_what, row, newId, advice) => {
	expect(refusal(row, contactModel, newId).advice).toMatch(advice);
});

it('for JSON, the advice is to map columns, and for mapped columns to choose them', () => {
	const given = { Nr: 1, first_name: 'Ada' };
	const inJson = refusal(given, contactModel, undefined, { ...MAPPED, trims: false });
	expect(inJson.hint).toBe("To map the columns of a table, set 'Input Mode' to 'Map Columns'.");
	expect(inJson.advice).toContain(inJson.hint);
	expect(refusal(given).hint).toBe(HINT);
});

describe('an update of a record that exists', () => {
	const UPDATE: Setting = { ...MAPPED, mustExist: true };
	const lack = (row: IDataObject) => {
		const [read] = readTable(contactModel, [{ item: 0, position: undefined, record: row }], UPDATE).rows;
		return read?.error as ReturnType<typeof refusal> | undefined;
	};

	it('needs only an ID', () => {
		expect(lack({ id: 'c', title: 'Dr.' })).toBeUndefined();
		expect(lack({ id: '', title: 'Dr.' })?.message).toBe('ID is missing');
		expect(lack({ x: 'c', title: 'Dr.' })).toMatchObject({
			message: 'ID has no column in the input',
			advice: expect.stringContaining('The input has the columns x, title. Needed: id. ') as string,
		});
	});

	it('without a column for the ID is not told to make IDs, which would belong to no record', () => {
		const error = lack({ title: 'Dr.' });
		expect(error?.advice).toContain('A table that has none needs such a column.');
		expect(error?.hint).toBe('A table that has none needs such a column.');
		expect(error?.advice).not.toContain('Edit Fields');
	});
});

it('headings that were read with the wrong encoding are named', () => {
	const { advice, hint } = refusal({ 'Stra\ufffde': 'x', 'K\ufffdln': 'y' });
	expect(advice).toContain('Stra\ufffde, K\ufffdln: read with the wrong encoding.');
	expect(hint).toContain("'Encoding'");
});

it('the advice names similar headings, the present headings, the required columns and the page of columns', () => {
	const { advice, hint } = refusal({ Nr: 1, Mail2: 'a@x.org', first_name: 'Ada' }, employeeModel);
	expect(advice).toMatch(
		/^Nr: did you mean ID\? Mail2: did you mean Email\? The input has the columns Nr, Mail2, first_name\. Needed: id, first_name, email\. The ID is .+\. Set 'Mapping .+ yourself\. All columns: https:\S+docs\/columns\.md$/,
	);
	expect(hint).toBe(HINT);
	expect(refusal({}).advice).toBe('Map the columns, or enter JSON. Needed: ID, First Name and Last Name.');
});

it.each([
	['with columns that are not understood', { 'First Name': 'Ada', 'Last Name': 'Byron', Gender: '' }],
	['of which all else is understood', { 'First Name': 'Ada', 'Last Name': 'Byron' }],
])('a table without IDs, %s, is told how to make IDs, above the output too', (_what, row) => {
	const { advice, hint } = refusal(row);
	expect(advice).toContain('Edit Fields');
	expect(advice).not.toMatch(/Fill in/);
	expect(hint).toMatch(/Edit Fields/);
	const blank = refusal({ ...row, id: '' });
	expect(blank.hint).toBeUndefined();
	expect(blank.advice).toMatch(/^(?!.*Edit Fields).*Fill in the cell\. The ID is /);
	expect(refusal({ ...row, Nr: 7 }).hint).toBe(HINT);
});

it.each<[string, string | undefined]>([
	['Name', 'Last Name'],
	['firstname2', 'First Name'],
	['Name2', 'Last Name'],
	['Klaviyo ID', 'ID'],
	['KundenschlüsselId', 'ID'],
	['Frist Name', 'First Name'],
	['Vorame', 'First Name'],
	['Lats Name', 'Last Name'],
	['Nachnahme', 'Last Name'],
	['Nahcname', 'Last Name'],
	['Ext. Nr.', 'ID'],
	['Klaviyo - ID:', 'ID'],
	['Code', 'ID'],
	['Ref.', 'ID'],
	...[
		...['Beforeno', 'Notes', 'Idee', 'Nameplate', 'Paid', 'Pager-Nummer', 'Messenger ID', 'Lfd. Nr.'],
		...['Steuer-ID', 'Vertrags-Nr.', 'Owner ID', 'Bestellnummer', 'Prost Name'],
		...['Nahxname', 'Naxcname', 'Naxyname', 'Access Key', 'Area Code', 'Nummernkreis', 'Identity'],
	].map((one): [string, undefined] => [one, undefined]),
])('%s: did you mean %s?', (heading, label) => {
	const questions = refusal({ [heading]: 'x' }).advice.match(/.+?: did you mean [^?]+\?/g) ?? [];
	expect(questions).toEqual(label ? [`${heading}: did you mean ${label}?`] : []);
});

it('a column that is understood is never asked for as another one', () => {
	const { advice } = refusal({ employee_id: '7', first_name: 'Ada', last_name: 'Byron', Gender: 'f' });
	expect(advice).not.toContain('did you mean');
	const other = refusal({ employee_id: '7', Klaviyo_ID: '8', first_name: 'Ada', last_name: 'Byron' });
	expect(other.advice).toContain('Klaviyo_ID: did you mean ID?');
});

const row = (...names: string[]): IDataObject => Object.fromEntries(names.map((name) => [name, 'x']));

it.each<[string, IDataObject, RegExp | undefined]>([
	[
		'semicolons',
		row('ID;Name', ' Vorname;Straße', ' Nr.;PLZ'),
		/columns by semicolons\. .*'Delimiter'.* ; \(a semicolon\)\./,
	],
	['semicolons', row('ID;Name', ' Vorname;Straße', ' Nr.'), /columns by semicolons\./],
	['semicolons', row('ID;Name'), /columns by semicolons\./],
	['vertical bars', row('ID|Name'), /columns by vertical bars\. .*set it to \| \(a vertical bar\)\./],
	['nothing', row('ID|Name', ' Vorname|Ort', 'x'), undefined],
	['nothing', row('Was; wie', 'Ort'), undefined],
	['semicolons', row('ID;Vorname;Name;Telefon (Büro', ' mobil', ' Fax)'), /'Delimiter'.*semicolon/],
	['tabs', row('ID\tName', ' Vorname\tOrt'), /columns by tabs\. .*'Delimiter'.*tab/],
	['nothing', row('Foo', 'Was; wie; wo?', 'Ort', 'PLZ'), undefined],
	['a title', row('Mitglieder 2026', '__EMPTY', '__EMPTY_1'), /first row.*'Range'.*'Starting Line'/],
	['a title', row('Telefonliste', ''), /first row.*'Range'/],
	['a title', row('Telefon', 'col_1', 'col_2'), /'Data Location on Sheet'/],
	['a title', row('Telefon', 'col_10'), /first row/],
	['a title', row('Telefon', '__EMPTY_10'), /first row/],
	['a title', row('Foo', 'Bar', 'Baz', '__EMPTY'), /first row/],
	['nothing', row('Vorname', 'Nachname', 'Foo', '__EMPTY'), undefined],
])('the advice names %s as what is wrong with %j', (_, input, problem) => {
	const { advice } = refusal(input);
	if (problem === undefined) expect(advice).not.toMatch(/'Delimiter'|first row/);
	else expect(advice).toMatch(problem);
	if (problem !== undefined) expect(advice).not.toContain('did you mean');
});

const REFUSED: IDataObject = {
	id: 'contact-42',
	first_name: 'Ada',
	language: 'x'.repeat(100),
	website: 'y'.repeat(101),
	section_work: {
		emails: [{ email: 'ada@example.com' }, { email: 'not-an-email' }],
		addresses: [{ city: 'Rome', extra_1: 'c/o Byron' }],
	},
	section_private: {
		emails: [{ email: 'ada.example.com' }],
		addresses: [{ city: 'Atlantis' }, ...Array.from({ length: 10 }, () => ({ city: 'Troy' }))],
	},
	planet: null,
};

const entry = (innerKey: string, message = 'is not valid', outerKey = '0') => ({
	outerKey,
	innerKey,
	code: 'invalid',
	message,
});

const SAYS_NOTHING = 'no';
const explain = (model: typeof contactModel, entries: ValidationEntry[], upload: IDataObject): string =>
	refusalOf(
		{ model, headings: new Map() },
		failure({ kind: 'status', status: 422 }),
		entries,
		{ rows: [] },
		upload,
	).message;
const inWords = (...of: Parameters<typeof entry>) => explain(contactModel, [entry(...of)], REFUSED);

it.each<[path: string, words: string]>([
	['first_name', 'First Name "Ada": is not valid'],
	['section_work.emails[1].email', 'Work Emails "not-an-email": is not valid'],
	['/section_private/emails/0/email', 'Private Emails "ada.example.com": is not valid'],
	['section_work.emails[1]', 'Work Emails "not-an-email": is not valid'],
	['section_work.emails.email', 'Work Emails "ada@example.com, not-an-email": is not valid'],
	['section_work.emails.line1', 'Work Emails "ada@example.com, not-an-email": is not valid'],
	['section_work.addresses', 'section_work.addresses: is not valid'],
	['section_private.addresses[0].city', 'Private City "Atlantis": is not valid'],
	['section_private.addresses[10].city', 'Private City "Troy": is not valid'],
])('the path %s is shown as the column and its value: %s', (path, words) => {
	expect(inWords(path)).toBe(words);
});

it.each(['section_work.offices[0].city', 'contact-42.first_name', '42-a.first_name', 'planet.name'])(
	'the path %s, which belongs to no column, is shown as it is',
	(path) => {
		expect(inWords(path)).toBe(`${path}: is not valid`);
	},
);

it('a single step is the column of the only list with such entries', () => {
	const sent = {
		section_work: {
			emails: [{ email: 'no-mail' }],
			phone_numbers: [{ number: '1' }],
			fax_numbers: [{ number: '2' }],
		},
	};
	expect(explain(contactModel, [entry('email')], sent)).toBe('Work Emails "no-mail": is not valid');
	expect(explain(contactModel, [entry('number')], sent)).toBe('number: is not valid');
	expect(inWords('email')).toBe('email: is not valid');
});

it('a path below a text is shown as the column without a value', () => {
	expect(inWords('first_name.length')).toBe('First Name: is not valid');
});

it.each<[outer: string, inner: string, words: string]>([
	['0', 'first_name', 'First Name "Ada": is not valid'],
	['first_name', 'format', 'First Name "Ada": is not valid'],
	['contact-42', 'planet', 'planet: is not valid'],
	['planet', '12', 'planet: is not valid'],
	['0', '12', '12: is not valid'],
])('of the keys %j and %j, the one that says most is taken for the path: %s', (outer, inner, words) => {
	expect(inWords(inner, 'is not valid', outer)).toBe(words);
});

it.each<[message: string, words: string]>([
	['first_name is too short', 'is too short'],
	['first_names are too short: Ada', 'first_names are too short: Ada'],
	['the first_name is too short', 'the first_name is too short'],
	['first_name is\ntoo\n\nshort', 'is too short'],
	['first_name: ', 'was refused (invalid)'],
	['', 'was refused (invalid)'],
])('the words %j behind the column are %j', (message, words) => {
	expect(inWords('first_name', message)).toBe(`First Name "Ada": ${words}`);
});

it('a value is cut at 100 characters', () => {
	expect(inWords('language')).toBe(`Language "${'x'.repeat(100)}": is not valid`);
	expect(inWords('website')).toBe(`Website "${'y'.repeat(100)}…": is not valid`);
});

it.each<[entries: number, shown: number, rest: string]>([
	[5, 5, ''],
	[12, 5, '; and 7 more'],
])('of %i entries %i are shown', (entries, shown, rest) => {
	const all = Array.from({ length: entries }, () => entry('first_name'));
	const words = Array.from({ length: shown }, () => 'First Name "Ada": is not valid').join('; ');
	expect(explain(contactModel, all, REFUSED)).toBe(words + rest);
});

it('if the service names no field, the message names none', () => {
	expect(explain(contactModel, [], REFUSED)).toBe(SAYS_NOTHING);
});

it.each<[path: string, sent: IDataObject]>([
	['section_work.emails', { section_work: { emails: [] } }],
	['section_work.emails', { section_work: { emails: [{ email: 'a@x.org' }, { kind: 'home' }] } }],
])('a list without a text, or with an entry without one, is shown without a value: %s %j', (path, sent) => {
	expect(explain(contactModel, [entry(path)], sent)).toBe('Work Emails: is not valid');
});

describe('a value that the service refuses and no row gives', () => {
	const SENT: IDataObject = {
		id: 'c',
		company: 'Acme',
		section_work: {
			emails: [
				{ email: 'a@x.org' },
				{ email: 'b"x' },
				...Array.from({ length: 9 }, (_, at) => ({ email: `e${at}` })),
			],
			addresses: [{ city: 'Rome' }],
		},
	};
	const refused = (given: IDataObject, paths: string[], change: 'changed' | 'created' = 'changed') => {
		const record = { id: 'c', ...given };
		const { headings, rows } = readTable(contactModel, [{ item: 0, position: undefined, record }], MAPPED);
		const draft = { upload: SENT, readAt: 0, change, differences: [] };
		const error = failure({ kind: 'status', status: 422 });
		const entries = paths.map((path) => entry(path));
		return refusalOf({ model: contactModel, headings }, error, entries, { rows, draft }, SENT);
	};
	const FIRST = 'section_work.emails[0].email';
	const SECOND = 'section_work.emails[1].email';

	it.each<[what: string, given: IDataObject, path: string, isStored: boolean]>([
		['another column is given', { title: 'Dr.' }, 'company', true],
		['a column without a section is given', { email: 'a@x.org', city: 'Rome' }, 'company', true],
		['the column is given', { company: 'Acme' }, 'company', false],
		['the list is given', { work_emails: 'a@x.org' }, FIRST, false],
		['another entry of the list is given', { work_emails: 'a@x.org' }, SECOND, true],
		['its entry with a quotation mark is given', { work_emails: 'b"x' }, SECOND, false],
		['an entry far behind is not given', { work_emails: 'a@x.org' }, 'section_work.emails[10].email', true],
		['the list as a whole is refused, and given', { work_emails: 'a@x.org' }, 'section_work.emails', false],
		[
			'a field that ends in a digit is refused',
			{ work_emails: 'a@x.org' },
			'section_work.emails.line1',
			false,
		],
		['the list is given without a section', { email: 'a@x.org' }, FIRST, false],
		['the other section is given', { private_emails: 'a@x.org' }, FIRST, true],
		['the list is given in a nested field', { section_work: { emails: ['a@x.org'] } }, FIRST, false],
		['a part of the address is given', { city: 'Rome' }, 'section_work.addresses[0].city', false],
		['another part of it is given', { street: 'Ring' }, 'section_work.addresses[0].city', true],
		['it is no column', { title: 'Dr.' }, 'planet', false],
	])('is said to be stored, or not: %s', (_what, given, path, isStored) => {
		const { message, advice } = refused(given, [path]);
		expect(message.endsWith('(stored at the service, not in the row)')).toBe(isStored);
		if (isStored) expect(advice).toContain('The service refuses what it has stored.');
		else expect(advice).toBe('Correct it and run the node again.');
	});

	it('is looked for in all rows of the ID', () => {
		const records = [
			{ id: 'c', company: 'Acme' },
			{ id: 'c', title: 'Dr.' },
		];
		const given = records.map((record, item) => ({ item, position: undefined, record }));
		const { headings, rows } = readTable(contactModel, given, MAPPED);
		const draft = { upload: SENT, readAt: 0, change: 'changed' as const, differences: [] };
		const error = failure({ kind: 'status', status: 422 });
		const target = { rows, draft };
		const said = refusalOf({ model: contactModel, headings }, error, [entry('company')], target, SENT);
		expect(said.message).toBe('Company "Acme": is not valid');
	});

	it('is not said to be stored if the record is new', () => {
		expect(refused({ title: 'Dr.' }, ['company'], 'created').message).toBe('Company "Acme": is not valid');
	});

	it('is named in the advice, with all others, each once', () => {
		const { message, advice, facts } = refused({ title: 'Dr.' }, [FIRST, 'company', SECOND, 'title']);
		expect(message.match(/stored at the service/g)).toHaveLength(3);
		expect(advice).toContain('Send Work Emails, Company in the row, or correct it at the service');
		expect(facts).toMatchObject({ status: 422, validation: [{ innerKey: FIRST }, {}, {}, {}] });
	});
});

it('a record that has to exist is refused with the status of the answer, if there was one', () => {
	const error = notThere(contactModel, 'x', failure({ kind: 'status', status: 404 }));
	expect(error).toMatchObject({
		message: 'There is no contact with the ID "x", or an upload of it is still being processed',
		advice: "Check the ID. To create a contact, use 'Create or Update'.",
		facts: { kind: 'status', status: 404 },
	});
	expect(notThere(contactModel, 'x', undefined).facts).toEqual({ kind: 'status' });
});
