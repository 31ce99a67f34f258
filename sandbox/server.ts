/* eslint-disable */
/** The HTTP server: hooks, errors and routes put together. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify from 'fastify';
import type {
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
	FastifyServerOptions,
} from 'fastify';
import { admit, finish, refuse } from './http/admission';
import { controlRoutes } from './handle/control';
import { registerBrowser, registerDescription } from './http/docs';
import { after } from './faults/fault-effects';
import type { StateHandle } from './handle/handle';
import { routes } from './routes';
import { MODELS } from './records/schemas';
import { answer } from './records/service';
import type { Service } from './records/service';
import { routedTarget } from './http/target';
import { FORMATS } from './http/validation';

const LARGEST_BODY = 1024 ** 3;

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

async function handleError(
	service: Service,
	error: FastifyError,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	// Fastify refuses a malformed Content-Type before it runs the hooks. Admission of such a request happens here.
	if (!request.entry) await admit(service, request, reply);
	if (reply.sent) return reply;
	const status = error.statusCode ?? 500;
	if (status === 413) return reply.code(413).send();
	if (status >= 500) return refuse(request, reply, 500, 'Internal error, try again later');
	return refuse(request, reply, 400, error.message);
}

interface RefusedBytes extends NodeJS.ErrnoException {
	rawPacket?: unknown;
}

/** Bytes that are not an HTTP request never reach Fastify's hooks, so they are answered on the socket. */
function answerBytes({ code, rawPacket }: RefusedBytes, socket: Socket): void {
	if (code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code ?? ''] ?? 400;
	const words = STATUS_CODES[status] ?? '';
	const body = JSON.stringify({ message: words });
	const head = [
		`HTTP/1.1 ${status} ${words}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		`Request-Id: ${randomUUID()}`,
		'Connection: close',
	];
	const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
	socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
}

const SERVER_OPTIONS: FastifyServerOptions = {
	bodyLimit: LARGEST_BODY,
	clientErrorHandler: answerBytes,
	exposeHeadRoutes: false,
	forceCloseConnections: true,
	genReqId: () => randomUUID(),
	requestIdHeader: false,
	rewriteUrl: ({ url = '/' }) => routedTarget(url),
	routerOptions: { maxParamLength: 16_384 },
	ajv: {
		customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
		onCreate: (ajv) => {
			for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
		},
	},
};

/** `/docs` and the control path. They are not part of the service. */
async function registerInternal(app: FastifyInstance, service: Service, handle: StateHandle): Promise<void> {
	app.addHook('onRoute', (route) => {
		route.config = { ...route.config, internal: true };
	});
	if (service.options.docs) {
		await registerBrowser(app);
		app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));
	}
	await app.register(controlRoutes(service, handle), { prefix: '/__control' });
}

export async function createApp(service: Service, handle: StateHandle): Promise<FastifyInstance> {
	const app = Fastify(SERVER_OPTIONS);
	app.decorateRequest('apiKey', undefined);
	app.decorateRequest('entry', undefined);
	app.decorateRequest('fault', undefined);
	app.decorateRequest('started', 0);
	app.setSerializerCompiler(() => (value) => JSON.stringify(value));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	for (const model of MODELS) app.addSchema(model);
	addHooks(app, service);
	app.setErrorHandler((error: FastifyError, request, reply) => handleError(service, error, request, reply));
	app.setNotFoundHandler((_request, reply) => answer(reply, 404, 'There is nothing here'));
	if (service.options.docs) await registerDescription(app, service.options.keys[0]?.key ?? '');
	await app.register(routes(service), { prefix: '/v1' });
	await app.register((inner) => registerInternal(inner, service, handle));
	return app;
}
