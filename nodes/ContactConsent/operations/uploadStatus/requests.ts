import type { ServiceRequest } from '../../transport/types';

const NOT_ALLOWED = {
	message: 'The API key may not read operations',
	description: 'Ask the service for a key that has the right to read operations.',
};

/** `GET /operations/{id}`. */
export const operationRequest = (id: string): ServiceRequest => ({
	method: 'GET',
	path: ['operations', id],
	expect: 'object',
	repeatable: 'safe',
	recordId: id,
	refusals: {
		403: NOT_ALLOWED,
		404: {
			message: `There is no operation with the ID "${id}"`,
			description:
				'Check the ID: it comes from the output of Create or Update, or from the list of operations.',
		},
	},
});

/** `GET /operations`: newest first, cursor-paginated. Times are UTC ISO 8601. */
export const operationsRequest = (period: { from?: string; to?: string }, limit: number): ServiceRequest => ({
	method: 'GET',
	path: ['operations'],
	query: { ...period, limit },
	expect: 'list',
	repeatable: 'safe',
	refusals: { 403: NOT_ALLOWED },
});
