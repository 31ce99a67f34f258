import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../operation';
import { entriesOf, isRecord, LEAVE_OUT } from '../../values';
import {
	ADDRESS_PARTS,
	isBlank,
	LIST_ENTRY,
	localNumber,
	saidText,
	type Column,
	type ListName,
} from './columns';
import { invalid, leftOf, listValue, mapValue, objectValue, textValue, type Conversion } from './values';

/** What a conversion has to tell beside its result. */
export interface Notes {
	/** Paths of what the contract does not know and that is left out. */
	unknown: string[];
	/** The entries of lists as they were, from their upload shape. */
	readAs: Map<object, IDataObject>;
}

/** Fields inside a nested value that the contract does not have: `data` is no place for them. */
function unknownInside(path: string, value: unknown, { unknownFields }: Conversion, notes: Notes): unknown {
	if (unknownFields === 'send') return value;
	if (unknownFields === 'error') {
		throw invalid(
			path,
			'is not a field of the service',
			"Remove or rename it, or change the option 'Unknown Fields'.",
		);
	}
	notes.unknown.push(path.replace(/\[\d+\]/g, ''));
	return LEAVE_OUT;
}

/** What reads show of a number beside what its owner has typed. */
const SHOWN_OF_NUMBERS = ['area', 'original', 'international_formatted', 'national_formatted'];

/** A number as it is sent: as its owner typed it, which the service takes apart by itself. */
function numberText(entry: IDataObject): unknown {
	const { original, international_formatted: international, national_formatted: national } = entry;
	const local = localNumber(entry);
	// What is no text at all is refused by its place.
	return saidText(original) ?? saidText(international) ?? local ?? saidText(national) ?? entry.number;
}

/** An entry of a section's list in the upload shape, from either shape; nothing for a blank one. */
function listEntry(
	entry: unknown,
	list: ListName,
	path: string,
	conversion: Conversion,
	notes: Notes,
): IDataObject | undefined {
	const field = LIST_ENTRY[list];
	const given = isRecord(entry) ? (field === 'number' ? numberText(entry) : entry.email) : entry;
	if (given === undefined && isRecord(entry) && Object.values(entry).every(isBlank)) return undefined;
	if (given === undefined) throw invalid(path, `has no ${field}`, `Give each entry a field named ${field}.`);
	const text = textValue(given, path, conversion);
	if (text === LEAVE_OUT) return undefined;
	if (!isRecord(entry)) return { [field]: text };
	const known = field === 'number' ? [field, ...SHOWN_OF_NUMBERS] : [field];
	const more = entriesOf(entry, (value, key) =>
		known.includes(key) ? LEAVE_OUT : unknownInside(`${path}.${key}`, value, conversion, notes),
	);
	const upload = { [field]: text, ...more };
	notes.readAs.set(upload, entry);
	return upload;
}

function listEntries(
	value: unknown,
	list: ListName,
	path: string,
	conversion: Conversion,
	notes: Notes,
): IDataObject[] | typeof LEAVE_OUT {
	const given = listValue(value, path, conversion);
	if (given === LEAVE_OUT) return LEAVE_OUT;
	const entries: IDataObject[] = [];
	for (const [index, entry] of given.entries()) {
		const place = given.length === 1 ? path : `${path}[${index}]`;
		const upload = listEntry(entry, list, place, conversion, notes);
		if (upload) entries.push(upload);
	}
	return leftOf(given, entries);
}

const isSaying = (entry: object): boolean => Object.keys(entry).length > 0;

const isAddressPart = (key: string): boolean => (ADDRESS_PARTS as readonly string[]).includes(key);

function addresses(value: unknown, path: string, conversion: Conversion, notes: Notes) {
	const entries = listValue(value, path, conversion);
	if (entries === LEAVE_OUT) return LEAVE_OUT;
	const left = entries.map((entry, index) => {
		if (!isRecord(entry)) {
			throw new InvalidInput(`${path} has an entry that is no object`, 'Use a list of address objects.');
		}
		return entriesOf(entry, (part, key) => {
			const place = `${path}[${index}].${key}`;
			return isAddressPart(key)
				? textValue(part, place, conversion)
				: unknownInside(place, part, conversion, notes);
		});
	});
	return leftOf(entries, left.filter(isSaying));
}

/** A section in the upload shape, from either shape. */
function section(value: unknown, { name: path, label }: Column, conversion: Conversion, notes: Notes) {
	const object = objectValue(value, label);
	if (object === LEAVE_OUT) return LEAVE_OUT;
	const left = entriesOf(object, (part, key) => {
		const place = `${path}.${key}`;
		if (key === 'addresses') return addresses(part, place, conversion, notes);
		if (Object.hasOwn(LIST_ENTRY, key)) {
			return listEntries(part, key as ListName, place, conversion, notes);
		}
		return unknownInside(place, part, conversion, notes);
	});
	return leftOf(object, left);
}

const CONSENT_TEXTS = ['id', 'type', 'granted_at', 'granted_ip', 'granted_agent'];

function granted(value: unknown, path: string): boolean | typeof LEAVE_OUT {
	if (isBlank(value)) return LEAVE_OUT;
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw invalid(path, 'is neither true nor false', 'Use true for granted, false for withdrawn.');
}

/** The record of consents: `{ consents: [...] }`. */
function documentation(value: unknown, { name: path, label }: Column, conversion: Conversion, notes: Notes) {
	const object = objectValue(value, label);
	if (object === LEAVE_OUT) return LEAVE_OUT;
	const left = entriesOf(object, (part, key) => {
		if (key !== 'consents') return unknownInside(`${path}.${key}`, part, conversion, notes);
		const consents = listValue(part, `${path}.${key}`, conversion);
		if (consents === LEAVE_OUT) return LEAVE_OUT;
		const entries = consents.map((consent, index) => {
			const place = `${path}.${key}[${index}]`;
			if (!isRecord(consent)) throw invalid(place, 'is no object', 'Use a list of consent objects.');
			return entriesOf(consent, (entry, name) => {
				if (name === 'granted') return granted(entry, `${place}.granted`);
				return CONSENT_TEXTS.includes(name)
					? textValue(entry, `${place}.${name}`, conversion)
					: unknownInside(`${place}.${name}`, entry, conversion, notes);
			});
		});
		return leftOf(consents, entries.filter(isSaying));
	});
	return leftOf(object, left);
}

/**
 * The value of a column as it is sent: text, a list of texts, a map, or a nested value in the upload shape.
 *
 * @throws InvalidInput
 */
export function convert(column: Column, value: unknown, conversion: Conversion, notes: Notes): unknown {
	const { place, label } = column;
	switch (place.kind) {
		case 'text':
			return textValue(value, label, conversion, place.isDay);
		case 'address':
			return textValue(value, label, conversion);
		case 'list':
			return listEntries(value, place.list, label, conversion, notes);
		case 'texts': {
			const entries = listValue(value, label, conversion);
			if (entries === LEAVE_OUT) return LEAVE_OUT;
			return entries.map((entry) => textValue(entry, label, conversion));
		}
		case 'map':
			return mapValue(value, column, conversion);
		case 'consents':
			return documentation(value, column, conversion, notes);
		case 'section':
			return section(value, column, conversion, notes);
		case 'readOnly':
			return LEAVE_OUT;
	}
}
