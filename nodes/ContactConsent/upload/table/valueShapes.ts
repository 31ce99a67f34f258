import { dayOf, epochOf, isDate, toUtcIso } from '../../lib/dates';
import { InvalidInput } from '../../common/invalidInput';
import { hasLostDigits, idText, isNoId, LOST_DIGITS } from '../../lib/ids';
import { LEAVE_OUT, scalarText } from '../../lib/json';
import { isNothingAsText, lossIn } from '../../lib/spreadsheetLosses';
import { trimmed } from '../../lib/text';
import {
	cleaned,
	dayOfSpreadsheet,
	hasMark,
	hasTextMark,
	isBlank,
	isFirstDay,
	isPartOfDay,
	isZeroDate,
	roundedIn,
} from './cells';
import { dayInText } from './days';
import { addNote, type Caption, type Reader, type Shape } from './recordModel';

/** The result of reading a cell without a usable value, e.g. a failed formula. Unlike a blank, it clears no field. */
export const BROKEN = Symbol('broken');

/** True if reading a cell has led to a value. */
export const isValue = (value: unknown): boolean => value !== LEAVE_OUT && value !== BROKEN;

/** The kind of a value in words, e.g. "a list". */
export const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'a list';
	if (value === null || Number.isNaN(value)) return String(value);
	if (isDate(value)) return 'a date';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const lostDigits = (name: string): InvalidInput =>
	new InvalidInput(`${name} ${LOST_DIGITS}`, 'Enter it as text: in JSON, put it in quotes.');

/** Text, or a number, a boolean or a date as text. @throws InvalidInput for another value, or one that lost digits */
function asText(value: unknown, { label }: Caption): string {
	if (hasLostDigits(value)) throw lostDigits(label);
	if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
	if (!isDate(value)) {
		const problem = `${label} is ${kindOf(value)}, not a text`;
		throw new InvalidInput(problem, 'Use a text, a number, a date or a boolean.');
	}
	const iso = toUtcIso(value, 'UTC');
	if (iso === undefined)
		throw new InvalidInput(`${label} is a date that does not exist`, 'Correct the date.');
	return iso;
}

/** The text of a cell without what a spreadsheet adds to it. In JSON, a text is sent as it is. */
function cleanText(value: unknown, caption: Caption, reader: Reader): string {
	const given = asText(value, caption);
	if (!reader.setting.isTable) return given;
	const text = cleaned(given);
	if (hasTextMark(given)) addNote(reader, 'textMark', given, text);
	else if (hasMark(given)) addNote(reader, 'mark', given, text);
	return text;
}

/** The columns with the name of a person. */
export const NAMES: ReadonlySet<string> = new Set(['first_name', 'last_name']);

/** True where *null* is content, so that a record can be sent back as it was read: in JSON, in lists and in objects. */
const mayBeNull = ({ setting, isInside }: Reader): boolean => !setting.isTable || isInside === true;

/** True for a value that was lost before it came here, e.g. by a failed formula. It is never sent. */
function wasLost(value: unknown, { name }: Caption, reader: Reader): boolean {
	const what = lossIn(value);
	// People may be called Null or Undefined.
	if (what === 'brokenExpression' && (NAMES.has(name) || (isNothingAsText(value) && mayBeNull(reader))))
		return false;
	if (what !== undefined) addNote(reader, what, String(value));
	return what !== undefined;
}

const textShape = (convertText: Shape['convert']): Shape => ({
	kind: 'text',
	convert(value, caption, reader) {
		if (isBlank(value)) return LEAVE_OUT;
		if (wasLost(value, caption, reader)) return BROKEN;
		const read = convertText(value, caption, reader);
		// Only marks or control characters stood in the cell.
		return read === '' ? LEAVE_OUT : read;
	},
});

/** A text that is always sent as it is. A blank does not clear it. */
export const content: Shape = {
	kind: 'other',
	convert: (value, caption) => (isBlank(value) ? LEAVE_OUT : asText(value, caption)),
};

/** A text of which *FALSE* is content, too. */
export const anyText = textShape(cleanText);

/** True for *false*, which some systems export for a missing text. In JSON, only the boolean counts, not its text. */
export const isFalse = (value: unknown, { setting }: Reader): boolean =>
	value === false ||
	(setting.isTable &&
		typeof value === 'string' &&
		value.length >= 5 &&
		trimmed(value).toLowerCase() === 'false');

export const text = textShape((value, caption, reader) =>
	isFalse(value, reader) ? LEAVE_OUT : cleanText(value, caption, reader),
);

/** The decimals that a program adds to a number of digits alone: 1001.0 */
const DECIMALS = /(?<=^\d+)\.0$/;

