/** From what a workflow hands over to what the service gets: the body on the wire. */
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

	it.each<[what: string, given: IDataObject, sent: IDataObject, options?: IDataObject, notSent?: string[]]>([
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
			{},
			['tags'],
		],
		['the read shape, strictly', { tags: ['vip'] }, {}, { unknownFields: 'error' }, ['tags']],
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
		[
			'unknown columns left out',
			{ shoe_size: 39, __proto: 'x', blank: '' },
			{},
			{},
			['shoe_size', '__proto'],
		],
		[
			'unknown columns as they are',
			{ shoe_size: 39, hats: [{ size: 1 }], blank: '' },
			{ shoe_size: 39, hats: [{ size: 1 }] },
			{ unknownFields: 'send' },
		],
		[
			'unknown columns as custom data',
			{ shoe_size: 39, data: { a: '1' }, blank: '' },
			{ data: { a: '1', shoe_size: '39' } },
			{ unknownFields: 'customData' },
		],
		[
			'unknown fields inside a section left out',
			{ section_work: { constructor: 'x', emails: [], addresses: [{ planet: 'Mars', city: 'Bern' }] } },
			{ section_work: { emails: [], addresses: [{ city: 'Bern' }] } },
			{},
			['section_work.constructor', 'section_work.addresses.planet'],
		],
		[
			'unknown fields inside a section as they are',
			{ section_work: { x: [1], emails: [{ email: 'a@b.example' }], addresses: [{ planet: 'Mars' }] } },
			{ section_work: { x: [1], emails: [{ email: 'a@b.example' }], addresses: [{ planet: 'Mars' }] } },
			{ unknownFields: 'send' },
		],
		[
			'columns by their labels, in any case, with any separators',
			{ TITLE: 'Dr.', 'Name-Suffix': 'Jr.', 'Work  E_mails': 'a@b.example', worKzipcodE: '10115' },
			{
				title: 'Dr.',
				name_suffix: 'Jr.',
				section_work: { emails: [{ email: 'a@b.example' }], addresses: [{ zip_code: '10115' }] },
			},
		],
		[
			'columns by their simplified and everyday names, to work',
			{ 'E-Mail': 'a@b.example', phone: '030 1', 'Cell Phone': '0171 1', fax: '030 2', Postcode: '10115' },
			{
				section_work: {
					emails: [{ email: 'a@b.example' }],
					phone_numbers: [{ number: '030 1' }],
					mobile_numbers: [{ number: '0171 1' }],
					fax_numbers: [{ number: '030 2' }],
					addresses: [{ zip_code: '10115' }],
				},
			},
		],
		[
			'the simplified shape',
			{
				email: 'a@b.example',
				mobile_number: '0171 7654321',
				phone_number: '030 1234567',
				city: 'Bern',
				consents: { a: true },
			},
			{
				section_work: {
					emails: [{ email: 'a@b.example' }],
					mobile_numbers: [{ number: '0171 7654321' }],
					phone_numbers: [{ number: '030 1234567' }],
					addresses: [{ city: 'Bern' }],
				},
			},
			{},
			['consents'],
		],
		[
			'two columns that mean the same field and agree',
			{ company: 'A', Company: 'A', title: 'B', Title: '' },
			{ company: 'A', title: 'B' },
		],
		[
			'dates of a database as ISO 8601, a birthday as a day',
			{ birthday: new Date('1815-12-09T12:00:00Z'), title: new Date('2026-01-31T08:00:00Z') },
			{ birthday: '1815-12-09', title: '2026-01-31T08:00:00.000Z' },
		],
		[
			'consents as they are',
			{ documentation: { consents: [{ id: '1', granted: true }] } },
			{
				documentation: { consents: [{ id: '1', granted: true }] },
			},
		],
	])('is sent: %s', async (_what, given, sent, options = {}, notSent = undefined) => {
		const item = contact('c', given);
		const expected = [contact('c', sent)];

		const mapped = await bench.upload({ items: [item], options });
		expect(mapped.error).toBeUndefined();
		expect(bench.lastBody()).toEqual(expected);
		expect(mapped.json).toEqual([expect.objectContaining({ id: 'c', accepted: true })]);
		expect(mapped.json[0]?.not_sent).toEqual(notSent);

		bench.sandbox.log.clear();
		const handedOver = await bench.upload({ json: '={{ $json }}', items: [item], options });
		expect(handedOver.error).toBeUndefined();
		expect(bench.lastBody()).toEqual(expected);
		expect(handedOver.json[0]?.not_sent).toEqual(notSent);
	});
});

it.each([
	['Europe/Berlin', '1815-12-10'],
	['America/New_York', '1815-12-09'],
])('a birthday from a database is the day that it is in %s', async (timezone, birthday) => {
	const items = [contact('c', { birthday: new Date('1815-12-09T23:30:00Z') as never })];
	await bench.upload({ items, timezone });
	expect(bench.lastBody()).toEqual([contact('c', { birthday })]);
});
