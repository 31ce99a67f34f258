/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Requests written byte by byte: an ordinary client would tidy the address up before it sends it. */
import { connect } from 'node:net';

export interface WireAnswer {
	status: number;
	/** Names in small letters. */
	headers: Record<string, string>;
	body: string;
}

export function readAnswer(text: string): WireAnswer {
	const [head = '', ...rest] = text.split('\r\n\r\n');
	const [first = '', ...lines] = head.split('\r\n');
	const pairs = lines.map((line) => {
		const at = line.indexOf(':');
		return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
	});
	return {
		status: Number(first.split(' ')[1]),
		headers: Object.fromEntries(pairs) as Record<string, string>,
		body: rest.join('\r\n\r\n'),
	};
}

/** Sends these bytes on a connection of their own and reads until the server closes it. */
export function exchange(port: number, bytes: string): Promise<WireAnswer> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
		let text = '';
		socket.setEncoding('utf8');
		socket.on('data', (chunk: string) => (text += chunk));
		socket.on('error', reject);
		socket.on('close', () => resolve(readAnswer(text)));
	});
}

export interface WireRequest {
	method: string;
	target: string;
	headers?: Record<string, string>;
	body?: string;
}

export function send(port: number, { method, target, headers = {}, body }: WireRequest): Promise<WireAnswer> {
	const all: Record<string, string> = {
		Host: '127.0.0.1',
		Connection: 'close',
		...(body !== undefined && {
			'Content-Type': 'application/json',
			'Content-Length': String(Buffer.byteLength(body)),
		}),
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return exchange(port, [`${method} ${target} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'));
}
