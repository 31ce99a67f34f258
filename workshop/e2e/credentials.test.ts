import { usePlayground } from './playground';

const playground = usePlayground();

/** What the editor's Test button shows. */
const tested = async (changes: { baseUrl?: string; apiKey?: string }) => {
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

test('what is wrong is said', async () => {
	const wrongKey = await tested({ apiKey: 'another' });
	expect(wrongKey).toMatchObject({ status: 'Error', message: expect.stringMatching(/^Wrong key/) as string });
	const stopped = await tested({ baseUrl: 'http://127.0.0.1:9' });
	expect(stopped.message).toMatch(/^The service at 127\.0\.0\.1:9 cannot be reached\./);
	expect(JSON.stringify([wrongKey, stopped])).not.toMatch(/another|ECONN/);
});
