/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import fc from 'fast-check';

import { compareEvents, toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import { keyOf, KEY_LENGTH } from '../../nodes/ContactConsent/values';
import { enter, leave, memories, reconcile, type Memory } from '../../nodes/ContactConsent/trigger/reconcile';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import {
	begin,
	FOREVER,
	isTurnOfWaiting,
	known,
	MOST_TAKEN,
	readState,
	remember,
	takenEvents,
	upgrade,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const BASE_URL = 'https://service.example';
const DAY = 24 * 3_600_000;
const KINDS = ['update', 'confirm', 'documentation'];

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...begin(BASE_URL, ['update'], NOW),
	revision: 3,
	...more,
});

const event = (id: number | string, time: number) =>
	toTriggerEvent({ event_id: `event-${id}`, event_time: new Date(time).toISOString(), type: 'update' }, 0);

/** Nothing is taken yet. */
const EMPTY = begin('', []).taken;

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the state', () => {
	it('comes back from n8n as it was', () => {
		const time = fc.integer({ min: 0, max: 4e12 });
		const progress = { since: time, from: time, to: time };
		const any = fc.record({
			starts: fc.dictionary(fc.constantFrom(...KINDS), time, { noNullPrototype: true }),
			forward: fc.record(progress),
			audit: fc.record({ ...progress, at: time }),
			taken: fc.array(fc.tuple(fc.nat(), time), { maxLength: 20 }).map((list) =>
				remember(
					EMPTY,
					list.map(([id, at]) => event(id, at)),
				),
			),
			awaiting: fc.array(fc.record({ event: fc.constant({ event_id: 'a' }), waited: time, tried: time })),
		});
		fc.assert(
			fc.property(any, (parts) => {
				const stored = state(parts);
				const reordered = Object.fromEntries(Object.entries(copy(stored)).reverse());
				expect(readState(reordered)).toEqual(stored);
			}),
		);
	});

	it('gives what waits its turn at every other change, if anything waits', () => {
		const awaiting = [{ event: { event_id: 'e' }, waited: 0, tried: 0 }];
		expect(isTurnOfWaiting({ ...state(), awaiting, revision: 2 })).toBe(true);
		expect(isTurnOfWaiting({ ...state(), awaiting, revision: 3 })).toBe(false);
		expect(isTurnOfWaiting({ ...state(), awaiting: [], revision: 2 })).toBe(false);
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
		['forward', null],
		['forward', { since: 1, from: 2 }],
		['forward', { since: 1, from: 2, to: null }],
		['forward', { since: 'x', from: 1, to: 2 }],
		['audit', { since: 1, from: 1, to: 2 }],
		['audit', { since: 1, from: NaN, to: 2, at: 3 }],
		['taken', { completeFrom: 0, list: 'short' }],
		['taken', { completeFrom: 0, list: 'aaaaaaaaaaa?' }],
		['taken', { completeFrom: 'x', list: '' }],
		['taken', { completeFrom: 0, list: 1 }],
		['awaiting', {}],
		['awaiting', [{ event: 1, waited: 1, tried: 1 }]],
		['awaiting', [{ event: {}, waited: 'x', tried: 1 }]],
		['awaiting', [{ event: {}, waited: 1 }]],
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
		let { taken } = state();
		const longest = { event: { url: 'x'.repeat(240) }, waited: 0, tried: NOW };
		for (let index = 0; index < 100_000; index += 10_000) {
			taken = remember(
				taken,
				Array.from({ length: 10_000 }, (__, at) => event(index + at, timeOf(index + at))),
			);
			const full = state({ taken, awaiting: Array.from({ length: 200 }, () => longest) });
			expect(JSON.stringify(full).length).toBeLessThan(256 * 1024);
			expect(takenEvents(taken).size).toBe(MOST_TAKEN);
		}
		// What it has forgotten lies before the time from which it is complete.
		const keys = takenEvents(taken);
		for (let index = 0; index < 100_000; index += 97) {
			const { key, time } = event(index, timeOf(index));
			expect(keys.has(key) || time < taken.completeFrom).toBe(true);
			if (keys.has(key)) expect(keys.get(key)).toBe(time);
		}
	});

	it('lists what was taken in order of time, each with its distance from the one before', () => {
		const [a, b, c] = [event('a', NOW + 2000), event('b', NOW), event('c', NOW + 2000)];
		const taken = remember(remember(EMPTY, [a]), [b, c]);
		expect(taken.list).toBe(`${b.key}${NOW.toString(36)} ${a.key}${(2000).toString(36)} ${c.key}0`);
		expect([...takenEvents(taken)]).toEqual([
			[b.key, NOW],
			[a.key, NOW + 2000],
			[c.key, NOW + 2000],
		]);
		expect(remember(taken, [])).toBe(taken);
		expect(taken.completeFrom).toBe(0);
	});

	it('forgets the oldest of too many, and counts all up to them as taken', () => {
		const many = Array.from({ length: MOST_TAKEN }, (_, index) => event(index, NOW + index));
		const full = remember(EMPTY, many);
		expect(full.completeFrom).toBe(0);
		const three = [1, 2, 3].map((id) => event(`new ${id}`, NOW + DAY));
		const { completeFrom, list } = remember(full, three);
		expect(completeFrom).toBe(NOW + 3);
		expect([...takenEvents({ completeFrom, list }).values()].slice(0, 2)).toEqual([NOW + 3, NOW + 4]);
		expect(remember({ ...full, completeFrom: NOW + 50 }, [event('x', NOW + DAY)]).completeFrom).toBe(
			NOW + 50,
		);
	});

	it('knows what counts as taken', () => {
		const taken = {
			...remember(EMPTY, [event('taken', NOW + 5000)]),
			completeFrom: NOW + 2000,
		};
		const { isFresh, isNews } = known(state({ taken }), KINDS);
		const cases: Array<[string, number, boolean, boolean]> = [
			['taken', 5000, false, false],
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
		const starts = { documentation: NOW + 5000, update: NOW };
		const { isFresh, isNews } = known(state({ starts }), KINDS);
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
	it('goes on where it was', () => {
		const [a, b] = [event('a', NOW - 1000), event('b', NOW - 1000)];
		const delivered = [[NOW - 1000, a.key + b.key]];
		const upgraded = upgrade(old({ delivered }), BASE_URL, KINDS, 600_000);
		const forward = { since: NOW - 300_000, from: FOREVER, to: FOREVER };
		expect(upgraded).toMatchObject({ version: 2, baseUrl: BASE_URL, forward });
		expect(upgraded?.awaiting).toEqual([{ event: { event_id: 'w' }, waited: 0, tried: NOW }]);
		expect(Object.values(upgraded?.starts ?? {})).toEqual([NOW - 300_000, NOW - 300_000, NOW - 300_000]);
		const { isFresh } = known(upgraded ?? state(), KINDS);
		const waits = toTriggerEvent({ event_id: 'w', type: 'update' }, NOW);
		expect([a, b, waits, event('c', NOW - 1000)].map(isFresh)).toEqual([false, false, false, true]);
	});

	it.each([
		['a backlog', { backlog: { from: NOW - 900_000, cursors: null }, known: 0 }, NOW - 900_000],
		['a page cursor', { backlog: { from: NOW - 900_000, cursors: { all: 'c' } } }, NOW - 900_000],
		['a look-back', { known: 0 }, NOW - 601_000],
	])('with %s begins early enough', (_, more, start) => {
		expect(upgrade(old(more), BASE_URL, KINDS, 600_000)?.starts.update).toBe(start);
	});

	it('is set aside where it is damaged', () => {
		expect(upgrade(old({ time: 'yesterday' }), BASE_URL, KINDS, 0)).toBeUndefined();
		expect(upgrade(old({ delivered: 'x' }), BASE_URL, KINDS, 0)).toBeUndefined();
		expect(upgrade(old({ awaiting: [{ event: null, since: NOW }] }), BASE_URL, KINDS, 0)).toBeUndefined();
		expect(upgrade(old({ awaiting: [{ event: {}, since: 'x' }] }), BASE_URL, KINDS, 0)).toBeUndefined();
		expect(upgrade(old({ delivered: [[NOW, 'short']], awaiting: [] }), BASE_URL, KINDS, 0)?.taken.list).toBe(
			'',
		);
		expect(upgrade('x', BASE_URL, KINDS, 0)).toBeUndefined();
	});
});

describe('events', () => {
	it('have keys of their own', () => {
		const keys = new Set(Array.from({ length: 100_000 }, (_, index) => event(index, NOW).key));
		expect(keys.size).toBe(100_000);
		expect([...keys].every(({ length }) => length === KEY_LENGTH)).toBe(true);
	});

	it('without an ID are told apart by what is in them', () => {
		const of = (event_id: unknown, type: string) => toTriggerEvent({ event_id, type } as never, 0).key;
		for (const id of ['', null, 7]) expect(of(id, 'update')).not.toBe(of(id, 'confirm'));
		expect(of('a', 'update')).toBe(of('a', 'confirm'));
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

describe('what this process remembers', () => {
	beforeEach(() => memories.clear());

	const [OLD, NEW] = [{ revision: 1 }, { revision: 2 }];

	it('one poll at a time, unless it hangs or the clock was put back', () => {
		const first = enter('t', OLD, NOW, NOW + 1000);
		expect(enter('t', OLD, NOW, NOW + 2000)).toBeUndefined();
		expect(enter('t', OLD, NOW + 999, NOW + 2000)).toBeUndefined();
		expect(enter('other', OLD, NOW, NOW + 1000)).toBeDefined();
		const second = enter('t', OLD, NOW + 1000, NOW + 2000);
		if (!first || !second) throw new Error('was not let in');
		leave(first.memory, first.lease, NEW, NOW + 1200);
		expect(enter('t', OLD, NOW + 1500, NOW + 2000)).toBeUndefined();
		expect(enter('t', OLD, NOW - 5000, NOW)).toBeDefined();
	});

	it('nothing of a poll that ends when another one has taken over', () => {
		const first = enter('t', OLD, NOW, NOW + 1000);
		const second = enter('t', OLD, NOW + 1000, NOW + 2000);
		if (first) leave(first.memory, first.lease, undefined, NOW + 1200);
		expect(second).toBeDefined();
		expect(enter('t', OLD, NOW + 1500, NOW + 2000)).toBeUndefined();
	});

	it('that n8n may still be writing what the last poll handed over', () => {
		const idle = enter('t', OLD, NOW, NOW + 1000);
		if (idle) leave(idle.memory, idle.lease, undefined, NOW + 10);
		const busy = enter('t', OLD, NOW + 11, NOW + 1000);
		if (busy) leave(busy.memory, busy.lease, NEW, NOW + 20);
		expect(idle && busy).toBeDefined();
		expect(enter('t', OLD, NOW + 2019, NOW + 9000)).toBeUndefined();
		expect(enter('t', OLD, NOW + 2020, NOW + 9000)).toBeDefined();
	});

	it('that n8n has written it', () => {
		const busy = enter('t', OLD, NOW, NOW + 1000);
		if (busy) leave(busy.memory, busy.lease, NEW, NOW + 20);
		expect(enter('t', OLD, NOW + 30, NOW + 9000)).toBeUndefined();
		expect(enter('t', { ...NEW }, NOW + 30, NOW + 9000)).toBeDefined();
	});

	it('the 1,000 triggers that polled last', () => {
		for (let index = 0; index < 1000; index++) enter(`t${index}`, undefined, NOW, NOW);
		enter('t0', undefined, NOW, NOW);
		for (let index = 1000; index < 1005; index++) enter(`t${index}`, undefined, NOW, NOW);
		expect(memories.size).toBe(1000);
		expect(['t0', 't5', 't6'].map((name) => memories.has(name))).toEqual([true, false, true]);
	});

	const goOn = (memory: Memory, stored: unknown, baseUrl = BASE_URL) => {
		const settings = { kinds: KINDS, lookback: 0 } as unknown as Settings;
		return reconcile(stored, memory, { baseUrl, settings, log: jest.fn() });
	};

	it('what n8n did not keep, which counts for the very state that it went on from', () => {
		const left = state({ revision: 4 });
		const after = keyOf(JSON.stringify(state()));
		const memory: Memory = { ahead: { after, state: left } };
		expect(goOn(memory, copy(state()))).toEqual({ state: left, kept: state(), after });
		// As far, but not the same.
		const other = state({ awaiting: [{ event: {}, waited: 0, tried: 0 }] });
		expect(goOn(memory, other).state).toEqual(other);
		expect(memory.ahead).toBeUndefined();
	});

	it('what has come since a state that is of no use, whatever that holds', () => {
		const ahead = { after: '', state: state({ revision: 4 }) };
		expect(goOn({ ahead }, { damaged: true }).state).toEqual(ahead.state);
		expect(goOn({ ahead }, state({ baseUrl: 'https://other.example' })).state).toEqual(ahead.state);
	});

	it('nothing of another account', () => {
		const memory: Memory = { ahead: { after: '', state: state() } };
		expect(goOn(memory, undefined, 'https://other.example').state.revision).toBe(0);
	});
});
