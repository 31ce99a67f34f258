import type { IDataObject } from 'n8n-workflow';

import type { Fields, Field, Mapping, Values } from './field';
import type { ParameterSource } from './parameterSource';
import {
	amount,
	assertPeriod,
	choice,
	date,
	entriesIn,
	errorFor,
	flag,
	isNothing,
	json,
	quoted,
	text,
	type Parameter,
} from './valueChecks';
import { isRecord, mapValues } from '../lib/json';

/**
 * Reads the parameters of an operation. In: its fields, and the source of what the workflow has for them. Out: a value for
 * each field that is shown, of the type that the field declares; or the error that names the parameter and the row.
 *
 * A value goes through three steps: n8n evaluates its expression (`parameterSource.ts`), an empty one is replaced or
 * refused (`usedValue`), and what is left is checked by its type (`valueChecks.ts`). Fields that consist of others, such
 * as a collection, are read part by part.
 */

/** n8n has the same rule: a node is an AI tool if its type ends in `Tool`. */
const isTool = ({ node }: ParameterSource): boolean => node.type.endsWith('Tool');

const isExpression = (raw: unknown): raw is string => typeof raw === 'string' && raw.startsWith('=');

/**
 * True for a parameter that an AI agent fills in, in each spelling that n8n understands. The agent may leave it empty.
 */
