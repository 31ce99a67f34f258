/* eslint-disable */
/** Raw bytes on a connection, because no HTTP client would send them. */
import { connect } from 'node:net';

export interface WireAnswer {
	status: number;
	requestId: string | undefined;
	body: string;
}

/** Sends these bytes on a new connection and reads until the server closes it. */
export function exchange(port: number, bytes: string): Promise<WireAnswer> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
		let text = '';
		socket.setEncoding('utf8');
		socket.on('data', (chunk: string) => (text += chunk));
		socket.on('error', reject);
		socket.on('close', () => {
			const [head = '', ...rest] = text.split('\r\n\r\n');
			const status = Number(head.split(' ')[1]);
			const requestId = /^request-id: (.*)$/im.exec(head)?.[1]?.trim();
			resolve({ status, requestId, body: rest.join('\r\n\r\n') });
		});
	});
}
