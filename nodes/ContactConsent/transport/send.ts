import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { elapsed, cancelSignal } from '../lib/time';
import { CREDENTIALS, readConnection, type Connection, type SenderContext } from './credentials';
import { readBody } from './responseBody';
import { executionCancelled, ServiceError } from './errors';
import { Line } from './line';
import { networkError } from './network';
import { endpointUrl, pathSegmentProblem } from './path';
import { checkResponse, readResponse } from './response';
import { sendWithTries } from './tries';
import type { Sender, SendLimits, ServiceRequest, ServiceResponse } from './types';

function httpOptions({ baseUrl, ignoreSslIssues }: Connection, request: ServiceRequest): IHttpRequestOptions {
	return {
		method: request.method,
		url: endpointUrl(baseUrl, request.path),
		qs: request.query,
		// n8n's type does not allow a list of objects, its helper does.
		body: request.body as IDataObject | undefined,
		// The transport reads the body itself, to limit its size and time. n8n would also guess how to parse it.
		encoding: 'stream',
		// This only asks for JSON.
		...(request.expect !== 'pdf' && { json: true }),
		arrayFormat: 'repeat',
		// A refusal is returned, not thrown. n8n's own errors lose headers in older versions, and n8n sends again after a
		// 401.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// If n8n followed a redirect, it would send the key to another host.
		disableFollowRedirect: true,
		skipSslCertificateValidation: ignoreSslIssues,
	};
}

/** Sends once. Does not throw: a failure is returned as the error to throw. */
async function sendOnce(
	context: SenderContext,
	connection: Connection,
	request: ServiceRequest,
	timeout: number,
): Promise<ServiceResponse | ServiceError> {
	const { credentials, redact } = connection;
	const cancelled = cancelSignal(context);
	// In a poll, n8n's own time limit may not include connecting. In an execution, n8n replaces the signal by its own.
	const abortSignal = cancelled ?? AbortSignal.timeout(timeout);
	const options = { ...httpOptions(connection, request), timeout, abortSignal };
	const end = elapsed() + timeout;
	const { helpers } = context;
	try {
		const raw: unknown = request.anonymous
			? await helpers.httpRequest(options)
			: await helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, options, credentials);
		const answer = readResponse(raw as IN8nHttpFullResponse, redact);
		const body = await readBody(answer, request.expect === 'pdf', end);
		return checkResponse({ ...answer, body }, request, options.url, redact);
	} catch (caught) {
		if (caught instanceof ServiceError) return caught;
		return cancelled?.aborted ? executionCancelled(false) : networkError(caught, options.url, redact);
	}
}

function assertPath({ path }: ServiceRequest): void {
	const problem = path.map(pathSegmentProblem).find(Boolean);
	if (problem === undefined) return;
	const description = 'No request was sent. Check the ID that this node is given.';
	throw new ServiceError({ message: `An ID ${problem}`, description }, { kind: 'invalidPath' });
}

/** The only way to the service. All requests of a sender share one line, so each execution has one sender. */
export async function createSend(context: SenderContext): Promise<Sender> {
	const connection = await readConnection(context);
	const { account, baseUrl, withoutKey } = connection;
	const warn = (text: string) =>
		context.logger.warn(`${context.getNode().name} of workflow ${context.getWorkflow().id}: ${text}`);
	const isManual = (context as { getMode?: () => string }).getMode?.() === 'manual';
	const line = new Line(account, context.getTimezone(), cancelSignal(context), warn, isManual);
	const tryOnce = async (request: ServiceRequest, timeout: number) =>
		await sendOnce(context, connection, request, timeout);
	let leftOut = 0;
	const send = async <Body>(request: ServiceRequest, limits?: SendLimits) => {
		assertPath(request);
		const response = await sendWithTries(line, tryOnce, request, limits);
		leftOut += response.leftOut ?? 0;
		// The caller chooses the type of the body; `checkResponse` has checked its kind.
		return response as ServiceResponse<Body>;
	};
	return Object.assign(send, {
		baseUrl,
		account,
		waited: () => line.waited(),
		leftOut: () => leftOut,
		withoutKey,
	});
}
