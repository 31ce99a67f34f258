import type { OneOperation } from '../../operation';

export const ping: OneOperation = {
	kind: 'one',
	value: 'ping',
	name: 'Ping',
	action: 'Check that the service is up',
	description: 'Check that the service can be reached and works, without sending the API key',
	fields: [],
	plan: () => ({
		request: { method: 'GET', path: ['ping'], expect: 'any', repeatable: 'safe', anonymous: true },
		shape: ({ status }) => ({ ok: true, status }),
	}),
};
