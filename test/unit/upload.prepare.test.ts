/** A stored record as it is sent back. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import { storedUpload } from '../../nodes/ContactConsent/upload/prepare';
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
])('a dry run says whether the e-mail of an employee can be one: %s', async (email, noEmails) => {
	const row = { id: 'e', first_name: 'Ada', email: ` ${email} ` };
	const { outcome } = await built([row], undefined, { ...MAPPED, dryRun: true }, employeeModel);
	expect(outcome).toMatchObject({ kind: 'dryRun', noEmails });
});
