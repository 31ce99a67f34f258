import type { IDataObject } from 'n8n-workflow';

import { dayOf, epochOf } from '../../dates';
import { InvalidInput } from '../../operation';
import { entriesOf, isRecord, LEAVE_OUT } from '../../values';
import { isBlank, type Column } from './columns';

/** How values are converted. */
export interface Conversion {
	/** Blank text: as if it were not there, or sent, which clears the field. */
	emptyFields: 'omit' | 'send';
	/** What the contract does not know. */
	unknownFields: 'ignore' | 'send' | 'customData' | 'error';
	/** IANA name: where a date begins. */
	timeZone: string;
	/** What to do about columns without a counterpart, in one sentence. */
	wayOn?: string;
}

export const invalid = (column: string, problem: string, advice: string, wayOn?: string): InvalidInput =>
	new InvalidInput(`${column} ${problem}`, advice, wayOn);

const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'a list';
	if (value === null || Number.isNaN(value)) return String(value);
	if (isDate(value)) return 'a date';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const isDate = (value: unknown): value is object =>
	isRecord(value) && (Object.prototype.toString.call(value) === '[object Date]' || 'toMillis' in value);

/** A date, as databases hand it over: ISO 8601, or the day alone. */
function dateText(value: object, column: string, isDay: boolean, { timeZone }: Conversion): string {
	const epoch = epochOf(value);
	if (epoch === undefined) throw invalid(column, 'is a date that does not exist', 'Correct the date.');
	if (!isDay) return new Date(epoch).toISOString();
	// A luxon DateTime has a time zone of its own.
	const { toISODate } = value as { toISODate?: () => string };
	return typeof toISODate === 'function' ? toISODate.call(value) : dayOf(epoch, timeZone);
}

/** Text, or a number, a boolean or a date as text. Blank text is left out, or kept as an empty text. */
export function textValue(
	value: unknown,
	column: string,
	conversion: Conversion,
	isDay = false,
): string | typeof LEAVE_OUT {
	if (isBlank(value)) return conversion.emptyFields === 'send' && value !== undefined ? '' : LEAVE_OUT;
	if (typeof value === 'string') return value;
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw invalid(
			column,
			'is a number with too many digits, of which the last are lost already',
			'Hand it over as text: in JSON, put it in quotes.',
		);
	}
	if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
	if (isDate(value)) return dateText(value, column, isDay, conversion);
	throw invalid(column, `is ${kindOf(value)}, not a text`, 'Use a text, a number, a date or a boolean.');
}

/** A nested value, which a spreadsheet carries as JSON text. */
function parsed(value: unknown, column: string): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		throw invalid(column, 'is not valid JSON', 'Use a JSON object or list.');
	}
}

/** An object. Blank ones are left out. */
export function objectValue(value: unknown, column: string): IDataObject | typeof LEAVE_OUT {
	if (isBlank(value)) return LEAVE_OUT;
	const object = parsed(value, column);
	if (isRecord(object) && !isDate(object)) return object;
	throw invalid(column, `is ${kindOf(object)}, not an object`, 'Use a JSON object.');
}

/** What is left of a value without what is blank or unknown. Where that is nothing, it was blank; an empty one is meant. */
export const leftOf = <Left extends object>(given: object, left: Left): Left | typeof LEAVE_OUT =>
	Object.keys(left).length === 0 && Object.keys(given).length > 0 ? LEAVE_OUT : left;

const SEPARATORS = /[,;\r\n]/;

/**
 * A list: an array, JSON text of one, or values separated by comma, semicolon or line break. Blank entries are left
 * out; empty texts in a list of its own are entries where blank text is sent.
 */
export function listValue(
	value: unknown,
	column: string,
	{ emptyFields }: Conversion,
): unknown[] | typeof LEAVE_OUT {
	const sends = emptyFields === 'send';
	if (isBlank(value)) return sends && value !== undefined ? [] : LEAVE_OUT;
	const given =
		typeof value === 'string' && value.trimStart().startsWith('[') ? parsed(value, column) : value;
	if (typeof given === 'number') return [given];
	if (!Array.isArray(given) && typeof given !== 'string') {
		throw invalid(column, `is ${kindOf(given)}, not a list`, 'Use a list, or text separated by commas.');
	}
	const list: unknown[] = Array.isArray(given) ? given : given.split(SEPARATORS).map((entry) => entry.trim());
	const isLeft = (entry: unknown) =>
		sends && Array.isArray(given) ? (entry ?? null) !== null : !isBlank(entry);
	const left = list.filter(isLeft);
	return sends ? left : leftOf(list, left);
}

/** The free map `data`: text to text. An empty text in it is content, not a blank column; only nulls are left out. */
export function mapValue(
	value: unknown,
	{ name, label }: Pick<Column, 'name' | 'label'>,
	conversion: Conversion,
): IDataObject | typeof LEAVE_OUT {
	const object = objectValue(value, label);
	if (object === LEAVE_OUT) return LEAVE_OUT;
	const entries = entriesOf(object, (entry, key) =>
		typeof entry === 'string' ? entry : textValue(entry ?? undefined, `${name}.${key}`, conversion),
	);
	return leftOf(object, entries);
}
