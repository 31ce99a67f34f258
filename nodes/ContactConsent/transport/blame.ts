import type { FailureFacts, FailureKind, Refusal } from './types';

/**
 * Who is to blame for a failed request: the only place with words about the service, a gateway, a proxy, a certificate.
 * Two tables, one for answers and one for the network, of what was seen, what that proves, and what is said. The first
 * row that fits counts.
 */

const IN_CREDENTIALS = 'in the Contact Consent API credentials';
const WITHOUT_ID = 'The answer has no Request-Id';
export const WRONG_ADDRESS = `Check the 'Base URL' ${IN_CREDENTIALS}: it has to be the address of the service itself.`;
const PROXY_SETTINGS = "n8n's environment variables HTTP_PROXY and HTTPS_PROXY";

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

type Proven = Pick<FailureFacts, 'kind' | 'wrongAddress' | 'from' | 'neverSent'>;
type AnswerRow = readonly [
	seen: (signs: AnswerSigns) => boolean,
	proven: Proven,
	said: (signs: AnswerSigns) => Refusal,
];

/** The words for a status that the service itself sent, as far as anybody knows. */
const OF_SERVICE: Readonly<Record<number, Refusal>> = {
	400: {
		message: 'The service could not read the request',
		description: 'Compare the values of this node with what the service says.',
	},
	401: {
		message: 'The service refused the API key',
		description: `Check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}, or ask the service for a new key.`,
	},
	403: {
		message: 'The service does not allow this request',
		description: `Ask the service for an API key that has the right to do this. If every request ends like this, check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}.`,
	},
	404: {
		message: 'The service has no such record',
		description: 'Check the ID. Somebody may have deleted the record.',
	},
	422: {
		message: 'The service refused the values',
		description: 'Correct the values that the service names and run the node again.',
	},
	429: {
		message: 'The service asks for fewer requests',
		description: 'Run the node again later, or run the workflow less often.',
	},
	500: {
		message: 'The service could not process the request',
		description: 'Try again later. If this goes on, give the Request-Id to the support of the service.',
	},
};

const otherStatus = (status: number): Refusal => ({
	message: `The service answered with the unexpected status ${status}`,
	description: `Check the 'Base URL' ${IN_CREDENTIALS} and the values of this node.`,
});

const ofService = ({ status, own }: AnswerSigns): Refusal =>
	own ?? OF_SERVICE[Math.min(status, 500)] ?? otherStatus(status);

/** Statuses that say the same whoever sends them: too slow, too large, too many. */
const SAME_FROM_ANYBODY: ReadonlySet<number> = new Set([408, 413, 429]);
/** What gateways send where they do not reach the service. 520 and above are Cloudflare's own. */
const isOfGateway = (status: number): boolean =>
	(status >= 502 && status <= 504) || (status >= 520 && status <= 530);

const ANSWERS: readonly AnswerRow[] = [
	[
		({ status }) => status === 407,
		{ kind: 'setting', from: 'proxy', neverSent: true },
		() => ({
			message: 'The proxy between n8n and the service asks for a login',
			description: `The request did not reach the service. Write user name and password into ${PROXY_SETTINGS}, e.g. http://user:password@proxy.example.com:3128.`,
		}),
	],
	[
		({ status, hasRequestId, isPage }) => status === 404 && (isPage || !hasRequestId),
		{ kind: 'status', wrongAddress: true },
		() => ({
			message: "There is no Contact Consent service at the 'Base URL'",
			description: WRONG_ADDRESS,
		}),
	],
	[
		({ status, hasRequestId, isPage }) =>
			status < 500 && isPage && !hasRequestId && !SAME_FROM_ANYBODY.has(status),
		{ kind: 'status', from: 'between' },
		({ status }) => ({
			message: `Something between n8n and the service refused the request (status ${status})`,
			description: `${WITHOUT_ID} and is a web page, so a gateway or a firewall sent it. Ask those who run it to let n8n through. It says nothing about the API key.`,
		}),
	],
	[
		({ status, hasRequestId }) => !hasRequestId && isOfGateway(status),
		{ kind: 'status', from: 'between' },
		({ status }) => ({
			message: `A gateway answered instead of the service (status ${status})`,
			description: `The service may be down. Try again later. If this goes on, tell the support of the service when it happened: this answer has no Request-Id.`,
		}),
	],
	[
		({ status, hasRequestId }) => !hasRequestId && status >= 500,
		{ kind: 'status' },
		(signs) => ({
			...ofService(signs),
			description:
				'Try again later. If this goes on, tell the support of the service when it happened: this answer has no Request-Id.',
		}),
	],
	[
		({ hasRequestId }) => !hasRequestId,
		{ kind: 'status' },
		(signs) => {
			const { description, ...words } = ofService(signs);
			const doubt = `${WITHOUT_ID}, so it may come from something between n8n and the service, or the 'Base URL' may be wrong.`;
			return { ...words, description: `${description} ${doubt}` };
		},
	],
	[() => true, { kind: 'status' }, ofService],
];

/** What an answer that is no success proves, and the words for it. */
export function blameForAnswer(signs: AnswerSigns): [words: Refusal, proven: Proven] {
	const [, proven, said] = ANSWERS.find(([seen]) => seen(signs)) as AnswerRow;
	return [said(signs), proven];
}

