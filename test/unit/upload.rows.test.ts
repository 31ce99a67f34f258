/** What a row holds: which column each of its names means, what is sent beside them, and what is named instead. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import type { Setting } from '../../nodes/ContactConsent/resources/records/columns';
import { idOf, matchRow } from '../../nodes/ContactConsent/resources/records/match';
import { refusalOf } from '../support/invalid-input';
import { MAPPED } from '../support/upload-plan';

/** What becomes of a row, the values by the names of their columns; what names no section belongs to work. */
function matched(row: IDataObject, options: Partial<Setting> = {}, model = contactModel) {
	const work = matchRow(model, row, { ...MAPPED, ...options }, {});
	const values = Object.fromEntries(work.cells.map(({ column, value }) => [column.name, value]));
	return { notSent: work.notSent, cells: work.cells.length, values };
}

it.each<[row: IDataObject, id: string]>([
	[{ id: 'c-1', first_name: 'Ada' }, 'c-1'],
	[{ id: '', Id: ' ', ID: 'c-1' }, 'c-1'],
	[{ id: 'c-1', ID: 'c-2' }, 'c-1'],
	[{ id: ' c-1\n' }, 'c-1'],
	[{ id: [], Id: '{}', ID: 'c-1' }, 'c-1'],
	[{ id: new Date(0) }, '1970-01-01T00:00:00.000Z'],
	[{ employee_id: 'e-1' }, ''],
	[{ id: { value: 'c-1' } }, ''],
	[{ undefined: 'c-1' }, ''],
	[{}, ''],
])('the ID of a row of %j is %j', (row, id) => {
	expect(idOf(contactModel, row)).toBe(id);
});

describe('two names for one column', () => {
	it.each<[row: IDataObject, values: IDataObject]>([
		[{ Company: 'Acme', company: 'Acme' }, { company: 'Acme' }],
		[{ company: ' ', COMPANY: 'Acme' }, { company: 'Acme' }],
		[
			{ company: 'Acme', title: 'Dr.', Title: 'Dr.' },
			{ company: 'Acme', title: 'Dr.' },
		],
		[
			{ data: '{ "b": "2", "a": "1" }', 'Custom Data (JSON)': { a: '1', b: '2' } },
			{ data: { a: '1', b: '2' } },
		],
	])('are one value where they say the same: %j', (row, values) => {
		expect(matched(row)).toMatchObject({ cells: Object.keys(values).length, values });
	});

	it('are refused with both names where they differ', () => {
		const { message, advice } = refusalOf(() => matched({ title: 'Dr.', company: 'Acme', COMPANY: 'Bolt' }));
		expect(message).toBe("'company' and 'COMPANY' have different values for the same field");
		expect(advice).toBe('Remove one of the two, or map the columns one by one.');
	});
});

describe('a column without a section beside the one of that section', () => {
	const mails = (...all: string[]) => all.map((email) => ({ email }));

	it.each<[row: IDataObject, values: IDataObject]>([
		[{ work_emails: 'a@x.org', email: 'a@x.org' }, { work_emails: mails('a@x.org') }],
		[{ email: 'a@x.org', work_emails: 'a@x.org, b@x.org' }, { work_emails: mails('a@x.org', 'b@x.org') }],
		[{ work_emails: '[]', email: 'a@x.org' }, { work_emails: mails('a@x.org') }],
		[{ work_city: 'Bonn', city: ' Bonn' }, { work_city: 'Bonn' }],
	])('is one value with it: %j', (row, values) => {
		expect(matched(row).values).toEqual(values);
	});

	it.each([
		[{ 'Work Emails': 'a@x.org', mail: 'b@x.org' }, "'Work Emails' and 'mail'"],
		[{ email: 'a@x.org, b@x.org', work_emails: 'a@x.org' }, "'work_emails' and 'email'"],
		[{ email: 'a@x.org', mail: 'a@x.org, b@x.org' }, "'email' and 'mail'"],
		[{ mail: 'a@x.org, b@x.org', email: 'a@x.org' }, "'mail' and 'email'"],
		[{ work_phone: '030 1', phone: '030 2' }, "'work_phone' and 'phone'"],
	])('is refused where it differs: %j', (row, both) => {
		expect(() => matched(row)).toThrow(`${both} have different values for the same field`);
	});
});

it('nested values come before the flat ones that are laid over them', () => {
	const row = { work_emails: 'a@x.org', title: 'Dr.', section_work: { emails: ['b@x.org'] } };
	expect(Object.keys(matched(row).values)).toEqual(['section_work', 'work_emails', 'title']);
});

describe('columns that the service does not have', () => {
	const ROW = { title: 'Dr.', note: 'VIP', size: 42, blank: ' ', empty: [], missing: undefined };

	it.each<[unknownFields: Setting['unknownFields'], result: object]>([
		['ignore', { values: { title: 'Dr.' }, notSent: ['note', 'size'] }],
		['send', { values: { title: 'Dr.', note: 'VIP', size: 42 }, notSent: [] }],
		['customData', { values: { title: 'Dr.', note: 'VIP', size: '42' }, notSent: [] }],
	])('with Unknown Fields set to %s', (unknownFields, result) => {
		expect(matched(ROW, { unknownFields })).toMatchObject(result);
	});

	it.each<[row: IDataObject, says: string]>([
		[ROW, "'note', 'size' are columns that contacts do not have"],
		[{ title: 'Dr.', note: 'VIP' }, "'note' is a column that contacts do not have"],
	])('are refused with their names, if that is set: %j', (row, says) => {
		const { message, advice } = refusalOf(() => matched(row, { unknownFields: 'error' }));
		expect(message).toBe(says);
		expect(advice).toBe(
			"Remove or rename the columns, or choose another setting for the option 'Unknown Fields'.",
		);
	});

	it.each(['ignore', 'send', 'customData', 'error'] as const)(
		'are not there where they are blank: %s',
		(unknownFields) => {
			const row = { title: 'Dr.', note: ' ', size: null, list: '[]', map: { a: [''] } };
			expect(matched(row, { unknownFields })).toEqual({ values: { title: 'Dr.' }, cells: 1, notSent: [] });
		},
	);

	it('are there where they are blank and blank columns are sent, but not where they are missing', () => {
		const row = { note: ' ', size: null, missing: undefined };
		const sent = matched(row, { emptyFields: 'send', unknownFields: 'send' });
		expect(sent.values).toStrictEqual({ note: ' ', size: null });
		expect(matched(row, { emptyFields: 'send' }).notSent).toEqual(['note', 'size']);
		const custom = matched(row, { emptyFields: 'send', unknownFields: 'customData' });
		expect(custom.values).toEqual({ note: '', size: '' });
	});

	it('are custom data, laid over what the row has there', () => {
		const { values } = matched(
			{ note: 'VIP', data: { crm: '8', note: 'new' } },
			{ unknownFields: 'customData' },
		);
		expect(Object.entries(values)).toEqual([
			['data', { crm: '8', note: 'new' }],
			['note', 'VIP'],
		]);
	});
});

it('columns that can only be read are not sent, and named', () => {
	const { notSent } = matched({ title: 'Dr.', tags: ['vip'], consents: { post: true } });
	expect(notSent).toEqual(['tags', 'consents']);
	expect(matched({ title: 'Dr.', tags: '', consents: {} }).notSent).toEqual([]);
	expect(matched({ tags: '', consents: undefined }, { emptyFields: 'send' }).notSent).toEqual(['tags']);
	expect(matched({ title: 'Dr.', tags: ['vip'] }, { unknownFields: 'error' }).notSent).toEqual(['tags']);
});
