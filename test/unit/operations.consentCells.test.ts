import {
	isConsentHeading,
	isNegated,
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
