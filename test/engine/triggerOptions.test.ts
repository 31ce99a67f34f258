import { contact } from '../support/action';
import { MINUTE, triggerBench } from '../support/trigger';

const bench = triggerBench();
const { active, later, requests, eventIds } = bench;

const HOUR = 60 * MINUTE;
const isoAt = (time: number) => new Date(time).toISOString();

describe('Audit', () => {
	const lateEvent = () => {
		const time = isoAt(bench.sandbox.clock.now() - 5 * HOUR);
		bench.sandbox.seed({
			events: [{ event_id: 'late', event_time: time, type: 'confirm', received: true }],
		});
	};
	const running = async (options = {}) => {
		const trigger = active({ way: 'scheduled', parameters: { options } });
		await trigger.publish();
		later(24 * HOUR);
		eventIds(1);
		await trigger.tick();
		later(MINUTE);
		await trigger.tick();
		return trigger;
	};

	it('brings what appeared late and another reader took, within the hour, and is not read again before', async () => {
		const trigger = await running();
		lateEvent();
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

	it('of 0 days reads nothing', async () => {
		const trigger = await running({ auditDays: 0 });
		lateEvent();
		later(2 * HOUR);
		bench.sandbox.log.clear();
		await trigger.tick();
		expect(requests()).toEqual(['/events', '/events/latest']);
		expect(trigger.ids).not.toContain('late');
	});
});

describe('Catch Up off', () => {
	const off = (options = {}) =>
		active({ way: 'scheduled', parameters: { options: { catchUp: false, ...options } } });

	it('reads the history from Start From on, once', async () => {
		const { eventIds: ids } = bench.sandbox.seed({ events: 5, eventTypes: ['update'], received: true });
		const trigger = off({ startFrom: isoAt(bench.sandbox.clock.now() - HOUR) });
		await trigger.publish();
		expect(trigger.ids).toEqual(ids);
		bench.sandbox.seed({ events: 1, eventTypes: ['update'], received: true });
		later(MINUTE);
		bench.sandbox.log.clear();
		expect(await trigger.tick()).toBeNull();
		expect(requests()).toEqual(['/events/latest']);
	});

	it('brings what did not fit, although nobody hands it out again', async () => {
		const trigger = off({ documentationWait: 10 });
		await trigger.publish();
		const { eventIds: ids } = bench.sandbox.seed({
			events: Array.from({ length: 300 }, (_, index) => ({
				...{ event_id: `document-${index}`, type: 'documentation' as const, contact_id: 'c' },
				documentation: 'not_generated' as const,
			})),
		});
		for (let polls = 0; polls < 30; polls++) {
			later(MINUTE);
			await trigger.tick();
		}
		expect([...trigger.ids].sort()).toEqual([...ids].sort());
	});
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

describe('the state', () => {
	it('of another account is not gone on from', async () => {
		const trigger = active({ way: 'durable' });
		eventIds(2);
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		const state = JSON.parse(trigger.stored) as { state: { baseUrl: string; starts: object } };
		expect(state.state.baseUrl).toBe(bench.sandbox.baseUrl);
		state.state.baseUrl = 'https://test.example';
		later(HOUR);
		const moved = active({ way: 'durable', stored: JSON.stringify(state) });
		await moved.tick();
		const after = JSON.parse(moved.stored) as typeof state;
		expect(after.state.baseUrl).toBe(bench.sandbox.baseUrl);
		expect(after.state.starts).not.toEqual(state.state.starts);
	});
});
