import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText } from '../lib/json';
import type { Proven } from './blame';
import { ServiceError } from './errors';
import type { Redact } from './types';
import { asRefusal, IN_CREDENTIALS, PROXY_SETTINGS } from './messageParts';

type NetworkRow = readonly [codes: RegExp, proven: Proven, said: string, throughProxy?: true];

const UNREACHED: Proven = { kind: 'unreachable', neverSent: true };
const SETTING: Proven = { kind: 'setting', neverSent: true };
const CHECK_SERVICE = `Check that the service is running and that the 'Base URL' ${IN_CREDENTIALS} has the right port.`;
const TRUST = `Install it on the n8n host (environment variable NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues (Insecure)' ${IN_CREDENTIALS}.`;

const OWN_LIMIT = /^(ECONNABORTED|ERR_CANCELED)$/;

/**
 * Finds out who is to blame for a request without an answer. A row is chosen by the code of the failure or, if it has
 * no code, by the names and messages of the errors. The first row that fits counts; the last one fits all.
 */
const NETWORK: readonly NetworkRow[] = [
	[
		/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ETIMEDOUT)$/,
		UNREACHED,
		`The proxy at {proxy} cannot be reached. The request did not get as far as the service. Check that the proxy is running, and its address in ${PROXY_SETTINGS}.`,
		true,
	],
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		UNREACHED,
		`The address {host} cannot be found. The 'Base URL' ${IN_CREDENTIALS} is misspelled, or n8n has no internet.`,
	],
	[
		/^(EMFILE|ENFILE|EADDRNOTAVAIL|ENOBUFS)$/,
		{ ...UNREACHED, from: 'host' },
		'The n8n host has no connection left for another request. The service was not asked. Run fewer executions at the same time, or let the administrator of n8n raise the limit of open files and connections.',
	],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/,
		UNREACHED,
		`The service at {host} cannot be reached. ${CHECK_SERVICE}`,
	],
	[
		// A cancelled execution has the same codes. The sender recognises it by its signal.
		OWN_LIMIT,
		{ kind: 'timeout', neverSent: false },
		'The service at {host} did not answer in time. The time limit is that of these nodes. Try again later. If this goes on, check that n8n can reach this address.',
	],
	[
		/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		{ kind: 'timeout', neverSent: false },
		'The service at {host} did not answer in time. Try again later. If this goes on, check that n8n can reach this address.',
	],
	[
		// With an `ALERT`, the other side refuses n8n. Some of these codes also contain `CERTIFICATE`, so this row comes
		// first.
		/^EPROTO$|_ALERT_/,
		SETTING,
		`n8n and the service at {host} cannot agree on https. If the service uses http, begin the 'Base URL' ${IN_CREDENTIALS} with http://. If it asks n8n for a certificate of its own: these nodes cannot send one.`,
	],
	[
		/CERT_HAS_EXPIRED|certificate has expired/,
		SETTING,
		'The certificate of {host} has expired. Tell the company that runs the service. If only n8n says so, check the clock of the n8n host.',
	],
	[
		/CERT_NOT_YET_VALID|certificate is not yet valid/,
		SETTING,
		'The certificate of {host} is not valid yet. Check the clock of the n8n host. If it is right, tell the company that runs the service.',
	],
	[
		/ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/,
		SETTING,
		`The certificate at {host} belongs to another host. Check the 'Base URL' ${IN_CREDENTIALS}: its host has to be one that the certificate names. If it is right, another server answers there: tell the company that runs the service.`,
	],
	[
		/DEPTH_ZERO_SELF_SIGNED_CERT|self.signed certificate$/,
		SETTING,
		`The certificate of {host} is self-signed, so n8n does not know its authority. ${TRUST}`,
	],
	[
		/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|self.signed certificate in|unable to (get|verify)/,
		SETTING,
		`n8n does not know the authority that issued the certificate of {host}. ${TRUST}`,
	],
	[
		// `SSL Issue:` begins a message. Older versions of n8n give only this message in a credential test.
		/CERT|ERR_TLS|^SSL Issue:/,
		SETTING,
		'n8n does not trust the certificate of {host}. Ask the company that runs the service which authority issued it, and install that on the n8n host.',
	],
	[
		/^(Z_|ERR_BROTLI|HPE_)/,
		{ kind: 'unreachable', neverSent: false },
		'The answer from {host} arrived damaged. Something between n8n and the service may have changed it. Try again later.',
	],
	[
		// Names of n8n's own errors and of programming errors. The network did not cause them.
		/^(ERR_INVALID_.*|(Type|Range|Reference|Syntax|User|Operational|Unexpected|Expression|NodeOperation)Error)$/,
		SETTING,
		'n8n could not send the request. Check the Contact Consent API credentials and run the node again.',
	],
	[
		// The failure happened on the way. It is unknown whether the service got the request.
		/^/,
		{ kind: 'unreachable', neverSent: false },
		`The connection to the service at {host} broke off. ${CHECK_SERVICE}`,
	],
];

