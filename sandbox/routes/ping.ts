import type { FastifyInstance } from 'fastify';
import { WEB, answers } from '../schemas';
import type { Service } from '../service';

export function pingRoute(app: FastifyInstance, service: Service): void {
	app.get('/ping', {
		config: { open: true },
		schema: {
			tags: ['Health'],
			summary: 'Is the service there',
			security: [],
			response: { 200: answers('It is', {}), 500: answers('Server error', WEB) },
		},
		handler: (_request, reply) => reply.send(service.options.pingBody),
	});
}
