import type { IDataObject } from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';

import { isRecord, scalarText } from '../values';

import { ServiceError, wordsForStatus } from './errors';
import { retryAfterMs } from './retry';
import type {
	ExpectedBody,
	Redact,
	Refusal,
	ServiceRequest,
	ServiceResponse,
	ValidationEntry,
} from './types';

const WRONG_ADDRESS =
	"Check the 'Base URL' in the Contact Consent API credentials: it has to be the address of the service itself.";

const STRANGE_ANSWER =
	"The answer has no Request-Id, so it may come from something between n8n and the service, or the 'Base URL' may be wrong.";

const UNEXPECTED: Refusal = {
	message: 'The answer does not match the documentation of the service',
	description: 'Something between n8n and the service may have changed the answer. Try again later.',
};

const NOT_ACCEPTED: Refusal = {
	message: 'The service did not say whether it accepted the upload',
	description:
		'It may have processed the upload or not. Read one of the uploaded records, or list the recent operations, to find out. Uploading the same records again does no harm.',
};

/** n8n's full response as the transport reads it. */
export function readAnswer(answer: unknown): ServiceResponse {
	if (!isRecord(answer) || typeof answer.statusCode !== 'number' || !isRecord(answer.headers)) {
		throw new UnexpectedError("n8n's HTTP helper returned no full response");
	}
	const headers: Record<string, string | undefined> = {};
	for (const [name, value] of Object.entries(answer.headers)) headers[name.toLowerCase()] = scalarText(value);
	return { status: answer.statusCode, headers, body: answer.body };
}

const LONGEST_WORDS = 2000;

/** Words from outside, as short as n8n can store with an execution and without the key. */
const clean = (text: string, redact: Redact): string => {
	const words = redact(text);
	return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words;
};

/** The entries of a `web.PostResponse`, whatever its two keys mean; an entry of another shape is left out. */
function validationEntries({ validation_errors: all }: IDataObject, redact: Redact): ValidationEntry[] {
	const entries: ValidationEntry[] = [];
	for (const [outerKey, inner] of Object.entries(isRecord(all) ? all : {})) {
		for (const [innerKey, entry] of Object.entries(isRecord(inner) ? inner : {})) {
			if (!isRecord(entry)) continue;
			entries.push({
				outerKey: redact(outerKey),
				innerKey: redact(innerKey),
				code: clean(scalarText(entry.code) ?? 'no code', redact),
				message: clean(scalarText(entry.message) ?? '', redact),
			});
		}
	}
	return entries;
}

/** True for an answer that carries a PDF. */
export const isPdf = (status: number, headers: ServiceResponse['headers']): boolean =>
	status === 200 && /^application\/pdf\b/i.test(headers['content-type'] ?? '');

function isExpected({ status, body, headers }: ServiceResponse, expected: ExpectedBody): boolean {
	// The Request-Id is all there is to tell the service from a web page that answers everything with success.
	const hasRequestId = headers['request-id'] !== undefined;
	switch (expected) {
		case 'accepted':
			return status === 202;
		case 'nothing':
			return status === 204;
		case 'any':
			return status === 204 || hasRequestId;
		case 'pdf':
			// "No content" is documentation that is not generated yet.
			return status === 204 || isPdf(status, headers);
		case 'object':
			return status !== 204 && isRecord(body);
		case 'list':
			return status !== 204 && Array.isArray(body) && body.every(isRecord);
	}
}

function redirectError({ status, headers }: ServiceResponse, url: string, redact: Redact): ServiceError {
	let target = '';
	try {
		// The key is looked for before a URL turns its host into small letters.
		if (headers.location !== undefined) target = new URL(redact(headers.location), url).host;
	} catch {
		// No address: unknown.
	}
	return new ServiceError(
		{
			message: `The service redirects to ${target || 'an unknown address'}`,
			description: `n8n does not follow, because the API key must not reach another address. ${WRONG_ADDRESS}`,
		},
		{ kind: 'redirect', status, requestId: requestIdOf(headers, redact) },
	);
}

const requestIdOf = (headers: ServiceResponse['headers'], redact: Redact): string | undefined =>
	headers['request-id'] && clean(headers['request-id'], redact);

/** A success that is not the one that was expected. */
function unexpectedSuccess(
	{ status, headers }: ServiceResponse,
	{ expect }: ServiceRequest,
	redact: Redact,
): ServiceError {
	const requestId = requestIdOf(headers, redact);
	const wrongAddress = requestId === undefined;
	const isUpload = expect === 'accepted';
	const words = isUpload ? NOT_ACCEPTED : UNEXPECTED;
	const parts = [
		isUpload ? `It answered with the status ${status} instead of 202.` : '',
		// An answer from elsewhere says nothing about the upload, which never arrived.
		wrongAddress ? WRONG_ADDRESS : words.description,
	];
	return new ServiceError(
		{ message: words.message, description: parts.filter(Boolean).join(' ') },
		{ kind: isUpload ? 'notAccepted' : 'unexpectedBody', status, requestId, wrongAddress },
	);
}

/**
 * Each answer of the service carries a Request-Id and each of its refusals a JSON message (413 has no body).
 * A 404 without the Request-Id comes from some other server, whatever it says. It is not taken for "no such record":
 * an upload that keeps what is not sent would then erase it.
 */
function refusal(
	{ status, headers, body }: ServiceResponse,
	request: ServiceRequest,
	redact: Redact,
): ServiceError {
	const requestId = requestIdOf(headers, redact);
	const record = isRecord(body) ? body : {};
	const serviceMessage = typeof record.message === 'string' ? clean(record.message, redact) : undefined;
	const isStrange = status < 500 && serviceMessage === undefined && requestId === undefined;
	const wrongAddress = status === 404 && requestId === undefined;
	const words = wrongAddress
		? { message: "There is no Contact Consent service at the 'Base URL'", description: WRONG_ADDRESS }
		: wordsForStatus(status, request);
	return new ServiceError(
		isStrange && !wrongAddress ? { ...words, description: `${words.description} ${STRANGE_ANSWER}` } : words,
		{
			kind: 'status',
			status,
			requestId,
			serviceMessage,
			validation: validationEntries(record, redact),
			retryAfter: headers['retry-after'],
			retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
			wrongAddress,
		},
	);
}

/** Reads an answer: a success of the expected kind passes, everything else comes back as the error to throw. */
export function checkAnswer(
	response: ServiceResponse,
	request: ServiceRequest,
	url: string,
	redact: Redact,
): ServiceResponse | ServiceError {
	const { status } = response;
	if (status >= 300 && status < 400) return redirectError(response, url, redact);
	if (status < 200 || status >= 400) return refusal(response, request, redact);
	return isExpected(response, request.expect) ? response : unexpectedSuccess(response, request, redact);
}
