import { OperationalError, sleep } from 'n8n-workflow';

import type { ServiceResponse } from './types';

const LONGEST_ERROR_BODY = 64 * 1024;
const SLICE = 200;

/** The parts of a Node stream that are needed here; n8n's type of it differs between versions. */
interface FileStream extends AsyncIterable<unknown> {
	destroyed?: boolean;
	readableEnded?: boolean;
	destroy?: (error: Error) => void;
	on?: (event: 'error', listener: () => void) => void;
	emit?: (event: 'error', error: Error) => void;
}

/** True for the body of an answer that was asked for as a stream. */
export const isStream = (body: unknown): body is FileStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/**
 * Breaks a download off when its time is over. The time limit of n8n's helper ends with the headers of an answer
 * whose body is a stream, as long as redirects are not followed: a stalled one would hang for ever.
 *
 * n8n wraps the stream, and destroying the wrapper waits for the stalled one inside; so its reader is told, too.
 *
 * @param end epoch milliseconds
 */
export async function endInTime(stream: FileStream, end: number): Promise<void> {
	const isOpen = () => stream.destroyed === false && stream.readableEnded !== true;
	for (let left = end - Date.now(); isOpen() && left > 0; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
	if (!isOpen()) return;
	const late = Object.assign(new OperationalError('The download took too long'), { code: 'ETIMEDOUT' });
	stream.on?.('error', () => undefined);
	stream.destroy?.(late);
	stream.emit?.('error', late);
}

/** The body of a refusal that came instead of a file, as far as it can be read: its status counts in any case. */
export async function readErrorBody(stream: FileStream): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of stream) {
			if (!(chunk instanceof Uint8Array)) continue;
			chunks.push(Buffer.from(chunk));
			size += chunk.length;
			if (size > LONGEST_ERROR_BODY) break;
		}
	} catch {
		// The connection broke off in the middle of it.
	}
	const text = Buffer.concat(chunks).toString('utf8');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Fetches a file that an answer brings as a stream.
 *
 * @param hasRoom asked with the bytes known so far
 * @param isLate asked with each part of the file
 * @returns `undefined` where there is no room for it
 * @throws where it is late, or breaks off
 */
export async function fetchFile(
	{ body, headers }: ServiceResponse,
	hasRoom: (bytes: number) => boolean,
	isLate: () => boolean,
): Promise<Buffer | undefined> {
	const stream = body as AsyncIterable<Buffer> & { destroy: () => void };
	if (!hasRoom(Number(headers['content-length'] ?? 0) || 0)) {
		stream.destroy();
		return undefined;
	}
	const chunks: Buffer[] = [];
	let bytes = 0;
	// Leaving this loop early closes the stream.
	for await (const chunk of stream) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (!hasRoom(bytes)) return undefined;
		if (isLate()) throw new OperationalError('The download took too long');
	}
	return Buffer.concat(chunks);
}
