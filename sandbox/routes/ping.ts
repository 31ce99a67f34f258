import type { FastifyInstance } from 'fastify';
import { WEB, answers } from '../records/schemas';
import type { Service } from '../records/service';

export function pingRoute(app: FastifyInstance, service: Service): void {
	app.get('/ping', {
		config: { open: true },
		schema: {
			tags: ['Health'],
			summary: 'Check that the service runs',
			security: [],
			response: { 200: answers('The service runs', {}), 500: answers('Server error', WEB) },
		},
		handler: (_request, reply) => reply.send(service.options.pingBody),
	});
}
