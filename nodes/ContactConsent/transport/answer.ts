import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText } from '../values';

import { ServiceError, wordsForStatus } from './errors';
import { retryAfterMs } from './retry';
import type { ExpectedBody, ServiceRequest, ServiceResponse, ValidationEntry } from './types';

/** Takes a secret out of a text that came from outside. */
export type Redact = (text: string) => string;

const WRONG_ADDRESS =
	'Check the Base URL in the Contact Consent API credentials: it has to be the address of the service itself.';

const STRANGE_ANSWER =
	'The answer has no Request-Id, so it may come from something between n8n and the service, or the Base URL may be wrong.';

const LONGEST_WORDS = 2000;

/** What n8n stores with the execution and shows to a person: words, and not whatever a server can think of. */
const shorten = (text: string): string =>
	text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS)}…` : text;

/** The entries of a `web.PostResponse`, whatever its two keys mean; what does not have that shape is left out. */
function validationEntries(body: IDataObject, redact: Redact): ValidationEntry[] {
	if (!isRecord(body.validation_errors)) return [];
	return Object.entries(body.validation_errors).flatMap(([outerKey, inner]) =>
		isRecord(inner)
			? Object.entries(inner).flatMap(([innerKey, entry]) =>
					isRecord(entry)
						? [
								{
									outerKey: redact(outerKey),
									innerKey: redact(innerKey),
									code: shorten(redact(scalarText(entry.code) ?? 'no code')),
									message: shorten(redact(scalarText(entry.message) ?? '')),
								},
							]
						: [],
				)
			: [],
	);
}

/** True for an answer that carries a PDF. */
export const isPdf = (status: number, headers: ServiceResponse['headers']): boolean =>
	status === 200 && /^application\/pdf\b/i.test(headers['content-type'] ?? '');

function isExpected({ status, body, headers }: ServiceResponse, expected: ExpectedBody): boolean {
	// "No content" is what a deletion answers, and documentation that is not generated yet.
	if (status === 204) return expected === 'any' || expected === 'pdf';
	switch (expected) {
		case 'any':
			// The Request-Id is all there is to tell the service from a web page that answers everything with 200.
			return headers['request-id'] !== undefined;
		case 'object':
			return isRecord(body);
		case 'list':
			return Array.isArray(body) && body.every(isRecord);
		case 'pdf':
			return isPdf(status, headers);
	}
}

function redirectError(
	response: ServiceResponse,
	url: string,
	requestId: string | undefined,
	redact: Redact,
): ServiceError {
	let target = 'an unknown address';
	try {
		target = redact(new URL(response.headers.location ?? '', url).host);
	} catch {
		// A Location that is no address stays "an unknown address".
	}
	return new ServiceError(
		{
			message: `The service redirects to ${target}`,
			description: `Redirects are not followed, because the API key must not reach another address. ${WRONG_ADDRESS}`,
		},
		{ kind: 'redirect', status: response.status, requestId },
	);
}

/**
 * Reads an answer: a success with the body that was expected passes, everything else is thrown.
 *
 * Each answer of the service carries a Request-Id and each of its refusals a JSON message (413 has no body).
 * A 404 or an unexpected success with neither comes from some other server, so the base URL is wrong.
 *
 * @throws ServiceError
 */
export function checkAnswer(
	response: ServiceResponse,
	request: ServiceRequest,
	url: string,
	redact: Redact,
): ServiceResponse {
	const { status, headers, body } = response;
	const requestId = headers['request-id'] && redact(headers['request-id']);
	if (status >= 300 && status < 400) throw redirectError(response, url, requestId, redact);

	if (status >= 200 && status < 300) {
		if (isExpected(response, request.expect)) return response;
		throw new ServiceError(
			{
				message: 'The answer is not what the service is documented to send',
				description:
					requestId === undefined
						? WRONG_ADDRESS
						: 'Something between n8n and the service may have changed the answer. Try again later.',
			},
			{ kind: 'unexpectedBody', status, requestId, wrongAddress: requestId === undefined },
		);
	}

	const message =
		isRecord(body) && typeof body.message === 'string' ? shorten(redact(body.message)) : undefined;
	const wrongAddress = status === 404 && message === undefined && requestId === undefined;
	const words = wrongAddress
		? { message: 'There is no Contact Consent service at the Base URL', description: WRONG_ADDRESS }
		: wordsForStatus(status, request);
	const isStrange = !wrongAddress && status < 500 && message === undefined && requestId === undefined;
	const description = isStrange ? `${words.description} ${STRANGE_ANSWER}` : words.description;
	throw new ServiceError(
		{ ...words, description },
		{
			kind: 'status',
			status,
			requestId,
			serviceMessage: message,
			validation: isRecord(body) ? validationEntries(body, redact) : [],
			retryAfter: headers['retry-after'],
			retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
			wrongAddress,
		},
	);
}

const CODES_NEVER_SENT: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
]);
const CODES_TIMEOUT: ReadonlySet<string> = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/**
 * Words for a request that got no answer.
 *
 * @param caught what n8n's helper threw: an AxiosError or a NodeApiError, both with an errno or axios code
 */
export function networkError(caught: unknown, url: string): ServiceError {
	const { code, httpCode, cause } = caught as {
		code?: unknown;
		httpCode?: unknown;
		cause?: { code?: unknown };
	};
	const reason = scalarText(code ?? cause?.code ?? httpCode) ?? '';
	const { host } = new URL(url);
	const neverSent = CODES_NEVER_SENT.has(reason);
	const technical = /^[A-Z]/.test(reason) ? ` (${reason})` : '';

	if (reason === 'ERR_CANCELED') {
		return new ServiceError(
			{ message: 'The execution was cancelled', description: 'No further request was sent.' },
			{ kind: 'cancelled' },
		);
	}
	if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
		return new ServiceError(
			{
				message: `The address ${host} cannot be found`,
				description: `Check the spelling of the Base URL in the Contact Consent API credentials${technical}.`,
			},
			{ kind: 'unreachable', neverSent, wrongAddress: reason === 'ENOTFOUND' },
		);
	}
	if (CODES_TIMEOUT.has(reason)) {
		return new ServiceError(
			{
				message: `The service at ${host} did not answer in time`,
				description: `Try again later. If it stays, check that n8n may reach this address${technical}.`,
			},
			{ kind: 'timeout' },
		);
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(reason)) {
		return new ServiceError(
			{
				message: `The certificate of ${host} cannot be trusted`,
				description: `Install its certificate authority on the n8n host, or turn on Ignore SSL Issues in the credentials${technical}.`,
			},
			{ kind: 'certificate', neverSent: true },
		);
	}
	return new ServiceError(
		{
			message: neverSent
				? `The service at ${host} cannot be reached`
				: `The connection to the service at ${host} broke off`,
			description: `Check that the service is running and that the Base URL in the Contact Consent API credentials has the right port${technical}.`,
		},
		{ kind: 'unreachable', neverSent },
	);
}