const isFromAgent = (raw: unknown): boolean => isExpression(raw) && /\$fromAI\s*\(/i.test(raw);

/** True for a filter of the output. An expression that leaves it empty would let everything through. */
const isFilter = ({ field, narrows }: Parameter): boolean => narrows === true || field.narrows === true;

const isBlank = (value: unknown): boolean =>
	isNothing(value) || (typeof value === 'string' && value.trim() === '');

/** The ID in a resource locator. A plain text or number, e.g. from an expression, is the ID itself. */
function locator(parameter: Parameter, raw: unknown): string {
	const { path, source } = parameter;
	const isLocator = isRecord(raw) && 'value' in raw;
	const given = isLocator ? source.evaluated(`${path}.value`, raw.value) : source.evaluated(path, raw);
	// An expression such as `$('Other').params.contactId` gives a locator.
	return text(parameter, isRecord(given) && 'value' in given ? given.value : (given ?? ''));
}

/**
 * The columns of a resource mapper. Each is evaluated by itself, so that a column that n8n has to evaluate does not
 * slow down the others.
 */
function mapping(parameter: Parameter, raw: unknown): Mapping {
	const { path, source } = parameter;
	const mapper = isRecord(raw) ? raw : {};
	const mode: unknown = mapper.mappingMode ?? 'defineBelow';
	// n8n hands a tool the agent's own input item, together with what the model says.
	if (mode === 'autoMapInputData' && isTool(source)) {
		throw errorFor(
			parameter,
			'cannot be mapped automatically in a tool of an AI agent',
			"Choose 'Map Each Column Manually', and let the model fill in the columns that it may change.",
		);
	}
	if (mode === 'autoMapInputData') return { automatic: true };
	if (mode !== 'defineBelow') {
		throw errorFor(
			parameter,
			`has no mapping mode ${quoted(mode)}`,
			'Choose defineBelow or autoMapInputData.',
		);
	}
	const columns = isRecord(mapper.value) ? mapper.value : {};
	const evaluated = (column: unknown, id: string) =>
		source.evaluated(`${path}.value[${JSON.stringify(id)}]`, column);
	return { automatic: false, columns: mapValues(columns, evaluated) };
}

/** The options of a collection. One that a person has not added has its default, or `absent`. */
function collection(parameter: Parameter, options: Fields, raw: unknown): IDataObject {
	const { path, source, field: parent } = parameter;
	const set = isRecord(raw) ? raw : {};
	const values: Record<string, unknown> = {};
	for (const field of options) {
		const part = { field, path: `${path}.${field.name}`, source, narrows: parent.narrows };
		values[field.name] = read(part, set[field.name]);
	}
	assertPeriod(parameter, values);
	return values as IDataObject;
}

/** The groups that a person has added to a fixed collection, in their order. */
function groups(parameter: Parameter, fields: Fields, raw: unknown): IDataObject[] {
	const added = isRecord(raw) ? [raw.values ?? []].flat() : [];
	return added.map((group, at) =>
		collection({ ...parameter, path: `${parameter.path}.values[${at}]` }, fields, group),
	);
}

/** The value that counts for a field without a value. */
const valueWithout = ({ absent, default: added }: Field): unknown => absent ?? added;

/**
 * Refuses a filter, or a choice with `widest`, that an expression leaves empty. An AI agent may leave it empty.
 *
 * @param raw what the workflow has, to see whether it is an expression
 */
function assertGiven(parameter: Parameter, raw: unknown, given: unknown): void {
	const { type, widest } = parameter.field;
	if (!widest && !isFilter(parameter)) return;
	const isEmpty = isBlank(given) || (type === 'multiOptions' && entriesIn(given).length === 0);
	if (!isEmpty || !isExpression(raw) || isFromAgent(raw)) return;
	const advice = widest
		? 'Check the expression: it has to give a choice of this field.'
		: 'An empty filter would let everything through. Check the expression, or remove the filter.';
	throw errorFor(parameter, 'is set by an expression that gives nothing', advice);
}

/** True for a value instead of which the default counts: see the table of `usedValue`. */
function isUnset(parameter: Parameter, given: unknown): boolean {
	const { type, required, widest } = parameter.field;
	if (isFilter(parameter)) return isBlank(given);
	if (widest || type === 'json') return false;
	if (!required) return isNothing(given);
	if (type === 'options' || type === 'boolean') return false;
	return isNothing(given) && !(type === 'string' && given === '');
}

/**
 * The value to check: the given one, or the one that counts without a value (`default` here). `none` is no choice, and
 * what is `refused` is refused by the check of its type:
 *
 * | field                                      | `undefined` | `null`  | `''`    | `' '`   | `[]`    |
 * | ------------------------------------------ | ----------- | ------- | ------- | ------- | ------- |
 * | a filter or `widest`, by an expression (`assertGiven`) | refused | refused | refused | refused | refused |
 * | any other filter                           | default     | default | default | default | refused |
 * | any other filter of several choices        | default     | default | default | default | none    |
 * | any other choice with `widest`             | refused     | refused | refused | refused | refused |
 * | any other choices with `widest`, several   | refused     | refused | none    | none    | none    |
 * | JSON: its default would name another record | refused    | refused | refused | refused | itself  |
 * | a required choice or switch                | refused     | refused | refused | refused | refused |
 * | a required text                            | default     | default | refused | refused | refused |
 * | a text                                     | default     | default | default | itself  | refused |
 * | several choices                            | default     | default | default | none    | none    |
 * | a choice, number, date or switch           | default     | default | default | refused | refused |
 *
 * If the workflow itself has nothing, `single` decides.
 */
function usedValue(parameter: Parameter, raw: unknown, given: unknown): unknown {
	assertGiven(parameter, raw, given);
	return isUnset(parameter, given) ? valueWithout(parameter.field) : given;
}

/** Checks a value by the type of its field. */
function checked(parameter: Parameter, value: unknown): unknown {
	switch (parameter.field.type) {
		case 'json':
			return json(parameter, value);
		case 'boolean':
			return flag(parameter, value);
		case 'number':
			return amount(parameter, value);
		case 'options':
			return choice(parameter, value);
		case 'multiOptions':
			return entriesIn(value).map((entry) => choice(parameter, entry));
		case 'dateTime':
			return value === '' ? undefined : date(parameter, value);
		default:
			return text(parameter, value);
	}
}

/**
 * The value of a field that does not consist of others. If the workflow itself has nothing (`undefined`, or `null`), the
 * field counts as not added: it has `absent`, or its default, which may be an expression.
 */
function single(parameter: Parameter, raw: unknown): unknown {
	const { field, path, source } = parameter;
	// Null in a required switch is refused by its check. As `absent`, it would turn a dry run into a real one.
	const isSet = raw !== undefined && (raw !== null || (field.type === 'boolean' && field.required === true));
	if (!isSet && field.absent !== undefined) return field.absent;
	const given = source.evaluated(path, isSet ? raw : field.default);
	return checked(parameter, usedValue(parameter, raw, given));
}

function read(parameter: Parameter, raw: unknown): unknown {
	const { field } = parameter;
	switch (field.type) {
		case 'resourceLocator':
			return locator(parameter, raw);
		case 'resourceMapper':
			return mapping(parameter, raw);
		case 'collection':
			return collection(parameter, field.options, raw);
		case 'fixedCollection':
			return groups(parameter, field.options[0].values, raw);
		default:
			return single(parameter, raw);
	}
}

/** True if a field is shown, as far as it depends on other fields of the same operation. */
const isShown = ({ displayOptions }: Field, valueOf: (name: string) => unknown): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) =>
		(allowed as readonly unknown[]).includes(valueOf(name)),
	);

/**
 * Reads all fields and checks each value against its own declaration, before any request is sent. An empty value counts
 * as not set, so that the default applies.
 *
 * @param readBefore values of other fields, on which display options may depend
 * @throws NodeOperationError that names the parameter and the row of the input
 */
export function readParameters<const Of extends Fields>(
	fields: Of,
	source: ParameterSource,
	readBefore: Readonly<Record<string, unknown>> = {},
): Values<Of> {
	const values: Record<string, unknown> = {};
	// n8n's display options know `@tool` as the name of whether the node is an AI tool.
	const valueOf = (name: string): unknown =>
		name === '@tool' ? isTool(source) : name in values ? values[name] : readBefore[name];
	for (const field of fields) {
		if (field.type === 'notice' || !isShown(field, valueOf)) continue;
		values[field.name] = read({ field, path: field.name, source }, source.raw(field.name));
	}
	return values as Values<Of>;
}
