/** The upload of a row: its values, merged into the stored record. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { simplifyContact } from '../../nodes/ContactConsent/operations/contact/contactOutput';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import { notSentIn } from '../../nodes/ContactConsent/upload/report/notes';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { built as builtOf } from '../support/upload-built';
import { MAPPED } from '../support/upload-table';
import { sentence } from '../support/sentences';

const OMIT = MAPPED;
const SEND: Setting = { ...OMIT, emptyFields: 'send' };
const ADD: Setting = { ...OMIT, listValues: 'add' };
const NAMES = { id: 'c', first_name: 'Ada', last_name: 'Byron', email: 'ada@x.org' };
const NAMED: IDataObject = { id: 'c', first_name: 'Ada', last_name: 'Byron' };

/** The results of rows over the stored record `now`. Without it, the record does not exist yet. */
async function built(rows: IDataObject[], now?: IDataObject, setting = OMIT, model = contactModel) {
	const named = model === contactModel ? NAMED : NAMES;
	const all = rows.map((row) => ({ ...named, ...row }));
	return await builtOf(all, now && { ...named, ...now }, setting, model);
}

/** The upload of a row, without its names. */
async function uploadOf(row: IDataObject, now?: IDataObject, setting = OMIT): Promise<IDataObject> {
	const { upload, errors } = await built([row], now, setting);
	if (errors[0]) throw errors[0];
	const rest = { ...upload };
	for (const name of Object.keys(NAMED)) delete rest[name];
	return rest;
}

it.each<[what: string, row: IDataObject, upload: IDataObject]>([
	[
		'what names no section belongs to work',
		{ email: 'ada@x.org', city: 'Bonn' },
		{ section_work: { emails: [{ email: 'ada@x.org' }], addresses: [{ city: 'Bonn' }] } },
	],
	[
		'a list that names no section gives the first entry of the nested one',
		{ email: 'ada@x.org', section_work: { emails: ['old@x.org', 'al@x.org'] } },
		{ section_work: { emails: [{ email: 'ada@x.org' }, { email: 'al@x.org' }] } },
	],
	[
		'an e-mail is sent once, however often it is spelled',
		{ work_emails: 'a@x.org; A@x.org' },
		{ section_work: { emails: [{ email: 'a@x.org' }] } },
	],
])('with Clear: %s', async (_what, row, upload) => {
	expect(await uploadOf(row)).toEqual(upload);
});

describe('a list of which an entry is broken', () => {
	const now = { section_work: { phone_numbers: [{ number: '030 1234567' }, { number: '+4915112345678' }] } };
	const broken: Array<[what: string, row: IDataObject]> = [
		['shortened by a spreadsheet', { 'Business Phone': '030 1234567', 'Business Phone 2': '4,91512E+11' }],
		['a failed formula', { 'Business Phone': '030 1234567', 'Business Phone 2': '#N/A' }],
		['in the same cell', { 'Business Phone': '030 1234567; #REF!' }],
		['in a nested list', { section_work: { phone_numbers: ['030 1234567', '#N/A'] } }],
		['in JSON text', { section_work: '{"phone_numbers": [{"number": "030 1234567"}, {"number": "#N/A"}]}' }],
	];

	it.each(broken)('keeps the stored one that it may have been: %s', async (_what, row) => {
		// Nothing is sent, because nothing changes.
		expect(await uploadOf(row, now)).toEqual({});
	});

	describe.each<[string, unknown]>([
		['the zip code is lost', { street: 'Am Markt 1', zip_code: '#N/A', city: 'Ulm' }],
		['all of it is lost', { zip_code: '#N/A' }],
	])('an address: %s', (_what, address) => {
		const stored = {
			section_work: {
				addresses: [
					{ street: 'Am Markt 1', zip_code: '89073', city: 'Ulm' },
					{ street: 'Kai 2', zip_code: '20457', city: 'Hamburg' },
				],
			},
		};

		it.each([
			['in an object', { section_work: { addresses: [address] } }],
			['in JSON text', { section_work: JSON.stringify({ addresses: [address] }) }],
		])('keeps all that is stored, %s', async (_where, row) => {
			expect(await uploadOf(row, stored)).toEqual({});
			expect(await uploadOf(row, stored, SEND)).toEqual({});
		});

		it('clears nothing by a blank beside it', async () => {
			const row = { section_work: { addresses: [{ ...(address as IDataObject), city: '' }] } };
			expect(await uploadOf(row, stored, SEND)).toEqual({});
		});

		it('adds another address that the list has', async () => {
			const other = { street: 'Gasse 3', city: 'Bonn' };
			expect(await uploadOf({ section_work: { addresses: [address, other] } }, stored)).toEqual({
				section_work: { addresses: [...stored.section_work.addresses, other] },
			});
		});
	});

	it('an address of which a field is lost changes the first one part by part, and is never there twice', async () => {
		const stored = { section_work: { addresses: [{ street: 'Alt 1', zip_code: '89073', city: 'Ulm' }] } };
		for (const street of ['Neu 5', 'Neu 6']) {
			const row = { section_work: { addresses: [{ street, zip_code: '10115', country: '#N/A' }] } };
			expect(await uploadOf(row, stored)).toEqual({
				section_work: { addresses: [{ street, zip_code: '10115', city: 'Ulm' }] },
			});
		}
	});

	it('clears nothing beside a blank', async () => {
		const row = { 'Business Phone': '#N/A', 'Business Phone 2': '' };
		expect(await uploadOf(row, now, SEND)).toEqual({});
	});

	it('of a nested value keeps no other list of it', async () => {
		const stored = {
			section_work: { ...now.section_work, emails: [{ email: 'a@x.de' }, { email: 'b@x.de' }] },
		};
		const row = { section_work: { phone_numbers: ['030 1234567', '#N/A'], emails: ['a@x.de'] } };
		expect(await uploadOf(row, stored)).toEqual({
			section_work: { ...now.section_work, emails: [{ email: 'a@x.de' }] },
		});
	});

	it('takes what is new, too, and without anything broken it is the whole list', async () => {
		const row = { 'Business Phone': '0711 1', 'Business Phone 2': '#N/A' };
		const added = [...now.section_work.phone_numbers, { number: '0711 1' }];
		expect(await uploadOf(row, now)).toEqual({ section_work: { phone_numbers: added } });
		expect(await uploadOf({ 'Business Phone': '030 1234567', 'Business Phone 2': 'none' }, now)).toEqual({
			section_work: { phone_numbers: now.section_work.phone_numbers.slice(0, 1) },
		});
	});
});

