/* eslint-disable */
/** Applies a scripted fault to a request and its answer. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { replaces } from './faults';
import type { ActiveFault, Fault } from './faults';

/** Cuts the connection. The caller first hijacks the reply, or makes sure that it is never sent. */
function cut(reply: FastifyReply): void {
	const { socket } = reply.raw;
	if (socket && !socket.destroyed) socket.resetAndDestroy();
}

/** Waits; false if the sandbox was closed or reset meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
	// All requests that are delayed listen to this one signal. From the eleventh on, Node would warn of a leak.
	setMaxListeners(0, signal);
	try {
		await sleep(ms, undefined, { signal });
		return true;
	} catch {
		return false;
	}
}

function bodyOf(
	fault: Fault,
	status: number,
): { type: string | undefined; payload: string | Buffer | undefined } {
	const { body, contentType } = fault;
	if (status === 204 || status === 304) return { type: undefined, payload: undefined };
	if (typeof body === 'string') return { type: contentType ?? 'text/plain; charset=utf-8', payload: body };
	if (Buffer.isBuffer(body)) return { type: contentType ?? 'application/octet-stream', payload: body };
	const json = JSON.stringify(body === undefined ? { message: `Scripted answer ${status}` } : body);
	return { type: contentType ?? 'application/json; charset=utf-8', payload: json };
}

function layHeaders(reply: FastifyReply, headers: Fault['headers'] = {}): void {
	for (const [name, value] of Object.entries(headers)) {
		if (value === null) reply.removeHeader(name);
		else reply.header(name, value);
	}
}

/** Sets the status and the headers; returns the body. */
function replacement(fault: Fault, reply: FastifyReply): string | Buffer | undefined {
	const status = fault.status ?? (fault.location === undefined ? 200 : 302);
	const { type, payload } = bodyOf(fault, status);
	reply.code(status);
	reply.removeHeader('content-length');
	if (type === undefined) reply.removeHeader('content-type');
	else reply.header('content-type', type);
	if (fault.location !== undefined) reply.header('location', fault.location);
	return payload;
}

/** Applies the part of a fault before the effect. On any result but `pass` the request ends here. */
export async function before(
	fault: ActiveFault,
	reply: FastifyReply,
	signal: AbortSignal,
): Promise<'pass' | 'answered' | 'cut'> {
	if (fault.delayMs && fault.delayAt !== 'after' && !(await pause(fault.delayMs, signal))) {
		reply.hijack();
		cut(reply);
		return 'cut';
	}
	if (fault.reset === 'before') {
		reply.hijack();
		cut(reply);
		return 'cut';
	}
	if (!replaces(fault) || fault.effect === true) return 'pass';
	reply.send(replacement(fault, reply));
	return 'answered';
}

const headersOf = (reply: FastifyReply) => reply.getHeaders() as OutgoingHttpHeaders;

const bytes = (payload: unknown): Buffer =>
	Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '');

/** Writes the head and part of the body directly to the socket, then cuts the connection or stalls. */
async function writePart(
	fault: Fault,
	reply: FastifyReply,
	whole: Buffer,
	signal: AbortSignal,
): Promise<void> {
	const raw = reply.raw;
	const stalls = fault.truncate === undefined;
	const count = stalls ? (fault.stallAt ?? Math.floor(whole.length / 2)) : fault.truncate;
	raw.on('error', () => undefined);
	raw.writeHead(reply.statusCode, { ...headersOf(reply), 'content-length': whole.length });
	raw.flushHeaders();
	await new Promise<void>((resolve) => {
		raw.once('close', resolve);
		raw.write(whole.subarray(0, count), () => resolve());
	});
	if (!stalls) {
		raw.socket?.destroy();
		return;
	}
	const gone = new AbortController();
	raw.once('close', () => gone.abort());
	const over = AbortSignal.any([signal, gone.signal]);
	const finish = await pause(fault.stallMs ?? 2_147_483_647, over);
	if (finish) raw.end(whole.subarray(count));
	else raw.socket?.destroy();
}

/** Applies the part of a fault after the effect. It reports the outcome before it writes anything. */
export async function after(
	fault: ActiveFault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	signal: AbortSignal,
	outcome: (status: number | null) => void,
): Promise<{ pass: true; payload: unknown } | { pass: false }> {
	const replaced = replaces(fault) && fault.effect === true ? replacement(fault, reply) : payload;
	// Fastify adds a charset to JSON types. A type set by the fault must stay unchanged.
	if (replaces(fault) && fault.contentType !== undefined) reply.header('content-type', fault.contentType);
	layHeaders(reply, fault.headers);
	const waited = !fault.delayMs || fault.delayAt !== 'after' || (await pause(fault.delayMs, signal));
	if (!waited || fault.reset === 'after') {
		outcome(null);
		cut(reply);
		return { pass: false };
	}
	// If the first answer was cut off, Fastify sends it again as an error.
	const isSent = reply.raw.headersSent;
	const inPart = fault.truncate !== undefined || fault.stall === true || fault.stallMs !== undefined;
	if (isSent) return { pass: false };
	if (!inPart || request.method === 'HEAD') return { pass: true, payload: replaced };
	outcome(reply.statusCode);
	// Hijacking stops Fastify here. Otherwise, while the part is being written, a request that a hook refused would
	// still run its route.
	reply.hijack();
	await writePart(fault, reply, bytes(replaced), signal);
	return { pass: false };
}
