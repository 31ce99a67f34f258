/** The OpenAPI description that the sandbox shows; differential.test.ts compares it with the contract. */
import axios from 'axios';

import { start } from '../index';
import type { Sandbox } from '../index';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await start({ port: 0 });
});
afterAll(async () => await sandbox.close());

test('the page at /docs loads, and its example works as it stands with the key that it names', async () => {
	const page = await axios.get(`${sandbox.baseUrl}/docs`);
	expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	const { data } = await axios.get(`${sandbox.baseUrl}/docs/json`);
	const { schema, example } = data.paths['/v1/contacts'].post.requestBody.content['application/json'];
	expect(schema).toEqual({ type: 'array', items: { $ref: '#/components/schemas/ContactUpload' } });
	expect(data.info.description).toContain(sandbox.apiKey);
	expect(data.info.description).toContain(example[0].id);
	const headers = { Authorization: sandbox.apiKey };
	expect((await axios.post(`${sandbox.url}/contacts`, example, { headers })).status).toBe(202);
});