it.each([
	['SMS', { section_work: { mobile_numbers: [{ number: '0171 1' }] } }],
	['E-Mail', { section_work: { emails: [{ email: 'ada@x.org' }] } }],
])('a box that is ticked in the column %s is no reason to refuse the person', async (heading, upload) => {
	const row = { Mobile: '0171 1', 'E-Mail-Adresse': 'ada@x.org' };
	expect(await uploadOf({ ...row, [heading]: true })).toMatchObject(upload);
});

it('a list that cannot be custom data is no reason to refuse the person', async () => {
	const row = { company: 'Acme', Groups: ['A', 'B'] };
	expect(await uploadOf(row, undefined, { ...OMIT, unknownFields: 'customData' })).toEqual({
		company: 'Acme',
	});
});

describe('a list without a section', () => {
	const now = (work: unknown[], home: unknown[] = []): IDataObject => ({
		section_work: { emails: work as IDataObject[] },
		section_private: { emails: home as IDataObject[] },
	});
	const sent = (work: string[], home: string[] = []): IDataObject =>
		now(
			work.map((email) => ({ email })),
			home.map((email) => ({ email })),
		);

	it.each<[what: string, email: string, now: IDataObject, upload: IDataObject]>([
		[
			'does not take a blank entry for one',
			'new@x.org',
			now([''], ['', 'ada@home.org']),
			sent([''], ['', 'new@x.org']),
		],
		['comes behind blank entries', 'new@x.org', now(['', '']), sent(['', '', 'new@x.org'])],
	])('%s', async (_what, email, before, upload) => {
		expect(await uploadOf({ email }, before)).toEqual(upload);
	});
});

describe('a blank column without a section, with Empty Fields "Send"', () => {
	const mails = (...emails: string[]) => ({ emails: emails.map((email) => ({ email })) });
	const place = (city: string) => ({ addresses: [{ street: 'Kai 2', city }] });

	it.each<[what: string, row: IDataObject, now: IDataObject, cleared: IDataObject]>([
		['list', { email: '' }, { section_work: mails('a@x.org') }, { section_work: { emails: [] } }],
		[
			'list of the other section',
			{ email: '' },
			{ section_private: mails('a@x.org') },
			{ section_private: { emails: [] } },
		],
		[
			'part of an address',
			{ city: '' },
			{ section_private: place('Ulm') },
			{ section_private: { addresses: [{ street: 'Kai 2', city: '' }] } },
		],
	])('clears the only value: a %s', async (_what, row, now, cleared) => {
		expect(await uploadOf(row, now, SEND)).toEqual(cleared);
	});

	it.each<[what: string, row: IDataObject, now: IDataObject]>([
		['in one section', { email: '' }, { section_work: mails('a@x.org', 'b@x.org') }],
		['in both', { email: '' }, { section_work: mails('a@x.org'), section_private: mails('b@x.org') }],
		['of a part of an address', { city: '' }, { section_work: place('Ulm'), section_private: place('Bonn') }],
	])('clears none of several %s, and says so', async (_what, row, now) => {
		const [heading = ''] = Object.keys(row);
		for (const setting of [SEND, { ...SEND, listValues: 'add' } as Setting]) {
			const { change, target } = await built([row, row], now, setting);
			expect(change).toBe('unchanged');
			expect(notSentIn(target?.notes ?? [])).toEqual([heading]);
		}
	});

	it('beside a column with the other section clears the only value of its own', async () => {
		const now = { section_work: mails('w@x.org'), section_private: mails('p@x.org') };
		const row = { email: '', work_emails: 'w@x.org' };
		const cleared = { ...now, section_private: { emails: [] } };
		expect(await uploadOf(row, now, SEND)).toEqual(cleared);
		expect((await built([row], cleared, SEND)).differences).toEqual([]);
		const several = { ...now, section_private: mails('p@x.org', 'q@x.org') };
		expect(await uploadOf(row, several, SEND)).toEqual({});
	});

	it('beside one with the section clears what that names', async () => {
		const now = { section_work: mails('a@x.org', 'b@x.org') };
		expect(await uploadOf({ email: '', work_emails: '' }, now, SEND)).toEqual({
			section_work: { emails: [] },
		});
	});
});

