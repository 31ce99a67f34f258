import { networkError } from '../../nodes/ContactConsent/transport/network';
import { sentence } from '../support/sentences';

const URL_OF_REQUEST = 'https://api.example.com:8443/v1/contacts/c';
const KEY = 'secret-key-1';
const errorOf = (caught: unknown) =>
	networkError(caught, URL_OF_REQUEST, (text) => text.split(KEY).join('***'));

const HOST = { host: 'api.example.com:8443' };
const UNREACHABLE = sentence('serviceUnreachable', HOST);
const BROKE_OFF = sentence('brokeOff', HOST);
const EXPIRED = sentence('certificateExpired', HOST);
const NOT_YET = sentence('certificateNotYet', HOST);
const OF_OTHER = sentence('certificateOfOther', HOST);
const SELF_SIGNED = sentence('selfSigned', HOST);
const NO_AUTHORITY = sentence('authorityNotKnown', HOST);

/** Errors of n8n's helper: axios's own, or n8n's around them. In older versions, n8n's errors hide their cause. */
it.each<[unknown, string, boolean, string]>([
	[{ code: 'ECONNREFUSED' }, 'unreachable', true, UNREACHABLE],
	[{ code: 'ENOTFOUND' }, 'unreachable', true, sentence('addressNotFound', HOST)],
	[{ code: 'ECONNRESET' }, 'unreachable', false, BROKE_OFF],
	[{ name: 'TypeError', code: 'ECONNRESET' }, 'unreachable', false, BROKE_OFF],
	[{ code: 'ETIMEDOUT' }, 'timeout', false, sentence('notInTime', HOST)],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'setting', true, SELF_SIGNED],
	[{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'setting', true, NO_AUTHORITY],
	[{ code: 'CERT_HAS_EXPIRED' }, 'setting', true, EXPIRED],
	[{ code: 'CERT_NOT_YET_VALID' }, 'setting', true, NOT_YET],
	[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'setting', true, OF_OTHER],
	[{ code: 'CERT_REVOKED' }, 'setting', true, sentence('notTrusted', HOST)],
	[
		{ code: 'Z_DATA_ERROR', message: 'incorrect header check' },
		'unreachable',
		false,
		sentence('answerDamaged', HOST),
	],
	[{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.5:8443' }, 'unreachable', true, UNREACHABLE],
	[
		{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.5:3128' },
		'unreachable',
		true,
		sentence('proxyUnreachable', { proxy: '10.0.0.5:3128' }),
	],
	[
		{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND api.example.com' },
		'unreachable',
		true,
		sentence('addressNotFound', HOST),
	],
	[
		{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND proxy.example' },
		'unreachable',
		true,
		sentence('proxyUnreachable', { proxy: 'proxy.example' }),
	],
	// As n8n 2.20 throws it.
	[
		{
			httpCode: 'ECONNREFUSED',
			message: 'The service refused the connection - perhaps it is offline',
			messages: ['connect ECONNREFUSED 10.0.0.5:3128'],
		},
		'unreachable',
		true,
		sentence('proxyUnreachable', { proxy: '10.0.0.5:3128' }),
	],
	[{ errors: [{ code: 'ECONNREFUSED' }] }, 'unreachable', true, UNREACHABLE],
	[
		{ message: "SSL Issue: consider using the 'Ignore SSL issues' option" },
		'setting',
		true,
		sentence('notTrusted', HOST),
	],
	[{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }, 'setting', true, sentence('noHttps', HOST)],
	[{ code: 'XHPE_INVALID_URL' }, 'unreachable', false, BROKE_OFF],
	[{ code: 'ERR_INVALID_URL' }, 'setting', true, sentence('notSendable')],
	[{ name: 'NodeApiError', cause: { name: 'TypeError' } }, 'setting', true, sentence('notSendable')],
	[{ code: '', cause: { code: 'ECONNREFUSED' } }, 'unreachable', true, UNREACHABLE],
	[{ message: 'No SSL Issue: the server went away' }, 'unreachable', false, BROKE_OFF],
	[{ name: 'NoSsrfError', message: 'not of n8n' }, 'unreachable', false, BROKE_OFF],
	['a thrown text', 'unreachable', false, BROKE_OFF],
])('%j is of the kind "%s", and the request was never sent: %s', (caught, kind, neverSent, words) => {
	const { message, facts } = errorOf(caught);
	expect([facts.kind, facts.neverSent]).toEqual([kind, neverSent]);
	expect(message).toContain(words);
});

it.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'EPROTO', 'TypeError', 'ERR_CANCELED', 'ECONNABORTED'])(
	'a code that only contains %s is another one',
	(code) => {
		for (const other of [`X${code}`, `${code}X`]) {
			const message = 'getaddrinfo X proxy.example';
			expect(errorOf({ code: other, message }).message).toSay('brokeOff');
		}
	},
);

/** Older versions of n8n hide the code of the failure in a credential test. */
it.each([
	['certificate has expired', EXPIRED],
	['certificate is not yet valid', NOT_YET],
	["Hostname/IP does not match certificate's altnames: Host: x.", OF_OTHER],
	['self signed certificate', SELF_SIGNED],
	['self-signed certificate', SELF_SIGNED],
	['self-signed certificate in certificate chain', NO_AUTHORITY],
	['unable to get local issuer certificate', NO_AUTHORITY],
	['unable to verify the first certificate', NO_AUTHORITY],
])('without a code, the message %j decides', (message, words) => {
	expect(errorOf({ name: 'NodeApiError', message }).message).toContain(words);
});

it('a service that wants a client certificate is told apart from a wrong certificate', () => {
	const { advice } = errorOf({ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' });
	expect(advice).toMatch(/asks n8n for a certificate/);
	expect(advice).not.toMatch(/Ignore SSL/);
});

it("an error keeps the network's words and code, but nothing of the request, which contains the key", () => {
	const cause = { code: 'ECONNRESET', message: `socket\nhang up ${KEY}`, config: { headers: { a: KEY } } };
	const error = errorOf({ message: "n8n's own words", cause });
	expect(error.describe()).toMatch(/\. n8n says: socket hang up \*\*\* \(ECONNRESET\)\.$/);
	expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain(KEY);
});

it('a refusal of n8n itself is recognised, even if an older version hides its cause', () => {
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
		const error = errorOf(caught);
		const { message, facts } = error;
		expect([message, facts.kind, facts.neverSent]).toEqual([words, 'blocked', true]);
		expect(error.describe()).toBe(
			`${advice} The environment variables for that are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.`,
		);
	}
	expect(errorOf({ message: words }).advice).toMatch(/^The environment variables/);
});

it.each([
	['http://10.0.0.4/', '10.0.0.5:80', true],
	['http://10.0.0.4/', '10.0.0.4:80', false],
	['http://[::1]:81/', '::1:81', false],
	['http://[::1]:81/', '::2:81', true],
	['https://10.0.0.4/', '10.0.0.4:80', true],
	['https://api.example/', '10.0.0.4:443', false],
	// Names that may look like an address.
	['https://db/', '10.0.0.4:443', false],
	['https://1.node1/', '10.0.0.4:443', false],
	['http://10.0.0.4/', '10.0.0.5', false],
	['http://10.0.0.4/', '', false],
])('for the address %s, a failed connection to %s is one to a proxy: %s', (url, target, isProxy) => {
	const message = `connect ECONNREFUSED ${target} - Local (0.0.0.0:0)`;
	const error = networkError({ code: 'ECONNREFUSED', message }, url, (text) => text);
	if (isProxy) expect(error.message).toSay('proxyUnreachable');
	else expect(error.message).not.toSay('proxyUnreachable');
});

it.each([
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
	['SELF_SIGNED_CERT_IN_CHAIN', true],
	['DEPTH_ZERO_SELF_SIGNED_CERT', true],
	['CERT_HAS_EXPIRED', false],
	['ERR_TLS_CERT_ALTNAME_INVALID', false],
	['CERT_REVOKED', false],
])('after %s, ignoring SSL issues is advised: %s', (code, isOffered) => {
	expect(errorOf({ code }).advice.includes('Ignore SSL Issues')).toBe(isOffered);
});

it("the Base URL is blamed if its host does not exist, not if the proxy's does not or if the lookup failed", () => {
	expect(
		errorOf({ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND proxy.example' }).facts.wrongAddress,
	).toBe(false);
	expect(errorOf({ code: 'ENOTFOUND' }).facts.wrongAddress).toBe(true);
	expect(errorOf({ code: 'EAI_AGAIN' }).facts.wrongAddress).toBe(false);
});

it.each([
	[{ code: 'ECONNRESET', message: 'socket hang up' }, 'socket hang up (ECONNRESET)'],
	[{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED ::1:80' }, 'connect ECONNREFUSED ::1:80'],
	[{ code: 'Z_DATA_ERROR', message: 'incorrect header check' }, 'code Z_DATA_ERROR'],
	[{ code: 'HPE_INVALID_VERSION', message: 'Parse Error: Expected dot' }, 'code HPE_INVALID_VERSION'],
	[{ code: 'EPROTO', message: 'write EPROTO 40:error:wrong version:ssl3_record.c:350:' }, 'code EPROTO'],
	[{ code: 'EPROTOTYPE', message: 'Protocol wrong type' }, 'Protocol wrong type (EPROTOTYPE)'],
	[{ code: 'XHPE_1', message: 'Not of the parser' }, 'Not of the parser (XHPE_1)'],
	[{ code: 'ERR_CANCELED', message: 'canceled' }, undefined],
	[{ code: 'ECONNABORTED', message: 'timeout of 60000ms exceeded' }, undefined],
	[{ httpCode: '200 OK', message: 'stream has been aborted' }, 'stream has been aborted'],
])('of %j, the description shows: %s', (caught, shown) => {
	expect(errorOf(caught).facts.networkMessage).toBe(shown);
});

/** Errors inside errors, `depth` of them in all. */
const nested = (depth: number): object =>
	depth === 1 ? { code: 'ECONNREFUSED' } : { name: `Level${depth}`, cause: nested(depth - 1) };

it.each([
	[5, true],
	[6, false],
])('a cause is found %i levels deep: %s', (depth, found) => {
	expect(errorOf(nested(depth)).facts.neverSent).toBe(found);
});

it.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS'])(
	"%s is the n8n host's: neither the service nor the proxy nor the Base URL is blamed",
	(code) => {
		for (const message of [`connect ${code} 10.0.0.5:8443`, `connect ${code} 10.0.0.5:3128`, code]) {
			const error = errorOf({ code, message });
			expect(error.facts).toMatchObject({ kind: 'unreachable', neverSent: true, from: 'host' });
			expect(error.facts.wrongAddress).toBeFalsy();
			expect(error.message).toMatch(/^The n8n host has no connection left/);
			expect(error.describe()).toMatch(/The service was not asked\..*administrator of n8n/);
			expect(error.describe()).not.toMatch(/Base URL|proxy/i);
		}
	},
);

it('what cannot be reached within the own network is no fault of the host', () => {
	expect(errorOf({ code: 'ENETDOWN' }).facts.from).toBeUndefined();
});
