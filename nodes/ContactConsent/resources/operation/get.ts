import { operation } from '../../operation';
import { isRecord } from '../../values';
import { simplifyField } from '../fields';
import { operationIdField } from './fields';
import { OPERATION_OUTPUT, simplifyOperation } from './model';
import { operationRequest } from './requests';

export const get = operation.one({
	overlaps: true,
	value: 'get',
	name: 'Get',
	action: 'Get upload operation',
	description: 'Retrieve the progress of an upload',
	fields: [operationIdField, simplifyField],
	output: OPERATION_OUTPUT,
	plan: ({ operationId, simplify }) => ({
		request: operationRequest(operationId),
		shape: ({ body }) =>
			[body].filter(isRecord).map((found) => (simplify ? simplifyOperation(found) : found)),
	}),
});
