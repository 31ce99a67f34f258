/** The events that a poll takes of those that it has read. */
import { choose } from '../../nodes/ContactConsent/trigger/choose';
import { newWait, type PdfWait } from '../../nodes/ContactConsent/trigger/pdfWaits';
import type { PollReading } from '../../nodes/ContactConsent/trigger/reading';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
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
	/** The one that is asked for first, alone. */
	alone?: string;
}

function choiceOf(
	reading: PollReading,
	settings: Partial<Settings> = {},
	waits: Record<string, Partial<PdfWait>> = {},
	wasAlone = false,
): Choice {
	const known = new Map(
		Object.entries(waits).map(([id, wait]) => [
			documentOf(id).key,
			{ ...newWait(AT - MINUTE, NOW), ...wait },
		]),
	);
	const { others, alone, documents } = choose(reading, settingsOf(settings), known, AT, wasAlone);
	return {
		others: others.map(idOf).join(''),
		documents: documents.map(idOf).join(''),
		...(alone && { alone: idOf(alone) }),
	};
}

it('a poll takes events in the order of time', () => {
	const events = [eventOf('c', NOW), eventOf('a', NOW - 2 * HOUR), eventOf('b', NOW - SECOND)];
	expect(choiceOf(readingOf(events))).toEqual({ others: 'abc', documents: '' });
});

const events = [...'abcdef'].map((id, index) => eventOf(id, NOW - (index < 2 ? SECOND : 0)));
const latest = ['y', 'z'].map((id, index) => ({ ...eventOf(id, NOW + index), isOnlyLatest: true }));
const two = [documentOf('v', NOW - 3 * HOUR), documentOf('w', NOW - 2 * HOUR)];
it.each<[string, PollReading, Partial<Settings>, Choice]>([
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
])('a poll takes %s', (_, reading, settings, expected) => {
	expect(choiceOf(reading, settings)).toEqual(expected);
});

const waiting = readingOf([...'abc'].map((id, index) => documentOf(id, NOW - MINUTE + index)));
const late = readingOf([documentOf('a', NOW - HOUR)]);
it.each<[string, PollReading, Record<string, Partial<PdfWait>>, boolean, string]>([
	[
		'first those never asked for, then those asked longest ago',
		waiting,
		{ a: { triedAt: AT - 1 }, b: { triedAt: AT - 2 } },
		false,
		'cba',
	],
	['one that was cut off is alone', waiting, { c: { isCutOff: true } }, false, 'c: ab'],
	[
		'one of those that were cut off is alone, those that were asked longest ago first',
		waiting,
		{ a: { isCutOff: true, triedAt: 2 }, b: { isCutOff: true, triedAt: 1 }, c: { triedAt: 3 } },
		false,
		'b: ca',
	],
	['those that were cut off come last after one alone', waiting, { a: { isCutOff: true } }, true, 'bca'],
	['none in a pause', waiting, { a: { pauseUntil: AT + 1 }, b: { pauseUntil: AT } }, false, 'bc'],
	['also in a pause if the wait of the event is over', late, { a: { pauseUntil: AT + 1 } }, false, 'a'],
	['first those asked for before this process began', waiting, { a: { triedAt: 0 } }, false, 'bca'],
	[
		'documents without a time or from the future, once their wait since they were first seen is over',
		readingOf([
			{ ...documentOf('a', NOW, { event_time: null }), time: NOW, first: NOW - HOUR },
			{ ...documentOf('b', NOW + DAY), first: NOW - HOUR },
			{ ...documentOf('c', NOW + DAY), first: NOW - HOUR + 1 },
		]),
		{
			a: { pauseUntil: AT + 1 },
			b: { pauseUntil: AT + 1 },
			c: { pauseUntil: AT + 1 },
		},
		false,
		'ab',
	],
])('a poll asks for PDFs in turns: %s', (_, reading, waits, wasAlone, expected) => {
	const { alone, documents } = choiceOf(reading, {}, waits, wasAlone);
	expect(alone === undefined ? documents : `${alone}: ${documents}`).toEqual(expected);
});

it.each([
	[1, { others: '', documents: '', alone: 'c' }],
	[2, { others: '', documents: 'a', alone: 'c' }],
])('one that was cut off has its turn although a poll has only %d places', (maxEvents, expected) => {
	expect(choiceOf(waiting, { maxEvents }, { c: { isCutOff: true } })).toEqual(expected);
});

it('of many new documents, half of the first are the oldest, and the others are others in each poll', () => {
	const ids = [...'abcdefghijklmnopqrstuvwxyz'];
	const many = ids.map((id, index) => documentOf(id, NOW - HOUR / 2 + index));
	const firstOf = (date: number) =>
		choiceOf(readingOf(many, [], { date }), { maxEvents: 30 }).documents.slice(0, 8);
	const seen = new Set<string>();
	for (let minute = 0; minute < 20; minute++) {
		const first = firstOf(NOW + minute * MINUTE);
		expect(ids.slice(0, 4).every((id) => first.includes(id))).toBe(true);
		for (const id of first) seen.add(id);
	}
	expect(seen.size).toBeGreaterThan(20);
	const { documents } = choiceOf(readingOf(many), { maxEvents: 30 });
	expect([...documents].sort()).toEqual(ids);
});
