import { operation } from '../../common/operation';
import { onNotFoundOption, optionsField, recordField } from '../../parameters/commonFields';
import { EMPLOYEE_OUTPUT, employeeOutput } from './employeeOutput';
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
	plan: ({ employeeId: id, options, ...output }, timeZone) => ({
		request: employeeRequest('GET', id),
		shape: employeeOutput.recordShaping(output, timeZone),
		notFound: { ...options, item: { id, found: false } },
	}),
});
