import { withoutUmlauts } from '../../lib/text';
import { WORDS, type Concept, type Language } from './wordLists';

/** Words that count only under a condition, by this condition. */
const CONDITIONS = {
	/** If another heading is in the same language, because the word means something else in another language. */
	inOwnLanguage:
		'Land, Land Region, Firma, Internet, Portable, Poste, Service, Pays, Commune, CP, C.P., GSM, Cargo, Reparto, Via, Cap, NPA, Geboren, Cel',
	/** If another heading has the other half of the name, and none has this half. Otherwise, it may be the whole name. */
	asHalfName: 'Name, Nom, Naam, Nombre, Nombres, Nome',
	/** If the table has no column for the year or the month. Beside one, the word may mean a day without its year. */
	asWholeDay: 'Birthday, Geburtstag, Geb. Tag, Anniversaire, Cumpleaños, Compleanno, Verjaardag',
	/** If no other heading is for the same column. */
	asLastResort: "Konto, Roepnaam, SMS, Nom d'usage",
	/** If no other heading is for the country, and it stands in an address. Elsewhere, it may be that of a telephone. */
	inAddress: 'Country Code',
} as const;

/** Words that name a section. The page of the columns lists them, too. */
export const SECTION_WORDS = {
	work: `business, work, office; geschäftlich, geschäftliche, geschäftliches, geschäftlicher, geschäftl, Geschäfts, Geschäft, gesch,
		dienstlich, dienstliche, dienstliches, dienstlicher, dienst, dienstl, beruflich, berufliche, berufliches, beruflicher, berufl,
		Büro, G, Parlament, Parl, Arbeit, Arbeits, Arbeitsplatz, Firmen; bureau, professionnel, professionnelle, pro, prof, travail; trabajo, trab,
		profesional, laboral, oficina; ufficio, uff, aziendale, lavoro, lav; werk, kantoor, zakelijk, zakelijke, zak, werkadres`,
	private: `home, private, personal, residence, residential; privat, P, private, privates, privater, priv, zu Hause, Zuhause; domicile,
		maison, personnel, personnelle, perso, pers, privé, privée; particular, casa, partic; personale, privato, privata, ab,
		abitazione, abit, residenza; thuis, privé, privéadres, huisadres`,
} as const;

/**
 * Words for the owner of an ID or a number. How sure they make a heading is in sureness.ts.
 */
