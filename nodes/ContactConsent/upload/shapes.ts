import type { IDataObject } from 'n8n-workflow';

import { dayOf, epochOf, isDate, toUtcIso } from '../dates';
import { InvalidInput } from '../operation';
import { entriesOf, hasLostDigits, idText, isRecord, LEAVE_OUT, LOST_DIGITS, textOf } from '../values';
import {
	cleaned,
	dayOfSpreadsheet,
	hasTextMark,
	isFirstDay,
	isNoId,
	isPartOfDay,
	isSpreadsheetError,
	isZeroDate,
	trimmed,
	valuesIn,
} from './cells';
import type { Entry, Place, Shape } from './columns';
import { isBlank, jsonIn } from './same';
import { tell, type RowNotes, type Setting } from './setting';

/** What a value is read as that says nothing and, unlike a blank one, clears nothing. */
export const BROKEN = Symbol('broken');

/** True for a value of which something is left. */
export const isLeft = (value: unknown): boolean => value !== LEAVE_OUT && value !== BROKEN;

/** What kind of value it is, e.g. "a list". */
const kindOf = (value: unknown): string => {
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
function cleanText(value: unknown, place: Place, { trims }: Setting, notes: RowNotes): string {
	const given = asText(value, place);
	if (!trims) return given;
	const text = cleaned(given);
	if (hasTextMark(given)) tell(notes, 'textMark', given, text);
	return text;
}

const textShape = (convertText: Shape['convert']): Shape => ({
	kind: 'text',
	convert(value, place, setting, notes) {
		if (isBlank(value)) return LEAVE_OUT;
		if (!isSpreadsheetError(value)) return convertText(value, place, setting, notes);
		tell(notes, 'error', String(value));
		return BROKEN;
	},
});

/** A text that is content whatever it says, such as custom data. */
export const content = textShape(cleanText);

/** What some systems have for a text that is not there; in JSON, a text is a text. */
const isFalse = (value: unknown, { trims }: Setting): boolean =>
	value === false || (trims && typeof value === 'string' && /^false$/i.test(trimmed(value)));

export const text = textShape((value, place, setting, notes) =>
	isFalse(value, setting) ? LEAVE_OUT : cleanText(value, place, setting, notes),
);

/** An ID: blanks around it never belong to it, and a placeholder is none. The service may show a number, whose text it is. */
export const id: Shape = {
	...textShape((value, place, setting, notes) => {
		if (typeof value !== 'object' && isNoId(String(value))) return LEAVE_OUT;
		return trimmed(cleanText(value, place, setting, notes));
	}),
	ofStored: (value) => idText(value) ?? value,
};

export const email: Shape = { ...text, isEmail: true };

/** What spreadsheets have for dates: the days since 1900, maybe with a time. */
const isDayNumber = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && /^\d{5}([.,]\d+)?$/.test(trimmed(value)));

