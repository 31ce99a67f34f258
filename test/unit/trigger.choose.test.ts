/** What a poll takes of what it has read. */
import { consentFilter } from '../../nodes/ContactConsent/resources/event/model';
import { choose, type Chosen } from '../../nodes/ContactConsent/trigger/choose';
import type { Read } from '../../nodes/ContactConsent/trigger/history';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import type { Waiting } from '../../nodes/ContactConsent/trigger/state';
import {
	DAY,
	documentOf,
	eventOf,
	HOUR,
	idOf,
	MINUTE,
	NOW,
	readingOf,
	running,
	SECOND,
	settingsOf,
	waitingOf,
} from '../support/trigger-parts';

const START = NOW - DAY;

function choiceOf(waiting: Waiting[], reading: Read, settings: Partial<Settings> = {}) {
	const starts = { update: START, documentation: START };
	const { chosen, line } = choose(running({ starts, waiting }), reading, settingsOf(settings));
	const idsOf = (fate: Chosen['withoutPdf']) =>
		chosen
			.filter(({ event, withoutPdf }) => event.raw.type === 'documentation' && withoutPdf === fate)
			.map(({ event }) => idOf(event))
			.join('');
	return {
		chosen: chosen.map(({ event }) => idOf(event)).join(''),
		line: [...line.values()].map(({ event }) => event.event_id as string).join(''),
		waits: idsOf('waits'),
		goesOnceTried: idsOf('goesOnceTried'),
		goes: idsOf('goes'),
	};
}
const silent = readingOf([], [], { date: undefined });

describe('what a poll takes', () => {
	it('is in the order of time, those that waited among the others', () => {
		const events = [eventOf('c', NOW), eventOf('a', NOW - 2 * HOUR), eventOf('b', NOW - SECOND)];
		expect(choiceOf([waitingOf('w', NOW - MINUTE)], readingOf(events)).chosen).toBe('awbc');
	});

	it('leaves out what the filter does, and what waits of a kind that is not chosen any more', () => {
		const contact = { documentation: { consents: [{ type: 'news', granted: true }] } };
		const other = eventOf('d', NOW, { type: 'new' });
		const events = [eventOf('a'), eventOf('b', NOW, { contact }), documentOf('c'), other];
		const passes = consentFilter({ consentType: 'news', consentGranted: 'any' });
		expect(choiceOf([], readingOf(events), { passes }).chosen).toBe('bcd');
		const lineAfter = (reading: Read) => choiceOf([waitingOf('w', 0)], reading, { kinds: ['update'] }).line;
		expect([lineAfter(readingOf()), lineAfter(silent)]).toEqual(['', 'w']);
	});

	const events = [...'abcdef'].map((id, index) => eventOf(id, NOW - (index < 2 ? SECOND : 0)));
	const waiting = [waitingOf('w', NOW - HOUR)];
	it.each<[string, Waiting[], typeof events, number, string]>([
		['in whatever order they were read', [], [...events].reverse(), 3, 'ab'],
		['all that fit', [], events, 6, 'abcdef'],
		['a first instant that is too large', waiting, events, 1, 'ab'],
	])('is %s', (_, of, read, maxEvents, expected) => {
		expect(choiceOf(of, readingOf(read), { maxEvents }).chosen).toBe(expected);
	});

	it.each([
		[3, 'vba'],
		[5, 'vdwba'],
	])(
		'gives updates their places first, and documents the rest, the longest due first: %d',
		(maxEvents, of) => {
			const longer = [waitingOf('w', NOW - 2 * HOUR), waitingOf('v', NOW - 3 * HOUR)];
			const read = [eventOf('a'), eventOf('b', NOW - SECOND), documentOf('d', NOW - 150 * MINUTE)];
			expect(choiceOf(longer, readingOf(read), { maxEvents }).chosen).toBe(of);
		},
	);

	it('is in any case what the history does not bring again', () => {
		const old = [eventOf('a', START - DAY), eventOf('b', START - DAY + 1)];
		const reading = readingOf([eventOf('c')], [...old, eventOf('e', NOW + 1)]);
		expect(choiceOf(waiting, reading, { maxEvents: 1 }).chosen).toBe('abe');
	});
});

