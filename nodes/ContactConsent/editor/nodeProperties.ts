import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Field } from '../parameters/field';
import type { Operation, Resource } from '../common/operation';

const byName = (rows: INodePropertyOptions[]): INodePropertyOptions[] =>
	rows.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * The default of a dropdown. It is computed by a call: n8n's scan of packages takes any other computed default as
 * missing.
 */
const firstValue = (rows: ReadonlyArray<{ value: string }>): string => rows[0]?.value ?? '';

/**
 * The dropdown of operations. As a tool of an AI agent, the node begins with one that only reads: whoever gives an agent
 * the tool and changes nothing must not have given it a way to write.
 */
function operationDropdowns({ value, operations }: Resource): INodeProperties[] {
	const reading = operations.filter((operation) => operation.value === 'get');
	const dropdown = (
		show: NonNullable<INodeProperties['displayOptions']>['show'],
		first: ReadonlyArray<{ value: string }>,
	): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value], ...show } },
		options: byName(
			operations.map(({ value: operation, name, action, description }) => ({
				name,
				value: operation,
				action,
				description,
			})),
		),
		default: firstValue(first),
	});
	if (reading.length === 0) return [dropdown({}, operations)];
	return [dropdown({ '@tool': [false] }, operations), dropdown({ '@tool': [true] }, reading)];
}

/** A field as n8n's type. Only `readonly` differs, which lets the compiler know the field's values. */
export const propertyOf = (field: Field): INodeProperties => field as unknown as INodeProperties;

/** Shows a field only for its resource and operation, and under its own display options. */
const stamp = (resource: Resource, operation: Operation, field: Field): INodeProperties => ({
	...propertyOf(field),
	displayOptions: {
		show: {
			resource: [resource.value],
			operation: [operation.value],
			...propertyOf(field).displayOptions?.show,
		},
	},
});

/**
 * The properties of the action node: both dropdowns and all fields. A field stands in the file of its operation, and
 * gets its resource and operation here.
 */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: byName(resources.map(({ name, value }) => ({ name, value }))),
			default: firstValue(resources),
		},
		...resources.flatMap(operationDropdowns),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				operation.fields.map((field) => stamp(resource, operation, field)),
			),
		),
	];
}

/** The subtitle of the node on the canvas: resource and operation as in the dropdowns. A dry run is marked as one. */
export function subtitleOf(resources: readonly Resource[]): string {
	const rows = resources.flatMap(({ name: resource, value, operations }) =>
		operations.map((operation) => [`${operation.value}: ${value}`, `${operation.name}: ${resource}`]),
	);
	const labels = JSON.stringify(Object.fromEntries(rows));
	const chosen = '$parameter["operation"] + ": " + $parameter["resource"]';
	const isDry = '($parameter["options"] ?? {})["dryRun"] === true';
	return `={{ (${isDry} ? "Dry run: " : "") + ((${labels})[${chosen}] ?? ${chosen}) }}`;
}