/** A day such as a birthday. Text stays as it is, unless it has a time. */
export const day = textShape((value, place, setting, notes) => {
	const { timeZone, trims } = setting;
	if (isFalse(value, setting) || isFirstDay(epochOf(value, timeZone), value)) return LEAVE_OUT;
	const given = asText(value, place);
	if (isZeroDate(given)) return LEAVE_OUT;
	if (isPartOfDay(given)) {
		tell(notes, 'partOfDay', given);
		return BROKEN;
	}
	if (isDayNumber(value)) {
		const read = dayOfSpreadsheet(value);
		if (read !== undefined) {
			tell(notes, 'dayNumber', given, read);
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
	convert: (value, _, { emptyFields }) => (emptyFields === 'omit' && isBlank(value) ? LEAVE_OUT : value),
};

/** What clears a field. Nothing clears a nested one. */
const BLANK = { text: '', list: [], object: LEAVE_OUT, other: LEAVE_OUT } as const;

/** Converts a value: a blank one is left out, or becomes what clears the field. */
export function convert(
	shape: Shape,
	value: unknown,
	place: Place,
	setting: Setting,
	notes: RowNotes,
): unknown {
	const converted = shape.convert(value, place, setting, notes);
	if (converted === BROKEN) return LEAVE_OUT;
	return converted === LEAVE_OUT && setting.emptyFields === 'send' ? BLANK[shape.kind] : converted;
}

/** A nested value, which a spreadsheet carries as JSON text. */
function parsed(value: string, { label }: Place): unknown {
	const nested = jsonIn(value);
	if (nested !== undefined) return nested;
	throw new InvalidInput(`${label} is not valid JSON`, 'Use a JSON object or list.');
}

/** The entries of a list: an array, JSON text of one, or a text with several values. */
function entriesIn(value: unknown, place: Place): unknown[] {
	if (typeof value === 'number') return [value];
	const text = typeof value === 'string' ? trimmed(value) : undefined;
	if (text !== undefined && !text.startsWith('[')) {
		const entry = text.startsWith('{') ? jsonIn(text) : undefined;
		return isRecord(entry) ? [entry] : valuesIn(text).map(trimmed);
	}
	const list = text === undefined ? value : parsed(text, place);
	if (Array.isArray(list)) return list;
	const problem = `${place.label} is ${kindOf(list)}, not a list`;
	throw new InvalidInput(problem, 'Use a list, or text separated by commas.');
}

/** Entries that are compared as they are. */
export const TEXTS: Entry = { sentOf: (entry) => entry, shownAs: textOf, spelled: (one) => one };

/** A list of such entries, without blank ones. */
export const list = ({ entry = TEXTS, isEmail, ...shape }: Shape): Shape => ({
	kind: 'list',
	entry,
	isEmail,
	convert(value, place, setting, notes) {
		if (isBlank(value) || isFalse(value, setting)) return LEAVE_OUT;
		const given = entriesIn(value, place).filter((one) => !isBlank(one));
		const placeOf = (at: number): Place =>
			given.length === 1 ? place : { name: `${place.name}[${at}]`, label: `${place.label}[${at}]` };
		const read = given.map((one, at) => shape.convert(one, placeOf(at), setting, notes));
		const left = read.filter(isLeft);
		if (left.length > 0) return left;
		return read.includes(BROKEN) ? BROKEN : LEAVE_OUT;
	},
	ofStored: (value, ...how) =>
		Array.isArray(value) && shape.ofStored
			? value.map((one) => shape.ofStored?.(one, ...how)).filter((one) => one !== LEAVE_OUT)
			: value,
});

/** A field inside a nested value that the contract does not have: `data` is no place for it. */
export function unknownInside(
	value: unknown,
	path: string,
	{ emptyFields, unknownFields }: Setting,
	{ notSent }: RowNotes,
): unknown {
	if (emptyFields === 'omit' && isBlank(value)) return LEAVE_OUT;
	if (unknownFields === 'send') return value;
	notSent.push(path.replace(/\[\d+\]/g, ''));
	return LEAVE_OUT;
}

/** The object of a value; `undefined` for a blank one. */
function objectIn(value: unknown, place: Place): IDataObject | undefined {
	const object = typeof value === 'string' && value.trim() !== '' ? parsed(value, place) : value;
	if (isRecord(object) && !isDate(object)) return object;
	if (isBlank(object)) return undefined;
	throw new InvalidInput(`${place.label} is ${kindOf(object)}, not an object`, 'Use a JSON object.');
}

/** An object with these fields, and with others of one shape if there is one. An object without any is left out. */
export function object(fields: Readonly<Record<string, Shape>>, others?: Shape): Shape {
	const shapeOf = (key: string): Shape | undefined => (Object.hasOwn(fields, key) ? fields[key] : others);
	return {
		kind: 'object',
		convert(value, place, setting, notes) {
			const given = objectIn(value, place);
			if (given === undefined) return LEAVE_OUT;
			const left = entriesOf(given, (part, key) => {
				if (part === undefined) return LEAVE_OUT;
				const path = `${place.name}.${key}`;
				const shape = shapeOf(key);
				if (shape === undefined) return unknownInside(part, path, setting, notes);
				return convert(shape, part, { name: path, label: path }, setting, notes);
			});
			return Object.keys(left).length > 0 ? left : LEAVE_OUT;
		},
		ofStored(value, path, keepUnknown) {
			if (!isRecord(value)) return value;
			return entriesOf(value, (part, key) => {
				const shape = shapeOf(key);
				if (shape === undefined) return keepUnknown(part, `${path}.${key}`);
				return shape.ofStored ? shape.ofStored(part, `${path}.${key}`, keepUnknown) : part;
			});
		},
	};
}

/** A text of custom data. Where nothing is kept that it could erase, an empty one is content. */
const dataText: Shape = {
	...content,
	convert: (value, ...how) => {
		const [, { keeps }] = how;
		return value === '' && !keeps ? value : content.convert(value, ...how);
	},
};

/** The free map `data`: text to text. */
export const map: Shape = { ...object({}, dataText), byKey: true };
