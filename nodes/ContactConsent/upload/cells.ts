/** Pure functions that read the value of a cell, whatever its column, and that compare two values. */
import { isDate } from '../dates';
import { hasLostDigits, isRecord, LEAVE_OUT, mapValues, trimmed } from '../values';

/** The apostrophe with which a spreadsheet marks a number as text: `'0731`. */
const TEXT_MARK = /^'(?=[\d+])/;

/** Control characters of Latin1, and every character from U+0300, the first combining one. */
const NEEDS_MENDING = /[\u0300-\uffff\u0080-\u009f]/;

/**
 * The characters of Windows-1252 from 0x80 to 0x9F. n8n offers no Windows-1252. Its nearest encoding is Latin1, which
 * reads these characters as control characters.
 */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const asWindowsHasIt = (character: string): string => WINDOWS.charAt(character.charCodeAt(0) - 0x80);

/** The text of a cell, trimmed, without a spreadsheet's text mark, in Unicode's composed form (NFC). */
export function cleaned(text: string): string {
	const inside = trimmed(text);
	const bare = inside.startsWith("'") ? inside.replace(TEXT_MARK, '') : inside;
	return NEEDS_MENDING.test(bare) ? bare.replace(/[\u0080-\u009f]/g, asWindowsHasIt).normalize('NFC') : bare;
}

export const hasTextMark = (text: string): boolean => text.includes("'") && TEXT_MARK.test(trimmed(text));

