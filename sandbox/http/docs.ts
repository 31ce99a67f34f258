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

const firstSteps = (
	key: string,
) => `A local implementation for demos and tests. Nothing here reaches a contact.

**API key:** \`${key}\`. Press *Authorize* and enter it.

**Try it:** open *POST /v1/contacts* and press *Execute*: it uploads the contact of the example. Then *GET
/v1/operations* shows the upload, and *GET /v1/contacts/{id}* with the ID \`c-1001\` the contact. To see a refusal, change
the e-mail address to \`not-an-email\` and upload it again.`;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="330" height="40" fill="#fff" font-family="sans-serif">
<text y="27" font-size="19">Contact Consent sandbox</text></svg>`;

/** Describes the routes that are registered after this call. */
export async function registerDescription(app: FastifyInstance, key: string): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.0.3',
			info: {
				title: 'Contact Consent and Update Service (sandbox)',
				version: '1.0',
				description: firstSteps(key),
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
	await app.register(swaggerUi, {
		routePrefix: '/docs',
		uiConfig: { tryItOutEnabled: true, persistAuthorization: true },
		logo: { type: 'image/svg+xml', content: LOGO },
		theme: { title: 'Contact Consent sandbox', favicon: [] },
	});
}
