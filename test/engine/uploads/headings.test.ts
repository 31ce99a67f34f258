/** Several headings for one column, and headings that the message explains. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';
import { overKim } from '../../support/upload-kim';
import { sentence } from '../../support/sentences';

const bench = uploadBench();
const upload = overKim(bench);

describe('two headings for one column', () => {
	it('fill a list with the values of all, in the order of the table, each once', async () => {
		const row = {
			id: '1',
			'E-Mail 2': 'b@x.org',
			'E-Mail': 'a@x.org',
			'E-Mail 3': 'B@x.org',
			'Email Address': 'a@x.org',
		};
		const { contacts } = await upload([row]);
		expect(contacts[0]).toMatchObject({ section_work: { emails: ['b@x.org', 'a@x.org'] } });
	});

	it.each([
		[
			{ Company: 'surest', 'Company Name': 'second', Unternehmen: 'third' },
			'surest',
			['Company Name', 'Unternehmen'],
		],
		[{ Unternehmen: 'third', 'Company Name': 'second', Company: '' }, 'second', ['Unternehmen']],
		[{ 'Company Name': 'first', Organization: 'later' }, 'first', ['Organization']],
		[{ Company: 'same', 'Company Name': 'same' }, 'same', undefined],
		[{ Company: '#N/A', 'Company Name': 'second' }, 'second', undefined],
	])('fill a text with the surest value that is not blank: %j', async (row, company, not_sent) => {
		const { run, contacts, hint } = await upload([{ id: '1', ...row }]);
		expect(contacts[0]).toMatchObject({ company });
		expect(run.json[0]?.not_sent).toEqual(not_sent);
		for (const name of not_sent ?? [])
			expect(hint).toMatch(new RegExp(`${name} ${sentence('isNotSent')} .* is Company, too`));
	});

	it('for the ID refuse the row if they are equally sure and differ, also in a dry run', async () => {
		const items = [
			{ Kundennummer: '1', 'Kunden-ID': '2', Vorname: 'Jana' },
			{ Kundennummer: '1', 'Kunden-ID': '1', Vorname: 'Jana' },
			{ Kundennummer: '', 'Kunden-ID': '1', Vorname: 'Jana' },
			{ id: '1', Kundennummer: '3', Vorname: 'Jana' },
		];
		const { run } = await upload(items);
		expect(refusalOf(run.json[0])).toMatch(/Kundennummer.*"1".*Kunden-ID.*"2"/);
		expect(run.json.map(({ id }) => id)).toEqual([undefined, '1', '1', '1']);
		const dry = await upload(items, { options: { dryRun: true } });
		expect(dry.run.json.map((one) => 'would_be_refused' in one)).toEqual([true, false, false, false]);
	});

	it.each([
		{ id: '1', ID: '2' },
		{ Debitorennummer: '2', Kundennummer: '1' },
		{ Konto: '2', Debiteurnummer: '1' },
		{ Mitgliedsnummer: '2', Kundennummer: '1' },
		{ 'Contact ID': '2', 'Member ID': '1' },
	])('for the ID give the value of the surer one: %j', async (ids) => {
		const { run } = await upload([{ ...ids, company: 'x' }]);
		expect(run.json).toMatchObject([{ id: '1', change: 'changed' }]);
	});

	it.each([
		['Street', 'City', 'Postal Code'],
		['street', 'city', 'zip_code'],
		['Straße', 'Ort', 'PLZ'],
	])('do not mix two addresses: %s, %s, %s beside those of the business', async (street, city, zip) => {
		const home = { [street]: 'A 1', [city]: 'Ulm', [zip]: '89073' };
		const work = { 'Business Street': 'B 2', 'Business City': 'Bonn', 'Business Postal Code': '53111' };
		const atHome = { street: 'A 1', city: 'Ulm', zip_code: '89073' };
		const atWork = { street: 'B 2', city: 'Bonn', zip_code: '53111' };
		for (const row of [
			{ ...home, ...work },
			{ ...work, ...home },
		]) {
			const { run, contacts } = await upload([{ id: '1', ...row }]);
			expect(run.json[0]).not.toHaveProperty('not_sent');
			expect(contacts[0]).toMatchObject({
				section_private: { addresses: [atHome] },
				section_work: { addresses: [atWork] },
			});
		}
	});

	it('do not mix a mailing and a billing address beside the city of the business', async () => {
		const mailing = { 'Mailing Street': '', 'Mailing Zip': '10115', 'Mailing City': 'Berlin' };
		const billing = { 'Billing Street': 'B 1', 'Billing Zip': '80331', 'Billing City': 'Ulm' };
		const { contacts, run } = await upload([{ id: '1', ...mailing, ...billing, 'Business City': 'Bonn' }]);
		expect(contacts[0]).toMatchObject({
			section_private: { addresses: [{ zip_code: '10115', city: 'Berlin' }] },
			section_work: { addresses: [{ city: 'Bonn' }] },
		});
		expect(JSON.stringify(contacts[0])).not.toMatch(/B 1|80331|Ulm/);
		expect(run.json[0]?.not_sent).toHaveLength(3);
	});

	it.each(['auto', 'json'] as const)(
		"in %s, the column of a section counts before a simplified record's name",
		async (map) => {
			const simplified = { id: '1', city: 'Ulm', street: 'A 1', zip_code: '89073', country: 'DE' };
			const set = { work_city: 'Bonn', 'Work Street': 'B 2', work_zip_code: '53111', 'Work Country': 'AT' };
			bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer' }] });
			await bench.upload({ items: [{ ...simplified, ...set }], map });
			expect(bench.sandbox.state().contacts[0]).toMatchObject({
				section_work: { addresses: [{ city: 'Bonn', street: 'B 2', zip_code: '53111', country: 'AT' }] },
			});
		},
	);
});

describe("a column's own name beside the same one with a section", () => {
	const kim = { id: '1', first_name: 'Kim', last_name: 'Sommer' };
	/** Uploads each of these rows, three times. */
	const nightly = async (
		stored: IDataObject,
		rows: readonly IDataObject[],
		map: 'auto' | 'json' = 'auto',
	) => {
		bench.sandbox.seed({ contacts: [{ ...kim, ...stored }] });
		const nights = [];
		for (const row of rows.flatMap((one) => [one, one, one])) {
			const { json } = await bench.upload({ items: [{ id: '1', ...row }], map });
			nights.push(json[0]);
		}
		expect(nights.map((night) => night?.change)).toEqual(rows.flatMap(() => THRICE));
		expect(nights.filter((night) => night?.not_sent)).toEqual([]);
		return bench.sandbox.contact('1');
	};
	const THRICE = ['changed', 'unchanged', 'unchanged'];

	it.each(
		(
			[
				['Email', 'Work email'],
				['email', 'business_email'],
				['Email', 'Email Work'],
				['Email', 'E-Mail geschäftlich'],
				['emails', 'work_emails'],
			] as const
		).flatMap(([own, work]) => (['auto', 'json'] as const).map((map) => [own, work, map] as const)),
	)('%s beside %s is private if the contact has a private one, in %s', async (own, work, map) => {
		const stored = { section_private: { emails: ['ada@home.de'] } };
		const rows = ['ada@home.de', 'new@home.de', 'a@home.de; b@home.de'].map((email) => ({ [own]: email }));
		const contact = await nightly(
			stored,
			rows.map((row) => ({ ...row, [work]: 'ada@acme.de' })),
			map,
		);
		expect(contact).toMatchObject({
			section_work: { emails: ['ada@acme.de'] },
			section_private: { emails: ['a@home.de', 'b@home.de'] },
		});
		// The table still has the heading, and this row has no value under it.
		const items = [{ id: '1', [own]: 'a@home.de', [work]: '' }];
		const { json } = await bench.upload({ items, map });
		expect(json[0]).toMatchObject({ change: 'unchanged' });
	});

	it.each(['auto', 'json'] as const)(
		'is of the section that has it, for numbers, too, in %s',
		async (map) => {
			const number = { original: '0171 22', international_formatted: '+49 17122' };
			const stored = { section_private: { phone_numbers: [number] } };
			for (const home of ['0171 22', '+49 17122']) {
				const row = { phone_number: home, work_phone_numbers: '030 1' };
				const contact = await nightly(stored, [row], map);
				expect(contact).toMatchObject({ section_private: { phone_numbers: [number] } });
			}
		},
	);

	it('stays in work if it went there first', async () => {
		const row = { Email: 'a@x.org', 'Work Email': 'b@x.org' };
		await nightly({}, [row]);
		const section_work = bench.sandbox.contact('1')?.section_work as IDataObject;
		expect(section_work).toEqual({ emails: ['a@x.org', 'b@x.org'] });
		const { json } = await bench.upload({ items: [{ id: '1', 'Private Emails': 'c@x.org' }] });
		expect(json).toMatchObject([{ change: 'changed' }]);
		const again = await bench.upload({ items: [{ id: '1', ...row }] });
		expect(again.json).toMatchObject([{ change: 'unchanged' }]);
	});

	it('puts right what was joined before', async () => {
		const stored = {
			section_work: { emails: ['a@x.org', 'b@x.org'] },
			section_private: { emails: ['a@x.org'] },
		};
		expect(await nightly(stored, [{ Email: 'a@x.org', 'Work Email': 'b@x.org' }])).toMatchObject({
			section_work: { emails: ['b@x.org'] },
			section_private: { emails: ['a@x.org'] },
		});
	});

	it('is, as a part of an address, of one section with all other parts', async () => {
		const stored = { section_private: { addresses: [{ city: 'Ulm', zip_code: '89073', country: 'DE' }] } };
		const work = { 'Work City': 'Bonn', 'Work Zip Code': '53111' };
		const rows = [
			{ City: 'Ulm', 'Zip Code': '89073', Country: 'DE' },
			{ City: 'Ulm', 'Zip Code': '89075', Country: 'DE' },
			{ City: 'Bonn', 'Zip Code': '53113', Country: 'DE' },
		];
		const contact = await nightly(
			stored,
			rows.map((row) => ({ ...row, ...work })),
		);
		expect(contact).toMatchObject({
			section_work: { addresses: [{ city: 'Bonn', zip_code: '53111' }] },
			section_private: { addresses: [{ city: 'Bonn', zip_code: '53113', country: 'DE' }] },
		});
	});

	it.each(['auto', 'json'] as const)(
		'in a simplified record, is of the section from which it was read, in %s',
		async (map) => {
			const stored = {
				section_work: {
					emails: ['a@x.org'],
					addresses: [{ city: 'Ulm' }],
					phone_numbers: [{ original: '030 1' }],
				},
				section_private: {
					emails: ['p@x.org'],
					addresses: [{ city: 'Rom' }],
					phone_numbers: [{ original: '030 2' }],
				},
			};
			bench.sandbox.seed({ contacts: [{ ...kim, ...stored }] });
			const [read] = await bench.get(['1'], { simplify: true });
			const set = { work_city: 'Bonn', work_emails: 'b@x.org', work_phone_numbers: '030 3' };
			await bench.upload({ items: [{ ...read, ...set }], map });
			expect(bench.sandbox.contact('1')).toMatchObject({
				section_work: { emails: ['a@x.org', 'b@x.org'], addresses: [{ city: 'Bonn' }] },
				section_private: stored.section_private,
			});
		},
	);
});

