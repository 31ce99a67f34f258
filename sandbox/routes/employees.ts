import type { FastifyInstance } from 'fastify';
import type { Employee } from '../records/model';
import { prune } from '../records/prune';
import { OPERATION_HEADERS, POST, WEB, answers, listOf, pathParams, ref } from '../records/schemas';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { employeeView } from '../records/view';
import { acceptUpload, limitTo } from './bulk';

export function storeEmployee({ store, options }: Service, sent: Employee): void {
	const old = options.uploadMode === 'merge' ? store.employees.get(sent.id) : undefined;
	const data = old?.data && sent.data ? { ...old.data, ...sent.data } : (sent.data ?? old?.data);
	store.employees.set(sent.id, { ...old, ...sent, ...(data && { data }) });
}

export function employeeRoutes(app: FastifyInstance, service: Service): void {
	const { store } = service;

	app.post('/employees', {
		attachValidation: true,
		config: { consumes: true, postResponse: true },
		preValidation: limitTo(service, () => service.options.maxEmployees),
		schema: {
			tags: ['Employees'],
			summary: 'Create and update employees',
			body: listOf(ref('EmployeeUpload')),
			response: {
				202: answers('Accepted; processed in the background', {}, OPERATION_HEADERS),
				400: answers('The body cannot be read', POST),
				413: answers('Too many employees, or too many bytes'),
				422: answers('Validation failed', POST),
				500: answers('Server error', POST),
			},
		},
		handler: (request, reply) =>
			acceptUpload<Employee>(service, request, reply, {
				model: service.options.operationVocabulary.employeeModel,
				postResponse: true,
				store: (employee) => storeEmployee(service, prune(employee, 'EmployeeUpload')),
			}),
	});

	app.get<{ Params: { id: string } }>('/employees/:id', {
		schema: {
			tags: ['Employees'],
			summary: 'An employee',
			params: pathParams('id'),
			response: {
				200: answers('The employee', ref('Employee')),
				404: answers('No such employee', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			const employee = store.employees.get(request.params.id);
			if (!employee) return answer(reply, 404, `There is no employee "${request.params.id}"`);
			return reply.send(employeeView(employee, service.options));
		},
	});

	app.delete<{ Params: { id: string } }>('/employees/:id', {
		schema: {
			tags: ['Employees'],
			summary: 'Delete an employee without contacts',
			params: pathParams('id'),
			response: {
				204: answers('Deleted'),
				403: answers('Contacts are still assigned', WEB),
				404: answers('No such employee (not in the contract, see deleteUnknownEmployee)', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			const { id } = request.params;
			const assigned = [...store.contacts.values()].some(({ employee_id }) => employee_id === id);
			if (assigned) return answer(reply, 403, `Contacts are still assigned to employee "${id}"`);
			if (store.employees.delete(id) || service.options.deleteUnknownEmployee === 204)
				return reply.code(204).send();
			return answer(reply, 404, `There is no employee "${id}"`);
		},
	});
}
