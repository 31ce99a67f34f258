/** Rules for headings that hold for whatever words: whose value it is, signs between words, numbers, umlauts. */
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { headingsOf } from '../../nodes/ContactConsent/upload/table/headings';
import { WORDS } from '../../nodes/ContactConsent/upload/table/wordLists';
import { SECTION_WORDS, wordsIn } from '../../nodes/ContactConsent/upload/table/vocabulary';

/** The column of each heading of a table, in its order. */
function columnsOf(...headings: string[]): Array<string | undefined> {
	const found = headingsOf(contactModel, headings);
	return headings.map((heading) => found.get(heading)?.column?.name);
}

const none = (headings: readonly unknown[]) => headings.map(() => undefined);

const PERSON = ['first_name', 'last_name', 'emails', 'mobile_numbers', 'city'];

/** For each language: words for first name, last name, e-mail, mobile number and city. */
const TABLES = {
	en: ['First Name', 'Last Name', 'Email', 'Mobile', 'City'],
	de: ['Vorname', 'Nachname', 'E-Mail', 'Handy', 'Ort'],
	fr: ['Prénom', 'Nom de famille', 'Courriel', 'Tél. port.', 'Ville'],
	es: ['Primer nombre', 'Apellidos', 'Correo', 'Móvil', 'Ciudad'],
	it: ['Nome di battesimo', 'Cognome', 'Posta elettronica', 'Cellulare', 'Città'],
	nl: ['Voornaam', 'Achternaam', 'E-mailadres', 'Mobiel', 'Woonplaats'],
} as const;

const ROLES: ReadonlyArray<readonly [language: keyof typeof TABLES, roles: readonly string[]]> = [
	['en', ['Attendee', 'Participant', 'Guest', 'Candidate', 'Applicant', 'Student', 'Pupil']],
	['de', ['Teilnehmer', 'Gast', 'Bewerber', 'Schüler']],
	['fr', ['Participant', 'Candidat', 'Élève']],
	['es', ['Participante', 'Invitado', 'Candidato', 'Alumno']],
	['it', ['Partecipante', 'Ospite', 'Candidato', 'Studente']],
	['nl', ['Deelnemer', 'Sollicitant', 'Leerling']],
];

const EACH_ROLE = ROLES.flatMap(([language, roles]) =>
	roles.map((role) => [role, TABLES[language]] as const),
);