describe('the message about a table', () => {
	it('names the wrong delimiter of a file with semicolons or tabs', async () => {
		const { run } = await upload([{ 'ID;Vorname;Nachname': 'K-1;Jana;Probst' }]);
		expect(refusalOf(run.json[0])).toMatch(/Delimiter.*;/);
		expect(refusalOf(run.json[0])).not.toSay('didYouMean');
		const tabs = await upload([{ 'ID\tVorname': 'K-1\tJana' }]);
		expect(refusalOf(tabs.run.json[0])).toMatch(/Delimiter.*tab/);
	});

	it('names a heading with lost letters and advises to check the encoding', async () => {
		const { run, hint } = await upload([{ id: '1', 'Stra\ufffde': 'x', company: 'y' }]);
		expect(run.json[0]).toMatchObject({ change: 'changed', not_sent: ['Stra\ufffde'] });
		expect(hint).toMatch(/Stra\ufffde.*Encoding/);
	});

	it("uses the table's own words for columns, rows and the ID", async () => {
		const gisela = { Kundennummer: 'K-2007', Vorname: 'Gisela', Geburtsdatum: ['1985'] };
		const { run, hint } = await upload([
			{ Kundennummer: 'K-1', Vorname: 'A', Nachname: 'B' },
			gisela,
			{ Vorname: 'Ole', Nachname: 'C' },
		]);
		expect(refusalOf(run.json[1])).toContain('Geburtsdatum (Birthday)');
		expect(hint).toMatch(/row 2, K-2007 Gisela/i);
		expect(refusalOf(run.json[2])).toContain('Kundennummer (ID)');
		expect(refusalOf(run.json[2])).toMatch(/customer number/);
	});
});
