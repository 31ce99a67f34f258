/* eslint-disable */
/** Events as the trigger tells them apart, orders them and reads their times. */
import { compareEvents, toTriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';
import { NOW } from '../support/trigger-parts';

describe('events', () => {
	const of = (event_id: unknown, type: string) => toTriggerEvent({ event_id, type } as never, 0).key;

	it('without an ID are told apart by their content', () => {
		for (const id of ['', null]) expect(of(id, 'update')).not.toBe(of(id, 'confirm'));
	});

	it('of one ID and two types are two events', () => {
		expect(of('a', 'update')).not.toBe(of('a', 'confirm'));
	});

	it('whose ID is a number have the same ID as its text, unless JSON may have rounded it', () => {
		expect(of(7, 'update')).toBe(of('7', 'update'));
		expect(of(2 ** 53, 'update')).not.toBe(of(2 ** 53, 'confirm'));
	});

	it('are ordered by event_time, below the millisecond, too, then by event_id', () => {
		const at = (event_time: string, event_id: string) => toTriggerEvent({ event_time, event_id }, 0);
		const sorted = [
			at('2026-03-01T12:00:00.000001Z', 'b'),
			at('2026-03-01T12:00:00.000002Z', 'a'),
			at('2026-03-01T14:00:01.000+02:00', 'a'),
			at('2026-03-01T12:00:01.500Z', 'a'),
			at('2026-03-01T12:00:01.500Z', 'b'),
		];
		expect([...sorted].reverse().sort(compareEvents)).toEqual(sorted);
	});

	it('may have their time in seconds or milliseconds, as a number or its text', () => {
		for (const time of [NOW / 1000, `${NOW / 1000}`, NOW, `${NOW}`, `${NOW / 1000}.000`])
			expect(toTriggerEvent({ event_time: time }, 7).time).toBe(NOW);
		expect(toTriggerEvent({ event_time: NOW / 1000 + 0.25 }, 7).time).toBe(NOW + 250);
		expect(toTriggerEvent({ event_time: `${NOW / 1000}.25` }, 7).time).toBe(NOW + 250);
		for (const none of [true, null, '12', Infinity])
			expect(toTriggerEvent({ event_time: none }, 7).time).toBe(7);
	});

	it('without an offset are read as UTC, and without a time as of now', () => {
		const zone = process.env.TZ;
		process.env.TZ = 'America/New_York';
		try {
			expect(toTriggerEvent({ event_time: '2026-03-01T12:00:00' }, 0).time).toBe(NOW);
			expect(toTriggerEvent({ event_time: '2026-03-01 12:00:00' }, 0).time).toBe(NOW);
		} finally {
			process.env.TZ = zone;
		}
		expect(toTriggerEvent({ event_time: 'soon' }, 7).time).toBe(7);
	});
});