describe('whose value it is', () => {
	it.each(EACH_ROLE)('%s is the contact if the table names nobody else', (role, words) => {
		expect(columnsOf(...words.map((word) => `${role} ${word}`))).toEqual(PERSON);
		expect(columnsOf(...words.map((word) => `${word} ${role}`))).toEqual(PERSON);
	});

	it.each(EACH_ROLE)('%s beside another name is somebody else', (role, words) => {
		const theirs = words.map((word) => `${role} ${word}`);
		for (const named of words.slice(0, 2)) {
			expect(columnsOf(...theirs, named).slice(0, -1)).toEqual(none(theirs));
		}
		expect(columnsOf(...words, ...theirs)).toEqual([...PERSON, ...none(theirs)]);
	});

	it.each(EACH_ROLE)('%s without a name of its own beside a name is somebody else', (role, words) => {
		const [first, last, ...others] = words;
		const theirs = others.map((word) => `${role} ${word}`);
		expect(columnsOf(first, last, ...theirs)).toEqual(['first_name', 'last_name', ...none(theirs)]);
	});

	it.each(['Customer', 'Member', 'Client'])('%s beside a name without that word is somebody else', (role) => {
		const theirs = TABLES.en.map((word) => `${role} ${word}`);
		expect(columnsOf(...theirs)).toEqual(PERSON);
		for (const word of ['First Name', 'Given Name', 'Vorname']) {
			expect(columnsOf(word, ...theirs)).toEqual(['first_name', ...none(theirs)]);
		}
	});

	it('of a customer and a student who are both named, the customer is the contact', () => {
		const theirs = TABLES.en.map((word) => `Student ${word}`);
		expect(columnsOf(...TABLES.en.map((word) => `Customer ${word}`), ...theirs)).toEqual([
			...PERSON,
			...none(theirs),
		]);
	});

	it.each<readonly [whole: string, theirs: readonly string[]]>([
		['Kundenname', ['Teilnehmer Vorname', 'Teilnehmer Nachname', 'Teilnehmer Geburtsdatum']],
		['Customer Name', ['Student First Name', 'Student Last Name', 'Student DOB']],
		['Member Name', ['Guest First Name', 'Guest Last Name', 'Guest DOB', 'Guest Email']],
		['Nombre del cliente', ['Nombre del alumno', 'Apellidos del alumno', 'Correo del alumno']],
		['Nom du client', ["Prénom de l'élève", "Nom de famille de l'élève"]],
		['Customer Full Name', ['Student First Name']],
		['Contact Name', ['Student First Name', 'Student Last Name']],
		...['Name', 'Full Name', 'full_name', 'Complete Name'].map(
			(name) => [name, ['Guest First Name', 'Guest Last Name', 'Guest Email']] as const,
		),
		['Vollständiger Name', ['Teilnehmer Vorname', 'Teilnehmer Nachname']],
		['Nom complet', ['Prénom du participant', 'Nom de famille du participant']],
		['Nombre completo', ['Nombre del alumno', 'Apellidos del alumno']],
		['Volledige naam', ['Voornaam deelnemer', 'Achternaam deelnemer']],
	])('beside a whole name, which no column has, somebody else is somebody else: %s', (name, theirs) => {
		expect(columnsOf(name, ...theirs)).toEqual(none([name, ...theirs]));
		expect(columnsOf(...theirs, name)).toEqual(none([name, ...theirs]));
	});

	it.each([
		['Customer ID', 'Customer Name', 'First Name', 'Last Name', 'Customer Email'],
		['Contact ID', 'Contact Name', 'First Name', 'Last Name', 'Contact Email'],
		['Student ID', 'Student Name', 'Student First Name', 'Student Last Name', 'Student Email'],
		['Student ID', 'Student Full Name', 'Student First Name', 'Student Last Name', 'Student Email'],
		['Student ID', 'Buyer Name', 'Student First Name', 'Student Last Name', 'Student Email'],
		['Customer ID', 'Guest Name', 'Customer First Name', 'Customer Last Name', 'Customer Email'],
	])('a whole name may be that of the contact, or of somebody who stands beside: %s, %s', (...headings) => {
		expect(columnsOf(...headings)).toEqual(['id', undefined, 'first_name', 'last_name', 'emails']);
	});

	it('a column that is no name does not say that the table is about somebody else', () => {
		expect(columnsOf('Company', 'birthday', 'Guest First Name', 'Guest Last Name')).toEqual([
			...['company', 'birthday', 'first_name', 'last_name'],
		]);
	});

	it("somebody else's city does not make an address the street", () => {
		expect(columnsOf('First Name', 'Last Name', 'Address', 'Guest City')).toEqual([
			...['first_name', 'last_name', undefined, undefined],
		]);
	});

	it.each(['Student ID', 'Customer ID', 'Member No.'])('%s is the ID, whoever else is named', (id) => {
		const role = id.split(' ')[0];
		expect(columnsOf(id, 'First Name', `${role} First Name`)).toEqual(['id', 'first_name', undefined]);
	});

	it.each([
		['Contact', TABLES.en],
		['Person', TABLES.en],
		['Person1', TABLES.en],
		['Contact 1', TABLES.en],
		['Kontakt', TABLES.de],
		['Contacto', TABLES.es],
		['Contatto', TABLES.it],
	])('%s is the contact, but not beside a name without that word', (role, words) => {
		const theirs = words.map((word) => `${role} ${word}`);
		expect(columnsOf(...theirs)).toEqual(PERSON);
		expect(columnsOf(...words, ...theirs)).toEqual([...PERSON, ...none(theirs)]);
		// Without a name of its own it only says whose value it is.
		expect(columnsOf(...words.slice(0, 2), ...theirs.slice(2))).toEqual(PERSON);
	});

	it('of a customer and a contact who are both named, the customer is the contact', () => {
		const theirs = TABLES.en.map((word) => `Contact ${word}`);
		expect(columnsOf(...TABLES.en.map((word) => `Customer ${word}`), ...theirs)).toEqual([
			...PERSON,
			...none(theirs),
		]);
	});

	it.each([
		['of the number', (word: string) => `${word} 2`],
		['of the repeated heading', (word: string) => `${word}_1`],
		['of what a file reader appends', (word: string) => `${word} (1)`],
	])('a second person of the row is somebody else, because %s', (_, another) => {
		const { es, ...tables } = TABLES;
		// In Spanish, one person has two given names and two surnames.
		expect(columnsOf(...es, ...es.map(another)).slice(5)).toContain('emails');
		for (const words of Object.values(tables)) {
			const theirs = words.map(another);
			expect(columnsOf(...words, ...theirs)).toEqual([...PERSON, ...none(theirs)]);
		}
		const third = TABLES.en.map((word) => `${word} 3`);
		expect(columnsOf(...TABLES.en, 'Email 2', ...third)).toEqual([...PERSON, 'emails', ...none(third)]);
	});

	it('a second first name alone is no second person', () => {
		expect(columnsOf('First Name', 'Last Name', 'First Name 2', 'Email', 'Email 2')).toEqual([
			...['first_name', 'last_name', undefined, 'emails', 'emails'],
		]);
	});

	it('of two people with different roles, none is taken', () => {
		const both = ['Attendee', 'Guest'].flatMap((role) => TABLES.en.map((word) => `${role} ${word}`));
		expect(columnsOf(...both)).toEqual(none(both));
	});

	it.each([
		['des Teilnehmers', TABLES.de],
		['des Bewerbers', TABLES.de],
		['du participant', TABLES.fr],
		["de l'élève", TABLES.fr],
		['del alumno', TABLES.es],
		['van de deelnemer', TABLES.nl],
	])('"%s" behind the words means the contact', (role, words) => {
		expect(columnsOf(...words.map((word) => `${word} ${role}`))).toEqual(PERSON);
	});

	it.each(['Attendee ID', 'Attendee #', 'Teilnehmernummer', 'Guest ID', 'Gast-Nr.', 'Bewerber-Nr.'])(
		'%s is no ID of a person',
		(heading) => {
			expect(columnsOf(heading)).toEqual([undefined]);
		},
	);

	it.each(['Student ID', 'Schülernummer', 'Candidate ID'])('%s is an ID', (heading) => {
		expect(columnsOf(heading)).toEqual(['id']);
	});

	it.each([
		['Your', TABLES.en],
		['Ihr', TABLES.de],
		['Ihre', TABLES.de],
		['Dein', TABLES.de],
		['Votre', TABLES.fr],
		['Su', TABLES.es],
		['Il tuo', TABLES.it],
		['Uw', TABLES.nl],
		['Main', TABLES.en],
	])('"%s" in front of the words means the contact', (word, words) => {
		expect(columnsOf(...words.map((one) => `${word} ${one}`))).toEqual(PERSON);
	});
});

