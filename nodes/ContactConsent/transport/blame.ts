import type { FailureFacts, Refusal } from './types';

/**
 * Who is to blame for a failed request: the only place with words about the service, a gateway, a proxy, a certificate.
 * Two tables, one for answers and one for the network, of what was seen, what that proves, and what is said. The first
 * row that fits counts. What is said begins with a sentence on what happened; how to go on follows.
 */

const IN_CREDENTIALS = 'in the Contact Consent API credentials';
const PROXY_SETTINGS = "n8n's environment variables HTTP_PROXY and HTTPS_PROXY";
const NO_ID = 'this answer has no Request-Id';
export const WRONG_ADDRESS = `Check the 'Base URL' ${IN_CREDENTIALS}: it has to be the address of the service itself.`;

type Proven = Pick<FailureFacts, 'kind' | 'wrongAddress' | 'from' | 'neverSent'>;

function wordsOf(said: string): Refusal {
	const [message = '', ...rest] = said.split('. ');
	return { message, description: rest.join('. ') };
}

/** What was seen of an answer that is no success. */
export interface AnswerSigns {
	status: number;
	/** Every answer of the service has a Request-Id. */
	hasRequestId: boolean;
	/** A page instead of JSON. */
	isPage: boolean;
	/** The endpoint's own words. */
	own: Refusal | undefined;
}

type AnswerRow = readonly [
	seen: (signs: AnswerSigns) => boolean,
	proven: Proven,
	said: (signs: AnswerSigns) => string | Refusal,
];

/** The words for a status of the service. */
const OF_SERVICE: Readonly<Record<number, string>> = {
	400: 'The service could not read the request. Compare the values of this node with what the service says.',
	401: `The service refused the API key. Check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}, or ask the service for a new key.`,
	403: `The service does not allow this request. Ask the service for an API key that has the right to do this. If every request ends like this, check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}.`,
	404: 'The service has no such record. Check the ID. Somebody may have deleted the record.',
	422: 'The service refused the values. Correct the values that the service names and run the node again.',
	429: 'The service asks for fewer requests. Run the node again later, or run the workflow less often.',
	500: 'The service could not process the request. Try again later. If this goes on, give the Request-Id to the support of the service.',
};

function ofService({ status, own }: AnswerSigns): Refusal {
	const other = `The service answered with the unexpected status ${status}. Check the 'Base URL' ${IN_CREDENTIALS} and the values of this node.`;
	return own ?? wordsOf(OF_SERVICE[Math.min(status, 500)] ?? other);
}

/** Statuses that say the same whoever sends them: too slow, too large, too many. */
const SAME_FROM_ANYBODY: ReadonlySet<number> = new Set([408, 413, 429]);

/** What gateways send where they do not reach the service. 520 and above are Cloudflare's own. */
const isOfGateway = (status: number): boolean =>
	(status >= 502 && status <= 504) || (status >= 520 && status <= 530);

const ANSWERS: readonly AnswerRow[] = [
	[
		({ status }) => status === 407,
		{ kind: 'setting', from: 'proxy', neverSent: true },
		() =>
			`The proxy between n8n and the service asks for a login. The request did not reach the service. Write user name and password into ${PROXY_SETTINGS}, e.g. http://user:password@proxy.example.com:3128.`,
	],
	[
		({ status, hasRequestId, isPage }) => status === 404 && (isPage || !hasRequestId),
		{ kind: 'status', wrongAddress: true },
		() => `There is no Contact Consent service at the 'Base URL'. ${WRONG_ADDRESS}`,
	],
	[
		({ status, hasRequestId, isPage }) =>
			status < 500 && isPage && !hasRequestId && !SAME_FROM_ANYBODY.has(status),
		{ kind: 'status', from: 'between' },
		({ status }) =>
			`Something between n8n and the service refused the request (status ${status}). The answer has no Request-Id and is a web page, so a gateway or a firewall sent it. Ask those who run it to let n8n through. It says nothing about the API key.`,
	],
	[
		({ status, hasRequestId }) => !hasRequestId && isOfGateway(status),
		{ kind: 'status', from: 'between' },
		({ status }) =>
			`A gateway answered instead of the service (status ${status}). The service may be down. Try again later. If this goes on, tell the support of the service when it happened: ${NO_ID}.`,
	],
	[
		({ status, hasRequestId }) => !hasRequestId && status >= 500,
		{ kind: 'status' },
		(signs) => ({
			...ofService(signs),
			description: `Try again later. If this goes on, tell the support of the service when it happened: ${NO_ID}.`,
		}),
	],
	[
		({ hasRequestId }) => !hasRequestId,
		{ kind: 'status' },
		(signs) => {
			const { description, ...words } = ofService(signs);
			const doubt = `The answer has no Request-Id, so it may come from something between n8n and the service, or the 'Base URL' may be wrong.`;
			return { ...words, description: `${description} ${doubt}` };
		},
	],
	[() => true, { kind: 'status' }, ofService],
];

