/** The OpenAPI description, made from the routes, and its browser at `/docs`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const TAGS = {
	Health: 'Is the service there',
	Contacts: 'Consumers who receive update requests',
	Documentation: "PDFs of the contacts' consents",
	Employees: 'Owners of contacts',
	Events: 'What contacts changed and confirmed',
	Operations: 'Progress of bulk uploads',
};

/** Collects the routes that are registered after it. */
export async function registerDescription(app: FastifyInstance): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.0.3',
			info: {
				title: 'Contact Consent and Update Service (sandbox)',
				version: '1.0',
				description: 'A local implementation for demos and tests. Nothing here reaches a contact.',
			},
			tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
			components: {
				securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'Authorization' } },
			},
			security: [{ apiKey: [] }],
		},
		refResolver: {
			buildLocalReference: (json, _base, _fragment, i) =>
				typeof json.$id === 'string' ? json.$id : `model-${i}`,
		},
	});
}

export async function registerBrowser(app: FastifyInstance): Promise<void> {
	await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { tryItOutEnabled: true } });
}
