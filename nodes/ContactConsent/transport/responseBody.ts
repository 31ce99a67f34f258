import { OperationalError } from 'n8n-workflow';

import { elapsed, pauseUnless } from '../lib/time';
import { ServiceError } from './errors';
import { readHead, type ByteStream } from './streamHead';
import type { ServiceResponse } from './types';

/**
 * Reads the body of an answer. In: the answer, its body still a stream. Out: what the rest of the transport can check:
 *
 *     the answer                              the body
 *     n8n has read it already                 as it is
 *     200, a PDF is wanted and is there       the stream; bytes if it has less than 1 KB
 *     200, a PDF is wanted, something else    its beginning: JSON as its value, other text as text
 *     another success                         all of it: JSON as its value, other text as text
 *     a success of more than 100 MB           an error; a PDF breaks off with it while it is read
 *     a refusal                               all of it; `undefined` if it has more than 100 MB or breaks off
 *
 * The service may send without end, or stop in the middle. So each stream has a limit of bytes and of time, which n8n's
 * helper does not set for streams.
 *
 * Some steps rely on rules of Node streams. Beside them stands the title of the test in `transport.responseBody.test.ts`
 * that fails without the step.
 */

/** In bytes. A page of 1,000 events has a few megabytes. n8n keeps several copies of what it loads. */
const LONGEST = 100e6;

const isStream = (body: unknown): body is ByteStream => Symbol.asyncIterator in Object(body);

// Limits

/**
 * Ends a stream with an error. n8n wraps some streams, and destroying a wrapper waits for the stalled stream inside. So
 * the error is also emitted, which tells the reader at once.
 */
function breakOff(stream: ByteStream, error: Error): void {
	// Test: 'is ended without ending n8n, although the stream does not close itself after an error'.
	stream.on('error', () => undefined);
	stream.destroy(error);
	// Test: 'is ended although n8n wraps it so that destroying it waits for ever'.
	stream.emit('error', error);
}

/** Breaks off a stream after some milliseconds: for a stream, the time limit of n8n's helper ends with the headers. */
async function limitTime(stream: ByteStream, milliseconds: number): Promise<void> {
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

const announcedBytes = ({ headers }: ServiceResponse): number => Number(headers['content-length'] ?? 0) || 0;

/** Breaks off a stream that gets too large, while another reader reads it. */
function limitBytes(stream: ByteStream, answer: ServiceResponse): void {
	const announced = announcedBytes(answer);
	let bytes = 0;
	// The counter must not start the stream before the reader listens, and a stream that is paused before somebody listens
	// to `data` stays paused. Test: 'is handed on with its beginning, …, also to a reader that starts late'.
	stream.pause();
	stream.on('data', (chunk: Uint8Array) => {
		bytes += chunk.length;
		if (Math.max(bytes, announced) > LONGEST) breakOff(stream, tooLarge(answer));
	});
	// Starts the stream when a reader listens to `data`. n8n does so if it keeps files in memory or in its database. It is
	// set after the counter, which would start the stream otherwise. The test is the same.
	stream.on('newListener', (event) => event === 'data' && stream.resume());
}

// A PDF

/** A PDF has its mark within this many bytes. Some have others in front of it, which every reader skips. */
const HEAD = 1024;
const isPdf = (head: Buffer): boolean => head.subarray(0, HEAD).includes('%PDF');

/** True for the body of an answer with a PDF, as `readBody` returns it. */
export const isPdfBody = (body: unknown): boolean => (Buffer.isBuffer(body) ? isPdf(body) : isStream(body));

/** A PDF as a stream, or as bytes if it is short. Of anything else only the beginning, which shows what it is. */
async function readPdf(answer: ServiceResponse, stream: ByteStream): Promise<unknown> {
	const { head, isWhole } = await readHead(stream, HEAD);
	if (!isPdf(head)) {
		stream.destroy();
		return valueOf(head);
	}
	if (isWhole) return head;
	limitBytes(stream, answer);
	return stream;
}

// Any other body

/**
 * A body as bytes; `undefined` if `hasRoom` returns false for the bytes read so far or the announced length.
 * @throws the stream's error if it is late or breaks off
 */
export async function readBytes(
	answer: ServiceResponse,
	hasRoom: (bytes: number) => boolean,
): Promise<Buffer | undefined> {
	if (Buffer.isBuffer(answer.body)) return hasRoom(answer.body.length) ? answer.body : undefined;
	const announced = announcedBytes(answer);
	const parts: Uint8Array[] = [];
	let bytes = 0;
	// Leaving the loop early closes the connection. Destroying a wrapper of n8n's before reading it would keep the
	// connection open. Test: 'for which there is no room is closed although n8n wraps it in a generator, as axios does'.
	for await (const part of answer.body as AsyncIterable<Uint8Array>) {
		parts.push(part);
		bytes += part.length;
		if (!hasRoom(Math.max(bytes, announced))) return undefined;
	}
	return Buffer.concat(parts);
}

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
 * Reads the body of an answer, as the table above says.
 *
 * @param wantsPdf what the request asks for, whatever the answer calls its body
 * @param end when reading ends, in milliseconds of `elapsed`
 * @throws ServiceError if the body is larger than n8n can load; the stream's error if it breaks off
 */
export async function readBody(answer: ServiceResponse, wantsPdf: boolean, end: number): Promise<unknown> {
	const { status, body } = answer;
	if (!isStream(body)) return body;
	void limitTime(body, end - elapsed());
	if (wantsPdf && status === 200) return await readPdf(answer, body);
	const isSuccess = status >= 200 && status < 300;
	const reading = readBytes(answer, (count) => count <= LONGEST);
	// The status of a refusal is enough, even if its text breaks off or never ends.
	const bytes = await (isSuccess ? reading : reading.catch(() => undefined));
	if (bytes) return valueOf(bytes);
	if (isSuccess) throw tooLarge(answer);
	return undefined;
}
