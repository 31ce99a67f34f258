import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import type { Column } from '../../nodes/ContactConsent/upload/table/recordModel';
import { headingsOf, ownLabel } from '../../nodes/ContactConsent/upload/table/headings';
import {
	columnSpelled,
	EXPORTS,
	FOREIGN_SHEETS,
	FURTHER_EXPORTS,
	MORE_EXPORTS,
	type Table,
} from '../support/tables';

/** The column of each heading of a table; undefined for a heading that is not understood. */
function read(headings: readonly string[], model = contactModel): Record<string, string | undefined> {
	const found = headingsOf(model, headings);
	return Object.fromEntries(headings.map((heading) => [heading, found.get(heading)?.column?.name]));
}

/** The headings that are understood wrongly, those that have a column in the contract, and those that are missed. */
function judge({ name, resource, columns }: Table) {
	const model = resource === 'employee' ? employeeModel : contactModel;
	const found = read(
		columns.map(({ heading }) => heading),
		model,
	);
	const said = columns.map(({ heading, column }) => {
		const sent = found[heading];
		// A read-only column is named and never sent.
		const isSent = model.columns.some((one) => one.name === sent && one.shape !== undefined);
		return { name, heading, right: column, found: isSent ? sent : undefined };
	});
	const isMissed = ({ right, found: one }: (typeof said)[number]) =>
		one === undefined && !right.includes(null);
	return {
		wrong: said.filter(({ right, found: one }) => one !== undefined && !right.includes(one)),
		withPlace: said.filter((one) => one.found !== undefined || isMissed(one)),
		missed: said.filter(isMissed),
	};
}

const ALL = [...EXPORTS, ...MORE_EXPORTS, ...FURTHER_EXPORTS, ...FOREIGN_SHEETS];

describe('the headings of real exports', () => {
	it.each(ALL.map((table) => [table.name, table] as const))(
		'in %s, no heading is understood wrongly',
		(_, table) => {
			expect(judge(table).wrong).toEqual([]);
		},
	);

	it.each(
		[
			['the exports', EXPORTS],
			['all tables', ALL],
		].flatMap(([of, tables]) =>
			['en', 'de', 'fr', 'es', 'it', 'nl'].map(
				(language) =>
					[of, language, (tables as Table[]).filter((table) => table.language === language)] as const,
			),
		),
	)('in %s in the language "%s", nine of ten headings that have a column are understood', (of, _, tables) => {
		const judged = tables.map(judge);
		const withPlace = judged.flatMap((one) => one.withPlace).length;
		const missed = judged.flatMap((one) => one.missed.map(({ heading }) => heading));
		if (of === 'all tables') expect(withPlace).toBeGreaterThan(40);
		expect({ missed, withPlace }).toEqual({ missed: missed.slice(0, Math.floor(withPlace / 10)), withPlace });
	});
});