describe('umlauts', () => {
	const spelled = (text: string) => text.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue');
	const words = Object.values(WORDS.de).flatMap(wordsIn);
	const sections = Object.values(SECTION_WORDS).flatMap(wordsIn);
	const withUmlaut = [
		...words,
		...sections.filter((word) => /[äöü]/.test(word)).map((word) => `E-Mail ${word}`),
	].filter((word) => /[äöü]/.test(word));

	it('may be written with two letters', () => {
		expect(withUmlaut.length).toBeGreaterThan(10);
		for (const word of withUmlaut) {
			// In a table without German words, those do not count which mean something else elsewhere.
			const beside = ['Nachname', 'PLZ'];
			expect([word, columnsOf(...beside, spelled(word))]).toEqual([word, columnsOf(...beside, word)]);
			expect([word, columnsOf(...beside, spelled(word).toUpperCase())]).toEqual([
				word,
				columnsOf(...beside, word),
			]);
		}
	});
});

it('the words of sections stand in the documentation without blanks around them', () => {
	const words = Object.values(SECTION_WORDS).flatMap(wordsIn);
	expect(words).toEqual(words.map((word) => word.trim()));
	expect(wordsIn(SECTION_WORDS.work)).toEqual(expect.arrayContaining(['office', 'Büro', 'werkadres']));
});

