/** What a process remembers about events that wait for their PDF. */
import { newWait, noteFirstSeen, noteWaits, type PdfWait } from '../../nodes/ContactConsent/trigger/pdfWaits';
import { DAY, documentOf, eventOf, NOW, readingOf, SECOND, settingsOf } from '../support/trigger-parts';

/** A time by the monotonic clock. */
const AT = 5000 * SECOND;

it('a process forgets when it asked for PDFs of events that were not seen for days', () => {
	const waits = new Map([
		['old', { ...newWait(0, 0), readAt: AT - 2 * DAY - 1 }],
		[documentOf('a').key, newWait(0, 0)],
	]);
	noteWaits(waits, readingOf([documentOf('a'), documentOf('b'), eventOf('u')]), settingsOf(), AT);
	expect([...waits.values()].map(({ first, readAt }) => [first, readAt])).toEqual([
		[0, AT],
		[NOW, AT],
	]);
});

it('a process knows when a document was first read, also from a poll without an answer of the service', () => {
	const waits = new Map<string, PdfWait>();
	const waiting = { ...documentOf('a'), first: NOW - DAY };
	noteWaits(waits, readingOf([waiting, documentOf('b')], [], { date: undefined }), settingsOf(), AT);
	const reading = readingOf([documentOf('a'), documentOf('b')]);
	noteWaits(waits, reading, settingsOf(), AT + SECOND);
	noteFirstSeen(reading, waits);
	expect([...reading.events.values()].map(({ first }) => first)).toEqual([NOW - DAY, NOW]);
});
