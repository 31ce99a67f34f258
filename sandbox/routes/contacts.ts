import type { FastifyInstance } from 'fastify';
import { schemas } from '../records/model';
import type { Contact, ContactUpload } from '../records/model';
import { prune } from '../records/prune';
import { OPERATION_HEADERS, POST, WEB, answers, listOf, pathParams, ref } from '../records/schemas';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { mergeContact, readContact } from '../records/shapes';
import { DEFAULT_EMPLOYEE, ensureDefaultEmployee, markReceived } from '../records/store';
import { contactView } from '../records/view';
import { acceptUpload, limitTo } from './bulk';

/** The example that the page at /docs offers to send. */
const EXAMPLE = [
	{
		id: 'c-1001',
		first_name: 'Ada',
		last_name: 'Lovelace',
		section_work: { emails: [{ email: 'ada@example.com' }] },
	},
];

/** An uploaded contact with the consents that the service stores of it. */
function withStoredConsents({ options, clock, store }: Service, sent: Contact): Contact {
	if (options.uploadedConsents === 'stored') return sent;
	const { documentation } = store.contacts.get(sent.id) ?? {};
	if (options.uploadedConsents === 'ignored') return { ...sent, documentation };
	const known = documentation?.consents ?? [];
	const texts = new Set(known.map((consent) => JSON.stringify(consent)));
	const granted_at = new Date(clock.now()).toISOString();
	const added = (sent.documentation?.consents ?? [])
		.filter((consent) => !texts.has(JSON.stringify(consent)))
		.map((consent) => ({ ...consent, granted_at, granted_ip: undefined }));
	return { ...sent, documentation: { consents: [...known, ...added] } };
}

/** Stores a contact and assigns it to its employee, or to the default one. */
export function storeContact({ store, options }: Service, sent: Contact): void {
	const old = store.contacts.get(sent.id);
	const merged = old && options.uploadMode === 'merge' ? mergeContact(old, sent) : sent;
	const tags = merged.tags ?? old?.tags;
	const wanted = merged.employee_id || DEFAULT_EMPLOYEE;
	const known = options.unknownEmployee !== 'default' || store.employees.has(wanted);
	const employee_id = known ? wanted : DEFAULT_EMPLOYEE;
	if (employee_id === DEFAULT_EMPLOYEE) ensureDefaultEmployee(store);
	store.contacts.set(sent.id, { ...merged, employee_id, ...(tags && { tags }) });
}

function unknownEmployee({ store, options }: Service, { employee_id }: ContactUpload) {
	if (options.unknownEmployee !== 'refuse' || !employee_id || employee_id === DEFAULT_EMPLOYEE)
		return undefined;
	if (store.employees.has(employee_id)) return undefined;
	return { field: 'employee_id', code: 'v1c004', message: 'is not the id of an employee' };
}

export function contactRoutes(app: FastifyInstance, service: Service): void {
	const { store } = service;

	app.post('/contacts', {
		attachValidation: true,
		config: { consumes: true },
		preValidation: limitTo(service, () => service.options.maxContacts),
		schema: {
			tags: ['Contacts'],
			summary: 'Create and update up to 1000 contacts',
			body: { ...listOf(ref('ContactUpload')), examples: [EXAMPLE] },
			response: {
				202: answers('Accepted; processed in the background', {}, OPERATION_HEADERS),
				400: answers('The body cannot be read', WEB),
				413: answers('Too many contacts, or too many bytes'),
				422: answers('Validation failed', POST),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) =>
			acceptUpload<ContactUpload>(service, request, reply, {
				model: service.options.operationVocabulary.contactModel,
				postResponse: false,
				check: (contact) => unknownEmployee(service, contact),
				store: (contact) => {
					const sent = readContact(prune(contact, schemas.contactUpload));
					storeContact(service, withStoredConsents(service, sent));
				},
			}),
	});

	app.get<{ Params: { id: string } }>('/contacts/:id', {
		schema: {
			tags: ['Contacts'],
			summary: 'A contact in its most recently updated state',
			params: pathParams('id'),
			response: {
				200: answers('The contact', ref('Contact')),
				404: answers('No such contact', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			const { id } = request.params;
			const contact = store.contacts.get(id);
			if (!contact) return answer(reply, 404, `There is no contact "${id}"`);
			if (service.options.contactMarksReceived) {
				const events = [...store.unreceived.values()].filter(({ contactId }) => contactId === id);
				markReceived(store, events);
			}
			return reply.send(contactView(contact, service.options));
		},
	});

	app.delete<{ Params: { id: string } }>('/contacts/:id', {
		schema: {
			tags: ['Contacts'],
			summary: 'Delete a contact',
			params: pathParams('id'),
			response: {
				204: answers('Deleted'),
				404: answers('No such contact', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			const { id } = request.params;
			if (store.contacts.delete(id)) return reply.code(204).send();
			return answer(reply, 404, `There is no contact "${id}"`);
		},
	});
}
