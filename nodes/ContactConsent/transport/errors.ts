import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { timeIn } from '../lib/time';
import { plainText, sentence, shortened } from '../lib/text';
import { asksToWait, isFinal, isPassing, says } from './statuses';
import type { FailureFacts, Refusal, ServiceResponse, ValidationEntry } from './types';

/**
 * The error of a request without a usable answer, its words, and the questions that others ask about it:
 *
 *     failure                       mayHaveWorked  isTrouble  showsNoService  needsAPerson  concernsNoRecord
 *     400, 403, 404, 422            no             no         no              no            no
 *     401                           no             no         no              yes           yes
 *     409, 423, 425 (busy)          no             no         no              no            no
 *     429                           no             yes        yes             no            yes
 *     408, 500, 502 to 504          yes            yes        yes             no            no
 *     no answer, broke off          yes            yes        yes             no            no
 *     never sent (no network)       no             yes        yes             no            yes
 *     a certificate, blocked        no             yes        yes             yes           yes
 *     a redirect, a proxy's login   no             no         yes             yes           yes
 *     a firewall, a cache           no             no         yes             no            no
 *     404 of another server         no             no         yes             yes           yes
 *     success of another server     yes            no         yes             yes           yes
 *     a strange success             yes            no         no              no            no
 *
 * With `triesInVain`, an earlier try may always have worked.
 * With `aboutRecord`, a failure always concerns its record.
 */

const CODES_IN_WORDS: ReadonlyMap<string, string> = new Map([
	['v1c001', 'invalid value'],
	['v1c002', 'required'],
	['v1c003', 'breaks a rule that the service does not name'],
	['v1c004', "breaks one of the service's own format rules"],
]);

/** One validation entry for people, e.g. `0 › email: invalid value (v1c001), must be an e-mail address`. */
const describeEntry = ({ outerKey, innerKey, code, message }: ValidationEntry): string =>
	`${outerKey} › ${innerKey}: ${CODES_IN_WORDS.get(code) ?? 'refused'} (${code})${message && `, ${message}`}`;

/** The most validation entries in a message. An answer may have thousands, which nobody reads. */
const MOST_DESCRIBED = 200;

/** The texts of `evidenceOf`, because an answer that refuses thousands of rows is shown with each of them. */
const evidences = new WeakMap<FailureFacts, string>();

/** The service's own words and the validation entries. */
function evidenceOf(facts: FailureFacts): string {
	const known = evidences.get(facts);
	if (known !== undefined) return known;
	const { serviceMessage, validation = [], networkMessage, from } = facts;
	const said = [
		networkMessage && `n8n says: ${networkMessage}`,
		serviceMessage && `${from ? 'The answer' : 'The service'} says: ${serviceMessage}`,
		...validation.slice(0, MOST_DESCRIBED).map(describeEntry),
	].flatMap((text) => (text ? sentence(text) : []));
	const evidence = shortened(said.join(' '));
	evidences.set(facts, evidence);
	return evidence;
}

/** One paragraph: how to go on, the rows, the evidence, and the Request-Id. */
function paragraph(advice: string, where: string, facts: FailureFacts): string {
	// No full stop follows, so that a double click selects only the ID.
	const id = facts.requestId && `Request-Id: ${facts.requestId}`;
	return [advice.trim() && sentence(advice), where, evidenceOf(facts), id].filter(Boolean).join(' ');
}

/** A request that did not succeed. `message` says what happened, `advice` how to go on. */
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

	/**
	 * The advice, the sentence `where` about the rows of the input, and the evidence. This is no getter, because the axios
	 * of n8n 2.4 reads all getters of the class of an error that ends a stream.
	 */
	describe(where = ''): string {
		return paragraph(this.advice, where, this.facts);
	}
}

/** The error of a request whose execution was cancelled. */
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

/** If the service named a wait: the same error, with the time until which to wait. @param wait milliseconds left */
export function untilWhen(error: ServiceError, wait: number | undefined, timeZone: string): ServiceError {
	const { advice, facts } = error;
	if (!asksToWait(facts) || !facts.retryAfterMs || !wait) return error;
	const who = facts.from ? 'Something between n8n and the service' : 'The service';
	const message = `${who} asks to wait until ${timeIn(wait, timeZone)}`;
	return new ServiceError({ message, description: advice }, { ...facts, retryAfterMs: wait });
}

