import type { IDataObject } from 'n8n-workflow';

/** An event of the service with what the trigger needs to know about it. */
export interface TriggerEvent {
	/** Short stand-in for the `event_id`: what the state remembers instead of it. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	/** The event as the service sent it. */
	raw: IDataObject;
}

/** Length of every key, so that keys can be kept as one text without separators. */
export const KEY_LENGTH = 11;

const OFFSET = /(?:z|[+-]\d\d:?\d\d)$/i;

/**
 * 53 bits of a text, in base 36 (cyrb53, public domain).
 * 4,000 remembered keys meet a new one by chance once in 2 × 10¹² events.
 */
function keyOf(text: string): string {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return ((low & 2097151) * 4294967296 + (high >>> 0)).toString(36).padStart(KEY_LENGTH, '0');
}

/** Epoch milliseconds of an ISO 8601 text; without an offset it is taken as UTC. */
export function timeOf(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const time = Date.parse(value.includes('T') && !OFFSET.test(value) ? `${value}Z` : value);
	return Number.isNaN(time) ? undefined : time;
}

/**
 * @param fallback the time of an event that has no readable one: when it was read
 */
export function toTriggerEvent(raw: IDataObject, fallback: number): TriggerEvent {
	const id = raw.event_id;
	return {
		key: keyOf(typeof id === 'string' && id !== '' ? id : JSON.stringify(raw)),
		time: timeOf(raw.event_time) ?? fallback,
		raw,
	};
}

function compareTexts(a: unknown, b: unknown): number {
	if (typeof a !== 'string' || typeof b !== 'string' || a === b) return 0;
	return a < b ? -1 : 1;
}

/** In order of `event_time`; its text decides below a millisecond, then the `event_id`. */
export function compareEvents(a: TriggerEvent, b: TriggerEvent): number {
	return (
		a.time - b.time ||
		compareTexts(a.raw.event_time, b.raw.event_time) ||
		compareTexts(a.raw.event_id, b.raw.event_id)
	);
}
