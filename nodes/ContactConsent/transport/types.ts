/**
 * Whether a request may be sent again after a failure that leaves open what the service did.
 * - `safe`: a repeat changes nothing (reads of a single thing, uploads that sync to their content, deletes).
 * - `onlyRateLimited`: a repeat could do the work twice or lose what the first answer carried, so that
 *   only a 429, which says that nothing was done, is followed by another try.
 */
export type Repeatable = 'safe' | 'onlyRateLimited';

/**
 * The kind of success that a request has; anything else is an answer from somewhere else, or a damaged one.
 * - `object`, `list`, `pdf`: the body.
 * - `accepted`: a 202, whatever its body. After any other success nobody knows what became of the upload.
 * - `nothing`: a 204, as a deletion is answered.
 * - `any`: any body or none.
 */
export type ExpectedBody = 'object' | 'list' | 'pdf' | 'accepted' | 'nothing' | 'any';

/** The words for a failure: `message` is one short sentence on what happened, `description` says how to go on. */
export interface Refusal {
	message: string;
	description: string;
}

/** One request to the service as data. Nothing in it is encoded or bound to a base URL yet. */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'DELETE';
	/** Raw path segments below `/v1`; the transport encodes them and refuses those that would leave the path. */
	path: readonly string[];
	query?: Readonly<Record<string, string | number | undefined>>;
	body?: unknown;
	expect: ExpectedBody;
	repeatable: Repeatable;
	/** Sent without the API key (only `/ping`). */
	anonymous?: true;
	/** Longest wait for one answer in milliseconds; the transport's default where it is left out. */
	timeout?: number;
	/** The endpoint's own words for a status; the transport has general ones for every status. */
	refusals?: Readonly<Partial<Record<number, Refusal>>>;
}

export interface ServiceResponse<Body = unknown> {
	status: number;
	/** Header names in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
	body: Body;
}

/** Bounds on a request that come from its caller. */
export interface SendLimits {
	/** Epoch milliseconds after which no further try is made and no answer is waited for. */
	deadline?: number;
	/** Milliseconds: where the next try is further away than this, the failure is final. */
	longestPause?: number;
	/** For a request made from what was read before: it is made anew where it waited so long that this is out of date. */
	renewal?: { isDue: () => boolean; request: () => Promise<ServiceRequest> };
}

/** Sends one request, repeats it where that is safe, and throws a `ServiceError` for everything but a success. */
export type Send = <Body = unknown>(
	request: ServiceRequest,
	limits?: SendLimits,
) => Promise<ServiceResponse<Body>>;

/** One entry of the service's two-level `validation_errors`, with both keys kept: their meaning is not documented. */
export interface ValidationEntry {
	outerKey: string;
	innerKey: string;
	code: string;
	message: string;
}

/**
 * Why there is no usable answer.
 * - `status`: the service answered with a status that is no success.
 * - `unreachable`, `timeout`, `certificate`: the network failed.
 * - `unexpectedBody`: a success with a body that is not the documented one.
 * - `notAccepted`: a success that does not say whether the service took the upload.
 * - `redirect`: the service sent n8n elsewhere.
 * - `blocked`: n8n itself does not allow the address.
 * - `unsent`: n8n could not send the request, for a reason of its own.
 * - `invalidPath`: an ID cannot stand in a path.
 * - `cancelled`: somebody stopped the execution.
 */
export type FailureKind =
	| 'status'
	| 'unreachable'
	| 'timeout'
	| 'certificate'
	| 'unexpectedBody'
	| 'notAccepted'
	| 'redirect'
	| 'blocked'
	| 'unsent'
	| 'invalidPath'
	| 'cancelled';

/** What is known about a failed request beyond its words. */
export interface FailureFacts {
	kind: FailureKind;
	status?: number;
	requestId?: string;
	/** The `message` of the service's error body. */
	serviceMessage?: string;
	validation?: readonly ValidationEntry[];
	/** Raw `Retry-After` header. */
	retryAfter?: string;
	/** The wait the service asked for, in milliseconds. */
	retryAfterMs?: number;
	/** What n8n says of a network that failed. */
	networkMessage?: string;
	/** The connection was never made. */
	neverSent?: boolean;
	/** An answer arrived, but not from a Contact Consent service: the base URL is wrong. */
	wrongAddress?: boolean;
	/** The service refused every request like this. */
	refusesAll?: boolean;
}

/** Takes the API key out of a text that came from outside. */
export type Redact = (text: string) => string;
