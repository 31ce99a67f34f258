import { WAYS } from '../model/n8n';
import { MINUTE, triggerBench } from '../support/trigger';

const HOUR = 60 * MINUTE;

const bench = triggerBench();
const { active, later, requests, eventIds } = bench;

describe('an idle poll', () => {
	it.each([
		['all types', {}, ['/events', '/events/latest']],
		['one type', { events: ['update'] }, ['/events', '/events/latest']],
		[
			'two types',
			{ events: ['update', 'confirm'] },
			[...'ab'].flatMap(() => ['/events', '/events/latest']).sort(),
		],
	])('for %s costs the documented requests', async (_, parameters, expected) => {
		const trigger = active({ parameters });
		eventIds(5);
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		later(MINUTE);
		bench.sandbox.log.clear();
		expect(await trigger.tick()).toBeNull();
		expect(requests()).toEqual(expected);
	});
});

describe.each(WAYS)('with state "%s", the trigger', (way) => {
	it('delivers what nobody has received, then what happens, each event once', async () => {
		const first = eventIds(4);
		const trigger = active({ way });
		await trigger.publish();
		expect(trigger.ids).toEqual(first);
		later(MINUTE);
		const next = eventIds(3);
		await trigger.tick();
		await trigger.tick();
		await trigger.restart();
		expect(trigger.ids).toEqual([...first, ...next]);
	});

	it('repeats no event when the node is renamed', async () => {
		const trigger = active({ way });
		const ids = eventIds(2);
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		trigger.edit({ name: 'Renamed' });
		if (way !== 'durable') trigger.stored = '{}';
		await trigger.publish('update');
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(ids);
	});

	it('goes on after an edit is published while the history refuses, because the latest events are shown', async () => {
		const trigger = active({ way });
		const ids = eventIds(2);
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		bench.sandbox.faults.add({ path: '/events', status: 403, times: Infinity });
		trigger.edit({ parameters: { beginWith: 'unreceived', simplify: true } });
		await trigger.publish('update');
		ids.push(...eventIds(2));
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(ids);
	});

	it('begins anew with New Events Only, although n8n kept the state of a trigger with its name', async () => {
		const trigger = active({ way });
		const ids = eventIds(2);
		await trigger.publish();
		later(HOUR);
		// Nobody polls meanwhile: the trigger was deleted.
		eventIds(4);
		later(HOUR);
		trigger.edit({ id: 'another', parameters: { beginWith: 'now' } });
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(ids);
		ids.push(...eventIds(1));
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual(ids);
	});

	it('delivers a period again if Since a Date is chosen', async () => {
		const trigger = active({ way });
		const ids = eventIds(2);
		await trigger.publish();
		later(HOUR);
		const again = eventIds(2);
		await trigger.tick();
		const startFrom = new Date(bench.sandbox.clock.now() - MINUTE).toISOString();
		trigger.edit({ parameters: { beginWith: 'date', startFrom } });
		await trigger.publish('update');
		later(MINUTE);
		await trigger.tick();
		expect(trigger.ids).toEqual([...ids, ...again, ...again]);
	});
});

describe('Fetch Test Event', () => {
	it('shows the newest event of each kind, with its PDF, and marks none as received', async () => {
		bench.sandbox.configure({ historyMarksReceived: false });
		const running = active({ way: 'memory' });
		await running.publish();
		const { eventIds: ids } = bench.sandbox.seed({ events: 6 });
		bench.sandbox.log.clear();
		const items = await running.fetchTestEvent();
		expect(items.map(({ json }) => [json.event_id, json.type, json.documentation_status])).toEqual([
			[ids[3], 'update', undefined],
			[ids[4], 'confirm', undefined],
			[ids[5], 'documentation', 'downloaded'],
		]);
		expect(items[2]?.binary?.data?.mimeType).toBe('application/pdf');
		expect(requests()).not.toContain('/events/latest');
		later(MINUTE);
		await running.tick();
		expect(running.ids).toEqual(ids);
	});
});
