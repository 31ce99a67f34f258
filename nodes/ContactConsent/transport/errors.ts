import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { singleLine } from '../values';
import { isPassing } from './retry';
import type { FailureFacts, FailureKind, Refusal, ServiceRequest, ValidationEntry } from './types';

/** Texts from outside come in lines and end as they like; n8n shows a description as one paragraph. */
export const sentence = (text: string): string => {
	const line = singleLine(text);
	return /[.!?…]$/.test(line) ? line : `${line}.`;
};

const CODES_IN_WORDS: ReadonlyMap<string, string> = new Map([
	['v1c001', 'invalid value'],
	['v1c002', 'required'],
	['v1c003', 'breaks a rule that the service does not name'],
	['v1c004', "breaks one of the service's own format rules"],
]);

/** One validation entry in a person's words, e.g. `0 › email: invalid value (v1c001), must be an e-mail address`. */
function describeEntry({ outerKey, innerKey, code, message }: ValidationEntry): string {
	const words = CODES_IN_WORDS.get(code) ?? 'refused';
	return `${outerKey} › ${innerKey}: ${words} (${code})${message ? `, ${message}` : ''}`;
}

const ENTRIES_SHOWN = 20;

/** One paragraph: how to go on, the service's own words, entry by entry, and the id that its support asks for. */
export function explain(
	advice: string,
	{
		serviceMessage,
		validation = [],
		requestId,
		networkMessage,
	}: Pick<FailureFacts, 'serviceMessage' | 'validation' | 'requestId' | 'networkMessage'>,
): string {
	const sentences = [advice];
	if (networkMessage) sentences.push(`n8n says: ${networkMessage}`);
	if (serviceMessage) sentences.push(`The service says: ${serviceMessage}`);
	sentences.push(...validation.slice(0, ENTRIES_SHOWN).map(describeEntry));
	if (validation.length > ENTRIES_SHOWN) sentences.push(`And ${validation.length - ENTRIES_SHOWN} more`);
	const text = sentences.filter((part) => part.trim() !== '').map(sentence);
	// Without a full stop, so that a double click selects the id alone.
	return [...text, ...(requestId ? [`Request-Id: ${requestId}`] : [])].join(' ');
}

/**
 * A request that did not succeed. `message` is one short sentence on what happened; `description` is `advice`,
 * which says how to go on, with the evidence of the `facts`.
 */
export class ServiceError extends Error {
	readonly description: string;
	readonly advice: string;

	/** @param cause what n8n's helper threw, without the request, whose header holds the key */
	constructor(
		words: Refusal,
		readonly facts: FailureFacts,
		cause?: Error,
	) {
		super(words.message, cause && { cause });
		this.name = 'ServiceError';
		this.advice = words.description;
		this.description = explain(words.description, facts);
	}
}

const GENERAL_REFUSALS: Readonly<Record<number, Refusal>> = {
	400: {
		message: 'The service could not read the request',
		description: 'Compare the values of this node with what the service says.',
	},
	401: {
		message: 'The service refused the API key',
		description:
			"Check 'API Key' and 'Authentication Scheme' in the Contact Consent API credentials, or ask the service for a new key.",
	},
	403: {
		message: 'The service does not allow this request',
		description:
			"Ask the service for an API key that has the right to do this. If every request ends like this, check 'API Key' and 'Authentication Scheme' in the Contact Consent API credentials.",
	},
	404: {
		message: 'The service has no such record',
		description: 'Check the ID. Somebody may have deleted the record.',
	},
	410: {
		message: 'The service no longer has this record',
		description: 'It was removed for good: trying again does not bring it back.',
	},
	413: {
		message: 'The request was too large for the service',
		description: 'Even alone, the record is too large. Shorten its texts or its custom data.',
	},
	422: {
		message: 'The service refused the values',
		description: 'Correct the values that the service names and run the node again.',
	},
	429: {
		message: 'The service asks for fewer requests',
		description: 'Run the node again later, or run the workflow less often.',
	},
};

const SERVER_FAULT: Refusal = {
	message: 'The service could not process the request',
	description: 'Try again later. If this goes on, give the Request-Id to the support of the service.',
};

/** The words for a status: the endpoint's own, else the general ones. */
export function wordsForStatus(status: number, request: ServiceRequest): Refusal {
	const known = request.refusals?.[status] ?? GENERAL_REFUSALS[status];
	if (known) return known;
	if (status >= 500) return SERVER_FAULT;
	return {
		message: `The service answered with the unexpected status ${status}`,
		description: "Check the 'Base URL' in the Contact Consent API credentials and the values of this node.",
	};
}

/** Kinds of failure that last until somebody changes a setting. */
const FOR_A_PERSON: ReadonlySet<FailureKind> = new Set(['redirect', 'certificate', 'blocked', 'unsent']);

/** The causes by which n8n's polling back-off decides when to try again. */
function failureCause({ kind, status, retryAfterMs, wrongAddress }: FailureFacts) {
	if (status === 401) return { cause: 'credential-invalid' as const };
	if (status === 429) return { cause: 'rate-limited' as const, retryAfterMs };
	const isRefusal = status !== undefined && status >= 400 && !isPassing({ status });
	if (wrongAddress || FOR_A_PERSON.has(kind) || isRefusal) {
		return { cause: 'configuration-invalid' as const };
	}
	return { cause: 'temporarily-unavailable' as const, retryAfterMs };
}

/** Turns a failed request into the error that n8n shows: title, description, HTTP code, data and item. */
export function toNodeApiError(node: INode, error: ServiceError, itemIndex?: number): NodeApiError {
	const { status, serviceMessage, validation, requestId } = error.facts;
	const data: JsonObject = {
		message: serviceMessage ?? error.message,
		...(requestId ? { request_id: requestId } : {}),
		...(validation?.length ? { validation_errors: validation.map((entry) => ({ ...entry })) } : {}),
	};
	const nodeError = new NodeApiError(
		node,
		{ message: error.message },
		{
			message: error.message,
			description: error.description,
			httpCode: status?.toString(),
			itemIndex,
			failure: failureCause(error.facts),
		},
	);
	// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
	nodeError.message = error.message;
	nodeError.context.data = data;
	if (error.cause !== undefined) {
		// As `Error` itself does: kept for logs, and not stored with the execution.
		Object.defineProperty(nodeError, 'cause', { value: error.cause, configurable: true, writable: true });
	}
	return nodeError;
}

/** True where no request can succeed until a person changes the credentials or a setting of n8n. */
export const needsAPerson = ({ facts }: ServiceError): boolean =>
	facts.status === 401 || facts.wrongAddress === true || FOR_A_PERSON.has(facts.kind);

/**
 * True where the cause lies in no single record: the others would end in the same way. A 403 may be about one record;
 * a 429 ends a request only where the service has taken nothing for a long time.
 */
export const concernsAll = (error: unknown): boolean =>
	error instanceof ServiceError &&
	(needsAPerson(error) ||
		error.facts.status === 429 ||
		error.facts.neverSent === true ||
		error.facts.refusesAll === true ||
		error.facts.kind === 'cancelled');

/** True for a 404 of the service itself, about the record that was asked for. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.facts.status === 404 && !error.facts.wrongAddress;

/** What is known about a failed request; `undefined` for an error of another kind. */
export const factsOf = (error: unknown): FailureFacts | undefined =>
	error instanceof ServiceError ? error.facts : undefined;
