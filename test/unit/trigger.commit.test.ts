/** The state that a poll leaves, and its items. */
import { commit, toItem } from '../../nodes/ContactConsent/trigger/commit';
import type { Read } from '../../nodes/ContactConsent/trigger/reader';
import { FOREVER, type TriggerEvent, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import {
	ago,
	DAY,
	documentOf,
	eventOf,
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
	/** Read and not taken. */
	left?: TriggerEvent[];
	older?: TriggerEvent[];
	isAnswering?: boolean;
}

const passes = ({ event_id: id }: { event_id?: unknown }) => !String(id).startsWith('f');
const HOUR_AGO = { forward: { from: NOW - HOUR, to: FOREVER }, leftFrom: NOW - 2 * HOUR };

/** The state after a poll that read up to the present, if nothing else is said; the checkpoint was an hour ago. */
const leave = ({ of, reading, deliver = [], left = [], older = [], isAnswering }: Left) =>
	commit({
		state: running({ ...HOUR_AGO, ...of }),
		reading: readingOf([...deliver, ...left], older, reading),
		deliver: deliver.map((event) => ({ event })),
		settings: settingsOf({ passes }),
		isAnswering,
	});

const keysOf = (events: TriggerEvent[]) => events.map(({ key }) => key).sort();

describe('what was taken', () => {
	const takenIn = (left: Left) => [...leave(left).next.taken.keys()].sort();

	it('is what was delivered, and what the filter left out', () => {
		const [a, f] = [eventOf('a'), eventOf('f')];
		expect(takenIn({ deliver: [a], left: [f] })).toEqual(keysOf([a, f]));
	});

	it('is of the filtered ones only what is before the first that was left', () => {
		const [old, equal, newer] = [eventOf('f', NOW - 9), eventOf('f2', NOW - 5), eventOf('f3')];
		expect(takenIn({ left: [old, equal, newer, documentOf('d', NOW - 5)] })).toEqual(keysOf([old]));
	});

	it('may push off what was left, which is counted', () => {
		const many = Array.from({ length: 10_003 }, (_, index) => eventOf(`e${index}`, NOW + index));
		const left = [documentOf('d', NOW - 5), documentOf('e', NOW + 9000)];
		expect(leave({ deliver: many, left }).lost).toBe(1);
	});
});

describe('where the history stands', () => {
	/** The checkpoint and the end of its slice, where the next look-back begins, and what is left of this one. */
	const place = (left: Left) => {
		const { forward, leftFrom, back } = leave(left).next;
		return [forward.from, forward.to, leftFrom, back.from].map(ago).join(' ');
	};
	const rest = (from: number, to = FOREVER, end = FOREVER) => ({ from, to, end });
	const isRead = { newest: NOW - SECOND };
	const left = [eventOf('b', NOW - 8 * SECOND), eventOf('c', NOW - 9 * SECOND)];
	const before = { back: { from: NOW - 3 * HOUR, to: NOW - HOUR } };
	const goesOn = { of: before, reading: isRead };

	it.each<[string, Left, string]>([
		['at the present: at the newest event', { reading: { newest: NOW - MINUTE } }, '60  660.001 '],
		['an event of the future moves nothing', { reading: { newest: NOW + DAY } }, '0  600.001 '],
		[
			'quiet: six hours behind, in whole hours',
			{ of: { forward: { from: NOW - DAY, to: FOREVER } } },
			'21600  22200.001 ',
		],
		[
			'short of the present',
			{ reading: { forward: rest(NOW - 5 * MINUTE, NOW - MINUTE) } },
			'300 60 600.001 ',
		],
		['far short of it: no look-back', { reading: { forward: rest(NOW - HOUR / 2) } }, '1800  1800 '],
		[
			'short of the checkpoint: as before, with a rest',
			{ reading: { forward: rest(NOW - 2 * HOUR) } },
			'3600  3600 7200',
		],
		['before the first update that was left', { reading: isRead, left }, '9.001  610.001 '],
		[
			'not before one behind the checkpoint',
			{ reading: isRead, left: [eventOf('b', NOW - 2 * HOUR)] },
			'1  7200.001 ',
		],
		['nor before a document', { reading: isRead, left: [documentOf('b', NOW - 15 * MINUTE)] }, '1  900.001 '],
		['a look-back that goes on keeps its beginning', goesOn, '1  7200 '],
		[
			'until it is at its end',
			{ ...goesOn, reading: { ...isRead, back: rest(NOW - 2 * HOUR) } },
			'1  7200 7200',
		],
		['and what it left', { ...goesOn, left: [documentOf('b', NOW - 3 * HOUR)] }, '1  10800.001 '],
	])('%s', (_, of, expected) => {
		expect(place(of)).toBe(expected);
	});

	it('what is left of the long look-back goes on', () => {
		expect(leave({ reading: { far: rest(NOW - DAY, NOW - HOUR, NOW) } }).next.far).toEqual({
			from: NOW - DAY,
			to: NOW - HOUR,
		});
		expect(leave({}).next.far.from).toBe(FOREVER);
	});
});

describe('what is wanted from before the start', () => {
	const [a, b] = [documentOf('a', NOW - 60 * DAY), documentOf('b', NOW - 50 * DAY)];
	const listOf = (...events: TriggerEvent[]) => new Map(events.map(({ key, time }) => [key, time]));
	const wantedIn = (left: Left) => [...leave(left).next.wanted.keys()].sort();
	const cut = { forward: { from: NOW - 55 * DAY, to: FOREVER, end: FOREVER } };

	it.each<[string, Left, TriggerEvent[]]>([
		['is what was handed out and left', { older: [a] }, [a]],
		['not what was delivered', { of: { wanted: listOf(a, b) }, deliver: [a], reading: cut }, [b]],
		['what was read again and left', { of: { wanted: listOf(a, b) }, left: [a, b] }, [a, b]],
		['not what the history does not show any more', { of: { wanted: listOf(a, b) }, left: [a] }, [a]],
		['unless not all was read', { of: { wanted: listOf(a, b) }, reading: cut }, [a, b]],
	])('%s', (_, left, expected) => {
		expect(wantedIn(left)).toEqual(keysOf(expected));
		const oldest = Math.min(NOW - 2 * HOUR, ...expected.map(({ time }) => time - 1));
		expect(leave(left).next.leftFrom).toBeLessThanOrEqual(oldest + 2 * HOUR);
	});
});

it.each<[string, Left, number]>([
	['falls silent', { isAnswering: false }, NOW],
	['is still silent', { isAnswering: false, of: { noDocumentsSince: NOW - DAY } }, NOW - DAY],
	['answers', { isAnswering: true, of: { noDocumentsSince: NOW - DAY } }, FOREVER],
	['was not asked', { of: { noDocumentsSince: NOW - DAY } }, NOW - DAY],
])('the document service %s', (_, left, since) => {
	expect(leave(left).next.noDocumentsSince).toBe(since);
});

describe('an item', () => {
	const event = eventOf('e');
	const poll = { settings: settingsOf({ binaryPropertyName: 'file' }), send: senderOf({}) };

	it('of an event is the event alone, as a copy', () => {
		const item = toItem({ event }, poll);
		expect(item).toStrictEqual({ json: event.raw });
		expect(item.json).not.toBe(event.raw);
		const repeating = { ...event, raw: { ...event.raw, key: 'secret' } };
		expect(toItem({ event: repeating }, poll).json.key).toBe('***');
	});

	it('of a document says what became of it, and holds the PDF', () => {
		const binary = { data: 'secret', mimeType: 'application/pdf', fileName: 'of.pdf' };
		expect(toItem({ event, status: 'downloaded', binary }, poll)).toStrictEqual({
			json: { ...event.raw, documentation_status: 'downloaded' },
			binary: { file: binary },
		});
	});
});
