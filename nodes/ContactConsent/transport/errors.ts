import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { isPassing } from './retry';
import type { FailureFacts, Refusal, ServiceRequest, ValidationEntry } from './types';

/** A request that did not succeed: `message` says what happened, `description` how to go on. */
export class ServiceError extends Error {
	readonly description: string;

	constructor(
		words: Refusal,
		readonly facts: FailureFacts,
	) {
		super(words.message);
		this.name = 'ServiceError';
		this.description = [words.description, ...evidence(facts)].join('\n');
	}
}

const CODES_IN_WORDS: Readonly<Record<string, string>> = {
	v1c001: 'invalid value',
	v1c002: 'required',
	v1c003: 'breaks a rule that the service does not name',
	v1c004: "breaks one of the service's own format rules",
};

/** One validation entry in a person's words, e.g. `0 › email: invalid value (v1c001), must be an e-mail address`. */
export function describeEntry({ outerKey, innerKey, code, message }: ValidationEntry): string {
	const words = CODES_IN_WORDS[code] ?? 'refused';
	return `${outerKey} › ${innerKey}: ${words} (${code})${message ? `, ${message}` : ''}`;
}

const ENTRIES_SHOWN = 20;

/** Texts from outside end as they like; n8n shows all lines in one. */
const sentence = (text: string): string => (/[.!?…]\s*$/.test(text) ? text : `${text}.`);

/** The service's own words, entry by entry, and the id that its support asks for. */
function evidence({ serviceMessage, validation = [], requestId }: FailureFacts): string[] {
	const lines: string[] = [];
	if (serviceMessage) lines.push(sentence(`The service says: ${serviceMessage}`));
	lines.push(...validation.slice(0, ENTRIES_SHOWN).map((entry) => sentence(describeEntry(entry))));
	if (validation.length > ENTRIES_SHOWN) lines.push(`… and ${validation.length - ENTRIES_SHOWN} more.`);
	if (requestId) lines.push(`Request-Id: ${requestId}`);
	return lines;
}

const GENERAL_REFUSALS: Readonly<Record<number, Refusal>> = {
	400: {
		message: 'The service could not read the request',
		description: 'Check the values of this node against what the service says below.',
	},
	401: {
		message: 'The service refused the API key',
		description:
			'Check API Key and Authentication Scheme in the Contact Consent API credentials, or ask the service for a new key.',
	},
	403: {
		message: 'The service does not allow this request',
		description:
			'The API key has no right to do this. Ask the service which key has. If every request ends like this, check API Key and Authentication Scheme in the Contact Consent API credentials.',
	},
	404: {
		message: 'The service does not have what was asked for',
		description: 'Check the id. It may have been deleted in the meantime.',
	},
	410: {
		message: 'What was asked for is no longer available',
		description: 'The service has removed it for good. Trying again does not bring it back.',
	},
	413: {
		message: 'The request was too large for the service',
		description: 'Send less at once, for example with a smaller Batch Size.',
	},
	422: {
		message: 'The service refused the values',
		description: 'Correct the values named below and run the node again.',
	},
	429: {
		message: 'The service asks for fewer requests',
		description: 'Wait a while and run the node again, or run the workflow less often.',
	},
};

const SERVER_FAULT: Refusal = {
	message: 'The service has a problem of its own',
	description: 'Try again later. If it stays, give the Request-Id to the support of the service.',
};

/** The words for a status: the endpoint's own, else the general ones. */
export function wordsForStatus(status: number, request: ServiceRequest): Refusal {
	const known = request.refusals?.[status] ?? GENERAL_REFUSALS[status];
	if (known) return known;
	if (status >= 500) return SERVER_FAULT;
	return {
		message: `The service answered with the unexpected status ${status}`,
		description: 'Check the Base URL in the Contact Consent API credentials and the values of this node.',
	};
}

/** The causes by which n8n's polling back-off decides when to try again. */
function failureCause({ kind, status, retryAfterMs, wrongAddress }: FailureFacts) {
	if (status === 401) return { cause: 'credential-invalid' as const };
	if (status === 429) return { cause: 'rate-limited' as const, retryAfterMs };
	const isRefusal = status !== undefined && status >= 400 && !isPassing({ status });
	if (wrongAddress || kind === 'redirect' || kind === 'certificate' || isRefusal) {
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
	return nodeError;
}

/** True where no answer could ever be right until a person mends the credentials. */
export function needsAPerson({ facts }: ServiceError): boolean {
	return facts.status === 401 || facts.wrongAddress === true || facts.kind === 'redirect';
}

/** True for a 404 of the service itself, about the record that was asked for. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.facts.status === 404 && !error.facts.wrongAddress;

/** What is known about a failed request; `undefined` for an error of another kind. */
export const factsOf = (error: unknown): FailureFacts | undefined =>
	error instanceof ServiceError ? error.facts : undefined;
