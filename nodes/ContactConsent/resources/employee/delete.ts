import { operation } from '../../operation';
import { optionsField } from '../../options';
import { DELETION_OUTPUT, onNotFoundOption, recordField } from '../fields';
import { employeeRequest } from './requests';

export const del = operation.one({
	effect: { done: 'Deleted', atOnce: 8 },
	value: 'delete',
	name: 'Delete',
	action: 'Delete employee',
	description: 'Delete one employee by their ID, permanently. Refused while contacts are assigned to them.',
	fields: [recordField('Employee', 'employeeId'), optionsField([onNotFoundOption('deleted: false')])],
	output: DELETION_OUTPUT,
	plan: ({ employeeId: id, options }) => ({
		request: employeeRequest('DELETE', id),
		shape: () => [{ deleted: true, id }],
		inOrderOf: id,
		notFound: { ...options, item: { deleted: false, id } },
	}),
});
