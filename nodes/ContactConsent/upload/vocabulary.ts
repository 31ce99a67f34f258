import { WORDS, type Concept, type Language } from './names';

/** Words that also mean something else, in English or in another language: they count beside a heading of their own one. */
const AMBIGUOUS =
	'Land, Land Region, Firma, Internet, Web, Portable, Poste, Service, Pays, Commune, CP, C.P., GSM, Cargo, Reparto, Via, Cap';

/** One half of a name, or the whole: they count beside a heading for the other half, where no surer one has theirs. */
const HALF_NAMES = 'Name, Nom, Naam, Nombre, Nombres, Nome';

/** A day without its year, where the table has the year or the month in a column of its own. */
const DAYS = 'Birthday, Geburtstag, Geb. Tag, Anniversaire, Cumpleaños, Compleanno, Verjaardag';

/** They count only where no other heading has their column. */
const LAST_RESORTS = 'Konto, Roepnaam';

/** Words that name a section, with what belongs to it. */
const SECTION_WORDS = {
	work: `business, work, office; geschäftlich, geschäftliche, geschäftliches, geschäftlicher, Geschäfts, gesch, dienstlich, dienstliche,
		dienstliches, dienst, dienstl, beruflich, berufliche, Büro, Arbeit, Arbeits; bureau, professionnel, professionnelle, pro, travail;
		trabajo, profesional, laboral, oficina; ufficio, uff, aziendale, lavoro; werk, zakelijk, zakelijke, werkadres`,
	private: `home, private, personal; privat, private, privates, privater, priv; domicile, personnel, personnelle, perso, privé,
		privée; particular, casa; personale, privato, privata, ab, abitazione; thuis, privé, privéadres, huisadres`,
} as const;

/** Words for a number, which make an ID of a customer, and say nothing beside a telephone. */
const NUMBER_WORDS =
	'number, numbers, no, num; Nummer, Nummern, Nr; numéro, n; número, núm, nro; numero, num; nummer';

/** Words for an ID. */
const ID_WORDS = 'ID, code, identifier; identifiant; identificador, código, cod; identificativo, codice';

/** Whose ID it is. A customer's or a member's is surer than that of a record; an employee's is the ID of employees. */
const OWNERS = {
	customer: `customer, client, member, membership, subscriber, patient; Kunde, Kunden, Kd, Mitglied, Mitglieds, Mitgl, Patienten, Debitor, Debitoren; adhérent, membre; cliente,
		socio, abonado; klant, relatie, lid, debiteur, debiteuren`,
	record:
		'contact, record, person; Kontakt, Datensatz, Personen; contacto, persona, registro; contatto; persoon',
	employee:
		'employee, staff; Mitarbeiter, Mitarbeitenden; employé, salarié; empleado; dipendente; medewerker',
	adviser: 'Betreuer, Berater; conseiller',
	supplier: 'supplier, vendor; Lieferant, Lieferanten, Lief, Kreditor, Kreditoren',
} as const;

/** Words that say nothing beside others. */
const EMPTY_WORDS = `value, primary, direct, primär, direkt; mailing, billing, default;
	the, of, and, or; der, die, das, des, von, am, im, und, u, oder, für; de, du, des, la, le, les, et, ou;
	del, el, los, las; di, da, della, dell, il; van, op, het, en;
	required, optional; Pflichtfeld, Pflichtangabe, obligatoire, facultatif, obligatorio, opcional, obbligatorio, facoltativo,
	verplicht, optioneel; Adressattyp natürl. Person, Adressattyp natürliche Person, Do Not Modify`;

/** Words for a further entry, as a number is. */
const FURTHER = 'secondary, second, alternate, alternative';

/** Phrases of which each word is known, and which are about something else. */
const OTHER_THINGS = 'Home Town, Direct Mail, Email Client, Mail Client, Werkplaats';

export type Section = keyof typeof SECTION_WORDS;

/** What a word may be in a heading. */
export interface Word {
	plain: string;
	concept?: Concept;
	/** Those that have it for this concept. */
	languages: Language[];
	isAmbiguous?: true;
	isHalfName?: true;
	isDay?: true;
	isLastResort?: true;
	section?: Section;
	owner?: keyof typeof OWNERS;
	isNumber?: true;
	isId?: true;
	isFurther?: true;
	isOther?: true;
}

/** A text without case, accents and all that is neither a letter nor a digit; ß is ss. A French d' or l' says nothing. */
export const plainName = (name: string): string =>
	name
		.toLowerCase()
		.replace(/\b[dl]['’]/g, '')
		.replaceAll('ß', 'ss')
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]/gu, '');

/** The words of a list. */
export const wordsIn = (list: string): string[] => list.split(/[,;]/).map((word) => word.trim());

/** All words by their plain form. */
export const VOCABULARY: ReadonlyMap<string, Word> = (() => {
	const words = new Map<string, Word>();
	const eachOf = (list: string, set: (word: Word) => void): void => {
		for (const text of wordsIn(list)) {
			const plain = plainName(text);
			const word = words.get(plain) ?? { plain, languages: [] };
			words.set(plain, word);
			set(word);
		}
	};
	for (const [language, concepts] of Object.entries(WORDS)) {
		for (const [concept, list] of Object.entries(concepts)) {
			eachOf(list, (word) => {
				word.concept = concept;
				word.languages.push(language as Language);
			});
		}
	}
	for (const [section, list] of Object.entries(SECTION_WORDS)) {
		eachOf(list, (word) => (word.section = section as Section));
	}
	for (const [owner, list] of Object.entries(OWNERS)) {
		eachOf(list, (word) => (word.owner = owner as keyof typeof OWNERS));
	}
	eachOf(AMBIGUOUS, (word) => (word.isAmbiguous = true));
	eachOf(HALF_NAMES, (word) => (word.isHalfName = true));
	eachOf(DAYS, (word) => (word.isDay = true));
	eachOf(LAST_RESORTS, (word) => (word.isLastResort = true));
	eachOf(NUMBER_WORDS, (word) => (word.isNumber = true));
	eachOf(ID_WORDS, (word) => (word.isId = true));
	eachOf(EMPTY_WORDS, () => undefined);
	eachOf(FURTHER, (word) => (word.isFurther = true));
	eachOf(OTHER_THINGS, (word) => (word.isOther = true));
	return words;
})();

/** The words that name a section, as the page of columns lists them. */
export const sectionWords: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries(SECTION_WORDS).map(([section, list]) => [section, wordsIn(list)]),
);
