import { contact } from '../support/action';
import { MINUTE, triggerBench } from '../support/trigger';

const bench = triggerBench();
const { active, later, requests, eventIds } = bench;

const HOUR = 60 * MINUTE;
const isoAt = (time: number) => new Date(time).toISOString();

it('Look Back Hourly brings what appeared late and another reader took, and is not read again before', async () => {
	const trigger = active({ way: 'scheduled' });
	await trigger.publish();
	// The checkpoint of the last one is newer than what comes late.
	for (const hours of [24, 2]) {
		later(hours * HOUR);
		eventIds(1);
		await trigger.tick();
	}
	const event_time = isoAt(bench.sandbox.clock.now() - 5 * HOUR);
	bench.sandbox.seed({ events: [{ event_id: 'late', event_time, type: 'confirm', received: true }] });
	later(MINUTE);
	expect(await trigger.tick()).toBeNull();
	later(HOUR);
	await trigger.tick();
	expect(trigger.ids).toContain('late');
	bench.sandbox.log.clear();
	later(MINUTE);
	expect(await trigger.tick()).toBeNull();
	expect(requests()).toEqual(['/events', '/events/latest']);
});

it('Start From is where the first poll begins, and what does not fit follows', async () => {
	const { eventIds: ids } = bench.sandbox.seed({ events: 5, eventTypes: ['update'], received: true });
	const startFrom = isoAt(bench.sandbox.clock.now() - HOUR);
	const trigger = active({ parameters: { options: { catchUp: false, startFrom, maxEvents: 3 } } });
	await trigger.publish();
	await trigger.tick();
	expect(trigger.ids).toEqual(ids);
});

it('Lookback is in minutes', async () => {
	const trigger = active({ parameters: { options: { lookback: 5 } } });
	await trigger.publish();
	later(24 * HOUR);
	eventIds(1);
	await trigger.tick();
	const newest = bench.sandbox.state().events.at(-1)?.event_time ?? '';
	bench.sandbox.log.clear();
	later(MINUTE);
	await trigger.tick();
	const from = bench.sandbox.log.all()[0]?.query.from as string;
	expect((Date.parse(newest) - Date.parse(from)) / MINUTE).toBeCloseTo(5, 1);
});

describe('Consent Type and Consent State', () => {
	it('start the workflow for those updates and confirmations alone', async () => {
		const options = { consentType: ' email ', consentGranted: 'withdrawn' };
		const trigger = active({ way: 'scheduled', parameters: { options } });
		await trigger.publish();
		later(MINUTE);
		const event_time = isoAt(bench.sandbox.clock.now());
		const withConsent = (event_id: string, type: string, granted: boolean) => ({
			event_id,
			event_time,
			type: 'update' as const,
			contact_id: event_id,
			contact: { ...contact(event_id), documentation: { consents: [{ id: '1', type, granted }] } } as never,
		});
		bench.sandbox.seed({
			events: [
				withConsent('granted', 'email', true),
				withConsent('withdrawn', 'email', false),
				withConsent('other', 'phone', false),
				{ event_id: 'document', event_time, type: 'documentation', contact_id: 'c' },
			],
		});
		await trigger.tick();
		later(MINUTE);
		await trigger.tick();
		expect([...trigger.ids].sort()).toEqual(['document', 'withdrawn']);
	});
});
