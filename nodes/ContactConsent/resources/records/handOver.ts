import type { IDataObject } from 'n8n-workflow';

import { toUtcIso } from '../../dates';
import type { Current, NotSent } from '../../plan';
import { entriesOf, isRecord, LEAVE_OUT, scalarText, withoutNulls } from '../../values';
import { isBlank, type Column, type RecordModel } from './columns';
import { convert, type Notes } from './convert';
import { invalid, textValue, type Conversion } from './values';

/** A value that was handed over for a column, under the name that the table has for it. */
export interface Given {
	column: Column;
	name: string;
	value: unknown;
	/** As it stands in the table. */
	raw: unknown;
}

/** What one element hands over. */
export interface HandedOver {
	/** One for each column. */
	values: readonly Given[];
	/** What the contract does not know and that is sent as it is. */
	more: IDataObject;
	/** What the contract does not know and that is kept in `data`. */
	customData: IDataObject;
	readAs: Current['readAs'];
	notSent: NotSent;
}

/** The columns of a table by place: the rows of a table have the same ones, so that they are looked up once. */
interface Layout {
	names: readonly string[];
	columns: ReadonlyArray<Column | undefined>;
	/** Two of the names mean the same column. */
	hasTwins: boolean;
	/** Each name is a column of its own that takes text, and none that is required is missing. */
	isFlat: boolean;
	required: readonly string[];
	/** The names that the table has for the ID. */
	ids: readonly string[];
}

const layouts = new WeakMap<RecordModel, Layout>();

function layoutOf(model: RecordModel, raw: IDataObject): Layout {
	const names = Object.keys(raw);
	const last = layouts.get(model);
	if (last?.names.length === names.length && last.names.every((name, at) => name === names[at])) return last;
	const columns = names.map((name) => model.columnOf(name));
	const required = names.filter((_, at) => columns[at]?.required);
	const hasTwins = new Set(columns).size < columns.length;
	const isFlat =
		!hasTwins &&
		required.length === model.required.length &&
		columns.every((column) => {
			const place = column?.place;
			if (place?.kind === 'list' || place?.kind === 'address') return place.section !== undefined;
			return place?.kind === 'text';
		});
	const ids = names.filter((_, at) => columns[at]?.name === 'id');
	const layout = { names, columns, hasTwins, isFlat, required, ids };
	layouts.set(model, layout);
	return layout;
}

/** The ID of an element, for messages; empty where it has none. */
export function idOf(model: RecordModel, raw: IDataObject): string {
	const id = layoutOf(model, raw).ids.find((name) => !isBlank(raw[name]));
	if (id === undefined) return '';
	return scalarText(raw[id]) ?? toUtcIso(raw[id], 'UTC') ?? '';
}

/** Text that is certainly no JSON list. */
const isPlainText = (value: unknown): boolean =>
	typeof value === 'string' && !value.startsWith('[') && !value.trimStart().startsWith('[');

/**
 * True: this element can be sent, and nothing of it is left out. False: unknown, convert it to find out.
 * Most tables are plain text, and this is ten times faster.
 */
export function isFlatText(model: RecordModel, raw: IDataObject): boolean {
	const { isFlat, names, required } = layoutOf(model, raw);
	return (
		isFlat && names.every((name) => isPlainText(raw[name])) && !required.some((name) => isBlank(raw[name]))
	);
}

/** A value as text in which the order of keys does not matter, to compare it. */
export const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);

export const sameField = (a: Pick<Given, 'name'>, b: Pick<Given, 'name'>): Error =>
	invalid(
		`'${a.name}' and '${b.name}'`,
		'have different values for the same field',
		'Remove one of the two, or map the columns one by one.',
	);

type UnknownColumns = Pick<HandedOver, 'more' | 'customData'> & { left: readonly string[] };

const NO_UNKNOWN: UnknownColumns = { more: {}, customData: {}, left: [] };