const OWNERS = {
	customer: `customer, customers, cust, client, clients, patient, patients; Kunde, Kunden, Kd, Kdn, Klient,
		Klienten, Patienten, Pat; cliente, clientes, paciente, pacientes, clienti, paziente, pazienti;
		klant, klanten, cliënten, patiënten, relatie, relaties`,
	member: `member, members, membership, subscriber, subscribers, donor, donors, supporter, constituent; Mitglied, Mitglieds,
		Mitglieder, Mitgliedschafts, Mitgl, Mgl, Abonnent, Abonnenten, Spender, Förderer; adhérent, adhérents, membre, membres,
		abonné, abonnés, sociétaire, donateur, donateurs; socio, socios, miembro, miembros, afiliado, afiliados, abonado, abonados,
		suscriptor, donante; soci, associati, iscritto, iscritti, abbonato, abbonati, donatore; lid, leden, lidmaatschap,
		lidmaatschaps, abonnee, abonnees`,
	debtor: `debtor, debtors; Debitor, Debitoren; débiteur, débiteurs; deudor, deudores; debitore, debitori; debiteuren`,
	record:
		'contact, record, person; Kontakt, Datensatz, Personen; contacto, persona, registro; contatto; persoon',
	employee:
		'employee, staff; Mitarbeiter, Mitarbeitenden; employé, salarié; empleado; dipendente; medewerker',
	adviser: 'Betreuer, Berater; conseiller',
	attendee: `attendee, attendees, invitee, invitees, participant, participants, registrant, registrants; Teilnehmer, Teilnehmers, Teilnehmende,
		Teilnehmenden;
		participante, participantes; partecipante, partecipanti; deelnemer, deelnemers`,
	buyer: 'buyer, buyers; Käufer; acheteur; comprador; acquirente; koper',
	guest: 'guest, guests; Gast, Gastes, Gäste; invitado, invitados; ospite, ospiti; gasten',
	applicant: `applicant, applicants, candidate, candidates; Bewerber, Bewerbers, Kandidat, Kandidaten; candidat, candidats; candidato,
		candidatos, candidati; sollicitant, kandidaat`,
	pupil: `student, students, pupil, pupils; Schüler, Schülers, Studierende, Studierenden, Studenten; élève, élèves, étudiant, étudiants;
		alumno, alumnos, estudiante, estudiantes; alunno, alunni, studente, studenti; leerling, leerlingen`,
	supplier: 'supplier, vendor; Lieferant, Lieferanten, Lief, Kreditor, Kreditoren',
	/** Systems that keep contacts. Their name stands before the ID that they give: *Apollo Contact Id*. */
	system: `ActionNetwork, Action Network, ActiveCampaign, Active Campaign, Apollo, Attio, Blackbaud, Bloomerang, Brevo, Bullhorn,
		CiviCRM, CleverReach, ConvertKit, Dynamics, Freshdesk, Freshsales, GetResponse, HubSpot, Infusionsoft, Insightly,
		Intercom, Keap, Klaviyo, Lemlist, Magento, Mailchimp, MailerLite, Marketo, NationBuilder, NetSuite, Odoo, Omnisend,
		Pardot, Pipedrive, Salesforce, Salesloft, Sendinblue, Shopify, Stripe, SugarCRM, WooCommerce, Zendesk, Zoho, ZoomInfo`,
} as const;

/** Words that add no meaning to other words. */
const EMPTY_WORDS = `value, user, direct, addresses, direkt;
	the, of, at, and, or; der, die, das, des, von, am, im, und, u, oder, für; de, du, des, la, le, les, au, et, ou;
	del, el, los, las; di, da, della, dell, il, al; van, op, het, en;
	your; Ihr, Ihre, Dein, Deine; votre, vos; tu, su; tuo, tua, suo, sua; uw, jouw;
	required, optional; Pflichtfeld, Pflichtangabe, obligatoire, facultatif, obligatorio, opcional, obbligatorio, facoltativo,
	verplicht, optioneel; Adressattyp natürl. Person, Adressattyp natürliche Person, Do Not Modify`;

/** Words that have a role and no concept, by this role. */
const ROLES = {
	/** Makes an ID of an owner (*Customer No*), and adds nothing to a telephone (*Phone Number*). */
	isNumber: 'number, numbers, no, num; Nummer, Nummern, Nr; numéro, n; número, núm, nro; numero, num; nummer',
	isId: 'ID, code, identifier, UUID, GUID; identifiant; identificador, código, cod; identificativo, codice',
	/**
	 * Several owners. A number *of* them is a count: *Number of Students*. Left out are words of languages in which a count
	 * has another word (*Numéro des adhérents*, *Nummer der Mitglieder*), and *socios*, whom clubs number so.
	 */
	isMany: `customers, clients, patients, members, subscribers, donors, staff, debtors, students, pupils; clientes, pacientes,
		miembros, afiliados, abonados, deudores, alumnos, estudiantes; clienti, iscritti, associati, abbonati, alunni, studenti`,
	/** People whom a *mail* in front of them reaches: an *Email Subscriber* is no address, the *E-Mail Kunde* is one. */
	isReached: 'contact, subscriber, subscribers; Kontakt, Abonnent, Abonnenten; abonnee, abonnees',
	/** Its number may be one of a telephone. */
	isContact: 'contact; Kontakt; contacto; contatto',
	/** What a member has. Its code is a kind of it: *Membership Code*. */
	isMembership: 'membership; Mitgliedschafts; lidmaatschap, lidmaatschaps',
	/** Means a further entry of a list, as a number does: *Email 2*. */
	isFurther: `secondary, second, tertiary, alternate, alternative, additional; sekundär, sekundäre, sekundärer, sekundäres, zweite, zweiter,
		zweites, weitere, weiteres, weiterer, alternativ, alternativer, alternatives; secondaire, deuxième; secundario, secundaria,
		segundo, segunda, alternativo, alternativa; secondario, secondaria, secondo, seconda; secundair, secundaire, tweede,
		alternatief, alternatieve`,
	/** Says which of several addresses: *Mailing City*. It adds no meaning to other words. */
	isWhich: `primary, main, mailing, billing, default; primär, primäre, primärer, primäres, Rechnungsadresse,
		Rechnungsanschrift; principale, primaire, primair; primario, primaria`,
	/** Swiss address lists have them for private and business. They count only in a German table. */
	isSwiss: 'P, G',
	/** Phrases of known words that mean something else together. */
	isOther: 'User Name, Home Town, Direct Mail, Email Client, Mail Client, Werkplaats, Gastland, Mainland',
} as const;