it.each<[what: string, row: IDataObject, emails: string[]]>([
	['behind', { work_emails: 'a@x.org', email: 'b@x.org' }, ['a@x.org', 'b@x.org']],
	['before', { email: 'b@x.org', work_emails: 'a@x.org' }, ['b@x.org', 'a@x.org']],
])(
	'a list without a section %s the same one with a section is joined with it, and is the whole list',
	async (_what, row, emails) => {
		const now = { section_work: { emails: ['old@x.org', 'z@x.org'] } };
		expect(await uploadOf(row, now)).toEqual({
			section_work: { emails: emails.map((email) => ({ email })) },
		});
	},
);

it('an upload does not change the stored object', async () => {
	const section_work = { emails: ['ada@x.org'], addresses: [{ city: 'Bonn' }] };
	const consents = [{ type: 'news', granted: true }];
	const current = { ...NAMED, section_work, data: { a: '1' }, documentation: { consents } };
	const before = structuredClone(current);
	const documentation = { consents: [{ type: 'phone', granted: true }] };
	const row = { ...NAMED, email: 'new@x.org', city: 'Rome', data: { a: '2' }, documentation };
	await built([row, row], current);
	expect(current).toEqual(before);
});

it.each<[what: string, row: IDataObject, data: IDataObject]>([
	['is merged key by key', { data: { crm: '8' } }, { crm: '8', note: 'old' }],
	['takes columns that the service does not have', { note: 'VIP' }, { crm: '7', note: 'VIP' }],
])('custom data %s', async (_what, row, data) => {
	const now = { data: { crm: '7', note: 'old' } };
	expect(await uploadOf(row, now, { ...OMIT, unknownFields: 'customData' })).toEqual({ data });
});

it('unknown columns that are sent come before the stored ones', async () => {
	const now = { title: 'Dr.', note: 'old' };
	const sent = await uploadOf({ note: 'VIP' }, now, { ...OMIT, unknownFields: 'send' });
	expect(sent).toEqual({ title: 'Dr.', note: 'VIP' });
});

const numbers = (work: IDataObject[], private_: IDataObject[] = []): IDataObject => ({
	section_work: { phone_numbers: work },
	section_private: { phone_numbers: private_ },
});
it.each<[what: string, now: IDataObject]>([
	['two numbers that were typed as one', numbers([{ original: '030 1, 030 2' }])],
	[
		'a formatted number with a comma',
		numbers([{ original: '030 1', international_formatted: '+49 30 1, 2' }]),
	],
	['an e-mail between blanks', { section_work: { emails: [' ada@x.org '] } }],
	['an e-mail in two spellings', { section_work: { emails: ['B@x.org', 'b@x.org'] } }],
	['a national number alone', numbers([{ national_formatted: '030 1' }], [{ original: '+49 40 2' }])],
	[
		'an address of empty texts before the first one',
		{
			section_work: { addresses: [{ city: null, street: '' }, { city: 'Bonn' }] },
			section_private: { addresses: [{ city: 'Rome' }] },
		},
	],
])('a simplified contact that is sent back changes nothing: %s', async (_what, body) => {
	const now = { id: 'c', company: 'Old', ...body };
	expect((await built([{ ...simplifyContact(now, 'UTC'), company: 'Old' }], now)).change).toBe('unchanged');
	const { upload } = await built([{ company: 'New' }], now);
	expect((await built([{ ...simplifyContact(now, 'UTC'), company: 'New' }], now)).upload).toEqual(upload);
});

it.each([true, false])(
	'a number with blanks and separators equals the stored one (mapped: %p)',
	async (isTable) => {
		const section_work = { phone_numbers: [{ original: '7' }, { original: ' 030 1; 030 2 ' }] };
		const { upload } = await built([{ phone: ' 030 1; 030 2 ' }], { section_work }, { ...OMIT, isTable });
		expect(upload.section_work).toEqual({ phone_numbers: [{ number: ' 030 1; 030 2 ' }, { number: '7' }] });
	},
);

it('a simplified number stays as stored if another one is behind it, but not in a whole list', async () => {
	const phone_numbers = [{ original: '030/1', international_formatted: '+49 30 1' }, { original: '7' }];
	const sent = async (row: IDataObject) =>
		(await uploadOf(row, { section_work: { phone_numbers } })).section_work;
	const [shown, stored, added] = ['+49 30 1', '030/1', '030 9'].map((number) => ({ number }));
	expect(await sent({ phone: '+49 30 1, 030 9' })).toEqual({
		phone_numbers: [stored, added, { number: '7' }],
	});
	expect(await sent({ work_phone: '+49 30 1, 030 9' })).toEqual({ phone_numbers: [shown, added] });
});

/** The stored record after several uploads of a row. */
const listAfter = async (
	column: string,
	value: string | string[],
	list: string,
	now: string[],
	times: number,
) => {
	let section: IDataObject = { [list]: now };
	for (let count = 0; count < times; count++) {
		const upload = await uploadOf({ id: 'c', [column]: value }, { id: 'c', section_work: section });
		// Unchanged.
		if (upload.section_work === undefined) continue;
		const left = (upload.section_work as IDataObject)[list] as IDataObject[];
		section = { [list]: left.map(({ email, number }) => email ?? { original: number }) };
	}
	return (section[list] as unknown[]).map((entry) => (entry as { original?: string }).original ?? entry);
};

