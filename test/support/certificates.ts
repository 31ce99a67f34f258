/* eslint-disable */
/** Certificates that are made for each run, so that no key is stored in the repository, and servers that use them. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

interface Wanted {
	/** The host that the certificate is for. */
	host?: string;
	/** Its validity, in days from now. */
	from?: number;
	to?: number;
	/** The authority that signs it. Without one, it is self-signed. */
	by?: Authority;
	/** The server also sends the authority's certificate. */
	withChain?: boolean;
}

type Pair = Required<Pick<ServerOptions, 'key' | 'cert'>>;
export type Authority = { key: string; cert: string };

const time = (days: number): string =>
	new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().replace(/[-:T]|\.\d+/g, '');

function inFolder<T>(work: (folder: string, openssl: (...args: string[]) => void) => T): T {
	const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
	const openssl = (...args: string[]) => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
	try {
		return work(folder, openssl);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

export const authority = (): Authority =>
	inFolder((folder, openssl) => {
		const subject = ['-subj', '/CN=An authority of these tests', '-days', '2', '-nodes'];
		openssl('req', '-x509', '-newkey', 'rsa:2048', '-keyout', 'key', '-out', 'cert', ...subject);
		const read = (name: string) => readFileSync(join(folder, name), 'utf8');
		return { key: read('key'), cert: read('cert') };
	});

/** Makes a certificate for a server on this machine. */
export const certificate = ({ host = '127.0.0.1', from = -1, to = 1, by, withChain }: Wanted): Pair =>
	inFolder((folder, openssl) => {
		const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
		const read = (name: string) => readFileSync(join(folder, name), 'utf8');
		const name = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
		write(
			'config',
			[
				'[ca]\ndefault_ca=own\n[own]\nnew_certs_dir=.\ndatabase=list\nserial=serial\ndefault_md=sha256',
				'policy=any\nunique_subject=no\n[any]\ncommonName=supplied',
				`[names]\nsubjectAltName=${name}\n`,
			].join('\n'),
		);
		write('list', '');
		write('serial', '01\n');
		openssl(
			'req',
			'-newkey',
			'rsa:2048',
			'-nodes',
			'-keyout',
			'key',
			'-out',
			'wanted',
			'-subj',
			`/CN=${host}`,
		);
		if (by) write('by.key', by.key);
		if (by) write('by.cert', by.cert);
		const signer = by ? ['-cert', 'by.cert', '-keyfile', 'by.key'] : ['-selfsign', '-keyfile', 'key'];
		const dates = ['-startdate', time(from), '-enddate', time(to)];
		const files = ['-in', 'wanted', '-out', 'cert', '-extensions', 'names', '-notext', '-batch'];
		openssl('ca', '-config', 'config', ...signer, ...dates, ...files);
		return { key: read('key'), cert: read('cert') + (by && withChain ? by.cert : '') };
	});

/** Makes this process trust an authority, as n8n does with NODE_EXTRA_CA_CERTS. @returns a function that ends it */
export function trust({ cert }: Authority): () => void {
	const original = tls.createSecureContext;
	tls.createSecureContext = (options) => {
		const secure = original(options);
		secure.context.addCACert(cert);
		return secure;
	};
	return () => void (tls.createSecureContext = original);
}

/** Serves an empty list with a certificate. @returns the port, and a function that ends it */
export async function serveWith(pair: Pair, options: ServerOptions = {}) {
	const server = createServer({ ...pair, ...options }, (_, response) =>
		response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'r' }).end('[]'),
	);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
