import type { Consent } from '../../../sandbox';
import { ask, jsonOf, type Stage } from './stage';

const NAME = 'who-withdrew-lately';

/** Each contact once, by the time of the withdrawal, with what holds now. */
export function withdrewTests(stage: Stage): void {
	test('who withdrew lately: by granted_at, each contact once with name, and nobody who granted again', async () => {
		const { sandbox } = stage.playground();
		const start = Date.now();
		const day = (days: number) => new Date(start - days * 86_400_000).toISOString();
		const consent = (granted: boolean, days?: number, type = 'lately'): Consent => ({
			type,
			granted,
			...(days !== undefined && { granted_at: day(days) }),
		});
		const people: Record<string, { then: Consent[]; now: Consent[] }> = {
			'lately-yes': { then: [consent(false, 3)], now: [consent(true, 200), consent(false, 3)] },
			'lately-old': { then: [consent(false, 90)], now: [consent(false, 90)] },
			'lately-again': { then: [consent(false, 5)], now: [consent(false, 5), consent(true, 1)] },
			'lately-other': { then: [consent(false, 2, 'other')], now: [consent(false, 2, 'other')] },
			'lately-undated': { then: [consent(false)], now: [consent(false)] },
			'lately-granted': { then: [consent(true, 2)], now: [consent(true, 2)] },
			'lately-deleted': { then: [consent(false, 2)], now: [] },
		};
		const contact = (id: string, consents: Consent[]) => ({
			id,
			first_name: 'Ada',
			last_name: id.slice(7),
			section_private: { emails: [`${id}@example.com`] },
			documentation: { consents },
		});
		for (const [id, { then, now }] of Object.entries(people)) {
			const events = [2, 1].map((days) => ({
				type: 'update' as const,
				contact_id: id,
				contact: contact(id, then),
				event_time: day(days),
			}));
			sandbox.seed({ contacts: now.length > 0 ? [contact(id, now)] : [], events });
		}
		const execution = await ask(stage, NAME, 'Period', { consent_type: 'lately' });
		const rows = jsonOf(execution, 'Who Withdrew');
		expect(rows.sort((a, b) => (String(a.contact_id) < String(b.contact_id) ? -1 : 1))).toEqual([
			{
				contact_id: 'lately-undated',
				name: 'Ada undated',
				email: 'lately-undated@example.com',
				withdrawn_at: 'unknown',
			},
			{
				contact_id: 'lately-yes',
				name: 'Ada yes',
				email: 'lately-yes@example.com',
				withdrawn_at: people['lately-yes']?.then[0]?.granted_at,
			},
		]);
	});
}
