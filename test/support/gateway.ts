/* eslint-disable */
/**
 * A gateway between n8n and the service, as companies have them. It reads paths in its own way, and may change
 * answers.
 */
import { once } from 'node:events';
import { createServer, request as ask, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `undefined`: the path is refused with a 400, as nginx does with a path that climbs above the root. */
type PathReader = (path: string) => string | undefined;

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export interface Gateway {
	baseUrl: string;
	/** Requests that the gateway passed on, such as `GET /v1/contacts/a`, with the path that the service gets. */
	reached: string[];
	/** Changes an answer of the service. */
	change: (answer: Answer, request: { method: string; path: string }) => Answer;
	/** Sends a body after its head was sent. */
	deliver: (outgoing: ServerResponse, body: Buffer) => void;
	close: () => void;
}

const percentDecoded = (path: string): string =>
	path.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Encodes characters that may not be in a path. The bytes of other characters were decoded one by one. */
const percentEncoded = (path: string): string =>
	path.replace(/[^\w.~!$&'()*+,;=:@/-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Resolves the steps of a path such as `a/./b//../c`. */
function normalised(path: string): string | undefined {
	const kept: string[] = [];
	const parts = path.split('/').slice(1);
	for (const [index, part] of parts.entries()) {
		const isLast = index === parts.length - 1;
		if (part === '..') {
			if (kept.length === 0) return undefined;
			kept.pop();
		} else if (part !== '.' && part !== '') kept.push(part);
		if (isLast && (part === '..' || part === '.' || part === '')) kept.push('');
	}
	return `/${kept.join('/')}`;
}

/**
 * Reads a path as nginx 1.22 does if `proxy_pass` has a URI: decode, merge slashes, resolve steps, encode again. It
 * was compared with the real nginx for all IDs of `hostile-ids.ts` in every spelling, except that nginx leaves bare
 * backslashes alone.
 *
 * @param read how another gateway changes the decoded path
 */
const normalising =
	(read = (decoded: string) => decoded): PathReader =>
	(path) => {
		const decoded = percentDecoded(path);
		if (/%(?![\da-f]{2})/i.test(path) || decoded.includes('\0')) return undefined;
		const plain = normalised(read(decoded));
		return plain === undefined ? undefined : percentEncoded(plain);
	};

const nginx = normalising();

/** The ways in which gateways read a path. */
export const READERS = {
	'none at all': (path) => path,
	nginx,
	'two that decode, one behind the other': (path) => {
		const once = nginx(path);
		return once === undefined ? undefined : nginx(percentDecoded(once).replace(/%(?![\da-f]{2})/gi, '%25'));
	},
	'one that takes backslashes for slashes': normalising((path) => path.replaceAll('\\', '/')),
	'one that drops path parameters': normalising((path) => path.replace(/;[^/]*/g, '')),
} satisfies Record<string, PathReader>;

const without = (headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Starts a gateway in front of the service at an origin. */
export async function startGateway(
	origin: () => string,
	read: PathReader = READERS['none at all'],
): Promise<Gateway> {
	const gateway: Gateway = {
		baseUrl: '',
		reached: [],
		change: (answer) => answer,
		deliver: (outgoing, body) => outgoing.end(body),
		close: () => server.close(),
	};
	const server = createServer((incoming, outgoing) => {
		const [path = '', query] = (incoming.url ?? '').split('?');
		const method = incoming.method ?? '';
		const going = read(path);
		if (going === undefined) return void outgoing.writeHead(400).end();
		gateway.reached.push(`${method} ${going}`);
		const headers = without(incoming.headers, ['host']);
		const url = `${origin()}${going}${query === undefined ? '' : `?${query}`}`;
		const onward = ask(url, { method, headers, agent: false }, (back) => {
			const chunks: Buffer[] = [];
			back.on('data', (chunk: Buffer) => chunks.push(chunk));
			back.on('end', () => {
				const given = { status: back.statusCode ?? 0, headers: back.headers, body: Buffer.concat(chunks) };
				const { status, headers: all, body } = gateway.change(given, { method, path: going });
				const kept = without(all, ['content-length', 'transfer-encoding', 'connection']);
				outgoing.writeHead(status, kept);
				if (status === 204) outgoing.end();
				else gateway.deliver(outgoing, body);
			});
		});
		onward.on('error', () => outgoing.destroy());
		incoming.pipe(onward);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	gateway.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return gateway;
}
