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

test('the right key is accepted, by a request that takes no event away from the workflows', async () => {
	const { sandbox } = playground();
	sandbox.log.clear();
	expect(await tested({ baseUrl: `${sandbox.baseUrl}/v1/` })).toMatchObject({ status: 'OK' });
	const asked = sandbox.log.all({ path: '/operations' });
	expect(asked.map(({ method, query }) => [method, query])).toEqual([['GET', { limit: '1' }]]);
});

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