/** The text of a number of digits alone, such as an ID or a zip code, without decimals. In JSON, they stay. */
function withoutDecimals(value: unknown, caption: Caption, reader: Reader): string {
	const text = cleanText(value, caption, reader);
	if (!reader.setting.isTable || text.length > 50 || !DECIMALS.test(text)) return text;
	const number = text.replace(DECIMALS, '');
	addNote(reader, 'mark', String(value), number);
	return number;
}

/** A zip code. */
export const zipCode = textShape((value, caption, reader) =>
	isFalse(value, reader) ? LEAVE_OUT : withoutDecimals(value, caption, reader),
);

/** Blanks around an ID are removed, even in JSON. If the service shows an ID as a number, its text is the ID. */
const idShape = (isNone: (value: unknown, reader: Reader) => boolean): Shape => ({
	...textShape((value, caption, reader) =>
		isNone(value, reader) ? LEAVE_OUT : trimmed(withoutDecimals(value, caption, reader)),
	),
	ofStored: (value) => idText(value) ?? value,
});

/** The ID of the record. A placeholder is no ID, because several records may have it. */
export const id = idShape((value) => isNoId(scalarText(value) ?? 'an object'));

/** The ID of another record. A placeholder is content, as in any text. */
export const otherId = idShape(isFalse);

export const email: Shape = { ...text, isEmail: true };

/** True for a date as spreadsheets store it: the number of days since 1900, perhaps with a fraction for the time. */
const isDayNumber = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && /^\d{5}([.,]\d+)?$/.test(trimmed(value)));

/** A day, e.g. a birthday. A text that can be read as two days is sent as it is; one that is no day is not sent. */
export const day = textShape((value, caption, reader) => {
	const { timeZone } = reader.setting;
	if (isFalse(value, reader)) return LEAVE_OUT;
	const mayBeFirst = isDate(value) || (typeof value === 'string' && value.includes('1899'));
	if (mayBeFirst && isFirstDay(epochOf(value, timeZone))) return LEAVE_OUT;
	const given = asText(value, caption);
	if (isZeroDate(given)) return LEAVE_OUT;
	const leftOut = (kind: 'partOfDay' | 'noDay') => {
		addNote(reader, kind, given);
		return BROKEN;
	};
	if (typeof value === 'string' && isPartOfDay(value)) return leftOut('partOfDay');
	if (isDayNumber(value)) {
		const read = dayOfSpreadsheet(value);
		if (read === undefined) return leftOut('noDay');
		addNote(reader, 'dayNumber', given, read);
		return read;
	}
	const text = cleaned(given);
	// A date or a time in ISO 8601 is the day on which it is midnight.
	const found = dayOf(isDate(value) ? value : text, timeZone);
	if (found === undefined) return leftOut('noDay');
	const read = dayInText(found);
	if (read === 'none') return leftOut('noDay');
	if (read !== 'twoWays') return read.day;
	addNote(reader, 'twoWays', given);
	return reader.setting.isTable ? text : given;
});

/** True or false. A blank is left out, because no value clears a boolean. */
export const flag: Shape = {
	kind: 'other',
	convert(value, { label }) {
		if (typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		if (isBlank(value)) return LEAVE_OUT;
		throw new InvalidInput(`${label} is neither true nor false`, 'Use true or false.');
	},
};

/** A telephone number. A tick, a `-` or *yes* in its place is none. */
export const phone: Shape = {
	...text,
	convert(value, caption, reader) {
		const read = text.convert(value, caption, reader);
		if (typeof read !== 'string' || (read.match(/\d/g) ?? []).length > 2) return read;
		addNote(reader, 'noNumber', read);
		return BROKEN;
	},
};

/** A value of an unknown column, which is sent unchanged, unless the spreadsheet has lost it. */
export const asItIs: Shape = {
	kind: 'other',
	convert(value, { label }, reader) {
		if (isBlank(value)) return reader.setting.emptyFields === 'omit' ? LEAVE_OUT : value;
		const steps = roundedIn(value);
		if (steps) throw lostDigits([label, ...steps].join('.'));
		return wasLost(value, { name: label, label }, reader) ? BROKEN : value;
	},
};

/** The value that clears a field, by the kind of its shape. `LEAVE_OUT`: a blank cannot clear it. */
const BLANK = { text: '', list: [], object: LEAVE_OUT, other: LEAVE_OUT } as const;

/** Converts a value. If Empty Fields is "Send", a blank becomes the value that clears the field, else `LEAVE_OUT`. */
export function convert(shape: Shape, value: unknown, caption: Caption, reader: Reader): unknown {
	const converted = shape.convert(value, caption, reader);
	if (converted === BROKEN) return LEAVE_OUT;
	return converted === LEAVE_OUT && reader.setting.emptyFields === 'send' ? BLANK[shape.kind] : converted;
}
