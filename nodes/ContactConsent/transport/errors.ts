import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { timeIn } from '../clock';
import { plainText, sentence, shortened } from '../values';
import type { FailureFacts, Refusal, ServiceResponse, ValidationEntry } from './types';

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
	const { serviceMessage, validation = [], requestId, networkMessage, from } = facts;
	const evidence = [
		networkMessage && `n8n says: ${networkMessage}`,
		serviceMessage && `${from ? 'The answer' : 'The service'} says: ${serviceMessage}`,
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

	constructor(
		words: Refusal,
		readonly facts: FailureFacts,
	) {
		super(words.message);
		this.name = 'ServiceError';
		this.advice = words.description;
	}

	/** How to go on, where it came from, and the evidence. */
	describe(where: string): string {
		return paragraph(this.advice, where, this.facts);
	}

	get description(): string {
		return this.describe('');
	}
}

/** The error of an execution that somebody has stopped. */
export function executionCancelled(neverSent: boolean): ServiceError {
	const words = { message: 'The execution was cancelled', description: 'No further request was sent.' };
	return new ServiceError(words, { kind: 'cancelled', neverSent });
}

/** The error of a request for which no time is left. */
export function noTimeLeft(): ServiceError {
	const message = 'There was no time left to send the request';
	const description = 'Earlier requests used all the time. Try again later.';
	return new ServiceError({ message, description }, { kind: 'timeout', neverSent: true });
}

/** The same error, which says until when the service asks to wait, if it named a time. @param wait what is left of it */
export function untilWhen(error: ServiceError, wait: number | undefined, timeZone: string): ServiceError {
	const { advice, facts } = error;
	if (!asksToWait(facts) || !facts.retryAfterMs || !wait) return error;
	const who = facts.from ? 'Something between n8n and the service' : 'The service';
	const message = `${who} asks to wait until ${timeIn(wait, timeZone)}`;
	return new ServiceError({ message, description: advice }, { ...facts, retryAfterMs: wait });
}

/** A failure as the reason for which something else is not sent. @param wait what is left of the one it asks for */
export function notSent({ message, advice, facts }: ServiceError, why: string, wait = 0): ServiceError {
	const words = { message, description: `${advice} ${why}`.trim() };
	const retryAfterMs = asksToWait(facts) ? wait : undefined;
	return new ServiceError(words, { ...facts, retryAfterMs, neverSent: true });
}

/** Refusals that prove no cause. Of 401 and 403, n8n by itself would think that they do not pass. */
const provesNoCause = ({ kind, status = 0, retryAfterMs }: FailureFacts): boolean =>
	kind === 'status' &&
	status >= 400 &&
	status < 500 &&
	![401, 403, 408, 429].includes(status) &&
	!retryAfterMs;

/** For n8n's polling back-off: only what is proven, because after `configuration-invalid` it waits for half an hour. */
function failureCause(facts: FailureFacts): NodeApiError['failure'] {
	const { kind, status, from, retryAfterMs } = facts;
	if (status === 401 && from === undefined) return { cause: 'credential-invalid' };
	if (kind === 'blocked') return { cause: 'configuration-invalid' };
	if (provesNoCause(facts)) return undefined;
	const cause = status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, retryAfterMs: retryAfterMs || undefined };
}

/** Turns a failed request into the error that n8n shows: title, description and HTTP code. */
export function toNodeApiError(
	node: INode,
	error: ServiceError,
	words: Refusal = error,
	itemIndex?: number,
): NodeApiError {
	const message = shortened(plainText(words.message));
	const { facts } = error;
	const nodeError = new NodeApiError(
		node,
		{ message },
		{
			message,
			description: plainText(words.description),
			httpCode: facts.status?.toString(),
			failure: failureCause(facts),
			itemIndex,
		},
	);
	// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
	nodeError.message = message;
	return nodeError;
}

/** "Try again later" (500 is documented as that), 429, and what gateways say; 520 and above are those of Cloudflare. */
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([
	...[408, 429, 500, 502, 503, 504],
	...[520, 521, 522, 523, 524, 529, 530],
]);

/** True for failures that may pass by themselves. */
export const isPassing = ({ kind, status }: FailureFacts): boolean =>
	kind === 'unreachable' || kind === 'timeout' || (kind === 'status' && PASSING_STATUSES.has(status));

/** True for an answer that asks to wait, for however long: the service has done nothing, and waiting is no failed try. */
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
	const { kind, status, neverSent, aboutRecord } = error.facts;
	if (aboutRecord) return false;
	return needsAPerson(error) || neverSent === true || kind === 'cancelled' || status === 429;
}

/** True for a 404 of the service itself, about the record that was asked for. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.facts.status === 404 && !error.facts.wrongAddress;

/** What is known about a failed request; `undefined` for an error of another kind. */
export const factsOf = (error: unknown): FailureFacts | undefined =>
	error instanceof ServiceError ? error.facts : undefined;
