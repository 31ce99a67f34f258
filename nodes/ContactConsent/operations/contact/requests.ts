import { nameIsNoId } from '../../common/nameAsId';
import type { ServiceRequest } from '../../transport/types';
import type { Endpoint } from '../../upload/uploadTypes';
import { recordIdOf } from '../uploadStatus/uploadStatusOutput';
import { operationRequest } from '../uploadStatus/requests';
import { uploadRequest } from '../uploadRequest';

/** `GET` or `DELETE /contacts/{id}`. */
export const contactRequest = (method: 'GET' | 'DELETE', id: string): ServiceRequest => ({
	method,
	path: ['contacts', id],
	expect: method === 'GET' ? 'object' : 'nothing',
	repeatable: 'safe',
	...(method === 'GET' && { recordId: id }),
	refusals: {
		404: {
			message: `There is no contact with the ID "${id}"`,
			description: `Check the ID.${nameIsNoId(id)} If a missing contact is fine, set the option 'On Not Found'.`,
		},
	},
});

/** The requests of an upload of contacts. */
export const contactEndpoint: Endpoint = {
	post: uploadRequest('contacts'),
	read: (id) => contactRequest('GET', id),
	operation: operationRequest,
	recordIdOf,
};
