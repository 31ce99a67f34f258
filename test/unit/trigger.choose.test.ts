/** What a poll takes of what it has read, and the state that it leaves. */
import type { IDataObject } from 'n8n-workflow';

import { choose, waitedFor } from '../../nodes/ContactConsent/trigger/choose';
import { commit } from '../../nodes/ContactConsent/trigger/commit';
import type { Worked } from '../../nodes/ContactConsent/trigger/documents';
import { toTriggerEvent, type TriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import type { Reached } from '../../nodes/ContactConsent/trigger/history';
import type { Read } from '../../nodes/ContactConsent/trigger/read';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import {
	begin,
	FOREVER,
	NOTHING,
	takenEvents,
	type Awaiting,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...begin('https://service.example', ['update'], NOW - DAY),
	revision: 3,
	...more,
});

const settingsOf = (more: Partial<Settings> = {}): Settings =>
	({
		download: true,
		addContact: false,
		consentType: '',
		consentGranted: 'any',
		documentationWait: HOUR,
		maxEvents: 10,
		...more,
	}) as Settings;

const rawOf = (event_id: string, time = NOW, more: IDataObject = {}): IDataObject => ({
	event_id,
	event_time: new Date(time).toISOString(),
	type: 'update',
	...more,
});

const eventOf = (...of: Parameters<typeof rawOf>): TriggerEvent => toTriggerEvent(rawOf(...of), 0);

const readingOf = (latest: TriggerEvent[], more: Partial<Read> = {}): Read => ({
	latest,
	date: NOW,
	...more,
});

const awaitingOf = (id: string, waited = 0, tried = NOW - MINUTE, more: IDataObject = {}): Awaiting => ({
	event: rawOf(id, NOW - HOUR, { type: 'documentation', ...more }),
	waited,
	tried,
});

const idOf = ({ raw }: TriggerEvent) => raw.event_id;

function chosenOf(of: TriggerState, events: TriggerEvent[], settings = settingsOf(), now = NOW) {
	const { chosen, leftOut, filtered } = choose(of, readingOf(events), settings, now);
	return {
		chosen: chosen.map(({ event }) => idOf(event)),
		leftOut: leftOut.map(idOf),
		filtered: filtered.map(idOf),
	};
}

describe('what a poll takes', () => {
	it('is in the order of time, those that waited among the others', () => {
		const awaiting = [awaitingOf('w')];
		const events = [eventOf('c', NOW), eventOf('a', NOW - 2 * HOUR), eventOf('b', NOW - MINUTE)];
		expect(chosenOf(state({ awaiting }), events).chosen).toEqual(['a', 'w', 'b', 'c']);
	});

	it('leaves out for good what the filter does', () => {
		const consenting = { contact: { documentation: { consents: [{ type: 'news', granted: true }] } } };
		const events = [
			eventOf('a'),
			eventOf('b', NOW, consenting),
			eventOf('c', NOW, { type: 'documentation' }),
		];
		expect(chosenOf(state(), events, settingsOf({ consentType: 'news' }))).toEqual({
			chosen: ['b', 'c'],
			leftOut: [],
			filtered: ['a'],
		});
		const inState = (consentGranted: Settings['consentGranted']) =>
			chosenOf(state(), events, settingsOf({ consentGranted })).chosen;
		expect([inState('granted'), inState('withdrawn')]).toEqual([['b', 'c'], ['c']]);
	});

	it('is the oldest that fit, in whole instants', () => {
		const events = [...'abcdef'].map((id, index) => eventOf(id, NOW - (index < 2 ? SECOND : 0)));
		const one = settingsOf({ maxEvents: 3 });
		const isFirst = { chosen: ['a', 'b'], leftOut: [...'cdef'] };
		expect(chosenOf(state(), events, one)).toMatchObject(isFirst);
		expect(chosenOf(state(), [...events.slice(2), ...events.slice(0, 2)], one)).toMatchObject(isFirst);
		expect(chosenOf(state(), events, settingsOf({ maxEvents: 6 })).chosen).toHaveLength(6);
		// An instant larger than that goes whole and alone.
		expect(chosenOf(state(), events.slice(2), one).chosen).toEqual([...'cdef']);
		expect(chosenOf(state(), events, settingsOf({ maxEvents: 1 })).chosen).toEqual(['a', 'b']);
	});

	it('begins with those that wait at every other change of the state', () => {
		const awaiting = ['u', 'v', 'w'].map((id) => awaitingOf(id));
		const events = [...'abc'].map((id, index) => eventOf(id, NOW + index));
		const four = settingsOf({ maxEvents: 4 });
		const at = (revision: number, settings = four, waiting = awaiting) =>
			chosenOf(state({ revision, awaiting: waiting }), events, settings).chosen;
		expect(at(2)).toEqual(['u', 'v', 'w', 'a']);
		expect(at(3)).toEqual(['u', 'a', 'b', 'c']);
		const two = settingsOf({ maxEvents: 2 });
		expect([at(2, two), at(3, two)]).toEqual([
			['u', 'v'],
			['a', 'b'],
		]);
		// An instant that does not fit beside them comes with the next change.
		const crowd = [...'abc'].map((id) => eventOf(id, NOW));
		expect(chosenOf(state({ revision: 2, awaiting }), crowd, two).chosen).toEqual(['u', 'v']);
		expect(chosenOf(state({ revision: 3, awaiting }), crowd, two).chosen).toEqual(['a', 'b', 'c']);
		expect(chosenOf(state({ revision: 2, awaiting: [] }), crowd, two).chosen).toEqual(['a', 'b', 'c']);
		const notDue = [awaitingOf('u', 8 * MINUTE, NOW)];
		expect(chosenOf(state({ revision: 2, awaiting: notDue }), crowd, two).chosen).toEqual(['a', 'b', 'c']);
	});
});

