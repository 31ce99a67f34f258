import type { IDataObject } from 'n8n-workflow';

import { isAdded, usedValue } from './emptyValues';
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
 * A value goes through three steps: n8n evaluates it (`parameterSource.ts`), an empty one is replaced or refused
 * (`emptyValues.ts`), and what is left is checked by its type (`valueChecks.ts`). For example:
 *
 *     field                     the workflow has (`raw`)  n8n gives (`given`)  the value to check  what is read
 *     Limit, default 50         nothing                   50                   50                  50
 *     Limit                     ={{ $json.most }}         '20'                 '20'                20
 *     Limit                     ={{ $json.most }}         null                 50                  50
 *     Limit                     ={{ $json.most }}         'many'               'many'              refused
 *     From, in Filters          ={{ $json.since }}        ''                   refused
 *
 * Fields that consist of others, such as a collection, are read part by part.
 */

/**
 * Reads all fields and checks each value against its own declaration, before any request is sent.
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
		values[field.name] = readField({ field, path: field.name, source }, source.raw(field.name));
	}
	return values as Values<Of>;
}

/** n8n has the same rule: a node is an AI tool if its type ends in `Tool`. */
const isTool = ({ node }: ParameterSource): boolean => node.type.endsWith('Tool');

/** True if a field is shown, as far as it depends on other fields of the same operation. */
const isShown = ({ displayOptions }: Field, valueOf: (name: string) => unknown): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) =>
		(allowed as readonly unknown[]).includes(valueOf(name)),
	);

/** @param raw what the workflow has for the parameter, with expressions as text */
function readField(parameter: Parameter, raw: unknown): unknown {
	const { field } = parameter;
	switch (field.type) {
		case 'resourceLocator':
			return readId(parameter, raw);
		case 'resourceMapper':
			return readMapping(parameter, raw);
		case 'collection':
			return readOptions(parameter, field.options, raw);
		case 'fixedCollection':
			return readGroups(parameter, field.options[0].values, raw);
		default:
			return readValue(parameter, raw);
	}
}

/** The value of a field that does not consist of others. */
function readValue(parameter: Parameter, raw: unknown): unknown {
	const { field, path, source } = parameter;
	const hasOwn = isAdded(field, raw);
	if (!hasOwn && field.absent !== undefined) return field.absent;
	// The default may be an expression, too.
	const given = source.evaluated(path, hasOwn ? raw : field.default);
	return checkedByType(parameter, usedValue(parameter, raw, given));
}

function checkedByType(parameter: Parameter, value: unknown): unknown {
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

/** The options of a collection. One that a person has not added has its default, or `absent`. */
function readOptions(parameter: Parameter, options: Fields, raw: unknown): IDataObject {
	const { path, source, field: parent } = parameter;
	const added = isRecord(raw) ? raw : {};
	const values: Record<string, unknown> = {};
	for (const field of options) {
		const option = { field, path: `${path}.${field.name}`, source, narrows: parent.narrows };
		values[field.name] = readField(option, added[field.name]);
	}
	assertPeriod(parameter, values);
	return values as IDataObject;
}

/** The groups that a person has added to a fixed collection, in their order. */
function readGroups(parameter: Parameter, fields: Fields, raw: unknown): IDataObject[] {
	const added = isRecord(raw) ? [raw.values ?? []].flat() : [];
	return added.map((group, at) =>
		readOptions({ ...parameter, path: `${parameter.path}.values[${at}]` }, fields, group),
	);
}

/** The ID in a resource locator. A plain text or number, e.g. from an expression, is the ID itself. */
function readId(parameter: Parameter, raw: unknown): string {
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
function readMapping(parameter: Parameter, raw: unknown): Mapping {
	const { path, source } = parameter;
	const mapper = isRecord(raw) ? raw : {};
	if (isAutomatic(parameter, mapper.mappingMode ?? 'defineBelow')) return { automatic: true };
	const columns = isRecord(mapper.value) ? mapper.value : {};
	const evaluated = (column: unknown, id: string) =>
		source.evaluated(`${path}.value[${JSON.stringify(id)}]`, column);
	return { automatic: false, columns: mapValues(columns, evaluated) };
}

/** True if the columns are those of the input item. @throws NodeOperationError if the mode cannot be used */
function isAutomatic(parameter: Parameter, mode: unknown): boolean {
	if (mode === 'defineBelow') return false;
	if (mode !== 'autoMapInputData') {
		throw errorFor(
			parameter,
			`has no mapping mode ${quoted(mode)}`,
			'Choose defineBelow or autoMapInputData.',
		);
	}
	if (!isTool(parameter.source)) return true;
	// n8n hands a tool the agent's own input item, together with what the model says.
	throw errorFor(
		parameter,
		'cannot be mapped automatically in a tool of an AI agent',
		"Choose 'Map Each Column Manually', and let the model fill in the columns that it may change.",
	);
}
