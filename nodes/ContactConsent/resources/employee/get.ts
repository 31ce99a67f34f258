import type { IDataObject } from 'n8n-workflow';

import type { OneOperation } from '../../operation';
import { idField, notFoundPlan, onNotFoundOption, optionsField, simplifyField } from '../fields';
import { simplifyEmployee } from './model';
import { employeeRequest } from './requests';

export const get: OneOperation = {
	kind: 'one',
	reads: true,
	value: 'get',
	name: 'Get',
	action: 'Get an employee',
	description: 'Retrieve an employee',
	fields: [idField('Employee', 'employeeId'), simplifyField, optionsField([onNotFoundOption])],
	plan(parameters) {
		const id = parameters.id('employeeId');
		const simplify = parameters.flag('simplify');
		return {
			request: employeeRequest('GET', id),
			shape: ({ body }) => (simplify ? simplifyEmployee(body as IDataObject) : (body as IDataObject)),
			notFound: notFoundPlan(parameters, { id, found: false }),
		};
	},
};
