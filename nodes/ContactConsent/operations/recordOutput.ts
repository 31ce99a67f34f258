import type { IDataObject } from 'n8n-workflow';

import type { Field, Fields, Values } from '../parameters/field';
import { InvalidInput } from '../common/invalidInput';
import { type OutputShape } from '../common/operation';
import type { OnePlan } from '../common/plan';
import { isRecord, LEAVE_OUT, mapValues } from '../lib/json';
import { labelOf } from '../lib/text';

export const simplifyField = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

const fieldChoices = (names: readonly string[]) =>
	names.map((value) => ({ name: labelOf(value), value })).sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** The fields for how much of a record to return. If an AI agent uses the node as a tool, Output replaces Simplify. */
const outputFields = (names: readonly string[]) =>
	[
		{ ...simplifyField, default: true, displayOptions: { show: { '@tool': [false] } } },
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Simplified', value: 'simplified', description: 'Return the most useful fields, 10 at most' },
				{ name: 'Raw', value: 'raw', description: 'Return everything that the service has' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'Return only the fields that you choose',
				},
			],
			default: 'simplified',
			displayOptions: { show: { '@tool': [true] } },
			description: 'How much to return to the model. Less data means fewer tokens.',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: fieldChoices(names),
			default: [],
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			description:
				'Fields of the raw answer to return, besides the ID. An expression may give their names, separated by commas. A field that the record does not have is null.',
		},
	] as const satisfies Fields;

/** True for a field without a value. Services show it as an empty text or list, as null, or leave it out. */
const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The values of a flat shape, in its order. Keys without a value are left out. */
export const flatOf = (shape: OutputShape, values: IDataObject): IDataObject =>
	mapValues(shape, (_, key) => (isEmpty(values[key]) ? LEAVE_OUT : values[key]));

/** The names of the columns that are fields of the record itself, not of a section. The ID comes first. */
export const fieldsAmong = (columns: ReadonlyArray<{ name: string; path: readonly string[] }>): string[] =>
	columns.filter(({ path }) => path.length === 1).map(({ name }) => name);

type OutputValues = Values<ReturnType<typeof outputFields>>;
type Reshape = (record: IDataObject) => IDataObject;
/** Times without an offset belong to the workflow's time zone. */
type Simplify = (record: IDataObject, timeZone: string) => IDataObject;

/**
 * Everything that an operation needs to put out records of one kind: fields, and functions that shape the records.
 *
 * @param names the documented fields of the raw answer, the ID first
 * @param simplified the flat shape
 */
export function recordOutput(names: readonly string[], simplified: Simplify) {
	/** @throws InvalidInput if Output is Selected Fields, and no field is selected */
	const shaping = ({ simplify, output, fields = [] }: OutputValues, timeZone: string): Reshape => {
		if (simplify === true || output === 'simplified') return (record) => simplified(record, timeZone);
		if (output !== 'selectedFields') return (record) => record;
		if (fields.length === 0) {
			throw new InvalidInput(
				"The parameter 'Fields' names no field",
				`Choose fields of the raw answer, e.g. ${names[0]}, or set 'Output' to raw.`,
			);
		}
		const selected = Object.fromEntries([...names.slice(0, 1), ...fields].map((name) => [name, null]));
		return (record) => mapValues(selected, (_, name) => (Object.hasOwn(record, name) ? record[name] : null));
	};
	/** The `shape` of a plan whose answer is one record. */
	const recordShaping = (parameters: OutputValues, timeZone: string): OnePlan['shape'] => {
		const shape = shaping(parameters, timeZone);
		return ({ body }) => [body].filter(isRecord).map(shape);
	};
	return { fields: outputFields(names), shaping, recordShaping };
}
