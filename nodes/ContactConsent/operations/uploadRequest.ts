import type { ServiceRequest } from '../transport/types';

/** `POST` of up to 1000 records. A record becomes what the upload says, so a repeated request changes nothing more. */
export const uploadRequest =
	(path: 'contacts' | 'employees') =>
	(body: readonly unknown[]): ServiceRequest => ({
		method: 'POST',
		path: [path],
		body,
		expect: 'accepted',
		repeatable: 'safe',
		refusals: {
			413: {
				message: 'The request was too large for the service',
				description: 'Even alone, the record is too large. Shorten its texts or its custom data.',
			},
		},
	});
