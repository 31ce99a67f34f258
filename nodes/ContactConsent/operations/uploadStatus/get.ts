import { operation } from '../../common/operation';
import { OPERATION_OUTPUT, operationIdField, operationOutput } from './uploadStatusOutput';
import { operationRequest } from './requests';

export const get = operation.one({
	value: 'get',
	name: 'Get',
	action: 'Get upload operation',
	description: 'Retrieve the progress of an upload by the operation_id in its output',
	fields: [operationIdField, ...operationOutput.fields],
	output: OPERATION_OUTPUT,
	plan: ({ operationId, ...output }, timeZone) => ({
		request: operationRequest(operationId),
		shape: operationOutput.recordShaping(output, timeZone),
	}),
});
