import { isRecord, scalarText } from '../values';

import { ServiceError } from './errors';
import type { FailureFacts, Redact, Refusal } from './types';

const CODES_NEVER_SENT: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'EHOSTDOWN',
	'ENETUNREACH',
	'ENETDOWN',
	'EADDRNOTAVAIL',
]);
const CODES_TIMEOUT: ReadonlySet<string> = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** n8n's own errors and mistakes in code: the network had no part in them. */
const NO_NETWORK_ERROR =
	/^(TypeError|RangeError|ReferenceError|SyntaxError|UserError|OperationalError|UnexpectedError|ExpressionError|NodeOperationError)$/;

/** n8n's protection against requests into its own network; older versions show only the message. */
const BLOCKED_NAME = /^Ssrf/;
const BLOCKED_MESSAGE = /^The request was blocked because/;

/** What older versions of n8n show of a certificate in the test of a credential, without code and cause. */
const CERTIFICATE_MESSAGE = /^SSL Issue:/;

const HOW_TO_ALLOW =
	'The environment variables for that are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.';

const DEEPEST_CAUSE = 5;

/** What was thrown, and what lies behind it. */
function causesOf(caught: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	for (let level = caught; isRecord(level) && chain.length < DEEPEST_CAUSE; level = level.cause) {
		chain.push(level);
	}
	return chain;
}

const firstText = (levels: ReadonlyArray<Record<string, unknown>>, key: string): string | undefined =>
	levels.map((level) => scalarText(level[key])).find((text) => text !== undefined && text !== '');

/** What was thrown, without the request in it, whose header holds the key. */
function safeCause(caught: unknown, words: string, code: string, redact: Redact): Error {
	const [outer] = causesOf(caught);
	const cause = Object.assign(new Error(words), { name: scalarText(outer?.name) ?? 'Error' });
	cause.stack = redact(scalarText(outer?.stack) ?? words);
	return code === '' ? cause : Object.assign(cause, { code });
}

/** A connection that could not be encrypted. */
function encryptionFailure(
	levels: ReadonlyArray<Record<string, unknown>>,
	code: string,
	host: string,
): [Refusal, FailureFacts] | undefined {
	const facts: FailureFacts = { kind: 'certificate', neverSent: true };
	if (code === 'EPROTO') {
		const message = `n8n and the service at ${host} cannot agree on https`;
		const description =
			"If the service uses http, begin the 'Base URL' in the Contact Consent API credentials with http://.";
		return [{ message, description }, facts];
	}
	// What the other side says of n8n, with `CERTIFICATE` in some of the codes.
	if (/_ALERT_/.test(code)) {
		const message = `The service at ${host} refused the encrypted connection`;
		const description =
			'It may ask n8n for a certificate of its own, which these nodes cannot send, or for another version of TLS. Ask the support of the service.';
		return [{ message, description }, facts];
	}
	const isCertificate =
		/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code) ||
		levels.some(({ message }) => CERTIFICATE_MESSAGE.test(scalarText(message) ?? ''));
	if (!isCertificate) return undefined;
	const message = `n8n does not trust the certificate of ${host}`;
	const description =
		"Install its certificate authority on the n8n host, or turn on 'Ignore SSL Issues (Insecure)' in the Contact Consent API credentials.";
	return [{ message, description }, facts];
}

/** What went wrong, by the code of Node, of axios or of n8n. */
function classify(
	levels: ReadonlyArray<Record<string, unknown>>,
	code: string,
	host: string,
): [Refusal, FailureFacts] {
	const neverSent = CODES_NEVER_SENT.has(code);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return [
			{
				message: `The address ${host} cannot be found`,
				description: "Check the spelling of the 'Base URL' in the Contact Consent API credentials.",
			},
			{ kind: 'unreachable', neverSent, wrongAddress: code === 'ENOTFOUND' },
		];
	}
	if (CODES_TIMEOUT.has(code)) {
		return [
			{
				message: `The service at ${host} did not answer in time`,
				description: 'Try again later. If this goes on, check that n8n can reach this address.',
			},
			{ kind: 'timeout' },
		];
	}
	const ofEncryption = encryptionFailure(levels, code, host);
	if (ofEncryption) return ofEncryption;
	const isNoCode = code === '' || code.startsWith('ERR_INVALID_');
	if (isNoCode && levels.some(({ name }) => NO_NETWORK_ERROR.test(scalarText(name) ?? ''))) {
		return [
			{
				message: 'n8n could not send the request',
				description: 'Check the Contact Consent API credentials and run the node again.',
			},
			{ kind: 'unsent', neverSent: true },
		];
	}
	return [
		{
			message: neverSent
				? `The service at ${host} cannot be reached`
				: `The connection to the service at ${host} broke off`,
			description:
				"Check that the service is running and that the 'Base URL' in the Contact Consent API credentials has the right port.",
		},
		{ kind: 'unreachable', neverSent },
	];
}

/**
 * Words for a request that got no answer.
 *
 * @param caught what n8n's helper threw: an AxiosError, n8n's own error, or a NodeApiError around one of them,
 * in which older versions of n8n leave out the cause
 */
export function networkError(caught: unknown, url: string, redact: Redact): ServiceError {
	const levels = causesOf(caught);
	const code = firstText(levels, 'code') ?? firstText(levels, 'httpCode') ?? '';
	if (code === 'ERR_CANCELED') return executionCancelled();

	// n8n puts its own words over those of the network, which are in the innermost error.
	const raw = redact(firstText([...levels].reverse(), 'message') ?? '');
	const cause = safeCause(caught, raw, code, redact);
	const blocked = levels.find(
		({ name, message }) =>
			BLOCKED_NAME.test(scalarText(name) ?? '') || BLOCKED_MESSAGE.test(scalarText(message) ?? ''),
	);
	if (blocked) {
		const words = {
			message: redact(scalarText(blocked.message) ?? ''),
			description: `${redact(firstText(levels, 'description') ?? '')} ${HOW_TO_ALLOW}`.trim(),
		};
		return new ServiceError(words, { kind: 'blocked', neverSent: true }, cause);
	}
	const [words, facts] = classify(levels, code, new URL(url).host);
	const named = /^[A-Z]/.test(code) && !raw.includes(code) ? `${raw} (${code})` : raw;
	return new ServiceError(words, { ...facts, networkMessage: named }, cause);
}

/** The error of an execution that somebody has stopped. */
export const executionCancelled = (): ServiceError =>
	new ServiceError(
		{ message: 'The execution was cancelled', description: 'No further request was sent.' },
		{ kind: 'cancelled' },
	);
