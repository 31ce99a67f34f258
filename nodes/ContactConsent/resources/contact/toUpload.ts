import type { IDataObject } from 'n8n-workflow';

import { InvalidElement, type BatchSettings, type Upload } from '../../operation';
import { entriesOf, LEAVE_OUT, listValue, mapValue, objectValue, textValue, unknownColumns } from '../upload';
import { isRecord, records, textOf, withoutNulls } from '../../values';
import {
	ADDRESS_FIELDS,
	FLAT_COLUMNS,
	LIST_FIELDS,
	NESTED_FIELDS,
	SECTIONS,
	TEXT_FIELDS,
	type ListField,
} from './columns';

/** On reads only; the upload has no such field. */
const READ_ONLY_FIELDS = ['tags'] as const;

const KNOWN: ReadonlySet<string> = new Set<string>([
	...TEXT_FIELDS,
	...NESTED_FIELDS,
	...READ_ONLY_FIELDS,
	...FLAT_COLUMNS.keys(),
]);

/** Each section with its flat columns, gathered once: every contact is asked for all of them. */
const SECTION_COLUMNS = Object.entries(SECTIONS).map(([prefix, field]) => ({
	field,
	columns: [...FLAT_COLUMNS].flatMap(([column, at]) => (at.prefix === prefix ? [{ column, ...at }] : [])),
}));

type SectionColumns = (typeof SECTION_COLUMNS)[number]['columns'];

const KNOWN_IN_ADDRESS: ReadonlySet<string> = new Set(ADDRESS_FIELDS);

/**
 * One element of a section's list in the upload shape. Read-shape numbers are sent as their owner typed them:
 * `original`, which the service splits into area and number by itself.
 *
 * @returns nothing for a blank one
 */
function listElement(entry: unknown, field: string, path: string): IDataObject | undefined {
	const original = isRecord(entry) ? textOf(entry.original) : undefined;
	if (isRecord(entry) && original === undefined && !(field in entry)) {
		throw new InvalidElement(`${path} has an element without ${field}`, `Give each element a ${field}.`);
	}
	const given = isRecord(entry) ? (original ?? entry[field]) : entry;
	const text = textValue(given, path, { emptyFields: 'omit' });
	if (text === LEAVE_OUT) return undefined;
	const area = isRecord(entry) && original === undefined ? textOf(entry.area) : undefined;
	return { [field]: area === undefined ? text : `${area} ${text}` };
}

const listElements = (value: unknown, list: ListField, path: string, settings: BatchSettings) => {
	const entries = listValue(value, path, settings);
	return entries === LEAVE_OUT
		? LEAVE_OUT
		: entries.flatMap((entry) => listElement(entry, LIST_FIELDS[list], path) ?? []);
};

/** Fields inside a section that the model does not have: `data` is no place for them. */
function unknownInside(path: string, { unknownFields }: BatchSettings): typeof LEAVE_OUT {
	if (unknownFields !== 'error') return LEAVE_OUT;
	throw new InvalidElement(`${path} is no field of the service`, 'Remove or rename it.');
}

function addresses(value: unknown, path: string, settings: BatchSettings) {
	const entries = listValue(value, path, settings);
	if (entries === LEAVE_OUT) return LEAVE_OUT;
	return entries.map((entry, index) => {
		if (!isRecord(entry)) {
			throw new InvalidElement(
				`${path} has an element that is no object`,
				'Hand over a list of address objects.',
			);
		}
		return entriesOf(entry, (part, key) => {
			const place = `${path}[${index}].${key}`;
			return KNOWN_IN_ADDRESS.has(key) ? textValue(part, place, settings) : unknownInside(place, settings);
		});
	});
}

/** A section in the upload shape from one in either shape. */
function section(value: unknown, path: string, settings: BatchSettings): IDataObject | typeof LEAVE_OUT {
	const object = objectValue(value, path);
	if (object === LEAVE_OUT) return LEAVE_OUT;
	return entriesOf(object, (part, key) => {
		if (key === 'addresses') return addresses(part, `${path}.${key}`, settings);
		if (Object.hasOwn(LIST_FIELDS, key))
			return listElements(part, key as ListField, `${path}.${key}`, settings);
		return unknownInside(`${path}.${key}`, settings);
	});
}

function nested(key: (typeof NESTED_FIELDS)[number], value: unknown, settings: BatchSettings) {
	if (key === 'data') return mapValue(value, key);
	if (key === 'documentation') return withoutNulls(objectValue(value, key));
	return section(value, key, settings);
}

/** Lays the flat columns of one section over it. */
function overlaySection(
	base: IDataObject | undefined,
	raw: IDataObject,
	columns: SectionColumns,
	settings: BatchSettings,
): IDataObject | undefined {
	const lists: IDataObject = {};
	const address: IDataObject = {};
	for (const { column, list, address: part } of columns) {
		if (!(column in raw)) continue;
		const value = list
			? listElements(raw[column], list, column, settings)
			: textValue(raw[column], column, settings);
		if (value === LEAVE_OUT) continue;
		if (list) lists[list] = value;
		else if (part) address[part] = value;
	}
	const hasAddress = Object.keys(address).length > 0;
	if (!hasAddress && Object.keys(lists).length === 0) return base;
	const [firstAddress, ...otherAddresses] = records(base?.addresses);
	return {
		...base,
		...lists,
		...(hasAddress && { addresses: [{ ...firstAddress, ...address }, ...otherAddresses] }),
	};
}

/**
 * A contact in the service's upload shape from the nested upload shape, the read shape, flat columns, or a mix.
 *
 * @param base an upload over which the fields of `raw` are laid, e.g. what the service has now
 * @throws InvalidElement naming the field
 */
export function contactToUpload(raw: IDataObject, settings: BatchSettings, base: IDataObject = {}): Upload {
	const upload: IDataObject = { ...base };
	for (const field of TEXT_FIELDS) {
		if (!(field in raw)) continue;
		const value = textValue(raw[field], field, settings);
		if (value !== LEAVE_OUT) upload[field] = value;
	}
	for (const field of NESTED_FIELDS) {
		if (!(field in raw)) continue;
		const value = nested(field, raw[field], settings);
		if (value === LEAVE_OUT) continue;
		const below = base[field];
		upload[field] = field !== 'documentation' && isRecord(below) ? { ...below, ...value } : value;
	}
	for (const { field, columns } of SECTION_COLUMNS) {
		const overlaid = overlaySection(upload[field] as IDataObject | undefined, raw, columns, settings);
		if (overlaid !== undefined) upload[field] = overlaid;
	}
	const custom = unknownColumns(raw, KNOWN, settings);
	if (Object.keys(custom).length > 0)
		upload.data = { ...(upload.data as IDataObject | undefined), ...custom };
	return upload as Upload;
}
