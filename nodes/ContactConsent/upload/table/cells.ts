/** Pure functions that read the value of a cell, whatever its column, and that compare two values. */
import { isDate } from '../../lib/dates';
import { hasLostDigits } from '../../lib/ids';
import { isRecord, isTooDeep, LEAVE_OUT, mapValues, MOST_LEVELS } from '../../lib/json';
import { composed, trimmed } from '../../lib/text';
import { DAY, HOUR } from '../../lib/time';
import { LONGEST_DATE } from './days';

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

/** Control characters of ASCII other than tabs and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r\u0080-\u009f]/gu;

/** A text without control characters, trimmed. Characters of Windows-1252 become what Windows shows. */
const bareOf = (text: string): string =>
	trimmed(
		// Most texts have no control character: one look costs half of two replacements.
		/\p{Cc}/u.test(text) ? text.replace(CONTROLS, '').replace(/[\u0080-\u009f]/g, asWindowsHasIt) : text,
	);

/** The formula with which a spreadsheet keeps a text: `="0012"`. */
const FORMULA = /^="(.*)"$/s;
/** What programs write in front of an address or a number, as in a link. */
const LINK = /^(mailto:(?=[^\s@]+@)|tel:(?=[+\d(]))/i;

/** What a spreadsheet or a program has written around a text. */
function withoutMarks(text: string): string {
	const inside = FORMULA.exec(text)?.[1]?.replaceAll('""', '"');
	return trimmed(inside ?? text).replace(LINK, '');
}

/**
 * The text of a cell, trimmed, without control characters and what spreadsheets and programs write around it, in
 * Unicode's composed form (NFC).
 */
export function cleaned(text: string): string {
	const bare = withoutMarks(bareOf(text)).replace(TEXT_MARK, '');
	return NEEDS_MENDING.test(bare) ? composed(bare) : bare;
}

/** True if a formula, or the beginning of a link, stands around the text of a cell. */
export function hasMark(text: string): boolean {
	const bare = bareOf(text);
	return withoutMarks(bare) !== bare;
}

export const hasTextMark = (text: string): boolean => text.includes("'") && TEXT_MARK.test(trimmed(text));

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

/** True for a text that people write instead of leaving a cell blank: `n/a`. Most columns send it as content. */
export const isPlaceholder = (text: string): boolean =>
	/^(n\/a|n\.?\s?a\.?|k\.?\s?a\.?|null|none|-+|–|—)$/i.test(trimmed(text));

/** Only an @ between two characters is required, because the service decides what an address is. */
const SOMETHING_AT_SOMETHING = /[^\s@]@[^\s@]/;

/** True for a text that may be an e-mail address. */
export const isAddress = (text: string): boolean => SOMETHING_AT_SOMETHING.test(text);

/** Letters that are likely in a file that was read with the wrong encoding: Latin, Greek, Cyrillic, and quotation marks. */
const LIKELY = /^[\0-\u017f\u0370-\u04ff–‘’“”€]*$/;

/** The byte that Latin1 or Windows-1252 reads as a character; `undefined` if there is none. */
function byteOf(character: string): number | undefined {
	const code = character.charCodeAt(0);
	if (code < 0x100) return code;
	const at = WINDOWS.indexOf(character);
	return at < 0 ? undefined : at + 0x80;
}

/** True for UTF-8 that was read as Latin1 or Windows-1252: `MÃ¼ller`. `NESCAFÉ®` would be a letter that nobody writes. */
export function isMisread(text: string): boolean {
	if (!/[\u00c2-\u00f4]/.test(text)) return false;
	const bytes = Array.from(text, byteOf);
	if (bytes.includes(undefined)) return false;
	const read = Buffer.from(bytes as number[]).toString('utf8');
	return !read.includes('\ufffd') && read !== text && LIKELY.test(read);
}

/** U+FFFD, which replaces lost letters, in UTF-8 that was read as Latin1. Then the file itself has lost them. */
export const LOST_IN_FILE = '\u00ef\u00bf\u00bd';

/**
 * True if a text was read with the wrong encoding: it has U+FFFD, which replaces lost letters, half of a character, or
 * letters that are UTF-8 read as another encoding.
 */
export const isBroken = (text: string): boolean =>
	text.includes('\ufffd') || text.includes(LOST_IN_FILE) || /\p{Cs}/u.test(text) || isMisread(text);

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

/**
 * Splits a text into its values: `a@x.org, b@x.org ::: c@x.org`, or a list as a database writes it, `{a,b}`.
 *
 * @param most how many values are read
 */
export function valuesIn(text: string, most = Infinity): string[] {
	const inBraces = /^\{(.*)\}$/s.exec(text)?.[1];
	const values = (inBraces ?? text).split(SEPARATOR, most === Infinity ? undefined : most);
	return inBraces === undefined ? values : values.map((one) => one.trim().replace(/^"(.*)"$/s, '$1'));
}

/** The day from which a spreadsheet counts. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** The lowest number that is read as a birthday: May 18, 1927. */
const LEAST_DAY = 10_000;

const DATE = /^(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})\.?$/;
const TIME = /[T\s]+\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Takes a date of three numbers apart.
 *
 * @returns the year as it is written, then the other two numbers in the order of the text; `undefined` for any other text
 */