describe('a single heading', () => {
	it.each<[heading: string, column: string]>([
		// Case, accents, spaces and punctuation.
		...['Strasse', 'STRAßE', 'straße:', 'Str.'].map((one) => [one, 'street'] as [string, string]),
		...['first_name', 'First Name', 'FIRST-NAME', 'firstname', 'FirstName'].map(
			(one) => [one, 'first_name'] as [string, string],
		),
		['Vorname', 'first_name'],
		['Prénom', 'first_name'],
		['Handy', 'mobile_numbers'],
		['Mobile Phone', 'mobile_numbers'],
		['Business Street', 'work_street'],
		['Date of Birth', 'birthday'],
		['Geburtsdatum (TT.MM.JJJJ)', 'birthday'],
		['Date of Birth (YYYY-MM-DD)', 'birthday'],
		['Date de naissance (JJ/MM/AAAA)', 'birthday'],
		['Data di nascita (GG-MM-AAAA)', 'birthday'],
		['Given Name', 'first_name'],
		['Company Name', 'company'],
		['Country/Region', 'country'],
		['N° client', 'id'],
		['N.º de socio', 'id'],
		['numero_de_l_adherent', 'id'],
		// The section before, behind and in brackets, also in one word.
		['Tel. (geschäftlich)', 'work_phone_numbers'],
		['Geschäftliche E-Mail', 'work_emails'],
		['E-Mail dienstlich', 'work_emails'],
		['Diensttelefon', 'work_phone_numbers'],
		['Home Postal Code', 'private_zip_code'],
		['homephone', 'private_phone_numbers'],
		['PhoneWork', 'work_phone_numbers'],
		['Personal Email', 'private_emails'],
		['Correo del trabajo', 'work_emails'],
		['Telefoon op werk', 'work_phone_numbers'],
		// The kind of number.
		['Telefon (mobil)', 'mobile_numbers'],
		['Phone - Mobile', 'mobile_numbers'],
		['Work Cell Phone', 'work_mobile_numbers'],
		['Tél. portable', 'mobile_numbers'],
		['Telefon Fax', 'fax_numbers'],
		// Words without a meaning, and known remarks.
		['Person - Email - Work', 'work_emails'],
		['Primary Email', 'emails'],
		['Mailing City', 'city'],
		['billing_city', 'city'],
		['Address 1: City', 'city'],
		['E-mail 1 - Value', 'emails'],
		['Default Address City', 'city'],
		['Default Address Company', 'company'],
		["Complément d'adresse", 'addition'],
		['nom_de_l_entreprise', 'company'],
		['Contact Fonction', 'position'],
		['Vorname (Pflichtfeld)', 'first_name'],
		['Last Name *', 'last_name'],
		['Email (required)', 'emails'],
		['Vorname (Adressattyp natürl. Person)', 'first_name'],
		['(Do Not Modify) Contact ID', 'id'],
		['Vorname (First Name)', 'first_name'],
		// Sections behind the noun, or in other forms.
		...[
			...[
				'Telefon Geschäft',
				'Tel. geschäftl.',
				'Berufliches Telefon',
				'Telefon am Arbeitsplatz',
				'Phone (at work)',
			],
			...['Tél. prof.', 'Téléphone au bureau', 'Tel. trab.', 'Telefono al lavoro', 'Telefoon op kantoor'],
		].map((one) => [one, 'work_phone_numbers'] as [string, string]),
		...[
			...[
				'Telefon zu Hause',
				'Telefon Zuhause',
				'Residence Phone',
				'Tél. maison',
				'Tél. pers.',
				'Tel. partic.',
			],
			...['Telefono abit.', 'Telefoon thuis'],
		].map((one) => [one, 'private_phone_numbers'] as [string, string]),
		['Firmen-E-Mail', 'work_emails'],
		['Home Address Street Line 1', 'private_street'],
		['Città di residenza', 'private_city'],
		// The first and the second.
		...[
			...['Primäre E-Mail-Adresse', 'Sekundäre E-Mail-Adresse', 'E-Mail alternativ', 'Weitere E-Mail'],
			...[
				'Adresse e-mail principale',
				'E-mail secondaire',
				'Correo principal',
				'Segundo correo',
				'Seconda e-mail',
			],
			...['Tweede e-mail', 'Primair e-mailadres', 'Additional Email'],
		].map((one) => [one, 'emails'] as [string, string]),
		// Shortened words.
		...[
			...['Mobiltel.', 'Natel', 'Tél. port.', 'Mob.'].map((one) => [one, 'mobile_numbers']),
			...['Tlf.', 'Teléf.', 'Tel.nr.', 'Rufnr.'].map((one) => [one, 'phone_numbers']),
			...['HNr.', 'Hs.-Nr.'].map((one) => [one, 'house_number']),
			...['geb.', 'Geb.-Dat.', 'DDN', 'Date naiss.', 'F. nac.', 'Data nasc.', 'Born on'].map((one) => [
				one,
				'birthday',
			]),
			...['Jobbezeichnung', 'Intitulé de poste', 'Functienaam'].map((one) => [one, 'position']),
			...['Lead ID', 'Party ID', 'Object Id', 'Kontakt-Nr.', 'Adressnummer', 'Contact GUID'].map((one) => [
				one,
				'id',
			]),
			...['Réf. client', 'Référence adhérent'].map((one) => [one, 'id']),
			['WWW', 'website'],
			['Vorn.', 'first_name'],
			['Web', 'website'],
			['orgname', 'company'],
			['born_at', 'birthday'],
			['Tertiary Email', 'emails'],
			["Nom d'usage", 'last_name'],
			...['Apollo Contact Id', 'nationbuilder_id', 'Shopify Customer ID'].map((one) => [one, 'id']),
			['Cod. Post.', 'zip_code'],
			['C. Postal', 'zip_code'],
			['Mobiele nummer', 'mobile_numbers'],
			['Contactpersoon ID', 'id'],
			['Ansprechpartner-ID', 'id'],
			['E-Mail-Adr.', 'emails'],
		].map(([one, column]) => [one, column] as [string, string]),
		// Numbers.
		['E-Mail 2', 'emails'],
		['Telefon1', 'phone_numbers'],
		['Business Phone 2', 'work_phone_numbers'],
		['phone_number1.number', 'phone_numbers'],
		['Secondary Email', 'emails'],
		['Webseite 1', 'website'],
		// The owner of the ID.
		['Kundennr', 'id'],
		['KdNr.', 'id'],
		['Kunden-/Lief.-Nr.', 'id'],
		['Lidnr', 'id'],
		['Customer #', 'id'],
		...[
			...[
				'Mitglieder-Nr.',
				'Mitgliedernummer',
				'Mitgliedschaftsnummer',
				'Klienten-Nr.',
				'Pat.-Nr.',
				'Cust ID',
			],
			...[
				'Members No.',
				'Donor ID',
				'Business Partner No.',
				'Geschäftspartner-Nr.',
				'N° des adhérents',
				'Número de socios',
			],
			...['Customer Contact ID', 'Customer Contact ID Number', 'Patient Record Number'],
			...['Member Code', 'Membership ID', 'Nummer der Mitglieder', 'Number of Customer', 'Students No.'],
			...['Codice paziente', 'Numero soci', 'Ledennummer', 'Klantennummer', 'Lidmaatschapsnummer'],
			...['Debitoren-Nr.', 'Debitorennummer', 'Debiteurnummer', 'Debtor No.', 'Code débiteur'],
		].map((one) => [one, 'id'] as [string, string]),
		['Record ID - Contact', 'id'],
		['Konto', 'id'],
		['Cod. cliente', 'id'],
		['Membership No.', 'id'],
		['Company / Organisation', 'company'],
		['Straße u. Hausnr.', 'street'],
		['Straße, Hausnummer', 'street'],
		['Titel / Akad. Grad', 'title'],
		// A person behind the word for the value, apart from it, or one of whom no kind is named so.
		...[
			...[
				'E-Mail Kunde',
				'Customer Email',
				'Kontakt E-Mail',
				'E-Mail-Adresse Kontakt',
				'Email of the Contact',
			],
			...['Email (Contact)', 'Email - Subscriber', 'Mail/Kontakt', 'Email adhérent', 'E-Mail Mitglied'],
		].map((one) => [one, 'emails'] as [string, string]),
		...['Contact Company', 'Member Organization', 'Company (Customer)', 'Company - Contact'].map(
			(one) => [one, 'company'] as [string, string],
		),
		...['Customer Website', 'Website des Kunden'].map((one) => [one, 'website'] as [string, string]),
		['Titel/Grad', 'title'],
		['Name of the Company', 'company'],
		['Company / Account', 'company'],
		['Adresse 2: E-Mail', 'emails'],
		['Cell/Mobile Phone', 'mobile_numbers'],
		// A sign before the words that belong together.
		['Kontakt/Telefon mobil', 'mobile_numbers'],
		['Tel./Telefon mobil', 'mobile_numbers'],
		['Kontakt / Hausnummer', 'house_number'],
		['Street No. / House No.', 'house_number'],
		// A part of an address behind the word for the address, with an E that joins nothing.
		['Anschrift - Straße', 'street'],
		['Anschrift: Hausnummer', 'house_number'],
		['Adresse 1: Ortsteil', 'district'],
		['Postanschrift: Adresszusatz', 'addition'],
		['Address Country Code', 'country'],
		...['Anschrift: E-Mail', 'Anschrift: E.Mail', 'Anschrift: E Mail', 'Anschrift: eMail'].map(
			(one) => [one, 'emails'] as [string, string],
		),
		["COMPLÉMENT D'ADRESSE", 'addition'],
		['COMPLÉMENT D ADRESSE', 'addition'],
		// The name of a company.
		...['Organization 1 - Name', 'Unternehmen - Name', 'Company: Name'].map(
			(one) => [one, 'company'] as [string, string],
		),
		// Numbers of several digits, and without blanks.
		['Telefon 10', 'phone_numbers'],
		['Email2Work', 'work_emails'],
		['Adresse1Ort', 'city'],
		['Contact Email 2', 'emails'],
		// IDs of which the word is glued on, and that of the employee who looks after the contact.
		['customerid', 'id'],
		['kundenid', 'id'],
		['Betreuer-ID', 'employee_id'],
		['Berater-Nr.', 'employee_id'],
	])('%s means %s', (heading, column) => {
		expect(read([heading])).toEqual({ [heading]: column });
	});

	it.each([
		// Near-synonyms.
		...[
			'Briefanrede',
			'Rufname',
			'Profession',
			'Beruf',
			'Occupation',
			'Nickname',
			'Middle Name',
			'Full Name',
		],
		...[
			'Geburtsort',
			'Geburtsname',
			'Bundesland',
			'Landkreis',
			'Landesvorwahl',
			'Kontonummer',
			'Lieferanten-Nr.',
		],
		...['Preferred Name', 'Maiden Name', 'Home Town', 'Birth Place', 'Anniversary', 'State/Region'],
		// A part of a field, or several fields together.
		...[
			'Name',
			'Naam',
			'Nom',
			'Nombre',
			'Nome',
			'Adresse',
			'Address',
			'Dirección',
			'Vorname Nachname',
			'PLZ Ort',
			'Nom / Raison sociale',
			'Name oder Firma',
			'Company or Name',
			'Nome/Ragione sociale',
		],
		...[
			'Nummer',
			'Nr',
			'Number',
			'Numéro',
			'Code',
			'LfdNr',
			'',
			' ',
			'1',
			'___',
			'#',
			'Privat',
			'Work',
			'Büro',
		],
		// Another property of the field.
		...[
			'E-mail 1 - Type',
			'Phone 1 - Label',
			'Email Status',
			'Email Opt Out',
			'Phone Verified',
			'Company Size',
		],
		...['Address 1 - Formatted', 'E-Mail: Angezeigter Name', 'Country Code', 'Email Client', 'Direct Mail'],
		...['City Code', 'Address City Code', 'Email (Mail Client)', 'Home Town / City'],
		...['Email Invites', 'Invite Code', 'Gastland', 'Mainland', 'Guests'],
		...['E-Mail-Typ', 'Titre de séjour', 'Titolo di studio', 'Comune di nascita', 'Pays de naissance'],
		...[
			'Geb.-Ort',
			'Geb.-Name',
			'Geb.-Land',
			'Kontaktnummer',
			'Contact Number',
			'Object City',
			'Lead Name',
			...['Salesforce UUID', 'Apollo Email', 'Xero Employee ID', 'HubSpot Company ID', 'Country Code'],
			'Pers.-Nr.',
		],
		...[
			'Segundo nombre',
			'Deuxième prénom',
			'Weitere Vornamen',
			'Additional Address',
			'Geschäft',
			'Firmennummer',
		],
		...[
			'Tel. P',
			'Tel. prof./pers.',
			'Principal Email',
			'UUID',
			'NPA',
			'Cel',
			'Customer Reference',
			'Record No.',
		],
		// An unknown remark.
		...[
			'Email (Business Partner)',
			'Mieter-E-Mail',
			'Telefonnummer (Zentrale)',
			'Straße (Rechnungsadresse)',
			'Land (ISO)',
		],
		...['Name (Adressattyp Unternehmen)', 'Name (Adressattyp keine Angabe)'],
		// Two things in one cell.
		...[
			'Telefon/Fax',
			'Tel./Fax',
			'Phone/Fax',
			'Telefon und Fax',
			'Tél. / Fax',
			'Teléfono y fax',
			'Telefono e fax',
		],
		...['TELEFON UND FAX', 'Adresse Ort Telefon', 'Address Company City', 'Email - Name'],
		...['Tel. + Fax', 'Phone & Fax', 'Fax, Telefon', 'Telefoon en fax', 'Telefon oder Handy', 'Phone/Mobile'],
		...['Address / City', 'Adresse und Ort', 'Address/Email', 'Name und Firma', 'phone_or_fax'],
		// Another person's data.
		...[
			'Telefon Firma',
			'Company Phone',
			'Company City',
			'Organization - Address',
			'Organization - ID',
			'company_id',
		],
		...[
			'Contact 2 Email',
			'Secondary Contact Phone',
			"Assistant's Phone",
			'Vorname Mutter',
			'Employee Email',
		],
		...[
			'shipping_city',
			'Other Street',
			'externe_id',
			'Record ID - Company',
			'Default Address Phone',
			'user_id',
		],
		...['Personalnummer', 'Employee Number', 'LBV-Personalnummer', 'Supplier Email'],
		...['Supplier ID', 'Contact ID Number', 'Candidate ID Number', 'Department 2'],
		...['Supplier Contact ID', 'Home Contact ID', 'Work Customer Number', 'Member Contact Supplier'],
		// A kind of person.
		...['Webkunde', 'Web User', 'web_user', 'Website-Mitglied', 'Company Contact', 'CompanyContact'],
		...['Company Contact Name', 'Name of the Company Contact', 'Organization Member', 'Unternehmen Kontakt'],
		...['E-Mail-Kontakt', 'Email Contact', 'Email Subscriber', 'Mail Subscribers', 'E-Mail Abonnent'],
		// That of whoever looks after a customer.
		...['Kundenbetreuer-Nr.', 'Kundenberater-ID', 'N° conseiller client', 'Mitgliedsnummer Betreuer'],
		...['Betreuer-Nr. des Kunden', 'Kontaktbetreuer-ID'],
		// A telephone number.
		...[
			'Patient Contact Number',
			'Client Contact No.',
			'Member Contact Number',
			'Número de contacto del cliente',
		],
		...['Numéro de contact client', 'Kunden-Kontaktnummer', 'Numero di contatto cliente'],
		// How many there are, and a kind.
		...[
			'Number of Students',
			'No. of Patients',
			'# of Members',
			'Number of Subscribers',
			'Number of the Donors',
		],
		...[
			'number_of_customers',
			'Número de alumnos',
			'Nº de los estudiantes',
			'N. di clienti',
			'Num. of Staff',
		],
		...[
			'Membership Code',
			'membership_code',
			'Mitgliedschaftscode',
			'Lidmaatschapscode',
			'Code of Membership',
		],
		// Parts of words.
		...['Detel', 'Latel', 'Enfax', 'Ausland', 'Deadresse'],
		...['Mainort', 'Kundenort', 'Mitgliedern', 'Nrtelefon'],
		// Negations.
		...['No Phone', 'No Email', 'Do Not Phone', 'No Postal', 'No Guest Email'],
		// A second value of a field that has only one.
		...[
			'Straße 2',
			'Street2',
			'address_2',
			'Ort 2',
			'Name Suffix 2',
			'Address 2: City',
			'Alternate City',
			'ID 2',
		],
		// Words that also exist in another language.
		...['Via', 'Cap', 'Cargo', 'Land', 'Data di', 'Portable', 'Firma', 'Poste', 'Service', 'Internet'],
		// Languages that are not supported.
		...['Имя', '名前', 'Jméno', 'Förnamn'],
	])('%j is not understood, as long as the contract has no field of this name', (heading) => {
		expect(read([heading])).toEqual({ [heading]: columnSpelled(heading, 'contact') });
	});

	it.each([
		['Employee ID', 'id'],
		['Employee #', 'id'],
		['Personalnummer', 'id'],
		['Personal-Nr.', 'id'],
		['Pers.-Nr.', 'id'],
		['Object ID', 'id'],
		['Mitgliedsnummer', undefined],
		['Mitarbeiter-ID', 'id'],
		['Medewerkersnummer', undefined],
		['Medewerkernummer', 'id'],
		['Matricule', 'id'],
		['Abteilung', 'department'],
		['Department', 'department'],
		['Work Phone', 'phone_number'],
		['Telefon (dienstlich)', 'phone_number'],
		['E-Mail-Adresse', 'email'],
		['Work Email', 'email'],
		['Employee Email', 'email'],
		['Employee Title', 'position'],
		['PLZ', 'zip_code'],
		['Home Phone', undefined],
		['Kundennummer', undefined],
		['Personal ID', undefined],
		['Telefon 2', undefined],
		['Handy', undefined],
		['Supplier ID', undefined],
		['Lieferanten-Nr.', undefined],
		['Attendee ID', undefined],
		['Guest ID', undefined],
		['Number of Staff', undefined],
		['Betreuer-ID', undefined],
	])('of an employee, %s means %s', (heading, column) => {
		expect(read([heading], employeeModel)).toEqual({ [heading]: column });
	});

	it.each([contactModel, employeeModel].map((model) => [model.noun.many, model] as const))(
		'the name, label and simplified name of each column of %s are understood',
		(_, model) => {
			for (const { name, label, simplified = name } of model.columns) {
				for (const own of [name, label, simplified, name.toUpperCase(), name.replaceAll('_', ' ')]) {
					expect([own, read([own], model)[own]]).toEqual([own, name]);
				}
			}
		},
	);

	it("n8n's own row_number is left out", () => {
		expect([...headingsOf(contactModel, ['row_number', 'id']).keys()]).toEqual(['id']);
	});

	it('a heading with lost letters is not guessed', () => {
		expect(read(['Stra\ufffde', 'Tele\ufffdfon', 'Vor\ufffdname'])).toEqual({});
	});
});

