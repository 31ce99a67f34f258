import { networkError } from '../../nodes/ContactConsent/transport/answer';

const URL_OF_REQUEST = 'https://api.example.com:8443/v1/contacts/c';

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
	[{}, 'unreachable', false, /broke off/],
	[{ code: 'ECONNABORTED' }, 'timeout', undefined, /did not answer in time/],
	[{ code: 'ETIMEDOUT' }, 'timeout', undefined, /did not answer in time/],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate', true, /certificate.*cannot be trusted/],
	[{ code: 'CERT_HAS_EXPIRED' }, 'certificate', true, /certificate/],
	[{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'certificate', true, /certificate/],
	[{ code: 'ERR_CANCELED' }, 'cancelled', undefined, /was cancelled/],
])('%j: %s, never sent: %s', (caught, kind, neverSent, words) => {
	const { message, facts } = networkError(caught, URL_OF_REQUEST);
	expect([facts.kind, facts.neverSent]).toEqual([kind, neverSent]);
	expect(message).toMatch(words);
});

it.each(['ETIMEDOUT', 'ECONNRESET', 'ENOTFOUND'])('shows the code %s, but none of the raw error', (code) => {
	const { description } = networkError({ code, message: 'raw words' }, URL_OF_REQUEST);
	expect(description).toContain(`(${code})`);
	expect(description).not.toContain('raw words');
});