it.each<[value: string, now: string[], after: string[]]>([
	['a@x.org; b@x.org', ['old@x.org', 'z@x.org'], ['a@x.org', 'b@x.org', 'z@x.org']],
	['B@x.org', ['a@x.org', 'b@x.org'], ['B@x.org', 'a@x.org']],
	['b@x.org', ['a@x.org', 'B@x.org', 'b@x.org'], ['b@x.org', 'a@x.org', 'B@x.org']],
	['b@x.org', ['b@x.org', 'a@x.org', 'b@x.org'], ['b@x.org', 'a@x.org', 'b@x.org']],
	['b@x.org, new@x.org', ['a@x.org', 'b@x.org'], ['b@x.org', 'new@x.org', 'a@x.org']],
	['a@x.org; A@x.org', ['z@x.org'], ['a@x.org']],
])(
	'a list without a section gives the same result however often it is sent: %j over %j',
	async (value, now, after) => {
		expect(await listAfter('email', value, 'emails', now, 1)).toEqual(after);
		expect(await listAfter('email', value, 'emails', now, 4)).toEqual(after);
	},
);

describe('a part of an address', () => {
	const at = (...addresses: unknown[]): IDataObject => ({
		section_work: { addresses: addresses as IDataObject[] },
	});

	it('without a section belongs to the first address with a city', async () => {
		const now = {
			section_work: { addresses: [{ street: 'Markt' }] },
			section_private: { addresses: [{ street: 'Ring', city: 'Bonn' }] },
		};
		expect(await uploadOf({ zip: '53111' }, now)).toEqual({
			...now,
			section_private: { addresses: [{ street: 'Ring', city: 'Bonn', zip_code: '53111' }] },
		});
	});

	it('belongs to the first address in any case', async () => {
		const now = at(null, { label: 'HQ' }, { city: 'Rome' });
		expect(await uploadOf({ city: 'Bonn' }, now, { ...OMIT, unknownFields: 'send' })).toEqual(
			at(null, { label: 'HQ', city: 'Bonn' }, { city: 'Rome' }),
		);
		expect(await uploadOf({ city: 'Bonn' }, at('odd'))).toEqual(at({ city: 'Bonn' }, 'odd'));
	});

	it('that is blank clears that part of the stored address, and creates no address', async () => {
		const now = at({ street: 'Markt', city: 'Bonn' });
		expect(await uploadOf({ work_city: '' }, now, SEND)).toEqual(at({ street: 'Markt', city: '' }));
		expect(await uploadOf({ work_city: '', work_street: '' }, {}, SEND)).toEqual({});
		for (const section_work of [undefined, { emails: ['a@x.org'] }]) {
			const sent = await uploadOf({ title: 'Dr.', work_city: '' }, { section_work }, SEND);
			expect(sent.section_work).toEqual(section_work && { emails: [{ email: 'a@x.org' }] });
		}
	});
});

it('blanks around a text are no change in mapped columns, and for an ID nowhere', async () => {
	const now = {
		company: ' Acme ',
		employee_id: ' e-1',
		section_work: { emails: [' a@x.org', 'b@x.org'], addresses: [{ city: 'Bonn ' }] },
	};
	const row = { company: 'Acme', employee_id: 'e-1 ', work_emails: 'a@x.org, b@x.org', work_city: ' Bonn' };
	expect((await built([row], now)).change).toBe('unchanged');
	const changed = await uploadOf({ ...row, work_emails: 'a@x.org; c@x.org' }, now);
	expect(changed).toMatchObject({ company: ' Acme ', employee_id: ' e-1' });
	expect(changed.section_work).toMatchObject({ emails: [{ email: ' a@x.org' }, { email: 'c@x.org' }] });
	const inJson = await uploadOf(row, now, { ...OMIT, isTable: false });
	expect(inJson).toMatchObject({ company: 'Acme', employee_id: ' e-1' });
	expect(inJson.section_work).toMatchObject({ addresses: [{ city: ' Bonn' }] });
});

it('a stored value of a wrong type is no change if the row has the same, and is sent back as it is', async () => {
	const now = {
		company: 7,
		birthday: '1990-05-01T00:00:00Z',
		data: { score: {}, size: 42, note: 'x' },
		section_private: 'none',
	};
	const same = { company: '7', birthday: '1990-05-01', data: { size: '42' } };
	expect((await built([same], now)).change).toBe('unchanged');
	expect(await uploadOf({ title: 'Dr.', data: { note: 'y', size: 42 } }, now)).toEqual({
		...now,
		title: 'Dr.',
		data: { score: {}, size: 42, note: 'y' },
	});
});

it('a section of which the service shows a text becomes an object if a part of it is sent', async () => {
	expect(await uploadOf({ work_city: 'Bonn' }, { section_work: 'Office 7' })).toEqual({
		section_work: { addresses: [{ city: 'Bonn' }] },
	});
});

it('a column is sent whatever its name is', async () => {
	const row = JSON.parse('{"__proto__":"a","constructor":"b"}') as IDataObject;
	const { upload } = await built([row], {}, { ...OMIT, unknownFields: 'send' });
	expect(JSON.parse(JSON.stringify(upload))).toEqual({ ...NAMED, ...row });
	expect(JSON.stringify(upload)).toContain('"__proto__":"a"');
});

const FILLED = {
	title: 'Dr.',
	data: { a: '1', b: '2' },
	documentation: { consents: [{ type: 'post', granted: true }] },
	section_work: { emails: ['a@x.org'], phone_numbers: [{ original: '1' }] },
};

