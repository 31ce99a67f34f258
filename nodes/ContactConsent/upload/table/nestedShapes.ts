import type { IDataObject } from 'n8n-workflow';

import { isDate } from '../../lib/dates';
import { InvalidInput } from '../../common/invalidInput';
import { isRecord, LEAVE_OUT, mapValues, MOST_LEVELS } from '../../lib/json';
import { textOf, trimmed } from '../../lib/text';
import { isLoss, type Note } from '../report/notes';
import { isBlank, jsonIn, valuesIn } from './cells';
import type { Entry, Caption, Reader, Shape } from './recordModel';
import { anyText, asItIs, BROKEN, convert, isFalse, isValue, kindOf } from './valueShapes';

/** No contact has more e-mail addresses. A cell with more is a mistake, and reading each value would take long. */
const MOST_VALUES = 5000;

/** Parses a nested value that stands in a cell as JSON text. @throws InvalidInput */
function parsed(value: string, { label }: Caption): unknown {
	const nested = jsonIn(value);
	if (nested !== undefined) return nested;
	throw new InvalidInput(
		`${label} is not valid JSON, or nests more than ${MOST_LEVELS} levels deep`,
		'Use a JSON object or list.',
	);
}

/**
 * The entries of an array, of a JSON text, or of a text with several values.
 *
 * @param isReach they are e-mails or numbers. A box that is ticked stands in their column by mistake, which is no reason
 * to refuse the person
 * @throws InvalidInput for any other value
 */
function entriesIn(value: unknown, caption: Caption, isReach: boolean): unknown[] {
	if (typeof value === 'number' || (isReach && value === true)) return [value];
	const text = typeof value === 'string' ? trimmed(value) : undefined;
	if (text !== undefined && !text.startsWith('[')) {
		const entry = text.startsWith('{') ? jsonIn(text) : undefined;
		return isRecord(entry) ? [entry] : valuesIn(text, MOST_VALUES + 1).map(trimmed);
	}
	const list = text === undefined ? value : parsed(text, caption);
	if (Array.isArray(list)) return list;
	const problem = `${caption.label} is ${kindOf(list)}, not a list`;
	throw new InvalidInput(problem, 'Use a list, or text separated by commas.');
}

/** Compares text entries as they are. */
const TEXTS: Entry = { sentOf: (entry) => entry, shownAs: textOf, normalized: (one) => one };

/** The shape of a list, from the shape of its entries. Blank entries are left out. */
export const list = ({ entry = TEXTS, isEmail, ...shape }: Shape): Shape => ({
	kind: 'list',
	entry,
	isEmail,
	convert(value, caption, reader) {
		if (isBlank(value) || isFalse(value, reader)) return LEAVE_OUT;
		const all = entriesIn(value, caption, entry.field !== undefined);
		if (all.length > MOST_VALUES) {
			throw new InvalidInput(
				`${caption.label} has more than ${MOST_VALUES} values`,
				'Give a list at most that many.',
			);
		}
		const given = all.filter((one) => !isBlank(one));
		const captionOf = (at: number): Caption =>
			given.length === 1 ? caption : { name: `${caption.name}[${at}]`, label: `${caption.label}[${at}]` };
		const own: Reader = Array.isArray(value) ? { ...reader, isInside: true } : reader;
		const losses: Note[] = [];
		const read = given.map((one, at) => {
			const notedBefore = reader.notes.length;
			const entry = shape.convert(one, captionOf(at), own);
			for (const note of reader.notes.slice(notedBefore).filter(isLoss)) {
				if (isValue(entry)) note.entry = entry;
				losses.push(note);
			}
			return entry;
		});
		const values = read.filter(isValue);
		for (const note of losses) note.list = values;
		if (values.length > 0) return values;
		return losses.length > 0 || read.includes(BROKEN) ? BROKEN : LEAVE_OUT;
	},
	ofStored: (value, ...how) =>
		Array.isArray(value) && shape.ofStored
			? value.map((one) => shape.ofStored?.(one, ...how)).filter((one) => one !== LEAVE_OUT)
			: value,
});

/**
 * Reads a field inside a nested value that the contract does not know. It is sent or left out. Unlike an unknown
 * column, it is never kept in `data`.
 */
export function unknownInside(value: unknown, path: string, reader: Reader): unknown {
	const { setting, notes } = reader;
	if (setting.unknownFields === 'send') return convert(asItIs, value, { name: path, label: path }, reader);
	if (setting.emptyFields === 'omit' && isBlank(value)) return LEAVE_OUT;
	notes.push({ kind: 'unknown', heading: path.replace(/\[\d+\]/g, '') });
	return LEAVE_OUT;
}

/** The object of a value; `undefined` if the value is blank. @throws InvalidInput for any other value */
function objectIn(value: unknown, caption: Caption): IDataObject | undefined {
	const object = typeof value === 'string' && trimmed(value) !== '' ? parsed(value, caption) : value;
	if (isRecord(object) && !isDate(object)) return object;
	if (isBlank(object)) return undefined;
	throw new InvalidInput(`${caption.label} is ${kindOf(object)}, not an object`, 'Use a JSON object.');
}

/**
 * The shape of an object. An object of which no field is left is left out.
 *
 * @param others the shape of all other fields; missing if the contract knows no others
 */
export function object(fields: Readonly<Record<string, Shape>>, others?: Shape): Shape {
	const shapeOf = (key: string): Shape | undefined => (Object.hasOwn(fields, key) ? fields[key] : others);
	return {
		kind: 'object',
		convert(value, caption, reader) {
			const given = objectIn(value, caption);
			if (given === undefined) return LEAVE_OUT;
			const inside: Reader = { ...reader, isInside: true };
			const kept = mapValues(given, (part, key) => {
				if (part === undefined) return LEAVE_OUT;
				const path = `${caption.name}.${key}`;
				const shape = shapeOf(key);
				if (shape === undefined) return unknownInside(part, path, inside);
				return convert(shape, part, { name: path, label: path }, inside);
			});
			return Object.keys(kept).length > 0 ? kept : LEAVE_OUT;
		},
		ofStored(value, path, keepUnknown) {
			if (!isRecord(value)) return value;
			return mapValues(value, (part, key) => {
				const shape = shapeOf(key);
				if (shape === undefined) return keepUnknown(part, `${path}.${key}`);
				return shape.ofStored ? shape.ofStored(part, `${path}.${key}`, keepUnknown) : part;
			});
		},
	};
}

/** A text of custom data: always content. So is an empty text, if no stored value is kept that it could erase. */
export const dataText: Shape = {
	kind: 'text',
	convert: (value, caption, reader) =>
		value === '' && !reader.setting.keepsOtherFields ? value : anyText.convert(value, caption, reader),
};

/** The free map `data`: text to text. */
export const map: Shape = { ...object({}, dataText), byKey: true };
