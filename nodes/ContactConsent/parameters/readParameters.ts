import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Fields, Field, Mapping, Values } from './field';
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
	type ParameterSource,
} from './valueChecks';
import { isRecord, mapValues } from '../lib/json';

export { refusedParameter, type ParameterSource } from './valueChecks';

export const pollSource = (context: IPollFunctions): ParameterSource => ({
	node: context.getNode(),
	timeZone: context.getTimezone(),
	raw: (path) => context.getNodeParameter(path, null, { rawExpressions: true }) ?? undefined,
	evaluated: (path) => context.getNodeParameter(path, null, { skipValidation: true }),
});

/** n8n has the same rule: a node is an AI tool if its type ends in `Tool`. */
const isTool = ({ node }: ParameterSource): boolean => node.type.endsWith('Tool');

const isExpression = (raw: unknown): raw is string => typeof raw === 'string' && raw.startsWith('=');

/** True for a parameter that an AI agent fills in. The agent may leave it empty. */
const isFromAgent = (raw: unknown): boolean => isExpression(raw) && raw.includes('$fromAI(');

/** True for a filter of the output. An expression that leaves it empty would let everything through. */
const isFilter = ({ field, narrows }: Parameter): boolean => narrows === true || field.narrows === true;

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * @throws NodeOperationError if an expression leaves a filter empty, or gives nothing for a choice with the widest
 * default
 */
function assertNarrow(parameter: Parameter, raw: unknown, given: unknown): void {
	const isChoice = parameter.field.widest === true;
	if (!(isFilter(parameter) || isChoice) || !isExpression(raw) || isFromAgent(raw)) return;
	const isList = parameter.field.type === 'multiOptions';
	if (!isBlank(given) && !(isList && entriesIn(given).length === 0)) return;
	const advice = isChoice
		? 'Check the expression: it has to give a choice of this field.'
		: 'An empty filter would let everything through. Check the expression, or remove the filter.';
	throw errorFor(parameter, 'is set by an expression that gives nothing', advice);
}

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

function collection(parameter: Parameter, options: Fields, raw: unknown): IDataObject {
	const {
		path,
		source,
		field: { narrows },
	} = parameter;
	const set = isRecord(raw) ? raw : {};
	const values: Record<string, unknown> = {};
	for (const field of options) {
		const part = { field, path: `${path}.${field.name}`, source, narrows };
		values[field.name] = read(part, set[field.name]);
	}
	assertPeriod(parameter, values);
	return values as IDataObject;
}

/** The groups that a person has added to a fixed collection, in their order. */
function several(parameter: Parameter, fields: Fields, raw: unknown): IDataObject[] {
	const groups = isRecord(raw) ? [raw.values ?? []].flat() : [];
	return groups.map((group, at) =>
		collection({ ...parameter, path: `${parameter.path}.values[${at}]` }, fields, group),
	);
}

function read(parameter: Parameter, raw: unknown): unknown {
	const { field, path, source } = parameter;
	if (field.type === 'resourceLocator') return locator(parameter, raw);
	if (field.type === 'resourceMapper') return mapping(parameter, raw);
	if (field.type === 'collection') return collection(parameter, field.options, raw);
	if (field.type === 'fixedCollection') return several(parameter, field.options[0].values, raw);
	const { absent = field.default } = field;
	const isSet = raw !== undefined && (raw !== null || (field.type === 'boolean' && field.required === true));
	if (!isSet && field.absent !== undefined) return absent;
	const given = source.evaluated(path, isSet ? raw : absent);
	assertNarrow(parameter, raw, given);
	// JSON that evaluates to nothing is refused, because the default would name another record.
	if (field.type === 'json') return json(parameter, given);
	const isUnset = isNothing(given, field) && field.widest !== true;
	const value = isUnset || (isFilter(parameter) && isBlank(given)) ? absent : given;
	switch (field.type) {
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
	const valueOf = (name: string): unknown =>
		name === '@tool' ? isTool(source) : name in values ? values[name] : readBefore[name];
	for (const field of fields) {
		if (field.type === 'notice' || !isShown(field, valueOf)) continue;
		values[field.name] = read({ field, path: field.name, source }, source.raw(field.name));
	}
	return values as Values<Of>;
}