it.each<[row: IDataObject, changed: IDataObject]>([
	[{ title: null }, { title: '' }],
	[{ data: { a: '' } }, { data: { a: '', b: '2' } }],
	[{ section_work: { emails: [] } }, { section_work: { emails: [], phone_numbers: [{ number: '1' }] } }],
	[{ work_emails: '[]' }, { section_work: { emails: [], phone_numbers: [{ number: '1' }] } }],
])('with Empty Fields "send", a blank column of every kind clears its field: %j', async (row, changed) => {
	expect(await uploadOf(row, FILLED, SEND)).toMatchObject(changed);
	expect((await built([row], FILLED, SEND)).change).toBe('changed');
	expect((await built([row], FILLED, OMIT)).change).toBe('unchanged');
});

describe('with List Values "add", values', () => {
	const section_work = {
		emails: ['Ada@x.org'],
		phone_numbers: [
			{ original: '0170/1234567', international_formatted: '+49 170 1234567' },
			{ original: 'desk' },
		],
	};

	it.each<[row: IDataObject, list: string, entries: IDataObject[]]>([
		[
			{ mail: ['ada@X.ORG', 'new@x.org', 'NEW@x.org'] },
			'emails',
			[{ email: 'Ada@x.org' }, { email: 'new@x.org' }],
		],
		[
			{ work_phone: '0170 123 45-67, +491701234567, 030 1' },
			'phone_numbers',
			[{ number: '0170/1234567' }, { number: 'desk' }, { number: '030 1' }],
		],
	])('are added: %j', async (row, list, entries) => {
		const { upload, notKept } = await built([row], { section_work }, ADD);
		expect(upload.section_work).toMatchObject({ [list]: entries });
		expect(notKept).toBeUndefined();
	});

	it('are also added to lists of a section', async () => {
		const row = { section_work: { emails: ['ADA@x.org', 'new@x.org'], phone_numbers: ['030 1'] } };
		const { upload, notKept } = await built([row], { section_work }, ADD);
		expect(upload.section_work).toEqual({
			emails: [{ email: 'Ada@x.org' }, { email: 'new@x.org' }],
			phone_numbers: [{ number: '0170/1234567' }, { number: 'desk' }, { number: '030 1' }],
		});
		expect(notKept).toBeUndefined();
	});

	it('are not added if the column is blank and blanks are sent: then the list is cleared', async () => {
		const { upload } = await built([{ work_emails: '' }], { section_work }, { ...ADD, emptyFields: 'send' });
		expect(upload.section_work).toMatchObject({ emails: [] });
	});

	it('of tags are added, too, and compared exactly', async () => {
		const { upload } = await built([{ tags: 'vip, VIP, new' }], { tags: ['vip'] }, ADD, employeeModel);
		expect(upload.tags).toEqual(['vip', 'VIP', 'new']);
	});
});

describe('an entry that is stored already', () => {
	const section_work = { phone_numbers: [{ original: '030 1', label: 'Desk' }, { original: '030 2' }] };
	const given = [{ number: '030 1', color: 'red' }];

	it.each<[row: IDataObject, more: IDataObject]>([
		[{ work_phone_numbers: '030 2, 030 1' }, { label: 'Desk' }],
		[{ phone: '030 2' }, { label: 'Desk' }],
		[{ phone: given }, { label: 'Desk', color: 'red' }],
		[{ work_phone_numbers: [...given, '030 2'] }, { label: 'Desk', color: 'red' }],
	])('keeps its unknown fields and takes those of the row: %j', async (row, more) => {
		const { upload, notKept } = await built([row], { section_work }, { ...OMIT, unknownFields: 'send' });
		const { phone_numbers } = upload.section_work as { phone_numbers: unknown[] };
		expect([phone_numbers.length, notKept]).toEqual([2, undefined]);
		expect(phone_numbers).toContainEqual({ number: '030 1', ...more });
	});
});

it("a stored number that JSON has rounded is not sent back, but the row's text is", async () => {
	const data = { customer: 2 ** 60 };
	const { errors } = await built([{ title: 'Dr.' }], { data });
	expect(errors[0]?.message).toContain('The service shows a number in data.customer that');
	expect((await built([{}], { data })).change).toBe('unchanged');
	const row = { data: { customer: '1152921504606846977' } };
	expect((await built([row], { data })).upload.data).toEqual(row.data);
});

it.each([
	['size', { size: 2 ** 60 }],
	['more.list.0', { more: { list: [2 ** 60] } }],
])('a number in an unknown field of the row that has lost digits is not sent: %s', async (name, row) => {
	const sent: Setting = { ...OMIT, unknownFields: 'send' };
	for (const setting of [sent, { ...sent, keepsOtherFields: false }]) {
		const { errors } = await built([row], undefined, setting);
		expect(errors[0]?.message).toBe(`${name} ${sentence('digitsLost')}`);
	}
	expect((await built([{ size: 2 ** 53 - 1 }], {}, sent)).upload.size).toBe(2 ** 53 - 1);
});

it('of several rows with one ID, one that cannot be merged is refused alone', async () => {
	const withdrawn = { type: 'news', granted: false, granted_at: '2026-02-01T00:00:00Z' };
	const now = { documentation: { consents: [withdrawn] } };
	const wrong = { degree: 'MSc', documentation: { consents: [{ type: 'news', granted: true }] } };
	const { upload, errors } = await built([{ title: 'Dr.' }, wrong, { company: 'Acme' }], now);
	expect(upload).toMatchObject({ title: 'Dr.', company: 'Acme', ...now });
	expect(upload).not.toHaveProperty('degree');
	expect(errors.map((error) => error !== undefined)).toEqual([false, true, false]);
	const all = await built([wrong, wrong], now);
	expect(all.errors.map((error) => error !== undefined)).toEqual([true, true]);
});

