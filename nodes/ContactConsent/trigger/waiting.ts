import type { IDataObject } from 'n8n-workflow';

import type { Settings } from './settings';
import type { Awaiting, TriggerState } from './state';

/** Documentation events are worked on where their PDF or their contact is wanted. */
export const needsWork = (
	{ type }: IDataObject,
	{ download, addContact }: Pick<Settings, 'download' | 'addContact'>,
): boolean => type === 'documentation' && (download || addContact);

const LONGEST_PAUSE = 10 * 60_000;

/** The most documentation events that wait at a time, and their size in the state. */
const MOST_AWAITING = 200;
const MOST_AWAITING_CHARACTERS = 60_000;

/** How many more documentation events may be taken: each of them may have to wait in the state. */
export function roomToWait({ awaiting }: TriggerState): { events: number; characters: number } {
	const characters = awaiting.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
	return { events: MOST_AWAITING - awaiting.length, characters: MOST_AWAITING_CHARACTERS - characters };
}

/** How long an event has waited. A clock that was put back neither stops nor prolongs it. */
export const waitedFor = ({ since, tried }: Omit<Awaiting, 'event' | 'next'>, now: number): number =>
	Math.max(now, tried) - since;

/** Events that wait and are to be tried now. */
export const dueOf = ({ awaiting }: TriggerState, now: number, settings: Settings): Awaiting[] =>
	awaiting.filter(({ event, tried, next }) => next <= now || now < tried || !needsWork(event, settings));

/** Waiting on: at every poll at first, then less and less often, and once more when the wait is over. */
export function waitOn(entry: Awaiting, now: number, longest: number): Awaiting {
	const waited = waitedFor(entry, now);
	const pause = Math.min(waited / 4, LONGEST_PAUSE, Math.max(0, longest - waited));
	return { event: entry.event, since: now - waited, tried: now, next: Math.round(now + pause) };
}

/** How many of those may be tried where fresh events want to be delivered, too. */
export const placesForWaiting = ({ maxEvents }: Settings): number => Math.ceil(maxEvents / 2);

/** How many places of an execution `/events/latest` may fill, beside so many events in hand. */
export const placesForLatest = (due: number, inHand: number, settings: Settings): number =>
	settings.maxEvents - Math.min(due, placesForWaiting(settings)) - inHand;
