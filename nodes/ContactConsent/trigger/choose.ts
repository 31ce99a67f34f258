import type { IDataObject } from 'n8n-workflow';

import { hasConsent } from '../resources/contact/consents';
import { isRecord } from '../values';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './event';
import { eventsRead, type Read } from './read';
import type { Settings } from './settings';
import { isTurnOfWaiting, type Awaiting, type TriggerState } from './state';

/** An event that this poll takes. */
export interface Chosen {
	event: TriggerEvent;
	/** It was taken by an earlier poll and waits for its PDF or its contact. */
	awaiting?: Awaiting;
	/** It has waited long enough: it is delivered whatever comes of it. */
	isLastTry: boolean;
}

export interface Choice {
	/** In order of `event_time`. */
	chosen: Chosen[];
	/** Characters that the state has left for events that wait for their PDF. */
	room: number;
	/** Left out by the consent filter for good; they count as taken. */
	filtered: TriggerEvent[];
	/** Fresh events that were not chosen; the history brings them again. */
	leftOut: TriggerEvent[];
}

const LONGEST_PAUSE = 10 * 60_000;
/** Characters of waiting events in the state, but for the last one of them. */
const MOST_AWAITING = 60_000;

/** Documentation events are worked on where their PDF or their contact is wanted. */
export const needsWork = ({ type }: IDataObject, { download, addContact }: Settings): boolean =>
	type === 'documentation' && (download || addContact);

/** How long an event has waited. A clock that was put back neither stops nor prolongs it. */
export const waitedFor = ({ waited, tried }: Awaiting, now: number): number =>
	waited + Math.max(0, now - tried);

/** Tried at every poll at first, then less and less often, and once more when the wait is over. */
function isDue({ event, waited, tried }: Awaiting, now: number, settings: Settings): boolean {
	const pause = Math.min(waited / 4, LONGEST_PAUSE, settings.documentationWait - waited);
	return now < tried || now >= tried + pause || !needsWork(event, settings);
}

/** Whether the consent filter lets an event start the workflow. */
export function passesFilter({ raw }: TriggerEvent, { consentType, consentGranted }: Settings): boolean {
	if (raw.type === 'documentation' || (consentType === '' && consentGranted === 'any')) return true;
	return isRecord(raw.contact) && hasConsent(raw.contact, consentType, consentGranted);
}

/** How many events fit, in whole instants. */
function wholeInstants(events: readonly TriggerEvent[], room: number): number {
	let count = Math.min(events.length, room);
	while (count > 0 && events[count]?.time === events[count - 1]?.time) count--;
	return count;
}

/**
 * How many of the waiting and of the fresh events are taken: at every other change of the state the waiting ones come
 * first. A single instant that is larger than an execution may be is taken whole and alone.
 */
function share(waiting: number, fresh: readonly TriggerEvent[], maxEvents: number, isTheirTurn: boolean) {
	if (isTheirTurn && waiting > 0) {
		const due = Math.min(waiting, maxEvents);
		return { due, fresh: wholeInstants(fresh, maxEvents - due) };
	}
	const first = fresh.filter(({ time }) => time === fresh[0]?.time).length;
	const taken = Math.max(first, wholeInstants(fresh, maxEvents));
	return { due: Math.min(waiting, Math.max(0, maxEvents - taken)), fresh: taken };
}

/**
 * Chooses what this poll takes. The only place that decides on order, on `maxEvents` and on the room for documents,
 * before anything is downloaded. `now` is n8n's clock.
 */
export function choose(state: TriggerState, reading: Read, settings: Settings, now: number): Choice {
	const passing: TriggerEvent[] = [];
	const filtered: TriggerEvent[] = [];
	for (const event of eventsRead(reading).sort(compareEvents)) {
		(passesFilter(event, settings) ? passing : filtered).push(event);
	}
	const room = MOST_AWAITING - JSON.stringify(state.awaiting).length;
	const isBlocked = room <= 0 && passing[0] && needsWork(passing[0].raw, settings);
	const due = state.awaiting.filter((entry) => isDue(entry, now, settings));
	const taken = share(due.length, isBlocked ? [] : passing, settings.maxEvents, isTurnOfWaiting(state));
	const chosen: Chosen[] = [
		...due.slice(0, taken.due).map((awaiting) => ({
			event: toTriggerEvent(awaiting.event, awaiting.tried),
			awaiting,
			isLastTry: waitedFor(awaiting, now) >= settings.documentationWait,
		})),
		...passing.slice(0, taken.fresh).map((event) => ({ event, isLastTry: settings.documentationWait === 0 })),
	];
	return {
		chosen: chosen.sort((a, b) => compareEvents(a.event, b.event)),
		filtered,
		room,
		leftOut: passing.slice(taken.fresh),
	};
}
