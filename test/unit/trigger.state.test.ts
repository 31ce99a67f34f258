import fc from 'fast-check';

import { compareEvents, KEY_LENGTH, toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import { enter, forgetAll, leave, note, reconcile } from '../../nodes/ContactConsent/trigger/memory';
import { following, narrower, type SliceReading } from '../../nodes/ContactConsent/trigger/slices';
import {
	fingerprint,
	keysOf,
	MOST_KEYS,
	readState,
	remember,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';

const NOW = Date.parse('2026-03-01T12:00:00Z');

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	version: 1,
	revision: 3,
	time: NOW,
	known: 0,
	delivered: [],
	owed: false,
	backlog: null,
	awaiting: [],
	...more,
});

const event = (id: number, time: number) =>
	toTriggerEvent({ event_id: `event-${id}`, event_time: new Date(time).toISOString() }, 0);

describe('the state', () => {
	it('comes back from n8n as it was', () => {
		const time = fc.integer({ min: 0, max: 4e12 });
		const key = fc.string({ minLength: KEY_LENGTH, maxLength: KEY_LENGTH });
		const backlog = fc.record({
			from: time,
			to: fc.option(time),
			drained: fc.boolean(),
			cursors: fc.option(
				fc.dictionary(fc.constantFrom('all', 'update'), fc.option(fc.string()), { noNullPrototype: true }),
			),
			asOf: fc.option(time),
		});
		const awaiting = fc.record({ event: fc.constant({ event_id: 'a' }), since: time, next: time });
		const any = fc.record({
			delivered: fc.array(fc.tuple(time, key)),
			backlog: fc.option(backlog),
			awaiting: fc.array(awaiting),
			owed: fc.boolean(),
		});
		fc.assert(
			fc.property(any, (parts) => {
				const stored = state(parts);
				expect(fingerprint(readState(JSON.parse(JSON.stringify(stored))))).toBe(fingerprint(stored));
			}),
		);
	});

	it('is set aside, and nothing thrown, whatever stands there instead', () => {
		fc.assert(
			fc.property(fc.anything(), fc.constantFrom(...Object.keys(state())), (anything, name) => {
				expect(readState(anything)).toBeUndefined();
				expect(() => readState({ ...state(), [name]: anything })).not.toThrow();
			}),
		);
		expect(readState({ ...state(), version: 2 })).toBeUndefined();
	});

	it.each([
		['a millisecond apart', (index: number) => NOW + index],
		['at one instant', () => NOW],
		['the newest first', (index: number) => NOW - index],
	])('stays small with 100,000 events %s', (_, timeOf) => {
		let memory: Pick<TriggerState, 'delivered' | 'known'> = { delivered: [], known: 0 };
		for (let index = 0; index < 100_000; index += 1000) {
			const taken = Array.from({ length: 1000 }, (__, at) => event(index + at, timeOf(index + at)));
			memory = remember(memory, taken, -Infinity);
			const longest = { event: { url: 'x'.repeat(300) }, since: NOW, next: NOW };
			const full = state({ ...memory, awaiting: Array.from({ length: 200 }, () => longest) });
			expect(JSON.stringify(full).length).toBeLessThan(256 * 1024);
			expect(keysOf(memory).size).toBeLessThanOrEqual(MOST_KEYS);
		}
		// What it has forgotten lies before the time from which it is complete.
		const keys = keysOf(memory);
		for (let index = 0; index < 100_000; index += 97) {
			const { key, time } = event(index, timeOf(index));
			expect(keys.has(key) || time < memory.known).toBe(true);
		}
	});

	it('forgets what lies before the look-back', () => {
		const memory = remember({ delivered: [], known: 0 }, [event(1, NOW - 60_000), event(2, NOW)], NOW - 1000);
		expect(memory.known).toBe(NOW - 1000);
		expect([...keysOf(memory)]).toEqual([event(2, NOW).key]);
	});
});

