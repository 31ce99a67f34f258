/** Telephone and fax numbers in reads, compared with numbering plans that were written by hand. */
import { bench, contact } from './support';

const b = bench();

async function readBack(number: string) {
	const numbers = [{ number }];
	const section = { mobile_numbers: numbers, phone_numbers: numbers, fax_numbers: numbers };
	const { status } = await b.post('/contacts', [contact('n', { section_work: section })]);
	return { status, section: (await b.get('/contacts/n')).data.section_work };
}

test.each([
	['+49 89 123456', '89', '123456', '+49 89 123456', '089 123456'],
	['0049 (0)30 123-456', '30', '123456', '+49 30 123456', '030 123456'],
	['+1 212 555 0100', '212', '5550100', '+1 212-555-0100', '(212) 555-0100'],
	['110', '', '110', '+49 110', '110'],
])(
	'a number is split into its parts: %s',
	async (original, area, number, international_formatted, national_formatted) => {
		const { status, section } = await readBack(original);
		const parts = { area, number, original };
		const formatted = { ...parts, international_formatted, national_formatted };
		expect(status).toBe(202);
		expect(section).toEqual({
			mobile_numbers: [formatted],
			phone_numbers: [formatted],
			fax_numbers: [parts],
		});
	},
);

test.each(['call me', '1', '+999 123456', '089 123456 / 089 654321'])(
	'the unreadable number %s is refused; without strictFormats it is stored as sent',
	async (number) => {
		expect(await readBack(number)).toEqual({ status: 422, section: undefined });
		b.sandbox.configure({ strictFormats: false });
		const original = [{ original: number }];
		expect(await readBack(number)).toEqual({
			status: 202,
			section: { mobile_numbers: original, phone_numbers: original, fax_numbers: original },
		});
	},
);

test('a seeded number in the read shape stays as seeded', async () => {
	const sent = { area: '0', number: '1', original: '089 123456', national_formatted: 'x' };
	const fax_numbers = [{ area: '0', number: '1', original: '089 123456' }];
	b.sandbox.seed({ contacts: [{ id: 'a', section_work: { phone_numbers: [sent], fax_numbers } }] });
	expect((await b.get('/contacts/a')).data.section_work).toEqual({ phone_numbers: [sent], fax_numbers });
});
