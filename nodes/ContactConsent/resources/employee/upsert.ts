import type { BatchOperation } from '../../operation';
import { bulkElements, bulkFields, bulkSettings } from '../bulk';
import { employeeToUpload, REQUIRED_FIELDS } from './toUpload';

const noun = { one: 'employee', many: 'employees' };

export const upsert: BatchOperation = {
	kind: 'batch',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update employees',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	fields: bulkFields({
		noun,
		columnsMethod: 'employeeColumns',
		jsonExample: '{\n  "id": "employee-7",\n  "first_name": "Grace",\n  "email": "grace@example.com"\n}',
	}),
	noun,
	settings: bulkSettings,
	elements: bulkElements,
	required: REQUIRED_FIELDS,
	toUpload: employeeToUpload,
	request: (uploads) => ({
		method: 'POST',
		path: ['employees'],
		body: uploads,
		expect: 'any',
		repeatable: 'safe',
	}),
};