describe('a heading beside others', () => {
	it.each<[heading: string, beside: string, column: string | undefined]>([
		// Words that also exist in English or another language count beside a heading of their own language.
		['Land', 'Vorname', 'country'],
		['Land', 'Achternaam', 'country'],
		['Land', 'Prénom', undefined],
		['Land', 'First Name', undefined],
		['Via', 'Cognome', 'street'],
		['Via', 'Apellidos', undefined],
		['Via', 'Email', undefined],
		['Cap', 'Città', 'zip_code'],
		['Cap', 'Salary', undefined],
		['Cargo', 'Apellidos', 'position'],
		['Cargo', 'Cognome', undefined],
		['NPA', 'Prénom', 'zip_code'],
		['NPA', 'First Name', undefined],
		['Cel', 'Apellidos', 'mobile_numbers'],
		['Geboren', 'Voornaam', 'birthday'],
		['Nombre', 'Segundo nombre', undefined],
		['Portable', 'Prénom', 'mobile_numbers'],
		['Portable', 'Vorname', undefined],
		['Pays', "Complément d'adresse", 'country'],
		['Pays', 'Née le', 'country'],
		['Firma', 'Nachname', 'company'],
		['Firma', 'Apellidos', undefined],
		// Two ambiguous words do not prove each other's language.
		['Land', 'Firma', undefined],
		['Firma', 'Telefon (Handy)', 'company'],
		['Land', 'Vorname / Prénom', undefined],
		['Land', 'Prénom / Vorname', undefined],
		// Nor does a word of two languages, or one that may be a whole name.
		['Firma', 'Titel', undefined],
		['Cargo', 'Nombre', undefined],
		['Land', 'Naam', undefined],
		// Half of a name counts beside the other half.
		['Name', 'Vorname', 'last_name'],
		['Name', 'First Name', 'last_name'],
		['Name (Adressattyp natürl. Person)', 'Vorname (Adressattyp natürl. Person)', 'last_name'],
		['Name', 'Nachname', undefined],
		['Nom', 'Prénom', 'last_name'],
		['Naam', 'Voornaam', 'last_name'],
		['Nombre', 'Apellidos', 'first_name'],
		['Nome', 'Cognome', 'first_name'],
		['Nome', 'Ragione sociale', undefined],
		['Name', 'Firma', undefined],
		// An address beside the city is the street; alone it is the whole address.
		['Address', 'City', 'street'],
		['Adresse', 'PLZ', 'street'],
		['Postanschrift', 'Ort', 'street'],
		['Woonadres', 'Plaats', 'street'],
		['Home Address', 'Home City', 'private_street'],
		['Home Address', 'Work City', undefined],
		['Address', 'Email', undefined],
		['Address', 'Country', undefined],
		['Address', 'Cap', undefined],
		// A day without its year.
		['Birth Day', 'Birth Year', undefined],
		['Birthday', 'Birth Month', undefined],
		['Geburtstag', 'Geburtsjahr', undefined],
		['Geburtstag', 'Vorname', 'birthday'],
		['Geburtsdatum', 'Geburtsjahr', 'birthday'],
		// A heading without a section, beside the same one with a section.
		['E-Mail', 'E-Mail geschäftlich', 'private_emails'],
		['E-Mail', 'E-Mail privat', 'work_emails'],
		['E-Mail (Direkt)', 'E-Mail (privat)', 'work_emails'],
		['E-Mail 2', 'E-Mail privat', 'work_emails'],
		['PLZ', 'PLZ privat', 'work_zip_code'],
		['Phone', 'Work Phone', 'private_phone_numbers'],
		['Phone', 'Work Email', 'phone_numbers'],
		['Phone', 'Work Mobile', 'phone_numbers'],
		// A column's own name, its label and its simplified name belong to no section.
		['emails', 'work_emails', 'emails'],
		['email', 'E-Mail geschäftlich', 'emails'],
		['phone_number', 'Work Phone', 'phone_numbers'],
		['Phone Number', 'Work Phone', 'phone_numbers'],
		[' phone_number', 'Work Phone', 'phone_numbers'],
		['Phone  Number', 'Work Phone', 'phone_numbers'],
		['City', 'Home City', 'city'],
		// IDs.
		['Konto', 'Kundennummer', undefined],
		['Konto', 'Vorname', 'id'],
		['Debitoren-Nr.', 'Kundennummer', undefined],
		['Debiteurnummer', 'Lidnummer', undefined],
		['Debitorenkonto', 'Datensatz-ID', undefined],
		['Roepnaam', 'Voornaam', undefined],
		['Roepnaam', 'Achternaam', 'first_name'],
		["Nom d'usage", 'Nom de famille', undefined],
		["Nom d'usage", 'Nom de naissance', 'last_name'],
		// The ID that a system has given.
		['Apollo Contact Id', 'Email', 'id'],
		['Apollo Contact Id', 'Customer ID', undefined],
		['nationbuilder_id', 'id', undefined],
		// A code of a country, or of telephone numbers.
		['country_code', 'city', 'country'],
		['Country Code', 'Zip', 'country'],
		['Country Code', 'Phone', undefined],
	])('%s beside %s means %s', (heading, beside, column) => {
		for (const table of [
			[heading, beside],
			[beside, heading],
		]) {
			expect([table, read(table)[heading]]).toEqual([table, column]);
		}
	});

	it.each([
		'Number of Students',
		'Número de alumnos',
		'Membership Code',
		'Patient Contact Number',
		'Kundenbetreuer-Nr.',
	])('%s does not stand for the ID', (one) => {
		expect(read([one, 'Patient ID'])).toEqual({ [one]: undefined, 'Patient ID': 'id' });
	});

	it.each(['Mail City', 'mail_zip', 'Mail State', 'MailPostalCode'])(
		'%s beside Mail Address says that this is no e-mail address',
		(place) => {
			const headings = ['Mail Address', 'Mail Address 2', 'mailaddress', 'E-Mail Address', 'Mail'];
			expect(Object.values(read([...headings, place]))).toEqual([
				...[undefined, undefined, undefined, 'emails', 'emails', undefined],
			]);
			expect(read(['Mail Address', 'City', 'Mail Status'])['Mail Address']).toBe('emails');
		},
	);

	it('the code of a country is one only inside an address, and without another country', () => {
		const inAddress = ['Email', 'Street', 'City', 'State', 'Country Code', 'Phone'];
		expect(read(inAddress)['Country Code']).toBe('country');
		expect(read([...inAddress, 'Country'])['Country Code']).toBeUndefined();
		const ofNumber = ['Email', 'Country Code', 'Phone Number', 'Street', 'City'];
		expect(read(ofNumber)['Country Code']).toBeUndefined();
		expect(read([...inAddress, 'Area Code'])['Country Code']).toBeUndefined();
		expect(
			read(['City', 'Zip', 'Email', 'Company', 'Country Code', 'Phone'])['Country Code'],
		).toBeUndefined();
		expect(read(['Nom', "Nom d'usage", 'Prénom'])).toMatchObject({
			Nom: 'last_name',
			"Nom d'usage": 'last_name',
		});
	});

	it('the address of MYOB is understood', () => {
		const headings = ['Co./Last Name', 'First Name', 'Addr 1 - Line 1', 'Addr 1 - City', 'Addr 1 - Postcode'];
		expect(read([...headings, 'Addr 1 - Line 2', 'Addr 2 - Line 1', 'Addr 2 - City'])).toEqual({
			'Co./Last Name': undefined,
			'First Name': 'first_name',
			'Addr 1 - Line 1': 'street',
			'Addr 1 - City': 'city',
			'Addr 1 - Postcode': 'zip_code',
			'Addr 1 - Line 2': undefined,
			'Addr 2 - Line 1': undefined,
			'Addr 2 - City': undefined,
		});
	});

	it('a 1 behind a heading says nothing beside a heading without a letter', () => {
		expect(read(['*', 'City', 'Work City 1'])).toEqual({
			'*': undefined,
			City: 'city',
			'Work City 1': 'work_city',
		});
	});

	it.each(['_1', '.1', ' 1', ' (1)', '1'])('a repeated heading with%s behind it is a second one', (one) => {
		const parts = ['Straße', 'PLZ', 'Ort'];
		const repeated = [...parts, 'E-Mail', 'Position', 'Kundennr', 'work_city'].map((name) => name + one);
		const found = read([...parts, 'E-Mail', 'Position', 'Kundennr', 'work_city', ...repeated]);
		expect(repeated.map((name) => found[name])).toEqual([
			...[undefined, undefined, undefined, 'emails', undefined, undefined, undefined],
		]);
		// Alone, it is the first itself, but no part of another address.
		expect(read(parts.map((name) => name + one))).toMatchObject({ [`PLZ${one}`]: 'zip_code' });
		const mixed = read(['Straße', 'Ort', `Ort${one}`, `PLZ${one}`]);
		expect(mixed).toMatchObject({ Ort: 'city', [`Ort${one}`]: undefined, [`PLZ${one}`]: undefined });
	});

	it('the second of something leaves the first its place', () => {
		const found = read(['Nombre', 'Apellidos', 'Primer nombre 2', 'Nachname 2']);
		expect(found).toMatchObject({
			Nombre: 'first_name',
			'Primer nombre 2': undefined,
			'Nachname 2': undefined,
		});
		expect(read(['Name', 'Vorname', 'Nachname 2'])).toMatchObject({ Name: 'last_name' });
	});

	it('an ambiguous word that was understood helps to understand the others', () => {
		const found = read(['Vorname', 'Land', 'Land privat', 'Firma']);
		expect(found).toMatchObject({ Land: 'work_country', 'Land privat': 'private_country', Firma: 'company' });
		expect(read(['Cognome', 'Indirizzo', 'CAP'])).toMatchObject({ Indirizzo: 'street', CAP: 'zip_code' });
	});

	it('a word of another language is no street, so that the address is', () => {
		expect(read(['Address', 'City', 'Via'])).toEqual({ Address: 'street', City: 'city', Via: undefined });
	});

	it('a whole address beside a street is not taken for the street', () => {
		const found = read(['Address', 'Street', 'City']);
		expect(found).toEqual({ Address: undefined, Street: 'street', City: 'city' });
	});

	it('a heading without a section stays without one if both sections are named', () => {
		expect(read(['E-Mail', 'E-Mail geschäftlich', 'E-Mail privat'])['E-Mail']).toBe('emails');
	});

	it.each([
		[['id', 'ID', 'Kundennummer', 'Mitgliedsnummer', 'Contact ID']],
		[['id', 'Customer Number', 'Member ID', 'Kontakt-ID', 'Lead ID']],
		[['Debitorennummer', 'Konto']],
		[['work_city', 'Work City', 'city', 'Business City']],
		[['private_zip_code', 'Private Zip Code', 'zip_code', 'Home Postal Code']],
		[['work_street', 'street', 'Straße geschäftlich']],
		[['first_name', 'First Name', 'Given Name', 'Vorname']],
		[[' birthday', 'Birthday', 'Date of Birth']],
		[['title', 'Name Prefix', 'Titel']],
		[['First Name', 'billing_first_name']],
		[['Last Name', 'Nachname']],
		[['Company', 'Company Name', 'Unternehmen']],
		[['zip_code', 'Postal Code']],
		[['Given Name', 'Vorname']],
	])('in %j, each heading is less sure than the one before it', (headings) => {
		const sureness = headings.map((one) => headingsOf(contactModel, headings).get(one)?.sureness ?? NaN);
		expect(sureness).toEqual([...new Set(sureness)].sort((a, b) => a - b));
	});

	it.each([
		[['Kundennummer', 'Customer No.', 'Code client', 'Klant-ID']],
		[['Mitgliedsnummer', 'Member ID', 'Codice socio', 'Lidnummer']],
		[['Id', 'ID']],
		// Words without a meaning change nothing.
		[['Vorname', 'Ihr Vorname', 'Contact Nachname']],
		[['Cell Phone', 'Mobile Phone (Cell)', 'Work Cell Phone', 'Cell Phone (Work)']],
	])('%j are equally sure, in whatever language', (headings) => {
		const found = headingsOf(contactModel, headings);
		expect(new Set([...found.values()].map(({ sureness }) => sureness)).size).toBe(1);
	});
});