/** What becomes of columns that the contract does not have, as the option Unknown Fields wants it. */
function unknownColumns(
	raw: IDataObject,
	names: string[],
	{ noun }: RecordModel,
	conversion: Conversion,
): UnknownColumns {
	if (names.length === 0) return NO_UNKNOWN;
	const all = () => Object.fromEntries(names.map((name) => [name, raw[name]]));
	switch (conversion.unknownFields) {
		case 'ignore':
			return { ...NO_UNKNOWN, left: names };
		case 'send':
			return { ...NO_UNKNOWN, more: all() };
		case 'customData':
			return {
				...NO_UNKNOWN,
				customData: entriesOf(all(), (value, name) => textValue(value, name, conversion)),
			};
		case 'error':
			throw invalid(
				names.map((name) => `'${name}'`).join(', '),
				`${names.length === 1 ? 'is a column' : 'are columns'} that ${noun.many} do not have`,
				"Remove or rename the columns, or choose another setting for the option 'Unknown Fields'.",
			);
	}
}

/** `A`, `A and B`, `A, B and C`. */
export const enumerated = (names: readonly string[]): string =>
	[names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** Whoever has to name or map the columns of a table needs both lists: those that it has, and those that are expected. */
export function noColumnFor(
	{ columns, noun }: RecordModel,
	missing: readonly Column[],
	names: readonly string[],
	wayOn?: string,
): Error {
	const labels = enumerated(missing.map(({ label }) => label));
	if (names.length === 0) {
		return invalid(`No ${noun.one}`, 'is handed over', `Map the columns, or enter JSON. Needed: ${labels}.`);
	}
	const expected = columns.filter(({ isOffered }) => isOffered !== false).map(({ name }) => name);
	return invalid(
		labels,
		`${missing.length === 1 ? 'has' : 'have'} no column in the input`,
		`The input has the columns ${names.join(', ')}. Rename them. ${wayOn === undefined ? '' : `${wayOn} `}Columns of ${noun.many}: ${expected.join(', ')}.`,
		wayOn,
	);
}

const isSaid = (value: unknown, { emptyFields }: Conversion): boolean =>
	value !== undefined && (emptyFields === 'send' || !isBlank(value));

/**
 * Reads an element: which column each of its names means, and the value as it is sent.
 *
 * @throws InvalidInput
 */
export function handOver(model: RecordModel, raw: IDataObject, conversion: Conversion): HandedOver {
	const { names, columns, hasTwins } = layoutOf(model, raw);
	const values: Given[] = [];
	const unknown: string[] = [];
	const readOnly: string[] = [];
	const notes: Notes = { unknown: [], readAs: new Map() };
	for (const [at, name] of names.entries()) {
		const column = columns[at];
		if (column === undefined || column.place.kind === 'readOnly') {
			if (isSaid(raw[name], conversion)) (column === undefined ? unknown : readOnly).push(name);
			continue;
		}
		const value = convert(column, raw[name], conversion, notes);
		if (value === LEAVE_OUT) continue;
		const given = { column, name, value, raw: raw[name] };
		const before = hasTwins ? values.find((other) => other.column === column) : undefined;
		if (before === undefined) values.push(given);
		else if (canonical(before.value) !== canonical(value)) throw sameField(before, given);
	}
	const { left, more, customData } = unknownColumns(raw, unknown, model, conversion);
	for (const name of Object.keys(customData)) {
		const map = values.find(({ column }) => column.place.kind === 'map')?.value;
		const inside = isRecord(map) ? map[name] : undefined;
		if (inside !== undefined && inside !== customData[name])
			throw sameField({ name: `data.${name}` }, { name });
	}
	const wayOn = left.length > 0 ? conversion.wayOn : undefined;
	const named = notes.unknown.length > 0 ? [...left, ...new Set(notes.unknown)] : left;
	return { values, more, customData, readAs: notes.readAs, notSent: { unknown: named, readOnly, wayOn } };
}

/**
 * A record as the service has it now, in the shape in which it would be sent.
 * What the contract does not know is part of it only where unknown fields are sent.
 *
 * @throws InvalidInput
 */
export function currentOf(model: RecordModel, body: IDataObject, conversion: Conversion): Current {
	const sends = conversion.unknownFields === 'send';
	const exact: Conversion = {
		...conversion,
		emptyFields: 'send',
		unknownFields: sends ? 'send' : 'ignore',
	};
	const notes: Notes = { unknown: [], readAs: new Map() };
	const upload = entriesOf(withoutNulls(body), (value, name) => {
		const column = model.fieldOf(name);
		if (column === undefined) return sends ? value : LEAVE_OUT;
		return convert(column, value, exact, notes);
	});
	return { upload, readAs: notes.readAs };
}
