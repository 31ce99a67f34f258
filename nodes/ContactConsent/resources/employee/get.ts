import { operation } from '../../operation';
import { isRecord } from '../../values';
import { notFoundPlan, onNotFoundOption, optionsField, recordField, simplifyField } from '../fields';
import { EMPLOYEE_OUTPUT, simplifyEmployee } from './model';
import { employeeRequest } from './requests';

export const get = operation.one({
	overlaps: true,
	value: 'get',
	name: 'Get',
	action: 'Get employee',
	description: 'Retrieve an employee',
	fields: [recordField('Employee', 'employeeId'), simplifyField, optionsField([onNotFoundOption])],
	output: EMPLOYEE_OUTPUT,
	plan: ({ employeeId: id, simplify, options }) => ({
		request: employeeRequest('GET', id),
		shape: ({ body }) =>
			[body].filter(isRecord).map((employee) => (simplify ? simplifyEmployee(employee) : employee)),
		notFound: notFoundPlan(options, { id, found: false }),
	}),
});
