/* eslint-disable */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { contact } from '../support/action';
import { isNewestEngine } from '../support/engine';
import { MINUTE, triggerBench } from '../support/trigger';

const bench = triggerBench();
const { active, later, requests, eventIds } = bench;

const HOUR = 60 * MINUTE;
const isoAt = (time: number) => new Date(time).toISOString();

it('Look Back delivers an event that appeared late and that another reader took, and not before the hour is over', async () => {
	// An older n8n only polls from memory.
	const trigger = active({ way: isNewestEngine ? 'scheduled' : 'memory' });
	await trigger.publish();
	// The checkpoint of the last reading is newer than the late event.
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

describe('Begin With', () => {
	/** Two events that nobody has received, and three that others have. */
	function past() {
		const event = (event_id: string, hours: number, received: boolean) => ({
			event_id,
			type: 'update' as const,
			received,
			event_time: isoAt(bench.sandbox.clock.now() - hours * HOUR),
		});
		bench.sandbox.seed({
			events: [
				event('very old', 24 * 120, false),
				event('old', 3, true),
				event('a', 2, true),
				event('b', 1, true),
				event('new', 0.5, false),
			],
		});
	}

	it.each([
		['unreceived', {}, ['very old', 'new']],
		['now', {}, []],
		['date', { startFrom: 2.5 }, ['a', 'b', 'new']],
	])(
		'%s delivers the events that the option promises',
		async (beginWith, { startFrom = 0 }: { startFrom?: number }, expected) => {
			past();
			const from = startFrom > 0 ? { startFrom: isoAt(bench.sandbox.clock.now() - startFrom * HOUR) } : {};
			const trigger = active({ parameters: { beginWith, ...from, options: { maxEvents: 2 } } });
			await trigger.publish();
			later(MINUTE);
			const ids = eventIds(1);
			for (let polls = 0; polls < 3; polls++) {
				later(MINUTE);
				await trigger.tick();
			}
			expect(trigger.ids).toEqual([...expected, ...ids]);
		},
	);

	it('settings that cannot work fail the publication before any event is marked as received', async () => {
		past();
		bench.sandbox.configure({ historyWindowMs: 24 * HOUR, historyWindowStatus: 422 });
		const startFrom = isoAt(bench.sandbox.clock.now() - 48 * HOUR);
		const trigger = active({ parameters: { beginWith: 'date', startFrom } });
		await expect(trigger.publish('activate')).rejects.toMatchObject({ httpCode: '422' });
		expect(requests()).not.toContain('/events/latest');
		await expect(active().publish('activate')).resolves.not.toBeNull();
	});
});

it('a history that refuses to go back further than a day still delivers all that it shows', async () => {
	const trigger = active({ way: 'scheduled' });
	await trigger.publish();
	later(24 * 40 * HOUR);
	bench.sandbox.configure({ historyWindowMs: 24 * HOUR });
	const ids = ['c', 'd'];
	bench.sandbox.seed({
		events: ids.map((event_id, index) => ({
			event_id,
			type: 'confirm' as const,
			received: true,
			event_time: isoAt(bench.sandbox.clock.now() - (20 - index) * HOUR),
		})),
	});
	await trigger.tick();
	later(MINUTE);
	await trigger.tick();
	expect(trigger.ids).toEqual(ids);
});

describe('two triggers with the same node ID', () => {
	it.each(['memory', 'scheduled'] as const)(
		"both deliver if n8n keeps the state by the node's name: %s",
		async (way) => {
			const [one, two] = ['A', 'B'].map((name) =>
				active({ way, workflowId: 'w-twins', node: { id: 'same', name } }),
			);
			await one?.publish();
			await two?.publish();
			later(MINUTE);
			const ids = eventIds(2);
			for (let polls = 0; polls < 2; polls++) {
				later(MINUTE);
				await one?.tick();
				await two?.tick();
			}
			expect([one?.ids, two?.ids]).toEqual([ids, ids]);
		},
	);
});

describe('Consent Type and Consent State', () => {
	it('start the workflow only for matching updates and confirmations', async () => {
		const filters = { consentType: ' email ', consentGranted: 'withdrawn' };
		const trigger = active({ way: 'scheduled', parameters: { filters } });
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

	it('write a warning into the log if a list of types, which no type equals, lets nothing through', async () => {
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const warnings = async (consentType: string) => {
			warn.mockClear();
			const trigger = active({ way: 'scheduled', parameters: { filters: { consentType } } });
			await trigger.publish();
			later(MINUTE);
			bench.sandbox.seed({
				events: [
					{
						event_id: consentType,
						event_time: isoAt(bench.sandbox.clock.now()),
						type: 'update',
						contact_id: 'a',
						contact: {
							...contact('a'),
							documentation: { consents: [{ id: '1', type: 'a, b', granted: true }] },
						},
					},
				],
			});
			await trigger.tick();
			later(MINUTE);
			await trigger.tick();
			return [trigger.ids.includes(consentType), warn.mock.calls.map(([text]) => text).join(' ')];
		};
		expect(await warnings('email, phone')).toEqual([
			false,
			expect.stringMatching(/"email, phone"\. The filter is one type, not a list/),
		]);
		expect(await warnings('a, b')).toEqual([true, '']);
		expect(await warnings('email')).toEqual([false, '']);
	});
});
