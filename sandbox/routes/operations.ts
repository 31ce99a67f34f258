import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operationView } from '../records/operations';
import type { PageParams } from './pagination';
import { PAGE_HEADERS, PAGE_QUERY, WEB, answers, listOf, pathParams, query, ref } from '../records/schemas';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { pageOf } from './paging';

async function mayRead(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
	if (request.apiKey?.operations !== false) return undefined;
	return answer(reply, 403, 'This key may not read operations');
}

export function operationRoutes(app: FastifyInstance, service: Service): void {
	const { store } = service;

	app.get<{ Querystring: PageParams }>('/operations', {
		preValidation: mayRead,
		schema: {
			tags: ['Operations'],
			summary: 'Operations, newest first',
			querystring: query(PAGE_QUERY),
			response: {
				200: answers('Operations', listOf(ref('Operation')), PAGE_HEADERS),
				400: answers('A parameter cannot be read (not in the contract)', WEB),
				403: answers('Not allowed', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			const page = pageOf(service, reply, request.query, {
				path: '/operations',
				order: 'desc',
				source: () => ({ timeline: store.operationLog }),
			});
			if ('refused' in page) return answer(reply, 400, page.refused);
			const now = service.clock.now();
			return reply.send(page.map((operation) => operationView(operation, now, service.options)));
		},
	});

	app.get<{ Params: { id: string } }>('/operations/:id', {
		preValidation: mayRead,
		schema: {
			tags: ['Operations'],
			summary: 'An operation',
			params: pathParams('id'),
			response: {
				200: answers('The operation', ref('Operation')),
				403: answers('Not allowed', WEB),
				404: answers('No such operation', WEB),
				500: answers('Server error', WEB),
			},
		},
		handler: (request, reply) => {
			const operation = store.operations.get(request.params.id);
			if (!operation) return answer(reply, 404, `There is no operation "${request.params.id}"`);
			return reply.send(operationView(operation, service.clock.now(), service.options));
		},
	});
}
