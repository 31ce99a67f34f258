import { consentsOf, consentStates } from '../resources/contact/consents';
import { isRecord, textOf } from '../values';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './event';
import type { Read } from './read';
import type { Settings } from './settings';
import type { Awaiting, TriggerState } from './state';
import { dueOf, needsWork, placesForWaiting, roomToWait, waitedFor } from './waiting';

/** An event that this poll takes. */
export interface Chosen {
	event: TriggerEvent;
	/** It was taken by an earlier poll and waits for its PDF or its contact. */
	awaiting?: Awaiting;
	/** When it was first tried to be delivered, by n8n's clock. */
	since: number;
	/** It has waited long enough: it is delivered whatever comes of it. */
	isLastTry: boolean;
}

export interface Choice {
	/** In order of `event_time`. */
	chosen: Chosen[];
	/** Left out by the consent filter for good; they count as taken. */
	filtered: TriggerEvent[];
	/** Fresh events that do not fit; the history brings them again. */
	leftOut: TriggerEvent[];
}

/** Whether the consent filter lets an event start the workflow. */
export function passesFilter({ raw }: TriggerEvent, { consentType, consentGranted }: Settings): boolean {
	if (raw.type === 'documentation' || (consentType === '' && consentGranted === 'any')) return true;
	if (!isRecord(raw.contact)) return false;
	if (consentGranted === 'any') {
		return consentsOf(raw.contact).some(({ type }) => textOf(type) === consentType);
	}
	return Object.entries(consentStates(raw.contact)).some(
		([type, granted]) =>
			(consentType === '' || type === consentType) && granted === (consentGranted === 'granted'),
	);
}

/** How many events fit, in whole instants. */
function wholeInstants(events: readonly TriggerEvent[], room: number): number {
	let count = Math.min(events.length, room);
	while (count > 0 && events[count]?.time === events[count - 1]?.time) count--;
	return count;
}

/** How many events stand at the first instant. */
const sizeOfFirst = (events: readonly TriggerEvent[]): number =>
	events.filter(({ time }) => time === events[0]?.time).length;

/**
 * How many of the waiting and of the fresh events are taken. A single instant that is larger than an execution may be
 * is taken whole and alone; waiting events and it take turns.
 */
function share(
	due: number,
	fresh: readonly TriggerEvent[],
	settings: Settings,
	isTurnOfWaiting: boolean,
): { due: number; fresh: number } {
	const { maxEvents } = settings;
	const first = sizeOfFirst(fresh);
	if (first === 0) return { due: Math.min(due, maxEvents), fresh: 0 };
	const waiting = Math.min(due, placesForWaiting(settings));
	if (first + waiting <= maxEvents) {
		return { due: waiting, fresh: wholeInstants(fresh, maxEvents - waiting) };
	}
	if (due > 0 && isTurnOfWaiting) return { due: Math.min(due, maxEvents), fresh: 0 };
	return { due: 0, fresh: Math.max(first, wholeInstants(fresh, maxEvents)) };
}

/** How many of the events can be left waiting, should their PDFs not be there. */
function thatCanWait(events: readonly TriggerEvent[], state: TriggerState, settings: Settings): number {
	const room = roomToWait(state);
	const full = events.findIndex((event) => {
		if (!needsWork(event.raw, settings)) return false;
		room.events -= 1;
		room.characters -= JSON.stringify(event.raw).length + 60;
		return room.events < 0 || room.characters < 0;
	});
	return full < 0 ? events.length : full;
}

/**
 * Chooses what this poll takes. The only place that decides on order, on `maxEvents` and on the room for documents,
 * before anything is downloaded.
 *
 * @param now n8n's clock
 * @param seen when events were first waited for, by key, should n8n have dropped the state that says so
 */
export function choose(
	state: TriggerState,
	{ forward, audit, latest }: Read,
	settings: Settings,
	now: number,
	seen: Readonly<Record<string, number>> = {},
): Choice {
	const inHand = new Map<string, TriggerEvent>();
	for (const event of [...(forward?.events ?? []), ...(audit?.events ?? []), ...latest]) {
		inHand.set(event.key, event);
	}
	const all = [...inHand.values()].sort(compareEvents);
	const fresh = all.filter((event) => passesFilter(event, settings));
	const due = dueOf(state, now, settings);
	const canWait = fresh.slice(0, thatCanWait(fresh, state, settings));
	const taken = share(due.length, canWait, settings, state.revision % 2 === 0);
	const take = (event: TriggerEvent, since: number, awaiting?: Awaiting): Chosen => {
		const waited = waitedFor(awaiting ?? { since, tried: now }, now);
		return { event, since, awaiting, isLastTry: waited >= settings.documentationWait };
	};
	const chosen = [
		...due
			.slice(0, taken.due)
			.map((entry) => take(toTriggerEvent(entry.event, entry.since), entry.since, entry)),
		...fresh.slice(0, taken.fresh).map((event) => take(event, Math.min(seen[event.key] ?? now, now))),
	];
	return {
		chosen: chosen.sort((a, b) => compareEvents(a.event, b.event)),
		filtered: all.filter((event) => !fresh.includes(event)),
		leftOut: fresh.slice(taken.fresh),
	};
}