describe('a part of an address without a section', () => {
	it.each<[others: string, headings: string[], columns: string[]]>([
		['business', ['Street', 'City', 'Business Street', 'Business City'], ['private_street', 'private_city']],
		['home', ['Street', 'Zip Code', 'Home Street', 'Home Postal Code'], ['work_street', 'work_zip_code']],
		[
			'business, behind it',
			['Zip Code', 'City', 'Geschäft PLZ', 'Geschäft Ort'],
			['private_zip_code', 'private_city'],
		],
		['Work, as a column is named,', ['Street', 'City', 'Work Street', 'Work City'], ['street', 'city']],
		[
			'private, as a column is named,',
			['Street', 'City', 'private_street', 'Private City'],
			['street', 'city'],
		],
		['both sections', ['Street', 'City', 'Business Street', 'Home Street'], ['street', 'city']],
		['business, only a city', ['City', 'Country', 'Business City'], ['private_city', 'private_country']],
		[
			'business, only a country',
			['Street', 'Country', 'Business Country'],
			['private_street', 'private_country'],
		],
		[
			'business, beside a city alone',
			['City', 'E-Mail', 'Business City', 'Business Street'],
			['city', 'emails'],
		],
	])('belongs to the other address if one is marked as %s: %j', (_, headings, columns) => {
		const found = read(headings);
		expect(headings.slice(0, 2).map((one) => found[one])).toEqual(columns);
	});

	it('says nothing about what is no part of it', () => {
		expect(read(['Street', 'email', 'E-Mail geschäftlich']).email).toBe('emails');
	});

	it('of an employee has only one place', () => {
		expect(read(['Street', 'Business Street'], employeeModel)).toEqual({
			Street: 'street',
			'Business Street': 'street',
		});
	});
});

