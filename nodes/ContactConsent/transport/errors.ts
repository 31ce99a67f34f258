import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { plainText, sentence, shortened } from '../values';
import type { FailureFacts, Refusal, ServiceRequest, ServiceResponse, ValidationEntry } from './types';

const CODES_IN_WORDS: ReadonlyMap<string, string> = new Map([
	['v1c001', 'invalid value'],
	['v1c002', 'required'],
	['v1c003', 'breaks a rule that the service does not name'],
	['v1c004', "breaks one of the service's own format rules"],
]);

/** One validation entry in a person's words, e.g. `0 › email: invalid value (v1c001), must be an e-mail address`. */
const describeEntry = ({ outerKey, innerKey, code, message }: ValidationEntry): string =>
	`${outerKey} › ${innerKey}: ${CODES_IN_WORDS.get(code) ?? 'refused'} (${code})${message && `, ${message}`}`;

/** More entries than anybody reads, and than there is room for: an answer may have thousands, for thousands of rows. */
const MOST_DESCRIBED = 200;

/** One paragraph: how to go on, the service's own words, entry by entry, and the id that its support asks for. */
function paragraph(advice: string, where: string, facts: FailureFacts): string {
	const { serviceMessage, validation = [], requestId, networkMessage } = facts;
	const evidence = [
		networkMessage && `n8n says: ${networkMessage}`,
		serviceMessage && `The service says: ${serviceMessage}`,
		...validation.slice(0, MOST_DESCRIBED).map(describeEntry),
	].flatMap((text) => (text ? sentence(text) : []));
	// Without a full stop, so that a double click selects the id alone.
	const id = requestId && `Request-Id: ${requestId}`;
	return [advice.trim() && sentence(advice), where, shortened(evidence.join(' ')), id]
		.filter(Boolean)
		.join(' ');
}

/** A request that did not succeed: `message` says what happened, `advice` how to go on, `description` adds evidence. */
export class ServiceError extends Error {
	readonly advice: string;
	readonly description: string;

	constructor(
		words: Refusal,
		readonly facts: FailureFacts,
	) {
		super(words.message);
		this.name = 'ServiceError';
		this.advice = words.description;
		this.description = paragraph(words.description, '', facts);
	}
}

/** The error of an execution that somebody has stopped. */
export function executionCancelled(neverSent: boolean): ServiceError {
	const words = { message: 'The execution was cancelled', description: 'No further request was sent.' };
	return new ServiceError(words, { kind: 'cancelled', neverSent });
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

/** The words for a status: the endpoint's own, else the general ones, which are the same from 500 on. */
export const wordsForStatus = (status: number, { refusals }: ServiceRequest): Refusal =>
	refusals?.[status] ??
	GENERAL_REFUSALS[Math.min(status, 500)] ?? {
		message: `The service answered with the unexpected status ${status}`,
		description: "Check the 'Base URL' in the Contact Consent API credentials and the values of this node.",
	};

/** For n8n's polling back-off: only what is proven, because after `configuration-invalid` it waits for half an hour. */
function failureCause({ kind, status, retryAfterMs }: FailureFacts): NodeApiError['failure'] {
	if (status === 401) return { cause: 'credential-invalid' };
	if (kind === 'blocked') return { cause: 'configuration-invalid' };
	return { cause: status === 429 ? 'rate-limited' : 'temporarily-unavailable', retryAfterMs };
}

/** Turns a failed request into the error that n8n shows: title, description and HTTP code. */
export function toNodeApiError(
	node: INode,
	{ message: title, advice, facts }: ServiceError,
	where = '',
): NodeApiError {
	const message = shortened(plainText(title));
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description: plainText(paragraph(advice, where, facts)),
			httpCode: facts.status?.toString(),
			failure: failureCause(facts),
		},
	);
	// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
	error.message = message;
	return error;
}

/** "Try again later" (500 is documented as that), 429, and what gateways say. */
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([408, 429, 500, 502, 503, 504]);

/** True for failures that may pass by themselves. */
export const isPassing = ({ kind, status }: FailureFacts): boolean =>
	kind === 'unreachable' || kind === 'timeout' || (kind === 'status' && PASSING_STATUSES.has(status));

/** True for an answer that asks to wait: the service has done nothing, and waiting is no failed try. */
export const asksToWait = ({ status, retryAfterMs }: FailureFacts): boolean =>
	status === 429 || (status === 503 && retryAfterMs !== undefined);

/** True where the service may have done what was asked, although no answer says so. */
export const mayHaveWorked = (error: unknown): boolean => {
	const { kind, status, neverSent } = factsOf(error) ?? { kind: 'setting' };
	const isUnclear = kind === 'unexpectedBody' || kind === 'cancelled' || isPassing({ kind, status });
	return isUnclear && neverSent !== true && status !== 429;
};

/** True where it is not known that the service takes requests; any other refusal is an answer like a success. */
export const isTrouble = (outcome: ServiceResponse | ServiceError): outcome is ServiceError =>
	outcome instanceof ServiceError && (outcome.facts.status === undefined || isPassing(outcome.facts));

/** True where a person has to change the credentials or a setting, at least for requests like this one. */
export const needsAPerson = ({ facts: { kind, status, wrongAddress } }: ServiceError): boolean =>
	kind === 'setting' || kind === 'blocked' || status === 401 || wrongAddress === true;

/** True where the cause lies in no single record, so that a message names none. */
export function concernsNoRecord(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { kind, status, neverSent } = error.facts;
	return needsAPerson(error) || neverSent === true || kind === 'cancelled' || status === 429;
}

/** True for a 404 of the service itself, about the record that was asked for. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.facts.status === 404 && !error.facts.wrongAddress;

/** What is known about a failed request; `undefined` for an error of another kind. */
export const factsOf = (error: unknown): FailureFacts | undefined =>
	error instanceof ServiceError ? error.facts : undefined;
