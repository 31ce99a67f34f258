/** The events that a poll takes of those that it has read. */
import { choose, firstTurn, noteTurns, type Turn } from '../../nodes/ContactConsent/trigger/choose';
import type { Read } from '../../nodes/ContactConsent/trigger/reader';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { FOREVER } from '../../nodes/ContactConsent/trigger/state';
import {
	DAY,
	documentOf,
	eventOf,
	HOUR,
	idOf,
	MINUTE,
	NOW,
	readingOf,
	SECOND,
	settingsOf,
} from '../support/trigger-parts';

/** A time by the monotonic clock. */
const AT = 5000 * SECOND;

interface Choice {
	/** The one-letter IDs of the chosen updates and confirmations, and of the documents that are asked for. */
	others: string;
	documents: string;
}

function choiceOf(
	reading: Read,
	settings: Partial<Settings> = {},
	turns: Record<string, Partial<Turn>> = {},
	silentSince = FOREVER,
): Choice {
	const known = new Map(
		Object.entries(turns).map(([id, turn]) => [documentOf(id).key, { ...firstTurn(AT - MINUTE), ...turn }]),
	);
	const { others, documents } = choose(reading, settingsOf(settings), known, AT, silentSince);
	return { others: others.map(idOf).join(''), documents: documents.map(idOf).join('') };
}

it('a poll takes events in the order of time', () => {
	const events = [eventOf('c', NOW), eventOf('a', NOW - 2 * HOUR), eventOf('b', NOW - SECOND)];
	expect(choiceOf(readingOf(events))).toEqual({ others: 'abc', documents: '' });
});

const events = [...'abcdef'].map((id, index) => eventOf(id, NOW - (index < 2 ? SECOND : 0)));
const latest = ['y', 'z'].map((id, index) => ({ ...eventOf(id, NOW + index), isOnlyLatest: true }));
const two = [documentOf('v', NOW - 3 * HOUR), documentOf('w', NOW - 2 * HOUR)];
it.each<[string, Read, Partial<Settings>, Choice]>([
	[
		'the oldest events, in whatever order they were read',
		readingOf([...events].reverse()),
		{ maxEvents: 3 },
		{ others: 'ab', documents: '' },
	],
	['all events that fit', readingOf(events), { maxEvents: 6 }, { others: 'abcdef', documents: '' }],
	[
		'a whole first instant although it is too large',
		readingOf([...events, ...two]),
		{ maxEvents: 1 },
		{ others: 'ab', documents: '' },
	],
	[
		'first what only /events/latest has shown, and older events in the places that are left',
		readingOf([...events, ...latest]),
		{ maxEvents: 4 },
		{ others: 'abyz', documents: '' },
	],
	[
		'only what /events/latest has shown if that fills all places',
		readingOf([...events, ...latest]),
		{ maxEvents: 2 },
		{ others: 'yz', documents: '' },
	],
	[
		'the oldest events if /events/latest has shown more than fits',
		readingOf([eventOf('x', NOW - MINUTE), ...latest]),
		{ maxEvents: 1 },
		{ others: 'x', documents: '' },
	],
	[
		'updates first, and documents in the places that are left',
		readingOf([...two, ...events]),
		{ maxEvents: 7 },
		{ others: 'abcdef', documents: 'v' },
	],
	[
		'no events that the filter leaves out',
		readingOf(events),
		{ passes: ({ event_id }) => event_id === 'c' },
		{ others: 'c', documents: '' },
	],
	[
		'documents like other events if downloads are off',
		readingOf(two),
		{ download: false },
		{ others: 'vw', documents: '' },
	],
	[
		'all events if the history has failed for long',
		readingOf(events, [], { isHistoryGone: true }),
		{ maxEvents: 1 },
		{ others: 'abcdef', documents: '' },
	],
])('a poll takes %s', (_, reading, settings, expected) => {
	expect(choiceOf(reading, settings)).toEqual(expected);
});

const waiting = readingOf([...'abc'].map((id, index) => documentOf(id, NOW - MINUTE + index)));
const late = readingOf([documentOf('a', NOW - HOUR)]);
it.each<[string, Read, Record<string, Partial<Turn>>, number, string]>([
	[
		'first those never asked for, then those asked longest ago',
		waiting,
		{ a: { asked: AT - 1 }, b: { asked: AT - 2 } },
		FOREVER,
		'cba',
	],
	['those that were cut off come first', waiting, { c: { isCutOff: true } }, FOREVER, 'cab'],
	['none in a pause', waiting, { a: { pauseUntil: AT + 1 }, b: { pauseUntil: AT } }, FOREVER, 'bc'],
	['also in a pause if the wait of the event is over', late, { a: { pauseUntil: AT + 1 } }, FOREVER, 'a'],
	['none before the time that the service has asked for', late, { a: { closedUntil: AT + 1 } }, FOREVER, ''],
	['again at the time that the service has asked for', late, { a: { closedUntil: AT } }, FOREVER, 'a'],
	['first those asked for before this process began', waiting, { a: { asked: 0 } }, FOREVER, 'bca'],
	[
		'before the time that the service has asked for, if it asked so of this document alone',
		late,
		{ a: { closedUntil: AT + 1, isOwnWait: true } },
		FOREVER,
		'a',
	],
	[
		'documents without a time or from the future, once their wait since they were first seen is over',
		readingOf([
			documentOf('a', NOW, { event_time: null }),
			documentOf('b', NOW + DAY),
			documentOf('c', NOW + DAY),
		]),
		{
			a: { pauseUntil: AT + 1, first: AT - HOUR },
			b: { pauseUntil: AT + 1, first: AT - HOUR },
			c: { pauseUntil: AT + 1, first: AT - HOUR + 1 },
		},
		FOREVER,
		'ab',
	],
	[
		'before the time that the service has asked for, a day after the document was first seen',
		readingOf([documentOf('a', NOW - DAY)]),
		{ a: { closedUntil: AT + 1, first: AT - DAY } },
		FOREVER,
		'a',
	],
	[
		'before the time that the service has asked for, seven eighths of the way to what the history refuses',
		readingOf([documentOf('a', NOW - 7 * HOUR), documentOf('b', NOW - 7 * HOUR + 1)], [], {
			reach: { length: 8 * HOUR, at: NOW },
		}),
		{ a: { closedUntil: AT + 1 }, b: { closedUntil: AT + 1 } },
		FOREVER,
		'a',
	],
	[
		'before the time that the service has asked for, a day after the document service fell silent',
		readingOf([documentOf('a', NOW - DAY)]),
		{ a: { closedUntil: AT + 1 } },
		NOW - DAY,
		'a',
	],
])('a poll asks for PDFs in turns: %s', (_, reading, turns, silentSince, expected) => {
	expect(choiceOf(reading, {}, turns, silentSince)).toEqual({ others: '', documents: expected });
});

it('a process forgets the turns of documents that were not seen for days', () => {
	const turns = new Map([
		['old', { ...firstTurn(0), last: AT - 2 * DAY - 1 }],
		[documentOf('a').key, firstTurn(0)],
	]);
	noteTurns(turns, readingOf([documentOf('a'), documentOf('b'), eventOf('u')]), settingsOf(), AT);
	expect([...turns.values()].map(({ first, last }) => [first, last])).toEqual([
		[0, AT],
		[AT, AT],
	]);
});
