/** The sandbox behind TLS, in a process of its own: `service.ts <folder with key.pem and cert.pem>`. */
import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

import { start } from '../sandbox';
import { PDF_BYTES } from './cases';

export interface Started {
	/** Without TLS: for preparing it, and for looking at its log. */
	baseUrl: string;
	apiKey: string;
	/** With TLS. */
	port: number;
}

const folder = process.argv[2] ?? '';

/** As many clients as want to may wait: the sandbox is not what is measured. */
const BACKLOG = 4096;

async function main(): Promise<void> {
	const sandbox = await start({
		port: 0,
		docs: false,
		logBodies: false,
		logLimit: 1e6,
		pdfBytes: PDF_BYTES + 512,
	});
	let [open, most] = [0, 0];
	const server = createServer({
		key: readFileSync(join(folder, 'key.pem')),
		cert: readFileSync(join(folder, 'cert.pem')),
		noDelay: true,
	});
	server.on('secureConnection', (client) => {
		most = Math.max(most, ++open);
		client.once('close', () => open--);
		const inner = connect({ port: sandbox.port, host: '127.0.0.1', noDelay: true });
		client.pipe(inner).pipe(client);
		// What breaks on one side is broken off on the other.
		client.on('error', () => inner.destroy());
		inner.on('error', () => client.destroy());
	});
	/** Tells how many connections were open at once since it was asked last. */
	process.on('message', () => {
		process.send?.(most);
		most = open;
	});
	process.on('disconnect', () => process.exit(0));
	server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
		const { port } = server.address() as AddressInfo;
		process.send?.({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, port } satisfies Started);
	});
}

void main();
