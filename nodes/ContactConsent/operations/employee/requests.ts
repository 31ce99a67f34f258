import type { ServiceRequest } from '../../transport/types';
import type { Endpoint } from '../../upload/uploadTypes';
import { recordIdOf } from '../uploadStatus/uploadStatusOutput';
import { operationRequest } from '../uploadStatus/requests';
import { recordNotFound } from '../recordNotFound';
import { uploadRequest } from '../uploadRequest';

/** `GET` or `DELETE /employees/{id}`. */
export const employeeRequest = (method: 'GET' | 'DELETE', id: string): ServiceRequest => ({
	method,
	path: ['employees', id],
	expect: method === 'GET' ? 'object' : 'nothing',
	repeatable: 'safe',
	...(method === 'GET' && { recordId: id }),
	refusals: {
		...(method === 'DELETE' && {
			403: {
				aboutRecord: true as const,
				message: `The employee "${id}" cannot be deleted`,
				description:
					'Contacts are still assigned to this employee. Assign them to somebody else first, by updating their employee_id.',
			},
		}),
		404: recordNotFound('employee', id),
	},
});

/** The requests of an upload of employees. */
export const employeeEndpoint: Endpoint = {
	post: uploadRequest('employees'),
	read: (id) => employeeRequest('GET', id),
	operation: operationRequest,
	recordIdOf,
};
