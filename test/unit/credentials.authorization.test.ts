/** The header that the credential adds to each request. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ContactConsentApi } from '../../credentials/ContactConsentApi.credentials';

const { authenticate } = new ContactConsentApi();
const request: IHttpRequestOptions = {
	url: 'https://a.example/v1/contacts',
	method: 'POST',
	body: [{ id: 'c' }],
	headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
};

it('the key is added to the headers that a request has, and all else of the request stays', async () => {
	expect(await authenticate({ apiKey: 'k', authScheme: 'none' }, request)).toEqual({
		...request,
		headers: { Accept: 'application/json', 'Content-Type': 'application/json', Authorization: 'k' },
	});
	expect(request.headers).not.toHaveProperty('Authorization');
});

it('a request without headers gets the key alone', async () => {
	const { headers } = await authenticate({ apiKey: 'k', authScheme: 'bearer' }, { url: request.url });
	expect(headers).toEqual({ Authorization: 'Bearer k' });
});