/** The text that a spreadsheet shows for a failed formula, in any language: #REF!, #¿NOMBRE?, #UNKNOWN!, Err:502. */
const ERROR = /^(#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|(Err|Fout)\s?:\s?\d{3})$/u;
/** The error texts that do not match `ERROR`. */
const NOT_AVAILABLE = new Set('#N/A #NV #N/D #N/B #I/T #Н/Д #YOK #HIÁNYZIK #GETTING_DATA'.split(' '));

/** True for the text that a spreadsheet shows for a failed formula. */
function isSpreadsheetError(value: unknown): boolean {
	if (typeof value !== 'string' || !/[#:]/.test(value)) return false;
	const text = trimmed(value);
	return ERROR.test(text) || NOT_AVAILABLE.has(text.toUpperCase());
}

/** A long number that a spreadsheet has shortened, so that its last digits are lost: 4,91511E+12. */
const SHORTENED = /^'?[+-]?\d([.,]\d+)?E(\+|(?<=[.,]\d+E))\d{1,3}$/i;

const isShortened = (value: unknown): boolean =>
	typeof value === 'string' && value.length > 3 && SHORTENED.test(trimmed(value));

const NO_IDS = new Set([
	'',
	'[object object]',
	...'true false - -- – — null none n/a undefined nan'.split(' '),
]);

/** How a spreadsheet has lost a value: a shortened number, or the error of a formula; `undefined` if it has not. */
export const lossIn = (value: unknown): 'shortened' | 'error' | undefined =>
	isShortened(value) ? 'shortened' : isSpreadsheetError(value) ? 'error' : undefined;

/** The path to the first number that JSON has rounded; `undefined` if every number is exact. */
export function roundedIn(value: unknown): string[] | undefined {
	if (hasLostDigits(value)) return [];
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [key, part] of Object.entries(value)) {
		const steps = roundedIn(part);
		if (steps) return [key, ...steps];
	}
	return undefined;
}

/** True for a text that stands in the place of an ID but is none: `null`, `n/a`, an error or a shortened number. */
export const isNoId = (text: string): boolean =>
	NO_IDS.has(trimmed(text).toLowerCase()) || lossIn(text) !== undefined;

/** True for a text that people write instead of leaving a cell blank: `n/a`. Most columns send it as content. */
export const isPlaceholder = (text: string): boolean =>
	/^(n\/a|n\.?\s?a\.?|k\.?\s?a\.?|null|none|-+|–|—)$/i.test(trimmed(text));

/** True if the text has U+FFFD, which replaces each letter that was read with the wrong encoding. */
export const isBroken = (text: string): boolean => text.includes('\ufffd');

/** The texts that lost letters when a file was read: the value itself, or the keys and texts inside it. */
export function brokenIn(value: unknown, found: string[] = []): string[] {
	if (typeof value === 'string') {
		if (isBroken(value)) found.push(value);
	} else if (Array.isArray(value)) {
		for (const part of value) brokenIn(part, found);
	} else if (isRecord(value) && !isDate(value)) {
		for (const key of Object.keys(value)) {
			brokenIn(key, found);
			brokenIn(value[key], found);
		}
	}
	return found;
}

/** Separates the values of a text. The comma inside a shortened number (4,91511E+12) is no separator. */
const SEPARATOR = /\s:::\s|[;\r\n]|(?<!\b\d),|,(?!\d+E\+?\d{1,3}\b)/i;

/** Splits a text into its values: `a@x.org, b@x.org ::: c@x.org`, or a list as a database writes it, `{a,b}`. */
export function valuesIn(text: string): string[] {
	const inBraces = /^\{(.*)\}$/s.exec(text)?.[1];
	const values = (inBraces ?? text).split(SEPARATOR);
	return inBraces === undefined ? values : values.map((one) => one.trim().replace(/^"(.*)"$/s, '$1'));
}

/** The day from which a spreadsheet counts. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** The lowest number that is read as a birthday: May 18, 1927. */
const LEAST_DAY = 10_000;
const AN_HOUR = 3_600_000;
const A_DAY = 24 * AN_HOUR;

const DATE = /^(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})\.?$/;
const TIME = /[T\s]+\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Takes a date of three numbers apart.
 *
 * @returns the year, then the other two numbers in the order of the text; `undefined` for any other text
 */
function partsOf(text: string): [year: number, one: number, other: number] | undefined {
	const match = DATE.exec(trimmed(text).replace(TIME, ''));
	if (!match) return undefined;
	const [first = 0, second = 0, third = 0] = match.slice(1).map(Number);
	return (match[1] ?? '').length > 2 ? [first, second, third] : [third, first, second];
}

const FIRST_DAYS = new Set(['1899 12 30', '1899 12 31', '1 1 1']);

/** True for the date that a program writes for "no date": 0, 0.0.00, 0000-00-00, 1899-12-30, with or without a time. */
export function isZeroDate(text: string): boolean {
	if (/^0+$/.test(trimmed(text))) return true;
	const [year = 1, ...days]: number[] = partsOf(text) ?? [];
	// A spreadsheet shows its day 0 as 1900-01-00.
	if (days.includes(0)) return year % 100 === 0;
	return FIRST_DAYS.has([year, ...days.sort((a, b) => a - b)].join(' '));
}

const DAY_WITHOUT_YEAR =
	/^(--\d{1,2}-?\d{1,2}|\d{1,2}[./-]\d{1,2}\.?|\d{1,2}\.?\s+\p{L}{3,}\.?|\p{L}{3,}\.?\s+\d{1,2}\.?)$/u;

/** True for a time that is on day 0 or day 1 of a spreadsheet in some time zone, and so stands for "no date". */
export const isFirstDay = (epoch: number | undefined): boolean =>
	// From 14 hours before day 0 to 14 hours before the year 1900 in UTC: time zones are up to 14 hours ahead.
	epoch !== undefined && Math.abs(epoch - DAY_ZERO - 10 * AN_HOUR) < A_DAY;

/** True for a date that lacks its year, month or day: 05/12, --05-12, 12. Mai, 1985-00-00. */
export const isPartOfDay = (text: string): boolean =>
	DAY_WITHOUT_YEAR.test(trimmed(text)) || (partsOf(text)?.slice(1).includes(0) === true && !isZeroDate(text));

/**
 * Converts the number as which a spreadsheet stores a date: 31179 is 1985-05-12.
 *
 * @returns `undefined` for a value that is no whole number, is lower than `LEAST_DAY`, or means a day in the future
 */
export function dayOfSpreadsheet(value: unknown, now = Date.now()): string | undefined {
	const isDigits = typeof value === 'string' && /^\d{5}$/.test(trimmed(value));
	const number = isDigits ? Number(trimmed(value)) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < LEAST_DAY) return undefined;
	const day = DAY_ZERO + number * A_DAY;
	return day > now ? undefined : new Date(day).toISOString().slice(0, 10);
}

/** Parses JSON text; `undefined` if the text is not valid JSON. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** True for a missing value, a blank text, and a list or an object, also as JSON text, that holds only blank values. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') {
		const text = trimmed(value);
		if (!text.startsWith('{') && !text.startsWith('[')) return text === '';
		const nested = jsonIn(text);
		return nested !== undefined && isBlank(nested);
	}
	return typeof value === 'object' && !isDate(value) && Object.values(value).every(isBlank);
}

const withSortedKeys = (_key: string, part: unknown): unknown =>
	isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;

/** A value as JSON text with sorted keys, to compare it: the order of keys makes no difference. */
export const canonical = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value, withSortedKeys) : JSON.stringify(value);

/**
 * True for a missing value, an empty text, and a list or an object that holds only empty values. It is meant for stored
 * values: unlike `isBlank`, it takes a text of spaces for content and reads no JSON text.
 */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && !isDate(value) && Object.values(value).every(isEmpty));

/** A value without the empty parts of its objects: the service may show an empty part or leave it out. */
function filled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(filled);
	if (!isRecord(value)) return value;
	return mapValues(value, (part) => (isEmpty(part) ? LEAVE_OUT : filled(part)));
}

const meant = (value: unknown): string => (isEmpty(value) ? '' : canonical(filled(value)));

/** True if two values of a record mean the same. Empty values and the order of keys make no difference. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || meant(one) === meant(other);
