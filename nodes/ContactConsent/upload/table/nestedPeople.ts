/** Says where the people of an input are whose own keys are no columns of a person: the finished advice. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord, records, scalarText } from '../../lib/json';
import { trimmed } from '../../lib/text';
import { isBlank, jsonIn } from './cells';
import { asKey, inJson, itemWith, reference } from './expressions';
import type { Column, RecordModel, Setting } from './recordModel';
import { columnsIn, headingsOf, LONGEST_HEADING, type Heading, type Headings } from './headings';
import { plainName } from './vocabulary';
import { NAMES } from './valueShapes';
import type { InputRecord } from '../uploadTypes';
import { neededBy } from '../report/requiredMissing';

/** How many rows are looked at. The rows of a table are alike. */
const ROWS_SEEN = 20;
/** How many objects of a row are looked at, and how deep. An answer of a service may have thousands. */
const OBJECTS_SEEN = 100;
const DEEPEST = 4;

/** An object inside a row, or the first one of a list. */
interface Place {
	/** The keys that lead to it from the row. */
	path: readonly string[];
	value: IDataObject;
	isList: boolean;
	/** The value is the text of JSON. */
	isText: boolean;
}

/** The object that a cell holds, also as JSON text, or the first one of its list. */
function placeIn(path: readonly string[], cell: unknown): Place | undefined {
	const isText = typeof cell === 'string';
	if (isText && !/^[[{]/.test(trimmed(cell))) return undefined;
	const value = isText ? jsonIn(cell) : cell;
	const first: unknown = Array.isArray(value) ? value.find(isRecord) : value;
	return isRecord(first) ? { path, value: first, isList: Array.isArray(value), isText } : undefined;
}

/** The objects inside a row, the outer ones first. What stands in a list or in a text is not opened further. */
function placesIn(row: IDataObject): Place[] {
	const all: Place[] = [];
	let level: Array<Pick<Place, 'path' | 'value'>> = [{ path: [], value: row }];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		const found: Place[] = [];
		for (const { path, value } of level) {
			for (const [key, cell] of Object.entries(value)) {
				if (all.length + found.length >= OBJECTS_SEEN || key.length > LONGEST_HEADING) continue;
				const place = placeIn([...path, key], cell);
				if (place) found.push(place);
			}
		}
		all.push(...found);
		level = found.filter(({ isList, isText }) => !isList && !isText);
	}
	return all;
}

const understood = (headings: Headings): Heading[] => [...headings.values()].filter(({ column }) => column);

/** How many columns of a person an object has; 0 if it is none, because it has no name and nothing that is missing. */
function columnsOfPerson(model: RecordModel, keys: readonly string[], missing: readonly Column[]): number {
	const columns = understood(headingsOf(model, keys)).map(({ column }) => column);
	const isPerson =
		columns.some((column) => NAMES.has(column?.name ?? '')) ||
		(columns.length > 1 && missing.every((one) => columns.includes(one)));
	return isPerson && columns.some((column) => column && missing.includes(column)) ? columns.length : 0;
}

/** True for a value that stands in an object of its own, as HubSpot has it: { value: "Ada", versions: [ … ] }. */
const isWrapped = (cell: unknown): boolean => isRecord(cell) && scalarText(cell.value) !== undefined;

/** The expression that makes one object of the person inside and of what is understood beside it. */
function expressionOf(model: RecordModel, row: IDataObject, { path, value, isText }: Place): string {
	const whole = isText ? `JSON.parse(${reference(path)})` : reference(path);
	const people = understood(headingsOf(model, Object.keys(value)));
	const inside = people.some(({ name }) => isWrapped(value[name]))
		? `Object.fromEntries(Object.entries(${whole}).map(function (one) { return [one[0], one[1]?.value ?? one[1]] }))`
		: whole;
	const known = new Set(people.map(({ column }) => column));
	const headings = headingsOf(model, Object.keys(row));
	const all = [...headings.values()];
	const hasId = [...known, ...all.map(({ column }) => column)].some((one) => one?.name === 'id');
	// The first that is called like an ID may be chosen as the ID afterwards.
	const likely = hasId ? undefined : all.find(({ name }) => plainName(name).endsWith('id'));
	const beside = all
		.filter((one) => (one.column ? !known.has(one.column) : one === likely))
		.filter(({ name }) => scalarText(row[name]) !== undefined)
		.map(({ name }) => `${asKey(name)}: ${reference([name])}`);
	return beside.length === 0 ? `{{ ${inside} }}` : `{{ { ${[...beside, `...${inside}`].join(', ')} } }}`;
}

/** A heading for the whole name of a person: *Name*, *Full Name*, *Vor- und Nachname*. */
const OF_WHOLE_NAME = /(name|namen|nom|noms|naam|nombre|nome)$/;

/** Advice to split a name that stands in one cell. */
function wholeName(headings: Headings, rows: readonly IDataObject[], setting: Setting): string | undefined {
	const isWhole = (cell: unknown): boolean => typeof cell === 'string' && /\S[\s,]+\S/.test(trimmed(cell));
	const found = [...headings.values()].find(({ name, column }) => {
		if (column || name.length > LONGEST_HEADING || !OF_WHOLE_NAME.test(plainName(name))) return false;
		const cells = rows.map((row) => row[name]).filter((cell) => !isBlank(cell));
		return cells.length > 0 && cells.filter(isWhole).length * 2 > cells.length;
	});
	if (!found) return undefined;
	const name = reference([found.name]);
	const cells = rows.map((row) => row[found.name]).filter((cell) => typeof cell === 'string');
	const isTurned = cells.filter((cell) => cell.includes(',')).length * 2 > cells.length;
	const [first, last] = isTurned
		? [`${name}.split(",").slice(1).join(" ").trim()`, `${name}.split(",")[0].trim()`]
		: [`${name}.trim().split(" ").slice(0, -1).join(" ")`, `${name}.trim().split(" ").pop()`];
	return `${found.name} has the whole name. ${inJson(setting, itemWith([`first_name: ${first}`, `last_name: ${last}`]))}`;
}

/** A row that a node has read without the headings of the file: its only key is `row`. */
function hasNoHeadings(row: IDataObject): boolean {
	const keys = Object.keys(row);
	const { row: cells } = row;
	if (keys.length !== 1 || typeof cells !== 'object' || cells === null) return false;
	return Object.keys(cells).every((key) => /^\d+$/.test(key));
}

export const UNREAD_FILE =
	"The input is a file that no node has read. Put the node 'Extract from File' in front of this one, and choose the operation for its kind, e.g. 'Extract From CSV' or 'Extract From XLSX'.";

/**
 * Where the people are, if the headings of the input do not have what every record needs; `undefined` if that is not
 * known.
 *
 * @param given the input items, as far as they are rows themselves
 * @param hasFiles input items have files
 */
export function whereaboutsOf(
	model: RecordModel,
	given: readonly InputRecord[],
	headings: Headings,
	setting: Setting,
	hasFiles: boolean,
): string | undefined {
	const known = columnsIn(headings);
	const missing = neededBy(model, setting).filter((column) => !known.has(column));
	if (missing.length === 0) return undefined;
	const rows = records(given.slice(0, ROWS_SEEN).map(({ record }) => record));
	for (const row of rows) {
		if (hasNoHeadings(row)) {
			return "The rows have no headings. Turn on 'Header Row' in the node that reads the file. If the file has none, map the columns by hand.";
		}
		const places = placesIn(row).map((place) => ({
			place,
			count: columnsOfPerson(model, Object.keys(place.value), missing),
		}));
		const most = Math.max(0, ...places.map(({ count }) => count));
		const found = most > 0 ? places.find(({ count }) => count === most)?.place : undefined;
		if (!found) continue;
		if (found.isText && found.isList) return inJson(setting, `{{ JSON.parse(${reference(found.path)}) }}`);
		if (found.isList) {
			return `The ${model.noun.many} are in a list. Put the node 'Split Out' in front of this one, and enter ${found.path.join('.')} in its field 'Fields To Split Out'.`;
		}
		return `The ${model.noun.many} are in ${found.path.join('.')}. ${inJson(setting, expressionOf(model, row, found))}`;
	}
	// A table that has half of the name in a column of its own does not have the whole name in another one.
	const hasName = [...known].some(({ name }) => NAMES.has(name));
	if (hasName || !missing.some(({ name }) => NAMES.has(name))) return undefined;
	return wholeName(headings, rows, setting) ?? (hasFiles && rows.length > 0 ? UNREAD_FILE : undefined);
}