describe('the words for a value', () => {
	const CAPTION: ReadonlyArray<[heading: string, label: string]> = [
		['birthday', 'Birthday'],
		['BIRTHDAY', 'Birthday'],
		['Geburtsdatum', 'Geburtsdatum (Birthday)'],
		['city', 'City'],
		['phone_number', 'Phone Numbers'],
		['Phone', 'Phone (Phone Numbers)'],
		['Street', 'Street'],
		['Gender', 'Gender'],
	];

	it.each(CAPTION)('of %s are %s', (heading, label) => {
		expect(headingsOf(contactModel, [heading]).get(heading)?.caption.label).toBe(label);
	});

	it('have at most 100 characters of the heading', () => {
		const heading = `Geburtsdatum ${' '.repeat(100)}`;
		expect(headingsOf(contactModel, [heading]).get(heading)?.caption).toEqual({
			name: 'birthday',
			label: `${heading.slice(0, 99)}… (Birthday)`,
		});
	});

	it.each<[headings: string[], label: string]>([
		[['Vorname'], 'ID'],
		[['id', 'Kundennummer'], 'ID'],
		[['Mitgliedsnummer', 'Kundennummer'], 'Kundennummer (ID)'],
		[['Kundennummer', 'Mitgliedsnummer', 'Gender'], 'Kundennummer (ID)'],
		[['Customer No.', 'Kundennummer'], 'Customer No. (ID)'],
	])('of a column come from its surest heading, else its first: %j', (headings, label) => {
		const column = contactModel.columns.find(({ name }) => name === 'id') as Column;
		expect(ownLabel(headingsOf(contactModel, headings), column)).toBe(label);
	});
});
