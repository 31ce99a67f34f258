/** The state that a poll leaves, and its items. */
import { commit, isToBeKept, toItem } from '../../nodes/ContactConsent/trigger/commit';
import type { Read } from '../../nodes/ContactConsent/trigger/reader';
import { FOREVER, type TriggerEvent, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
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
import { senderOf } from '../support/sender';

interface Left {
	of?: Partial<TriggerState>;
	reading?: Partial<Read>;
	deliver?: TriggerEvent[];
	/** Events that were read and not taken. */
	left?: TriggerEvent[];
	older?: TriggerEvent[];
}

const passes = ({ event_id: id }: { event_id?: unknown }) => !String(id).startsWith('f');
const HOUR_AGO = { forward: { from: NOW - HOUR, to: FOREVER }, leftFrom: NOW - 2 * HOUR };

/** The state after a poll that read up to the present. The checkpoint before it was an hour ago. */
const leave = ({ of, reading, deliver = [], left = [], older = [] }: Left) =>
	commit({
		state: running({ ...HOUR_AGO, ...of }),
		reading: readingOf([...deliver, ...left], older, reading),
		deliver: deliver.map((event) => ({ event })),
		settings: settingsOf({ passes }),
	});

const checkpointAt = (from: number): Partial<TriggerState> => ({ forward: { from, to: FOREVER } });

const keysOf = (events: TriggerEvent[]) => events.map(({ key }) => key).sort();

describe('what was taken', () => {
	const takenIn = (left: Left) => [...leave(left).next.taken.keys()].sort();

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
		expect(leave({ deliver: many, left }).lost).toBe(1);
	});
});

describe('the place in the history', () => {
	interface Place {
		/** In seconds before now. */
		checkpoint?: number;
		/** The end of the slice that is read next. */
		sliceTo?: number;
		/** The next look-back begins here. */
		leftFrom?: number;
		/** The rest of this look-back begins here. */
		backFrom?: number;
	}
	const place = (left: Left): Place => {
		const { forward, leftFrom, back } = leave(left).next;
		return given({
			checkpoint: ago(forward.from),
			sliceTo: ago(forward.to),
			leftFrom: ago(leftFrom),
			backFrom: ago(back.from),
		});
	};
	const rest = (from: number, to = FOREVER, end = FOREVER) => ({ from, to, end });
	const isRead = { newest: NOW - SECOND };
	const left = [eventOf('b', NOW - 8 * SECOND), eventOf('c', NOW - 9 * SECOND)];
	const before = { back: { from: NOW - 3 * HOUR, to: NOW - HOUR } };
	const goesOn = { of: before, reading: isRead };

	it.each<[string, Left, Place]>([
		[
			'is the newest event after reading up to the present',
			{ reading: { newest: NOW - MINUTE } },
			{ checkpoint: 60, leftFrom: 660.001 },
		],
		[
			'is the present if the newest event is in the future',
			{ reading: { newest: NOW + DAY } },
			{ checkpoint: 0, leftFrom: 600.001 },
		],
		[
			'follows the clock on a quiet account, six hours behind and in whole hours',
			{ of: { forward: { from: NOW - DAY, to: FOREVER } } },
			{ checkpoint: 21600, leftFrom: 22200.001 },
		],
		[
			'is where the reading ended',
			{ reading: { forward: rest(NOW - 5 * MINUTE, NOW - MINUTE) } },
			{ checkpoint: 300, sliceTo: 60, leftFrom: 600.001 },
		],
		[
			'has no look-back if the reading ended far before the present',
			{ reading: { forward: rest(NOW - HOUR / 2) } },
			{ checkpoint: 1800, leftFrom: 1800 },
		],
		[
			'stays, with a rest of the look-back, if the reading ended before the checkpoint',
			{ reading: { forward: rest(NOW - 2 * HOUR) } },
			{ checkpoint: 3600, leftFrom: 3600, backFrom: 7200 },
		],
		[
			'is before the first update that was left',
			{ reading: isRead, left },
			{ checkpoint: 9.001, leftFrom: 610.001 },
		],
		[
			'is not before an update that was left behind the checkpoint',
			{ reading: isRead, left: [eventOf('b', NOW - 2 * HOUR)] },
			{ checkpoint: 1, leftFrom: 7200.001 },
		],
		[
			'is not before a document that waits in the state',
			{ reading: isRead, left: [documentOf('b', NOW - 15 * MINUTE)] },
			{ checkpoint: 1, leftFrom: 601.001 },
		],
		['keeps the beginning of a look-back that goes on', goesOn, { checkpoint: 1, leftFrom: 7200 }],
		[
			'keeps the rest of a look-back until its end',
			{ ...goesOn, reading: { ...isRead, back: rest(NOW - 2 * HOUR) } },
			{ checkpoint: 1, leftFrom: 7200, backFrom: 7200 },
		],
		[
			'keeps the oldest event that a look-back left',
			{ ...goesOn, left: [eventOf('b', NOW - 3 * HOUR)] },
			{ checkpoint: 1, leftFrom: 10800.001 },
		],
	])('%s', (_, of, expected) => {
		expect(place(of)).toEqual(expected);
	});

	it('keeps the rest of the long look-back', () => {
		expect(leave({ reading: { far: rest(NOW - DAY, NOW - HOUR, NOW) } }).next.far).toEqual({
			from: NOW - DAY,
			to: NOW - HOUR,
		});
		expect(leave({}).next.far.from).toBe(FOREVER);
	});
});