/** Codes whose messages do not help, e.g. a line of OpenSSL's source. Only the code is shown. */
const SAYS_NOTHING = /^(Z_|ERR_BROTLI|HPE_|EPROTO$|ERR_SSL_)/;

/** n8n's protection against requests into its own network: the error's name, or its message in older versions. */
const BLOCKED = /^(Ssrf|The request was blocked because)/;
const HOW_TO_ALLOW =
	'The environment variables for that are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.';

/**
 * The caught error and the errors behind it, outermost first. Of several tries to connect, the first counts. In older
 * versions of n8n, a NodeApiError has no cause, but it lists the messages that it replaces.
 */
const levelsOf = (caught: unknown, most = 5): IDataObject[] => {
	if (!isRecord(caught) || most === 0) return [];
	const { cause, errors, messages } = caught as Partial<Record<string, unknown[]>>;
	const behind = cause ?? errors?.[0] ?? (messages?.[0] && { message: messages[0] });
	return [caught, ...levelsOf(behind, most - 1)];
};

/** True for an IP address, as `URL` writes it. */
const isNumeric = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** What Node could not find or reach, in the message of its error: a host name, or an address and a port. */
const TARGET = /^(?:getaddrinfo \w+ (\S+)|connect \w+ (\S+):(\d+))/;

/** Host and port of the proxy, if n8n failed to reach one. The message then has another host or port than the URL. */
function proxyIn(message: string, url: URL): string | undefined {
	const [, name, address, port] = TARGET.exec(message) ?? [];
	if (name !== undefined) return name === url.hostname ? undefined : name;
	if (address === undefined) return undefined;
	const own = url.port || (url.protocol === 'http:' ? '80' : '443');
	// The addresses of a host name are unknown here, so only its port can be compared.
	const isOther = port !== own || (isNumeric(url.hostname) && url.hostname.replace(/[[\]]/g, '') !== address);
	return isOther ? `${address}:${port}` : undefined;
}

/** The network's message with the code of the failure. */
function shownOf(code: string, said: string): string | undefined {
	if (OWN_LIMIT.test(code)) return undefined;
	if (SAYS_NOTHING.test(code)) return `code ${code}`;
	return /^[A-Z]/.test(code) && !said.includes(code) ? `${said} (${code})` : said;
}

/**
 * The error for a request without an answer. n8n's helper throws an AxiosError, its own error, or a NodeApiError around
 * one of them.
 */
export function networkError(caught: unknown, url: string, redact: Redact): ServiceError {
	const levels = levelsOf(caught);
	const texts = (key: string) => levels.flatMap((level) => scalarText(level[key]) || []);
	const names = [...texts('name'), ...texts('message')];
	// n8n replaces the network's message by its own. The innermost error still has it.
	const innermost = texts('message').at(-1) ?? '';
	const said = redact(innermost);
	if (names.some((name) => BLOCKED.test(name))) {
		const description = `${redact(texts('description')[0] ?? '')} ${HOW_TO_ALLOW}`.trim();
		return new ServiceError({ message: said, description }, { kind: 'blocked', neverSent: true });
	}
	const code = texts('code')[0] ?? texts('httpCode')[0];
	const address = new URL(url);
	const proxy = proxyIn(innermost, address);
	const signs = code === undefined ? ['', ...names] : [code];
	const fits = ([codes, , , throughProxy]: NetworkRow): boolean =>
		(!throughProxy || proxy !== undefined) && signs.some((sign) => codes.test(sign));
	const [, proven, text] = NETWORK.find(fits) as NetworkRow;
	const named = (part: string) =>
		part.replaceAll('{host}', () => address.host).replaceAll('{proxy}', () => proxy ?? '');
	// Sentences are told apart before a name comes in, because a host may end with a full stop.
	const { message, description } = asRefusal(text);
	return new ServiceError(
		{ message: named(message), description: named(description) },
		{
			...proven,
			wrongAddress: code === 'ENOTFOUND' && proxy === undefined,
			networkMessage: shownOf(code ?? '', said),
		},
	);
}
