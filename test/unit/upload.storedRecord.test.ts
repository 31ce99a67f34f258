/** A stored record as it is sent back, and what is sent for the rows of one ID. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import { storedUpload } from '../../nodes/ContactConsent/upload/change/storedRecord';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { built } from '../support/upload-built';
import { MAPPED } from '../support/upload-table';

const stored = (record: IDataObject, sendsUnknown = false) =>
	storedUpload(contactModel, record, sendsUnknown);

it.each<[column: string, value: IDataObject[string]]>([
	['title', 7],
	['birthday', { odd: true }],
	['employee_id', ' e-1 '],
	['section_work', 'Office 7'],
	['section_work', { addresses: ['Rome'], emails: 'ada@x.org' }],
	['section_work', { emails: [7, { planet: 'Earth' }], phone_numbers: [{ label: 'home' }] }],
	['documentation', { consents: [{ granted: 'yes', type: 7 }] }],
	['data', { score: {}, tags: ['a'], note: '' }],
])('a stored value of a wrong type is sent back as it is: %s %j', (name, value) => {
	expect(stored({ [name]: value })).toEqual({ upload: { [name]: value }, unknown: [] });
});

it('a stored ID that is a number becomes a text, unless digits of it are lost', () => {
	expect(stored({ id: 7, employee_id: 2 ** 60 }).upload).toEqual({ id: '7', employee_id: 2 ** 60 });
});

it('lists become the shape of uploads, with blank texts and without empty entries', () => {
	const section_work = {
		emails: ['', 'ada@x.org', null],
		phone_numbers: [{ original: '' }, { original: '030/1', area: '030' }],
		addresses: [{}, { city: 'Rome', street: null }],
	};
	expect(stored({ section_work, tags: ['vip'], title: null }).upload).toEqual({
		section_work: {
			emails: [{ email: '' }, { email: 'ada@x.org' }],
			phone_numbers: [{ number: '030/1' }],
			addresses: [{}, { city: 'Rome' }],
		},
	});
});

it('fields that the contract does not know are left out and named, or sent', () => {
	const section_work = {
		emails: [
			{ email: 'ada@x.org', kind: 'home' },
			{ email: 'b@x.org', kind: 'work' },
		],
		color: 'red',
		nothing: '',
	};
	const record = { test: true, section_work, none: [] };
	expect(stored(record)).toEqual({
		upload: { section_work: { emails: [{ email: 'ada@x.org' }, { email: 'b@x.org' }] } },
		unknown: ['test', 'section_work.emails.kind', 'section_work.color'],
	});
	expect(stored(record, true)).toEqual({ upload: record, unknown: [] });
});

it.each([
	['ada@x.org', []],
	['x.org', ['Email "x.org"']],
	['@x.org', ['Email "@x.org"']],
	['ada@ x.org', ['Email "ada@ x.org"']],
])('a dry run says whether the e-mail of an employee can be one: %s', async (email, named) => {
	const row = { id: 'e', first_name: 'Ada', email: ` ${email} ` };
	const { outcome, noEmails } = await built([row], undefined, { ...MAPPED, dryRun: true }, employeeModel);
	expect([outcome?.kind, noEmails]).toEqual(['dryRun', named]);
});

const ADA: IDataObject = { id: 'c', first_name: 'Ada', last_name: 'Byron' };
const CLEAR: Setting = { ...MAPPED, keepsOtherFields: false };
const DRY: Setting = { ...MAPPED, dryRun: true };
const all = (...rows: IDataObject[]) => rows.map((row) => ({ ...ADA, ...row }));

describe('a dry run names values', () => {
	it('of a contact that cannot be e-mail addresses, of every section', async () => {
		const row = {
			work_emails: 'ada@x.org, x.org',
			private_emails: [{ email: 'home' }],
			phone: '030 1',
			email: '',
		};
		const { noEmails } = await built(all(row), undefined, DRY);
		expect(noEmails).toEqual(['Work Emails "x.org"', 'Private Emails "home"']);
	});

	it('that are stored and no e-mail addresses, but no entry without a text', async () => {
		const now = { ...ADA, section_work: { emails: ['x.org', { planet: 'Earth' }] } };
		const { noEmails } = await built(all({ title: 'Dr.' }), now, { ...DRY, unknownFields: 'send' });
		expect(noEmails).toEqual(['Work Emails "x.org"']);
	});

	it('that look like placeholders, if they would be written', async () => {
		const now = { ...ADA, title: 'n/a' };
		const row = {
			company: 'N/A',
			title: 'n/a',
			work_emails: '-, ada@x.org',
			city: 'Bonn',
			data: { a: 'k.A.' },
		};
		const { placeholders } = await built(all(row), now, DRY);
		expect(placeholders).toEqual(['Company "N/A"', 'Work Emails "-"']);
		expect((await built(all({ company: 'Acme' }), now, DRY)).placeholders).toEqual([]);
	});
});

describe('a dry run', () => {
	it('tells whether the record exists, and what would change', async () => {
		const { outcome, differences } = await built(all({ title: 'Dr.' }), ADA, DRY);
		expect(outcome).toMatchObject({ kind: 'dryRun', exists: true });
		expect(differences).toMatchObject([{ column: 'title', to: 'Dr.' }]);
		const created = await built(all({ title: 'Dr.' }), undefined, DRY);
		expect(created.outcome).toMatchObject({ kind: 'dryRun', exists: false });
		expect(created.differences.map(({ column }) => column)).toEqual([
			'id',
			'first_name',
			'last_name',
			'title',
		]);
	});

	it('with Clear tells what the upload would erase, also of fields that the contract does not know', async () => {
		const now = { ...ADA, title: 'Dr.', note: 'old' };
		const { differences, asked, outcome, notKept } = await built(all({ company: 'Acme' }), now, {
			...CLEAR,
			dryRun: true,
		});
		expect([asked, outcome?.kind, notKept]).toEqual([['records/c'], 'dryRun', undefined]);
		expect(differences.map(({ column, from, to }) => [column, from, to])).toEqual([
			['company', undefined, 'Acme'],
			['title', 'Dr.', undefined],
			['note', 'old', undefined],
		]);
	});
});

describe('with Clear', () => {
	it('nothing is read, and only the last of several rows is sent', async () => {
		const rows = all({ title: 'A' }, { company: 'B' }, { company: 'C' });
		const { upload, asked, change } = await built(rows, { ...ADA, degree: 'MSc' }, CLEAR);
		expect([upload, asked, change]).toEqual([{ ...ADA, company: 'C' }, [], undefined]);
	});
});

describe('with Keep', () => {
	it('fields that the contract does not know are left out and named, and count as differences', async () => {
		const now = { ...ADA, note: 'old' };
		const { upload, notKept, differences } = await built(all({ title: 'Dr.' }), now);
		expect([upload, notKept]).toEqual([{ ...ADA, title: 'Dr.' }, ['note']]);
		expect(differences).toMatchObject([{ column: 'title' }, { column: 'note', from: 'old', to: undefined }]);
		const sent = await built(all({ title: 'Dr.' }), now, { ...MAPPED, unknownFields: 'send' });
		expect([sent.upload, sent.notKept]).toEqual([{ ...now, title: 'Dr.' }, undefined]);
		expect(sent.differences).toMatchObject([{ column: 'title' }]);
	});

	it.each<[what: string, dryRun: boolean, kinds: string[]]>([
		['an upload', false, ['storedStays', 'notKept']],
		['a dry run', true, ['storedStays', 'notKept', 'placeholder']],
	])('%s says all of a row: values that stay, fields that are not kept, doubts', async (_, dryRun, kinds) => {
		const now = { ...ADA, title: 'Prof.', note: 'old' };
		const row = { title: 'Dr.', company: 'n/a' };
		const setting: Setting = { ...MAPPED, storedValues: 'keep', dryRun };
		const { target } = await built(all(row), now, setting);
		expect(target?.notes.map(({ kind }) => kind)).toEqual(kinds);
	});

	it('an unknown list with a null is sent as it is', async () => {
		const row = { sizes: [null, 'x'] };
		const { upload } = await built(all(row), ADA, { ...MAPPED, unknownFields: 'send' });
		expect(upload).toEqual({ ...ADA, ...row });
	});

	it('the ID stays in the spelling in which it is stored', async () => {
		const { upload } = await built(all({ id: 'C', title: 'Dr.' }), ADA);
		expect(upload.id).toBe('c');
	});

	it('a record that lacks a required value is refused: a new one differently from a stored one', async () => {
		const row = { id: 'c', first_name: 'Ada', title: 'Dr.' };
		const [stored] = (await built([row], { id: 'c', first_name: 'Ada' })).errors;
		expect(stored?.message).toBe('Last Name is missing');
		const [created] = (await built([row], undefined)).errors;
		expect(created?.message).toSay('newRecordNeeds', { record: 'contact', id: 'c', columns: 'Last Name' });
		const update: Setting = { ...MAPPED, mustExist: true };
		const updated = await built([{ id: 'c', title: 'Dr.' }], { id: 'c' }, update);
		expect([updated.upload, updated.errors]).toEqual([{ id: 'c', title: 'Dr.' }, [undefined]]);
	});

	it('a record that has to exist and does not is refused, and it is said how to create it', async () => {
		const { errors } = await built(all({}), undefined, { ...MAPPED, mustExist: true });
		expect(errors[0]).toMatchObject({
			message: expect.toSay('noRecord', { record: 'contact', id: 'c' }) as string,
			advice: expect.stringContaining("'Create or Update'") as string,
			facts: { kind: 'status', status: 404 },
		});
	});

	it('an ID that is not found is tried as the row gives it, and a missing record is new', async () => {
		const { asked, change } = await built(all({ id: ' 7 ' }, { id: "'7" }, { id: '7' }), undefined);
		expect(asked).toEqual(['records/7', 'records/ 7 ', "records/'7"]);
		expect(change).toBe('created');
		const clear = await built(all({ id: ' c ' }), undefined, { ...CLEAR, dryRun: true });
		expect(clear.asked).toEqual(['records/c']);
	});

	it('a rounded number is not sent back, and it is said what to do', async () => {
		const { errors } = await built(all({ title: 'Dr.' }), { ...ADA, data: { customer: 2 ** 60 } });
		expect(errors[0]).toMatchObject({
			message: expect.stringContaining('a number in data.customer that') as string,
			advice: expect.stringContaining('Give its text in this row') as string,
		});
	});
});

describe('of several rows with one ID', () => {
	const withdrawn = (type: string) => ({ type, granted: false, granted_at: '2026-02-01T00:00:00Z' });
	const now = { ...ADA, documentation: { consents: ['news', 'post', 'fax'].map(withdrawn) } };
	const granting = (type: string) => ({ documentation: { consents: [{ type, granted: true }] } });

	it('one that cannot be merged becomes a refusal of its own, and the others are sent', async () => {
		const { target, upload, errors } = await built(all({ title: 'Dr.' }, granting('news')), now);
		expect(errors.map((error) => error?.message)).toEqual([
			undefined,
			expect.stringContaining('"news" would be granted again') as string,
		]);
		expect(target?.rows.map(({ item }) => item)).toEqual([0]);
		expect(upload).toMatchObject({ title: 'Dr.' });
	});

	it('each is refused for its own reason if none can be merged', async () => {
		const { errors } = await built(all(...['news', 'post', 'fax'].map(granting)), now);
		expect(errors.map((error) => error?.message)).toEqual(
			['news', 'post', 'fax'].map((type) => expect.stringContaining(`"${type}" would be granted again`)),
		);
	});
});
