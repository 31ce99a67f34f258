import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isTimeZone } from './clock';
import { toUtcIso } from './dates';
import type { Field } from './field';
import { pathSegmentProblem } from './transport/path';
import { hasLostDigits, LOST_DIGITS, plainText, scalarText, shortened, trimmed } from './values';

/** The source of parameters: an input item, or a poll. */
export interface ParameterSource {
	node: INode;
	/** IANA name: the workflow's time zone. */
	timeZone: string;
	/** Missing in a poll. */
	itemIndex?: number;
	/** A parameter as the workflow has it, with expressions as text; `undefined` if it is not set. */
	raw(path: string): unknown;
	/** The value of a parameter. @param raw the same parameter as the workflow has it */
	evaluated(path: string, raw: unknown): unknown;
}

/** A parameter with everything that an error about its value needs. */
export interface Parameter {
	field: Field;
	path: string;
	source: ParameterSource;
	/** The parameter belongs to a collection of filters. */
	narrows?: true;
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
	// n8n replaces any message that contains an errno name, such as EEXIST in "preexisting".
	error.message = message;
	return error;
}

export const errorFor = ({ field, source }: Parameter, problem: string, advice: string): Error =>
	refusedParameter(source, field.displayName, problem, advice);

const EXPRESSION = 'Check the value, or the expression that it comes from.';

export const quoted = (value: unknown): string =>
	shortened(typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value)), 100);

export function choice(parameter: Parameter, given: unknown): string {
	const allowed = (parameter.field.options ?? []) as ReadonlyArray<{ name: string; value: string }>;
	const found = allowed.find(({ value }) => value === given);
	if (found) return found.value;
	const list = allowed.map(({ name, value }) => `${value} (${name})`).join(', ');
	throw errorFor(parameter, `has no choice ${quoted(given)}`, `Choose one of: ${list}.`);
}

/** The entries of a list, or of a text with commas between them. */
export const entriesIn = (given: unknown): unknown[] =>
	typeof given === 'string' ? given.split(',').flatMap((entry) => entry.trim() || []) : [given].flat();

export function flag(parameter: Parameter, given: unknown): boolean {
	if (typeof given === 'boolean') return given;
	if (given === 'true' || given === 'false') return given === 'true';
	throw errorFor(parameter, `is neither true nor false, but ${quoted(given)}`, EXPRESSION);
}

export function amount(parameter: Parameter, given: unknown): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = parameter.field.typeOptions ?? {};
	const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const number = isNumber ? Number(given) : NaN;
	const isRight = numberPrecision === undefined ? Number.isSafeInteger(number) : Number.isFinite(number);
	if (isRight && number >= minValue && number <= maxValue) return number;
	const kind = numberPrecision === undefined ? 'a whole number' : 'a number';
	const range = maxValue === Infinity ? `of ${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw errorFor(parameter, `is not ${kind} ${range}, but ${quoted(given)}`, EXPRESSION);
}

/**
 * A text, or a number as text. A field whose name ends in `Id` holds an ID, which is trimmed. A required text must not
 * be blank; a required ID must be able to stand in a path, e.g. without `..` and control characters.
 */
export function text(parameter: Parameter, given: unknown): string {
	// A failed calculation in an expression must not become the text "NaN" or "true".
	const found = typeof given === 'boolean' || Number.isNaN(given) ? undefined : scalarText(given);
	const isId = parameter.field.name.endsWith('Id');
	const value = isId && found !== undefined ? trimmed(found) : found;
	if (value === undefined) throw errorFor(parameter, `is not a text, but ${quoted(given)}`, EXPRESSION);
	if (hasLostDigits(given)) throw errorFor(parameter, LOST_DIGITS, EXPRESSION);
	if (!parameter.field.required) return value;
	const problem = isId ? pathSegmentProblem(value) : trimmed(value) === '' ? 'is empty' : undefined;
	if (problem === undefined) return value;
	throw errorFor(parameter, problem, EXPRESSION);
}

/** An offset needs a time: `-31` at the end of a day such as 2026-01-31 is not an offset. */
const HAS_OFFSET = /[T ]\d.*(z|[+-]\d\d(:?\d\d)?)$/i;

export function date(parameter: Parameter, given: unknown): string {
	const { timeZone } = parameter.source;
	if (typeof given === 'string' && !HAS_OFFSET.test(given.trim()) && !isTimeZone(timeZone)) {
		const problem = `needs the workflow's time zone, and n8n knows none with the name ${quoted(timeZone)}`;
		throw errorFor(parameter, problem, "Choose another time zone in the workflow's settings.");
	}
	const iso = toUtcIso(given, timeZone);
	if (iso !== undefined) return iso;
	throw errorFor(
		parameter,
		`is not a date, but ${quoted(given)}`,
		'Use a date and time such as 2026-01-31T08:00:00.',
	);
}

/**
 * True for an empty value, for which the default counts. Empty required texts, choices and booleans are refused
 * instead.
 */
export function isNothing(value: unknown, { type, required }: Field): boolean {
	if (required && (type === 'options' || type === 'boolean')) return false;
	return value === undefined || value === null || (value === '' && !(type === 'string' && required));
}

export function json(parameter: Parameter, given: unknown): unknown {
	if (isNothing(given, parameter.field)) throw errorFor(parameter, 'is empty', EXPRESSION);
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given) as unknown;
	} catch (error) {
		// Removes the beginning of the text, which Node repeats in its message and which may contain anything.
		const said = (error as Error).message.replace(/, (\.{3})?"[^]*$/, '');
		throw errorFor(parameter, `is not valid JSON (${said})`, EXPRESSION);
	}
}
