/** The list of the events that were taken. */
import { begin, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { classifier, withTaken } from '../../nodes/ContactConsent/trigger/taken';
import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';
import { ACCOUNT, DAY, NOW } from '../support/trigger-parts';

const MOST_TAKEN = 10_000;

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...begin(ACCOUNT, ['update'], { with: 'unreceived', at: NOW, parameters: '' }, NOW),
	...more,
});

const event = (id: number | string, time: number) =>
	toTriggerEvent({ event_id: `event-${id}`, event_time: new Date(time).toISOString(), type: 'update' }, 0);

/** Nothing is taken yet. */
const EMPTY = begin(ACCOUNT, [], { with: 'now', at: 0, parameters: '' });

describe('the list of taken events', () => {
	it('forgets the oldest events, and counts everything up to them as taken', () => {
		const many = Array.from({ length: MOST_TAKEN }, (_, index) => event(index, NOW + index));
		const full = withTaken(EMPTY, many);
		expect(full.completeFrom).toBe(0);
		const three = [1, 2, 3].map((id) => event(`new ${id}`, NOW + DAY));
		const { completeFrom, taken } = withTaken(full, three);
		expect(completeFrom).toBe(NOW + 3);
		expect([...taken.values()].sort().slice(0, 2)).toEqual([NOW + 3, NOW + 4]);
		expect(withTaken({ ...full, completeFrom: NOW + 50 }, [event('x', NOW + DAY)]).completeFrom).toBe(
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
		const known = { ...withTaken(EMPTY, [event('taken', NOW + 5000)]), completeFrom: NOW + 2000 };
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
});
