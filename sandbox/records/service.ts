/** The shared parts of a running sandbox: a plain value, passed to functions. */
import type { FastifyReply } from 'fastify';
import type { Faults } from '../faults/faults';
import type { RequestLog } from '../faults/log';
import type { Answer } from './model';
import type { SandboxOptions } from '../options/options';
import type { Store } from './store';
import type { Clock } from '../options/time';

export interface Service {
	/** The present options. */
	options: SandboxOptions;
	/** Address of this server without a path. Empty until the server listens. */
	origin: string;
	clock: Clock;
	store: Store;
	faults: Faults;
	log: RequestLog;
	/** Aborted on close and reset, to end all waits. */
	ending: AbortController;
}

/** Makes a full link to a path under `/v1`. */
export const linkTo = (service: Service, path: string): string =>
	`${(service.options.publicUrl || service.origin).replace(/\/$/, '')}/v1${path}`;

export function answer(reply: FastifyReply, status: number, message: string, more: Partial<Answer> = {}) {
	return reply.code(status).send({ message, ...more });
}