describe('a sign between words', () => {
	const PARTS = ['Straße', 'PLZ', 'Ort', 'Street', 'City', 'Ville', 'Calle', 'Postcode'];

	it.each(['/', '&', ' und ', ' and ', ','])(
		'with "%s", an address and a part of it are two things',
		(sign) => {
			for (const part of PARTS.filter((one) => !/^(Straße|Street|Calle)$/.test(one))) {
				expect([part, ...columnsOf(`Adresse${sign}${part}`)]).toEqual([part, undefined]);
			}
		},
	);

	it.each([
		['Land/Region', ['Nachname'], 'country'],
		['Country/Region', [], 'country'],
		['Town/City', [], 'city'],
		['Postal / Zip Code', [], 'zip_code'],
		['ZIP / Postal Code', [], 'zip_code'],
		['Pays/Région', ['Prénom'], 'country'],
	])('%s is one part, also behind the word for the address', (part, beside, column) => {
		for (const heading of [part, `Adresse 1: ${part}`, `Address - ${part}`, `Address (${part})`]) {
			expect([heading, ...columnsOf(heading, ...beside).slice(0, 1)]).toEqual([heading, column]);
		}
	});

	it.each(['/', '&', ' & ', ' + ', ', ', ' and '])(
		'with "%s", a street and a number are the street',
		(sign) => {
			for (const [street, number] of [
				['Street', 'Number'],
				['Street', 'No.'],
				['Straße', 'Nr.'],
				['Straße', 'Hausnummer'],
			]) {
				expect(columnsOf(`${street}${sign}${number}`)).toEqual(['street']);
			}
		},
	);

	it.each([' - ', ': ', ' > ', ' (', '.'])('with "%s", a part of the name stands behind the name', (sign) => {
		for (const name of ['Name', 'name']) {
			expect(columnsOf(`${name}${sign}First Name`, `${name}${sign}Last Name`)).toEqual(PERSON.slice(0, 2));
			expect(columnsOf(`${name}${sign}First`, `${name}${sign}Last`)).toEqual(PERSON.slice(0, 2));
		}
	});

	it.each([
		'Name Vorname',
		'Nom - Prénom',
		'Cognome Nome',
		'Name, First Name',
		'Name (Last, First)',
		'First & Last Name',
	])('%s is a whole name', (heading) => {
		expect(columnsOf(heading, 'E-Mail')).toEqual([undefined, 'emails']);
	});
});

