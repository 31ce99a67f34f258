/** What every part of a running sandbox shares: a plain value, handed to functions. */
import type { FastifyReply } from 'fastify';
import type { Faults } from './faults';
import type { RequestLog } from './log';
import type { Answer } from './model';
import type { SandboxOptions } from './options';
import type { Store } from './store';
import type { Clock } from './time';

export interface Service {
	/** The options as they are now. */
	options: SandboxOptions;
	/** Address of this server, without a path; known once it listens. */
	origin: string;
	clock: Clock;
	store: Store;
	faults: Faults;
	log: RequestLog;
	/** Aborted when the sandbox is closed or reset, so that nothing goes on waiting. */
	ending: AbortController;
	/** PDFs that were made, newest last. */
	pdfs: Map<string, Promise<Buffer>>;
}

/** A full link to a path under `/v1`. */
export const linkTo = (service: Service, path: string): string =>
	`${(service.options.publicUrl || service.origin).replace(/\/$/, '')}/v1${path}`;

export function answer(reply: FastifyReply, status: number, message: string, more: Partial<Answer> = {}) {
	return reply.code(status).send({ message, ...more });
}
