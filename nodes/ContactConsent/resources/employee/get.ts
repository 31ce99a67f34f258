import { operation } from '../../operation';
import { optionsField } from '../../options';
import { onNotFoundOption, recordField } from '../fields';
import { EMPLOYEE_OUTPUT, employeeOutput } from './model';
import { employeeRequest } from './requests';

export const get = operation.one({
	value: 'get',
	name: 'Get',
	action: 'Get employee',
	description: 'Retrieve one employee by their ID',
	fields: [
		recordField('Employee', 'employeeId'),
		...employeeOutput.fields,
		optionsField([onNotFoundOption('found: false')]),
	],
	output: EMPLOYEE_OUTPUT,
	plan: ({ employeeId: id, options, ...output }) => ({
		request: employeeRequest('GET', id),
		shape: employeeOutput.recordShaping(output),
		notFound: { ...options, item: { id, found: false } },
	}),
});
