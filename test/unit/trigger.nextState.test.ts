/** The state that a poll leaves. */
import { isToBeStored, nextState } from '../../nodes/ContactConsent/trigger/nextState';
import type { PollReading } from '../../nodes/ContactConsent/trigger/reading';
import type { Period } from '../../nodes/ContactConsent/trigger/period';
import type { TriggerState } from '../../nodes/ContactConsent/trigger/state';
import type { TriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';
import {
	ago,
	DAY,
	documentOf,
	eventOf,
	given,
	HOUR,
	MINUTE,
	NOW,
	readingOf,
	running,
	SECOND,
	settingsOf,
} from '../support/trigger-parts';

interface Left {
	of?: Partial<TriggerState>;
	reading?: Partial<PollReading>;
	deliver?: TriggerEvent[];
	/** Events that were read and not taken. */
	left?: TriggerEvent[];
	older?: TriggerEvent[];
}

const passes = ({ event_id: id }: { event_id?: unknown }) => !String(id).startsWith('f');
const HOUR_AGO = { checkpoint: NOW - HOUR, nextNearFrom: NOW - 2 * HOUR };

/** The state after a poll that read up to the present. The checkpoint before it was an hour ago. */
const stateAfter = ({ of, reading, deliver = [], left = [], older = [] }: Left) =>
	nextState({
		state: running({ ...HOUR_AGO, ...of }),
		reading: readingOf([...deliver, ...left], older, reading),
		deliver: deliver.map((event) => ({ event })),
		settings: settingsOf({ passes }),
		now: () => NOW,
	});

it('takes as many events as one page can have', () => {
	const left = Array.from({ length: 200_000 }, (_, at) => eventOf(`e${at}`, NOW - at));
	expect(stateAfter({ left }).next.checkpoint).toBeLessThan(NOW);
});

const checkpointAt = (checkpoint: number): Partial<TriggerState> => ({ checkpoint });

const keysOf = (events: TriggerEvent[]) => events.map(({ key }) => key).sort();

describe('what was taken', () => {
	const takenIn = (left: Left) => [...stateAfter(left).next.taken.keys()].sort();

	it('has the delivered events and those that the filter left out', () => {
		const [a, f] = [eventOf('a'), eventOf('f')];
		expect(takenIn({ deliver: [a], left: [f] })).toEqual(keysOf([a, f]));
	});

	it('has only those filtered events that come before the first event that was left', () => {
		const [old, equal, newer] = [eventOf('f', NOW - 9), eventOf('f2', NOW - 5), eventOf('f3')];
		expect(takenIn({ left: [old, equal, newer, documentOf('d', NOW - 5)] })).toEqual(keysOf([old]));
	});

	it('pushes out events that were left when it is full, and counts them', () => {
		const many = Array.from({ length: 10_003 }, (_, index) => eventOf(`e${index}`, NOW + index));
		const left = [eventOf('d', NOW - 5), eventOf('e', NOW + 9000), documentOf('w', NOW - 5)];
		expect(stateAfter({ deliver: many, left }).lost).toEqual({ fellOff: 1, hadNoRoom: 0 });
	});
});

describe('the place in the history', () => {
	interface Place {
		/** In seconds before now. */
		checkpoint?: number;
		/** The end of the slice that is read next. */
		sliceTo?: number;
		/** The next look-back begins here. */
		nextNearFrom?: number;
		/** The rest of this look-back begins here. */
		backFrom?: number;
	}
	const place = (left: Left): Place => {
		const { checkpoint, sliceTo, nextNearFrom, back } = stateAfter(left).next;
		return given({
			checkpoint: ago(checkpoint),
			sliceTo: ago(sliceTo),
			nextNearFrom: ago(nextNearFrom),
			backFrom: ago(back?.from),
		});
	};
	const rest = (from: number, sliceTo?: number, to?: number): Period => ({ from, sliceTo, to });
	const isRead = { newest: NOW - SECOND };
	const left = [eventOf('b', NOW - 8 * SECOND), eventOf('c', NOW - 9 * SECOND)];
	const before = { back: { from: NOW - 3 * HOUR, sliceTo: NOW - HOUR } };
	const goesOn = { of: before, reading: isRead };

	it.each<[string, Left, Place]>([
		[
			'is the newest event after reading up to the present',
			{ reading: { newest: NOW - MINUTE } },
			{ checkpoint: 60, nextNearFrom: 660.001 },
		],
		[
			'is the present if the newest event is in the future',
			{ reading: { newest: NOW + DAY } },
			{ checkpoint: 0, nextNearFrom: 600.001 },
		],
		[
			'follows the clock on a quiet account, six hours behind and in whole hours',
			{ of: { checkpoint: NOW - DAY } },
			{ checkpoint: 21600, nextNearFrom: 22200.001 },
		],
		[
			'is where the reading ended',
			{ reading: { forward: rest(NOW - 5 * MINUTE, NOW - MINUTE) } },
			{ checkpoint: 300, sliceTo: 60, nextNearFrom: 600.001 },
		],
		[
			'has no look-back if the reading ended far before the present',
			{ reading: { forward: rest(NOW - HOUR / 2) } },
			{ checkpoint: 1800, nextNearFrom: 1800 },
		],
		[
			'stays, with a rest of the look-back, if the reading ended before the checkpoint',
			{ reading: { forward: rest(NOW - 2 * HOUR) } },
			{ checkpoint: 3600, nextNearFrom: 3600, backFrom: 7200 },
		],
		[
			'is before the first update that was left',
			{ reading: isRead, left },
			{ checkpoint: 9.001, nextNearFrom: 610.001 },
		],
		[
			'is not before an update that was left behind the checkpoint',
			{ reading: isRead, left: [eventOf('b', NOW - 2 * HOUR)] },
			{ checkpoint: 1, nextNearFrom: 7200.001 },
		],
		[
			'is not before a document that waits in the state',
			{ reading: isRead, left: [documentOf('b', NOW - 15 * MINUTE)] },
			{ checkpoint: 1, nextNearFrom: 601.001 },
		],
		['keeps the beginning of a look-back that goes on', goesOn, { checkpoint: 1, nextNearFrom: 7200 }],
		[
			'keeps the rest of a look-back until its end',
			{ ...goesOn, reading: { ...isRead, back: rest(NOW - 2 * HOUR) } },
			{ checkpoint: 1, nextNearFrom: 7200, backFrom: 7200 },
		],
		[
			'keeps the oldest event that a look-back left',
			{ ...goesOn, left: [eventOf('b', NOW - 3 * HOUR)] },
			{ checkpoint: 1, nextNearFrom: 10800.001 },
		],
	])('%s', (_, of, expected) => {
		expect(place(of)).toEqual(expected);
	});

	it('keeps the rest of the far look-back', () => {
		expect(stateAfter({ reading: { far: rest(NOW - DAY, NOW - HOUR, NOW) } }).next.far).toEqual({
			from: NOW - DAY,
			sliceTo: NOW - HOUR,
		});
		expect(stateAfter({}).next.far).toBeUndefined();
	});
});

describe('the events that wait in the state', () => {
	const idsIn = (left: Left) => stateAfter(left).next.waiting.map(({ raw }) => raw.event_id);
	const many = (count: number, text = '') =>
		Array.from({ length: count }, (_, index) => documentOf(`d${index}`, NOW - index, { text }));

	it('are as the service sent them, with the time when they were first read', () => {
		const old = { ...documentOf('a', NOW - 60 * DAY), first: NOW - DAY };
		expect(stateAfter({ older: [old], left: [eventOf('u')] }).next.waiting).toEqual([
			{ raw: old.raw, first: NOW - DAY },
		]);
		expect(stateAfter({ left: [documentOf('b')] }).next.waiting).toMatchObject([{ first: NOW }]);
	});

	it('are 200 at most, first those that no list shows again, then the oldest', () => {
		const shown = { ...documentOf('l', NOW + 9), isOnlyLatest: true };
		const ids = idsIn({ left: [...many(300), shown], older: [eventOf('o', NOW - 60 * DAY)] });
		expect(ids).toHaveLength(200);
		expect(ids.slice(0, 3)).toEqual(['o', 'l', 'd299']);
	});

	it.each([
		['x', 2000],
		['ü', 1000],
		['漢', 700],
	])(
		'take 60 KB at most; the others are left to the history, and the reading begins there: %s',
		(character, count) => {
			const { next } = stateAfter({ left: many(100, character.repeat(count)) });
			expect(Buffer.byteLength(JSON.stringify(next.waiting))).toBeLessThan(61_000);
			expect(next.nextNearFrom).toBeLessThan(NOW - 50);
		},
	);

	it('leave out one that is larger than the room, and take those behind it', () => {
		const huge = eventOf('h', NOW - 60 * DAY, { text: 'x'.repeat(61_000) });
		const { next, lost } = stateAfter({ older: [huge, eventOf('o', NOW - 59 * DAY)], left: many(2) });
		expect(next.waiting.map(({ raw }) => raw.event_id)).toEqual(['o', 'd1', 'd0']);
		expect(lost).toEqual({ fellOff: 0, hadNoRoom: 1 });
	});
});

it.each<[string, Partial<TriggerState> | undefined, Partial<TriggerState>, number | undefined, boolean]>([
	['if nothing was stored', undefined, {}, NOW, true],
	['if a kind has a new start', { starts: {} }, {}, NOW, true],
	['if an event begins to wait', {}, { waiting: [{ raw: {}, first: NOW }] }, NOW, true],
	['if an event waits no more', { waiting: [{ raw: {}, first: NOW }] }, {}, NOW, false],
	['if an old checkpoint moves on', checkpointAt(NOW - 7 * HOUR), checkpointAt(NOW - 6 * HOUR), NOW, true],
	['if an old checkpoint stays', checkpointAt(NOW - 7 * HOUR), checkpointAt(NOW - 7 * HOUR), NOW, false],
	['if a newer checkpoint moves on', checkpointAt(NOW - 6 * HOUR), checkpointAt(NOW), NOW, false],
	['if the service has not answered', checkpointAt(NOW - DAY), checkpointAt(NOW), undefined, false],
])('whether the state of a poll without events is written %s', (_, kept, next, date, expected) => {
	expect(isToBeStored(running(next), kept && running(kept), date)).toBe(expected);
});
