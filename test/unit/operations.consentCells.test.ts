import {
	isConsentHeading,
	isNegated,
	isWithHint,
	lettersIn,
	wishIn,
	type YesMeans,
} from '../../nodes/ContactConsent/operations/contact/consentCells';
import columns from '../support/tables/consent-columns.json';

describe.each(columns)('the column $heading of $source', ({ heading, yesMeans, cells }) => {
	const given = Object.keys(cells);
	const letters = lettersIn(given);

	it.each(Object.entries(cells))('%j asks for %j', (cell, wish) => {
		expect(wishIn(cell, yesMeans as YesMeans, letters)).toBe(wish ?? undefined);
	});

	it('asks for a consent, or for the opposite', () => {
		expect(isNegated(heading)).toBe(yesMeans === 'withdrawn');
	});
});

describe('a cell', () => {
	it.each([
		[true, 'grant'],
		[1, 'grant'],
		[-1, 'grant'],
		[1.0, 'grant'],
		[false, 'deny'],
		[0, 'deny'],
		[2, undefined],
		[null, undefined],
		[{}, undefined],
	])('%j of another kind than a text asks for %j', (cell, wish) =>
		expect(wishIn(cell, 'granted', new Set())).toBe(wish),
	);

	it.each(['j', 'y', 'n', 'o', 's'])('with the letter %s alone is not understood', (letter) => {
		expect(wishIn(letter, 'granted', lettersIn([letter]))).toBeUndefined();
	});

	it('with a letter counts beside its counterpart in another row, in any case', () => {
		const letters = lettersIn(['J', ' n ', '']);
		expect(wishIn('j', 'granted', letters)).toBe('grant');
		expect(wishIn('N', 'granted', letters)).toBe('deny');
		expect(wishIn('y', 'granted', letters)).toBeUndefined();
	});

	it('with a word of granting in a column of withdrawals is not understood', () => {
		expect(wishIn('subscribed', 'withdrawn', new Set())).toBeUndefined();
	});
});

const NO_LETTERS: ReadonlySet<string> = new Set();
const listed = (cells: string): string[] => cells.split(/\s*[|\n]\s*/).filter(Boolean);
const inBothForms = (text: string): string[] => [text.normalize('NFC'), text.normalize('NFD')];

