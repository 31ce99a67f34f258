/** What the values of cells say, whatever column they are in, and when two of them are the same: pure functions. */
import { isDate } from '../dates';
import { entriesOf, isRecord, LEAVE_OUT, trimmed } from '../values';

export { trimmed } from '../values';

/** A spreadsheet's mark for text, in front of a number: '0731. */
const TEXT_MARK = /^'(?=[\d+])/;

/** Control characters of Latin1, and from the first combining character on. */
const NEEDS_MENDING = /[\u0300-\uffff\u0080-\u009f]/;

/** The characters of Windows-1252 from 0x80 to 0x9F. Read as Latin1, which is the nearest that n8n offers, they are control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const asWindowsHasIt = (character: string): string => WINDOWS.charAt(character.charCodeAt(0) - 0x80);

/** A text of a cell without what a spreadsheet adds to it, its letters composed. */
export function cleaned(text: string): string {
	const inside = trimmed(text);
	const bare = inside.startsWith("'") ? inside.replace(TEXT_MARK, '') : inside;
	return NEEDS_MENDING.test(bare) ? bare.replace(/[\u0080-\u009f]/g, asWindowsHasIt).normalize('NFC') : bare;
}

/** True where a cell has a spreadsheet's mark for text. */
export const hasTextMark = (text: string): boolean => text.includes("'") && TEXT_MARK.test(trimmed(text));

/** What a spreadsheet shows for a formula that failed, in any language: #REF!, #¿NOMBRE?, #UNKNOWN!, Err:502. */
const ERROR = /^(#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|(Err|Fout)\s?:\s?\d{3})$/u;
/** Those without such an end. */
const NOT_AVAILABLE = new Set('#N/A #NV #N/D #N/B #I/T #Н/Д #YOK #HIÁNYZIK #GETTING_DATA'.split(' '));

/** True for what a spreadsheet shows where a formula failed. */
export function isSpreadsheetError(value: unknown): boolean {
	if (typeof value !== 'string' || !/[#:]/.test(value)) return false;
	const text = trimmed(value);
	return ERROR.test(text) || NOT_AVAILABLE.has(text.toUpperCase());
}

/** A number as a spreadsheet shortens it, whose last digits are lost: 4,91511E+12. */
const SHORTENED = /^'?[+-]?\d([.,]\d+)?E(\+|(?<=[.,]\d+E))\d{1,3}$/i;

/** True for a number that a spreadsheet has shortened. */
export const isShortened = (value: unknown): value is string =>
	typeof value === 'string' && value.length > 3 && SHORTENED.test(trimmed(value));

const NO_IDS = new Set([
	'',
	'[object object]',
	...'true false - -- – — null none n/a undefined nan'.split(' '),
]);

/** True for a text that stands where an ID is missing. */
export const isNoId = (text: string): boolean =>
	NO_IDS.has(trimmed(text).toLowerCase()) || isSpreadsheetError(text) || isShortened(text);

/** What people write where they have nothing to write. In most columns it is content all the same. */
export const isPlaceholder = (text: string): boolean =>
	/^(n\/a|n\.?\s?a\.?|k\.?\s?a\.?|null|none|-+|–|—)$/i.test(trimmed(text));

/** U+FFFD: what is left of a letter that was read with the wrong encoding. */
export const isBroken = (text: string): boolean => text.includes('\ufffd');

/** The comma of a shortened number separates nothing. */
const SEPARATOR = /\s:::\s|[;\r\n]|(?<!\b\d),|,(?!\d+E\+?\d{1,3}\b)/i;

/** The values of a text that holds several: a@x.org, b@x.org ::: c@x.org, or a list as a database writes it, {a,b}. */
export function valuesIn(text: string): string[] {
	const inBraces = /^\{(.*)\}$/s.exec(text)?.[1];
	const values = (inBraces ?? text).split(SEPARATOR);
	return inBraces === undefined ? values : values.map((one) => one.trim().replace(/^"(.*)"$/s, '$1'));
}

/** The day from which a spreadsheet counts, and the least number that is a birthday: May 18, 1927. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const LEAST_DAY = 10_000;
const AN_HOUR = 3_600_000;
const A_DAY = 24 * AN_HOUR;

const DATE = /^(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})\.?$/;
const TIME = /[T\s]+\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date of three numbers as year and the other two, in any order; nothing for another text. */
function partsOf(text: string): [year: number, one: number, other: number] | undefined {
	const match = DATE.exec(trimmed(text).replace(TIME, ''));
	if (!match) return undefined;
	const [first = 0, second = 0, third = 0] = match.slice(1).map(Number);
	return (match[1] ?? '').length > 2 ? [first, second, third] : [third, first, second];
}

const FIRST_DAYS = new Set(['1899 12 30', '1899 12 31', '1 1 1']);

/** True for what a program writes where there is no date: 0, 0.0.00, 0000-00-00, 1899-12-30, with or without a time. */
export function isZeroDate(text: string): boolean {
	if (/^0+$/.test(trimmed(text))) return true;
	const [year = 1, ...days]: number[] = partsOf(text) ?? [];
	// A spreadsheet shows its day 0 as 1900-01-00.
	if (days.includes(0)) return year % 100 === 0;
	return FIRST_DAYS.has([year, ...days.sort((a, b) => a - b)].join(' '));
}

const DAY_WITHOUT_YEAR =
	/^(--\d{1,2}-?\d{1,2}|\d{1,2}[./-]\d{1,2}\.?|\d{1,2}\.?\s+\p{L}{3,}\.?|\p{L}{3,}\.?\s+\d{1,2}\.?)$/u;

/** True for the time around the day 0 of a spreadsheet, as it is in some time zone. */
export const isFirstDay = (epoch: number | undefined): boolean =>
	// From 14 hours before it to 14 hours before 1900 begins.
	epoch !== undefined && Math.abs(epoch - DAY_ZERO - 10 * AN_HOUR) < A_DAY;

/** True for a day of which the year, the month or the day is missing: 05/12, --05-12, 12. Mai, 1985-00-00. */
export const isPartOfDay = (text: string): boolean =>
	DAY_WITHOUT_YEAR.test(trimmed(text)) || (partsOf(text)?.slice(1).includes(0) === true && !isZeroDate(text));

/** The day of which a spreadsheet stores the number: 31179 is 1985-05-12. Nothing for a number that is no such day. */
export function dayOfSpreadsheet(value: unknown, now = Date.now()): string | undefined {
	const isDigits = typeof value === 'string' && /^\d{5}$/.test(trimmed(value));
	const number = isDigits ? Number(trimmed(value)) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < LEAST_DAY) return undefined;
	const day = DAY_ZERO + number * A_DAY;
	return day > now ? undefined : new Date(day).toISOString().slice(0, 10);
}

/** What a text holds as JSON; `undefined` for any other text. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** True for a value that says nothing: a blank text, and a list or an object, also as JSON text, with nothing else in it. */
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

/** A value as text in which the order of keys does not matter, to compare it. */
export const canonical = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value, withSortedKeys) : JSON.stringify(value);

/** Of a stored value: nothing, an empty text, or a list or an object in which nothing else is left. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && !isDate(value) && Object.values(value).every(isEmpty));

/** A value without what is empty: the service may show that, or leave it out. */
function filled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(filled);
	if (!isRecord(value)) return value;
	return entriesOf(value, (part) => (isEmpty(part) ? LEAVE_OUT : filled(part)));
}

const meant = (value: unknown): string => (isEmpty(value) ? '' : canonical(filled(value)));

/** True for two values of a record that mean the same: empty ones and the order of keys make no difference. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || meant(one) === meant(other);
