import { operation } from '../../operation';
import { outputFields, recordShaping } from '../output';
import { operationIdField } from './fields';
import { OPERATION_OUTPUT, simplifyOperation } from './model';
import { operationRequest } from './requests';

export const get = operation.one({
	overlaps: true,
	value: 'get',
	name: 'Get',
	action: 'Get upload operation',
	description: "Retrieve the progress of an upload by the operation_id of the upload's output",
	fields: [operationIdField, ...outputFields('id, status, items')],
	output: OPERATION_OUTPUT,
	plan: ({ operationId, ...output }) => ({
		request: operationRequest(operationId),
		shape: recordShaping(output, simplifyOperation),
	}),
});
