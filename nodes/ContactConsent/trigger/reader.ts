import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import type { Send } from '../transport/types';
import type { Plan } from './lookBack';
import type { Poll } from './settings';
import { FOREVER, toTriggerEvent } from './state';
import type { classifier, TriggerEvent, TriggerState } from './state';

const MINUTE = 60_000;

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read extends Plan {
	/** What was not taken yet, by its keys. */
	events: Map<string, TriggerEvent>;
	/** Newest `event_time` of the history that was read, fresh or not. */
	newest: number;
	/** From when on each kind counts; known from the first answer on. */
	starts: TriggerState['starts'];
	reach: TriggerState['reach'];
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
	/** Why the history was not read forward, and why `/events/latest` was not read. */
	errors: Partial<Record<'history' | 'latest', Error>>;
	/** What ended a look-back before its time. */
	error?: Error;
	/** The history has failed for so long that nothing can be left to it. */
	isHistoryGone: boolean;
}

/** A reading under way, and what it needs. */
export interface Reader extends Read, Pick<Poll, 'settings' | 'now' | 'left' | 'log'> {
	state: TriggerState;
	poll: Poll;
	/** With the time limit of a page of the history. */
	send: Send;
	classify: ReturnType<typeof classifier>;
	/** How long ago the trigger began, where it has no start yet. */
	age: number;
	/** n8n holds a state already; the first one that it keeps sets the start. */
	isKept: boolean;
}

/** Notes the service's clock. With its first answer, what has no start yet gets one. */
export function noteDate(reader: Reader, header: string | undefined): number {
	// A service without the header has n8n's clock.
	const date = Date.parse(header ?? '') || reader.now();
	if (reader.date !== undefined) {
		reader.date = Math.min(reader.date, date);
		return date;
	}
	reader.date = date;
	const { settings, state, age, isKept } = reader;
	const isNew = Object.keys(state.starts).length === 0;
	const first = date - age - (state.begun.with === 'unreceived' ? 0 : MINUTE);
	// Before n8n has kept it, it is not later than any clock has shown.
	const latest = isKept || state.begun.with === 'date' ? FOREVER : first;
	const startOf = (kind: string) => Math.min(state.starts[kind] ?? (isNew ? first : date), latest);
	reader.starts = Object.fromEntries(settings.kinds.map((kind) => [kind, startOf(kind)]));
	return date;
}

/** The events of an answer that belong to its series, should the service not filter, or have kinds that nobody chose. */
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

/** Documents need no room, as far as the history shows them again; nor does what the consent filter leaves out. */
export const takesRoom = ({ settings, isHistoryGone }: Reader, { raw }: TriggerEvent): boolean =>
	settings.passes(raw) && (isHistoryGone || !settings.isDocument(raw));

export const iso = (time: number): string => new Date(time).toISOString();
