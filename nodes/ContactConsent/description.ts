import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Field } from './field';
import type { Operation, Resource } from './operation';

const byName = (rows: INodePropertyOptions[]): INodePropertyOptions[] =>
	rows.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** The default of a dropdown. A call, because n8n's scan of packages takes any other computed default for a missing one. */
const firstOf = (rows: ReadonlyArray<{ value: string }>): string => rows[0]?.value ?? '';

const operationDropdown = ({ value, operations }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [value] } },
	options: byName(
		operations.map(({ value: operation, name, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		})),
	),
	default: firstOf(operations),
});

/** A field as n8n declares it: the same, but for the `readonly` that makes its values known to the compiler. */
export const propertyOf = (field: Field): INodeProperties => field as unknown as INodeProperties;

/** Shows a field for its own resource and operation, beside what it asks for itself. */
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
 * The properties of the action node, derived from its resources: both dropdowns and all fields.
 * A field stands in its operation's file and names neither its resource nor its operation.
 */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: byName(resources.map(({ name, value }) => ({ name, value }))),
			default: firstOf(resources),
		},
		...resources.map(operationDropdown),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				operation.fields.map((field) => stamp(resource, operation, field)),
			),
		),
	];
}

/** Below the name of the node on the canvas: resource and operation in the words of the dropdowns, and a dry run as one. */
export function subtitleOf(resources: readonly Resource[]): string {
	const rows = resources.flatMap(({ name: resource, value, operations }) =>
		operations.map((operation) => [`${operation.value}: ${value}`, `${operation.name}: ${resource}`]),
	);
	const labels = JSON.stringify(Object.fromEntries(rows));
	const chosen = '$parameter["operation"] + ": " + $parameter["resource"]';
	const isDry = '($parameter["options"] ?? {})["dryRun"] === true';
	return `={{ (${isDry} ? "Dry run: " : "") + ((${labels})[${chosen}] ?? ${chosen}) }}`;
}
