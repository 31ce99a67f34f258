/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { usePlayground } from './playground';

const playground = usePlayground({
	sandbox: {
		keys: [
			{ key: 'sandbox-key', kind: 'sandbox' },
			{ key: 'no-operations', kind: 'production', operations: false },
		],
	},
});

/** What the editor's Test button shows. */
const tested = async (changes: { baseUrl?: string; apiKey?: string; authScheme?: string }) => {
	const { api, sandbox } = playground();
	return await api.testCredential({
		name: 'Contact Consent API',
		type: 'contactConsentApi',
		data: {
			baseUrl: sandbox.baseUrl,
			apiKey: sandbox.apiKey,
			authScheme: 'none',
			ignoreSslIssues: false,
			...changes,
		},
	});
};

test.each(['', '/', '/v1', '/v1/'])(
	'the right key is accepted, with "%s" after the address',
	async (ending) => {
		const { sandbox } = playground();
		sandbox.log.clear();
		expect(await tested({ baseUrl: `${sandbox.baseUrl}${ending}` })).toMatchObject({ status: 'OK' });
		expect(sandbox.log.all().map(({ method, path, query }) => [method, path, query])).toContainEqual([
			'GET',
			'/v1/operations',
			{ limit: '1' },
		]);
	},
);

test('what is wrong is said: key, scheme, right, address, and a service that is not there', async () => {
	const { sandbox } = playground();
	const wrongKey = await tested({ apiKey: 'another' });
	const wrongScheme = await tested({ authScheme: 'bearer' });
	const forbidden = await tested({ apiKey: 'no-operations' });
	const wrongAddress = await tested({ baseUrl: `${sandbox.baseUrl}/somewhere` });
	const stopped = await tested({ baseUrl: 'http://127.0.0.1:9' });

	const all = [wrongKey, wrongScheme, forbidden, wrongAddress, stopped];
	expect(all.map(({ status }) => status)).toEqual(all.map(() => 'Error'));
	expect(forbidden.message).not.toMatch(/wrong key/i);
	expect(wrongKey.message).toMatch(/^Wrong key/);
	expect(wrongScheme.message).toMatch(/Authentication Scheme/);
	expect(forbidden.message).toMatch(/does not let this key list operations/);
	expect(wrongAddress.message).toMatch(/^Wrong address.*Base URL/);
	expect(stopped.message).toMatch(/^The service at 127\.0\.0\.1:9 cannot be reached\./);
	expect(stopped.message).not.toMatch(/ECONN/);
	expect(JSON.stringify(all)).not.toContain('another');
});

test.each([
	['<!doctype html><title>Welcome</title>', /a website answers at the 'Base URL'/],
	['{"hello":"world"}', /something else answers at the 'Base URL'/],
])('what answers every address with %s is not taken for the service', async (page, message) => {
	const other = createServer((_, response) => response.end(page)).listen(0, '127.0.0.1');
	await once(other, 'listening');
	try {
		const { port } = other.address() as AddressInfo;
		expect(await tested({ baseUrl: `http://127.0.0.1:${port}` })).toEqual({
			status: 'Error',
			message: expect.stringMatching(message) as string,
		});
	} finally {
		other.close();
	}
});

test('testing a credential takes no event away from the workflows', async () => {
	const { sandbox } = playground();
	sandbox.log.clear();
	await tested({});
	const asked = sandbox.log.all().filter(({ path }) => path.startsWith('/v1/operations'));
	expect(asked).toHaveLength(1);
});
