/** The HTTP side: what holds for every request, before and after its route. */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findKey, refuseKey } from './auth';
import { parseBody } from './body';
import { controlRoutes } from './control';
import { registerDocs } from './docs';
import { after, before } from './fault-effects';
import type { ActiveFault } from './faults';
import type { StateHandle } from './index';
import { describeBody } from './log';
import type { LogEntry } from './log';
import { settleOperations } from './operations';
import type { ApiKey } from './options';
import { routes } from './routes';
import { MODELS } from './schemas';
import { answer } from './service';
import type { Service } from './service';
import { parseTime } from './time';
import { FORMATS } from './validation';

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
		/** Takes a body. */
		consumes?: boolean;
		/** 400 and 500 are a web.PostResponse. */
		postResponse?: boolean;
	}
}

const LARGEST_BODY = 1024 ** 3;
const pathOf = (request: FastifyRequest): string => request.raw.url?.split('?')[0] ?? '';
const isService = (request: FastifyRequest): boolean => /^\/v1(\/|$)/.test(pathOf(request));

/** web.Response, or web.PostResponse where the endpoint documents that. */
function refuse(request: FastifyRequest, reply: FastifyReply, status: number, message: string): FastifyReply {
	const post = request.routeOptions.config.postResponse === true;
	return answer(reply, status, message, post ? { validation_errors: {} } : {});
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const status = error.statusCode ?? 500;
	if (status === 413) return reply.code(413).send();
	if (status >= 500) return refuse(request, reply, 500, 'Internal error, try again later');
	return refuse(request, reply, 400, error.message);
}

function logRequest(service: Service, request: FastifyRequest, parsed: unknown): LogEntry {
	return service.log.add(
		{
			at: new Date(service.clock.now()).toISOString(),
			method: request.method,
			path: pathOf(request),
			query: { ...(request.query as Record<string, unknown>) },
			headers: request.headers,
			...describeBody(request.body as Buffer | undefined, parsed, service.options),
			requestId: request.id,
		},
		service.options.logLimit,
	);
}

/** Order: log, fault, key, size, syntax; then the route's own schema and handler. */
async function admit(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
	if (!isService(request)) {
		if (Buffer.isBuffer(request.body))
			request.body = JSON.parse(request.body.toString() || 'null') as unknown;
		return undefined;
	}
	const { options } = service;
	settleOperations(service);
	const raw = request.body as Buffer | undefined;
	const parsed = raw?.length
		? parseBody(raw, request.headers['content-type'], options.formBodies === 'brackets')
		: { value: undefined };
	const body = 'value' in parsed ? parsed.value : undefined;
	const entry = logRequest(service, request, body);
	request.entry = entry;
	const fault = service.faults.take({ ...entry, body });
	if (fault) {
		request.fault = fault;
		entry.fault = fault.id;
		const outcome = await before(fault, reply, service.ending.signal);
		if (outcome === 'cut') finish(request, null);
		if (outcome !== 'pass') return reply;
	}
	const { config } = request.routeOptions;
	if (config.open) return undefined;
	request.apiKey = findKey(request.headers.authorization, options);
	if (!request.apiKey) return refuseKey(reply, options);
	if (!config.consumes) return undefined;
	if (raw && raw.length > options.bodyLimitBytes) return reply.code(413).send();
	if ('problem' in parsed) return refuse(request, reply, 400, parsed.problem);
	request.body = body;
	return undefined;
}

function finish(request: FastifyRequest, status: number | null): void {
	const { entry } = request;
	if (!entry) return;
	entry.status = status;
	entry.durationMs = Math.round((performance.now() - request.started) * 10) / 10;
}

function identify(service: Service, request: FastifyRequest, reply: FastifyReply): void {
	reply.header('Request-Id', request.id);
	reply.header('Date', new Date(service.clock.now() + service.options.dateSkewMs).toUTCString());
}

function addHooks(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', async (request, reply) => {
		request.started = performance.now();
		identify(service, request, reply);
	});
	app.addHook('preValidation', (request, reply) => admit(service, request, reply));
	app.addHook('onSend', (request, reply, payload, done) => {
		const { fault } = request;
		if (!fault) {
			finish(request, reply.statusCode);
			done(null, payload);
			return;
		}
		const outcome = (status: number | null) => finish(request, status);
		void after(fault, request, reply, payload, service.ending.signal, outcome).then((sent) => {
			if (!sent.pass) return;
			finish(request, reply.statusCode);
			done(null, sent.payload);
		});
	});
}

export async function createApp(service: Service, handle: StateHandle): Promise<FastifyInstance> {
	const app = Fastify({
		bodyLimit: LARGEST_BODY,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		genReqId: () => randomUUID(),
		requestIdHeader: false,
		routerOptions: { maxParamLength: 16_384 },
		ajv: {
			customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
			onCreate: (ajv) => {
				for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
				ajv.addFormat('date-time', (text: string) => text === '' || parseTime(text) !== undefined);
			},
		},
		frameworkErrors: (error, request, reply) => {
			identify(service, request, reply);
			void answer(reply, error.statusCode === 414 ? 404 : 400, error.message);
		},
	});
	app.decorateRequest('apiKey', undefined);
	app.decorateRequest('entry', undefined);
	app.decorateRequest('fault', undefined);
	app.decorateRequest('started', 0);
	app.setSerializerCompiler(() => (value) => JSON.stringify(value));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	for (const model of MODELS) app.addSchema(model);
	addHooks(app, service);
	app.setErrorHandler(handleError);
	app.setNotFoundHandler((_request, reply) => answer(reply, 404, 'There is nothing here'));
	if (service.options.docs) await registerDocs(app);
	await app.register(routes(service), { prefix: '/v1' });
	await app.register(controlRoutes(service, handle), { prefix: '/__control' });
	return app;
}
