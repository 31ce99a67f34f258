import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toUtcIso } from './dates';
import type { Field, Fields, Mapping, Values } from './field';
import { pathSegmentProblem } from './transport/path';
import { entriesOf, hasLostDigits, isRecord, LOST_DIGITS, plainText, scalarText, shortened } from './values';

/** Where parameters are read from: an input item, or a poll. */
export interface ParameterSource {
	node: INode;
	/** IANA name: the workflow's time zone. */
	timeZone: string;
	/** Missing in a poll. */
	itemIndex?: number;
	/** A parameter as the workflow has it, with expressions as text; `undefined` for one that is not set. */
	raw(path: string): unknown;
	/** The value of a parameter. `raw` is what the workflow has there. */
	evaluated(path: string, raw: unknown): unknown;
}

export const pollSource = (context: IPollFunctions): ParameterSource => ({
	node: context.getNode(),
	timeZone: context.getTimezone(),
	raw: (path) => context.getNodeParameter(path, null, { rawExpressions: true }) ?? undefined,
	evaluated: (path) => context.getNodeParameter(path, null, { skipValidation: true }),
});

/** A parameter and what a value of it can be refused with. */
interface Place {
	field: Field;
	path: string;
	source: ParameterSource;
}

/** The error for a value that cannot be used. `problem` finishes the sentence "The parameter … ". */
export function refusedParameter(
	{ node, itemIndex }: ParameterSource,
	label: string,
	problem: string,
	advice: string,
): Error {
	const message = plainText(`The parameter '${label}' ${problem}`);
	const where = itemIndex === undefined ? '' : ' Nothing was sent for this row.';
	const error = new NodeOperationError(node, message, { description: advice + where, itemIndex });
	// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
	error.message = message;
	return error;
}

const refuse = ({ field, source }: Place, problem: string, advice: string): Error =>
	refusedParameter(source, field.displayName, problem, advice);

const EXPRESSION = 'Check the value, or the expression that it comes from.';

const inWords = (value: unknown): string =>
	shortened(typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value)), 100);

function choice(place: Place, given: unknown): string {
	const allowed = (place.field.options ?? []) as ReadonlyArray<{ name: string; value: string }>;
	const found = allowed.find(({ value }) => value === given);
	if (found) return found.value;
	const list = allowed.map(({ name, value }) => `${value} (${name})`).join(', ');
	throw refuse(place, `has no choice ${inWords(given)}`, `Choose one of: ${list}.`);
}

/** The entries of a list, or of a text that has them separated by commas. */
const entriesIn = (given: unknown): unknown[] =>
	typeof given === 'string' ? given.split(',').flatMap((entry) => entry.trim() || []) : [given].flat();

function flag(place: Place, given: unknown): boolean {
	if (typeof given === 'boolean') return given;
	if (given === 'true' || given === 'false') return given === 'true';
	throw refuse(place, `is neither true nor false, but ${inWords(given)}`, EXPRESSION);
}

