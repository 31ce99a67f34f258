/** What other systems hand over: lists of objects, objects in place of texts, two addresses, IDs by other names. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();
const ADA = { first_name: 'Ada', last_name: 'Byron' };
const hintOf = ({ hints }: { hints: Array<{ message: unknown }> }) =>
	hints.map(({ message }) => message).join(' ');
/** The expression that a refusal advises for the field JSON. */
const expressionIn = (refusal: string): string => /\{\{ .* \}\}/.exec(refusal)?.[0] ?? '';

describe('lists of objects', () => {
	// The shapes of Outlook, Google Contacts, Pipedrive and HubSpot's forms.
	it.each<[of: string, lists: IDataObject, email: string, number: string]>([
		[
			'Outlook',
			{
				emailAddresses: [{ name: 'Ada Byron', address: 'ada@example.org' }],
				mobilePhone: '+49 170 1234567',
			},
			'ada@example.org',
			'+49 170 1234567',
		],
		[
			'lists with value and id',
			{
				emails: [{ id: '1001', value: 'ada@example.org', primary: true }],
				mobile: [{ id: '1002', value: '+49 170 1234567' }],
			},
			'ada@example.org',
			'+49 170 1234567',
		],
		[
			'a single object',
			{
				'E-Mail': { adresse: 'ada@example.org' },
				'Mobile Phone': [{ phoneNumber: '+49 170 1234567', cc: '049' }],
			},
			'ada@example.org',
			'+49 170 1234567',
		],
	])('of %s are refused with one expression that works as it is pasted', async (_, lists, email, number) => {
		const [emails = ''] = Object.keys(lists);
		// A row without the list, and one whose list has texts.
		const items = [
			{ id: 'c-1', ...ADA, ...lists },
			{ id: 'c-2', ...ADA },
			{ id: 'c-3', ...ADA, [emails]: ['bo@example.org'] },
		];
		const first = await bench.upload({ items });
		expect(first.json.map(({ error }) => error !== undefined)).toEqual([true, false, false]);
		const expression = expressionIn(refusalOf(first.json[0]));
		expect(hintOf(first)).toContain(expression.slice(0, 20));
		const second = await bench.upload({ items, map: { json: `=${expression}` } });
		expect(second.json.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		expect(bench.sandbox.contact('c-1')?.section_work).toMatchObject({
			emails: [email],
			mobile_numbers: [expect.objectContaining({ original: number })],
		});
		expect(bench.sandbox.contact('c-3')?.section_work?.emails).toEqual(['bo@example.org']);
	});

	it('with no field that looks like the value are refused without an expression', async () => {
		const { json } = await bench.upload({ items: [{ id: 'c-1', ...ADA, emails: [{ type: 'work' }] }] });
		expect(refusalOf(json[0])).toContain('Give each entry a field named email.');
		expect(refusalOf(json[0])).not.toContain('{{');
	});

	it('that are mapped by hand are refused with what to put behind the list', async () => {
		const columns = { id: 'c-1', ...ADA, work_emails: '={{ $json.mails }}' };
		const items = [{ mails: [{ address: 'ada@example.org' }] }];
		const { json } = await bench.upload({ items, map: { columns } });
		const [, behind] = /Put (\..*) behind the list of/.exec(refusalOf(json[0])) ?? [];
		expect(behind).toBeDefined();
		const mended = { ...columns, work_emails: `={{ $json.mails${behind} }}` };
		expect((await bench.upload({ items, map: { columns: mended } })).json).toMatchObject([
			{ accepted: true },
		]);
	});
});

describe('an object where a text belongs', () => {
	const company = { id: 7, name: 'Acme' };

	it('is not sent and named, and the rest of the person is sent', async () => {
		const run = await bench.upload({ items: [{ id: 'c-1', ...ADA, company, position: 'Countess' }] });
		expect(run.json).toMatchObject([{ accepted: true, change: 'created', not_sent: ['company'] }]);
		expect(hintOf(run)).toContain('Not sent, because it is no text: company (an object).');
		expect(bench.sandbox.contact('c-1')).toMatchObject({ position: 'Countess' });
		expect(bench.sandbox.contact('c-1')?.company).toBeUndefined();
	});

	it('leaves the stored value, even if blanks are sent', async () => {
		bench.sandbox.seed({ contacts: [{ id: 'c-1', ...ADA, company: 'Old' }] });
		const options = { emptyFields: 'send' };
		const { json } = await bench.upload({ items: [{ id: 'c-1', ...ADA, company }], options });
		expect(json).toMatchObject([{ change: 'unchanged' }]);
		expect(bench.sandbox.contact('c-1')?.company).toBe('Old');
	});

	it('refuses the row with Clear, which would erase the field', async () => {
		const items = [{ id: 'c-1', ...ADA, company }];
		const { json } = await bench.upload({ items, fieldsNotSent: 'clear' });
		expect(refusalOf(json[0])).toContain(
			'company is "an object", which cannot be sent, and Clear would erase',
		);
	});

	it('refuses the row in place of a name', async () => {
		const { json } = await bench.upload({ items: [{ id: 'c-1', ...ADA, last_name: { value: 'Byron' } }] });
		expect(json[0]?.error).toBe('Last Name is an object, not a text');
	});
});

describe('two addresses in a table', () => {
	const row = {
		id: 'c-1',
		...ADA,
		primary_address1: 'First St 1',
		primary_city: 'Leeds',
		primary_zip: '',
		mailing_address1: 'Box 2',
		mailing_city: 'York',
		mailing_zip: '22222',
	};
	const addressOf = (id: string) => bench.sandbox.contact(id)?.section_work?.addresses?.[0];

	it('are not mixed in a row, and what is not sent is named', async () => {
		const run = await bench.upload({ items: [row] });
		expect(addressOf('c-1')).toMatchObject({ street: 'First St 1', city: 'Leeds' });
		expect(addressOf('c-1')?.zip_code ?? '').toBe('');
		expect(run.json[0]?.not_sent).toEqual(['mailing_address1', 'mailing_city', 'mailing_zip']);
	});

	it('give a row without the first one the second', async () => {
		const other = { ...row, id: 'c-2', primary_address1: '', primary_city: '' };
		const { json } = await bench.upload({ items: [row, other] });
		expect(addressOf('c-2')).toMatchObject({ street: 'Box 2', city: 'York', zip_code: '22222' });
		expect(json[1]?.not_sent).toBeUndefined();
	});

	it('are one if they are the same', async () => {
		const same = { ...row, primary_zip: '22222', mailing_address1: 'First St 1', mailing_city: 'Leeds' };
		const { json } = await bench.upload({ items: [same] });
		expect(json[0]?.not_sent).toBeUndefined();
	});
});

describe('the advice for a table without an ID', () => {
	it('names the heading that looks like one, and no other', async () => {
		const { json } = await bench.upload({ items: [{ ...ADA, 'Ext. Nr.': '7', Email: 'a@x.org' }] });
		const words = refusalOf(json[0]);
		expect(words).toContain(`Ext. Nr.: ${sentence('didYouMean', { what: 'ID' })}`);
		expect(words).toContain(`If Ext. Nr. is the ID, ${sentence('enterIdHeading')}`);
		expect(words).not.toContain('e.g. Email');
	});

	it('speaks of an e-mail address only if the table has one', async () => {
		const without = await bench.upload({ items: [{ ...ADA, Branch: 'Ulm' }] });
		expect(refusalOf(without.json[0])).toMatch(/differs for each contact: enter its heading/);
		expect(refusalOf(without.json[0])).not.toMatch(/e-mail/i);
		const one = await bench.upload({ items: [{ ...ADA, 'E-Mail privat': 'a@x.org' }] });
		expect(refusalOf(one.json[0])).toContain('differs for each contact, e.g. E-Mail privat: enter');
	});
});

test('a table with the first name in a column of its own has the whole name in no other', async () => {
	const item = {
		'Co./Last Name': 'Byron',
		'First Name': 'Ada',
		'Card ID': 'C1',
		'Addr 1 - Contact Name': 'Ada Byron',
	};
	const run = await bench.upload({ items: [item] });
	expect(refusalOf(run.json[0])).not.toContain('has the whole name');
	expect(refusalOf(run.json[0])).toContain(`Co./Last Name: ${sentence('didYouMean', { what: 'Last Name' })}`);
	expect(hintOf(run)).not.toContain('has the whole name');
});