it('only a record that was looked up can be new', async () => {
	const setting = { ...OMIT, keepsOtherFields: false };
	expect((await built([{}], undefined, setting)).target?.isNew).toBeUndefined();
	expect((await built([{}])).target?.isNew).toBe(true);
	expect((await built([{}], {})).target?.isNew).toBe(false);
});

it('rows of one ID are merged in their order', async () => {
	const rows = [
		{ title: 'Dr.', email: 'a@x.org' },
		{ title: 'Prof.', company: 'Acme' },
		{ email: 'b@x.org' },
	];
	expect(await built(rows, { title: 'Mr.' })).toMatchObject({
		change: 'changed',
		upload: { title: 'Prof.', company: 'Acme', section_work: { emails: [{ email: 'b@x.org' }] } },
	});
	expect((await built(rows)).change).toBe('created');
});

describe('what two columns give together is not lost if the record is new', () => {
	it('as a list', async () => {
		const row = { work_emails: 'a@x.org', 'Work Email': 'b@x.org' };
		for (const setting of [OMIT, ADD]) {
			expect(await uploadOf(row, undefined, setting)).toEqual({
				section_work: { emails: [{ email: 'a@x.org' }, { email: 'b@x.org' }] },
			});
		}
	});

	it('as custom data', async () => {
		const row = { data: { a: '1' }, note: 'VIP' };
		const setting: Setting = { ...OMIT, unknownFields: 'customData' };
		expect(await uploadOf(row, undefined, setting)).toEqual({ data: { a: '1', note: 'VIP' } });
		expect(await uploadOf({ note: 'VIP' }, {}, setting)).toEqual({ data: { note: 'VIP' } });
	});
});

const DIRTY = "'0731";
it.each<[what: string, now: IDataObject, same: IDataObject, right: IDataObject, after: IDataObject]>([
	[
		'a birthday that is the number of a spreadsheet',
		{ birthday: 31179 },
		{ birthday: 31179 },
		{ birthday: '1985-05-12' },
		{ birthday: '1985-05-12' },
	],
	[
		"a text with a spreadsheet's mark",
		{ title: DIRTY },
		{ title: DIRTY },
		{ title: '0731' },
		{ title: '0731' },
	],
	[
		'such a text in custom data',
		{ data: { a: DIRTY, b: '1' } },
		{ data: { a: DIRTY } },
		{ data: { a: '0731' } },
		{ data: { a: '0731', b: '1' } },
	],
	[
		'such a text in a list',
		{ section_work: { phone_numbers: [{ original: DIRTY }] } },
		{ section_work: { phone_numbers: [{ number: DIRTY }] } },
		{ section_work: { phone_numbers: [{ number: '0731' }] } },
		{ section_work: { phone_numbers: [{ number: '0731' }] } },
	],
])(
	'%s stays if it is sent back as it is, and is corrected by the right value',
	async (_what, now, same, right, after) => {
		expect((await built([same], now)).change).toBe('unchanged');
		expect((await built([right], now)).upload).toMatchObject(after);
	},
);

it('texts of JSON keep their blanks, although a stored entry has none', async () => {
	const now = { section_work: { emails: ['a@x.org', 'b@x.org'] } };
	const sent = await uploadOf({ work_emails: ['a@x.org ', 'c@x.org'] }, now, { ...OMIT, isTable: false });
	expect(sent).toEqual({ section_work: { emails: [{ email: 'a@x.org ' }, { email: 'c@x.org' }] } });
});

it('a tag that is stored with blanks stays as it is stored beside a new one', async () => {
	const { upload } = await built([{ tags: 'vip, new' }], { tags: [' vip', 'old'] }, OMIT, employeeModel);
	expect(upload.tags).toEqual([' vip', 'new']);
});

it('a list that is stored with duplicates and sent back is no change', async () => {
	const now = { section_work: { emails: ['a@x.org', 'A@x.org'] } };
	expect((await built([{ work_emails: 'a@x.org, A@x.org' }], now)).change).toBe('unchanged');
});

it('a stored entry without a text stays if values are added', async () => {
	const phone_numbers = [{ label: 'home' }, { label: 'desk' }];
	const { upload } = await built([{ work_phone: '030 1' }], { section_work: { phone_numbers } }, ADD);
	expect(upload.section_work).toEqual({ phone_numbers: [...phone_numbers, { number: '030 1' }] });
});

it('a list of which the service shows a text becomes the list of the row', async () => {
	for (const setting of [OMIT, ADD]) {
		const sent = await uploadOf(
			{ work_emails: 'a@x.org, b@x.org' },
			{ section_work: { emails: 'none' } },
			setting,
		);
		expect(sent).toEqual({ section_work: { emails: [{ email: 'a@x.org' }, { email: 'b@x.org' }] } });
	}
});

it('a number in another spelling replaces the stored one, whichever of its texts is spelled so', async () => {
	const phone_numbers = [
		{ original: '0170/1234567', international_formatted: '+49 170 1234567' },
		{ original: '7' },
	];
	for (const [phone, kept] of [
		['+49-170-1234567', '+49-170-1234567'],
		['0170-1234567', '0170-1234567'],
	]) {
		const { section_work } = await uploadOf({ phone }, { section_work: { phone_numbers } });
		expect(section_work).toEqual({ phone_numbers: [{ number: kept }, { number: '7' }] });
	}
});