function amount(place: Place, given: unknown): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = place.field.typeOptions ?? {};
	const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const number = isNumber ? Number(given) : NaN;
	const isRight = numberPrecision === undefined ? Number.isSafeInteger(number) : Number.isFinite(number);
	if (isRight && number >= minValue && number <= maxValue) return number;
	const kind = numberPrecision === undefined ? 'a whole number' : 'a number';
	const range = maxValue === Infinity ? `of ${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw refuse(place, `is not ${kind} ${range}, but ${inWords(given)}`, EXPRESSION);
}

/**
 * A text, or a number as text; an ID, whose field has a name that ends in `Id`, is trimmed. A required one is not blank, and
 * as an ID can stand in a path: no `..`, no control characters.
 */
function text(place: Place, given: unknown): string {
	// An ID that an expression could not work out must not become the text "NaN" or "true".
	const found = typeof given === 'boolean' || Number.isNaN(given) ? undefined : scalarText(given);
	const isId = place.field.name.endsWith('Id');
	const value = isId ? found?.trim() : found;
	if (value === undefined) throw refuse(place, `is not a text, but ${inWords(given)}`, EXPRESSION);
	if (hasLostDigits(given)) throw refuse(place, LOST_DIGITS, EXPRESSION);
	if (!place.field.required) return value;
	const problem = isId ? pathSegmentProblem(value) : value.trim() === '' ? 'is empty' : undefined;
	if (problem === undefined) return value;
	throw refuse(place, problem, EXPRESSION);
}

function date(place: Place, given: unknown): string {
	const iso = toUtcIso(given, place.source.timeZone);
	if (iso !== undefined) return iso;
	throw refuse(
		place,
		`is not a date, but ${inWords(given)}`,
		'Use a date and time such as 2026-01-31T08:00:00.',
	);
}

/** True where a value says nothing: then the default counts. A required text, choice or boolean is refused instead. */
function isNothing(value: unknown, { type, required }: Field): boolean {
	if (required && (type === 'options' || type === 'boolean')) return false;
	return value === undefined || value === null || (value === '' && !(type === 'string' && required));
}

function json(place: Place, given: unknown): unknown {
	if (isNothing(given, place.field)) throw refuse(place, 'is empty', EXPRESSION);
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given) as unknown;
	} catch (error) {
		throw refuse(place, `is not valid JSON (${(error as Error).message})`, EXPRESSION);
	}
}

/** The ID that a resource locator holds; a plain text or number, e.g. of an expression, is the ID itself. */
function locator(place: Place, raw: unknown): string {
	const { path, source } = place;
	const isLocator = isRecord(raw) && 'value' in raw;
	const given = isLocator ? source.evaluated(`${path}.value`, raw.value) : source.evaluated(path, raw);
	// `$('Other').params.contactId` is a locator.
	return text(place, isRecord(given) && 'value' in given ? given.value : (given ?? ''));
}

/** The columns of a resource mapper, each evaluated by itself: one that has to be left to n8n does not slow down the rest. */
function mapping(place: Place, raw: unknown): Mapping {
	const { path, source } = place;
	const mapper = isRecord(raw) ? raw : {};
	const mode: unknown = mapper.mappingMode ?? 'defineBelow';
	if (mode === 'autoMapInputData') return { automatic: true };
	if (mode !== 'defineBelow') {
		throw refuse(place, `has no mapping mode ${inWords(mode)}`, 'Choose defineBelow or autoMapInputData.');
	}
	const columns = isRecord(mapper.value) ? mapper.value : {};
	const evaluated = (column: unknown, id: string) =>
		source.evaluated(`${path}.value[${JSON.stringify(id)}]`, column);
	return { automatic: false, columns: entriesOf(columns, evaluated) };
}

function collection(place: Place, options: Fields, raw: unknown): IDataObject {
	const { path, source } = place;
	const set = isRecord(raw) ? raw : {};
	const values: Record<string, unknown> = {};
	for (const field of options) {
		values[field.name] = read({ field, path: `${path}.${field.name}`, source }, set[field.name]);
	}
	return values as IDataObject;
}

function read(place: Place, raw: unknown): unknown {
	const { field, path, source } = place;
	if (field.type === 'resourceLocator') return locator(place, raw);
	if (field.type === 'resourceMapper') return mapping(place, raw);
	if (field.type === 'collection') return collection(place, field.options, raw);
	const { absent = field.default } = field;
	const isSet = raw !== undefined && (raw !== null || (field.type === 'boolean' && field.required === true));
	if (!isSet && field.absent !== undefined) return absent;
	const given = source.evaluated(path, isSet ? raw : absent);
	// JSON that is missing must not become what the default names.
	if (field.type === 'json') return json(place, given);
	const value = isNothing(given, field) ? absent : given;
	switch (field.type) {
		case 'boolean':
			return flag(place, value);
		case 'number':
			return amount(place, value);
		case 'options':
			return choice(place, value);
		case 'multiOptions':
			return entriesIn(value).map((entry) => choice(place, entry));
		case 'dateTime':
			return value === '' ? undefined : date(place, value);
		default:
			return text(place, value);
	}
}

/** Whether a field is shown, as far as other fields of the same operation decide. */
const isShown = ({ displayOptions }: Field, valueOf: (name: string) => unknown): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) =>
		(allowed as readonly unknown[]).includes(valueOf(name)),
	);

/**
 * Reads all fields and checks each value against its own declaration, before any request is sent.
 *
 * A value that evaluates to nothing counts as not set, so that the default applies.
 *
 * @param readBefore values, on which display options may depend
 * @throws NodeOperationError naming the parameter and the row of the input
 */
export function readParameters<const Of extends Fields>(
	fields: Of,
	source: ParameterSource,
	readBefore: Readonly<Record<string, unknown>> = {},
): Values<Of> {
	const values: Record<string, unknown> = {};
	// As n8n does: a node is used as an AI tool if its type ends like that.
	const valueOf = (name: string): unknown =>
		name === '@tool' ? source.node.type.endsWith('Tool') : name in values ? values[name] : readBefore[name];
	for (const field of fields) {
		if (field.type === 'notice' || !isShown(field, valueOf)) continue;
		values[field.name] = read({ field, path: field.name, source }, source.raw(field.name));
	}
	return values as Values<Of>;
}
