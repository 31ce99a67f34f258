/* eslint-disable */
/**
 * The sandbox behind TLS and at several distances, in its own process: `service.ts <folder with key.pem and
 * cert.pem>`. The distance is made here, because the kernel's own delay (tc netem) is not available everywhere.
 */
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

import { start } from '../../sandbox';
import { DISTANCES, PDF_BYTES } from './cases';

export interface Started {
	/** Without TLS, to prepare the service and to read its log. */
	baseUrl: string;
	apiKey: string;
	/** With TLS, by the added round-trip time in milliseconds. */
	ports: Record<number, number>;
}

const folder = process.argv[2] ?? '';

/** Any number of clients may wait, because the sandbox itself is not measured. */
const BACKLOG = 4096;

const listening = async (server: Server): Promise<number> =>
	await new Promise((resolve) => {
		server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () =>
			resolve((server.address() as AddressInfo).port),
		);
	});

const to = (port: number): Socket => connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });

/** Runs callbacks later, in the order in which they were added. Separate timers could run in another order. */
function laterInOrder(): (work: () => void, delay: number) => void {
	const queue: Array<{ at: number; work: () => void }> = [];
	const pump = () => {
		while (queue[0] !== undefined && queue[0].at <= performance.now()) queue.shift()?.work();
		if (queue[0] !== undefined) setTimeout(pump, Math.max(0, queue[0].at - performance.now()));
	};
	return (work, delay) => {
		queue.push({ at: performance.now() + delay, work });
		if (queue.length === 1) setTimeout(pump, delay);
	};
}

/** Passes on all data later, in the same order. */
function delayed(source: Socket, target: Socket, delayOf: () => number): void {
	const later = laterInOrder();
	source.on('data', (chunk) => later(() => target.writable && target.write(chunk), delayOf()));
	source.on('end', () => later(() => target.end(), delayOf()));
	source.on('error', () => target.destroy());
	source.on('close', () => later(() => target.destroy(), delayOf() + 1000));
}

/** A proxy that delays data by half a round trip in both directions. */
const distant = (port: number, oneWay: number): Server =>
	createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const opened = performance.now();
		const service = to(port);
		// A new connection takes a round trip before its first byte, for the handshake.
		delayed(client, service, () => Math.max(oneWay, opened + 3 * oneWay - performance.now()));
		delayed(service, client, () => oneWay);
	});

async function main(): Promise<void> {
	const { baseUrl, apiKey, port } = await start({
		port: 0,
		docs: false,
		logBodies: false,
		logLimit: 1e6,
		pdfBytes: PDF_BYTES + 512,
	});
	const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
	const secure = createTlsServer({ key, cert, noDelay: true }, (client) => {
		const inner = to(port);
		client.pipe(inner).pipe(client);
		// If one side breaks off, the other is broken off, too.
		client.on('error', () => inner.destroy());
		inner.on('error', () => client.destroy());
	});
	const ports: Record<number, number> = { 0: await listening(secure) };
	for (const roundTrip of DISTANCES.filter((one) => one > 0)) {
		ports[roundTrip] = await listening(distant(ports[0] ?? 0, roundTrip / 2));
	}
	process.on('disconnect', () => process.exit(0));
	process.send?.({ baseUrl, apiKey, ports } satisfies Started);
}

void main();