it('of two columns for one part of an address, the one that is not sent is named', async () => {
	const { target, upload } = await built([{ city: 'Köln', work_city: 'Bonn' }], {});
	expect(upload.section_work).toEqual({ addresses: [{ city: 'Bonn' }] });
	expect(notSentIn(target?.notes ?? [])).toEqual(['city']);
});

it('what is said about a consent names its heading; a row that changes nothing says nothing', async () => {
	const consents = [{ id: '1', type: 'news', granted: true }];
	const withdrawn = { consents: [{ id: '1', type: 'news', granted: false }] };
	const { target } = await built([{ documentation: withdrawn }], { documentation: { consents } });
	expect(target?.notes).toEqual([{ kind: 'stillGranted', heading: 'documentation', name: 'news' }]);
	expect((await built([{ title: 'Dr.' }], {})).target?.notes).toEqual([]);
});

it('a number may replace a stored text', async () => {
	const setting: Setting = { ...OMIT, unknownFields: 'send' };
	expect(await uploadOf({ size: 42 }, { size: 'small' }, setting)).toEqual({ size: 42 });
});

describe('a value that was read with the wrong encoding', () => {
	const LOST = 'M\ufffdller';
	const SENT: Setting = { ...OMIT, unknownFields: 'send' };

	it.each<[what: string, row: IDataObject, says: string]>([
		['a text', { company: LOST }, `Company is "${LOST}": the file was ${sentence('wrongEncoding')}`],
		['one of several texts', { tags_2: [null, 'x', LOST] }, sentence('wrongEncoding')],
		['a value in custom data', { data: { a: LOST } }, sentence('wrongEncoding')],
		['a name in custom data', { data: { [LOST]: 'x' } }, sentence('wrongEncoding')],
		['an entry of a list', { work_emails: `a@x.org, ${LOST}@x.org` }, sentence('wrongEncoding')],
	])('is refused, and nothing of its row is sent: %s', async (_what, row, says) => {
		const { upload, errors } = await built([{ title: 'Dr.' }, { ...row, title: 'Prof.' }], {}, SENT);
		expect(errors[0]).toBeUndefined();
		expect(errors[1]?.message).toContain(says);
		expect(errors[1]).toMatchObject({ advice: expect.stringContaining("'Encoding'") as string });
		expect(upload).toEqual({ ...NAMED, title: 'Dr.' });
	});

	it('in the last row refuses all rows of its ID with Clear, because only that row counts', async () => {
		const setting = { ...OMIT, keepsOtherFields: false };
		const { upload, errors } = await built([{ title: 'Dr.' }, { company: LOST }], undefined, setting);
		expect(upload).toEqual({});
		for (const error of errors) expect(error?.message).toSay('wrongEncoding');
		expect(errors).toHaveLength(2);
		const earlier = await built([{ company: LOST }, { title: 'Dr.' }], undefined, setting);
		expect(earlier.errors).toEqual([undefined, undefined]);
		expect(earlier.upload).toEqual({ ...NAMED, title: 'Dr.' });
	});

	it('leaves each row its own reason with Keep if none can be merged', async () => {
		const { errors } = await built([{ company: LOST }, { title: LOST }], {});
		expect(errors[0]?.message).toContain('Company is');
		expect(errors[1]?.message).toContain('Title is');
	});

	it('is no problem if it is stored like that, also among new values', async () => {
		const now = { company: ` ${LOST} `, data: { a: LOST, b: '1' } };
		expect((await built([{ company: LOST, data: { a: LOST } }], now)).change).toBe('unchanged');
		const { errors, upload } = await built([{ data: { a: LOST, b: '2', c: 'x' } }], now);
		expect([errors, upload.data]).toEqual([[undefined], { a: LOST, b: '2', c: 'x' }]);
		const more = await built([{ data: { a: LOST, c: `${LOST}s` } }], now);
		expect(more.errors[0]?.message).toSay('wrongEncoding');
	});

	it('is said of each column at fault', async () => {
		const { errors } = await built([{ company: LOST, title: LOST }], {});
		expect(errors[0]?.message).toMatch(/Company is .*Title is /s);
	});

	it.each<[what: string, row: IDataObject]>([
		['behind', { company: LOST, documentation: { consents: [{ type: 'post', granted: true }] } }],
		['before', { documentation: { consents: [{ type: 'post', granted: true }] }, company: LOST }],
	])('does not let the consent %s it be sent with another row of the same ID', async (_what, row) => {
		const stored = [{ type: 'news', granted: true }];
		const { upload, errors } = await built([row, { title: 'Dr.' }], { documentation: { consents: stored } });
		expect(errors.map((error) => error !== undefined)).toEqual([true, false]);
		expect(upload).toEqual({ ...NAMED, title: 'Dr.', documentation: { consents: stored } });
		const added = [{ type: 'phone', granted: true }];
		const rows = [{ documentation: { consents: added } }, row];
		expect((await built(rows, { documentation: { consents: stored } })).upload).toEqual({
			...NAMED,
			documentation: { consents: [...stored, ...added] },
		});
	});
});