export type Section = keyof typeof SECTION_WORDS;

export type Condition = keyof typeof CONDITIONS;

/** A word, and what it may mean in a heading. */
export interface Word extends Partial<Record<keyof typeof ROLES, true>> {
	plain: string;
	concept?: Concept;
	/** The languages that use the word for this concept. */
	languages: Set<Language>;
	/** The word counts only under this condition. */
	onlyIf?: Condition;
	section?: Section;
	owner?: keyof typeof OWNERS;
}

/** The letters and digits of a text, without case and accents; ß becomes ss. A French d' or l' is left out. */
export const plainName = (name: string): string =>
	name
		.toLowerCase()
		.replace(/\b[dl]['’]/g, '')
		.replaceAll('ß', 'ss')
		// Marks go anyway. A text of nothing but marks would take long to normalize.
		.replace(/\p{M}+/gu, '')
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]/gu, '');

/** A name to compare: like `plainName`, and *Jörg* is *Joerg*. */
export const plainPersonName = (name: string): string => plainName(name).replace(/([aou])e/g, '$1');

/** A text whose signs for *number* (#, N°) are the word. */
export const withNumberSpelled = (text: string): string => text.replace(/#|\bn\.?\s?[º°]/gi, ' number ');

/** The plain forms of a word. Systems without umlauts write *Geschaeft* for *Geschäft*. */
function plainForms(text: string): Set<string> {
	const spelled = withNumberSpelled(text.toLowerCase());
	return new Set([spelled, withoutUmlauts(spelled)].map(plainName));
}

/** The words of a list. */
export const wordsIn = (list: string): string[] => list.split(/[,;]/).map((word) => word.trim());

const entries = <Key extends string>(lists: Readonly<Record<Key, string>>) =>
	Object.entries(lists) as Array<[Key, string]>;

/** All words by their plain form. */
export const VOCABULARY: ReadonlyMap<string, Word> = (() => {
	const words = new Map<string, Word>();
	const eachOf = (list: string, set: (word: Word) => void): void => {
		for (const plain of wordsIn(list).flatMap((text) => [...plainForms(text)])) {
			const word = words.get(plain) ?? { plain, languages: new Set() };
			words.set(plain, word);
			set(word);
		}
	};
	for (const [language, concepts] of Object.entries(WORDS)) {
		for (const [concept, list] of entries(concepts as Readonly<Record<Concept, string>>)) {
			eachOf(list, (word) => {
				word.concept = concept;
				word.languages.add(language as Language);
			});
		}
	}
	for (const [section, list] of entries(SECTION_WORDS)) eachOf(list, (word) => (word.section = section));
	for (const [owner, list] of entries(OWNERS)) eachOf(list, (word) => (word.owner = owner));
	for (const [condition, list] of entries(CONDITIONS)) eachOf(list, (word) => (word.onlyIf = condition));
	for (const [role, list] of entries(ROLES)) eachOf(list, (word) => (word[role] = true));
	eachOf(EMPTY_WORDS, () => undefined);
	return words;
})();
