/**
 * Names of columns in German, French, Spanish, Italian and Dutch tables: data, and how they are combined. Names are
 * compared by `plainName`. A word that could mean two columns belongs to none of them: it is left out here, or
 * falls out where two lists have it.
 */

type Words = Readonly<Record<string, string>>;

/** Fields that no section has, from their column. */
const FIELDS: Words = {
	id: `Kontakt-ID, Kontaktnummer, Kontakt-Nr, Kundennummer, Kunden-Nr, Kunden-ID, Kd-Nr, Mitgliedsnummer, Mitglieds-Nr,
		Mitglieds-ID, Datensatz-ID; Identifiant, Identifiant client, ID contact, ID client, Numéro de client, N° client, No client,
		Code client, Numéro d'adhérent, N° adhérent, No adhérent; Identificador, ID de contacto, ID de cliente, Número de cliente,
		N.º de cliente, N° de cliente, N.º cliente, N° cliente, Código de cliente, Código cliente, Número de socio, N.º de socio,
		N° de socio, N.º socio; Identificativo, ID contatto, ID cliente, Codice cliente, Numero cliente, Numero socio,
		N. socio, Codice socio; Contact-ID, Contactnummer, Klantnummer, Klantnr, Klant-ID, Relatienummer, Lidnummer;
		Customer ID, Customer Number, Member ID, Member Number`,
	first_name: 'Vorname, Rufname; Prénom; Nombre, Nombre de pila; Nome, Nome di battesimo; Voornaam, Roepnaam',
	last_name: `Nachname, Familienname, Zuname; Nom, Nom de famille; Apellidos, Apellido, Primer apellido;
		Cognome; Achternaam, Familienaam`,
	title: 'Titel; Titre; Título; Titolo',
	degree:
		'Akad. Grad, Akademischer Grad; Grade universitaire; Grado académico; Titolo accademico; Academische graad',
	name_suffix: 'Suffix, Namenszusatz, Namenssuffix; Suffixe; Sufijo; Suffisso; Achtervoegsel',
	salutation: 'Anrede, Briefanrede; Civilité; Tratamiento, Saludo; Appellativo; Aanhef, Aanspreekvorm',
	birthday: `Geburtstag, Geburtsdatum, Geb.-Datum, Geb.-Tag, Geb.; Date de naissance, Anniversaire, Né le, Née le;
		Fecha de nacimiento, Cumpleaños, Fecha nacimiento; Data di nascita, Compleanno, Data nascita;
		Geboortedatum, Verjaardag`,
	company: `Firma, Firmenname, Unternehmen, Unternehmensname, Name des Unternehmens; Société, Entreprise,
		Nom de l'entreprise, Nom de la société, Raison sociale; Empresa, Nombre de la empresa, Compañía, Organización,
		Razón social; Azienda, Società, Nome azienda, Nome dell'azienda, Ditta, Ragione sociale; Bedrijf, Bedrijfsnaam,
		Organisatie; Organisation, Organization`,
	position: `Berufsbezeichnung, Stellenbezeichnung, Funktion, Stellung; Poste, Fonction, Profession, Intitulé du poste;
		Puesto, Cargo, Puesto de trabajo; Posizione, Qualifica, Ruolo, Mansione; Functie, Functietitel, Job Title`,
	language: 'Sprache, Korrespondenzsprache; Langue; Idioma; Lingua; Taal',
	nationality: `Nationalität, Staatsangehörigkeit, Staatsbürgerschaft; Nationalité; Nacionalidad;
		Nazionalità, Cittadinanza; Nationaliteit`,
	website: `Webseite, Website-URL, Internetseite, Homepage; Site web, Site internet, Page Web; Sitio web, Página Web;
		Sito web, Sito internet, Pagina Web, Sito; Webpagina, Web Page, Web Site, URL der Website`,
	employee_id: `Mitarbeiter-ID, Mitarbeiternummer, Betreuer-ID, Berater-ID; ID de l'employé, ID du conseiller;
		ID del empleado, ID empleado; ID dipendente; Medewerker-ID, Medewerkernummer, Medewerkersnummer`,
};

