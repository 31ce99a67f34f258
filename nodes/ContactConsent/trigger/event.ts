import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../dates';

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
export const KEY_LENGTH = 9;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A whole number below 2^54 as a text of `KEY_LENGTH`. */
export function keyOfNumber(value: number): string {
	let rest = value;
	let key = '';
	for (let digit = 0; digit < KEY_LENGTH; digit++) {
		key = DIGITS.charAt(rest % 64) + key;
		rest = Math.floor(rest / 64);
	}
	return key;
}

/** 53 bits of a text (cyrb53, public domain). 10,000 keys meet a new one by chance once in 9 × 10¹¹ events. */
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
	return keyOfNumber((low & 2097151) * 4294967296 + (high >>> 0));
}

/**
 * @param fallback the time of an event that has no readable one: when it was read
 */
export function toTriggerEvent(raw: IDataObject, fallback: number): TriggerEvent {
	const id = raw.event_id;
	return {
		key: keyOf(typeof id === 'string' && id !== '' ? id : JSON.stringify(raw)),
		time: epochOf(raw.event_time) ?? fallback,
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
