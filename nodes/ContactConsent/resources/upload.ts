import type { IDataObject } from 'n8n-workflow';

import { InvalidElement, type BatchSettings } from '../operation';
import { entriesOf, isRecord, LEAVE_OUT } from '../values';

type Blank = Pick<BatchSettings, 'emptyFields'>;

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const withoutBlanks = (list: unknown[]): unknown[] => list.filter((entry) => !isBlank(entry));

const invalid = (path: string, problem: string, advice: string): InvalidElement =>
	new InvalidElement(`${path} ${problem}`, advice);

const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'a list';
	if (value instanceof Date) return 'a date object';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** A text column: text, numbers and booleans as text; blank ones as the settings say. */
export function textValue(value: unknown, path: string, { emptyFields }: Blank): string | typeof LEAVE_OUT {
	if (isBlank(value)) return emptyFields === 'send' && value !== undefined ? '' : LEAVE_OUT;
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
		return String(value);
	throw invalid(path, `is ${kindOf(value)}, not a text`, 'Hand over a text, a number or a boolean.');
}

/** A nested value that a column may carry as an object or as JSON text, e.g. from a spreadsheet. */
function parsed(value: unknown, path: string): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		throw invalid(path, 'is text that cannot be read as JSON', 'Hand over a JSON object or list.');
	}
}

/** An object column. Blank ones are left out. */
export function objectValue(value: unknown, path: string): IDataObject | typeof LEAVE_OUT {
	if (isBlank(value)) return LEAVE_OUT;
	const object = parsed(value, path);
	if (isRecord(object)) return object;
	throw invalid(path, `is ${kindOf(object)}, not an object`, 'Hand over a JSON object.');
}

const SEPARATORS = /[,;\r\n]+/;

/** A list column: an array, JSON text of one, or values separated by comma, semicolon or line break. */
export function listValue(
	value: unknown,
	path: string,
	{ emptyFields }: Blank,
): unknown[] | typeof LEAVE_OUT {
	if (isBlank(value)) return emptyFields === 'send' && value !== undefined ? [] : LEAVE_OUT;
	if (Array.isArray(value)) return withoutBlanks(value);
	if (typeof value === 'number') return [String(value)];
	if (typeof value !== 'string') {
		throw invalid(path, `is ${kindOf(value)}, not a list`, 'Hand over a list, or text separated by commas.');
	}
	const text = value.trim();
	if (text.startsWith('[')) {
		const list = parsed(text, path);
		if (Array.isArray(list)) return withoutBlanks(list);
	}
	if (!SEPARATORS.test(text)) return [text];
	return text
		.split(SEPARATORS)
		.map((entry) => entry.trim())
		.filter(Boolean);
}

/** The free map `data`: text to text. An empty text in it is content, not a blank column; only nulls are left out. */
export function mapValue(value: unknown, path: string): IDataObject | typeof LEAVE_OUT {
	const object = objectValue(value, path);
	if (object === LEAVE_OUT) return LEAVE_OUT;
	return entriesOf(object, (entry, key) =>
		typeof entry === 'string' ? entry : textValue(entry, `${path}.${key}`, { emptyFields: 'omit' }),
	);
}

/** Refuses an upload that lacks what the service requires. */
export function assertRequired(upload: IDataObject, required: readonly string[]): void {
	if (!required.some((field) => isBlank(upload[field]))) return;
	const missing = required.filter((field) => isBlank(upload[field]));
	const [problem, advice] =
		missing.length === 1
			? ['is missing', 'The service requires it. Fill it in, or check which column it is mapped from.']
			: [
					'are missing',
					'The service requires them. Fill them in, or check which columns they are mapped from.',
				];
	throw invalid(missing.join(' and '), problem, advice);
}

/**
 * The columns that the model does not have, where they are to be kept: they end up in `data`, as text.
 *
 * @throws InvalidElement where there may be none
 */
export function unknownColumns(
	raw: IDataObject,
	known: Pick<ReadonlySet<string>, 'has'>,
	settings: BatchSettings,
): IDataObject | undefined {
	if (settings.unknownFields === 'ignore') return undefined;
	const names = Object.keys(raw).filter((key) => !known.has(key));
	if (names.length === 0) return undefined;
	if (settings.unknownFields === 'error') {
		throw invalid(
			names.join(', '),
			names.length === 1 ? 'is no field of the service' : 'are no fields of the service',
			'Remove or rename the columns, or choose another setting for the option Unknown Fields.',
		);
	}
	const kept = entriesOf(raw, (value, key) => (known.has(key) ? LEAVE_OUT : textValue(value, key, settings)));
	return Object.keys(kept).length > 0 ? kept : undefined;
}
