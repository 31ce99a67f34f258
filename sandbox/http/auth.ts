/** Finds the key of a request in the form that `authScheme` asks for, and refuses the others. */
import type { FastifyReply } from 'fastify';
import type { ApiKey, SandboxOptions } from '../options/options';

function keyIn(header: string, scheme: string): string | undefined {
	if (scheme === 'none') return header;
	if (scheme === 'bearer') return /^bearer +(.+)$/i.exec(header)?.[1];
	if (scheme === 'any') return header.slice(header.lastIndexOf(' ') + 1);
	return header.startsWith(`${scheme} `) ? header.slice(scheme.length + 1) : undefined;
}

export function findKey(header: string | undefined, options: SandboxOptions): ApiKey | undefined {
	if (header === undefined) return undefined;
	const bare = options.authScheme === 'any' ? options.keys.find(({ key }) => key === header) : undefined;
	const key = keyIn(header, options.authScheme);
	return bare ?? options.keys.find((entry) => entry.key === key);
}

const WORDS = 'The API key is missing or not valid';

export function refuseKey(reply: FastifyReply, options: SandboxOptions): FastifyReply {
	reply.code(options.unauthorizedStatus);
	switch (options.unauthorizedBody) {
		case 'text':
			return reply.type('text/plain; charset=utf-8').send(WORDS);
		case 'html':
			return reply.type('text/html; charset=utf-8').send(`<html><body><h1>${WORDS}</h1></body></html>`);
		case 'empty':
			return reply.send();
		case 'json':
			return reply.send({ message: WORDS });
	}
}
