/* eslint-disable */
/** Certificates that are made for each run, so that no key is stored in the repository, and servers that use them. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:https';
import { isIP, type AddressInfo } from 'node:net';
import tls from 'node:tls';

import forge from 'node-forge';

interface Wanted {
	/** The hosts that the certificate is for: names or IP addresses. */
	hosts?: string[];
	/** Its validity, in days from now. */
	from?: number;
	to?: number;
	/** The authority that signs it. Without one, it is self-signed. */
	by?: Authority;
	/** The server also sends the authority's certificate. */
	withChain?: boolean;
}

/** A key and its certificate, as PEM. */
export type Pair = { key: string; cert: string };
export type Authority = Pair;

const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

/** @param extensions as node-forge has them */
function issue(name: string, extensions: object[], { from = -1, to = 1, by }: Wanted = {}): Pair {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});
	const cert = forge.pki.createCertificate();
	const subject = [{ name: 'commonName', value: name }];
	cert.publicKey = forge.pki.publicKeyFromPem(publicKey);
	// A first byte of 01 keeps the number positive.
	cert.serialNumber = `01${randomBytes(8).toString('hex')}`;
	cert.validity = { notBefore: day(from), notAfter: day(to) };
	cert.setSubject(subject);
	cert.setIssuer(by ? forge.pki.certificateFromPem(by.cert).subject.attributes : subject);
	cert.setExtensions(extensions);
	cert.sign(forge.pki.privateKeyFromPem(by?.key ?? privateKey), forge.md.sha256.create());
	return { key: privateKey, cert: forge.pki.certificateToPem(cert) };
}

/** Each has its own name, because an unknown authority with the name of a known one would be a forgery. */
export const authority = (): Authority =>
	issue(`Authority ${randomBytes(4).toString('hex')}`, [{ name: 'basicConstraints', cA: true }]);

/** Makes a certificate for a server on this machine. */
export function certificate({ hosts = ['127.0.0.1'], ...wanted }: Wanted = {}): Pair {
	const altNames = hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }));
	const { key, cert } = issue(hosts[0] ?? '', [{ name: 'subjectAltName', altNames }], wanted);
	return { key, cert: cert + (wanted.by && wanted.withChain ? wanted.by.cert : '') };
}

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
