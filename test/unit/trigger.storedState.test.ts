/** The state as n8n stores it. */
import fc from 'fast-check';

import {
	begin,
	MOST_WAITING,
	MOST_WAITING_SIZE,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';
import { readState, toStored } from '../../nodes/ContactConsent/trigger/storedState';
import { withTaken } from '../../nodes/ContactConsent/trigger/taken';
import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';
import { KINDS, NOW, ACCOUNT } from '../support/trigger-parts';
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
		const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
		const rest = fc.record({ from: time, sliceTo: maybe(time) });
		const any = fc.record({
			starts: fc.dictionary(fc.constantFrom(...KINDS), time, { noNullPrototype: true }),
			checkpoint: maybe(time),
			sliceTo: maybe(time),
			nextNearFrom: maybe(time),
			back: maybe(rest),
			far: maybe(rest),
			farBegan: maybe(fc.record({ at: time, checkpoint: time })),
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
		['back', { from: 2, sliceTo: null }],
		['far', { from: 2, sliceTo: 1e300 }],
		['far', { sliceTo: 2 }],
		['checkpoint', null],
		['checkpoint', 1e300],
		['starts', { update: -1e300 }],
		['farBegan', { at: NaN, checkpoint: 1 }],
		['farBegan', { at: 1 }],
		['historyLimit', { length: 1 }],
		['completeFrom', '0'],
		['taken', 'short'],
		['taken', 1],
		['waiting', 'short'],
		['waiting', [{ first: 1 }]],
		['skipped', [{ from: 1 }]],
		['account', { address: 'a', key: 1, credential: '' }],
	])('with damaged %s is set aside: %j', (name, value) => {
		expect(readState(toStored(state()))).toBeDefined();
		expect(readState({ ...toStored(state()), [name]: value })).toBeUndefined();
	});

	it.each([
		['months apart', (index: number) => NOW + index * 5_000_000],
		['the newest first', (index: number) => NOW - index],
	])('stays small with 100,000 events %s', (_, timeOf) => {
		let known = withTaken(state(), []);
		const text = 'x'.repeat(MOST_WAITING_SIZE / MOST_WAITING - 52);
		const waiting = Array.from({ length: MOST_WAITING }, () => ({ raw: { text }, first: NOW }));
		for (let index = 0; index < 100_000; index += 10_000) {
			known = withTaken(
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
		const known = withTaken(withTaken(EMPTY, [a]), [b, c]);
		const { taken } = toStored(state(known));
		expect(taken).toBe(`${b.key}${NOW.toString(36)} ${a.key}${(2000).toString(36)} ${c.key}0`);
		expect(readState(toStored(state(known)))?.taken).toEqual(known.taken);
		expect(withTaken(known, [])).toEqual(known);
		expect(known.completeFrom).toBe(0);
	});

	it('begins a millisecond before a given start, so that an event of that instant is read', () => {
		const from = NOW - 1;
		expect(begin(ACCOUNT, KINDS, { with: 'date', at: 0, parameters: '' }, NOW)).toMatchObject({
			checkpoint: from,
			nextNearFrom: from,
		});
	});

	it('has no checkpoint before the first poll that sets its start', () => {
		expect(begin(ACCOUNT, KINDS, { with: 'now', at: 0, parameters: '' })).toEqual({
			revision: '',
			account: ACCOUNT,
			begun: { with: 'now', at: 0, parameters: '' },
			starts: {},
			skipped: [],
			waiting: [],
			taken: new Map(),
			completeFrom: 0,
		});
	});
});
