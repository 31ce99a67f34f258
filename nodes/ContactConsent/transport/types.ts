/**
 * Whether a request may be repeated after a failure that leaves open what the service did. With `ifNotBegun`, it is
 * repeated only if nothing was done (`isNotBegun`, or this machine had no connection): otherwise the work could be done
 * twice, or the content of the first answer be lost.
 */
export type Repeatable = 'safe' | 'ifNotBegun';

/**
 * The kind of success that a request expects. Any other success comes from elsewhere or is damaged. `accepted` is a 202
 * with any body: after another success, it is unknown what became of the upload. `nothing` is a 204.
 */
export type ExpectedBody = 'object' | 'list' | 'pdf' | 'accepted' | 'nothing' | 'any';

/** The words for a failure: `message` is one short sentence on what happened, `description` says how to go on. */
export interface Refusal {
	message: string;
	description: string;
	/** The failure is about this record alone. The service may take other requests. */
	aboutRecord?: true;
}

/** One request to the service as data, not yet encoded and without the base URL. */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'DELETE';
	/** Raw path segments below `/v1`. The transport encodes them, and refuses segments that would leave the path. */
	path: readonly string[];
	query?: Readonly<Record<string, string | number | undefined>>;
	body?: unknown;
	expect: ExpectedBody;
	repeatable: Repeatable;
	/** Sent without the API key (only `/ping`). */
	anonymous?: true;
	/** The service took others like it meanwhile: its failure is its own, and no sign of an outage. */
	failsAlone?: boolean;
	/** It keeps a turn on a record from ending, so it goes before other reads. */
	isAwaited?: true;
	/** The longest wait for one answer in milliseconds. Missing: the transport's default. */
	timeout?: number;
	/** The endpoint's own words for a status. The transport has general words for every status. */
	refusals?: Readonly<Partial<Record<number, Refusal>>>;
	/** The list of events that is read. If the service asks to wait with one list, it may still give the other. */
	list?: 'history' | 'latest';
	/** The ID of the record that is read. An answer with another record is refused. */
	recordId?: string;
	/** The fields that identify an item of a list. Missing: `id`. */
	identity?: readonly string[];
}

export interface ServiceResponse<Body = unknown> {
	status: number;
	/** Header names in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
	body: Body;
	/** How many entries of a list were removed from the body, because they are no objects. */
	leftOut?: number;
}

/**
 * Requests that began in the same state of the door. A new generation begins when the door closes, or when too many
 * requests were under way. Only the present generation shows the present state of the service: what earlier requests
 * meet was known when it began.
 */
export interface Generation {
	underWay: number;
}

/** What a door counts. The numbers only go up. */
export interface Counts {
	/** Answers that prove that this part of the service works, through all of its doors. */
	answersOfPart: number;
	/** Such answers at this door. */
	answersHere: number;
	/** Signs of a limit that holds for all: a request is told to wait for the first time, or several are. */
	signsOfLimit: number;
}

/**
 * What is known of a request through all of its tries. If its sender begins it anew, what is known of its waits stays, and
 * its tries begin anew (`begunAnew`). Times are milliseconds of `elapsed`.
 */
export interface Ticket {
	request: ServiceRequest;
	/** When the next try may begin. */
	notBefore: number;
	/** When the latest try began; 0 before the first one. */
	beganAt: number;
	/** In which the latest try began; `undefined` before the first one. */
	generation?: Generation;
	/** All failed tries. The pauses grow with their number. */
	failures: number;
	/** Failed tries that count against the request. Failures in an outage do not count. */
	countedFailures: number;
	/** Its failures are no sign of an outage: it failed again while others were answered, or its sender knows so. */
	failsAlone: boolean;
	/**
	 * The counters of its door, as this request remembers them. If one is higher now, others got something meanwhile:
	 *
	 *     counter        remembered when                                    says, if it is higher
	 *     answersOfPart  the first try begins, any failure                  `Others.wereAnswered`: a failure is its own
	 *     answersHere    the first try begins, any failure, told to wait    `Others.wereAnsweredHere`: a 500 to an upload,
	 *                                                                       or a wait, is its own
	 *     signsOfLimit   told to wait                                       `Others.metLimit`: a wait is not its own
	 *
	 * If it is begun anew, it has a first try once more. Then, what it remembers of answers since a wait stays.
	 */
	readonly seen: Counts;
	/** How often in a row a wait was the request's own (`ownFault.ts`). */
	ownWaits: number;
	/** When the request was first told to wait. */
	firstToldToWait?: number;
}

export interface SendLimits {
	/** Milliseconds from now, after which waiting for an answer ends. */
	within?: number;
	/** Milliseconds from now, after which no try begins. */
	beginWithin?: number;
	/**
	 * Of a request that its sender may begin anew after a wait (`newTicket`): each time the same, so that its waits are
	 * counted together. Missing: a new one.
	 */
	ticket?: Ticket;
}

/** Sends one request, and repeats it if that is safe. @throws ServiceError if it does not succeed */
export type Send = <Body = unknown>(
	request: ServiceRequest,
	limits?: SendLimits,
) => Promise<ServiceResponse<Body>>;

export interface Sender extends Send {
	baseUrl: string;
	/** Tells accounts apart: the base URL and a hash of the key. */
	account: string;
	/** Milliseconds spent waiting: because the service asked for it, and because it took no request. */
	waited: () => Record<'onRequest' | 'inOutages', number>;
	/** How many entries of lists were left out, because they are no objects. */
	leftOut: () => number;
	/** The value without the API key, which data from outside may contain. */
	withoutKey: <Value>(value: Value) => Value;
}

/** One entry of the service's two-level `validation_errors`. Both keys are kept, as their meaning is not documented. */
export type ValidationEntry = Record<'outerKey' | 'innerKey' | 'code' | 'message', string>;

/**
 * Why a request has no usable answer. `status`: the status is not a success. `setting`: a person has to change
 * something (a certificate, a redirect, something that n8n cannot send). `blocked`: n8n itself forbids the address.
 * `endless`: the page cursors of a list lead nowhere.
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

/** What is known about a failed request, besides the words for people. */
export interface FailureFacts {
	kind: FailureKind;
	status?: number;
	requestId?: string;
	/** The service's message, and n8n's message about the network. */
	serviceMessage?: string;
	networkMessage?: string;
	validation?: readonly ValidationEntry[];
	/** The wait in milliseconds that the service asked for; 0 for an impossible one. */
	retryAfterMs?: number;
	/** The service's clock, from the `Date` header. */
	date?: string;
	/** Who is to blame instead of the service, if that is proven: something on the way, n8n's proxy, or n8n's host. */
	from?: 'between' | 'proxy' | 'host';
	/**
	 * The service has done nothing: there was no connection, the request was not sent, or it was told to wait for longer
	 * than a try may begin.
	 */
	neverSent?: boolean;
	/** The service took no request for so long that none is sent any more. */
	isGivenUp?: boolean;
	/** An earlier try may have reached the service, and no later one shows what became of it. How many tries count. */
	triesInVain?: number;
	/** The base URL is wrong: another server answers there, or its host does not exist. */
	wrongAddress?: boolean;
	aboutRecord?: boolean;
}

/** Takes the API key out of a text from outside. */
export type Redact = (text: string) => string;
