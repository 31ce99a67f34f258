import fc from 'fast-check';

import { compareEvents, KEY_LENGTH, toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import { compare, enter, leave, memories, type Memory } from '../../nodes/ContactConsent/trigger/memory';
import { following, narrower } from '../../nodes/ContactConsent/trigger/slices';
import {
	emptyState,
	fingerprint,
	known,
	MOST_KEYS,
	readState,
	remember,
	takenEvents,
	type Taken,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';
import { upgrade } from '../../nodes/ContactConsent/trigger/upgrade';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const BASE_URL = 'https://service.example';
const KINDS = ['update', 'confirm', 'documentation'];

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...emptyState(BASE_URL),
	revision: 3,
	starts: { update: NOW },
	checkpoint: NOW,
	...more,
});

const event = (id: number | string, time: number) =>
	toTriggerEvent({ event_id: `event-${id}`, event_time: new Date(time).toISOString(), type: 'update' }, 0);

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the state', () => {
	it('comes back from n8n as it was', () => {
		const time = fc.integer({ min: 0, max: 4e12 });
		const to = fc.option(time);
		const any = fc.record({
			starts: fc.dictionary(fc.constantFrom(...KINDS), time, { noNullPrototype: true }),
			checkpoint: time,
			backlog: fc.option(fc.record({ from: time, to, since: time })),
			audit: fc.record({
				completed: time,
				at: time,
				place: fc.option(fc.record({ from: time, to, started: time })),
			}),
			taken: fc.array(fc.tuple(fc.nat(), time), { maxLength: 20 }).map((list) =>
				remember(
					emptyState('').taken,
					list.map(([id, at]) => event(id, at)),
				),
			),
			awaiting: fc.array(
				fc.record({ event: fc.constant({ event_id: 'a' }), since: time, tried: time, next: time }),
			),
		});
		fc.assert(
			fc.property(any, (parts) => {
				const stored = state(parts);
				const reordered = Object.fromEntries(Object.entries(copy(stored)).reverse());
				const back = readState(reordered);
				expect(back).toEqual(stored);
				expect(fingerprint(back ?? {})).toBe(fingerprint(stored));
			}),
		);
	});

	it('is set aside, and nothing thrown, whatever stands there instead', () => {
		fc.assert(
			fc.property(fc.anything(), fc.constantFrom(...Object.keys(state())), (anything, name) => {
				expect(readState(anything)).toBeUndefined();
				expect(() => readState({ ...state(), [name]: anything as never })).not.toThrow();
				expect(() =>
					upgrade({ version: 1, delivered: [], [name]: anything }, BASE_URL, KINDS, 0),
				).not.toThrow();
			}),
		);
		expect(readState({ ...state(), version: 3 })).toBeUndefined();
	});

	it.each([
		['revision', '3'],
		['baseUrl', 7],
		['starts', { update: 'now' }],
		['starts', null],
		['checkpoint', null],
		['backlog', { from: 1, to: 2 }],
		['backlog', { from: 1, to: 'x', since: 3 }],
		['backlog', { from: null, to: 2, since: 3 }],
		['audit', { completed: 1, place: null }],
		['audit', { completed: 'x', at: 1, place: null }],
		['audit', { completed: 1, at: 1, place: { from: 1, to: null } }],
		['taken', { completeFrom: 0, times: '1', keys: '' }],
		['taken', { completeFrom: 0, times: '?', keys: 'aaaaaaaaa' }],
		['taken', { completeFrom: 'x', times: '', keys: '' }],
		['taken', { completeFrom: 0, times: 1, keys: '' }],
		['taken', { completeFrom: 0, times: '', keys: 1 }],
		['awaiting', {}],
		['awaiting', [{ event: 1, since: 1, tried: 1, next: 1 }]],
		['awaiting', [{ event: {}, since: 'x', tried: 1, next: 1 }]],
		['awaiting', [{ event: {}, since: 1 }]],
	])('with damaged %s is set aside: %j', (name, value) => {
		expect(readState(state() as never)).toBeDefined();
		expect(readState({ ...state(), [name]: value })).toBeUndefined();
	});

	it.each([
		['a minute apart', (index: number) => NOW + index * 60_000],
		['months apart', (index: number) => NOW + index * 5_000_000],
		['at one instant', () => NOW],
		['the newest first', (index: number) => NOW - index],
	])('stays small with 100,000 events %s', (_, timeOf) => {
		let taken: Taken = emptyState(BASE_URL).taken;
		const longest = {
			event: { url: 'x'.repeat(240) },
			since: NOW,
			tried: NOW,
			next: NOW,
		};
		for (let index = 0; index < 100_000; index += 10_000) {
			taken = remember(
				taken,
				Array.from({ length: 10_000 }, (__, at) => event(index + at, timeOf(index + at))),
			);
			const full = state({ taken, awaiting: Array.from({ length: 200 }, () => longest) });
			expect(JSON.stringify(full).length).toBeLessThan(256 * 1024);
			expect(takenEvents(taken).size).toBe(MOST_KEYS);
		}
		// What it has forgotten lies before the time from which it is complete.
		const keys = takenEvents(taken);
		for (let index = 0; index < 100_000; index += 97) {
			const { key, time } = event(index, timeOf(index));
			expect(keys.has(key) || time < taken.completeFrom).toBe(true);
			if (keys.has(key)) expect(keys.get(key)).toBe(time);
		}
	});

	it('knows what counts as taken', () => {
		const taken = {
			...remember(emptyState('').taken, [event('taken', NOW + 5000)]),
			completeFrom: NOW + 2000,
		};
		const awaiting = [{ event: event('waits', NOW + 6000).raw, since: NOW, tried: NOW, next: NOW }];
		const { isFresh, isNews } = known(state({ taken, awaiting }), KINDS);
		const cases: Array<[string, number, boolean, boolean]> = [
			['taken', 5000, false, false],
			['waits', 6000, false, false],
			['new', 5000, true, true],
			['at the bound', 2000, true, true],
			['before the list is complete', 1999, false, false],
			['at the start', 0, false, false],
			['before the start', -1, false, true],
		];
		for (const [id, time, fresh, news] of cases) {
			expect([id, isFresh(event(id, NOW + time)), isNews(event(id, NOW + time))]).toEqual([id, fresh, news]);
		}
	});

	it('begins a kind that is chosen later at once, and any unknown kind with the others', () => {
		const { isFresh, isNews } = known(state(), KINDS);
		const of = (type: string) => ({ ...event(1, NOW + 1000), raw: { type } });
		expect([isFresh(of('confirm')), isNews(of('confirm'))]).toEqual([false, true]);
		expect(isFresh(of('strange'))).toBe(true);
	});
});

