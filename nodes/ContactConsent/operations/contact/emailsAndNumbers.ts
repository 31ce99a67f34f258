import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { isBlank } from '../../upload/table/cells';
import { addNote, type Shape } from '../../upload/table/recordModel';
import { unknownInside } from '../../upload/table/nestedShapes';
import { BROKEN, isValue, kindOf, phone, text } from '../../upload/table/valueShapes';
import { isRecord, LEAVE_OUT, mapValues, scalarText } from '../../lib/json';
import { textOf } from '../../lib/text';

/** The text of a value; `undefined` for a blank, and for a value without a text, e.g. an object. */
const filledText = (value: unknown): string | undefined => (isBlank(value) ? undefined : scalarText(value));

/** A number without its country code, joined from its parts. */
const localNumber = ({ area, number }: IDataObject): string | undefined =>
	[area, number].flatMap((part) => filledText(part) ?? []).join(' ') || undefined;

/** The e-mail or number of an entry as people see it. The entry may come from the service or from an upload. */
export function entryText(entry: unknown): string | undefined {
	if (!isRecord(entry)) return textOf(entry);
	const { email, international_formatted, original, national_formatted } = entry;
	const texts = [email, international_formatted, original, localNumber(entry), national_formatted];
	return texts.map(textOf).find((one) => one !== undefined);
}

const mailOf = (entry: unknown): unknown => (isRecord(entry) ? entry.email : entry);

/**
 * The number of an entry, preferably as its owner typed it: the service splits it into its parts. A value without a
 * text is returned as it is, so that `convert` refuses it by its caption.
 */
function numberOf(entry: unknown): unknown {
	if (!isRecord(entry)) return entry;
	const { original, international_formatted: international, national_formatted: national } = entry;
	const shown = filledText(original) ?? filledText(international) ?? localNumber(entry);
	return shown ?? filledText(national) ?? entry.number;
}

/** The digits and + of a number; the number itself if it has none. */
const digitsOf = (number: string): string => number.replace(/[^\d+]/g, '') || number;

/** The two kinds of entries in a section's lists, by the one field that each has in an upload. */
const KINDS = {
	email: { known: ['email'], sentOf: mailOf, normalized: (mail: string) => mail.trim().toLowerCase() },
	number: {
		// Uploads have the first field. Answers of the service have the others, too.
		known: ['number', 'area', 'original', 'international_formatted', 'national_formatted'],
		sentOf: numberOf,
		normalized: digitsOf,
	},
} as const;

/**
 * The shape of an entry in a section's list: in an upload, an object with this one field. It reads entries in the form
 * of an upload and entries in the form of the service's answers.
 */
export function entry(field: keyof typeof KINDS): Shape {
	const { known, sentOf, normalized } = KINDS[field];
	/** The fields of an entry that the contract does not know. */
	const others = (
		value: unknown,
		path: string,
		keep: (part: unknown, path: string) => unknown,
	): IDataObject =>
		mapValues(isRecord(value) ? value : {}, (part, key) =>
			(known as readonly string[]).includes(key) ? LEAVE_OUT : keep(part, `${path}.${key}`),
		);
	return {
		kind: 'object',
		entry: { field, sentOf, normalized, shownAs: entryText },
		isEmail: field === 'email' ? true : undefined,
		convert(value, caption, reader) {
			const given = sentOf(value);
			if (given === undefined) {
				throw new InvalidInput(`${caption.label} has no ${field}`, `Give each entry a field named ${field}.`);
			}
			if (given === true && field === 'email') {
				addNote(reader, 'noText', kindOf(given));
				return BROKEN;
			}
			const own = (field === 'email' ? text : phone).convert(given, caption, reader);
			const more = others(value, caption.name, (part, path) => unknownInside(part, path, reader));
			const read = isValue(own) ? { [field]: own, ...more } : more;
			if (Object.keys(read).length > 0) return read;
			return own === BROKEN ? BROKEN : LEAVE_OUT;
		},
		ofStored(value, path, keepUnknown) {
			const sent = sentOf(value);
			if (typeof sent === 'string') return { [field]: sent, ...others(value, path, keepUnknown) };
			return isBlank(value) ? LEAVE_OUT : value;
		},
	};
}