/**
 * The error of a request that is not sent because of another failure.
 * @param why a sentence to add to the advice, or an empty text
 * @param wait milliseconds left of the wait that the failure asks for
 * @param isGivenUp no request is sent any more
 */
export function notSent(
	{ message, advice, facts }: ServiceError,
	why: string,
	wait = 0,
	isGivenUp = false,
): ServiceError {
	const words = { message, description: `${advice} ${why}`.trim() };
	const retryAfterMs = asksToWait(facts) ? wait : undefined;
	return new ServiceError(words, {
		...facts,
		retryAfterMs,
		neverSent: true,
		isGivenUp: isGivenUp || undefined,
	});
}

/** True for a refusal whose cause is unknown. */
const provesNoCause = ({ kind, status = 0, retryAfterMs }: FailureFacts): boolean =>
	kind === 'status' && isFinal(status) && !says(status, 'permanent') && !retryAfterMs;

/**
 * The cause for n8n's polling back-off. It has to be proven: after `configuration-invalid`, n8n waits for half an hour.
 */
function failureCause(facts: FailureFacts): NodeApiError['failure'] {
	const { kind, status, from, retryAfterMs } = facts;
	if (status === 401 && from === undefined) return { cause: 'credential-invalid' };
	if (kind === 'blocked') return { cause: 'configuration-invalid' };
	if (provesNoCause(facts)) return undefined;
	const cause = status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, retryAfterMs: retryAfterMs || undefined };
}

/** Turns a failed request into n8n's error, with title, description, HTTP code and cause. */
export function toNodeApiError(
	node: INode,
	error: ServiceError,
	words: Refusal = { message: error.message, description: error.describe() },
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
	// n8n replaces any message that contains an errno name, such as EEXIST in "preexisting".
	nodeError.message = message;
	return nodeError;
}

/** True if the service may have done what was asked, although no answer confirms it. */
export const mayHaveWorked = (error: unknown): boolean => {
	if (!(error instanceof ServiceError)) return false;
	const { kind, status, neverSent, triesInVain } = error.facts;
	if (triesInVain !== undefined) return true;
	const isUnclear = kind === 'unexpectedBody' || kind === 'cancelled' || isPassing(error.facts);
	return isUnclear && neverSent !== true && status !== 429 && !says(status, 'busy');
};

/** True for an answer that did not come from the service: a redirect, a proxy, a firewall, a cache, another server. */
const isForeign = ({ kind, from, wrongAddress }: FailureFacts): boolean =>
	kind === 'setting' || from !== undefined || wrongAddress === true;

/** True if a failure may be that of a service that takes no request, so that its record may be fine. */
export const isTrouble = (outcome: ServiceResponse | ServiceError): outcome is ServiceError =>
	outcome instanceof ServiceError &&
	(outcome.facts.status === undefined || (isPassing(outcome.facts) && !says(outcome.facts.status, 'busy')));

/** True if the outcome does not show that the service takes requests: trouble, or an answer from elsewhere. */
export const showsNoService = (outcome: ServiceResponse | ServiceError): outcome is ServiceError =>
	isTrouble(outcome) || (outcome instanceof ServiceError && isForeign(outcome.facts));

/** True if a failure does not tell what became of an earlier try: it did not get as far as the record. */
export const saysNothingOfRecord = ({ facts }: ServiceError): boolean =>
	facts.status === 401 || facts.status === 429 || facts.neverSent === true || isForeign(facts);

/** True if a person has to change the credentials or a setting before a request like this can succeed. */
export const needsAPerson = ({ facts: { kind, status, wrongAddress } }: ServiceError): boolean =>
	kind === 'setting' || kind === 'blocked' || status === 401 || wrongAddress === true;

/** True if no single record is the cause. The message then names no rows. */
export function concernsNoRecord(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { kind, status, neverSent, aboutRecord } = error.facts;
	if (aboutRecord) return false;
	return needsAPerson(error) || neverSent === true || kind === 'cancelled' || status === 429;
}

/** True if the service itself says that it does not have the record. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.facts.status === 404 && !error.facts.wrongAddress;

/** The facts of a failed request; `undefined` for an error of another kind. */
export const factsOf = (error: unknown): FailureFacts | undefined =>
	error instanceof ServiceError ? error.facts : undefined;
