import type { IDataObject } from 'n8n-workflow';

import { sentTime } from '../lib/dates';
import { idText, keyOf } from '../lib/ids';

export interface TriggerEvent {
	/** A hash of the type and the `event_id`, which identifies the event in the state. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	raw: IDataObject;
	/** When a poll first read the event, by the service's clock. */
	first?: number;
	/** The event waits in the state. */
	isWaiting?: boolean;
	/** The event is from before the start, and nobody has received it: `/events/latest` has shown it. */
	isOlder?: boolean;
	/**
	 * Only `/events/latest` has shown the event so far, or the request before the publication (`tryHistory`), which may take an
	 * event away from there. `/events/latest` shows it once, and the history may show it late.
	 */
	isOnlyLatest?: boolean;
}

/**
 * Reads an event of the service.
 *
 * @param fallback the time of an event without a readable `event_time`: when it was read
 */
export const toTriggerEvent = (raw: IDataObject, fallback: number): TriggerEvent => ({
	key: keyOfEvent(raw),
	time: eventTime(raw) ?? fallback,
	raw,
});

/** Identifies an event. Includes the type, because an update and its document may share an ID. */
export function keyOfEvent(raw: IDataObject): string {
	const { type, event_id } = raw;
	// Parsing JSON can make two large numeric IDs equal. `idText` rejects these, and the whole event makes the key.
	const id = idText(event_id);
	return keyOf(id ? `${type as string} ${id}` : JSON.stringify(raw));
}

/** The `event_time` in epoch milliseconds. */
export const eventTime = ({ event_time }: IDataObject): number | undefined => sentTime(event_time);

/** Orders events of the same millisecond: by the text of the time, which may be finer, then by ID. */
const finer = ({ raw }: TriggerEvent): string => JSON.stringify([raw.event_time, raw.event_id, raw.type]);

export const compareEvents = (a: TriggerEvent, b: TriggerEvent): number =>
	a.time - b.time || (finer(a) < finer(b) ? -1 : 1);

export const iso = (time: number): string => new Date(time).toISOString();
