import type { IDataObject } from 'n8n-workflow';

import { InvalidElement, type BatchSettings, type Upload } from '../../operation';
import { listValue, mapValue, objectValue, textValue, unknownColumns } from '../upload';
import { entriesOf, isRecord, LEAVE_OUT, records, textOf, withoutNulls } from '../../values';
import {
	ADDRESS_FIELDS,
	FLAT_COLUMNS,
	LIST_FIELDS,
	NESTED_FIELDS,
	PREFIXES,
	SECTIONS,
	TEXT_FIELDS,
	type FlatColumn,
	type ListField,
	type SectionPrefix,
} from './columns';

/** On reads only; the upload has no such field. */
const READ_ONLY_FIELDS = ['tags'] as const;

type NestedField = (typeof NESTED_FIELDS)[number];

/** What becomes of a column: one look-up for each that a contact has, instead of asking it for all that there are. */
type Column = 'text' | 'nested' | 'readOnly' | FlatColumn;

const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
	...TEXT_FIELDS.map((field) => [field, 'text'] as const),
	...NESTED_FIELDS.map((field) => [field, 'nested'] as const),
	...READ_ONLY_FIELDS.map((field) => [field, 'readOnly'] as const),
	...FLAT_COLUMNS,
]);

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

function nested(key: NestedField, value: unknown, settings: BatchSettings) {
	if (key === 'data') return mapValue(value, key);
	if (key === 'documentation') return withoutNulls(objectValue(value, key));
	return section(value, key, settings);
}

/** What the flat columns of one section say. */
interface Overlay {
	lists: IDataObject;
	address?: IDataObject;
}

/** Notes a flat column in the overlay of its section. */
function noteFlat(
	overlays: Partial<Record<SectionPrefix, Overlay>>,
	{ prefix, list, address }: FlatColumn,
	name: string,
	value: unknown,
	settings: BatchSettings,
): void {
	const converted = list ? listElements(value, list, name, settings) : textValue(value, name, settings);
	if (converted === LEAVE_OUT) return;
	const overlay = (overlays[prefix] ??= { lists: {} });
	if (list) overlay.lists[list] = converted;
	else if (address) (overlay.address ??= {})[address] = converted;
}

/** Lays the flat columns of one section over it. */
function overlaid(base: IDataObject | undefined, { lists, address }: Overlay): IDataObject {
	if (address === undefined) return { ...base, ...lists };
	const [first, ...others] = records(base?.addresses);
	return { ...base, ...lists, addresses: [{ ...first, ...address }, ...others] };
}

/**
 * A contact in the service's upload shape from the nested upload shape, the read shape, flat columns, or a mix.
 *
 * @param base an upload over which the fields of `raw` are laid, e.g. what the service has now
 * @throws InvalidElement naming the field
 */
export function contactToUpload(raw: IDataObject, settings: BatchSettings, base: IDataObject = {}): Upload {
	const upload: IDataObject = { ...base };
	const overlays: Partial<Record<SectionPrefix, Overlay>> = {};
	for (const name of Object.keys(raw)) {
		const column = COLUMNS.get(name);
		if (column === undefined || column === 'readOnly') continue;
		if (column === 'text') {
			const value = textValue(raw[name], name, settings);
			if (value !== LEAVE_OUT) upload[name] = value;
		} else if (column === 'nested') {
			const value = nested(name as NestedField, raw[name], settings);
			if (value === LEAVE_OUT) continue;
			const below = base[name];
			upload[name] = name !== 'documentation' && isRecord(below) ? { ...below, ...value } : value;
		} else {
			noteFlat(overlays, column, name, raw[name], settings);
		}
	}
	for (const prefix of PREFIXES) {
		const overlay = overlays[prefix];
		if (overlay === undefined) continue;
		const field = SECTIONS[prefix];
		upload[field] = overlaid(upload[field] as IDataObject | undefined, overlay);
	}
	const custom = unknownColumns(raw, COLUMNS, settings);
	if (custom) upload.data = { ...(upload.data as IDataObject | undefined), ...custom };
	return upload as Upload;
}
