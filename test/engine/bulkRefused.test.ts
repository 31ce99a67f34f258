/** Contacts that are refused before any request, each in the words of its row. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

it.each<[what: string, item: IDataObject, says: RegExp, options?: IDataObject]>([
	['last_name is missing', { id: 'c', first_name: 'A' }, /^Last Name is missing$/],
	['two fields are missing', { id: 'c' }, /^First Name and Last Name are missing$/],
	['the id is missing', { first_name: 'A', last_name: 'B' }, /^ID is missing$/],
	['the id is empty', contact(''), /^ID is missing$/],
	['the id is white space', contact(' \t\n'), /^ID is missing$/],
	['the id is null', contact('x', { id: null }), /^ID is missing$/],
	[
		'the last name is blank but sent',
		contact('c', { last_name: '' }),
		/^Last Name is missing$/,
		{ emptyFields: 'send' },
	],
	['a text is an object', contact('c', { title: { a: 1 } }), /^Title is an object, not a text$/],
	['a text is a list', contact('c', { title: ['Dr.'] }), /^Title is a list, not a text$/],
	['the id is an object', contact('c', { id: { a: 1 } }), /^ID is an object, not a text$/],
	[
		'a list is an object',
		contact('c', { work_emails: { email: 'a' } }),
		/^Work Emails is an object, not a list$/,
	],
	['a list element is a list', contact('c', { work_emails: [['a']] }), /^Work Emails is a list, not a text$/],
	[
		'a list element has another field',
		contact('c', { work_emails: [{ mail: 'a' }] }),
		/^Work Emails has no email$/,
	],
	[
		'an address is a text',
		contact('c', { section_work: { addresses: ['Bern'] } }),
		/^section_work\.addresses has an entry that is no object$/,
	],
	[
		'an address field is an object',
		contact('c', { section_work: { addresses: [{}, { city: {} }] } }),
		/section_work\.addresses\[1\]\.city is an object/,
	],
	[
		'a section is a list',
		contact('c', { section_work: [] }),
		/^Work Details \(JSON\) is a list, not an object$/,
	],
	[
		'a section is no JSON',
		contact('c', { section_work: 'Bern' }),
		/^Work Details \(JSON\) is not valid JSON$/,
	],
	['data is a list', contact('c', { data: ['a'] }), /^Custom Data \(JSON\) is a list, not an object$/],
	['a data value is an object', contact('c', { data: { a: {} } }), /data\.a is an object, not a text/],
	[
		'a column is unknown',
		contact('c', { shoe: 1, hat: 2 }),
		/^'shoe', 'hat' are columns that contacts do not have$/,
		{ unknownFields: 'error' },
	],
	[
		'one column is unknown',
		contact('c', { shoe: 1 }),
		/^'shoe' is a column that contacts do not have$/,
		{ unknownFields: 'error' },
	],
	[
		'two columns have different values for the same field',
		contact('c', { 'First Name': 'Grace' }),
		/^'first_name' and 'First Name' have different values for the same field$/,
	],
	[
		'two columns without a section have different values for the same field',
		contact('c', { email: 'a@b.example', Mail: 'c@d.example' }),
		/^'email' and 'Mail' have different values for the same field$/,
	],
	[
		'a column with its section and one without it differ',
		contact('c', { email: 'a@b.example', work_emails: 'c@d.example' }),
		/^'work_emails' and 'email' have different values for the same field$/,
	],
	[
		'no column is one of a contact',
		{ Nr: 1, Vorname: 'Ada', 'Line\nbreak': 2 },
		/^ID, First Name and Last Name have no column in the input$/,
	],
	[
		'all columns are blank',
		contact('', { first_name: ' ', last_name: null }),
		/^ID, First Name and Last Name are missing$/,
	],
	['there is no column', {}, /^No contact is handed over$/],
	[
		'a date does not exist',
		contact('c', { birthday: new Date(NaN) as never }),
		/^Birthday is a date that does not exist$/,
	],
	[
		'a section field is unknown',
		contact('c', { section_work: { shoe: 1 } }),
		/section_work\.shoe is not a field/,
		{ unknownFields: 'error' },
	],
	[
		'an address field is unknown',
		contact('c', { section_work: { addresses: [{ planet: 'Mars' }] } }),
		/section_work\.addresses\[0\]\.planet is not a field/,
		{ unknownFields: 'error' },
	],
	[
		'an unknown column for custom data is an object',
		contact('c', { shoe: { size: 1 } }),
		/shoe is an object, not a text/,
		{ unknownFields: 'customData' },
	],
])('is refused before any request: %s', async (_what, item, says, options = {}) => {
	const items = [contact('good'), item];
	const stopped = await bench.upload({ items, options });
	expect(stopped.error?.message).toMatch(says);
	expect(`${stopped.error?.message}${stopped.error?.description}`).not.toContain('\n');
	expect(stopped.error?.description).toContain('It came from row 2 of the input.');
	expect(bench.sandbox.log.count()).toBe(0);

	const { json } = await bench.upload({ items, options, onError: 'continueRegularOutput' });
	expect(json).toEqual([
		expect.objectContaining({ id: 'good', accepted: true }),
		{
			error: expect.stringMatching(says) as string,
			message: expect.stringMatching(/^\S.*\. It came from row 2 of the input\.$/) as string,
		},
	]);
	expect(bench.stored()).toEqual(['good']);
});

it('a refusal shows a long value cut, on a single line', async () => {
	bench.sandbox.refuse('c', { field: 'title', message: 'is\n  too grand' });
	const items = [contact('c', { title: `Lady\n${'x'.repeat(200)}` })];
	const { error } = await bench.upload({ items });
	expect(error?.message).toBe(`Title "Lady ${'x'.repeat(95)}…": is too grand`);
	expect(error?.description).toMatch(
		/^Correct it .*It came from row 1 of the input\. .*title is too grand\. Request-Id: \S+$/,
	);
});
