import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../records/service';
import { contactRoutes } from './contacts';
import { documentationRoutes } from './documentation';
import { employeeRoutes } from './employees';
import { eventRoutes } from './events';
import { operationRoutes } from './operations';
import { pingRoute } from './ping';

const ALL = [pingRoute, contactRoutes, documentationRoutes, employeeRoutes, eventRoutes, operationRoutes];

export const routes =
	(service: Service) =>
	async (app: FastifyInstance): Promise<void> => {
		// The control path accepts no forms, because a page of another origin can send forms without asking.
		await app.register(formbody);
		for (const register of ALL) register(app, service);
	};
