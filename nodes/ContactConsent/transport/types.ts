/**
 * Whether a request may be sent again after a failure that leaves open what the service did. `onlyRateLimited`: that
 * could do the work twice, or lose what the first answer carried; only a 429 says that nothing was done.
 */
export type Repeatable = 'safe' | 'onlyRateLimited';

/**
 * The kind of success that a request has; anything else is an answer from elsewhere, or a damaged one. `accepted` is a
 * 202, whatever its body: after any other success nobody knows what became of the upload. `nothing` is a 204.
 */
export type ExpectedBody = 'object' | 'list' | 'pdf' | 'accepted' | 'nothing' | 'any';

/** The words for a failure: `message` is one short sentence on what happened, `description` says how to go on. */
export interface Refusal {
	message: string;
	description: string;
	/** It is about this record alone: the service may well take other requests. */
	aboutRecord?: true;
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
	/** The list of events that it reads: if the service asks to wait with one of them, it may well give the other. */
	list?: 'history' | 'latest';
	/** The ID of the record that is read: an answer that is another record is refused. */
	recordId?: string;
	/** Of a list: the fields that tell its items apart; `id` where they are left out. */
	identity?: readonly string[];
}

export interface ServiceResponse<Body = unknown> {
	status: number;
	/** Header names in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
	body: Body;
	/** Entries of a list that are no objects; the body is without them. */
	leftOut?: number;
}

/** Milliseconds from now: after `within` no answer is waited for any more, after `beginWithin` no first try is begun. */
export type SendLimits = { within?: number; beginWithin?: number };

/** Sends one request, repeats it where that is safe, and throws a `ServiceError` for everything but a success. */
export type Send = <Body = unknown>(
	request: ServiceRequest,
	limits?: SendLimits,
) => Promise<ServiceResponse<Body>>;

export interface Sender extends Send {
	baseUrl: string;
	/** Tells accounts apart: the address, and a hash of the key. */
	account: string;
	/** Milliseconds that it has waited, because the service asked for it, or took no request. */
	waited: () => Record<'asked' | 'outage', number>;
	/** How many entries of lists were no objects. */
	leftOut: () => number;
	/** A value without the API key, which others may have put into it. */
	withoutKey: <Value>(value: Value) => Value;
}

/** One entry of the service's two-level `validation_errors`, with both keys kept: their meaning is not documented. */
export type ValidationEntry = Record<'outerKey' | 'innerKey' | 'code' | 'message', string>;

/**
 * Why there is no usable answer: a status that is no success, or no answer at all. `setting`: a person has to change one
 * (a certificate, a redirect, something that n8n cannot send); `blocked`: n8n itself does not allow the address;
 * `endless`: a list whose page cursors lead nowhere.
 */
export type FailureKind =
	| 'status'
	| 'unreachable'
	| 'timeout'
	| 'setting'
	| 'blocked'
	| 'unexpectedBody'
	| 'endless'
	| 'tooLarge'
	| 'invalidPath'
	| 'cancelled';

/** What is known about a failed request beyond its words. */
export interface FailureFacts {
	kind: FailureKind;
	status?: number;
	requestId?: string;
	/** What the service says, and what n8n says of the network. */
	serviceMessage?: string;
	networkMessage?: string;
	validation?: readonly ValidationEntry[];
	/** The wait the service asked for, in milliseconds; 0 where it asked for one that cannot be meant. */
	retryAfterMs?: number;
	/** The service's clock, as the answer has it. */
	date?: string;
	/** Who answered instead of the service, where the answer proves it: something on the way, or n8n's proxy. */
	from?: 'between' | 'proxy';
	/** It never arrived: there was no connection, or no point in trying. */
	neverSent?: boolean;
	/** An answer arrived, but not from a Contact Consent service: the base URL is wrong. */
	wrongAddress?: boolean;
	aboutRecord?: boolean;
}

/** Takes the API key out of a text that came from outside. */
export type Redact = (text: string) => string;
