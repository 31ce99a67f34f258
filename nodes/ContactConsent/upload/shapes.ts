import { dayOf, epochOf, isDate, toUtcIso } from '../dates';
import { InvalidInput } from '../operation';
import { hasLostDigits, idText, LEAVE_OUT, LOST_DIGITS, scalarText, trimmed } from '../values';
import {
	cleaned,
	dayOfSpreadsheet,
	hasTextMark,
	isBlank,
	isFirstDay,
	isNoId,
	isPartOfDay,
	isZeroDate,
	lossIn,
	roundedIn,
} from './cells';
import { addFinding, type Caption, type Reader, type Shape } from './columns';

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
	if (!reader.setting.trims) return given;
	const text = cleaned(given);
	if (hasTextMark(given)) addFinding(reader, 'textMark', given, text);
	return text;
}

/** True for a failed formula or a shortened number, which is never sent. Counts it for the hint. */
function isLost(value: unknown, reader: Reader): boolean {
	const what = lossIn(value);
	if (what !== undefined) addFinding(reader, what, String(value));
	return what !== undefined;
}

const textShape = (convertText: Shape['convert']): Shape => ({
	kind: 'text',
	convert(value, caption, reader) {
		if (isBlank(value)) return LEAVE_OUT;
		return isLost(value, reader) ? BROKEN : convertText(value, caption, reader);
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
	(setting.trims &&
		typeof value === 'string' &&
		value.length >= 5 &&
		trimmed(value).toLowerCase() === 'false');

export const text = textShape((value, caption, reader) =>
	isFalse(value, reader) ? LEAVE_OUT : cleanText(value, caption, reader),
);

/** Blanks around an ID are removed, even in JSON. If the service shows an ID as a number, its text is the ID. */
const idShape = (isNone: (value: unknown, reader: Reader) => boolean): Shape => ({
	...textShape((value, caption, reader) =>
		isNone(value, reader) ? LEAVE_OUT : trimmed(cleanText(value, caption, reader)),
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

/** A day as most tables have it. It needs no further check. */
const PLAIN_DAY = /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** A day, e.g. a birthday. A text without a time stays as it is. */
export const day = textShape((value, caption, reader) => {
	const { timeZone, trims } = reader.setting;
	if (typeof value === 'string' && PLAIN_DAY.test(value)) return value;
	if (isFalse(value, reader)) return LEAVE_OUT;
	const mayBeFirst = isDate(value) || (typeof value === 'string' && value.includes('1899'));
	if (mayBeFirst && isFirstDay(epochOf(value, timeZone))) return LEAVE_OUT;
	const given = asText(value, caption);
	if (isZeroDate(given)) return LEAVE_OUT;
	if (typeof value === 'string' && isPartOfDay(value)) {
		addFinding(reader, 'partOfDay', given);
		return BROKEN;
	}
	if (isDayNumber(value)) {
		const read = dayOfSpreadsheet(value);
		if (read !== undefined) {
			addFinding(reader, 'dayNumber', given, read);
			return read;
		}
		throw new InvalidInput(
			`${caption.label} is ${given}, a number and not a date`,
			'Format the column of the spreadsheet as a date or as text.',
		);
	}
	const found = dayOf(isDate(value) ? value : trims ? cleaned(given) : given, timeZone);
	if (found !== undefined) return found;
	throw new InvalidInput(
		`${caption.label} is ${given}, a time and not a day`,
		'It is midnight neither in UTC nor in the time zone of the workflow or of n8n. Convert it to the day that is meant, e.g. with .toISODate() or .slice(0, 10).',
	);
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

/** A value of an unknown column, which is sent unchanged, unless the spreadsheet has lost it. */
export const asItIs: Shape = {
	kind: 'other',
	convert(value, { label }, reader) {
		if (isBlank(value)) return reader.setting.emptyFields === 'omit' ? LEAVE_OUT : value;
		const steps = roundedIn(value);
		if (steps) throw lostDigits([label, ...steps].join('.'));
		return isLost(value, reader) ? BROKEN : value;
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
