import type { OneOperation } from '../../operation';
import { idField, notFoundPlan, onNotFoundOption, optionsField } from '../fields';
import { employeeRequest } from './requests';

export const del: OneOperation = {
	kind: 'one',
	value: 'delete',
	name: 'Delete',
	action: 'Delete an employee',
	description: 'Delete an employee to whom no contacts are assigned',
	fields: [idField('Employee', 'employeeId'), optionsField([onNotFoundOption])],
	plan(parameters) {
		const id = parameters.id('employeeId');
		return {
			request: employeeRequest('DELETE', id),
			shape: () => ({ deleted: true, id }),
			notFound: notFoundPlan(parameters, { deleted: false, id }),
		};
	},
};
