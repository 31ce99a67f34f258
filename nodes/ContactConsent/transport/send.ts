import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { cancelSignal } from '../pause';
import { checkAnswer, isPdf, readAnswer } from './answer';
import { CREDENTIALS, readConnection, type Connection, type SenderContext } from './credentials';
import { endInTime, isStream, readErrorBody } from './download';
import { ServiceError } from './errors';
import { createGate } from './gate';
import { networkError } from './network';
import type { Widths } from './pace';
import { endpointUrl, pathSegmentProblem } from './path';
import { sendWithRetries } from './repeat';
import type { Send, SendLimits, ServiceRequest, ServiceResponse } from './types';

function httpOptions(
	{ baseUrl, ignoreSslIssues }: Connection,
	request: ServiceRequest,
	timeout: number,
	signal: AbortSignal | undefined,
): IHttpRequestOptions {
	return {
		method: request.method,
		url: endpointUrl(baseUrl, request.path),
		qs: request.query,
		// n8n's type knows no lists of objects to be sent, its helper does.
		body: request.body as IDataObject | undefined,
		...(request.expect === 'pdf' ? { encoding: 'stream' as const } : { json: true }),
		arrayFormat: 'repeat',
		// Statuses as data: n8n's own errors lose headers on older versions, and a 401 would be sent twice.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would carry the key along to another host.
		disableFollowRedirect: true,
		skipSslCertificateValidation: ignoreSslIssues,
		timeout,
		abortSignal: signal,
	};
}

/** The body of an answer to a request for a file: its stream, or what was sent instead of one. */
async function receiveFile(answer: ServiceResponse, end: number): Promise<ServiceResponse> {
	if (!isStream(answer.body)) return answer;
	void endInTime(answer.body, end);
	return isPdf(answer.status, answer.headers)
		? answer
		: { ...answer, body: await readErrorBody(answer.body) };
}

/** Sends once. A failure of the service or the network comes back as the error to throw; one of our own is thrown. */
async function sendOnce(
	context: SenderContext,
	connection: Connection,
	request: ServiceRequest,
	timeout: number,
): Promise<ServiceResponse | ServiceError> {
	const options = httpOptions(connection, request, timeout, cancelSignal(context));
	const end = Date.now() + timeout;
	let raw: unknown;
	try {
		raw = request.anonymous
			? await context.helpers.httpRequest(options)
			: await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, options, {
					credentialsDecrypted: connection.credentials,
				});
	} catch (caught) {
		return networkError(caught, options.url, connection.redact);
	}
	const answer = readAnswer(raw);
	const received = request.expect === 'pdf' ? await receiveFile(answer, end) : answer;
	return checkAnswer(received, request, options.url, connection.redact);
}

function assertPath({ path }: ServiceRequest): void {
	const problem = path.map(pathSegmentProblem).find((found) => found !== undefined);
	if (problem === undefined) return;
	throw new ServiceError(
		{
			message: `An ID ${problem}`,
			description: 'No request was sent. Check the ID that this node is given.',
		},
		{ kind: 'invalidPath' },
	);
}

/** Sends, and knows where to and how long the service made it wait. */
export interface Sender extends Send {
	/** The address of the service, in one form. */
	baseUrl: string;
	/** Milliseconds in which requests waited because the service asked for fewer. */
	waited: () => number;
}

/**
 * The only way to the service. Reads the credentials once and keeps them to itself. All requests of one sender share
 * a gate, so each execution has one sender.
 *
 * @param widths how many requests may be under way at once
 * @throws NodeOperationError for credentials with which no request could succeed
 */
export async function createSend(context: SenderContext, widths?: Widths): Promise<Sender> {
	const connection = await readConnection(context);
	const signal = cancelSignal(context);
	const gate = createGate(signal, widths);
	const tryOnce = async (request: ServiceRequest, timeout: number) =>
		await sendOnce(context, connection, request, timeout);
	const send = async <Body>(request: ServiceRequest, limits: SendLimits = {}) => {
		assertPath(request);
		const response = await sendWithRetries(gate, tryOnce, request, limits, signal);
		// The caller names the body that it expects, and `checkAnswer` has checked its kind.
		return response as ServiceResponse<Body>;
	};
	return Object.assign(send, { baseUrl: connection.baseUrl, waited: () => gate.waited() });
}