/** What an answer that is no success proves, and the words for it. */
export function blameForAnswer(signs: AnswerSigns): [words: Refusal, proven: Proven] {
	const [, proven, said] = ANSWERS.find(([seen]) => seen(signs)) as AnswerRow;
	const words = said(signs);
	return [typeof words === 'string' ? wordsOf(words) : words, proven];
}

type NetworkRow = readonly [codes: RegExp, proven: Proven, said: string, throughProxy?: true];

const UNREACHED: Proven = { kind: 'unreachable', neverSent: true };
const SETTING: Proven = { kind: 'setting', neverSent: true };
const CHECK_SERVICE = `Check that the service is running and that the 'Base URL' ${IN_CREDENTIALS} has the right port.`;
const TRUST = `Install it on the n8n host (environment variable NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues (Insecure)' ${IN_CREDENTIALS}.`;

/** By the code of a failure; where there is none, by the names and messages of the errors. */
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
		/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
		UNREACHED,
		`The service at {host} cannot be reached. ${CHECK_SERVICE}`,
	],
	[
		// `ERR_CANCELED`: the time limit that a poll sets itself. A cancelled execution is told apart by its signal.
		/^(ECONNABORTED|ERR_CANCELED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		{ kind: 'timeout', neverSent: false },
		'The service at {host} did not answer in time. Try again later. If this goes on, check that n8n can reach this address.',
	],
	[
		// `ALERT` is what the other side says of n8n, with `CERTIFICATE` in some of the codes.
		/^EPROTO$|_ALERT_/,
		SETTING,
		`n8n and the service at {host} cannot agree on https. If the service uses http, begin the 'Base URL' ${IN_CREDENTIALS} with http://. If it asks n8n for a certificate of its own: these nodes cannot send one.`,
	],
	[
		/^CERT_HAS_EXPIRED$|certificate has expired/,
		SETTING,
		'The certificate of {host} has expired. Tell the company that runs the service. If only n8n says so, check the clock of the n8n host.',
	],
	[
		/^CERT_NOT_YET_VALID$|certificate is not yet valid/,
		SETTING,
		'The certificate of {host} is not valid yet. Check the clock of the n8n host. If it is right, tell the company that runs the service.',
	],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$|does not match certificate's altnames/,
		SETTING,
		`The certificate at {host} belongs to another host. Check the 'Base URL' ${IN_CREDENTIALS}: its host has to be one that the certificate names. If it is right, another server answers there: tell the company that runs the service.`,
	],
	[
		/^DEPTH_ZERO_SELF_SIGNED_CERT$|^self.signed certificate$/,
		SETTING,
		`The certificate of {host} is self-signed, so n8n does not know its authority. ${TRUST}`,
	],
	[
		/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|self.signed certificate in|unable to (get|verify)/,
		SETTING,
		`n8n does not know the authority that issued the certificate of {host}. ${TRUST}`,
	],
	[
		// The last is a message: all that older versions of n8n show in the test of a credential.
		/CERT|ERR_TLS|^SSL Issue:/,
		SETTING,
		'n8n does not trust the certificate of {host}. Ask the company that runs the service which authority issued it, and install that on the n8n host.',
	],
	[
		/^(Z_.*|ERR_BROTLI.*|HPE_.*)$/,
		{ kind: 'unreachable', neverSent: false },
		'The answer from {host} arrived damaged. Something between n8n and the service may have changed it. Try again later.',
	],
	[
		// Names of n8n's own errors and of mistakes in code: the network had no part in them.
		/^(ERR_INVALID_.*|(Type|Range|Reference|Syntax|User|Operational|Unexpected|Expression|NodeOperation)Error)$/,
		SETTING,
		'n8n could not send the request. Check the Contact Consent API credentials and run the node again.',
	],
	[
		// Something went wrong on the way, and nobody knows whether the service got the request.
		/^/,
		{ kind: 'unreachable', neverSent: false },
		`The connection to the service at {host} broke off. ${CHECK_SERVICE}`,
	],
];

/**
 * What a failure of the network proves, and the words for it.
 *
 * @param host of the service
 * @param proxy host and port of the connection that failed, where they are not the service's
 */
export function blameForNetwork(
	signs: readonly string[],
	host: string,
	proxy: string | undefined,
): [words: Refusal, proven: Proven] {
	const fits = ([codes, , , throughProxy]: NetworkRow): boolean =>
		(!throughProxy || proxy !== undefined) && signs.some((sign) => codes.test(sign));
	// The last row fits all.
	const [, proven, said] = NETWORK.find(fits) as NetworkRow;
	const { message, description } = wordsOf(said);
	const named = message.replace('{host}', () => host).replace('{proxy}', () => proxy ?? '');
	return [{ message: named, description }, proven];
}
