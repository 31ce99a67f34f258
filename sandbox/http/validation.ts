/** Turns errors of the JSON-Schema validator into the `validation_errors` of the contract. */
import type { ValidationErrors } from '../records/model';
import { isNumber } from '../records/numbers';
import type { SandboxOptions } from '../options/options';
import { parseTime } from '../options/time';

/** The parts of a validator error that are used here. */
export interface SchemaError {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
}

export interface Failure {
	index: number;
	field: string[];
	code: string;
	message: string;
}

export type Format = (text: string) => boolean;

const optional =
	(pattern: RegExp): Format =>
	(text) =>
		text === '' || pattern.test(text);

/** An empty text passes every format, because an optional field may be empty. */
const phone: Format = (text) => text === '' || isNumber(text);
export const FORMATS: Record<string, Format> = {
	'date-time': (text) => text === '' || parseTime(text) !== undefined,
	email: optional(/^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)*$/),
	mobilenumber: phone,
	faxnumber: phone,
	zipcode: optional(/^[\p{L}\d][\p{L}\d \-/]{1,11}$/u),
};
const DOMAIN_FORMATS = new Set(['mobilenumber', 'faxnumber', 'zipcode']);
const ONE_FIELD_OBJECT = /\/(emails|(fax|mobile|phone)_numbers)\/\d+$/;

const segments = (pointer: string): string[] =>
	pointer
		.split('/')
		.slice(1)
		.map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));

function counts(error: SchemaError, options: SandboxOptions): boolean {
	if (error.keyword === 'format') return options.strictFormats;
	if (error.keyword !== 'additionalProperties') return true;
	if (ONE_FIELD_OBJECT.test(error.instancePath)) return true;
	const isTags = /^\/\d+$/.test(error.instancePath) && error.params.additionalProperty === 'tags';
	// The contract says that uploads have no tags.
	return isTags || options.additionalProperties === 'refuse';
}

function describe(error: SchemaError): { code: string; message: string } {
	const { keyword, params } = error;
	if (keyword === 'required' || keyword === 'minLength') return { code: 'v1c002', message: 'is required' };
	if (keyword === 'format') {
		const format = String(params.format);
		const code = DOMAIN_FORMATS.has(format) ? 'v1c004' : 'v1c001';
		return { code, message: `is not a valid ${format === 'date-time' ? 'timestamp' : format}` };
	}
	if (keyword === 'additionalProperties') return { code: 'v1c003', message: 'is not a known field' };
	if (keyword === 'type') return { code: 'v1c003', message: `must be of type ${String(params.type)}` };
	return { code: 'v1c001', message: error.message ?? keyword };
}

function toFailure(error: SchemaError): Failure {
	const [index = '', ...field] = segments(error.instancePath);
	const { missingProperty, additionalProperty } = error.params;
	const last = missingProperty ?? additionalProperty;
	return {
		index: Number(index),
		field: typeof last === 'string' ? [...field, last] : field,
		...describe(error),
	};
}

/** True if the whole body has the wrong type. */
export const isUnparsable = (errors: SchemaError[]): boolean =>
	errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '');

export const failuresOf = (errors: SchemaError[], options: SandboxOptions): Failure[] =>
	errors.filter((error) => counts(error, options)).map(toFailure);

function fieldName(path: string[], style: SandboxOptions['validationFields']): string {
	if (style === 'leaf') return path.findLast((part) => !/^\d+$/.test(part)) ?? '';
	if (style === 'pointer') return path.map((part) => `/${part}`).join('');
	return path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at ? `.${part}` : part)).join('');
}

const idOf = (element: unknown): string | undefined => {
	const id = (element as { id?: unknown } | null)?.id;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** A map without a prototype, because an id may be any text, even `__proto__`. */
const emptyMap = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

export function validationErrors(
	failures: Failure[],
	elements: unknown[],
	options: SandboxOptions,
): ValidationErrors {
	const map: ValidationErrors = emptyMap();
	const firstIndex = failures.reduce((least, { index }) => Math.min(least, index), Infinity);
	for (const { index, field, code, message } of failures) {
		if (options.validationScope === 'first' && index !== firstIndex) continue;
		const name = fieldName(field, options.validationFields);
		const [first, second] =
			options.validationKeys === 'field'
				? [name, String(index)]
				: [elementKey(index, elements, options.validationKeys), name];
		const entries = (map[first] ??= emptyMap());
		entries[second] ??= { code, message: `${name || 'element'} ${message}` };
	}
	return map;
}

export const messagesOf = (errors: ValidationErrors): string[] =>
	Object.values(errors).flatMap((fields) => Object.values(fields).map(({ message }) => message));

function elementKey(index: number, elements: unknown[], keys: SandboxOptions['validationKeys']): string {
	if (keys === 'id') return idOf(elements[index]) ?? String(index);
	if (keys === 'index1') return String(index + 1);
	if (keys === 'opaque') return `element-${((index + 1) * 2_654_435_761) % 4_294_967_296}`;
	return String(index);
}
