import type { Field } from '../../field';

/** One of the service's Operations, from a list of recent ones or by its ID. */
export const operationIdField = {
	displayName: 'Upload Operation',
	name: 'operationId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: "The upload to look up; its ID is in operation_id of the upload's output",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an operation…',
			typeOptions: { searchListMethod: 'searchOperations', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 7f8b2c1e-5d2a-4f0e-9a55-1c0e8d1b7a34',
		},
	],
} as const satisfies Field;
