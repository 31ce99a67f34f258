/** The OpenAPI description that the sandbox shows; differential.test.ts compares it with the contract. */
import axios from 'axios';

import { start } from '../../sandbox/index';
import type { Sandbox } from '../../sandbox/index';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await start({ port: 0 });
});
afterAll(async () => await sandbox.close());

test('its example can be sent as it stands, with the key that it names', async () => {
	const { data } = await axios.get(`${sandbox.baseUrl}/docs/json`);
	const upload = data.paths['/v1/contacts'].post;
	expect(upload.requestBody.content['application/json'].schema).toEqual({
		type: 'array',
		items: { $ref: '#/components/schemas/ContactUpload' },
	});
	const { example } = upload.requestBody.content['application/json'];
	expect(data.info.description).toContain(sandbox.apiKey);
	expect(data.info.description).toContain(example[0].id);
	const headers = { Authorization: sandbox.apiKey };
	expect((await axios.post(`${sandbox.url}/contacts`, example, { headers })).status).toBe(202);
});
