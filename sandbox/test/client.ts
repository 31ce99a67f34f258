/* eslint-disable */
/** A client that sends an address exactly as written, over connections that stay open. */
import { Agent, request } from 'node:http';

import type { Reply } from './differential/contract';

export interface Sent {
	method: string;
	target: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

function parsed(bytes: Buffer, type: string | undefined): unknown {
	if (bytes.length === 0) return undefined;
	const text = bytes.toString('latin1');
	return type?.startsWith('application/json') ? (JSON.parse(bytes.toString()) as unknown) : text;
}

export function createClient(port: number) {
	const agent = new Agent({ keepAlive: true, maxSockets: 8 });
	const send = ({ method, target, headers = {}, body }: Sent): Promise<Reply> =>
		new Promise((resolve, reject) => {
			const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
			const options = { agent, port, host: '127.0.0.1', method, path: target };
			const outgoing = request({ ...options, headers: { ...length, ...headers } }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('error', reject);
				response.on('end', () => {
					const received = response.headers as Reply['headers'];
					const content = parsed(Buffer.concat(chunks), received['content-type']);
					resolve({ status: response.statusCode ?? 0, headers: received, body: content });
				});
			});
			outgoing.on('error', reject);
			outgoing.end(body);
		});
	return { send, close: () => agent.destroy() };
}
