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
