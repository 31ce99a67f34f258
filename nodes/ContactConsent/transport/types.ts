/**
 * Whether a request may be sent again after a failure that leaves open what the service did.
 * - `safe`: a repeat changes nothing (reads of a single thing, uploads that sync to their content, deletes).
 * - `onlyRateLimited`: a repeat could do the work twice or lose what the first answer carried, so that
 *   only a 429, which says that nothing was done, is followed by another try.
 */
export type Repeatable = 'safe' | 'onlyRateLimited';

/** What the body of a success has to be; anything else is an answer from somewhere else, or a damaged one. */
export type ExpectedBody = 'object' | 'list' | 'pdf' | 'any';

/** How a documented refusal reads for one endpoint: what happened, and how to go on. */
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

/** Why there is no usable answer: the service answered with a status, or something else went wrong on the way. */
export type FailureKind =
	| 'status'
	| 'unreachable'
	| 'timeout'
	| 'certificate'
	| 'unexpectedBody'
	| 'redirect'
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
	/** The connection was never made. */
	neverSent?: boolean;
	/** An answer arrived, but not from a Contact Consent service: the base URL is wrong. */
	wrongAddress?: boolean;
}