function partsOf(text: string): [year: string, one: number, other: number] | undefined {
	const inside = trimmed(text);
	const match = inside.length > LONGEST_DATE ? null : DATE.exec(inside.replace(TIME, ''));
	if (!match) return undefined;
	const [, first = '', second = '', third = ''] = match;
	return first.length > 2 ? [first, Number(second), Number(third)] : [third, Number(first), Number(second)];
}

/**
 * The dates that programs write for "no date": the year, then the lower and the higher one of month and day. A spreadsheet
 * shows its day 0 as 1900-01-00, or as 1/0/00. The first day of the year 1 needs four digits for the year, because
 * 01.01.01 is the birthday of somebody.
 */
const ZERO_DATES = new Set(['0 0 0', '0 0 1', '1900 0 1', '1899 12 30', '1899 12 31', '0001 1 1']);

/** True for the date that a program writes for "no date": 0, 0.0.00, 0000-00-00, 1899-12-30, with or without a time. */
export function isZeroDate(text: string): boolean {
	if (/^0+$/.test(trimmed(text))) return true;
	const parts = partsOf(text);
	if (parts === undefined) return false;
	const [year, ...days] = parts;
	return ZERO_DATES.has([year.replace(/^0+$/, '0'), ...days.sort((a, b) => a - b)].join(' '));
}

const DAY_WITHOUT_YEAR =
	/^(--\d{1,2}-?\d{1,2}|\d{1,2}[./-]\d{1,2}\.?|\d{1,2}\.?\s+\p{L}{3,}\.?|\p{L}{3,}\.?\s+\d{1,2}\.?)$/u;

/** True for a time that is on day 0 or day 1 of a spreadsheet in some time zone, and so stands for "no date". */
export const isFirstDay = (epoch: number | undefined): boolean =>
	// From 14 hours before day 0 to 14 hours before the year 1900 in UTC: time zones are up to 14 hours ahead.
	epoch !== undefined && Math.abs(epoch - DAY_ZERO - 10 * HOUR) < DAY;

/** True for a date that lacks its year, month or day: 05/12, --05-12, 12. Mai, 1985-00-00. */
export function isPartOfDay(text: string): boolean {
	const inside = trimmed(text);
	if (inside.length > LONGEST_DATE) return false;
	return (
		DAY_WITHOUT_YEAR.test(inside) || (partsOf(inside)?.slice(1).includes(0) === true && !isZeroDate(inside))
	);
}

/**
 * Converts the number as which a spreadsheet stores a date: 31179 is 1985-05-12.
 *
 * @returns `undefined` for a value that is no whole number, is lower than `LEAST_DAY`, or means a day in the future
 */
export function dayOfSpreadsheet(value: unknown, now = Date.now()): string | undefined {
	const isDigits = typeof value === 'string' && /^\d{5}(\.0+)?$/.test(trimmed(value));
	const number = isDigits ? Number(trimmed(value)) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < LEAST_DAY) return undefined;
	const day = DAY_ZERO + number * DAY;
	return day > now ? undefined : new Date(day).toISOString().slice(0, 10);
}

/** True for JSON text that nests deeper than anything that can be handled. Parsing it would take seconds. */
function nestsTooDeep(text: string): boolean {
	let depth = 0;
	let isInText = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (isInText) {
			if (character === '\\') at++;
			else if (character === '"') isInText = false;
		} else if (character === '"') isInText = true;
		else if (character === '[' || character === '{') {
			if (++depth > MOST_LEVELS) return true;
		} else if (character === ']' || character === '}') depth--;
	}
	return false;
}

/** Parses JSON text; `undefined` if the text is not valid JSON, or nests too deep. */
export function jsonIn(text: string): unknown {
	if (nestsTooDeep(text)) return undefined;
	try {
		const value = JSON.parse(text) as unknown;
		return isTooDeep(value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/** True for a missing value, a blank text, and a list or an object, also as JSON text, that holds only blank values. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') {
		const text = trimmed(value);
		// A database writes \N for a missing value.
		if (!text.startsWith('{') && !text.startsWith('[')) return text === '' || text === '\\N';
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

const comparableValue = (value: unknown): string => (isEmpty(value) ? '' : canonical(filled(value)));

/** True if two values of a record mean the same. Empty values and the order of keys make no difference. */
export const isSame = (one: unknown, other: unknown): boolean =>
	one === other || comparableValue(one) === comparableValue(other);