describe('a state of version 1', () => {
	const old = (more: object = {}) => ({
		version: 1,
		revision: 7,
		time: NOW,
		known: NOW - 300_000,
		delivered: [],
		owed: false,
		backlog: null,
		awaiting: [{ event: { event_id: 'w' }, since: NOW, next: NOW }],
		...more,
	});
	/** As version 1 wrote it: the same number, in base 36. */
	const oldKey = (key: string) => {
		const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
		const number = [...key].reduce((sum, digit) => sum * 64 + digits.indexOf(digit), 0);
		return number.toString(36).padStart(11, '0');
	};

	it('goes on where it was', () => {
		const [a, b] = [event('a', NOW - 1000), event('b', NOW - 1000)];
		const delivered = [[NOW - 1000, oldKey(a.key) + oldKey(b.key)]];
		const upgraded = upgrade(old({ delivered }), BASE_URL, KINDS, 600_000);
		expect(upgraded).toMatchObject({
			version: 2,
			revision: 7,
			checkpoint: NOW,
			baseUrl: BASE_URL,
			backlog: null,
		});
		expect(upgraded?.awaiting).toEqual([{ ...old().awaiting[0], tried: NOW }]);
		expect(Object.values(upgraded?.starts ?? {})).toEqual([NOW - 300_000, NOW - 300_000, NOW - 300_000]);
		const { isFresh } = known(upgraded ?? state(), KINDS);
		expect([a, b, event('c', NOW - 1000)].map(isFresh)).toEqual([false, false, true]);
	});

	it.each([
		['a backlog', { backlog: { from: NOW - 900_000, cursors: null }, known: 0 }, NOW - 900_000],
		['a page cursor', { backlog: { from: NOW - 900_000, cursors: { all: 'c' } } }, NOW - 900_000],
		['a look-back', { known: 0 }, NOW - 600_001],
	])('with %s begins early enough', (_, more, start) => {
		expect(upgrade(old(more), BASE_URL, KINDS, 600_000)?.starts.update).toBe(start);
	});

	it('is set aside where it is damaged', () => {
		expect(upgrade(old({ time: 'yesterday' }), BASE_URL, KINDS, 0)).toBeUndefined();
		expect(upgrade(old({ delivered: 'x' }), BASE_URL, KINDS, 0)).toBeUndefined();
		expect(upgrade('x', BASE_URL, KINDS, 0)).toBeUndefined();
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

	it('without an offset are taken as UTC, with a space as with a T; without a time, as of now', () => {
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

describe('slices of time', () => {
	it('get smaller until they cannot, and always leave something to begin with', () => {
		const reading = fc.record({
			times: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 30 }),
			isAscending: fc.boolean(),
			room: fc.integer({ min: 1, max: 10 }),
		});
		fc.assert(
			fc.property(reading, ({ times, isAscending, room }) => {
				let slice = { from: 0, to: 6000 };
				for (let steps = 0; slice.to - slice.from > 2; steps++) {
					expect(steps).toBeLessThan(100);
					const inside = times.filter((time) => time >= slice.from && time <= slice.to);
					if (isAscending) inside.sort((a, b) => a - b);
					const fresh = inside.map((time, index) => event(index, time));
					const got = { fresh, times: inside, isComplete: false, isAscending };
					const smaller = narrower(slice, got, slice.to, room);
					expect(smaller.to).toBeGreaterThanOrEqual(slice.from + 2);
					expect(smaller.to).toBeLessThan(slice.to);
					slice = smaller;
				}
			}),
		);
	});

	it('follow each other without a gap, as dense as the last one, and never begin in the future', () => {
		const behind = { from: 0, to: 100 };
		expect(following(behind, 1000, 920, 0, 10_000)).toEqual({ from: 99, to: 191 });
		expect(following(behind, 10, 920, 0, 10_000)).toEqual({ from: 99, to: 9299 });
		expect(following(behind, 10, 920, 0, 5000)).toEqual({ from: 99, to: null });
		expect(following(behind, 0, 920, 0, 10_000)).toEqual({ from: 99, to: 3299 });
		expect(following(behind, 0, 920, 0, 3000)).toEqual({ from: 99, to: null });
		expect(following(behind, 0, 920, 1099, 10_000)).toEqual({ from: 99, to: 599 });
		expect(following(behind, 10, 920, 0, 50)).toEqual({ from: 50, to: null });
	});
});

describe('what this process remembers', () => {
	beforeEach(() => memories.clear());

	it('one poll at a time, unless it hangs or the clock was put back', () => {
		const first = enter('t', NOW, NOW + 1000);
		expect(first).toBeDefined();
		expect(enter('t', NOW, NOW + 2000)).toBeUndefined();
		expect(enter('t', NOW + 999, NOW + 2000)).toBeUndefined();
		expect(enter('other', NOW, NOW + 1000)).toBeDefined();
		const second = enter('t', NOW + 1000, NOW + 2000);
		expect(second).toBeDefined();
		if (!first || !second) return;
		leave(first.memory, first.turn);
		expect(enter('t', NOW + 1500, NOW + 2000)).toBeUndefined();
		expect(enter('t', NOW - 5000, NOW)).toBeDefined();
		leave(second.memory, second.turn);
	});

	it('the newest 1,000 triggers', () => {
		for (let index = 0; index < 1005; index++) enter(`t${index}`, NOW, NOW);
		expect(memories.size).toBe(1000);
		expect(memories.has('t4')).toBe(false);
	});

	it.each([
		['nothing yet', {}, 4, NOW, 'kept'],
		['the state was kept', { last: { revision: 4, hadItems: true, at: NOW } }, 4, NOW, 'kept'],
		['another process went on', { last: { revision: 4, hadItems: true, at: NOW } }, 9, NOW, 'kept'],
		['dropped beside a null', { last: { revision: 4, hadItems: false, at: NOW } }, 3, NOW, 'kept'],
		[
			'perhaps still being written',
			{ last: { revision: 4, hadItems: true, at: NOW } },
			3,
			NOW + 1999,
			'tooEarly',
		],
		['thrown away', { last: { revision: 4, hadItems: true, at: NOW } }, 3, NOW + 2000, 'lost'],
		['thrown away, clock put back', { last: { revision: 4, hadItems: true, at: NOW } }, 3, NOW - 1, 'lost'],
	] as Array<[string, Memory, number, number, string]>)('%s', (_, memory, revision, now, expected) => {
		expect(compare(memory, revision, now)).toBe(expected);
	});

	it('how far it has read counts for the very state it was read from', () => {
		const memory: Memory = { place: { revision: 4, positions: state() } };
		compare(memory, 4, NOW);
		expect(memory.place).toBeDefined();
		compare(memory, 5, NOW);
		expect(memory.place).toBeUndefined();
	});
});
