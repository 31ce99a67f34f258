import { scalarText } from './json';
import { lossIn } from './spreadsheetLosses';
import { trimmed } from './text';

/** True for a whole number beyond 2^53. JSON and n8n have rounded it, and its original digits are lost. */
export const hasLostDigits = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);
export const LOST_DIGITS = 'is a number with too many digits, of which the last are lost already';

/** An ID from outside as text; `undefined` for a number with lost digits, which would name another record. */
export const idText = (value: unknown): string | undefined =>
	hasLostDigits(value) ? undefined : scalarText(value);

const NO_IDS = new Set([
	'',
	'[object object]',
	...'true false - -- – — null none n/a undefined nan'.split(' '),
]);

/** True for a text that stands in the place of an ID but is none: `null`, `n/a`, an error or a shortened number. */
export const isNoId = (text: string): boolean =>
	NO_IDS.has(trimmed(text).toLowerCase()) || lossIn(text) !== undefined;

export const KEY_LENGTH = 11;

/**
 * A key for a text: 53 bits by cyrb53 (public domain). With 10,000 keys, a new text has the key of another one by
 * chance once in 9 × 10¹¹ texts.
 */
export function keyOf(text: string): string {
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
