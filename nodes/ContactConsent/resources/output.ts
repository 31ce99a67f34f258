import type { IDataObject } from 'n8n-workflow';

import type { Field, Fields, Values } from '../field';
import { InvalidInput } from '../operation';
import type { OnePlan } from '../plan';
import { entriesOf, isRecord } from '../values';

export const simplifyField = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

/**
 * How much of a record to return. Used as an AI tool, a node has Output in the place of Simplify.
 *
 * @param example names of fields of the raw answer
 */
export const outputFields = <const Example extends string>(example: Example) =>
	[
		{
			...simplifyField,
			default: true,
			displayOptions: { show: { '@tool': [false] } },
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'Return the most useful fields, 10 at most',
				},
				{ name: 'Raw', value: 'raw', description: 'Return everything that the service has' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'Return only the fields that you name',
				},
			],
			default: 'simplified',
			displayOptions: { show: { '@tool': [true] } },
			description: 'How much to return to the model. Less data means fewer tokens.',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'string',
			default: '',
			placeholder: `e.g. ${example}`,
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			description: `Names of fields of the raw answer, separated by commas, e.g. ${example}. A field that a record does not have is null.`,
		},
	] as const satisfies Fields;

/**
 * Shapes a record as Simplify or Output asks for.
 *
 * @throws InvalidInput where Selected Fields names none
 */
export function shaping(
	{ simplify, output, fields = '' }: Values<ReturnType<typeof outputFields>>,
	simplified: (record: IDataObject) => IDataObject,
): (record: IDataObject) => IDataObject {
	if (simplify === true || output === 'simplified') return simplified;
	if (output !== 'selectedFields') return (record) => record;
	const names = fields
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	if (names.length === 0) {
		throw new InvalidInput(
			"The parameter 'Fields' names no field",
			"Name fields of the raw answer, separated by commas, e.g. id, or set 'Output' to raw.",
		);
	}
	const selected = Object.fromEntries(names.map((name) => [name, null]));
	return (record) => entriesOf(selected, (_, name) => (Object.hasOwn(record, name) ? record[name] : null));
}

/** `shaping` for an answer that is one record. */
export function recordShaping(...given: Parameters<typeof shaping>): OnePlan['shape'] {
	const shape = shaping(...given);
	return ({ body }) => [body].filter(isRecord).map(shape);
}