describe('an event that waits for its PDF', () => {
	const isTaken = (entry: Waiting, date = NOW, settings: Partial<Settings> = {}) =>
		choiceOf([entry], readingOf([], [], { date }), settings).chosen !== '';

	it.each([
		['after 20 minutes', 20 * MINUTE, 5 * MINUTE],
		['after 45 minutes', 45 * MINUTE, 10 * MINUTE],
	])('is tried again %s', (_, age, pause) => {
		const entry = waitingOf('w', NOW - age, NOW);
		expect([isTaken(entry, NOW + pause), isTaken(entry, NOW + pause - 1)]).toEqual([true, false]);
	});

	it("is tried at once where the service's clock was put back, PDFs are not wanted any more, or it was not tried yet", () => {
		const entry = waitingOf('w', NOW - 45 * MINUTE, NOW);
		expect([isTaken(entry, NOW), isTaken(entry, NOW - 1)]).toEqual([false, true]);
		expect([isTaken(entry, NOW, { download: false }), isTaken({ ...entry, tried: 0 })]).toEqual([true, true]);
	});

	it.each<[string, Waiting, Read, Partial<Settings>, string]>([
		['then', waitingOf('w', NOW - HOUR, 0), readingOf(), {}, 'w'],
		['at once without downloads', waitingOf('w'), readingOf(), { download: false }, 'w'],
		['never while the service is silent', waitingOf('w', 0, 0), silent, {}, ''],
	])(
		'is tried for the last time when the wait is over by the clock of the service: %s',
		(_, entry, of, more, last) => {
			expect(choiceOf([entry], of, more).goesOnceTried).toBe(last);
		},
	);

	it.each([
		['its time', NOW - SECOND, NOW - SECOND],
		['the time of the poll, if that is earlier', NOW + DAY, NOW],
	])('waits from %s on', (_, time, since) => {
		const { line } = choose(running(), readingOf([documentOf('a', time)]), settingsOf());
		expect([...line.values()]).toEqual([{ event: documentOf('a', time).raw, since, tried: 0 }]);
	});
});

const text = { text: 'x'.repeat(20_000) };
const four = (time: number) => [...'abcd'].map((id, index) => documentOf(id, time + index, text));
const half = [waitingOf('w', NOW, NOW, text)];

const long = { documentationWait: 30 * DAY };
const off = { download: false };

it.each<[string, Waiting[], Read, Partial<Settings>, object]>([
	['for those that fit', [], readingOf([...four(NOW), eventOf('u')]), {}, { chosen: 'aub', line: 'ab' }],
	['for small ones behind', half, readingOf([...four(NOW), documentOf('e', NOW + 9)]), {}, { line: 'awe' }],
	[
		'also for those that this poll has no place for: they wait untried, due or not',
		[],
		readingOf([eventOf('u'), ...four(NOW - HOUR)]),
		{ maxEvents: 2 },
		{ chosen: 'au', line: 'ab', goesOnceTried: 'a' },
	],
	[
		'not needed by late ones, which come again if they do not get their try',
		[],
		readingOf(four(NOW - HOUR - 9)),
		{},
		{ chosen: 'abcd', goesOnceTried: 'abcd', line: 'ab' },
	],
	[
		'not needed by those that nobody brings again: without it, they are delivered',
		[],
		readingOf([], four(START - DAY)),
		{ ...long, maxEvents: 1 },
		{ chosen: 'acd', waits: 'a', goes: 'cd', line: 'ab' },
	],
	['of no concern without downloads', [], readingOf(four(NOW)), off, { chosen: 'abcd', line: '' }],
])('the room for documents that wait is %s', (_, waiting, reading, settings, expected) => {
	expect(choiceOf(waiting, reading, settings)).toMatchObject(expected);
});
