import { operation } from '../../common/operation';
import { recordField } from '../../parameters/commonFields';
import { DELETION_OUTPUT, deletionOptions, deletionPlan } from '../deletion';
import { employeeRequest } from './requests';

export const del = operation.delete({
	value: 'delete',
	name: 'Delete',
	action: 'Delete employee',
	description:
		'Delete one employee by their ID, permanently. It is refused while contacts are assigned to them.',
	fields: [recordField('Employee', 'employeeId'), deletionOptions],
	output: DELETION_OUTPUT,
	plan: ({ employeeId: id, options }) => deletionPlan('employee', employeeRequest, id, options),
});
