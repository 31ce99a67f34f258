/**
 * Headings of real tables in five languages, written without the node's list of names. Each heading has its column,
 * or `-` for none. An address beside the city is the street.
 */
export interface Sheet {
	name: string;
	headings: ReadonlyArray<readonly [heading: string, column: string]>;
}

const TEXT = `
# Outlook, German
Anrede > salutation; Vorname > first_name; Weitere Vornamen > -; Nachname > last_name; Suffix > name_suffix
Firma > company; Abteilung > -; Position > position; Straße geschäftlich > work_street
Ort geschäftlich > work_city; Region geschäftlich > -; Postleitzahl geschäftlich > work_zip_code
Land/Region geschäftlich > work_country; Straße privat > private_street; Ort privat > private_city
Postleitzahl privat > private_zip_code; Fax geschäftlich > work_fax_numbers
Telefon geschäftlich > work_phone_numbers; Telefon (privat) > private_phone_numbers
Mobiltelefon > mobile_numbers; E-Mail-Adresse > emails; Geburtstag > birthday; Webseite > website
Notizen > -; Kategorien > -
# member list of a club, German
Mitgliedsnummer > id; Anrede > salutation; Titel > title; Nachname > last_name; Vorname > first_name
Strasse > street; Hausnr. > house_number; PLZ > zip_code; Wohnort > city; Telefon > phone_numbers
Handy > mobile_numbers; E-Mail > emails; Geburtsdatum > birthday; Eintrittsdatum > -; Beitrag > -; IBAN > -
# shop, German
Kundennummer > id; Vorname > first_name; Nachname > last_name; Firmenname > company; Straße > street
Hausnummer > house_number; Adresszusatz > addition; Postleitzahl > zip_code; Ort > city; Land > country
E-Mail Adresse > emails; Telefonnummer > phone_numbers; Umsatz > -; Letzte Bestellung > -; Sprache > language
# CRM, German
Kontakt-ID > id; Vorname > first_name; Nachname > last_name; E-Mail > emails; Telefonnummer > phone_numbers
Mobiltelefonnummer > mobile_numbers; Unternehmen > company; Berufsbezeichnung > position; Stadt > city
Postleitzahl > zip_code; Land/Region > country; Website-URL > website; Lifecycle-Phase > -; Erstellt am > -
# list of a practice, German
Kunden-Nr. > id; Name > -; VORNAME > first_name; Familienname > last_name; Akad. Grad > degree
Staatsangehörigkeit > nationality; Tel. privat > private_phone_numbers; Tel. dienstlich > work_phone_numbers
Mobil > mobile_numbers; E-Mail privat > private_emails; E-Mail dienstlich > work_emails; Ortsteil > district
Geb.-Datum > birthday; Bemerkung > -
# Outlook, French
Titre > title; Prénom > first_name; Deuxième prénom > -; Nom > last_name; Suffixe > name_suffix
Société > company; Service > -; Profession > -; Rue (bureau) > work_street; Ville (bureau) > work_city
Code postal (bureau) > work_zip_code; Pays/Région (bureau) > work_country; Rue (domicile) > private_street
Ville (domicile) > private_city; Code postal (domicile) > private_zip_code; Télécopie (bureau) > work_fax_numbers
Téléphone (bureau) > work_phone_numbers; Téléphone (domicile) > private_phone_numbers
Tél. mobile > mobile_numbers; Adresse de messagerie > emails; Anniversaire > birthday; Page Web > website
# association, French
N° adhérent > id; Civilité > salutation; Nom > last_name; Prénom > first_name; Adresse > street
Code postal > zip_code; Ville > city; Téléphone fixe > phone_numbers; Portable > mobile_numbers
Courriel > emails; Date de naissance > birthday; Cotisation > -; Nationalité > nationality
# CRM, French
Identifiant > id; Prénom > first_name; Nom de famille > last_name; E-mail > emails
Numéro de téléphone > phone_numbers; Numéro de téléphone mobile > mobile_numbers; Nom de l'entreprise > company
Intitulé du poste > position; Ville > city; Code postal > zip_code; Pays > country; Site web > website
Propriétaire du contact > -; Langue > language
# shop, French
Numéro de client > id; Nom > last_name; Prénom > first_name; Entreprise > company; Rue > street
Numéro de rue > house_number; Complément d'adresse > addition; CP > zip_code; Ville > city; Pays > country
Adresse e-mail > emails; Tél. > phone_numbers; Dernière commande > -
# list of an agency, French
Code client > id; NOM > last_name; PRENOM > first_name; Fonction > position; Tel professionnel > work_phone_numbers
Tel personnel > private_phone_numbers; Email professionnel > work_emails; Email personnel > private_emails
Fax > fax_numbers; Quartier > district; Remarques > -
# Outlook, Spanish
Tratamiento > salutation; Nombre > first_name; Segundo nombre > -; Apellidos > last_name; Sufijo > name_suffix
Organización > company; Departamento > -; Puesto > position; Calle del trabajo > work_street
Ciudad de trabajo > work_city; Código postal del trabajo > work_zip_code; País o región del trabajo > work_country
Calle particular > private_street; Ciudad particular > private_city; Código postal particular > private_zip_code
Fax del trabajo > work_fax_numbers; Teléfono del trabajo > work_phone_numbers
Teléfono particular > private_phone_numbers; Móvil > mobile_numbers
Dirección de correo electrónico > emails; Cumpleaños > birthday; Página Web > website
# club, Spanish
Nº de socio > id; Nombre > first_name; Apellidos > last_name; Calle > street; Código postal > zip_code
Población > city; Teléfono > phone_numbers; Teléfono móvil > mobile_numbers; Correo electrónico > emails
Fecha de nacimiento > birthday; Cuota > -; Nacionalidad > nationality
# CRM, Spanish
ID de contacto > id; Nombre > first_name; Apellido > last_name; Correo > emails; Número de teléfono > phone_numbers
Número de teléfono móvil > mobile_numbers; Nombre de la empresa > company; Cargo > position; Ciudad > city
País > country; Sitio web > website; Etapa > -; Idioma > language
# shop, Spanish
Número de cliente > id; Nombre > first_name; Apellidos > last_name; Empresa > company; Dirección > street
C.P. > zip_code; Localidad > city; Provincia > -; País > country; Email > emails; Móvil > mobile_numbers
# list of a surgery, Spanish
Código de cliente > id; APELLIDOS > last_name; NOMBRE > first_name; Título > title; Tel. trabajo > work_phone_numbers
Tel. casa > private_phone_numbers; Email trabajo > work_emails; Email personal > private_emails; Barrio > district
Observaciones > -; DNI > -
# Outlook, Italian
Titolo > title; Nome > first_name; Secondo nome > -; Cognome > last_name; Società > company; Reparto > -
Posizione > position; Via (uff.) > work_street; Città (uff.) > work_city; CAP (uff.) > work_zip_code
Paese (uff.) > work_country; Via (ab.) > private_street; Città (ab.) > private_city; CAP (ab.) > private_zip_code
Fax (uff.) > work_fax_numbers; Telefono (uff.) > work_phone_numbers; Telefono (ab.) > private_phone_numbers
Cellulare > mobile_numbers; Indirizzo posta elettronica > emails; Compleanno > birthday; Pagina Web > website
# club, Italian
Numero socio > id; Cognome > last_name; Nome > first_name; Via > street; Numero civico > house_number; CAP > zip_code
Comune > city; Provincia > -; Telefono > phone_numbers; Cellulare > mobile_numbers; E-mail > emails
Data di nascita > birthday; Codice fiscale > -; Cittadinanza > nationality
# CRM, Italian
ID contatto > id; Nome > first_name; Cognome > last_name; Email > emails; Numero di telefono > phone_numbers
Numero di cellulare > mobile_numbers; Nome azienda > company; Qualifica > position; Città > city; CAP > zip_code
Paese > country; Sito web > website; Stato del lead > -; Lingua > language
# shop, Italian
Codice cliente > id; Nome > first_name; Cognome > last_name; Azienda > company; Indirizzo > street
Codice postale > zip_code; Località > city; Nazione > country; Posta elettronica > emails
Telefono cellulare > mobile_numbers; Ultimo ordine > -
# list of a firm, Italian
Numero cliente > id; NOME > first_name; COGNOME > last_name; Ruolo > -; Tel. ufficio > work_phone_numbers
Tel. casa > private_phone_numbers; Email aziendale > work_emails; Email personale > private_emails
Frazione > district; Note > -
# Outlook, Dutch
Titel > title; Voornaam > first_name; Tweede naam > -; Achternaam > last_name; Achtervoegsel > name_suffix
Bedrijf > company; Afdeling > -; Functie > position; Werkadres, straat > work_street
Werkadres, plaats > work_city; Werkadres, postcode > work_zip_code; Huisadres, straat > private_street
Huisadres, plaats > private_city; Huisadres, postcode > private_zip_code; Fax op werk > work_fax_numbers
Telefoon op werk > work_phone_numbers; Telefoon thuis > private_phone_numbers
Mobiele telefoon > mobile_numbers; E-mailadres > emails; Verjaardag > birthday; Webpagina > website
# club, Dutch
Lidnummer > id; Aanhef > salutation; Voornaam > first_name; Tussenvoegsel > -; Achternaam > last_name
Straat > street; Huisnummer > house_number; Postcode > zip_code; Woonplaats > city; Telefoon > phone_numbers
Mobiel > mobile_numbers; E-mail > emails; Geboortedatum > birthday; Contributie > -
# CRM, Dutch
Contact-ID > id; Voornaam > first_name; Achternaam > last_name; E-mailadres > emails
Telefoonnummer > phone_numbers; Mobiel nummer > mobile_numbers; Bedrijfsnaam > company; Functietitel > position
Plaats > city; Land > country; Website > website; Eigenaar > -; Taal > language
# shop, Dutch
Klantnummer > id; Voornaam > first_name; Familienaam > last_name; Straatnaam > street; Huisnr > house_number
Toevoeging > addition; Postcode > zip_code; Stad > city; Land > country; Mailadres > emails; Laatste bestelling > -
# list of an office, Dutch
Relatienummer > id; Naam > -; Voornaam > first_name; Achternaam > last_name; Tel. werk > work_phone_numbers
Tel. privé > private_phone_numbers; E-mail werk > work_emails; E-mail privé > private_emails
Nationaliteit > nationality; Wijk > district; Opmerkingen > -
`;

export const SHEETS: readonly Sheet[] = TEXT.split('\n# ')
	.slice(1)
	.map((sheet) => {
		const [name = '', ...lines] = sheet.trim().split('\n');
		const headings = lines
			.flatMap((line) => line.split('; '))
			.map((heading) => heading.split(' > ') as [string, string]);
		return { name, headings };
	});
