import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText } from '../values';
import { ServiceError } from './errors';
import type { FailureKind, Redact } from './types';

type Meaning = readonly [codes: RegExp, kind: FailureKind, message: string, advice: string];

/** What a failure means, by its code, in the words for a person; the first row that fits counts. */
const MEANINGS: readonly Meaning[] = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		'unreachable',
		'The address {host} cannot be found',
		"The 'Base URL' in the Contact Consent API credentials is misspelled, or n8n has no internet.",
	],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
		'unreachable',
		'The service at {host} cannot be reached',
		"Check that the service is running and that the 'Base URL' in the Contact Consent API credentials has the right port.",
	],
	[
		// `ERR_CANCELED`: the time limit that a poll sets itself. A cancelled execution is told apart by its signal.
		/^(ECONNABORTED|ERR_CANCELED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		'timeout',
		'The service at {host} did not answer in time',
		'Try again later. If this goes on, check that n8n can reach this address.',
	],
	[
		// `ALERT` is what the other side says of n8n, with `CERTIFICATE` in some of the codes.
		/^EPROTO$|_ALERT_/,
		'setting',
		'n8n and the service at {host} cannot agree on https',
		"If the service uses http, begin the 'Base URL' in the Contact Consent API credentials with http://. If it asks n8n for a certificate of its own: these nodes cannot send one.",
	],
	[
		// The last is a message: all that older versions of n8n show in the test of a credential.
		/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS|^SSL Issue:/,
		'setting',
		'n8n does not trust the certificate of {host}',
		"Install its certificate authority on the n8n host, or turn on 'Ignore SSL Issues (Insecure)' in the Contact Consent API credentials.",
	],
	[
		// Names of n8n's own errors and of mistakes in code: the network had no part in them.
		/^(ERR_INVALID_.*|(Type|Range|Reference|Syntax|User|Operational|Unexpected|Expression|NodeOperation)Error)$/,
		'setting',
		'n8n could not send the request',
		'Check the Contact Consent API credentials and run the node again.',
	],
];

/** Any other code: something went wrong on the way, and nobody knows whether the service got the request. */
const BROKE_OFF: Meaning = [
	/./,
	'unreachable',
	'The connection to the service at {host} broke off',
	"Check that the service is running and that the 'Base URL' in the Contact Consent API credentials has the right port.",
];

/** n8n's protection against requests into its own network: the name of its errors; older versions show only the message. */
const BLOCKED = /^(Ssrf|The request was blocked because)/;
const HOW_TO_ALLOW =
	'The environment variables for that are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.';

/** What was thrown, and what lies behind it. */
const levelsOf = (caught: unknown, most = 5): IDataObject[] =>
	isRecord(caught) && most > 0 ? [caught, ...levelsOf(caught.cause, most - 1)] : [];

/**
 * Words for a request that got no answer. n8n's helper throws an AxiosError, its own error, or a NodeApiError around one
 * of them, in which older versions of n8n leave out the cause.
 */
export function networkError(caught: unknown, url: string, redact: Redact): ServiceError {
	const texts = (key: string) => levelsOf(caught).flatMap((level) => scalarText(level[key]) || []);
	const names = [...texts('name'), ...texts('message')];
	// n8n puts its own words over those of the network, which are in the innermost error.
	const said = redact(texts('message').at(-1) ?? '');
	if (names.some((name) => BLOCKED.test(name))) {
		const description = `${redact(texts('description')[0] ?? '')} ${HOW_TO_ALLOW}`.trim();
		return new ServiceError({ message: said, description }, { kind: 'blocked', neverSent: true });
	}
	const code = texts('code')[0] ?? texts('httpCode')[0];
	const signs = code === undefined ? names : [code];
	const meaning = MEANINGS.find(([codes]) => signs.some((sign) => codes.test(sign)));
	const [, kind, message, advice] = meaning ?? BROKE_OFF;
	const isNew = code !== undefined && /^[A-Z]/.test(code) && !said.includes(code);
	return new ServiceError(
		{ message: message.replace('{host}', () => new URL(url).host), description: advice },
		{
			kind,
			neverSent: meaning !== undefined && kind !== 'timeout',
			wrongAddress: code === 'ENOTFOUND',
			networkMessage: isNew ? `${said} (${code})` : said,
		},
	);
}