describe('the events that wait in the state', () => {
	const idsIn = (left: Left) => leave(left).next.waiting.map(({ raw }) => raw.event_id);
	const many = (count: number, text = '') =>
		Array.from({ length: count }, (_, index) => documentOf(`d${index}`, NOW - index, { text }));

	it('are as the service sent them, with the time when they were first read', () => {
		const old = { ...documentOf('a', NOW - 60 * DAY), first: NOW - DAY };
		expect(leave({ older: [old], left: [eventOf('u')] }).next.waiting).toEqual([
			{ raw: old.raw, first: NOW - DAY },
		]);
		expect(leave({ left: [documentOf('b')] }).next.waiting).toMatchObject([{ first: NOW }]);
	});

	it('are 200 at most, first those that no list shows again, then the oldest', () => {
		const shown = { ...documentOf('l', NOW + 9), isOnlyLatest: true };
		const ids = idsIn({ left: [...many(300), shown], older: [eventOf('o', NOW - 60 * DAY)] });
		expect(ids).toHaveLength(200);
		expect(ids.slice(0, 3)).toEqual(['o', 'l', 'd299']);
	});

	it('take 60 KB at most; the others are left to the history, and the reading begins there', () => {
		const { next } = leave({ left: many(100, 'x'.repeat(2000)) });
		expect(JSON.stringify(next.waiting).length).toBeLessThan(61_000);
		expect(next.leftFrom).toBeLessThan(NOW - 50);
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
	expect(isToBeKept(running(next), kept && running(kept), date)).toBe(expected);
});

describe('an item', () => {
	const event = eventOf('e');
	const poll = { settings: settingsOf({ binaryPropertyName: 'file' }), send: senderOf({}) };

	it('of an event is a copy of the event', () => {
		const item = toItem({ event }, poll);
		expect(item).toStrictEqual({ json: event.raw });
		expect(item.json).not.toBe(event.raw);
		const repeating = { ...event, raw: { ...event.raw, key: 'secret' } };
		expect(toItem({ event: repeating }, poll).json.key).toBe('***');
	});

	it('of a document has its status and its PDF', () => {
		const binary = { data: 'secret', mimeType: 'application/pdf', fileName: 'of.pdf' };
		expect(toItem({ event, status: 'downloaded', binary }, poll)).toStrictEqual({
			json: { ...event.raw, documentation_status: 'downloaded' },
			binary: { file: binary },
		});
	});
});
