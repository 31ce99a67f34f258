import { dayOf, epochOf, isDate, toUtcIso } from '../dates';
import { InvalidInput } from '../operation';
import { hasLostDigits, idText, LEAVE_OUT, LOST_DIGITS, scalarText } from '../values';
import {
	cleaned,
	dayOfSpreadsheet,
	hasTextMark,
	isBlank,
	isFirstDay,
	isNoId,
	isPartOfDay,
	isShortened,
	isSpreadsheetError,
	isZeroDate,
	trimmed,
} from './cells';
import { tell, type Place, type Reader, type Shape } from './columns';

/** What a value is read as that says nothing and, unlike a blank one, clears nothing. */
export const BROKEN = Symbol('broken');

/** True for a value of which something is left. */
export const isLeft = (value: unknown): boolean => value !== LEAVE_OUT && value !== BROKEN;

/** What kind of value it is, e.g. "a list". */
export const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'a list';
	if (value === null || Number.isNaN(value)) return String(value);
	if (isDate(value)) return 'a date';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** Text, or a number, a boolean or a date as text. */
function asText(value: unknown, { label }: Place): string {
	if (hasLostDigits(value)) {
		throw new InvalidInput(`${label} ${LOST_DIGITS}`, 'Enter it as text: in JSON, put it in quotes.');
	}
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

/** A text of a cell without what does not belong to it; in JSON, a text is sent as it is. */
function cleanText(value: unknown, place: Place, reader: Reader): string {
	const given = asText(value, place);
	if (!reader.setting.trims) return given;
	const text = cleaned(given);
	if (hasTextMark(given)) tell(reader, 'textMark', given, text);
	return text;
}

const textShape = (convertText: Shape['convert']): Shape => ({
	kind: 'text',
	convert(value, place, reader) {
		if (isBlank(value)) return LEAVE_OUT;
		const what = isShortened(value) ? 'shortened' : isSpreadsheetError(value) ? 'error' : undefined;
		if (what === undefined) return convertText(value, place, reader);
		tell(reader, what, String(value));
		return BROKEN;
	},
});

/** A text that is content as it stands, and that nothing clears. */
export const content: Shape = {
	kind: 'other',
	convert: (value, place) => (isBlank(value) ? LEAVE_OUT : asText(value, place)),
};

/** A text that is content whatever it says. */
export const anyText = textShape(cleanText);

/** What some systems have for a text that is not there; in JSON, a text is a text. */
export const isFalse = (value: unknown, { setting }: Reader): boolean =>
	value === false ||
	(setting.trims &&
		typeof value === 'string' &&
		value.length >= 5 &&
		trimmed(value).toLowerCase() === 'false');

export const text = textShape((value, place, reader) =>
	isFalse(value, reader) ? LEAVE_OUT : cleanText(value, place, reader),
);

/** Blanks around an ID never belong to it. The service may show a number, whose text it is. */
const idShape = (isNone: (value: unknown, reader: Reader) => boolean): Shape => ({
	...textShape((value, place, reader) =>
		isNone(value, reader) ? LEAVE_OUT : trimmed(cleanText(value, place, reader)),
	),
	ofStored: (value) => idText(value) ?? value,
});

/** The ID of the record. A placeholder is none: several records may have it. */
export const id = idShape((value) => isNoId(scalarText(value) ?? 'an object'));

/** The ID of another record. A placeholder is content, as in any text. */
export const otherId = idShape(isFalse);

export const email: Shape = { ...text, isEmail: true };

/** What spreadsheets have for dates: the days since 1900, maybe with a time. */
const isDayNumber = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && /^\d{5}([.,]\d+)?$/.test(trimmed(value)));

/** A day as most tables have it: it needs no further look. */
const PLAIN_DAY = /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** A day such as a birthday. Text stays as it is, unless it has a time. */
export const day = textShape((value, place, reader) => {
	const { timeZone, trims } = reader.setting;
	if (typeof value === 'string' && PLAIN_DAY.test(value)) return value;
	if (isFalse(value, reader)) return LEAVE_OUT;
	const mayBeFirst = isDate(value) || (typeof value === 'string' && value.includes('1899'));
	if (mayBeFirst && isFirstDay(epochOf(value, timeZone))) return LEAVE_OUT;
	const given = asText(value, place);
	if (isZeroDate(given)) return LEAVE_OUT;
	if (typeof value === 'string' && isPartOfDay(value)) {
		tell(reader, 'partOfDay', given);
		return BROKEN;
	}
	if (isDayNumber(value)) {
		const read = dayOfSpreadsheet(value);
		if (read !== undefined) {
			tell(reader, 'dayNumber', given, read);
			return read;
		}
		throw new InvalidInput(
			`${place.label} is ${given}, a number and not a date`,
			'Format the column of the spreadsheet as a date or as text.',
		);
	}
	const found = dayOf(isDate(value) ? value : trims ? cleaned(given) : given, timeZone);
	if (found !== undefined) return found;
	throw new InvalidInput(
		`${place.label} is ${given}, a time and not a day`,
		'It is midnight neither in UTC nor in the time zone of the workflow or of n8n. Convert it to the day that is meant, e.g. with .toISODate() or .slice(0, 10).',
	);
});

/** True or false. A blank one is left out: there is nothing that clears it. */
export const flag: Shape = {
	kind: 'other',
	convert(value, { label }) {
		if (typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		if (isBlank(value)) return LEAVE_OUT;
		throw new InvalidInput(`${label} is neither true nor false`, 'Use true or false.');
	},
};

/** What is sent without being understood. */
export const asItIs: Shape = {
	kind: 'other',
	convert: (value, _, { setting }) => (setting.emptyFields === 'omit' && isBlank(value) ? LEAVE_OUT : value),
};

/** What clears a field. Nothing clears a nested one. */
const BLANK = { text: '', list: [], object: LEAVE_OUT, other: LEAVE_OUT } as const;

/** Converts a value: a blank one is left out, or becomes what clears the field. */
export function convert(shape: Shape, value: unknown, place: Place, reader: Reader): unknown {
	const converted = shape.convert(value, place, reader);
	if (converted === BROKEN) return LEAVE_OUT;
	return converted === LEAVE_OUT && reader.setting.emptyFields === 'send' ? BLANK[shape.kind] : converted;
}
