import type { IDataObject } from 'n8n-workflow';

import type { OneOperation } from '../../operation';
import { simplifyField } from '../fields';
import { operationIdField } from './fields';
import { simplifyOperation } from './model';
import { operationRequest } from './requests';

export const get: OneOperation = {
	kind: 'one',
	reads: true,
	value: 'get',
	name: 'Get',
	action: 'Get an upload operation',
	description: 'Retrieve the progress of an upload',
	fields: [operationIdField, simplifyField],
	plan(parameters) {
		const simplify = parameters.flag('simplify');
		return {
			request: operationRequest(parameters.id('operationId')),
			shape: ({ body }) => (simplify ? simplifyOperation(body as IDataObject) : (body as IDataObject)),
		};
	},
};
