/** What every request passes before its route: where it comes from, log, faults, key, target and body, in this order. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findKey, refuseKey } from './auth';
import { mediaType, parseBody } from './body';
import type { ParsedBody } from './body';
import { before } from '../faults/fault-effects';
import type { ActiveFault, FaultTarget } from '../faults/faults';
import { refusalOf } from './guard';
import { describeBody } from '../faults/log';
import type { LogEntry } from '../faults/log';
import { settleOperations } from '../records/operations';
import type { ApiKey } from '../options/options';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { readTarget } from './target';

declare module 'fastify' {
	interface FastifyRequest {
		/** The key that the request was sent with. */
		apiKey: ApiKey | undefined;
		entry: LogEntry | undefined;
		fault: ActiveFault | undefined;
		started: number;
	}
	interface FastifyContextConfig {
		/** Needs no key. */
		open?: boolean;
		/** Belongs to the sandbox, not to the service: no key, no log, no faults. */
		internal?: boolean;
		/** The route takes a body. */
		consumes?: boolean;
		/** 400 and 500 are a web.PostResponse. */
		postResponse?: boolean;
	}
}

/** Answers with a web.Response, or with a web.PostResponse if the endpoint documents one. */
export function refuse(
	request: FastifyRequest,
	reply: FastifyReply,
	status: number,
	message: string,
): FastifyReply {
	const post = request.routeOptions.config.postResponse === true;
	return answer(reply, status, message, post ? { validation_errors: {} } : {});
}

/** Completes the log entry. Null: the connection was cut without an answer. */
export function finish(request: FastifyRequest, status: number | null): void {
	const { entry } = request;
	if (!entry) return;
	entry.status = status;
	entry.durationMs = Math.round((performance.now() - request.started) * 10) / 10;
}

/** A form arrives as an object, already parsed. */
const bytesOf = ({ body, headers }: FastifyRequest): number =>
	Buffer.isBuffer(body) ? body.length : Number(headers['content-length'] ?? 0);

function logRequest(service: Service, request: FastifyRequest, parsed: unknown): LogEntry {
	return service.log.add(
		{
			at: new Date(service.clock.now()).toISOString(),
			method: request.method,
			path: readTarget(request.originalUrl).path,
			query: { ...(request.query as Record<string, unknown>) },
			headers: request.headers,
			...describeBody(request.body, bytesOf(request), parsed, service.options),
			requestId: request.id,
		},
		service.options.logLimit,
	);
}

/** Applies the first fault that fits; false when the request ends with it. */
async function passesFaults(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	target: FaultTarget,
): Promise<boolean> {
	const fault = service.faults.take(target);
	if (!fault) return true;
	request.fault = fault;
	if (request.entry) request.entry.fault = fault.id;
	const outcome = await before(fault, reply, service.ending.signal);
	if (outcome === 'cut') finish(request, null);
	return outcome === 'pass';
}

/**
 * The matched route decides whether the key is needed, never the text of the address: every route needs a key
 * unless it says otherwise. Paths without a route have nothing to protect. Under /v1 they need the key all the
 * same, so that nobody without it can find out which paths exist.
 */
function needsKey(request: FastifyRequest, path: string): boolean {
	if (request.is404) return /^\/v1(\/|$)/.test(path);
	return request.routeOptions.config.open !== true;
}

function admitBody(
	{ options }: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	parsed: ParsedBody,
): FastifyReply | undefined {
	if (bytesOf(request) > options.bodyLimitBytes) return reply.code(413).send();
	if ('problem' in parsed) return refuse(request, reply, 400, parsed.problem);
	request.body = parsed.value;
	return undefined;
}

/**
 * A page of another origin can send bodies of other types without asking the browser for permission, so only JSON
 * is accepted.
 */
function admitInternal(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	const { body } = request;
	if (!Buffer.isBuffer(body)) return undefined;
	const type = mediaType(request.headers['content-type']);
	if (body.length > 0 && type !== 'application/json')
		return answer(reply, 415, `Content-Type ${type || '(none)'} is not accepted, application/json is`);
	request.body = JSON.parse(body.toString() || 'null') as unknown;
	return undefined;
}

/** Returns undefined if the request goes on to its route. If it was answered here, returns the reply. */
export async function admit(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	const { config } = request.routeOptions;
	const refusal = refusalOf(request.headers, service.options.hostNames);
	if (refusal !== undefined) return answer(reply, 403, refusal);
	if (config.internal) return admitInternal(request, reply);
	settleOperations(service);
	const parsed = parseBody(request.body, request.headers['content-type']);
	const body = 'value' in parsed ? parsed.value : undefined;
	request.entry = logRequest(service, request, body);
	if (!(await passesFaults(service, request, reply, { ...request.entry, body }))) return reply;
	const { path, readable } = readTarget(request.originalUrl);
	if (needsKey(request, path)) {
		request.apiKey = findKey(request.headers.authorization, service.options);
		if (!request.apiKey) return refuseKey(reply, service.options);
	}
	if (!readable) return refuse(request, reply, 400, `The path ${path} cannot be decoded`);
	return config.consumes ? admitBody(service, request, reply, parsed) : undefined;
}