describe('an event that waits for its PDF', () => {
	const isTaken = (entry: Awaiting, settings = settingsOf(), now = NOW) =>
		chosenOf(state({ awaiting: [entry] }), [], settings, now).chosen.length === 1;

	it.each([
		['at first', 0, 0],
		['after 20 minutes', 20 * MINUTE, 5 * MINUTE],
		['after 45 minutes', 45 * MINUTE, 10 * MINUTE],
		['and when the wait is over', 58 * MINUTE, 2 * MINUTE],
	])('is tried again %s', (_, waited, pause) => {
		const entry = awaitingOf('w', waited, NOW);
		expect(isTaken(entry, settingsOf(), NOW + pause)).toBe(true);
		expect(isTaken(entry, settingsOf(), NOW + pause - 1)).toBe(pause === 0);
		expect(isTaken(entry, settingsOf({ documentationWait: 10 * HOUR }), NOW + pause)).toBe(
			pause === Math.min(waited / 4, 10 * MINUTE),
		);
	});

	it("is tried at once where n8n's clock was put back, or PDFs are not wanted any more", () => {
		const entry = awaitingOf('w', 45 * MINUTE, NOW);
		expect(isTaken(entry, settingsOf(), NOW - 1)).toBe(true);
		expect(isTaken(entry, settingsOf({ download: false }))).toBe(true);
		expect(isTaken(entry, settingsOf({ download: false, addContact: true }))).toBe(false);
	});

	it('has waited as long as the clock says, and not less where that was put back', () => {
		expect(waitedFor(awaitingOf('w', MINUTE, NOW - SECOND), NOW)).toBe(MINUTE + SECOND);
		expect(waitedFor(awaitingOf('w', MINUTE, NOW + SECOND), NOW)).toBe(MINUTE);
	});

	it('is tried for the last time when the wait is over; with no wait, the first time is the last', () => {
		const isLast = (waited: number, settings = settingsOf()) =>
			choose(state({ awaiting: [awaitingOf('w', waited)] }), readingOf([]), settings, NOW).chosen[0]
				?.isLastTry;
		expect([isLast(59 * MINUTE - 1), isLast(59 * MINUTE)]).toEqual([undefined, true]);
		expect(isLast(0)).toBe(false);
		const fresh = (documentationWait: number) =>
			choose(state(), readingOf([eventOf('a')]), settingsOf({ documentationWait }), NOW).chosen[0]?.isLastTry;
		expect([fresh(0), fresh(1)]).toEqual([true, false]);
	});

	it('stands among others in the state, which holds some 60,000 characters of them', () => {
		const documents = ['d', 'e'].map((id, index) => eventOf(id, NOW + index, { type: 'documentation' }));
		const entry = (length: number, tried = NOW) =>
			awaitingOf('w', 45 * MINUTE, tried, { url: 'x'.repeat(length) });
		const of = (awaiting: Awaiting[], events = documents, settings = settingsOf(), revision = 3) =>
			choose(state({ awaiting, revision }), readingOf(events), settings, NOW);
		const ids = ({ chosen }: ReturnType<typeof of>) => chosen.map(({ event }) => idOf(event));
		const empty = of([]).room;
		expect(empty).toBeLessThanOrEqual(60_000);
		expect(empty).toBeGreaterThan(59_990);
		// To the last character: where there is none left, no more documents are taken.
		const spare = 60_000 - JSON.stringify([entry(0)]).length;
		const full = of([entry(spare)]);
		expect([full.room, ids(full), full.leftOut]).toEqual([0, [], documents]);
		const spared = of([entry(spare - 1)]);
		expect([spared.room, ids(spared)]).toEqual([1, ['d', 'e']]);
		// They do not keep those that wait from being tried, whosever turn it is.
		for (const revision of [2, 3]) {
			const one = settingsOf({ maxEvents: 1 });
			expect(ids(of([entry(spare, NOW - HOUR)], documents, one, revision))).toEqual(['w']);
		}
		// Nothing else has to wait.
		const { length } = ids(of([entry(spare)], documents, settingsOf({ download: false })));
		expect(length).toBe(3);
		const updates = [eventOf('a'), ...documents];
		expect(ids(of([entry(spare)], updates))).toEqual(['a', 'd', 'e']);
	});
});

