/** The state that a poll leaves, and its items. */
import { commit, toItem } from '../../nodes/ContactConsent/trigger/commit';
import type { Read } from '../../nodes/ContactConsent/trigger/history';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import {
	FOREVER,
	NOTHING,
	takenEvents,
	toTriggerEvent,
	type Span,
	type TriggerEvent,
	type TriggerState,
	type Waiting,
} from '../../nodes/ContactConsent/trigger/state';
import {
	ago,
	DAY,
	documentOf,
	eventOf,
	HOUR,
	MINUTE,
	NOW,
	NOWHERE,
	readingOf,
	running,
	SECOND,
	settingsOf,
	waitingOf,
} from '../support/trigger-parts';
import { senderOf } from '../support/sender';

interface Left {
	of?: Partial<TriggerState>;
	/** Where each stretch ended, with the newest event that was read. */
	rests?: Array<Partial<Span> & { newest?: number }>;
	reading?: Partial<Read>;
	deliver?: TriggerEvent[];
	/** Whether each was tried. */
	waits?: Array<[Waiting, boolean]>;
	/** Read and not taken. */
	left?: TriggerEvent[];
	settings?: Partial<Settings>;
	isKept?: boolean;
}

const HOUR_AGO = { forward: { from: NOW - HOUR, to: FOREVER }, lookBackFrom: NOW - 2 * HOUR };

/** The state after a poll that read up to the present, if nothing else is said; the checkpoint was an hour ago. */
function leave({ of, rests = [{}], reading, deliver = [], waits = [], left = [], settings, isKept }: Left) {
	const [{ newest = -Infinity } = {}] = rests;
	const [toRead = NOWHERE, unfinished = of?.unfinished ?? NOTHING] = rests.map(
		({ from = FOREVER, to = FOREVER }) => ({ from, to }),
	);
	const line = waits.map(([entry, wasTried]) => ({ entry, event: toTriggerEvent(entry.event, 0), wasTried }));
	return commit({
		state: running({ starts: { update: NOW - DAY }, ...HOUR_AGO, ...of }),
		reading: readingOf([...deliver, ...left, ...line.map(({ event }) => event)], [], {
			...{ toRead, unfinished, newest },
			...reading,
		}),
		line: new Map(line.map(({ event, entry }) => [event.key, entry])),
		deliver: deliver.map((event) => ({ event })),
		tried: new Set(line.flatMap(({ event, wasTried }) => (wasTried ? event.key : []))),
		settings: settingsOf({ kinds: ['update'], ...settings }),
		isKept: isKept ?? true,
	});
}

const SILENT: Left = { reading: { date: undefined } };

describe('what was taken', () => {
	const passes = ({ event_id: id }: { event_id?: unknown }) => !String(id).startsWith('f');
	const takenIn = (left: Left) =>
		[...takenEvents(leave({ settings: { passes }, ...left }).taken).keys()].sort();
	const keysOf = (events: TriggerEvent[]) => events.map(({ key }) => key).sort();

	it('is what was delivered, what waits, and what the filter left out', () => {
		const [a, f, w] = [eventOf('a'), eventOf('f'), waitingOf('w')];
		const taken = takenIn({ deliver: [a], waits: [[w, true]], left: [f] });
		expect(taken).toEqual(keysOf([a, f, toTriggerEvent(w.event, 0)]));
	});

	it('is of the filtered ones only what is before the first that was left', () => {
		const [old, equal, newer] = [eventOf('f', NOW - 9), eventOf('f2', NOW - 5), eventOf('f3')];
		expect(takenIn({ left: [old, equal, newer, documentOf('d', NOW - 5)] })).toEqual(keysOf([old]));
	});
});

