import { operation } from '../../operation';

export const ping = operation.one({
	value: 'ping',
	name: 'Ping',
	action: 'Check that service is up',
	description: 'Check that the service can be reached and works, without sending the API key',
	fields: [],
	output: { ok: 'boolean', status: 'number' },
	plan: () => ({
		request: { method: 'GET', path: ['ping'], expect: 'any', repeatable: 'safe', anonymous: true },
		shape: ({ status }) => [{ ok: true, status }],
	}),
});
