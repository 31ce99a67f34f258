/** From what a workflow hands over to what the service gets: the body on the wire, or a refusal before it. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

describe('one contact', () => {
	const sections = {
		section_work: { emails: [{ email: 'ada@example.com' }], addresses: [{ city: 'Bern', street: 'Gasse' }] },
	};
	const read = {
		tags: ['vip'],
		section_work: {
			emails: ['a@example.com', 'b@example.com'],
			phone_numbers: [
				{
					area: '30',
					number: '1234567',
					original: '030/1234567',
					international_formatted: '+49 30 1234567',
					national_formatted: '030 1234567',
				},
			],
			mobile_numbers: [{ area: '0171', number: '7654321' }],
			fax_numbers: [{ area: '30', number: '99', original: '+49 30 99' }],
		},
	};

	const ways = (lists: Array<[how: string, work_emails: unknown]>) =>
		lists.map(([how, work_emails]): [string, IDataObject, IDataObject] => [
			`several values from ${how}`,
			{ work_emails } as IDataObject,
			{ section_work: { emails: [{ email: 'a@example.com' }, { email: 'b@example.com' }] } },
		]);

	it.each<[what: string, given: IDataObject, sent: IDataObject, options?: IDataObject]>([
		['text fields', { title: 'Dr.', birthday: '1815-12-10' }, { title: 'Dr.', birthday: '1815-12-10' }],
		['numbers and booleans as text', { title: 7, company: true }, { title: '7', company: 'true' }],
		['zero and false as text', { title: 0, company: false }, { title: '0', company: 'false' }],
		['blank fields left out', { title: '', company: ' ', degree: null }, {}],
		['blank fields sent', { title: '', degree: null }, { title: '', degree: '' }, { emptyFields: 'send' }],
		['blank lists sent', { work_emails: '' }, { section_work: { emails: [] } }, { emptyFields: 'send' }],
		...ways([
			['commas', 'a@example.com, b@example.com'],
			['semicolons', 'a@example.com;b@example.com;'],
			['line breaks', 'a@example.com\r\nb@example.com\n\n'],
			['a list', ['a@example.com', '', 'b@example.com']],
			['JSON text of a list', '["a@example.com","b@example.com"]'],
			['the upload shape', [{ email: 'a@example.com' }, { email: '' }, { email: 'b@example.com' }]],
		]),
		[
			'a number column with a number',
			{ private_mobile_numbers: 1711234567 },
			{ section_private: { mobile_numbers: [{ number: '1711234567' }] } },
		],
		['nested sections', sections, sections],
		['nested sections as JSON text', { section_work: JSON.stringify(sections.section_work) }, sections],
		[
			'flat columns over nested ones',
			{ ...sections, work_emails: 'b@example.com', work_city: 'Basel', work_zip_code: 4051 },
			{
				section_work: {
					emails: [{ email: 'b@example.com' }],
					addresses: [{ city: 'Basel', street: 'Gasse', zip_code: '4051' }],
				},
			},
		],
		[
			'flat columns of both sections',
			{ work_street: 'A', private_street: 'B', private_extra_3: 'c' },
			{
				section_work: { addresses: [{ street: 'A' }] },
				section_private: { addresses: [{ street: 'B', extra_3: 'c' }] },
			},
		],
		[
			'the read shape',
			read,
			{
				section_work: {
					emails: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
					phone_numbers: [{ number: '030/1234567' }],
					mobile_numbers: [{ number: '0171 7654321' }],
					fax_numbers: [{ number: '+49 30 99' }],
				},
			},
		],
		['the read shape, strictly', { tags: ['vip'] }, {}, { unknownFields: 'error' }],
		[
			'nulls of the read shape',
			{
				data: null,
				section_private: null,
				section_work: { emails: null, addresses: [{ city: null, street: 'A' }] },
				documentation: { consents: [{ id: '1', granted_ip: null }] },
			},
			{ section_work: { addresses: [{ street: 'A' }] }, documentation: { consents: [{ id: '1' }] } },
		],
		[
			'data values as text',
			{ data: { a: 1, b: true, c: '', d: null } },
			{ data: { a: '1', b: 'true', c: '' } },
		],
		['data as JSON text', { data: '{"a":"1"}' }, { data: { a: '1' } }],
		['unknown columns ignored', { shoe_size: 39, __proto: 'x' }, {}],
		[
			'unknown columns as custom data',
			{ shoe_size: 39, data: { a: '1' }, blank: '' },
			{ data: { a: '1', shoe_size: '39' } },
			{ unknownFields: 'customData' },
		],
		[
			'unknown fields inside a section ignored',
			{ section_work: { constructor: 'x', emails: [], addresses: [{ planet: 'Mars', city: 'Bern' }] } },
			{ section_work: { emails: [], addresses: [{ city: 'Bern' }] } },
		],
		[
			'consents as they are',
			{ documentation: { consents: [{ id: '1', granted: true }] } },
			{
				documentation: { consents: [{ id: '1', granted: true }] },
			},
		],
	])('is sent: %s', async (_what, given, sent, options = {}) => {
		const item = contact('c', given);
		const expected = [contact('c', sent)];

		const mapped = await bench.upload({ items: [item], options });
		expect(mapped.error).toBeUndefined();
		expect(bench.lastBody()).toEqual(expected);
		expect(mapped.json).toEqual([expect.objectContaining({ id: 'c', accepted: true })]);

		bench.sandbox.log.clear();
		const handedOver = await bench.upload({ json: JSON.stringify(item), options });
		expect(handedOver.error).toBeUndefined();
		expect(bench.lastBody()).toEqual(expected);
	});

	it.each<[what: string, item: IDataObject, says: RegExp, options?: IDataObject]>([
		['last_name is missing', { id: 'c', first_name: 'A' }, /contact "c" .*last_name is missing/],
		['two fields are missing', { id: 'c' }, /first_name and last_name are missing/],
		['the id is missing', { first_name: 'A', last_name: 'B' }, /One contact cannot be sent: id is missing/],
		['the id is empty', contact(''), /id is missing/],
		['the id is white space', contact(' \t\n'), /id is missing/],
		['the id is null', contact('x', { id: null }), /id is missing/],
		[
			'the last name is blank but sent',
			contact('c', { last_name: '' }),
			/last_name/,
			{ emptyFields: 'send' },
		],
		['a text is an object', contact('c', { title: { a: 1 } }), /title is an object, not a text/],
		['a text is a list', contact('c', { title: ['Dr.'] }), /title is a list, not a text/],
		['the id is an object', contact('c', { id: { a: 1 } }), /id is an object, not a text/],
		[
			'a list is an object',
			contact('c', { work_emails: { email: 'a' } }),
			/work_emails is an object, not a list/,
		],
		['a list element is a list', contact('c', { work_emails: [['a']] }), /work_emails is a list, not a text/],
		['a list element has another field', contact('c', { work_emails: [{ mail: 'a' }] }), /without email/],
		[
			'an address is a text',
			contact('c', { section_work: { addresses: ['Bern'] } }),
			/addresses has an element/,
		],
		[
			'an address field is an object',
			contact('c', { section_work: { addresses: [{}, { city: {} }] } }),
			/section_work\.addresses\[1\]\.city is an object/,
		],
		['a section is a list', contact('c', { section_work: [] }), /section_work is a list, not an object/],
		[
			'a section is no JSON',
			contact('c', { section_work: 'Bern' }),
			/section_work is text that cannot be read/,
		],
		['data is a list', contact('c', { data: ['a'] }), /data is a list, not an object/],
		['a data value is an object', contact('c', { data: { a: {} } }), /data\.a is an object, not a text/],
		[
			'a column is unknown',
			contact('c', { shoe: 1, hat: 2 }),
			/shoe, hat are no fields/,
			{ unknownFields: 'error' },
		],
		[
			'a section field is unknown',
			contact('c', { section_work: { shoe: 1 } }),
			/section_work\.shoe is no field/,
			{ unknownFields: 'error' },
		],
		[
			'an address field is unknown',
			contact('c', { section_work: { addresses: [{ planet: 'Mars' }] } }),
			/section_work\.addresses\[0\]\.planet is no field/,
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
		expect(stopped.error?.description).toContain('item 1');
		expect(bench.sandbox.log.count()).toBe(0);

		const { json } = await bench.upload({ items, options, onError: 'continueRegularOutput' });
		expect(json).toEqual([
			expect.objectContaining({ id: 'good', accepted: true }),
			{ error: expect.stringMatching(says) as string, message: expect.any(String) as string },
		]);
		expect(bench.stored()).toEqual(['good']);
	});
});
