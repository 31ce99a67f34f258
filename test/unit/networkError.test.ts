import { networkError } from '../../nodes/ContactConsent/transport/network';

const URL_OF_REQUEST = 'https://api.example.com:8443/v1/contacts/c';
const KEY = 'secret-key-1';
const errorOf = (caught: unknown) =>
	networkError(caught, URL_OF_REQUEST, (text) => text.split(KEY).join('***'));

/** What n8n's helper throws: axios's own error, or n8n's around it, of which older versions show no cause. */
it.each([
	[{ code: 'ECONNREFUSED' }, 'unreachable', true, /api\.example\.com:8443 cannot be reached/],
	[{ httpCode: 'ECONNREFUSED' }, 'unreachable', true, /cannot be reached/],
	[{ httpCode: null, cause: { code: 'ECONNREFUSED' } }, 'unreachable', true, /cannot be reached/],
	[{ code: 'EHOSTUNREACH' }, 'unreachable', true, /cannot be reached/],
	[{ code: 'ENOTFOUND' }, 'unreachable', true, /cannot be found/],
	[{ code: 'EAI_AGAIN' }, 'unreachable', true, /cannot be found/],
	[{ code: 'ECONNRESET' }, 'unreachable', false, /broke off/],
	[{ httpCode: '200' }, 'unreachable', false, /broke off/],
	[{ name: 'NodeApiError', cause: { name: 'Error' } }, 'unreachable', false, /broke off/],
	[{}, 'unreachable', false, /broke off/],
	[{ name: 'TypeError', code: 'ECONNRESET' }, 'unreachable', false, /broke off/],
	[{ code: 'ECONNABORTED' }, 'timeout', undefined, /did not answer in time/],
	[{ code: 'ETIMEDOUT' }, 'timeout', undefined, /did not answer in time/],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate', true, /does not trust the certificate/],
	[{ code: 'CERT_HAS_EXPIRED' }, 'certificate', true, /certificate/],
	[{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'certificate', true, /certificate/],
	[
		{ message: "SSL Issue: consider using the 'Ignore SSL issues' option" },
		'certificate',
		true,
		/certificate/,
	],
	[{ code: 'EPROTO' }, 'certificate', true, /cannot agree on https/],
	[{ code: 'ERR_CANCELED' }, 'cancelled', undefined, /was cancelled/],
	[{ name: 'NodeApiError', cause: { name: 'TypeError' } }, 'unsent', true, /n8n could not send/],
	[{ name: 'TypeError', code: 'ERR_INVALID_CHAR' }, 'unsent', true, /n8n could not send/],
	[{ name: 'NodeApiError', cause: { name: 'NodeOperationError' } }, 'unsent', true, /n8n could not send/],
])('%j: %s, never sent: %s', (caught, kind, neverSent, words) => {
	const { message, facts } = errorOf(caught);
	expect([facts.kind, facts.neverSent]).toEqual([kind, neverSent]);
	expect(message).toMatch(words);
});

it.each(['ETIMEDOUT', 'ECONNRESET', 'ENOTFOUND'])(
	'keeps the words of the network and the code %s',
	(code) => {
		const { description, cause } = errorOf({
			message: "n8n's own words",
			cause: { code, name: 'AxiosError', message: `socket\nhang up ${KEY}`, config: { headers: { a: KEY } } },
		});
		expect(description).toMatch(new RegExp(`\\. n8n says: socket hang up \\*\\*\\* \\(${code}\\)\\.$`));
		expect(cause).toMatchObject({ message: 'socket\nhang up ***', code });
		expect(JSON.stringify({ ...(cause as Error), stack: (cause as Error).stack })).not.toContain(KEY);
	},
);

it('a refusal of n8n itself, also where an older version hides its cause', () => {
	const words = 'The request was blocked because it resolves to a restricted IP address';
	const advice = 'Ask your n8n administrator to allowlist it.';
	for (const caught of [
		{ name: 'NodeApiError', message: words, description: advice },
		{
			name: 'NodeApiError',
			message: 'other',
			cause: { name: 'SsrfBlockedIpError', message: words, description: advice },
		},
	]) {
		const { message, description, facts } = errorOf(caught);
		expect([message, facts.kind]).toEqual([words, 'blocked']);
		expect(description).toBe(
			`${advice} The environment variables for that are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.`,
		);
	}
});
