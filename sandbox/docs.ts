/** The OpenAPI description, generated from the routes, and the page that shows it at `/docs`. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const TAGS = {
	Health: 'Checks that the service runs',
	Contacts: 'Consumers who receive update requests',
	Documentation: "PDFs of the contacts' consents",
	Employees: 'Owners of contacts',
	Events: 'Changes and confirmations of contacts',
	Operations: 'Progress of bulk uploads',
};

/** Describes the routes that are registered after this call. */
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
