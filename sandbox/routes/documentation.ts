import type { FastifyInstance, FastifyReply } from 'fastify';
import { documentationPdf, documentationState } from '../records/documentation';
import { WEB, answers, pathParams } from '../records/schemas';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { latestDocumentationEvent, markReceived } from '../records/store';
import type { StoredEvent } from '../records/store';

const PDF = {
	description: 'The PDF',
	headers: { 'Request-Id': { type: 'string' } },
	content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

const RESPONSES = {
	200: PDF,
	204: answers('Not generated yet, try again later'),
	404: answers('No documentation events for the contact or event', WEB),
	410: answers('No longer available', WEB),
	500: answers('Try again later', WEB),
};

function disposition(contactId: string, eventId: string): string {
	const name = `consents-${contactId}-${eventId}.pdf`;
	const plain = name.replace(/[^\w.\- ]/g, '_');
	const exact = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
	return `attachment; filename="${plain}"` + (plain === name ? '' : `; filename*=UTF-8''${exact}`);
}

async function sendDocumentation(
	service: Service,
	reply: FastifyReply,
	event: StoredEvent | undefined,
	missing: string,
): Promise<FastifyReply> {
	if (!event) return answer(reply, 404, missing);
	const state = documentationState(service, event);
	if (state === 'not_generated') return reply.code(204).send();
	if (state === 'gone') return answer(reply, 410, 'The documentation is no longer available');
	const pdf = await documentationPdf(service, event);
	if (service.options.documentationMarksReceived) markReceived(service.store, [event]);
	return reply
		.type('application/pdf')
		.header('Content-Disposition', disposition(event.contactId, event.id))
		.send(pdf);
}

export function documentationRoutes(app: FastifyInstance, service: Service): void {
	const { store } = service;

	app.get<{ Params: { contactID: string } }>('/documentation/:contactID', {
		schema: {
			tags: ['Documentation'],
			summary: 'Latest documentation of a contact',
			params: pathParams('contactID'),
			response: RESPONSES,
		},
		handler: (request, reply) => {
			const { contactID } = request.params;
			const ready = (event: StoredEvent) => documentationState(service, event) === 'ready';
			const newest = latestDocumentationEvent(store, contactID);
			const event =
				service.options.latestDocumentation === 'ready'
					? (latestDocumentationEvent(store, contactID, ready) ?? newest)
					: newest;
			return sendDocumentation(service, reply, event, `No documentation events for contact "${contactID}"`);
		},
	});

	app.get<{ Params: { contactID: string; eventID: string } }>('/documentation/:contactID/:eventID', {
		schema: {
			tags: ['Documentation'],
			summary: 'Documentation of an event',
			params: pathParams('contactID', 'eventID'),
			response: RESPONSES,
		},
		handler: (request, reply) => {
			const { contactID, eventID } = request.params;
			const event = store.events.get(eventID);
			const fits = event?.type === 'documentation' && event.contactId === contactID;
			const missing = `No documentation event "${eventID}" for contact "${contactID}"`;
			return sendDocumentation(service, reply, fits ? event : undefined, missing);
		},
	});
}
