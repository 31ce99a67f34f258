import type { INodeProperties } from 'n8n-workflow';

/** One of the service's Operations, from a list of recent ones or by its id. */
export const operationIdField: INodeProperties = {
	displayName: 'Upload Operation',
	name: 'operationId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'What an upload has become, as its output names it in operation_id',
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
};
