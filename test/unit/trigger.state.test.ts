/* eslint-disable */
import fc from 'fast-check';

import {
	begin,
	compareEvents,
	FOREVER,
	classifier,
	readState,
	MOST_WAITING,
	MOST_WAITING_SIZE,
	remember,
	toStored,
	toTriggerEvent,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';
import { DAY, KINDS, NOW, ACCOUNT } from '../support/trigger-parts';
import { SEED } from '../support/seed';

const MOST_TAKEN = 10_000;

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...begin(ACCOUNT, ['update'], { with: 'unreceived', at: NOW, parameters: '' }, NOW),
	...more,
});

const event = (id: number | string, time: number) =>
	toTriggerEvent({ event_id: `event-${id}`, event_time: new Date(time).toISOString(), type: 'update' }, 0);

/** Nothing is taken yet. */
const EMPTY = begin(ACCOUNT, [], { with: 'now', at: 0, parameters: '' });

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the state', () => {
	it('is the same after n8n has stored it', () => {
		const time = fc.integer({ min: 0, max: 4e12 });
		const span = fc.record({ from: time, to: time });
		const any = fc.record({
			starts: fc.dictionary(fc.constantFrom(...KINDS), time, { noNullPrototype: true }),
			forward: span,
			leftFrom: time,
			back: span,
			far: span,
			audited: fc.record({ at: time, checkpoint: time }),
			taken: fc
				.array(fc.tuple(fc.nat(), time), { maxLength: 20 })
				.map((list) => new Map(list.map(([id, at]) => [event(id, at).key, at]))),
		});
		fc.assert(
			fc.property(any, (parts) => {
				const stored = toStored(state(parts));
				const reordered = Object.fromEntries(Object.entries(copy(stored)).reverse());
				expect(readState(reordered)).toEqual(state({ ...parts, revision: stored.revision }));
			}),
			{ seed: SEED },
		);
	});

	it('is set aside without an error if anything else is stored', () => {
		fc.assert(
			fc.property(fc.anything(), fc.constantFrom(...Object.keys(toStored(state()))), (anything, name) => {
				expect(readState(anything)).toBeUndefined();
				expect(() => readState({ ...toStored(state()), [name]: anything as never })).not.toThrow();
			}),
			{ seed: SEED },
		);
		for (const version of [0, 2, '1']) expect(readState({ ...toStored(state()), version })).toBeUndefined();
	});

	it.each([
		['starts', { update: 'now' }],
		['forward', { from: 2, to: null }],
		['forward', { from: 2, to: 1e300 }],
		['starts', { update: -1e300 }],
		['audited', { at: NaN, checkpoint: 1 }],
		['audited', { at: 1 }],
		['reach', { length: 1 }],
		['completeFrom', '0'],
		['taken', 'short'],
		['taken', 1],
		['waiting', 'short'],
		['waiting', [{ first: 1 }]],
		['gaps', [{ from: 1 }]],
		['account', { address: 'a', key: 1, credential: '' }],
	])('with damaged %s is set aside: %j', (name, value) => {
		expect(readState(toStored(state()))).toBeDefined();
		expect(readState({ ...toStored(state()), [name]: value })).toBeUndefined();
	});

	it.each([
		['months apart', (index: number) => NOW + index * 5_000_000],
		['the newest first', (index: number) => NOW - index],
	])('stays small with 100,000 events %s', (_, timeOf) => {
		let known = remember(state(), []);
		const text = 'x'.repeat(MOST_WAITING_SIZE / MOST_WAITING - 52);
		const waiting = Array.from({ length: MOST_WAITING }, () => ({ raw: { text }, first: NOW }));
		for (let index = 0; index < 100_000; index += 10_000) {
			known = remember(
				known,
				Array.from({ length: 10_000 }, (__, at) => event(index + at, timeOf(index + at))),
			);
			const full = state({ ...known, waiting });
			expect(JSON.stringify(toStored(full)).length).toBeLessThan(256 * 1024);
			expect(known.taken.size).toBe(MOST_TAKEN);
		}
		// What it has forgotten lies before the time from which it is complete.
		const { taken: keys, completeFrom } = known;
		for (let index = 0; index < 100_000; index += 97) {
			const { key, time } = event(index, timeOf(index));
			expect(keys.has(key) || time < completeFrom).toBe(true);
			if (keys.has(key)) expect(keys.get(key)).toBe(time);
		}
	});

	it('lists taken events in the order of time, each with its distance from the one before', () => {
		const [a, b, c] = [event('a', NOW + 2000), event('b', NOW), event('c', NOW + 2000)];
		const known = remember(remember(EMPTY, [a]), [b, c]);
		const { taken } = toStored(state(known));
		expect(taken).toBe(`${b.key}${NOW.toString(36)} ${a.key}${(2000).toString(36)} ${c.key}0`);
		expect(readState(toStored(state(known)))?.taken).toEqual(known.taken);
		expect(remember(known, [])).toEqual(known);
		expect(known.completeFrom).toBe(0);
	});

	it('forgets the oldest events, and counts everything up to them as taken', () => {
		const many = Array.from({ length: MOST_TAKEN }, (_, index) => event(index, NOW + index));
		const full = remember(EMPTY, many);
		expect(full.completeFrom).toBe(0);
		const three = [1, 2, 3].map((id) => event(`new ${id}`, NOW + DAY));
		const { completeFrom, taken } = remember(full, three);
		expect(completeFrom).toBe(NOW + 3);
		expect([...taken.values()].sort().slice(0, 2)).toEqual([NOW + 3, NOW + 4]);
		expect(remember({ ...full, completeFrom: NOW + 50 }, [event('x', NOW + DAY)]).completeFrom).toBe(
			NOW + 50,
		);
	});

	it.each<[string, number, string, string]>([
		['taken', 5000, 'unreceived', 'taken'],
		['taken', 5999, 'unreceived', 'taken'],
		['taken', 6001, 'unreceived', 'again'],
		['new', 5000, 'unreceived', 'new'],
		['at the bound', 2000, 'unreceived', 'new'],
		['before the list is complete', 1999, 'unreceived', 'taken'],
		['a millisecond before the start', -1, 'unreceived', 'taken'],
		['a millisecond before a start that was chosen', -1, 'date', 'older'],
		['before the start', -2, 'unreceived', 'older'],
	])('knows what counts as taken: %s (%d, %s)', (id, time, beginWith, expected) => {
		const known = { ...remember(EMPTY, [event('taken', NOW + 5000)]), completeFrom: NOW + 2000 };
		const begun = { with: beginWith, at: 0, parameters: '' };
		const classify = classifier(state({ ...known, begun }));
		expect(classify(event(id, NOW + time), { update: NOW })).toBe(expected);
	});

	it.each<[string, number, string]>([
		['update', -1, 'new'],
		['confirm', 4998, 'older'],
		// A kind without a start.
		['documentation', 1e9, 'older'],
	])('has a start for each kind: %s %d', (type, time, expected) => {
		const classify = classifier(state());
		const starts = { update: NOW, confirm: NOW + 5000 };
		expect(classify({ ...event(1, NOW + time), raw: { type } }, starts)).toBe(expected);
	});

	it('begins a millisecond before a given start, or not yet', () => {
		const from = NOW - 1;
		expect(begin(ACCOUNT, KINDS, { with: 'date', at: 0, parameters: '' }, NOW)).toMatchObject({
			forward: { from, to: FOREVER },
			leftFrom: from,
		});
		expect(begin(ACCOUNT, KINDS, { with: 'now', at: 0, parameters: '' })).toMatchObject({
			starts: {},
			forward: { from: FOREVER },
			leftFrom: FOREVER,
		});
	});
});

describe('events', () => {
	it('without an ID are told apart by their content', () => {
		const of = (event_id: unknown, type: string) => toTriggerEvent({ event_id, type } as never, 0).key;
		for (const id of ['', null]) expect(of(id, 'update')).not.toBe(of(id, 'confirm'));
		expect(of('a', 'update')).not.toBe(of('a', 'confirm'));
		// A number is the same ID as its text, unless JSON may have rounded it.
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
