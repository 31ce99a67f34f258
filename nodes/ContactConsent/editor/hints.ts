import type { NodeHint } from 'n8n-workflow';

import type { Operation, Resource } from '../common/operation';

/** True if the operation has a field or an option of this name. */
const has = ({ fields }: Operation, name: string): boolean =>
	fields.some(
		(field) =>
			field.name === name ||
			(field.type === 'collection' && field.options.some((option) => option.name === name)),
	);

/** A part of a condition: the chosen operation is one of those with this field or option. */
function hasField(resources: readonly Resource[], name: string): string {
	const those = resources.flatMap(({ value, operations }) =>
		operations.filter((operation) => has(operation, name)).map((operation) => `${value}.${operation.value}`),
	);
	return `${JSON.stringify(those)}.includes($parameter["resource"] + "." + $parameter["operation"])`;
}

const inEmptyOutput = (message: string, ...conditions: string[]): NodeHint => ({
	message,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${conditions.map((one) => `(${one})`).join(' && ')} }}`,
});

/**
 * What n8n shows in the empty output, before the node runs for the first time. A condition does not see the rows of the
 * input there.
 */
export const hintsOf = (resources: readonly Resource[]): NodeHint[] => [
	inEmptyOutput(
		'You need not rename your headings, although n8n asks for it beside the field: Vorname, E-Mail or Mobile Phone are understood, in English, German, French, Spanish, Italian and Dutch. The output names headings that are not understood.',
		hasField(resources, 'columns'),
		'$parameter["inputMode"] === "map"',
		'$parameter["columns"]?.mappingMode === "autoMapInputData"',
	),
	inEmptyOutput(
		"To see first what would change, add the option 'Dry Run': then nothing is changed.",
		hasField(resources, 'dryRun'),
		'$parameter["options"]?.dryRun === undefined',
	),
];
