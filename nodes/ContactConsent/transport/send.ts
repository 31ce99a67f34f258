import type {
	IAllExecuteFunctions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError, OperationalError, sleep } from 'n8n-workflow';

import { cancelSignal, pause } from '../pause';
import { scalarText } from '../values';
import { checkAnswer, isPdf, networkError, type Redact } from './answer';
import { ServiceError } from './errors';
import { endpointUrl, normaliseBaseUrl, pathSegmentProblem } from './path';
import { delayBeforeRetry, isAmbiguous } from './retry';
import type { Send, SendLimits, ServiceRequest, ServiceResponse } from './types';

/** The places of n8n from which requests are sent. */
export type SenderContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

const CREDENTIALS = 'contactConsentApi';
const DEFAULT_TIMEOUT = 60_000;
const LONGEST_ERROR_BODY = 64 * 1024;
const PAUSE_SLICE = 200;

interface Connection {
	baseUrl: string;
	ignoreSslIssues: boolean;
	redact: Redact;
}

async function readConnection(context: SenderContext): Promise<Connection> {
	const credentials = await context.getCredentials(CREDENTIALS);
	const base = normaliseBaseUrl(scalarText(credentials.baseUrl) ?? '');
	const key = (scalarText(credentials.apiKey) ?? '').trim();
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });
	if ('problem' in base) {
		throw refuse(
			base.problem,
			'Correct it in the Contact Consent API credentials, e.g. https://api.example.com',
		);
	}
	if (key === '') {
		throw refuse('The API Key is empty', 'Enter it in the Contact Consent API credentials.');
	}
	const prefix = credentials.authScheme === 'custom' ? (scalarText(credentials.authPrefix) ?? '').trim() : '';
	if (!/^[\x20-\x7e\x80-\xff]*$/.test(key + prefix)) {
		throw refuse(
			'The API key or its prefix contains characters that cannot be sent in a header',
			'Copy the key again into the Contact Consent API credentials; a line break may have come along.',
		);
	}
	return {
		baseUrl: base.baseUrl,
		ignoreSslIssues: credentials.ignoreSslIssues === true,
		redact: (text) => text.split(key).join('***'),
	};
}

async function readErrorBody(stream: AsyncIterable<Buffer>): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > LONGEST_ERROR_BODY) break;
	}
	const text = Buffer.concat(chunks).toString('utf8');
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

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
		body: request.body as IDataObject[] | undefined,
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

/** The parts of a Node stream that are needed here; n8n's type of it differs between versions. */
interface FileStream {
	destroyed?: boolean;
	readableEnded?: boolean;
	destroy?: (error: Error) => void;
	on?: (event: 'error', listener: () => void) => void;
	emit?: (event: 'error', error: Error) => void;
}

/**
 * Breaks a download off when its time is over. The time limit of n8n's helper ends with the headers of an answer
 * whose body is a stream, as long as redirects are not followed: a stalled one would hang for ever.
 *
 * n8n wraps the stream, and destroying the wrapper waits for the stalled one inside; so its reader is told, too.
 */
async function endInTime(stream: FileStream, end: number): Promise<void> {
	const isOpen = () => stream.destroyed === false && stream.readableEnded !== true;
	for (let left = end - Date.now(); isOpen() && left > 0; left = end - Date.now()) {
		await sleep(Math.min(left, PAUSE_SLICE));
	}
	if (!isOpen()) return;
	const late = Object.assign(new OperationalError('The download took too long'), { code: 'ETIMEDOUT' });
	stream.on?.('error', () => undefined);
	stream.destroy?.(late);
	stream.emit?.('error', late);
}

/** Sends once. Whatever is no success comes back as the error to throw, so that the caller can decide on a repeat. */
async function sendOnce(
	context: SenderContext,
	connection: Connection,
	request: ServiceRequest,
	timeout: number,
): Promise<ServiceResponse | ServiceError> {
	const options = httpOptions(connection, request, timeout, cancelSignal(context));
	const start = Date.now();
	try {
		const { helpers } = context as IAllExecuteFunctions;
		const answer = (
			request.anonymous
				? await helpers.httpRequest(options)
				: await helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, options)
		) as { statusCode: number; headers: ServiceResponse['headers']; body: unknown };
		const { statusCode: status, headers } = answer;
		if (request.expect === 'pdf') void endInTime(answer.body as FileStream, start + timeout);
		const body =
			request.expect === 'pdf' && !isPdf(status, headers)
				? await readErrorBody(answer.body as AsyncIterable<Buffer>)
				: answer.body;
		const response = { status, headers, body };
		return checkAnswer(response, request, options.url, connection.redact);
	} catch (caught) {
		return caught instanceof ServiceError ? caught : networkError(caught, options.url);
	}
}

function assertPath(request: ServiceRequest): void {
	for (const segment of request.path) {
		const problem = pathSegmentProblem(segment);
		if (problem === undefined) continue;
		throw new ServiceError(
			{
				message: `An ID ${problem}`,
				description: 'No request was sent. Check the ID that this node is given.',
			},
			{ kind: 'invalidPath' },
		);
	}
}

/** The error of an execution that somebody has stopped. */
export const executionCancelled = (): ServiceError =>
	networkError({ code: 'ERR_CANCELED' }, 'http://cancelled');

/** Sends until there is a success, a final failure, or no time left. */
async function sendWithRetries(
	context: SenderContext,
	connection: Connection,
	request: ServiceRequest,
	{ deadline = Infinity, longestPause = Infinity }: SendLimits,
): Promise<ServiceResponse> {
	const signal = cancelSignal(context);
	let mayHaveWorked = false;
	for (let tries = 1; ; tries++) {
		if (signal?.aborted) throw executionCancelled();
		const timeout = Math.min(request.timeout ?? DEFAULT_TIMEOUT, Math.max(1, deadline - Date.now()));
		const outcome = await sendOnce(context, connection, request, timeout);
		if (!(outcome instanceof ServiceError)) return outcome;

		const { facts } = outcome;
		// Our own earlier try may have been the one that deleted it.
		if (request.method === 'DELETE' && facts.status === 404 && mayHaveWorked) {
			return { status: 204, headers: {}, body: '' };
		}
		if (facts.kind !== 'status' && facts.kind !== 'unreachable' && facts.kind !== 'timeout') throw outcome;
		mayHaveWorked ||= isAmbiguous(facts);
		const delay = delayBeforeRetry(facts, request.repeatable, tries, Date.now(), Math.random());
		if (delay === undefined || delay > longestPause || Date.now() + delay >= deadline) throw outcome;
		await pause(delay, signal);
	}
}

/**
 * The only way to the service. Reads the credentials once and keeps them to itself.
 *
 * @throws NodeOperationError for credentials with which no request could succeed
 */
export async function createSend(context: SenderContext): Promise<Send> {
	const connection = await readConnection(context);
	return async <Body>(request: ServiceRequest, limits: SendLimits = {}) => {
		assertPath(request);
		return (await sendWithRetries(context, connection, request, limits)) as ServiceResponse<Body>;
	};
}
