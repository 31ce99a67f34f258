import { operation } from '../../common/operation';

/** A ping names no record and carries no key. Therefore only the address can be wrong. */
const notAnswered = {
	message: 'The service does not answer the ping',
	description: "Check the 'Base URL' in the Contact Consent API credentials. The API key was not sent.",
};

export const ping = operation.one({
	value: 'ping',
	name: 'Ping',
	action: 'Check that service is up',
	description: 'Check that the service can be reached and works, without sending the API key',
	fields: [],
	output: { ok: 'boolean', status: 'number' },
	plan: () => ({
		request: {
			method: 'GET',
			path: ['ping'],
			expect: 'any',
			repeatable: 'safe',
			anonymous: true,
			refusals: { 401: notAnswered, 403: notAnswered, 404: notAnswered },
		},
		shape: ({ status }) => [{ ok: true, status }],
	}),
});
