/** The option ID Column: any column may be the ID, on purpose. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import { notSentIn } from '../../nodes/ContactConsent/upload/report/notes';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { readTable as readRecords } from '../../nodes/ContactConsent/upload/table/rows';
import { built } from '../support/upload-built';
import { FILLED, MAPPED, readTable } from '../support/upload-table';
import { sentence } from '../support/sentences';

const by = (idColumn: string, more: Partial<Setting> = {}): Setting => ({ ...MAPPED, idColumn, ...more });

function read(rows: IDataObject[], setting: Setting, model = contactModel) {
	return readTable(rows, setting, model).rows.map(({ id, cells, notes, error }) => ({
		id,
		columns: cells.map(({ heading }) => heading.column?.name).sort(),
		notSent: notSentIn(notes) ?? [],
		error: error as Error | undefined,
	}));
}

it.each<[what: string, idColumn: string, row: IDataObject, id: string, notSent: string[]]>([
	['an e-mail address', 'E-Mail', { 'E-Mail': 'Ada@X.org' }, 'ada@x.org', []],
	['the first of several addresses', 'email', { email: ' ; n/a; B@x.org, a@x.org' }, 'b@x.org', []],
	['the first address of a list', 'Work Emails', { work_emails: ['', 'B@x.org'] }, 'b@x.org', []],
	['a heading in another spelling', ' e mail', { 'E-Mail': 'a@x.org' }, 'a@x.org', []],
	['a column that is not understood', 'Login', { Login: 'Ada7', id: '3' }, 'Ada7', ['id']],
	[
		'a column with a meaning of its own',
		'Handy',
		{ Handy: '0171 1234', Kundennummer: '3' },
		'0171 1234',
		['Kundennummer'],
	],
	['what is the ID anyway', 'Kundennummer', { Kundennummer: '3', id: '4' }, '3', ['id']],
	['a read-only column', 'Tags', { Tags: 't-1' }, 't-1', []],
	['a whole number with decimals', 'Nr', { Nr: '1001.0' }, '1001', []],
])('%s is the ID', (_, idColumn, row, id, notSent) => {
	const [one] = read([{ ...row, Vorname: 'Ada', Nachname: 'Byron' }], by(idColumn));
	expect(one).toMatchObject({ id, notSent, error: undefined });
});

it('a chosen column keeps its other meaning, and one without a meaning has none', () => {
	const row = { 'E-Mail': 'A@x.org', Login: 'x', Vorname: 'Ada', Nachname: 'B' };
	const [mail] = read([row], by('E-Mail'));
	expect(mail?.columns).toEqual(['emails', 'first_name', 'id', 'last_name']);
	const [login] = read([row], by('Login', { unknownFields: 'customData' }));
	expect(login?.columns).toEqual(['emails', 'first_name', 'id', 'last_name']);
});

it('the other columns for an ID are kept as custom data if unknown ones are, and never sent as the ID', () => {
	const row = { id: '7', 'E-Mail': 'a@x.org', Vorname: 'Ada', Nachname: 'B' };
	const [kept] = readTable([row], by('E-Mail', { unknownFields: 'customData' })).rows;
	expect(kept?.cells.find(({ heading }) => heading.name === 'data')?.value).toEqual({ id: '7' });
	const [sent] = readTable([row], by('E-Mail', { unknownFields: 'send' })).rows;
	expect(sent?.id).toBe('a@x.org');
	expect(sent?.cells.filter(({ heading }) => heading.column?.name === 'id')).toHaveLength(1);
});

it('of employees, too, and in JSON', () => {
	const row = { Email: 'Grace@X.org', 'First Name': 'Grace' };
	for (const isTable of [true, false]) {
		expect(read([row], by('Email', { isTable }), employeeModel)).toMatchObject([
			{ id: 'grace@x.org', error: undefined },
		]);
	}
});

it.each([{ 'E-Mail': '' }, { 'E-Mail': 'keine' }, { 'E-Mail': '#N/A' }, {}])(
	'a row without a value there is refused, even if another column could be the ID: %j',
	(row) => {
		const rows = [
			{ 'E-Mail': 'a@x.org', Vorname: 'A', Nachname: 'B' },
			{ ...row, Kundennummer: '3', Vorname: 'A', Nachname: 'B' },
		];
		const [first, second] = read(rows, by('E-Mail'));
		expect(first?.error).toBeUndefined();
		expect(second?.error?.message).toBe('E-Mail (ID) is missing');
	},
);

it('a column that no row has is refused at once, and so is one beside columns that are mapped by hand', () => {
	const refused = (call: () => unknown) => {
		try {
			call();
			return undefined;
		} catch (error) {
			return error;
		}
	};
	expect(refused(() => readTable([{ Vorname: 'Ada' }], by('E-Mail')))).toMatchObject({
		message: expect.stringContaining('"E-Mail", and no row has such a column') as string,
		advice: expect.toSay('inputHasColumns', { columns: 'Vorname' }) as string,
	});
	const byHand = [{ item: 0, position: undefined, record: { email: 'a@x.org' } }];
	expect(
		refused(() => readRecords({ model: contactModel, setting: by('email') }, byHand, FILLED)),
	).toMatchObject({
		message: expect.toSay('idColumnByHand') as string,
	});
	const nobody = { haveFiles: false, areEmpty: true };
	expect(readRecords({ model: contactModel, setting: by('email') }, [], nobody).rows).toEqual([]);
});

describe('an e-mail address as the ID', () => {
	const SETTING = by('E-Mail');
	const JSON_BY = by('E-Mail', { isTable: false });
	const person = (Vorname: string, more: IDataObject = {}) => ({
		'E-Mail': 'a@x.org',
		Vorname,
		Nachname: 'Meier',
		...more,
	});
	const ofTable = async (rows: IDataObject[], now?: IDataObject, setting = JSON_BY) =>
		await built(rows, now && { id: 'a@x.org', last_name: 'Meier', ...now }, setting);

	it('refuses rows with several first names, each naming the others', async () => {
		const { errors } = await ofTable([person('Jana'), person('Ole'), person('jana')]);
		const advice = expect.stringMatching(/^These are .*Jana Meier .* Ole Meier/) as string;
		expect(errors).toMatchObject(Array.from({ length: 3 }, () => ({ advice })));
		const same = await ofTable([person('Jana'), person(' JANA'), person('')]);
		expect(same.errors).toEqual([undefined, undefined, undefined]);
	});

	it('refuses a row whose first name differs from the stored one, with the names in the advice alone', async () => {
		const { errors } = await ofTable([person('Ole')], { first_name: 'Jana' });
		expect(errors[0]).toMatchObject({
			message: sentence('firstNameDiffers'),
			advice: expect.stringMatching(/a@x\.org: Jana Meier\. This row: a@x\.org Ole Meier\./) as string,
		});
		for (const first_name of ['OLÉ', '']) {
			expect((await ofTable([person('Ole')], { first_name })).errors).toEqual([undefined]);
		}
	});

	it('asks for the stored record with Clear, too, and refuses a dry run alike', async () => {
		const clear = await ofTable(
			[person('Ole')],
			{ first_name: 'Jana' },
			{ ...JSON_BY, keepsOtherFields: false },
		);
		expect([clear.asked, clear.errors[0]?.message]).toEqual([
			['records/a@x.org'],
			expect.toSay('firstNameDiffers'),
		]);
		const dry = await ofTable([person('Ole')], { first_name: 'Jana' }, { ...JSON_BY, dryRun: true });
		expect(dry.errors[0]?.message).toSay('firstNameDiffers');
	});

	it('lets people change their names under any other ID', async () => {
		const { errors } = await built(
			[{ Nr: '1', Vorname: 'Ole', Nachname: 'M' }],
			{ id: '1', first_name: 'Jana', last_name: 'M' },
			by('Nr', { isTable: false }),
		);
		expect(errors).toEqual([undefined]);
		expect(readTable([person('Jana')], SETTING).idIsEmail).toBe(true);
	});
});
