import type { ServiceRequest } from '../../transport/types';

/** `GET` or `DELETE /contacts/{id}`. */
export const contactRequest = (method: 'GET' | 'DELETE', id: string): ServiceRequest => ({
	method,
	path: ['contacts', id],
	expect: method === 'GET' ? 'object' : 'any',
	repeatable: 'safe',
	refusals: {
		404: {
			message: `There is no contact with the ID "${id}"`,
			description:
				'Check the ID. If contacts may be missing, choose what happens with the option On Not Found.',
		},
	},
});
