/** A type of consent in another spelling is the same type in each recipe, as it is for the node's filters. */
import { hasConsent } from '../../nodes/ContactConsent/operations/contact/consents';
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';
import { parametersOf, valueOf } from '../support/recipe-expression';

const CLOCK = { timeZone: 'Europe/Berlin', now: Date.now() };
const SPELLINGS = ['newsletter', 'Newsletter', 'news letter', 'News_Letter', 'NEWS-LETTER', 'sms', 'news'];

/** Contacts with consents of up to three types, as the service has them, and as Get shows them with Simplify. */
const contacts = (() => {
	const chance = randomFrom(31);
	const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(chance() * list.length)] as Of;
	return Array.from({ length: 500 }, (_, at) => {
		const types = [...new Set([pick(SPELLINGS), pick(SPELLINGS), pick(SPELLINGS)])].slice(0, 1 + (at % 3));
		const consents = types.map((type) => ({ type, granted: chance() < 0.6, granted_at: '2026-01-01' }));
		return {
			wanted: pick(SPELLINGS),
			stored: { id: 'a', documentation: { consents } },
			shown: {
				id: 'a',
				email: 'a@example.org',
				consents: Object.fromEntries(consents.map(({ type, granted }) => [type, granted])),
			},
			consents,
		};
	});
})();

test('newsletter in step: whom the filter of the trigger takes for granted is subscribed, and nobody else', () => {
	const { assignments } = parametersOf('newsletter-in-step', 'Decision').assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	const decides = assignments.find(({ name }) => name === 'subscribe')?.value;
	const { conditions } = parametersOf('newsletter-in-step', 'Changed Meanwhile?').conditions as {
		conditions: Array<{ leftValue: string }>;
	};
	for (const { wanted, stored, shown } of contacts) {
		const params = { 'Consent Changed': { filters: { consentType: wanted } } };
		const isGranted = hasConsent(stored, wanted, 'granted', CLOCK);
		expect([shown.consents, wanted, valueOf(decides, shown, { params })]).toEqual([
			shown.consents,
			wanted,
			isGranted,
		]);
		expect(valueOf(decides, { ...shown, email: undefined }, { params })).toBe(false);
		// It reads the contact again by the same rule.
		for (const subscribe of [true, false]) {
			const others = { params, first: { Decision: { subscribe } } };
			expect(valueOf(conditions[0]?.leftValue, shown, others)).toBe(isGranted !== subscribe);
		}
	}
	expect(valueOf(decides, contacts[0]?.shown ?? {}, { params: { 'Consent Changed': { filters: {} } } })).toBe(
		false,
	);
});

test('before a campaign: whoever has granted another spelling may be written to, and one withdrawal is enough', () => {
	const answers = codeNode('before-a-campaign', 'Answers');
	for (const { wanted, stored, consents } of contacts) {
		const found = consents.map((one) => ({ contact_id: 'a', ...one }));
		const items = {
			Consent: [{ type: wanted }],
			Recipients: [{ contact_id: 'a' }],
			// In the test, an item of the answer belongs to the first recipient.
			'Get Consents': found,
		};
		const [answer] = answers(found, { items, pairedTo: 0 });
		const may = hasConsent(stored, wanted, 'granted', CLOCK) ? 'yes' : 'no';
		expect([consents, wanted, answer?.may_write]).toEqual([consents, wanted, may]);
	}
});

test('consent PDFs to files: the name of a file has the types that are granted in no doubt', () => {
	const fileName = codeNode('consent-pdfs-to-files', 'File Name');
	const nameOf = (consents: Record<string, boolean>, event: Json = {}) => {
		const items = {
			'Has a PDF?': [{ event_id: '1', contact_id: 'a', event_time: '2026-03-01T12:00:00Z', ...event }],
		};
		const [{ file = '' } = {}] = fileName([{ last_name: 'Byron', first_name: 'Ada', consents }], { items });
		return String(file);
	};
	expect(nameOf({ newsletter: true, phone: false })).toMatch(/Byron, Ada – newsletter – 2026-03-01\.pdf$/);
	expect(nameOf({ newsletter: true, 'News-Letter': false })).toMatch(/Byron, Ada – no consent – 2026/);
	expect(nameOf({ newsletter: true, Newsletter: true })).toMatch(/Ada – [Nn]ewsletter – 2026/);
	// An event without a readable time has no day, and not that of today.
	expect(nameOf({ newsletter: true }, { event_time: 'soon' })).toMatch(/Ada – newsletter – no date\.pdf$/);
});
