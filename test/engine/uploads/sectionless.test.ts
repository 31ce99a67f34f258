/** Columns that name no section: with Keep they belong to the section that has the detail, with Clear to work. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
type Section = Record<string, unknown[]>;

async function laidOver(
	stored: { section_work?: Section; section_private?: Section } | undefined,
	sent: IDataObject,
	fieldsNotSent = 'keep',
): Promise<{ work?: Section; private?: Section }> {
	bench.sandbox.reset();
	if (stored) bench.sandbox.seed({ contacts: [{ id: 'a', ...names, ...stored }] });
	const { json } = await bench.upload({ items: [{ id: 'a', ...names, ...sent }], fieldsNotSent });
	expect(json).toMatchObject([{ id: 'a', accepted: true }]);
	const { section_work, section_private } = (bench.taken()[0] ?? {}) as Record<string, Section | undefined>;
	return {
		...(section_work && { work: section_work }),
		...(section_private && { private: section_private }),
	};
}

const mails = (...all: string[]) => all.map((email) => ({ email }));
const numbers = (...all: string[]) => all.map((number) => ({ number }));
const stored = (...all: string[]) => all.map((original) => ({ original }));

test('e-mail: the first entry of the section that has one is replaced, the others stay', async () => {
	const own = { section_private: { emails: ['p1@example.com', 'p2@example.com'] } };
	expect(await laidOver(own, { email: 'new@example.com' })).toEqual({
		private: { emails: mails('new@example.com', 'p2@example.com') },
	});
});

test('e-mail: work before private, where both have one', async () => {
	const own = { section_work: { emails: ['w@example.com'] }, section_private: { emails: ['p@example.com'] } };
	expect(await laidOver(own, { 'E-Mail': 'new@example.com' })).toEqual({
		work: { emails: mails('new@example.com') },
		private: { emails: mails('p@example.com') },
	});
});

test.each([
	['no section', undefined],
	[
		'a private section without e-mails',
		{ section_private: { emails: [], phone_numbers: stored('030 1234567') } },
	],
])('e-mail: work, where there is none (%s)', async (_name, own) => {
	const { work } = await laidOver(own, { mail: 'new@example.com' });
	expect(work).toEqual({ emails: mails('new@example.com') });
});

test.each([
	['phone', 'phone_numbers'],
	['Telephone', 'phone_numbers'],
	['mobile', 'mobile_numbers'],
	['Cell Phone', 'mobile_numbers'],
	['mobile_number', 'mobile_numbers'],
	['FAX', 'fax_numbers'],
])('%s: the first number of the section that has one', async (column, list) => {
	const own = {
		section_work: { emails: ['w@example.com'] },
		section_private: { [list]: stored('030 1', '030 2222222') },
	};
	expect(await laidOver(own, { [column]: '030 7654321' })).toEqual({
		work: { emails: mails('w@example.com') },
		private: { [list]: numbers('030 7654321', '030 2222222') },
	});
});

test('each kind goes its own way: the section that has phones need not be the one that has e-mails', async () => {
	const own = {
		section_work: { emails: ['w@example.com'] },
		section_private: { phone_numbers: stored('030 1111111') },
	};
	const sent = { email: 'new@example.com', phone: '030 2222222', mobile: '0151 22222222' };
	expect(await laidOver(own, sent)).toEqual({
		work: { emails: mails('new@example.com'), mobile_numbers: numbers('0151 22222222') },
		private: { phone_numbers: numbers('030 2222222') },
	});
});

test('address parts: the section whose first address gives the city, part by part, further addresses stay', async () => {
	const addresses = [{ city: 'Bonn', street: 'Old' }, { city: 'Kiel' }];
	const own = { section_work: { addresses: [{ street: 'Elsewhere' }] }, section_private: { addresses } };
	expect(await laidOver(own, { street: 'New', 'Postal Code': '10115' })).toEqual({
		work: { addresses: [{ street: 'Elsewhere' }] },
		private: { addresses: [{ city: 'Bonn', street: 'New', zip_code: '10115' }, { city: 'Kiel' }] },
	});
});

test('address parts: work, where no first address has a city', async () => {
	const own = { section_private: { addresses: [{ street: 'Here' }] } };
	expect(await laidOver(own, { city: 'Bonn' })).toEqual({
		work: { addresses: [{ city: 'Bonn' }] },
		private: { addresses: [{ street: 'Here' }] },
	});
});

test('with Clear all of them belong to work, whatever the contact has', async () => {
	const own = { section_private: { emails: ['p@example.com'], addresses: [{ city: 'Bonn' }] } };
	expect(
		await laidOver(own, { email: 'new@example.com', city: 'Kiel', fax: '030 3333333' }, 'clear'),
	).toEqual({
		work: {
			emails: mails('new@example.com'),
			addresses: [{ city: 'Kiel' }],
			fax_numbers: numbers('030 3333333'),
		},
	});
	expect(bench.requests().filter((request) => request.startsWith('GET'))).toEqual([]);
});

test('lists that name their section are replaced whole, and several values are taken apart', async () => {
	const own = {
		section_work: { emails: ['w1@example.com', 'w2@example.com'], phone_numbers: stored('030 1111111') },
	};
	const sent = {
		work_emails: 'a@example.com; b@example.com\nc@example.com',
		'Private Emails': 'd@example.com',
	};
	expect(await laidOver(own, sent)).toEqual({
		work: {
			emails: mails('a@example.com', 'b@example.com', 'c@example.com'),
			phone_numbers: numbers('030 1111111'),
		},
		private: { emails: mails('d@example.com') },
	});
});

describe('two columns that mean the same field', () => {
	const upload = async (sent: IDataObject, options: IDataObject = {}) =>
		(await bench.upload({ items: [{ id: 'a', ...names, ...sent }], fieldsNotSent: 'clear', options }))
			.json[0] ?? {};

	test.each([
		['company', 'Company'],
		['work_emails', 'Work Emails'],
		['email', 'E-Mail'],
		['phone', 'telephone'],
		['zip', 'Postcode'],
		['Work City', 'city'],
	])('%s and %s, which differ: refused with both names', async (one, two) => {
		const values = /mail/i.test(one) ? ['a@example.com', 'b@example.com'] : ['030 1111111', '030 2222222'];
		const { error } = await upload({ [one]: values[0], [two]: values[1] });
		expect(error).toContain(one);
		expect(error).toContain(two);
		expect(bench.posts()).toEqual([]);
	});

	test('the same value twice is one value', async () => {
		expect(await upload({ company: 'X', COMPANY: 'X' })).toMatchObject({ accepted: true });
		expect(bench.taken()[0]).toMatchObject({ company: 'X' });
	});

	test('a blank one counts as not handed over, unless Empty Fields is Send', async () => {
		expect(await upload({ company: 'X', Company: ' ' })).toMatchObject({ accepted: true });
		expect(bench.taken()[0]).toMatchObject({ company: 'X' });
		expect((await upload({ company: 'X', Company: '' }, { emptyFields: 'send' })).error).toContain('Company');
	});
});

test('Empty Fields: blank columns are left out, or clear the field', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, company: 'Old', title: 'Dr' }] });
	await bench.upload({ items: [{ id: 'a', company: '' }] });
	expect(bench.sandbox.contact('a')).toMatchObject({ company: 'Old', title: 'Dr' });
	await bench.upload({ items: [{ id: 'a', company: '' }], options: { emptyFields: 'send' } });
	expect(bench.sandbox.contact('a')?.company ?? '').toBe('');
	expect(bench.sandbox.contact('a')?.title).toBe('Dr');
});
