/** A record of the service as it would be sent back. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { storedUpload } from '../../nodes/ContactConsent/upload/prepare';

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
])('what is of another kind than the contract says is sent back as it is: %s %j', (name, value) => {
	expect(stored({ [name]: value })).toEqual({ upload: { [name]: value }, unknown: [] });
});

it('an ID that is shown as a number is its text, unless digits of it are lost', () => {
	expect(stored({ id: 7, employee_id: 2 ** 60 }).upload).toEqual({ id: '7', employee_id: 2 ** 60 });
});

it('lists are sent back in the shape of uploads, blank texts too, without entries that say nothing', () => {
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

it('what the contract does not know is left out and named, unless it is sent', () => {
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