describe('a yes', () => {
	it.each(
		listed(`
			☐ ja | □ ja | ⬜ ja | [ ] yes | [_] yes | [] yes | ( ) ja | () ja | ja ( ) | (_) ja | ☑ ja ☐ | ☐ 1
			✗ Ja | ✘ ja | ✖ ja | ❌ subscribed | ❌\ufe0f ja | 🚫 yes | ⛔ ja | 🚫 opt-in | yes 🚫 | yes 👎
			~ja | = yes? | = yes | % ja | <s>ja</s>
			!subscribed | ! yes | "!yes" | (!) ja | ja (!) | ¬true | ≠yes | =\u0338yes | ≠ opt-in
			~~yes~~ | y̶e̶s̶ | s̶u̶b̶s̶c̶r̶i̶b̶e̶d̶ | j̷a̷ | ja\u20e0 | ja\u20e0, bitte
		`),
	)('with a sign that may deny it is not understood: %s', (cell) => {
		expect(wishIn(cell, 'granted', NO_LETTERS)).toBeUndefined();
		expect(wishIn(cell, 'withdrawn', NO_LETTERS)).toBeUndefined();
	});

	it.each(
		listed(`
			yes? | ja? | ¿sí? | yes (?) | Yes, please?
			Yes; expired | Yes, until 2022 | Yes, pending double opt-in | Yes - unconfirmed | Yes, maybe | Yes, tbc
			ja, vielleicht | Ja, bis 2022 | Ja, abgelaufen | Ja, Bestätigung ausstehend | Ja, wenn kostenlos
			Oui, peut-être | Oui, jusqu'en 2022 | Oui, jusqu’à mai | Oui, en attente | Oui, expirée
			Sí, tal vez | Sí, quizás | Sí, hasta 2022 | Sí, caducado | Sí, pendiente
			Sì, forse | Sì, fino al 2022 | Sì, scaduto | Sì, in attesa
			Ja, misschien | Ja, tot 2022 | Ja, verlopen
		`).flatMap(inBothForms),
	)('in doubt, or at its end, grants nothing, and withdraws in a column of withdrawals: %s', (cell) => {
		expect(wishIn(cell, 'granted', NO_LETTERS)).toBeUndefined();
		expect(wishIn(cell, 'withdrawn', NO_LETTERS)).toBe('withdraw');
	});

	it.each(
		listed(`
			Yes, please remove me | Yes, cancelled 2023 | yes - removed | Yes: delete my data | Yes, opt me out
			Yes, complained | Yes, declined later | Yes, take me off | Yes, I can't | yes - no | Yes, n/a
			Ja, bitte abmelden | Ja, bitte löschen | Ja, bitte loeschen | Ja, lö\u00adsc\u00adhen | Ja, bitte entfernen
			Ja, gekündigt am 3.4.2023 | Ja, gekuendigt | Ja, Kündigung 2023 | Ja, ausgetragen | Ja, abgelehnt
			Ja, melden Sie mich ab | Ja, trage mich aus | ja - nein
			oui, résilié | Oui, supprimez-moi | Oui, je veux me désinscrire | Oui, je n'en veux plus | Oui, annulé
			Sí, eliminar | Sí, darme de baja | Sí, cancelada | Sí, bórrenme | Sí, rechazado
			Sì, cancellare | Sì, eliminatemi | Si, disiscrivermi | Sì, disdetto | Sì, rifiutato
			Ja, opgezegd | Ja, graag verwijderen | Ja, meld mij af | Ja, uitschrijven | Ja, geweigerd
		`).flatMap(inBothForms),
	)('that is taken back grants nothing: %s', (cell) => {
		expect(wishIn(cell, 'granted', NO_LETTERS)).toBeUndefined();
	});

	it.each([
		...['Yes, please remove me', 'Yes, unsubscribe me', 'Ja, bitte löschen', 'Oui, désinscrivez-moi'],
		...[
			'Yes, take me off',
			'Ja, melden Sie mich ab',
			'Ja, trage mich aus',
			'Ja, meld mij af',
			'Yes - deceased',
		],
	])('that asks to be taken away withdraws in a column of withdrawals: %s', (cell) =>
		expect(wishIn(cell, 'withdrawn', NO_LETTERS)).toBe('withdraw'),
	);

	it.each(
		listed(`
			Yes! | yes. | ja* | (yes) | "ja" | 'ja' | „Ja“ | «oui» | « Oui » | \`yes\` | - ja | ja; | ="Ja" | ¡Sí!
			✓ yes | ✔️ Ja | ☑ ja | ✅ subscribed | (✓) yes | ja ✓ | 🗹 ok | ✅ | ✔️
			d’accord | D'accord | j’accepte | abonné | de alta | toestemming gegeven
			opt-in | double_opt_in | Double Opt-In | OPTED IN
			ja\u00ad | \u200eYes\u200f | y\u200bes | ja\u00a0 | ｙｅｓ
			Ja, gerne | Ja, gerne! | Oui, merci | Sí, gracias | Sì, grazie | Ja, graag | Yes please | Yes, please!
			Yes, I agree to receive the newsletter | Ja, ich möchte den Newsletter (per E-Mail)
			Ja, ich willige ein & freue mich | Oui, je m’inscris
			[yes] | yes… | Yes, sign me up and get 10% off! | Yes, I'd like to find out more | Yes, sign me up! 🎉
			Ja, gerne 😊 | Ja, ich möchte ab sofort den Newsletter | Yes, web form #12 | Ja, gem. § 7 UWG
			Oui, je m'inscris pour ne rien manquer | Sí, quiero las ofertas antes que nadie
			Ja, 3.4.2023 | Ja, 3. Mai | Yes - signed at the fair, 3 May
		`).flatMap(inBothForms),
	)('that is clear grants: %s', (cell) => {
		expect(wishIn(cell, 'granted', NO_LETTERS)).toBe('grant');
	});
});

describe('neither a sign nor a doubt makes a yes of', () => {
	it.each(
		listed(`
			no? | ☐ no | ~~no~~ | n̶o̶ | !no | ¬false | ≠ nein | ❌ | ☐ | ✗ Nein | ✓ no
			No, maybe later | No thanks? | not subscribed? | ❌ refusé
		`),
	)('the no %s', (cell) => {
		expect(wishIn(cell, 'granted', NO_LETTERS)).toBe('deny');
	});

	it.each(
		listed(`
			❌ unsubscribed | unsubscribed? | ~~opt-out~~ | ☐ abgemeldet | 🚫 gesperrt | ✓ widerrufen
			zurückgezogen | zurueckgezogen
		`),
	)('the withdrawal %s', (cell) => {
		expect(wishIn(cell, 'granted', NO_LETTERS)).toBe('withdraw');
		expect(wishIn(cell, 'withdrawn', NO_LETTERS)).toBe('withdraw');
	});
});

