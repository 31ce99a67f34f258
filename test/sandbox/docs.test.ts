/** The OpenAPI description that the sandbox shows. */
import { start } from '../../sandbox/index';
import { bench } from './support';

const b = bench();

describe('/docs', () => {
	test('OpenAPI with every endpoint, status, header and model; nothing of the control path', async () => {
		const sandbox = await start({ port: 0 });
		try {
			const { data } = await b.raw.get('/docs/json', { baseURL: sandbox.baseUrl });
			const statuses = Object.entries(
				data.paths as Record<string, Record<string, { responses: object }>>,
			).flatMap(([path, methods]) =>
				Object.entries(methods).map(([method, { responses }]) => [
					`${method.toUpperCase()} ${path}`,
					Object.keys(responses).join(' '),
				]),
			);
			expect(Object.fromEntries(statuses)).toEqual({
				'GET /v1/ping': '200 500',
				'POST /v1/contacts': '202 400 413 422 500',
				'GET /v1/contacts/{id}': '200 404 500',
				'DELETE /v1/contacts/{id}': '204 404 500',
				'GET /v1/documentation/{contactID}': '200 204 404 410 500',
				'GET /v1/documentation/{contactID}/{eventID}': '200 204 404 410 500',
				'POST /v1/employees': '202 400 413 422 500',
				'GET /v1/employees/{id}': '200 404 500',
				'DELETE /v1/employees/{id}': '204 403 404 500',
				'GET /v1/events': '200 400 500',
				'GET /v1/events/latest': '200 400 500',
				'POST /v1/events/trigger': '200 400 403 404 500',
				'GET /v1/operations': '200 400 403 500',
				'GET /v1/operations/{id}': '200 403 404 500',
			});
			const upload = data.paths['/v1/contacts'].post;
			expect(Object.keys(upload.responses['202'].headers)).toEqual([
				'Request-Id',
				'Operation-Id',
				'Operation-Link',
			]);
			expect(upload.requestBody.content['application/json'].schema).toEqual({
				type: 'array',
				items: { $ref: '#/components/schemas/ContactUpload' },
			});
			const { example } = upload.requestBody.content['application/json'];
			expect(data.info.description).toContain(sandbox.apiKey);
			const sent = await b.raw.post('/v1/contacts', example, {
				baseURL: sandbox.baseUrl,
				headers: { Authorization: sandbox.apiKey },
			});
			expect(sent.status).toBe(202);
			expect(data.info.description).toContain(example[0].id);
			expect(data.components.schemas.ContactUpload.required).toEqual(['first_name', 'id', 'last_name']);
			expect(upload.responses['413'].content).toBeUndefined();
			expect(Object.keys(data.paths['/v1/events'].get.responses['200'].headers)).toContain('Next-Link');
			const text = JSON.stringify(data);
			for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
				expect(Object.keys(data.components.schemas)).toContain(name);
			}
			const page = await b.raw.get('/docs', { baseURL: sandbox.baseUrl });
			expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		} finally {
			await sandbox.close();
		}
	});
});