describe('where the history stands', () => {
	/** The checkpoint and the end of its slice, where the next look-back begins, and what is left of this one. */
	const place = (left: Left) => {
		const { forward, lookBackFrom, unfinished } = leave(left);
		return [forward.from, forward.to, lookBackFrom, unfinished.from].map(ago).join(' ');
	};
	const before = { unfinished: { from: NOW - 3 * HOUR, to: FOREVER } };
	const left = [eventOf('b', NOW - 8 * SECOND), eventOf('c', NOW - 9 * SECOND)];
	const isRead = [{ newest: NOW - SECOND }];
	const near = { from: NOW - 5 * MINUTE, to: NOW - MINUTE };
	const short = { from: NOW - 2 * HOUR };
	const late = eventOf('b', NOW - 2 * HOUR);
	const [older, newer] = [eventOf('b', NOW - 3 * HOUR), eventOf('b', NOW - 1.5 * HOUR)];
	const oldDocument = documentOf('b', NOW - 3 * HOUR);
	const off = { settings: { catchUp: false } };
	const goesOn = (rest: Partial<Span>) => ({ of: before, rests: [...isRead, rest] });
	const doc = (time: number) => ({ rests: isRead, left: [documentOf('b', time)] });

	it.each<[string, Left, string]>([
		['at the present: at the newest event', { rests: [{ newest: NOW - MINUTE }] }, '60  660.001 '],
		['short of the present: the look-back counts from this poll', { rests: [near] }, '300 60 600.001 '],
		['far short of it: no look-back', { rests: [{ from: NOW - HOUR / 2 }] }, '1800  1800 '],
		['short of the checkpoint: as before, with a rest', { rests: [short] }, '3600  3600 7200'],
		['without an answer: as before', { ...SILENT, rests: [short] }, '3600  3600 7200'],
		['before the first update that was left', { rests: isRead, left }, '9.001  610.001 '],
		['not before one behind the checkpoint', { rests: isRead, left: [late] }, '1  7200.001 '],
		['nor before a document', doc(NOW - 15 * MINUTE), '1  900.001 '],
		['whose look-back is early enough', doc(NOW - MINUTE), '1  601.001 '],
		['Catch Up is off', { rests: isRead, ...off }, '1   '],
		['Catch Up is off, one was left', { rests: isRead, left: [late], ...off }, '1  7200.001 '],
		['it had no time', { of: before, rests: isRead }, '1  7200 10800'],
		['it is behind the checkpoint', goesOn({ from: NOW - HOUR }), '1  7200 '],
		['it left a document', { ...goesOn({}), left: [documentOf('b', NOW - 3 * HOUR)] }, '1  10800.001 '],
		['its rest begins at what was left', { ...goesOn(short), left: [older] }, '1  10800.001 10800.001'],
		['as it is before a newer one', { ...goesOn(short), left: [newer] }, '1  7200 7200'],
		['and not before a document', { ...goesOn(short), left: [oldDocument] }, '1  10800.001 7200'],
	])('%s', (_, of, expected) => {
		expect(place(of)).toBe(expected);
	});
});

describe('what waits', () => {
	/** Each with the seconds since its wait and its last try began. */
	const since = (left: Left) =>
		leave(left)
			.waiting.map((one) => [one.event.event_id as string, ago(one.since), ago(one.tried)].join(' '))
			.join(', ');
	const [u, v, w] = ['u', 'v', 'w'].map((id) => waitingOf(id, NOW - HOUR, NOW - MINUTE)) as Waiting[] &
		[Waiting, Waiting, Waiting];
	const three: Left = {
		waits: [
			[u, false],
			[v, true],
			[w, false],
		],
	};
	const back = NOW - 2 * HOUR;

	it.each<[string, Left, string]>([
		['keeps its wait; what was tried, the time of this poll', three, 'u 3600 60, v 3600 0, w 3600 60'],
		['no time where nobody answered', { ...three, ...SILENT }, 'u 3600 60, v 3600 60, w 3600 60'],
		['waits no longer by a clock put back', { waits: [[u, false]], reading: { date: back } }, 'u 7200 60'],
	])('%s', (_, left, expected) => {
		expect(since(left)).toBe(expected);
	});
});

const newKind = { settings: { kinds: ['confirm' as const, 'update' as const] } };
it.each<[string, Left, TriggerState['starts']]>([
	['of a kind is when it was chosen', newKind, { confirm: NOW, update: NOW - DAY }],
	['is not set where nobody answered', { ...SILENT, ...newKind }, { update: NOW - DAY }],
	['stays where it is, whatever the clock says', { reading: { date: 1 } }, { update: NOW - DAY }],
	['that n8n has not kept goes back with the clock', { reading: { date: 1 }, isKept: false }, { update: 1 }],
	['nor forward with it', { isKept: false }, { update: NOW - DAY }],
])('the start %s', (_, of, starts) => {
	expect(leave(of).starts).toEqual(starts);
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
