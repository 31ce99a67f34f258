import type { ServiceRequest } from '../../transport/types';
import { uploadRequest } from '../uploads';

/** `GET` or `DELETE /contacts/{id}`; `ifMissing` is how to go on where there is none. */
export const contactRequest = (
	method: 'GET' | 'DELETE',
	id: string,
	ifMissing = "If a missing contact is fine, set the option 'On Not Found'.",
): ServiceRequest => ({
	method,
	path: ['contacts', id],
	expect: method === 'GET' ? 'object' : 'nothing',
	repeatable: 'safe',
	...(method === 'GET' && { recordId: id }),
	refusals: {
		404: { message: `There is no contact with the ID "${id}"`, description: `Check the ID. ${ifMissing}` },
	},
});

export const contactsUpload = uploadRequest('contacts');