describe('the state that a poll leaves', () => {
	interface Left {
		of?: Partial<TriggerState>;
		events?: TriggerEvent[];
		reading?: Partial<Read>;
		settings?: Settings;
		wait?: (id: unknown) => boolean;
		/** How many of the chosen ones turn out to have no room. */
		noRoom?: number;
		wasTried?: boolean;
		now?: number;
		kinds?: string[];
		isKept?: boolean;
	}

	function leave(left: Left = {}) {
		const {
			of = {},
			events = [],
			settings = settingsOf(),
			now = NOW,
			kinds = ['update'],
			isKept = true,
		} = left;
		const { wait = () => false, wasTried = true, noRoom = 0, reading = {} } = left;
		const before = state(of);
		const read = readingOf(events, reading);
		const choice = choose(before, read, settings, now);
		const worked: Worked = { deliver: [], waiting: [], leftOut: [] };
		for (const [index, entry] of choice.chosen.entries()) {
			const { event } = entry;
			if (index >= choice.chosen.length - noRoom) worked.leftOut.push(event);
			else if (wait(event.raw.event_id)) worked.waiting.push({ ...entry, wasTried });
			else worked.deliver.push({ event });
		}
		const next = commit(before, read, choice, worked, now, kinds, isKept);
		return { before, next, ids: [...takenEvents(next.taken).keys()] };
	}

	const reached = (more: Partial<Reached> = {}): Reached => ({
		events: [],
		newest: -Infinity,
		rest: NOTHING,
		...more,
	});

	it('is the same where nothing has changed', () => {
		const first = leave();
		const { before, next } = leave({ of: first.next });
		expect(next).toBe(before);
		expect(leave({ of: { ...first.next, revision: 0 } }).next.revision).toBe(1);
	});

	it('is a new one at the first poll, although nothing came', () => {
		const { next } = leave({ of: { ...begin('', []), revision: 0 }, isKept: false });
		expect(next).toMatchObject({ revision: 1, starts: { update: NOW }, audit: { at: NOW } });
	});

	it('knows what was taken and what was filtered', () => {
		const events = [eventOf('a'), eventOf('b', NOW, { type: 'documentation' })];
		const { ids, next, before } = leave({ events, settings: settingsOf({ consentType: 'news' }) });
		expect(ids).toHaveLength(2);
		expect(next.revision).toBe(before.revision + 1);
	});

	it('knows nothing of what had no room: the history is read again from the first of it on', () => {
		const of = { forward: { since: NOW, from: FOREVER, to: FOREVER } };
		const events = [...'abcd'].map((id, index) => eventOf(id, NOW - (4 - index) * SECOND));
		const { ids, next } = leave({ of, events, noRoom: 2, settings: settingsOf({ maxEvents: 3 }) });
		expect(ids).toHaveLength(1);
		expect(next.forward.from).toBe(NOW - 3 * SECOND - 1);
	});

	it('keeps those that wait: the tried ones have waited longer, the others as before', () => {
		const awaiting = [
			awaitingOf('u', 4 * MINUTE),
			awaitingOf('v', 45 * MINUTE, NOW - SECOND),
			awaitingOf('w', 0),
		];
		const events = [eventOf('a', NOW, { type: 'documentation' }), eventOf('b')];
		const of = { awaiting };
		const waitsFor = (ids: string) => (id: unknown) => ids.includes(String(id));
		const tried = leave({ of, events, wait: waitsFor('ua') }).next.awaiting;
		expect(tried.map(({ event, waited, tried: at }) => [event.event_id, waited, at])).toEqual([
			['v', 45 * MINUTE, NOW - SECOND],
			['u', 5 * MINUTE, NOW],
			['a', 0, NOW],
		]);
		const untried = leave({ of, events, wait: waitsFor('ua'), wasTried: false }).next.awaiting;
		expect(untried.slice(1).map(({ waited, tried: at }) => [waited, at])).toEqual([
			[4 * MINUTE, NOW - MINUTE],
			[0, NOW],
		]);
	});

	it('starts a kind when it is chosen, and forgets one that is not', () => {
		const { next } = leave({ kinds: ['confirm', 'update'], of: { starts: { update: 5, documentation: 6 } } });
		expect(next.starts).toEqual({ confirm: NOW, update: 5 });
	});

	it('of a first delivery begins with the oldest that was left out of it, each kind with its own', () => {
		const events = [
			eventOf('a', NOW - 9 * SECOND),
			eventOf('b', NOW - 8 * SECOND),
			eventOf('c', NOW - 5 * SECOND, { type: 'confirm' }),
			eventOf('d', NOW - 4 * SECOND),
		];
		const first = {
			of: { ...begin('', []), revision: 0 },
			events,
			kinds: ['update', 'confirm', 'documentation'],
		};
		const settings = settingsOf({ maxEvents: 1 });
		expect(leave({ ...first, settings, isKept: false }).next.starts).toEqual({
			update: NOW - 8 * SECOND,
			confirm: NOW - 5 * SECOND,
			documentation: NOW,
		});
	});

	it("of a first delivery does not begin later than the service's clock says", () => {
		const of = { starts: { update: NOW + DAY } };
		expect(leave({ of, isKept: false }).next.starts).toEqual({ update: NOW });
		expect(leave({ of, isKept: true }).next.starts).toEqual({ update: NOW + DAY });
	});

	describe('and where the history stands', () => {
		const forward = (left: Left) => leave(left).next.forward;
		const of = { forward: { since: NOW - HOUR, from: FOREVER, to: FOREVER } };

		it('is as before where it was not read', () => {
			expect(forward({ of })).toEqual(of.forward);
		});

		it('is the newest event that was read, and not later than the service says', () => {
			const read = (newest: number) => ({ of, reading: { forward: reached({ newest }) } });
			expect(forward(read(NOW - MINUTE)).since).toBe(NOW - MINUTE);
			expect(forward(read(NOW + MINUTE)).since).toBe(NOW);
			expect(forward(read(-Infinity)).since).toBe(NOW - HOUR);
		});

		it("is the service's clock where something is left", () => {
			const rest = { from: NOW - 5 * SECOND, to: NOW };
			const reading = { forward: reached({ newest: NOW - MINUTE, rest }) };
			expect(forward({ of, reading })).toEqual({ since: NOW, ...rest });
		});

		it('is as before where something was left and nothing was read', () => {
			const left = { since: NOW - MINUTE, from: NOW - HOUR, to: NOW };
			expect(forward({ of: { forward: left } })).toEqual(left);
		});

		it('is before the first event that did not fit', () => {
			const events = [eventOf('a', NOW - 9 * SECOND), eventOf('b', NOW - 8 * SECOND)];
			const settings = settingsOf({ maxEvents: 1 });
			expect(forward({ of, events, settings }).from).toBe(NOW - 8 * SECOND - 1);
			const rest = { from: NOW - 20 * SECOND, to: FOREVER };
			expect(forward({ of, events, settings, reading: { forward: reached({ rest }) } }).from).toBe(rest.from);
			const later = [eventOf('a', NOW + DAY), eventOf('b', NOW + 2 * DAY)];
			expect(forward({ of, events: later, settings }).from).toBe(NOW);
		});
	});

	describe('and where the audit stands', () => {
		const audit = (left: Left) => leave(left).next.audit;
		const of = { audit: { ...NOTHING, since: NOW - HOUR, at: NOW - HOUR } };

		it('is as before where none was due', () => {
			expect(audit({ of })).toEqual(of.audit);
		});

		it('counts from the first poll on', () => {
			expect(audit({ of: { audit: { ...NOTHING, since: 0, at: 0 } }, now: NOW + 7 }).at).toBe(NOW + 7);
		});

		it('is done where nothing is left of it', () => {
			const reading = { audit: { ...reached(), since: NOW - SECOND } };
			expect(audit({ of, reading, now: NOW + 7 })).toEqual({ ...NOTHING, since: NOW - SECOND, at: NOW + 7 });
		});

		it('goes on where something is', () => {
			const rest = { from: NOW - DAY, to: NOW };
			const reading = { audit: { ...reached({ rest }), since: NOW - SECOND } };
			expect(audit({ of, reading })).toEqual({ ...rest, since: NOW - SECOND, at: NOW - HOUR });
			expect(audit({ of: { audit: { ...of.audit, at: 0 } }, reading }).at).toBe(NOW);
		});
	});
});