describe('events', () => {
	it('have keys of their own', () => {
		const keys = new Set(Array.from({ length: 100_000 }, (_, index) => event(index, NOW).key));
		expect(keys.size).toBe(100_000);
		expect([...keys].every(({ length }) => length === KEY_LENGTH)).toBe(true);
	});

	it('are in order of event_time, below the millisecond too, then of event_id', () => {
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

	it('without an offset are taken as UTC; without a time, as of now', () => {
		expect(toTriggerEvent({ event_time: '2026-03-01T12:00:00' }, 0).time).toBe(NOW);
		expect(toTriggerEvent({ event_time: 'soon' }, 7).time).toBe(7);
	});
});

describe('slices of time', () => {
	it('get smaller until they cannot, and always leave something to begin with', () => {
		const reading = fc.record({
			times: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 30 }),
			ascending: fc.boolean(),
			room: fc.integer({ min: 1, max: 10 }),
		});
		fc.assert(
			fc.property(reading, ({ times, ascending, room }) => {
				let slice: ReturnType<typeof narrower> = { from: 0, to: null, cursors: null, asOf: null };
				for (let steps = 0; slice; steps++) {
					expect(steps).toBeLessThan(100);
					const { from, to } = slice;
					const inside = times.filter((time) => time >= from && time <= (to ?? Infinity));
					const fresh = inside.map((time, index) => event(index, time));
					const got: SliceReading = {
						fresh: ascending ? fresh.sort(compareEvents) : fresh,
						newest: Math.max(...inside, -Infinity),
						complete: false,
						ascending,
						cursors: {},
					};
					slice = narrower(slice, got, room);
					if (!slice) break;
					expect(slice.to).toBeGreaterThanOrEqual(from + 2);
					if (to !== null) expect(slice.to).toBeLessThan(to);
				}
			}),
		);
	});

	it('follow each other without a gap, and never begin in the future', () => {
		expect(following({ from: 0, to: 100 }, 10_000)).toMatchObject({ from: 99, to: 299 });
		expect(following({ from: 0, to: 100 }, 150)).toMatchObject({ from: 99, to: null });
		expect(following({ from: 0, to: 100 }, 50)).toMatchObject({ from: 50, to: null });
	});
});

describe('what this process remembers', () => {
	const NEXT = NOW + 60_000;
	const poll = (after: TriggerState, handed: string[], before?: TriggerState) => {
		const turn = enter('t', NOW, NOW + 1000);
		if (!turn) throw new Error('A poll is under way');
		note(turn, { before, after, handed: handed.map((event_id) => ({ event_id })), at: NOW }, []);
		leave(turn);
	};
	beforeEach(forgetAll);

	it('one poll at a time, unless it hangs; what a hanging one brings is kept', () => {
		const first = enter('t', NOW, NOW + 1000);
		expect(first).toBeDefined();
		expect(enter('t', NOW + 999, NOW + 2000)).toBeUndefined();
		expect(enter('other', NOW, NOW + 1000)).toBeDefined();
		const second = enter('t', NOW + 1000, NOW + 2000);
		expect(second).toBeDefined();
		if (!first || !second) return;
		const stray = { before: undefined, after: state(), handed: [{ event_id: 'stray' }], at: NOW };
		expect(note(first, stray, [{ event_id: 'waiting' }])).toBe(false);
		leave(first);
		expect(enter('t', NOW + 1500, NOW + 2000)).toBeUndefined();
		leave(second);
		expect(reconcile('t', undefined, NEXT)?.handedBack).toEqual([
			{ event_id: 'stray' },
			{ event_id: 'waiting' },
		]);
	});

	it('n8n has kept the result', () => {
		poll(state(), ['a']);
		expect(reconcile('t', state(), NEXT)).toEqual({ state: state(), handedBack: [] });
	});

	it('n8n has thrown the result away', () => {
		const before = state({ revision: 2 });
		const waiting = { event: { event_id: 'w' }, since: NOW, next: NOW };
		poll(state({ awaiting: [waiting] }), ['a'], before);
		expect(reconcile('t', before, NOW + 500)).toBeUndefined();
		expect(reconcile('t', before, NEXT)).toEqual({
			state: before,
			handedBack: [{ event_id: 'a' }, { event_id: 'w' }],
		});
	});

	it('n8n has dropped a state beside a null', () => {
		poll(state(), [], state({ revision: 2 }));
		expect(reconcile('t', state({ revision: 2 }), NEXT)).toEqual({ state: state(), handedBack: [] });
		expect(reconcile('t', undefined, NEXT)?.state).toEqual(state());
	});

	it('another process went on', () => {
		poll(state(), []);
		const newer = state({ revision: 9 });
		expect(reconcile('t', newer, NEXT)).toEqual({ state: newer, handedBack: [] });
	});
});
