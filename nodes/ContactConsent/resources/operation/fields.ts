import type { INodeProperties } from 'n8n-workflow';

/** One of the service's Operations, from a list of recent ones or by its id. */
export const operationIdField: INodeProperties = {
	displayName: 'Operation',
	name: 'operationId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The upload operation to read',
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
