import { OperationalError, sleep, type IExecuteFunctions } from 'n8n-workflow';

import { elapsed, pauseUnless } from '../lib/time';
import { ServiceError } from './errors';
import type { ServiceResponse } from './types';

/** In bytes. A page of 1,000 events has a few megabytes. n8n keeps several copies of what it loads. */
const LONGEST = 100e6;

/** A Node stream, as n8n's types describe it. */
type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/**
 * Ends a stream with an error. n8n wraps some streams, and destroying a wrapper waits for the stalled stream inside. So
 * the error is also emitted, which tells the reader at once.
 */
function breakOff(stream: ByteStream, error: Error): void {
	stream.on('error', () => undefined);
	stream.destroy(error);
	stream.emit('error', error);
}

/** Breaks off a stream after some milliseconds: for a stream, the time limit of n8n's helper ends with the headers. */
async function endInTime(stream: ByteStream, milliseconds: number): Promise<void> {
	const isOver = () => stream.destroyed || stream.readableEnded;
	await pauseUnless(isOver, milliseconds);
	if (isOver()) return;
	breakOff(stream, Object.assign(new OperationalError('The download took too long'), { code: 'ETIMEDOUT' }));
}

const tooLarge = ({ status, headers }: ServiceResponse) =>
	new ServiceError(
		{
			message: 'The service sent more than 100 MB',
			description: "n8n does not load as much as that at once. For a list, choose a smaller 'Page Size'.",
		},
		{ kind: 'tooLarge', status, requestId: headers['request-id'] },
	);

const lengthOf = ({ headers }: ServiceResponse): number => Number(headers['content-length'] ?? 0) || 0;

/** A PDF has its mark within this many bytes. Some have others in front of it, which every reader skips. */
const HEAD = 1024;
const isPdf = (head: Buffer): boolean => head.subarray(0, HEAD).includes('%PDF');

/**
 * Reads the beginning of a stream. `isWhole`: the stream has ended, so this is all of it. Otherwise, the beginning stays
 * in the stream for its reader.
 *
 * @throws the stream's error
 */
async function readHead(stream: ByteStream): Promise<{ head: Buffer; isWhole: boolean }> {
	const parts: Buffer[] = [];
	// Stays: an error that comes before the reader listens must not end n8n.
	stream.on('error', () => undefined);
	const isWhole = await new Promise<boolean>((resolve, reject) => {
		const listeners = {
			readable: () => {
				let bytes = parts.reduce((sum, { length }) => sum + length, 0);
				for (let part = stream.read() as Buffer | null; part; part = stream.read() as Buffer | null) {
					parts.push(part);
					bytes += part.length;
					if (bytes < HEAD) continue;
					// In the same tick, because the stream may end with the next one.
					stream.unshift(Buffer.concat(parts));
					settle(() => resolve(false));
					return;
				}
			},
			end: () => settle(() => resolve(true)),
			error: (error: Error) => settle(() => reject(error)),
			close: () =>
				settle(() => reject(Object.assign(new OperationalError('closed early'), { code: 'ECONNRESET' }))),
		};
		const settle = (how: () => void): void => {
			for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener as () => void);
			how();
		};
		for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener as () => void);
	});
	// Only in its next tick, Node notes that nobody waits for `readable` any more.
	if (!isWhole) await sleep(0);
	return { head: Buffer.concat(parts), isWhole };
}

/** A PDF as a stream, or as bytes if it is short. Of anything else only the beginning, which shows what it is. */
async function fileIn(answer: ServiceResponse, stream: ByteStream): Promise<unknown> {
	const { head, isWhole } = await readHead(stream);
	if (isPdf(head)) return isWhole ? head : limitFile(answer, stream);
	stream.destroy();
	return valueOf(head);
}

/** Passes a file on as it arrives, and breaks it off if it gets too large. */
function limitFile(response: ServiceResponse, stream: ByteStream): ByteStream {
	const announced = lengthOf(response);
	let bytes = 0;
	// The counter must not start the stream before the reader listens.
	stream.pause();
	stream.on('data', (chunk: Uint8Array) => {
		bytes += chunk.length;
		if (Math.max(bytes, announced) > LONGEST) breakOff(stream, tooLarge(response));
	});
	// Starts the stream when a reader listens to `data`. n8n does so if it keeps files in memory or in its database.
	stream.on('newListener', (event) => event === 'data' && stream.resume());
	return stream;
}

/**
 * A body as bytes; `undefined` if `hasRoom` returns false for the bytes read so far or the announced length.
 * @throws the stream's error if it is late or breaks off
 */
export async function readBytes(
	answer: ServiceResponse,
	hasRoom: (bytes: number) => boolean,
): Promise<Buffer | undefined> {
	if (Buffer.isBuffer(answer.body)) return hasRoom(answer.body.length) ? answer.body : undefined;
	const announced = lengthOf(answer);
	const parts: Uint8Array[] = [];
	let bytes = 0;
	// Leaving the loop early closes the connection. Destroying a wrapper of n8n's before reading it would keep the
	// connection open.
	for await (const part of answer.body as AsyncIterable<Uint8Array>) {
		parts.push(part);
		bytes += part.length;
		if (!hasRoom(Math.max(bytes, announced))) return undefined;
	}
	return Buffer.concat(parts);
}

/** True for the body of an answer with a PDF. */
export const isFile = (body: unknown): boolean =>
	Buffer.isBuffer(body) ? isPdf(body) : Symbol.asyncIterator in Object(body);

/** JSON as its value, anything else as text. A byte order mark before the text is removed. */
function valueOf(bytes: Buffer): unknown {
	const text = bytes.toString('utf8').replace(/^\ufeff/, '');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Reads the body of an answer: JSON as its value, other text as text. A body that n8n has already read stays as it is.
 * Reading ends at `end`, in milliseconds of `elapsed`.
 *
 * @param wantsPdf a PDF is not read to its end, but handed over as a stream (or as bytes if it is short), whatever the
 * answer calls it
 * @throws ServiceError if the body is larger than n8n can load; the stream's error if it breaks off
 */
export async function readBody(answer: ServiceResponse, wantsPdf: boolean, end: number): Promise<unknown> {
	const { status } = answer;
	const body = answer.body as ByteStream;
	if (!(Symbol.asyncIterator in Object(body))) return body;
	void endInTime(body, end - elapsed());
	if (wantsPdf && status === 200) return await fileIn(answer, body);
	const reading = readBytes(answer, (count) => count <= LONGEST);
	// The status of a refusal is enough, even if its text breaks off or never ends.
	const isRefusal = status < 200 || status >= 300;
	const bytes = await (isRefusal ? reading.catch(() => undefined) : reading);
	if (bytes) return valueOf(bytes);
	if (isRefusal) return undefined;
	throw tooLarge(answer);
}