/** What a section has, from the column without a section. */
const IN_SECTIONS: Words = {
	emails: `E-Mail, E-Mails, Mail, E-Mail-Adresse, Mail-Adresse, E-Mail-Adressen; Courriel, Adresse e-mail, Adresse mail, Adresse électronique,
		Adresse de messagerie, Adresse courriel, Mél; Correo electrónico, Correo, Dirección de correo electrónico,
		Dirección de correo, Dirección de e-mail; Posta elettronica, Indirizzo e-mail, Indirizzo mail,
		Indirizzo posta elettronica, Indirizzo di posta elettronica; E-mailadres, Mailadres; E-Mail Address`,
	phone_numbers: `Telefon, Telefonnummer, Telefon-Nr, Tel, Tel-Nr, Festnetz, Festnetznummer, Rufnummer; Téléphone, Tél,
		Téléphone fixe, Tél. fixe, Fixe, Numéro de téléphone, N° de téléphone, No de téléphone; Teléfono, Teléfono fijo,
		Número de teléfono, N.º de teléfono; Telefono, Telefono fisso, Numero di telefono; Telefoon, Telefoonnummer,
		Tel.nr, Vaste telefoon`,
	mobile_numbers: `Handy, Handynummer, Handy-Nr, Mobil, Mobiltelefon, Mobilnummer, Mobilfunk, Mobiltelefonnummer,
		Mobilfunknummer; Portable, Téléphone portable, Tél. portable, Téléphone mobile, Tél. mobile, Numéro de portable,
		Numéro de téléphone mobile, Numéro de téléphone portable; Móvil, Teléfono móvil, Tel. móvil, Celular,
		Número de móvil, Número de teléfono móvil, Teléfono celular; Cellulare, Telefono cellulare, Tel. cellulare,
		Numero di cellulare, Numero cellulare; Mobiel, Mobiele telefoon, Mobiel nummer, Mobiele nummer, GSM`,
	fax_numbers:
		'Fax, Telefax, Faxnummer, Fax-Nr; Télécopie, Télécopieur, Numéro de fax; Número de fax; Numero di fax; Telefaxnummer',
	street: `Straße, Str, Straßenname, Straße und Hausnummer, Straße Nr, Straße Hausnummer; Rue, Nom de rue, Voie;
		Calle; Via; Straat, Straatnaam`,
	house_number:
		'Hausnummer, Hausnr, Haus-Nr; Numéro de rue, N° de rue; Número de calle; Numero civico, Civico; Huisnummer, Huisnr',
	zip_code:
		'Postcode, PLZ, Postleitzahl; Code postal, CP; Código postal, Cód. postal; CAP, Codice postale, Codice di avviamento postale',
	city: 'Ort, Wohnort, Stadt; Ville, Localité; Ciudad, Población, Localidad; Città, Località, Comune; Plaats, Woonplaats, Stad',
	district: 'Ortsteil, Stadtteil; Quartier; Barrio; Frazione, Quartiere; Wijk, Stadsdeel',
	country:
		'Land, Land/Region; Pays, Pays/Région; País, País o región, País/Región; Paese, Nazione, Paese/Area geografica; Land/regio',
	addition: `Adresszusatz, Adresszusatz 1; Complément d'adresse, Complément adresse; Complemento de dirección;
		Complemento indirizzo; Toevoeging, Adrestoevoeging`,
};

/** Words that name a section, before or behind what it has. */
const SECTION_WORDS = {
	work: `geschäftlich, geschäftliche, geschäftliches, dienstlich, dienstliche, dienstliches, beruflich, berufliche, Büro,
		Arbeit; bureau, professionnel, professionnelle, pro, travail; trabajo, del trabajo, de trabajo, profesional, laboral;
		ufficio, uff, aziendale, lavoro, di lavoro; werk, op werk, zakelijk, zakelijke, werkadres`,
	private: `privat, private, privates; domicile, personnel, personnelle, perso, privé, privée; particular, personal, casa,
		de casa; personale, privato, privata, ab, abitazione; thuis, privéadres, huisadres`,
};

/** A name without case, accents and all that is neither a letter nor a digit; ß is ss. */
const plainName = (name: string): string =>
	name
		.toLowerCase()
		.replaceAll('ß', 'ss')
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]/gu, '');

const wordsOf = (list: string): string[] => list.split(/[,;]/).map((word) => word.trim());

/** The names of each column in these languages, as the page of columns lists them. */
export const columnWords: ReadonlyMap<string, readonly string[]> = new Map(
	[...Object.entries(FIELDS), ...Object.entries(IN_SECTIONS)].map(([column, list]) => [
		column,
		wordsOf(list),
	]),
);

/** The words that name a section beside such a name. */
export const sectionWords: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries(SECTION_WORDS).map(([section, list]) => [section, wordsOf(list)]),
);

/** All names in their plain form, also before and behind the words for a section, with their column. */
function* plainNames(): Generator<readonly [name: string, column: string]> {
	for (const [column, words] of columnWords) {
		for (const word of words) {
			yield [plainName(word), column];
			if (!(column in IN_SECTIONS)) continue;
			for (const [section, ofSection] of sectionWords) {
				for (const one of ofSection) {
					yield [plainName(word + one), `${section}_${column}`];
					yield [plainName(one + word), `${section}_${column}`];
				}
			}
		}
	}
}

function unambiguous(): Map<string, string> {
	const columns = new Map<string, Set<string>>();
	for (const [name, column] of plainNames()) columns.set(name, (columns.get(name) ?? new Set()).add(column));
	return new Map(
		[...columns].flatMap(([name, found]) => (found.size === 1 ? [[name, [...found].join()]] : [])),
	);
}

const byPlainName = unambiguous();

/** The name of the column that a heading in one of these languages means; nothing where it could mean two. */
export const columnNamed = (heading: string): string | undefined => byPlainName.get(plainName(heading));
