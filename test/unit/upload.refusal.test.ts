/** The message of a row that lacks a required value, and of a record that the service refuses. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { missingValues } from '../../nodes/ContactConsent/upload/report/requiredMissing';
import { notThere, refusalOf } from '../../nodes/ContactConsent/upload/report/refusal';
import { readTable } from '../../nodes/ContactConsent/upload/table/rows';
import type { ValidationEntry } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';
import { FILLED, MAPPED } from '../support/upload-table';
import { sentence } from '../support/sentences';

const HINT = sentence('columnsChosen');

/** The heading is the name of a field, or unknown. */
function refusal(row: IDataObject, model = contactModel, newId?: string, setting: Setting = MAPPED) {
	const given = [{ item: 0, position: undefined, record: row }];
	const { headings, rows } = readTable({ model, setting }, given, FILLED);
	const filled = rows.flatMap(({ cells }) => cells.map(({ heading }) => heading.column));
	const missing = model.required.filter((column) => !filled.includes(column));
	return missingValues({ model, headings, setting }, missing, newId);
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
	['nothing at all', {}, 'The input has no contact'],
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
	expect(message).toBe(
		sentence('newRecordNeeds', { record: 'contact', id: 'x', columns: 'First Name and Last Name' }),
	);
	expect(advice).not.toMatch(/Fill in/);
	const near = refusal({ id: 'x', first_name: 'Ada', Name2: 'Byron' }, contactModel, 'x');
	expect(near.message).toBe(sentence('newRecordNeeds', { record: 'contact', id: 'x', columns: 'Last Name' }));
	expect(near.advice).toContain(`Name2: ${sentence('didYouMean', { what: 'Last Name' })}`);
});

it.each<[what: string, row: IDataObject, newId: string | undefined, advice: RegExp]>([
	[
		'to fill in a cell',
		{ id: 'c', first_name: 'Ada', last_name: '' },
		undefined,
		new RegExp(`^The service requires a value\\. ${sentence('fillInCell')}$`),
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
		new RegExp(`${sentence('fillInCell')} The ID is .* from upload to upload\\.$`),
	],
	[
		'to choose an ID',
		{ first_name: 'Ada', last_name: 'B' },
		undefined,
		/^The service requires a value\. The ID is .*'ID Column'/,
	],
	[
		'to correct the ID',
		{ id: 'c', title: 'Dr.' },
		'c',
		new RegExp(`^${sentence('correctIdOrAdd', { record: 'contact' })}$`),
	],
	[
		'the columns',
		{ id: 'c', first_name: 'Ada', x: 'B' },
		undefined,
		new RegExp(
			`^${sentence('inputHasColumns', { columns: 'id, first_name, x' })} Needed: id, first_name, last_name\\. Set 'Mapping`,
		),
	],
])('the advice is %s: %j', (_what, row, newId, advice) => {
	expect(refusal(row, contactModel, newId).advice).toMatch(advice);
});

it('for JSON, the advice is to map columns, and for mapped columns to choose them', () => {
	const given = { Nr: 1, first_name: 'Ada' };
	const inJson = refusal(given, contactModel, undefined, { ...MAPPED, isTable: false });
	expect(inJson.hint).toBe(
		"Rename fields in the JSON, or, for a plain table, set 'Input Mode' to 'Map Columns'.",
	);
	expect(inJson.advice).toContain(inJson.hint);
	expect(refusal(given).hint).toBe(HINT);
});

describe('an update of a record that exists', () => {
	const UPDATE: Setting = { ...MAPPED, mustExist: true };
	const lack = (row: IDataObject) => {
		const [read] = readTable(
			{ model: contactModel, setting: UPDATE },
			[{ item: 0, position: undefined, record: row }],
			FILLED,
		).rows;
		return read?.error as ReturnType<typeof refusal> | undefined;
	};

	it('needs only an ID', () => {
		expect(lack({ id: 'c', title: 'Dr.' })).toBeUndefined();
		expect(lack({ id: '', title: 'Dr.' })?.message).toBe('ID is missing');
		expect(lack({ x: 'c', title: 'Dr.' })).toMatchObject({
			message: 'ID has no column in the input',
			advice: expect.stringContaining(
				`${sentence('inputHasColumns', { columns: 'x, title' })} Needed: id. `,
			) as string,
		});
	});

	it('without a column for the ID is told to choose the one that is the ID already', () => {
		const error = lack({ title: 'Dr.', 'Work Email': 'a@x.org' });
		const advice = `If another column is the ID of your contacts, e.g. Work Email, ${sentence('enterIdHeading')}.`;
		expect(error?.advice).toContain(advice);
		expect(error?.hint).toBe(advice);
	});
});

it('headings that were read with the wrong encoding are named', () => {
	const { advice, hint } = refusal({ 'Stra\ufffde': 'x', 'K\ufffdln': 'y' });
	expect(advice).toContain(`Stra\ufffde, K\ufffdln: ${sentence('wrongEncoding')}.`);
	expect(hint).toContain("'Encoding'");
});

it.each([
	['Stra\u00c3\u0178e', /The file is UTF-8.*remove the option 'Encoding', or set it to UTF8/],
	['Stra\ufffde', new RegExp(sentence('setEncoding'))],
])('the advice about the encoding fits what is seen: %s', (heading, words) => {
	expect(refusal({ [heading]: 'x', Vorname: 'Ada' }).advice).toMatch(words);
});