describe('with Stored Values "keep"', () => {
	const KEEP: Setting = { ...OMIT, storedValues: 'keep' };

	it.each<[what: string, row: IDataObject, now: IDataObject, changed: string[], notSent: string[]]>([
		['an empty field is filled', { company: 'New' }, { company: '' }, ['company'], []],
		['a filled one stays, and is named', { company: 'New' }, { company: 'Old' }, [], ['company']],
		['the same value is not named', { company: ' Old' }, { company: 'Old' }, [], []],
		['a filled list stays', { email: 'b@x.org' }, { section_work: { emails: ['a@x.org'] } }, [], ['email']],
		['its own values are not named', { email: 'A@x.org' }, { section_work: { emails: ['a@x.org'] } }, [], []],
		[
			'an empty section is filled',
			{ private_emails: 'b@x.org' },
			{ section_work: { emails: ['a@x.org'] } },
			['private_emails'],
			[],
		],
		[
			'what is missing in the same address is filled',
			{ city: 'Ulm', zip_code: '89073' },
			{ section_work: { addresses: [{ city: 'Ulm' }] } },
			['work_zip_code'],
			[],
		],
		[
			'nothing of another address is added',
			{ city: 'Bonn', zip_code: '53111' },
			{ section_work: { addresses: [{ city: 'Ulm' }] } },
			[],
			['city', 'zip_code'],
		],
		[
			'custom data are filled key by key',
			{ data: { a: '2', b: '2' } },
			{ data: { a: '1' } },
			['data'],
			['data'],
		],
		[
			'a nested section is filled part by part',
			{ section_work: { emails: ['b@x.org'], phone_numbers: ['0301'] } },
			{ section_work: { emails: ['a@x.org'] } },
			['work_phone_numbers'],
			['section_work'],
		],
	])('%s', async (_, row, now, changed, notSent) => {
		const { target, differences, upload } = await built([row], now, KEEP);
		expect(differences.map(({ column }) => column)).toEqual(changed);
		expect(notSentIn(target?.notes ?? []) ?? []).toEqual(notSent);
		if (changed[0] === 'data') expect(upload.data).toEqual({ a: '1', b: '2' });
	});

	it('a field may be called like what every object has', async () => {
		const row = { constructor: 'Ferrari', data: { constructor: 'Lotus' } } as unknown as IDataObject;
		const setting: Setting = { ...KEEP, unknownFields: 'send' };
		const { upload, differences, target } = await built([row], { data: { a: '1' } }, setting);
		expect(upload).toMatchObject({ constructor: 'Ferrari', data: { a: '1', constructor: 'Lotus' } });
		expect(differences).toContainEqual(
			expect.objectContaining({ column: 'constructor', from: undefined, to: 'Ferrari' }),
		);
		expect(target?.notes).toEqual([]);
	});

	it('a blank empties nothing, and lists can still be added to', async () => {
		const now = { company: 'Old', section_work: { emails: ['a@x.org'] } };
		const blank = await built([{ company: '', email: '' }], now, { ...KEEP, emptyFields: 'send' });
		expect([blank.change, blank.target?.notes]).toEqual(['unchanged', []]);
		const added = await built([{ email: 'b@x.org' }], now, { ...KEEP, listValues: 'add' });
		expect(added.upload).toMatchObject({
			section_work: { emails: [{ email: 'a@x.org' }, { email: 'b@x.org' }] },
		});
	});

	it('a new record gets all, and of two rows the later one counts', async () => {
		expect((await built([{ company: 'New', city: 'Ulm' }], undefined, KEEP)).upload).toMatchObject({
			company: 'New',
			section_work: { addresses: [{ city: 'Ulm' }] },
		});
		const rows = [{ company: 'First' }, { company: 'Second' }];
		expect((await built(rows, {}, KEEP)).upload).toMatchObject({ company: 'Second' });
	});

	it('an ID that is spelled in another way, and consents, are merged as ever', async () => {
		const consents = [{ type: 'news', granted: false, granted_at: '2026-01-01T00:00:00Z' }];
		const row = { documentation: { consents } };
		const { target, differences } = await built([row], { documentation: { consents: [] } }, KEEP);
		expect(differences.map(({ column }) => column)).toEqual(['consents.news']);
		expect(target?.notes).toEqual([]);
	});

	it.each<[what: string, stored: unknown, given: IDataObject, after: unknown, notSent: string[]]>([
		['a filled field stays, and is named', { a: '1' }, { a: '2' }, { a: '1' }, ['documentation']],
		['an empty one is filled', { a: '' }, { a: '2' }, { a: '2' }, []],
		['a missing one is filled, and the others stay', { a: '1' }, { b: '2' }, { a: '1', b: '2' }, []],
		['the same value is not named', { a: { b: '1' } }, { a: { b: '1' } }, { a: { b: '1' } }, []],
		['a blank empties nothing', { a: '1' }, { a: '' }, { a: '1' }, []],
		[
			'lost letters that are not sent refuse nothing',
			{ a: '1' },
			{ a: '\ufffd' },
			{ a: '1' },
			['documentation'],
		],
		['what is no object stays', 'a PDF', { a: '2' }, 'a PDF', ['documentation']],
	])('beside the consents, %s', async (_what, stored, given, after, notSent) => {
		const setting: Setting = { ...KEEP, unknownFields: 'send', emptyFields: 'send' };
		const now = { documentation: stored } as IDataObject;
		const { upload, errors, target, change } = await built([{ documentation: given }], now, setting);
		expect(errors).toEqual([undefined]);
		expect(change === 'unchanged' ? stored : upload.documentation).toEqual(after);
		expect(notSentIn(target?.notes ?? []) ?? []).toEqual(notSent);
	});

	it('beside the consents, of two rows the later one counts', async () => {
		const setting: Setting = { ...KEEP, unknownFields: 'send' };
		const rows = [{ documentation: { a: '1' } }, { documentation: { a: '2' } }];
		expect((await built(rows, {}, setting)).upload).toMatchObject({ documentation: { a: '2' } });
	});
});