it.each(
	listed(`
		Newsletter gekündigt | Newsletter gekuendigt | Kündigung | Zurückgezogen | Newsletter abmelden | Gelöscht
		Subscription cancelled | Complained | Newsletter removed | NewsletterRemoved | is_deleted | Declined
		Newsletter opgezegd | Verwijderd | Retiré | Newsletter résilié | Supprimé | Newsletter refusé
		Cancelado | Eliminado | Boletín rechazado | Newsletter cancellata | Eliminato | Newsletter abgelehnt
		donotbulkemail | donotcall | donotphone | emailoptout | smsoptout | nomail | Telefonsperre | Mailingsperre | Kontaktverbot
		Newsletterabmeldung | Werbestopp | Robinsonliste | Ne plus contacter | A choisi de ne plus recevoir d'e-mails | Exclu des mailings
		Oposición publicidad | Verzicht auf Werbung | Ablehnung | Objects to marketing | Declines emails | Escluso | Uitgesloten
	`).flatMap(inBothForms),
)('the heading %s turns the question round', (heading) => expect(isNegated(heading)).toBe(true));

it.each(
	listed(
		`Einwilligung (erteilt/abgelehnt) | Consent (accepted/declined) | Consent granted/denied | Newsletter (Opt-in, Opt-out)
		Consenso (accettato/rifiutato) | Consentimiento (aceptado/rechazado) | Toestemming (gegeven/geweigerd)`,
	),
)('the two answers in the heading %s do not', (heading) => expect(isNegated(heading)).toBe(false));

it.each(
	listed('Newsletter pending | Newsletter until | Newsletter bis | Newsletter nur per Post | Maybe | Opt-in'),
)('the doubt in the heading %s does not', (heading) => expect(isNegated(heading)).toBe(false));

it.each([
	['Newsletter (ja/nein)', true],
	['Newsletter (nur per Post)', true],
	['Newsletter (gekündigt)', false],
	['Newsletter (removed yes/no)', false],
	['Newsletter (erteilt/abgelehnt)', true],
	['Newsletter (abgelehnt/erteilt)', false],
])('the heading %s is Newsletter with a hint: %s', (heading, isIt) => {
	expect(isWithHint(heading, 'Newsletter')).toBe(isIt);
});

it.each([
	...['Boletín (1=sí, 0=no)', 'Boletín (Sí, No)', 'Newsletter (Sì, No)', 'Newsletter (0=no, 1=sì)'],
	...['Boletín sí/no', 'Newsletter sì / no', 'Newsletter (yes, no)', 'Newsletter (Nein, Ja)'],
])('the values that the heading %s names are no negation', (heading) => {
	expect([heading, heading.normalize('NFD')].map(isNegated)).toEqual([false, false]);
});
it.each(['Newsletter (así no)', 'Newsletter (no)', 'Désabonné', 'Newsletter (sísmico, no)'])(
	'the heading %s is a negation',
	(heading) => expect([heading, heading.normalize('NFD')].map(isNegated)).toEqual([true, true]),
);

it('a part of a word takes nothing back', () => {
	const cells = ['Sí, mañana', 'Sí, pero no hoy', 'Si, sólo por correo'];
	for (const form of ['NFC', 'NFD']) {
		const wishes = cells.map((cell) => wishIn(cell.normalize(form), 'granted', new Set()));
		expect(wishes).toEqual(['grant', undefined, undefined]);
	}
});

it.each([
	'Newsletter',
	'Opt-in SMS',
	'Accepts Email Marketing',
	'Werbeeinwilligung',
	'Consenso SMS',
	'HasOptedOutOfEmail',
])('the heading %s is about a consent', (heading) => expect(isConsentHeading(heading)).toBe(true));
it.each(['First Name', 'Phone', 'Status', 'Company', 'Notes', 'Mailing Street', 'Lead Status'])(
	'the heading %s is not',
	(heading) => expect(isConsentHeading(heading)).toBe(false),
);