describe('numbers', () => {
	it.each(['N°', 'Nº', 'N.º', 'n°'])('%s of a street is the house number, as the word is', (sign) => {
		for (const [street, language] of [
			['rue', 'Rue'],
			['voie', 'Voie'],
			['calle', 'Calle'],
		]) {
			for (const heading of [`${sign} ${street}`, `${sign} de ${street}`]) {
				expect([heading, ...columnsOf(heading, language as string)]).toEqual([
					heading,
					'house_number',
					'street',
				]);
			}
		}
	});

	it.each([
		(at: number, key: string) => `address.${at}.${key}`,
		(at: number, key: string) => `address[${at}].${key}`,
		(at: number, key: string) => `addresses/${at}/${key}`,
		(at: number, key: string) => `customer_addresses_${at}_${key}`,
	])('a list counted from 0 has its second address at 1 (%#)', (heading) => {
		const keys = ['street', 'city', 'zip', 'country'];
		const all = [0, 1, 2].map((at) => keys.map((key) => heading(at, key)));
		expect(columnsOf(...all.flat())).toEqual([
			...['street', 'city', 'zip_code', 'country'],
			...none([...keys, ...keys]),
		]);
		// A part that only the second address has is no part of the first.
		expect(columnsOf(heading(0, 'city'), heading(1, 'city'), heading(1, 'zip'))).toEqual([
			'city',
			undefined,
			undefined,
		]);
		// Counted from 1, the first is at 1.
		expect(columnsOf(heading(1, 'city'), heading(2, 'city'))).toEqual(['city', undefined]);
	});

	it('all entries of a list of numbers count, from 0 as from 1', () => {
		expect(columnsOf('phone.0', 'phone.1', 'phone.2')).toEqual(Array(3).fill('phone_numbers'));
	});
});

describe('what tools and forms add to headings', () => {
	const columnsOf = (headings: string[]) =>
		[...headingsOf(contactModel, headings).values()].map(({ column }) => column?.name);

	it.each<[headings: string[], columns: Array<string | undefined>]>([
		[
			['ID (required)', 'Vorname (Pflichtfeld)'],
			['id', 'first_name'],
		],
		[
			['property_email', 'property_first_name'],
			['email', 'first_name'],
		],
		[
			['user_email', 'user_name'],
			['email', undefined],
		],
		[
			['Rechnungsadresse Straße', 'Rechnungsadresse PLZ'],
			['street', 'zip_code'],
		],
		[
			['Straße', 'Straße (Rechnungsadresse)'],
			['street', undefined],
		],
		[
			['Telefon P', 'Telefon G', 'Vorname'],
			['private_phone_numbers', 'work_phone_numbers', 'first_name'],
		],
		[
			['buyer-name', 'buyer-email'],
			[undefined, 'emails'],
		],
		[
			['Buyer email', 'Attendee email', 'Attendee first name'],
			[undefined, 'emails', 'first_name'],
		],
		[
			['Invitee First Name', 'Invitee Email', 'Guest Email(s)'],
			['first_name', 'emails', undefined],
		],
	])('say nothing about their meaning: %j', (headings, columns) => {
		const found = columnsOf(headings).map((name) => name?.replace(/^emails$/, 'email'));
		expect(found).toEqual(columns.map((name) => name?.replace(/^emails$/, 'email')));
	});

	it('an account beside a bank is no ID', () => {
		expect(columnsOf(['Konto', 'Vorname'])).toEqual(['id', 'first_name']);
		expect(columnsOf(['Konto', 'BLZ', 'Vorname'])).toEqual([undefined, undefined, 'first_name']);
	});

	it.each([[['createdAt', 'updatedAt']], [['createdTime']], [['order']]])(
		'the id of a row of a tool, beside %j, is not the ID if the table has a customer number',
		(others) => {
			expect(columnsOf(['id', 'Customer No', ...others]).slice(0, 2)).toEqual([undefined, 'id']);
			expect(columnsOf(['id', 'E-Mail', ...others])[0]).toBe('id');
		},
	);

	it('the parts of an address are one address, in the section that one of them names', () => {
		expect(columnsOf(['Straße', 'PLZ', 'Ort privat'])).toEqual([
			'private_street',
			'private_zip_code',
			'private_city',
		]);
		expect(columnsOf(['Straße', 'Straße privat', 'Ort privat'])[0]).not.toBe('private_street');
	});
});
