/* eslint-disable */
/** Files that people bring, from the node that reads them to uploaded contacts. The person knows only what the editor says. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { consentNode, openWorkflow, START } from './editor';
import { excel } from './excel';
import { Person } from './person';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-exports');
const NODE = 'Contact Consent';
const READER = 'Extract from File';

beforeAll(async () => {
	// A laptop.
	await editor().page.setViewportSize({ width: 1440, height: 900 });
});

const output = () => editor().page.getByTestId('output-panel');
const parameter = (name: string) => editor().page.getByTestId(`parameter-input-${name}`);
const option = (name: string | RegExp) => editor().page.getByRole('option', { name, exact: true });
const contact = (id: string) => editor().playground.sandbox.contact(id);

/** A number as the service stores it: it may separate the country code and the area code. */
const ending = (digits: string) => expect.stringMatching(new RegExp(`${digits}$`)) as string;

const WINDOWS: Record<string, number> = { '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96, Š: 0x8a };
/** Windows-1252, for the characters in this file. */
const windows1252 = (text: string): Buffer =>
	Buffer.from([...text].map((char) => WINDOWS[char] ?? char.charCodeAt(0)));

const quoted = (cell: string, delimiter: string) =>
	cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csv = (rows: string[][], delimiter: string) =>
	rows.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('');

/** Rows under these headings. A cell is blank if its row does not name the heading. */
const table = (headings: string, rows: Array<Record<string, string>>) => {
	const names = headings.split(',').map((name) => name.trim());
	return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
};

/** A new workflow that reads a file. Each node has the settings that it has when somebody adds it. */
async function bring(person: Person, file: string, bytes: string | Buffer): Promise<void> {
	await writeFile(join(editor().playground.folder.files, file), bytes);
	await openWorkflow(editor(), file, [
		START,
		{
			name: 'Read File',
			type: 'n8n-nodes-base.readWriteFile',
			parameters: { fileSelector: `.n8n-files/${file}` },
		},
		{ name: READER, type: 'n8n-nodes-base.extractFromFile', parameters: {} },
		consentNode('contactConsent'),
	]);
	await person.opens(NODE);
	await person.clicks(editor().page.getByTestId('mapping-mode-select'));
	await person.clicks(editor().page.getByRole('option', { name: /Map Automatically/ }));
	await person.clicks(editor().page.getByTestId('collection-parameter-add'));
	await person.clicks(option('Dry Run'));
}

/** Executes, and reads the line above the output. Its beginning differs from that of the run before. */
async function runs(person: Person, picture: string, beginning: RegExp): Promise<string> {
	await person.clicks(editor().page.getByTestId('node-execute-button'));
	// The first sentence is in bold, and the others are a list behind it.
	const line = await person.reads(output().getByText(beginning).locator('xpath=..'));
	await person.shows(picture);
	return line.replace(/\s+/g, ' ').trim();
}

/** Adds an option to the node that reads the file, and comes back. */
async function setsOfReader(person: Person, name: string, set: () => Promise<void>): Promise<void> {
	await person.closes();
	await person.opens(READER);
	await person.clicks(editor().page.getByTestId('collection-parameter-add'));
	await person.clicks(option(name));
	await set();
	await person.closes();
	await person.opens(NODE);
}

const setsDelimiter = async (person: Person) =>
	await setsOfReader(person, 'Delimiter', async () => {
		await person.types(parameter('delimiter').locator('input'), ';');
	});

const setsEncoding = async (person: Person) =>
	await setsOfReader(person, 'Encoding', async () => {
		await person.clicks(parameter('encoding'));
		await person.clicks(option('Latin1'));
	});

const uploads = async (person: Person, picture: string) => {
	await person.clicks(parameter('dryRun').locator('.el-switch'));
	return await runs(person, picture, /^\d+ contacts?: /);
};

const KUNDEN =
	'Kundennr., Anrede, Titel, Vorname, Nachname, Firma, Straße, PLZ, Ort, Telefon, Mobil, E-Mail, Geburtsdatum, Kunde seit';
const kunden = (prefix: string) =>
	table(KUNDEN, [
		{
			'Kundennr.': `${prefix}23`,
			Anrede: 'Frau',
			Titel: 'Dr.',
			Vorname: 'Änne',
			Nachname: 'Müller-Lüdenscheidt',
			Firma: 'Café „Zur Post“ – 5 €',
			Straße: 'Königsallee 60',
			PLZ: '40212',
			Ort: 'Düsseldorf',
			Telefon: '0211/86 42 0',
			'E-Mail': 'aenne@beispiel.example',
			Geburtsdatum: '17.3.1968',
			'Kunde seit': '2019',
		},
		{
			'Kundennr.': `${prefix}24`,
			Anrede: 'Herr',
			Vorname: 'Jörg',
			Nachname: 'Weiß',
			PLZ: '24939',
			Ort: 'Flensburg',
			Mobil: '0170 5551234',
			'Kunde seit': '2020',
		},
		{ 'Kundennr.': `${prefix}25`, Anrede: 'Frau', Vorname: 'Ömür', Nachname: 'Šahin' },
		// What Excel writes where a row was emptied.
		{},
	]);

inEditor(
	editor,
	'a German sheet, as Excel saves it in UTF-8: the delimiter is named, then all arrives',
	async () => {
		await new Person(editor().page).does('German sheet', async (person) => {
			await bring(person, 'kunden.csv', `\ufeff${csv(kunden('U-100'), ';')}`);
			const first = await runs(person, 'semicolons-1-first', /^Dry run of 4 contacts/);
			expect(first).toContain("Add the option 'Delimiter' to the node that reads it, and set it to ;");
			await setsDelimiter(person);
			const second = await runs(person, 'semicolons-2-delimiter', /^Dry run of 3 contacts/);
			expect(second).toContain('3 would be created. 1 blank row left out.');
			expect(second).toContain('Kunde seit');
			expect(await uploads(person, 'semicolons-3-upload')).toContain('3 contacts: 3 created.');
		});
		expect(contact('U-10023')).toMatchObject({
			first_name: 'Änne',
			last_name: 'Müller-Lüdenscheidt',
			title: 'Dr.',
			section_work: { addresses: [{ street: 'Königsallee 60', zip_code: '40212' }] },
		});
	},
	480_000,
);

inEditor(
	editor,
	'the same sheet in Windows-1252: the encoding is named, too, and no letter is lost',
	async () => {
		await new Person(editor().page).does('Windows-1252', async (person) => {
			await bring(person, 'kunden-windows.csv', windows1252(csv(kunden('W-100'), ';')));
			const first = await runs(person, 'windows-1-first', /^Dry run of 4 contacts/);
			expect(first).toContain("Add the option 'Delimiter'");
			await setsDelimiter(person);
			const second = await runs(person, 'windows-2-delimiter', /^Dry run of 3 contacts/);
			expect(second).toContain('Row 1, W-10023');
			expect(second).toSay('wrongEncoding');
			expect(second).toSay('setEncoding');
			await setsEncoding(person);
			const third = await runs(person, 'windows-3-encoding', /^Dry run of 3 contacts.* 3 would be created/);
			expect(third).toContain('1 blank row left out.');
			expect(await uploads(person, 'windows-4-upload')).toContain('3 contacts: 3 created.');
		});
		expect(contact('W-10023')).toMatchObject({
			first_name: 'Änne',
			last_name: 'Müller-Lüdenscheidt',
			company: 'Café „Zur Post“ – 5 €',
		});
		expect(contact('W-10025')).toMatchObject({ first_name: 'Ömür', last_name: 'Šahin' });
	},
	480_000,
);

/** Chooses a column as the ID, as the line says. */
async function addsIds(person: Person, column: string): Promise<void> {
	await person.clicks(editor().page.getByTestId('collection-parameter-add'));
	await person.clicks(option('ID Column'));
	await person.types(parameter('idColumn').locator('input'), column);
	await person.shows(`id-column-${column.replace(/\W/g, '')}`);
}

const OUTLOOK = `Title, First Name, Middle Name, Last Name, Suffix, Company, Department, Job Title, Business Street, Business Street 2, Business Street 3,
	Business City, Business State, Business Postal Code, Business Country/Region, Home Street, Home Street 2, Home Street 3, Home City, Home State,
	Home Postal Code, Home Country/Region, Other Street, Other Street 2, Other Street 3, Other City, Other State, Other Postal Code,
	Other Country/Region, Assistant's Phone, Business Fax, Business Phone, Business Phone 2, Callback, Car Phone, Company Main Phone, Home Fax,
	Home Phone, Home Phone 2, ISDN, Mobile Phone, Other Fax, Other Phone, Pager, Primary Phone, Radio Phone, TTY/TDD Phone, Telex, Account,
	Anniversary, Assistant's Name, Billing Information, Birthday, Business Address PO Box, Categories, Children, Directory Server,
	E-mail Address, E-mail Type, E-mail Display Name, E-mail 2 Address, E-mail 2 Type, E-mail 2 Display Name, E-mail 3 Address, E-mail 3 Type,
	E-mail 3 Display Name, Gender, Government ID Number, Hobby, Home Address PO Box, Initials, Internet Free Busy, Keywords, Language, Location,
	Manager's Name, Mileage, Notes, Office Location, Organizational ID Number, Other Address PO Box, Priority, Private, Profession, Referred By,
	Sensitivity, Spouse, User 1, User 2, User 3, User 4, Web Page`;

/** What Outlook writes into each row, whether somebody has entered it or not. */
const OF_EACH = {
	Anniversary: '0/0/00',
	Birthday: '0/0/00',
	Gender: 'Unspecified',
	Priority: 'Normal',
	Private: 'False',
	Sensitivity: 'Normal',
	'E-mail Type': 'SMTP',
};

const outlook = windows1252(
	csv(
		table(OUTLOOK, [
			{
				...OF_EACH,
				Title: 'Ms.',
				'First Name': 'Grace',
				'Last Name': 'Okafor',
				Company: 'Harbour & Sons, Ltd.',
				'Job Title': 'Buyer',
				'Business Street': '14 Quay Road',
				'Business City': 'Bristol',
				'Business Postal Code': 'BS1 4ST',
				'Business Country/Region': 'United Kingdom',
				'Business Phone': '+44 117 496 0123',
				'Mobile Phone': '+44 7700 900123',
				Birthday: '3/17/1968',
				'E-mail Address': 'grace@harbour.example',
				'E-mail Display Name': 'Grace Okafor (grace@harbour.example)',
				Initials: 'G.O.',
				Notes: 'met at the fair\r\nwants the catalogue',
			},
			{
				...OF_EACH,
				'First Name': 'Liam',
				'Last Name': "O'Shea",
				'Home Street': '2 Mill Lane',
				'Home City': 'Cork',
				'Home Postal Code': 'T12 X70A',
				'Home Phone': '+353 21 555 0199',
				'E-mail Address': 'liam@oshea.example',
				'E-mail 2 Address': 'liam@harbour.example',
				'E-mail 2 Type': 'SMTP',
			},
			{ ...OF_EACH, 'First Name': 'Zoé', 'Last Name': 'Martin', 'E-mail Address': 'zoe@martin.example' },
			// Outlook keeps places and companies as contacts, too.
			{ ...OF_EACH, Company: 'Taxi Central', 'Business Phone': '+44 117 496 0999' },
		]),
		',',
	),
);

inEditor(
	editor,
	'an English Outlook file: the hint says that IDs are missing and how to add them, and then all people arrive',
	async () => {
		await new Person(editor().page).does('Outlook', async (person) => {
			await bring(person, 'outlook.csv', outlook);
			const first = await runs(person, 'outlook-1-first', /^Dry run of 4 contacts/);
			expect(first).toContain('ID has no column in the input.');
			expect(first).toContain('ID Column');
			await addsIds(person, 'E-mail Address');
			const second = await runs(person, 'outlook-2-ids', /^Dry run of 4 contacts.* 2 would be created/);
			expect(second).toContain('2 would be refused.');
			expect(second).toMatch(/Row 3, zoe@martin\.example .*"Zo\ufffd": /);
			expect(second).toSay('wrongEncoding');
			expect(second).toMatch(/Row 4.*: E-mail Address \(ID\), First Name and Last Name are missing/);
			expect(second).toSay('setEncoding');
			await setsEncoding(person);
			const third = await runs(person, 'outlook-3-encoding', /^Dry run of 4 contacts.* 3 would be created/);
			expect(third).toContain('1 would be refused.');
			// A row that is refused ends the run, unless the settings say otherwise.
			await person.clicks(parameter('dryRun').locator('.el-switch'));
			await person.clicks(editor().page.getByTestId('node-execute-button'));
			await person.reads(
				output().getByText('E-mail Address (ID), First Name and Last Name are missing').first(),
			);
			const advice = await output().getByTestId('node-error-description').innerText();
			await person.shows('outlook-4-stopped');
			expect(advice).toSay('othersAnyway');
			await person.clicks(editor().page.getByTestId('tab-settings'));
			await person.clicks(parameter('onError'));
			await person.clicks(option(/Continue \(using error output\)/));
			const real = await runs(person, 'outlook-5-upload', /^4 contacts: /);
			expect(real).toContain('4 contacts: 3 created, 1 refused.');
		});
		expect(contact('grace@harbour.example')).toMatchObject({
			title: 'Ms.',
			company: 'Harbour & Sons, Ltd.',
			position: 'Buyer',
			birthday: '1968-03-17',
			section_work: {
				emails: ['grace@harbour.example'],
				phone_numbers: [{ number: ending('4960123') }],
				mobile_numbers: [{ number: ending('900123') }],
				addresses: [
					{ street: '14 Quay Road', city: 'Bristol', zip_code: 'BS1 4ST', country: 'United Kingdom' },
				],
			},
		});
		expect(contact('liam@oshea.example')).toMatchObject({
			section_private: { phone_numbers: [{ number: ending('5550199') }], addresses: [{ city: 'Cork' }] },
		});
		expect(contact('liam@oshea.example')).not.toHaveProperty('birthday');
		expect(contact('zoe@martin.example')).toMatchObject({ first_name: 'Zoé' });
	},
	480_000,
);

const GOOGLE = `First Name, Middle Name, Last Name, Phonetic First Name, Phonetic Middle Name, Phonetic Last Name, Name Prefix, Name Suffix,
	Nickname, File As, Organization Name, Organization Title, Organization Department, Birthday, Notes, Photo, Labels, E-mail 1 - Label,
	E-mail 1 - Value, E-mail 2 - Label, E-mail 2 - Value, Phone 1 - Label, Phone 1 - Value, Phone 2 - Label, Phone 2 - Value,
	Address 1 - Label, Address 1 - Formatted, Address 1 - Street, Address 1 - City, Address 1 - PO Box, Address 1 - Region,
	Address 1 - Postal Code, Address 1 - Country, Address 1 - Extended Address, Website 1 - Label, Website 1 - Value`;

const google = csv(
	table(GOOGLE, [
		{
			'First Name': 'Marisol',
			'Last Name': 'Vega',
			'Organization Name': 'Vega Foto',
			'Organization Title': 'Owner',
			Birthday: '1979-11-02',
			Labels: '* myContacts',
			'E-mail 1 - Label': '* Work',
			'E-mail 1 - Value': 'marisol@vega.example',
			'E-mail 2 - Label': 'Other',
			'E-mail 2 - Value': 'hola@vega.example',
			'Phone 1 - Label': 'Mobile',
			'Phone 1 - Value': '+34 600 123 456 ::: +34 600 123 457',
			'Address 1 - Label': 'Home',
			'Address 1 - Formatted': 'Calle Mayor 5\n28013 Madrid\nES',
			'Address 1 - Street': 'Calle Mayor 5',
			'Address 1 - City': 'Madrid',
			'Address 1 - Postal Code': '28013',
			'Address 1 - Country': 'ES',
			'Website 1 - Value': 'https://vega.example',
		},
		{
			'First Name': '智子',
			'Last Name': '佐藤',
			Birthday: ' --05-12',
			'E-mail 1 - Value': 'tomoko@sato.example',
			'Phone 1 - Label': 'Work',
			'Phone 1 - Value': '+81 3 5550 0101',
		},
	]),
	',',
);

inEditor(
	editor,
	'a file of Google Contacts, uploaded without a dry run: the error says the same, and then all arrives',
	async () => {
		await new Person(editor().page).does('Google', async (person) => {
			await bring(person, 'google.csv', google);
			await person.clicks(parameter('dryRun').locator('.el-switch'));
			await person.clicks(editor().page.getByTestId('node-execute-button'));
			await person.reads(output().getByText('ID has no column in the input').first());
			const advice = await output().getByTestId('node-error-description').innerText();
			await person.shows('google-1-first');
			expect(advice).toContain('ID Column');
			await addsIds(person, 'E-mail 1 - Value');
			const line = await runs(person, 'google-2-upload', /^2 contacts: /);
			expect(line).toContain('2 created.');
			expect(line).toMatch(/no whole day: Birthday/);
		});
		expect(contact('marisol@vega.example')).toMatchObject({
			first_name: 'Marisol',
			company: 'Vega Foto',
			position: 'Owner',
			birthday: '1979-11-02',
			website: 'https://vega.example',
			section_work: {
				emails: ['marisol@vega.example', 'hola@vega.example'],
				phone_numbers: [{ number: ending('123456') }, { number: ending('123457') }],
				addresses: [{ street: 'Calle Mayor 5', city: 'Madrid', zip_code: '28013', country: 'ES' }],
			},
		});
		expect(contact('tomoko@sato.example')).not.toHaveProperty('birthday');
	},
	480_000,
);

const MEMBERS = [
	[
		'Mitgliedsnummer',
		'Vorname',
		'Name',
		'Geburtstag',
		'Straße',
		'PLZ',
		'Ort',
		'E-Mail',
		'Telefon',
		'Eintritt',
	],
	[
		4711,
		'Björn',
		'Ahlers',
		new Date(Date.UTC(1985, 4, 12)),
		'Hafenstr. 1',
		'01067',
		'Dresden',
		'',
		'0351 5550',
		new Date(Date.UTC(2010, 0, 1)),
	],
	[
		4712,
		'Inge',
		'Thiel',
		new Date(Date.UTC(1949, 11, 31)),
		'Marktplatz 2',
		99084,
		'Erfurt',
		'inge@verein.example',
		3615551234,
		null,
	],
	[4713, 'Karl', 'Voss', null, '', '', '', 'karl@verein.example', '', null],
	['', '', '', null, '', '', '', '', '', null],
];

inEditor(
	editor,
	'an Excel file: n8n names the format, birthdays are days, and blank rows are left out',
	async () => {
		await new Person(editor().page).does('Excel', async (person) => {
			await bring(person, 'mitglieder.xlsx', excel(MEMBERS, 'Mitglieder'));
			await person.clicks(editor().page.getByTestId('node-execute-button'));
			await editor().page.getByText('is not in csv format').first().waitFor();
			await person.shows('excel-1-first');
			await person.closes();
			await person.opens(READER);
			await person.clicks(parameter('operation'));
			await person.clicks(option(/Extract From XLSX/));
			await person.closes();
			await person.opens(NODE);
			const dry = await runs(person, 'excel-2-xlsx', /^Dry run of 3 contacts/);
			expect(dry).toContain('3 would be created. 1 blank row left out.');
			expect(dry).toContain('Geburtstag (31179 is 1985-05-12, in 2 cells)');
			expect(await uploads(person, 'excel-3-upload')).toContain('3 contacts: 3 created.');
		});
		expect(contact('4711')).toMatchObject({ birthday: '1985-05-12', last_name: 'Ahlers' });
		expect(contact('4712')).toMatchObject({ birthday: '1949-12-31' });
		expect(contact('4713')).not.toHaveProperty('birthday');
	},
	480_000,
);
