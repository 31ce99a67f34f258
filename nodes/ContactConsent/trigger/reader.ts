import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import type { Send } from '../transport/types';
import type { Plan } from './lookBack';
import type { Poll } from './settings';
import { FOREVER, toTriggerEvent } from './state';
import type { classifier, TriggerEvent, TriggerState } from './state';

const MINUTE = 60_000;

/** What a poll has read. It contains every event that was not taken yet; `choose` decides which of them fit. */
export interface Read extends Plan {
	/** The events that were not taken yet, by their keys. */
	events: Map<string, TriggerEvent>;
	/** The newest `event_time` that the history has shown, including events that were taken before. */
	newest: number;
	/** From when on events of each kind are delivered. A kind without a start gets one with the poll's first answer. */
	starts: TriggerState['starts'];
	reach: TriggerState['reach'];
	/** The service's clock: the earliest `Date` of this poll. Events that existed then are in every later answer. */
	date?: number;
	/** The failures of the history (read forward) and of `/events/latest`. */
	errors: Partial<Record<'history' | 'latest', Error>>;
	/** The failure that ended a look-back early. */
	error?: Error;
	/** The history has failed for so long that no event may be left to it. */
	isHistoryGone: boolean;
}

/** A reading in progress, with what it needs. */
export interface Reader extends Read, Pick<Poll, 'settings' | 'now' | 'timeLeft' | 'log'> {
	state: TriggerState;
	poll: Poll;
	/** Sends with the time limit for pages of the history. */
	send: Send;
	classify: ReturnType<typeof classifier>;
	/** Milliseconds since the trigger began; 0 if it has a start. */
	age: number;
	/** n8n has stored a state. The first state that it stores sets the start. */
	isKept: boolean;
}

/**
 * Notes the service's clock. With the first answer of a poll, kinds without a start get one.
 *
 * @returns the time of this answer
 */
export function noteDate(reader: Reader, header: string | undefined): number {
	// If the service sends no `Date`, n8n's clock counts.
	const date = Date.parse(header ?? '') || reader.now();
	if (reader.date !== undefined) {
		reader.date = Math.min(reader.date, date);
		return date;
	}
	reader.date = date;
	const { settings, state, age, isKept } = reader;
	const isNew = Object.keys(state.starts).length === 0;
	const first = date - age - (state.begun.with === 'unreceived' ? 0 : MINUTE);
	// Until n8n has stored the start, a poll may move it back if the clock shows an earlier time.
	const latest = isKept || state.begun.with === 'date' ? FOREVER : first;
	const startOf = (kind: string) => Math.min(state.starts[kind] ?? (isNew ? first : date), latest);
	reader.starts = Object.fromEntries(settings.kinds.map((kind) => [kind, startOf(kind)]));
	return date;
}

/** The events of an answer that belong to its series: the service may ignore the filter, or send other kinds. */
export function eventsOf(
	reader: Reader,
	type: EventType | undefined,
	items: IDataObject[],
	header?: string,
): TriggerEvent[] {
	const date = noteDate(reader, header);
	const kinds: readonly unknown[] = type === undefined ? reader.settings.kinds : [type];
	return items.filter((item) => kinds.includes(item.type)).map((item) => toTriggerEvent(item, date));
}

/** True if an event takes a place in the execution. Filtered events and documents that wait in the history do not. */
export const takesRoom = ({ settings, isHistoryGone }: Reader, { raw }: TriggerEvent): boolean =>
	settings.passes(raw) && (isHistoryGone || !settings.isDocument(raw));

export const iso = (time: number): string => new Date(time).toISOString();
