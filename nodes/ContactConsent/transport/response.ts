import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isRecord, records, scalarText, shortened } from '../values';
import { blameForAnswer, WRONG_ADDRESS } from './blame';
import { ServiceError } from './errors';
import type { ExpectedBody, FailureFacts, Redact, Refusal, ServiceRequest, ServiceResponse } from './types';

const UNEXPECTED: Refusal = {
	message: 'The answer does not match the documentation of the service',
	description: 'Something between n8n and the service may have changed the answer. Try again later.',
};
const NOT_ACCEPTED: Refusal = {
	message: 'The service did not say whether it accepted the upload',
	description:
		'It may have processed the upload or not. Read one of the uploaded records, or list the recent operations, to find out. Uploading the same records again does no harm.',
};

/** These are sent back to the service as they are: without a part that happens to be the key, it would not know them. */
const SENT_BACK: ReadonlySet<string> = new Set(['next-cursor', 'operation-id']);

/** n8n's full response as the transport reads it; a service may echo the key in any other header. */
export function readResponse(answer: IN8nHttpFullResponse, redact: Redact): ServiceResponse {
	const headers: Record<string, string | undefined> = {};
	for (const [given, value] of Object.entries(answer.headers)) {
		const [name, text] = [given.toLowerCase(), scalarText(value)];
		headers[name] = text && !SENT_BACK.has(name) ? redact(text) : text;
	}
	return { status: answer.statusCode, headers, body: answer.body };
}

export const isPdf = ({ status, headers }: ServiceResponse): boolean =>
	status === 200 && /^application\/pdf\b/i.test(headers['content-type'] ?? '');

/** Which answers are the success that was asked for. */
const IS_EXPECTED: Record<ExpectedBody, (answer: ServiceResponse) => boolean> = {
	accepted: ({ status }) => status === 202,
	nothing: ({ status }) => status === 204,
	// The Request-Id is all there is to tell the service from a web page that answers everything with success.
	any: ({ status, headers }) => status === 204 || headers['request-id'] !== undefined,
	// "No content" is documentation that is not generated yet.
	pdf: (answer) => answer.status === 204 || isPdf(answer),
	object: ({ status, body }) => status === 200 && isRecord(body),
	// Some services show an empty list as null. One that has entries, and no object among them, is of something else.
	list: ({ status, body }) =>
		status === 200 && (body === null || (Array.isArray(body) && (body.length === 0 || body.some(isRecord)))),
};

/** A list without what is no object in it: one strange entry must not take the others along. */
function listIn(response: ServiceResponse): ServiceResponse {
	const body = records(response.body);
	const leftOut = Array.isArray(response.body) ? response.body.length - body.length : 0;
	return { ...response, body, ...(leftOut > 0 && { leftOut }) };
}

/** Why an answer is no success: the words, and what is known besides its status and Request-Id. */
type Failure = [words: Refusal, facts: FailureFacts];

function redirect({ headers: { location } }: ServiceResponse, url: string): Failure {
	const isAddress = location !== undefined && URL.canParse(location, url);
	const origin = isAddress ? new URL(location, url).origin : 'null';
	const message = `The service redirects to ${origin === 'null' ? 'an unknown address' : origin}`;
	const description = `n8n does not follow, because the API key must not reach another address. ${WRONG_ADDRESS}`;
	return [{ message, description }, { kind: 'setting' }];
}

/** A success that is not the one that was expected. One from elsewhere says nothing about an upload. */
function unexpectedSuccess({ status, headers }: ServiceResponse, { expect }: ServiceRequest): Failure {
	const wrongAddress = headers['request-id'] === undefined;
	const { message, description } = expect === 'accepted' ? NOT_ACCEPTED : UNEXPECTED;
	const instead = expect === 'accepted' ? `It answered with the status ${status} instead of 202. ` : '';
	const advice = instead + (wrongAddress ? WRONG_ADDRESS : description);
	return [
		{ message, description: advice },
		{ kind: 'unexpectedBody', wrongAddress },
	];
}

/** A longer wait is a mistake, e.g. a time in seconds since 1970, by which a process would never ask again. */
const LONGEST_ASKED = 24 * 60 * 60_000;

/** HTTP's form of a date; `Date.parse` alone would also read `in 5`. */
const httpDate = (text = ''): number => (/^\w{3}, .* GMT$/.test(text) ? Date.parse(text) : NaN);

/**
 * The wait in milliseconds that an answer asks for: digits are seconds, and a date counts from the `Date` of the same
 * answer, because n8n's clock may be wrong; without one, from n8n's clock. 0 for one that cannot be meant, nothing
 * where none is asked for.
 */
function waitIn({ 'retry-after': asked, date }: ServiceResponse['headers']): number | undefined {
	if (!asked) return undefined;
	const wait = /^\d+$/.test(asked) ? 1000 * Number(asked) : httpDate(asked) - (httpDate(date) || Date.now());
	return wait > 0 && wait <= LONGEST_ASKED ? wait : 0;
}

const entriesIn = (value: unknown) => Object.entries(isRecord(value) ? value : {});

/** Each answer of the service carries a Request-Id, and each of its refusals a JSON message (413 has no body). */
function refusal(response: ServiceResponse, request: ServiceRequest, redact: Redact): Failure {
	const { status, headers, body } = response;
	// As short as n8n can store with an execution, and without the key.
	const clean = (text: unknown) => shortened(redact(scalarText(text) ?? ''));
	const { message, validation_errors } = isRecord(body) ? body : {};
	const serviceMessage = typeof message === 'string' ? clean(message) : undefined;
	const validation = entriesIn(validation_errors).flatMap(([outerKey, inner]) =>
		entriesIn(inner).flatMap(([innerKey, entry]) => {
			if (!isRecord(entry)) return [];
			const code = clean(entry.code) || 'no code';
			return { outerKey: clean(outerKey), innerKey: clean(innerKey), code, message: clean(entry.message) };
		}),
	);
	const [{ aboutRecord, ...words }, proven] = blameForAnswer({
		status,
		hasRequestId: headers['request-id'] !== undefined,
		isPage: typeof body === 'string' && /^\s*</.test(body),
		own: request.refusals?.[status],
	});
	const retryAfterMs = waitIn(headers);
	return [words, { ...proven, serviceMessage, validation, retryAfterMs, aboutRecord }];
}

/** The answer to reading one record that is another record. */
function otherRecord(id: string): Failure {
	const message = `The service answered with another record than "${id}"`;
	const description = 'Try again later. If this goes on, give the Request-Id to the support of the service.';
	return [{ message, description }, { kind: 'unexpectedBody' }];
}

/** Reads an answer: a success of the expected kind is handed on, everything else comes back as the error to throw. */
export function checkResponse(
	response: ServiceResponse,
	request: ServiceRequest,
	url: string,
	redact: Redact,
): ServiceResponse | ServiceError {
	const { status, headers, body } = response;
	const hundreds = Math.floor(status / 100);
	const { expect, recordId } = request;
	const isExpected = hundreds === 2 && IS_EXPECTED[expect](response);
	const isOther = recordId !== undefined && isRecord(body) && scalarText(body.id) !== recordId;
	if (isExpected && !isOther) return expect === 'list' ? listIn(response) : response;
	const [words, facts] = isExpected
		? otherRecord(recordId ?? '')
		: hundreds === 2
			? unexpectedSuccess(response, request)
			: hundreds === 3
				? redirect(response, url)
				: refusal(response, request, redact);
	return new ServiceError(words, {
		...facts,
		status,
		requestId: headers['request-id'],
		date: headers.date,
	});
}
