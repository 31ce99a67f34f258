/** What every request passes before its route: where it comes from, log, faults, key, target and body, in this order. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findKey, refuseKey } from './auth';
import { parseBody } from './body';
import type { ParsedBody } from './body';
import { before } from '../faults/fault-effects';
import type { ActiveFault, FaultTarget } from '../faults/faults';
import { refusalOf } from './guard';
import { describeBody } from '../faults/log';
import type { LogEntry } from '../faults/log';
import { settleOperations } from '../records/operations';
import type { ApiKey } from '../options/options';
import type { JsonSchema } from '../records/schemas';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import { readTarget } from './target';

declare module 'fastify' {
	interface FastifyRequest {
		/** The key the request came with. */
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
		/** Takes a body. */
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

function logRequest(service: Service, request: FastifyRequest, parsed: unknown): LogEntry {
	return service.log.add(
		{
			at: new Date(service.clock.now()).toISOString(),
			method: request.method,
			path: readTarget(request.originalUrl).path,
			query: { ...(request.query as Record<string, unknown>) },
			headers: request.headers,
			...describeBody(request.body as Buffer | undefined, parsed, service.options),
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
 * The route decides, never the address: every route needs a key unless it says otherwise. An address without a route
 * has nothing to protect; under /v1 it needs a key all the same, so that nobody can find out what exists.
 */
function needsKey(request: FastifyRequest, path: string): boolean {
	if (request.is404) return /^\/v1(\/|$)/.test(path);
	return request.routeOptions.config.open !== true;
}

function readBody({ options }: Service, request: FastifyRequest): ParsedBody {
	const raw = request.body as Buffer | undefined;
	if (!raw?.length) return { value: undefined };
	const schema = request.routeOptions.schema?.body as JsonSchema | undefined;
	return parseBody(raw, request.headers['content-type'], options.formBodies === 'brackets', schema);
}

function admitBody(
	{ options }: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	parsed: ParsedBody,
): FastifyReply | undefined {
	const { length } = (request.body as Buffer | undefined) ?? { length: 0 };
	if (length > options.bodyLimitBytes) return reply.code(413).send();
	if ('problem' in parsed) return refuse(request, reply, 400, parsed.problem);
	request.body = parsed.value;
	return undefined;
}

/** A body of another type than JSON is what pages elsewhere can send without asking the browser for permission. */
function admitInternal(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	const { body } = request;
	if (!Buffer.isBuffer(body)) return undefined;
	const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (body.length > 0 && type !== 'application/json')
		return answer(reply, 415, `Content-Type ${type || '(none)'} is not accepted, application/json is`);
	request.body = JSON.parse(body.toString() || 'null') as unknown;
	return undefined;
}

/** Returns undefined when the request goes on to its route, and the reply when it was answered here. */
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
	const parsed = readBody(service, request);
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
