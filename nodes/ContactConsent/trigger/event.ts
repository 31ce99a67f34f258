import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../dates';
import { keyOf } from '../values';

/** An event of the service with what the trigger needs to know about it. */
export interface TriggerEvent {
	/** Stands for the `event_id` in the state. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	/** The event as the service sent it. */
	raw: IDataObject;
}

/** @param fallback the time of an event that has no readable one: when it was read */
export function toTriggerEvent(raw: IDataObject, fallback: number): TriggerEvent {
	const id = raw.event_id;
	return {
		key: keyOf(typeof id === 'string' && id !== '' ? id : JSON.stringify(raw)),
		time: epochOf(raw.event_time) ?? fallback,
		raw,
	};
}

/** Decides where the time is the same: its text, which may be finer than a millisecond, then the id. */
const finer = ({ raw }: TriggerEvent): string => JSON.stringify([raw.event_time, raw.event_id]);

export const compareEvents = (a: TriggerEvent, b: TriggerEvent): number =>
	a.time - b.time || (finer(a) < finer(b) ? -1 : 1);
