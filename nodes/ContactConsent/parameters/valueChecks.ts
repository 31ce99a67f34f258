import { isTimeZone } from '../lib/time';
import { isDayAlone, toEndOfDay, toUtcIso } from '../lib/dates';
import type { Field } from './field';
import type { ParameterSource } from './parameterSource';
import { pathSegmentProblem } from '../transport/path';
import { hasLostDigits, isNoId, LOST_DIGITS } from '../lib/ids';
import { isTooDeep, scalarText } from '../lib/json';
import { nodeErrorOf } from '../lib/nodeError';
import { plainText, shortened, trimmed } from '../lib/text';

/**
 * The check of each type of field. In: a parameter and the value that n8n gives for it. Out: the value in the type of its
 * field, or the error for the person who typed it. Two names have a meaning here: `from` and `to` are the ends of a period.
 */

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
	return nodeErrorOf(node, { message, description: advice + where }, itemIndex);
}

export const errorFor = ({ field, source }: Parameter, problem: string, advice: string): Error =>
	refusedParameter(source, field.displayName, problem, advice);

const EXPRESSION = 'Check the value, or the expression that it comes from.';

export const quoted = (value: unknown): string =>
	shortened(
		typeof value === 'string'
			? `"${value}"`
			: isTooDeep(value)
				? 'a value that nests too deep'
				: // JSON has no NaN and no Infinity.
					typeof value === 'number'
					? String(value)
					: (JSON.stringify(value) ?? String(value)),
		100,
	);

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
	const { minValue = 0, maxValue = Infinity, numberPrecision } = parameter.field.typeOptions ?? {};
	const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const number = isNumber ? Number(given) : NaN;
	const isRight = numberPrecision === undefined ? Number.isSafeInteger(number) : Number.isFinite(number);
	if (isRight && number >= minValue && number <= maxValue) return number;
	const kind = numberPrecision === undefined ? 'a whole number' : 'a number';
	const range = maxValue === Infinity ? `of ${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw errorFor(parameter, `is not ${kind} ${range}, but ${quoted(given)}`, EXPRESSION);
}

/** What is wrong with an ID. A placeholder such as `N/A` would name another record, or one that nobody meant. */
const idProblem = (id: string): string | undefined =>
	pathSegmentProblem(id) ?? (isNoId(id) ? `is ${quoted(id)}, which is no ID` : undefined);

/**
 * A text, or a number as text.
 *
 *     given        a text   a required text  an ID   a required ID
 *     " C-1 "      " C-1 "  " C-1 "          "C-1"   "C-1"
 *     17           "17"     "17"             "17"    "17"
 *     ""           ""       refused          ""      refused
 *     "../x"       "../x"   "../x"           "../x"  refused: it cannot stand in a path
 *     "N/A"        "N/A"    "N/A"            "N/A"   refused: it names nobody
 *     true         refused, because the answer to a question is no text
 *     NaN, ∞       refused, because a failed calculation must not become a text, such as "Infinity" for 1 / 0
 */
export function text(parameter: Parameter, given: unknown): string {
	const isFailedCalculation = typeof given === 'number' && !Number.isFinite(given);
	const found = typeof given === 'boolean' || isFailedCalculation ? undefined : scalarText(given);
	const isId = parameter.field.isId === true;
	const value = isId && found !== undefined ? trimmed(found) : found;
	if (value === undefined) throw errorFor(parameter, `is not a text, but ${quoted(given)}`, EXPRESSION);
	if (hasLostDigits(given)) throw errorFor(parameter, LOST_DIGITS, EXPRESSION);
	if (!parameter.field.required) return value;
	const { whenEmpty = EXPRESSION } = parameter.field;
	if (!isId && trimmed(value) === '') throw errorFor(parameter, 'is empty', whenEmpty);
	const problem = isId ? idProblem(value) : undefined;
	if (problem === undefined) return value;
	throw errorFor(parameter, problem, EXPRESSION);
}

/** An offset needs a time: `-31` at the end of a day such as 2026-01-31 is not an offset. */
const hasOffset = (text: string): boolean => /[T ]\d/i.test(text) && /(z|[+-]\d\d(:?\d\d)?)$/i.test(text);

export function date(parameter: Parameter, given: unknown): string {
	const { timeZone } = parameter.source;
	if (typeof given === 'string' && !hasOffset(given.trim()) && !isTimeZone(timeZone)) {
		const problem = `needs the workflow's time zone, and n8n knows none with the name ${quoted(timeZone)}`;
		throw errorFor(parameter, problem, "Choose another time zone in the workflow's settings.");
	}
	// A day as the end of a period is that whole day.
	const iso = toUtcIso(parameter.field.name === 'to' ? toEndOfDay(given) : given, timeZone);
	if (iso !== undefined) return parameter.field.keepsDay && isDayAlone(given) ? given.trim() : iso;
	throw errorFor(
		parameter,
		`is not a date, but ${quoted(given)}`,
		'Use a date and time such as 2026-01-31T08:00:00.',
	);
}

/** @throws NodeOperationError if a period ends before it begins: nothing would be in it */
export function assertPeriod(parameter: Parameter, { from, to }: Readonly<Record<string, unknown>>): void {
	if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return;
	throw errorFor(
		parameter,
		`has a From that is after its To (From ${from}, To ${to})`,
		'Correct From or To.',
	);
}

export const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** JSON without a byte order mark and the fence of Markdown in which models put it. */
function bareJson(given: string): string {
	const text = trimmed(given);
	const [fence, ...lines] = text.split('\n');
	return fence?.startsWith('```') && lines.at(-1)?.trim() === '```' ? lines.slice(0, -1).join('\n') : text;
}

/** The value of JSON. If it was encoded twice, the value is JSON again. */
function decoded(text: string): unknown {
	const value: unknown = JSON.parse(bareJson(text));
	if (typeof value !== 'string' || !/^[[{]/.test(bareJson(value))) return value;
	return JSON.parse(bareJson(value)) as unknown;
}

export function json(parameter: Parameter, given: unknown): unknown {
	if (isNothing(given)) throw errorFor(parameter, 'is empty', EXPRESSION);
	if (typeof given !== 'string') return given;
	try {
		return decoded(given);
	} catch (error) {
		// Removes the beginning of the text, which Node repeats in its message and which may contain anything.
		const said = (error as Error).message.replace(/, (\.{3})?"[^]*$/, '');
		throw errorFor(parameter, `is not valid JSON (${said})`, EXPRESSION);
	}
}
