import { operation } from '../../operation';
import { notFoundPlan, onNotFoundOption, optionsField, recordField } from '../fields';
import { outputFields, recordShaping } from '../output';
import { EMPLOYEE_OUTPUT, simplifyEmployee } from './model';
import { employeeRequest } from './requests';

export const get = operation.one({
	overlaps: true,
	value: 'get',
	name: 'Get',
	action: 'Get employee',
	description: 'Retrieve one employee by their ID',
	fields: [
		recordField('Employee', 'employeeId'),
		...outputFields('id, first_name, data'),
		optionsField([onNotFoundOption]),
	],
	output: EMPLOYEE_OUTPUT,
	plan: ({ employeeId: id, options, ...output }) => ({
		request: employeeRequest('GET', id),
		shape: recordShaping(output, simplifyEmployee),
		notFound: notFoundPlan(options, { id, found: false }),
	}),
});
