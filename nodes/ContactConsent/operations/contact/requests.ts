import type { ServiceRequest } from '../../transport/types';
import type { Endpoint } from '../../upload/uploadTypes';
import { recordIdOf } from '../uploadStatus/uploadStatusOutput';
import { operationRequest } from '../uploadStatus/requests';
import { recordNotFound } from '../recordNotFound';
import { uploadRequest } from '../uploadRequest';

/** `GET` or `DELETE /contacts/{id}`. */
export const contactRequest = (method: 'GET' | 'DELETE', id: string): ServiceRequest => ({
	method,
	path: ['contacts', id],
	expect: method === 'GET' ? 'object' : 'nothing',
	repeatable: 'safe',
	...(method === 'GET' && { recordId: id }),
	refusals: { 404: recordNotFound('contact', id) },
});

/** The requests of an upload of contacts. */
export const contactEndpoint: Endpoint = {
	post: uploadRequest('contacts'),
	read: (id) => contactRequest('GET', id),
	operation: operationRequest,
	recordIdOf,
};
