/** From what a workflow hands over to what the service gets: the body on the wire. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

describe('one contact', () => {
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

	it.each<[what: string, given: IDataObject, sent: IDataObject, options?: IDataObject, notSent?: string[]]>([
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
			'unknown columns left out',
			{ shoe_size: 39, __proto: 'x', blank: '' },
			{},
			{},
			['shoe_size', '__proto'],
		],
		[
			'unknown fields inside a section left out',
			{ section_work: { constructor: 'x', emails: [], addresses: [{ planet: 'Mars', city: 'Bern' }] } },
			{ section_work: { addresses: [{ city: 'Bern' }] } },
			{},
			['section_work.constructor', 'section_work.addresses.planet'],
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
			'dates of a database as ISO 8601, a birthday as a day',
			{ birthday: new Date('1815-12-09T00:00:00Z'), title: new Date('2026-01-31T08:00:00Z') },
			{ birthday: '1815-12-09', title: '2026-01-31T08:00:00.000Z' },
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
