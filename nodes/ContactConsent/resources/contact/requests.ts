import type { ServiceRequest } from '../../transport/types';
import { uploadRequest } from '../uploads';

/** `GET` or `DELETE /contacts/{id}`. */
export const contactRequest = (method: 'GET' | 'DELETE', id: string): ServiceRequest => ({
	method,
	path: ['contacts', id],
	expect: method === 'GET' ? 'object' : 'nothing',
	repeatable: 'safe',
	refusals: {
		404: {
			message: `There is no contact with the ID "${id}"`,
			description: "Check the ID. If a missing contact is fine, set the option 'On Not Found'.",
		},
	},
});

/** `POST /contacts`. */
export const contactsUpload = (uploads: readonly unknown[]): ServiceRequest =>
	uploadRequest('contacts', uploads);
