import type { IDataObject } from 'n8n-workflow';

import { dayOf, isDate, toUtcIso } from '../dates';
import { InvalidInput } from '../operation';
import { entriesOf, hasLostDigits, idText, isRecord, LEAVE_OUT, LOST_DIGITS, textOf } from '../values';
import type { Entry, Place, Shape } from './columns';
import { isBlank, jsonIn } from './same';
import type { RowNotes, Setting } from './setting';

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

const textShape = (convertText: Shape['convert']): Shape => ({
	kind: 'text',
	convert: (value, place, setting, notes) =>
		isBlank(value) ? LEAVE_OUT : convertText(value, place, setting, notes),
});

export const text = textShape((value, place, { trims }) => {
	const given = asText(value, place);
	return trims ? given.trim() : given;
});

/** An ID: blanks around it never belong to it. The service may show a number, whose text it is. */
export const id: Shape = {
	...textShape((value, place) => asText(value, place).trim()),
	ofStored: (value) => idText(value) ?? value,
};

export const email: Shape = { ...text, isEmail: true };

/** What spreadsheets have for dates: the days since 1900, maybe with a time. */
const isSerialNumber = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && /^\s*\d{5}([.,]\d+)?\s*$/.test(value));

/** A day such as a birthday. Text stays as it is, unless it has a time. */
export const day = textShape((value, place, { timeZone, trims }) => {
	if (isSerialNumber(value)) {
		throw new InvalidInput(
			`${place.label} is ${String(value)}, a number and not a date`,
			"A spreadsheet counts days from 1900. Format the column as text, or convert it: {{ DateTime.fromISO('1899-12-30').plus({ days: $json.birthday }).toISODate() }}.",
		);
	}
	const given = asText(value, place);
	const found = dayOf(isDate(value) ? value : trims ? given.trim() : given, timeZone);
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

/** What clears a field. */
const BLANK = { text: '', list: [], object: {}, other: LEAVE_OUT } as const;

/** Converts a value, which is not `undefined`: a blank one is left out, or becomes what clears the field. */
export function convert(
	shape: Shape,
	value: unknown,
	place: Place,
	setting: Setting,
	notes: RowNotes,
): unknown {
	const converted = shape.convert(value, place, setting, notes);
	return converted === LEAVE_OUT && setting.emptyFields === 'send' ? BLANK[shape.kind] : converted;
}

/** A nested value, which a spreadsheet carries as JSON text. */
function parsed(value: string, { label }: Place): unknown {
	const nested = jsonIn(value);
	if (nested !== undefined) return nested;
	throw new InvalidInput(`${label} is not valid JSON`, 'Use a JSON object or list.');
}

const SEPARATOR = /[,;\r\n]/;

/** The entries of a list: an array, JSON text of one, or values separated by comma, semicolon or line break. */
function entriesIn(value: unknown, place: Place): unknown[] {
	if (typeof value === 'number') return [value];
	if (typeof value === 'string' && !value.trimStart().startsWith('[')) {
		return SEPARATOR.test(value) ? value.split(SEPARATOR).map((one) => one.trim()) : [value.trim()];
	}
	const list = typeof value === 'string' ? parsed(value, place) : value;
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
		if (isBlank(value)) return LEAVE_OUT;
		const given = entriesIn(value, place).filter((one) => !isBlank(one));
		const placeOf = (at: number): Place =>
			given.length === 1 ? place : { name: `${place.name}[${at}]`, label: `${place.label}[${at}]` };
		const left = given
			.map((one, at) => shape.convert(one, placeOf(at), setting, notes))
			.filter((one) => one !== LEAVE_OUT);
		return left.length > 0 ? left : LEAVE_OUT;
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
	...text,
	convert: (value, ...how) => {
		const [, { keeps }] = how;
		return value === '' && !keeps ? value : text.convert(value, ...how);
	},
};

/** The free map `data`: text to text. */
export const map: Shape = { ...object({}, dataText), byKey: true };