/** What was seen of a request without an answer. */
export interface NetworkSigns {
	/** The code of the failure; where there is none, the names and messages of the errors. */
	signs: readonly string[];
	/** Host and port of the connection that failed, where they are not the service's: then it is a proxy. */
	proxy: string | undefined;
}

/** What a failure proves, in the words for a person. `{host}` is the service's host, `{proxy}` the proxy's. */
export interface NetworkBlame {
	kind: FailureKind;
	/** Nobody got the request. */
	neverSent: boolean;
	message: string;
	advice: string;
}

type NetworkRow = readonly [
	codes: RegExp,
	proven: Pick<NetworkBlame, 'kind' | 'neverSent'>,
	message: string,
	advice: string,
	throughProxy?: true,
];

const UNREACHED = { kind: 'unreachable', neverSent: true } as const;
const SETTING = { kind: 'setting', neverSent: true } as const;
const CHECK_SERVICE = `Check that the service is running and that the 'Base URL' ${IN_CREDENTIALS} has the right port.`;
const TRUST =
	"Install it on the n8n host (environment variable NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues (Insecure)'";

const NETWORK: readonly NetworkRow[] = [
	[
		/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ETIMEDOUT|ECONNRESET)$/,
		UNREACHED,
		'The proxy at {proxy} cannot be reached',
		`The request did not get as far as the service. Check that the proxy is running, and its address in ${PROXY_SETTINGS}.`,
		true,
	],
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		UNREACHED,
		'The address {host} cannot be found',
		`The 'Base URL' ${IN_CREDENTIALS} is misspelled, or n8n has no internet.`,
	],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
		UNREACHED,
		'The service at {host} cannot be reached',
		CHECK_SERVICE,
	],
	[
		// `ERR_CANCELED`: the time limit that a poll sets itself. A cancelled execution is told apart by its signal.
		/^(ECONNABORTED|ERR_CANCELED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		{ kind: 'timeout', neverSent: false },
		'The service at {host} did not answer in time',
		'Try again later. If this goes on, check that n8n can reach this address.',
	],
	[
		// `ALERT` is what the other side says of n8n, with `CERTIFICATE` in some of the codes.
		/^EPROTO$|_ALERT_/,
		SETTING,
		'n8n and the service at {host} cannot agree on https',
		`If the service uses http, begin the 'Base URL' ${IN_CREDENTIALS} with http://. If it asks n8n for a certificate of its own: these nodes cannot send one.`,
	],
	[
		/^CERT_HAS_EXPIRED$|certificate has expired/,
		SETTING,
		'The certificate of {host} has expired',
		'Tell the company that runs the service. If only n8n says so, check the clock of the n8n host.',
	],
	[
		/^CERT_NOT_YET_VALID$|certificate is not yet valid/,
		SETTING,
		'The certificate of {host} is not valid yet',
		'Check the clock of the n8n host. If it is right, tell the company that runs the service.',
	],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$|does not match certificate's altnames/,
		SETTING,
		'The certificate at {host} belongs to another host',
		`Check the 'Base URL' ${IN_CREDENTIALS}: its host has to be one that the certificate names. If it is right, another server answers there: tell the company that runs the service.`,
	],
	[
		/^DEPTH_ZERO_SELF_SIGNED_CERT$|^self.signed certificate$/,
		SETTING,
		'The certificate of {host} is self-signed, so n8n does not know its authority',
		`${TRUST} ${IN_CREDENTIALS}.`,
	],
	[
		/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|self.signed certificate in|unable to (get|verify)/,
		SETTING,
		'n8n does not know the authority that issued the certificate of {host}',
		`${TRUST} ${IN_CREDENTIALS}.`,
	],
	[
		// The last is a message: all that older versions of n8n show in the test of a credential.
		/CERT|ERR_TLS|^SSL Issue:/,
		SETTING,
		'n8n does not trust the certificate of {host}',
		'Ask the company that runs the service for its certificate authority, and install it on the n8n host.',
	],
	[
		// What came is not what its header says that it is.
		/^(Z_.*|ERR_BROTLI.*|HPE_.*|ERR_HTTP_INVALID.*)$/,
		{ kind: 'unreachable', neverSent: false },
		'The answer from {host} arrived damaged',
		'Something between n8n and the service may have changed it. Try again later.',
	],
	[
		// Names of n8n's own errors and of mistakes in code: the network had no part in them.
		/^(ERR_INVALID_.*|(Type|Range|Reference|Syntax|User|Operational|Unexpected|Expression|NodeOperation)Error)$/,
		SETTING,
		'n8n could not send the request',
		'Check the Contact Consent API credentials and run the node again.',
	],
	[
		// Something went wrong on the way, and nobody knows whether the service got the request.
		/^/,
		{ kind: 'unreachable', neverSent: false },
		'The connection to the service at {host} broke off',
		CHECK_SERVICE,
	],
];

/** What a failure of the network proves, and the words for it. @param host of the service */
export function blameForNetwork({ signs, proxy }: NetworkSigns, host: string): NetworkBlame {
	const fits = ([codes, , , , throughProxy]: NetworkRow): boolean =>
		(!throughProxy || proxy !== undefined) && signs.some((sign) => codes.test(sign));
	const [, proven, message, advice] = NETWORK.find(fits) ?? (NETWORK.at(-1) as NetworkRow);
	const words = message.replace('{host}', () => host).replace('{proxy}', () => proxy ?? '');
	return { ...proven, message: words, advice };
}
