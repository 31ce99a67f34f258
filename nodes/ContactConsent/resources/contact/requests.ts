import type { ServiceRequest } from '../../transport/types';

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

/** `POST /contacts`: up to 1000 at once. An upload syncs to its content, so that a repeat changes nothing. */
export const contactsUpload = (uploads: readonly unknown[]): ServiceRequest => ({
	method: 'POST',
	path: ['contacts'],
	body: uploads,
	expect: 'accepted',
	repeatable: 'safe',
});
