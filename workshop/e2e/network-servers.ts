/* eslint-disable */
/** Servers between an n8n and its service in a company: a private certificate authority and a proxy. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { authority, certificate } from '../../test/support/certificates';

export interface Certificates {
	/** The authority's file, for NODE_EXTRA_CA_CERTS. */
	authority: string;
	key: string;
	certificate: string;
}

/** A certificate for localhost and for `name`, signed by an unknown authority. */
export async function issueCertificates(folder: string, name: string): Promise<Certificates> {
	await mkdir(folder, { recursive: true });
	const by = authority();
	const { key, cert } = certificate({ hosts: ['localhost', name, '127.0.0.1'], by });
	const file = join(folder, 'ca.pem');
	await writeFile(file, by.cert);
	return { authority: file, key, certificate: cert };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listening(server: Server): Promise<Server> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

const passOnTo =
	(port: number, pathOf: (incoming: IncomingMessage) => string) =>
	(incoming: IncomingMessage, outgoing: ServerResponse): void => {
		const target = { port, path: pathOf(incoming), method: incoming.method, headers: incoming.headers };
		const forwarded = request({ host: '127.0.0.1', ...target }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	};

export interface Front {
	port: number;
	close: () => void;
}

/** The service over HTTPS. */
export async function startTls(certificates: Certificates, servicePort: number): Promise<Front> {
	const { key, certificate: cert } = certificates;
	const server = createTlsServer(
		{ key, cert },
		passOnTo(servicePort, ({ url }) => url ?? '/'),
	);
	await listening(server);
	return { port: portOf(server), close: () => server.close() };
}

export interface Proxy extends Front {
	/** The requests that came, such as `CONNECT host:port` and `GET http://host/path`. */
	asked: string[];
}

/** A proxy that knows one service. Plain requests go to `httpPort`, tunnels to `tlsPort`, whatever host they name. */
export async function startProxy(httpPort: number, tlsPort: number): Promise<Proxy> {
	const asked: string[] = [];
	const pass = passOnTo(httpPort, ({ url }) => {
		const { pathname, search } = new URL(url ?? '');
		return pathname + search;
	});
	const server = createServer((incoming, outgoing) => {
		asked.push(`${incoming.method} ${incoming.url}`);
		pass(incoming, outgoing);
	});
	server.on('connect', ({ url }: IncomingMessage, socket, head: Buffer) => {
		asked.push(`CONNECT ${url}`);
		const tunnel = connect(tlsPort, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			tunnel.write(head);
			tunnel.pipe(socket).pipe(tunnel);
		});
		tunnel.on('error', () => socket.destroy());
		socket.on('error', () => tunnel.destroy());
	});
	await listening(server);
	return { port: portOf(server), asked, close: () => server.close() };
}
