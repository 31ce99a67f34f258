/** Several headings for one column, and headings that the message explains. */
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