it('the advice names similar headings, the present headings, the required columns and the page of columns', () => {
	const { advice, hint } = refusal({ Nr: 1, Mail2: 'a@x.org', first_name: 'Ada' }, employeeModel);
	const similar = [
		'Nr: ',
		sentence('didYouMean', { what: 'ID' }),
		' Mail2: ',
		sentence('didYouMean', { what: 'Email' }),
	];
	const present = sentence('inputHasColumns', { columns: 'Nr, Mail2, first_name' });
	expect(advice.startsWith(`${similar.join('')} ${present} Needed: id, first_name, email. The ID is `)).toBe(
		true,
	);
	expect(advice).toMatch(/ Set 'Mapping .+ yourself\. All columns: https:\S+docs\/columns\.md$/);
	expect(hint).toBe(HINT);
	expect(refusal({}).advice).toBe('Map the columns, or enter JSON. Needed: ID, First Name and Last Name.');
});

it.each([
	['with columns that are not understood', { 'First Name': 'Ada', 'Last Name': 'Byron', Gender: '' }],
	['of which all else is understood', { 'First Name': 'Ada', 'Last Name': 'Byron' }],
])('a table without IDs, %s, is told how to choose one, above the output too', (_what, row) => {
	const { advice, hint } = refusal(row);
	expect(advice).toContain("'ID Column'");
	expect(advice).not.toMatch(/Fill in/);
	expect(hint).toMatch(/'ID Column'/);
	const blank = refusal({ ...row, id: '' });
	expect(blank.hint).toBeUndefined();
	expect(blank.advice).toMatch(new RegExp(`^(?!.*ID Column).*${sentence('fillInCell')} The ID is `));
	expect(refusal({ ...row, Nr: 7 }).hint).toBe(
		`If Nr is the ID, ${sentence('enterIdHeading')} (if you map by hand, drag it into ID).`,
	);
});

it.each<[string, string | undefined]>([
	['Name', 'Last Name'],
	['firstname2', 'First Name'],
	['Name2', 'Last Name'],
	['Kajabi ID', 'ID'],
	['KundenschlüsselId', 'ID'],
	['Ext. Nr.', 'ID'],
	['Kajabi - ID:', 'ID'],
	['Code', 'ID'],
	['Ref.', 'ID'],
	...[
		...['Beforeno', 'Notes', 'Idee', 'Nameplate', 'Paid', 'Pager-Nummer', 'Messenger ID', 'Lfd. Nr.'],
		...['Steuer-ID', 'Vertrags-Nr.', 'Owner ID', 'Bestellnummer', 'Prost Name'],
		...['Access Key', 'Area Code', 'Nummernkreis', 'Identity'],
	].map((one): [string, undefined] => [one, undefined]),
])('%s: did you mean %s?', (heading, label) => {
	const questions = refusal({ [heading]: 'x' }).advice.match(/.+?: did you mean [^?]+\?/g) ?? [];
	expect(questions).toEqual(label ? [`${heading}: ${sentence('didYouMean', { what: label })}`] : []);
});

it('a column that is understood is never asked for as another one', () => {
	const { advice } = refusal({ employee_id: '7', first_name: 'Ada', last_name: 'Byron', Gender: 'f' });
	expect(advice).not.toSay('didYouMean');
	const other = refusal({ employee_id: '7', Kajabi_ID: '8', first_name: 'Ada', last_name: 'Byron' });
	expect(other.advice).toContain(`Kajabi_ID: ${sentence('didYouMean', { what: 'ID' })}`);
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
	['the line of the delimiter', row('sep=;'), /columns by semicolons\. .*'Delimiter'.*'Starting Line' to 2/],
	['the line of the delimiter', row('sep=', ''), /sep=, is none .*'Starting Line' to 2/],
	['a title', row('Mitglieder 2026', '__EMPTY', '__EMPTY_1'), /first row.*'Range'.*'Starting Line'/],
	['a title', row('Telefonliste', ''), /first row.*'Range'/],
	['a title', row('Telefon', 'col_1', 'col_2'), /'Data Location on Sheet'/],
	['a title', row('Telefon', 'col_10'), /first row/],
	['a title', row('Telefon', '__EMPTY_10'), /first row/],
	['a title', row('Foo', 'Bar', 'Baz', '__EMPTY'), /first row/],
	['nothing', row('Vorname', 'Nachname', 'Foo', '__EMPTY'), undefined],
])('the advice names %s as what is wrong with %j', (_, input, problem) => {
	const { advice } = refusal(input);
	if (problem === undefined) expect(advice).not.toMatch(/'Delimiter'|first row|Starting Line/);
	else expect(advice).toMatch(problem);
	if (problem !== undefined) expect(advice).not.toSay('didYouMean');
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
	refusalOf({ model, headings: new Map() }, failure({ kind: 'status', status: 422 }), entries, upload)
		.message;
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

it('a record that has to exist is refused with the status of the answer, if there was one', () => {
	const error = notThere(contactModel, 'x-1', failure({ kind: 'status', status: 404 }));
	expect(error).toMatchObject({
		message: sentence('noRecordYet', { record: 'contact', id: 'x-1' }),
		advice: "Check the ID. To create one, use 'Create or Update'.",
		facts: { kind: 'status', status: 404 },
	});
	expect(notThere(contactModel, 'x', undefined).facts).toEqual({ kind: 'status' });
});
