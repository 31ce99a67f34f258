import { OperationalError, type IExecuteFunctions } from 'n8n-workflow';

import { elapsed, pauseUnless } from '../clock';
import { ServiceError } from './errors';
import type { ServiceResponse } from './types';

/** In bytes. A page of 1,000 events has a few megabytes; n8n holds what is loaded several times. */
const LONGEST = 100e6;

/** A Node stream, as n8n knows it. */
type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** Ends a stream. n8n wraps some, and destroying a wrapper waits for the stalled one inside: its reader is told, too. */
function breakOff(stream: ByteStream, error: Error): void {
	stream.on('error', () => undefined);
	stream.destroy(error);
	stream.emit('error', error);
}

/** Breaks a stream off when its time is over: the time limit of n8n's helper ends with the headers of such an answer. */
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

/** Hands a file on as it comes, and breaks it off beyond the most that one may have. */
function limitFile(response: ServiceResponse, stream: ByteStream): ByteStream {
	const announced = lengthOf(response);
	let bytes = 0;
	// Paused, so that counting does not make it flow before its reader is there.
	stream.pause();
	stream.on('data', (chunk: Uint8Array) => {
		bytes += chunk.length;
		if (Math.max(bytes, announced) > LONGEST) breakOff(stream, tooLarge(response));
	});
	// A reader that listens makes it flow, as any other stream: so n8n reads what it keeps in memory or in its database.
	stream.on('newListener', (event) => event === 'data' && stream.resume());
	return stream;
}

/** A body as bytes; `undefined` where there is no room for those known so far. @throws where it is late, or breaks off */
export async function readBytes(
	answer: ServiceResponse,
	hasRoom: (bytes: number) => boolean,
): Promise<Buffer | undefined> {
	const announced = lengthOf(answer);
	const parts: Uint8Array[] = [];
	let bytes = 0;
	// Leaving the loop early closes the connection. A stream that n8n wraps would keep it open if it were closed unread.
	for await (const part of answer.body as AsyncIterable<Uint8Array>) {
		parts.push(part);
		bytes += part.length;
		if (!hasRoom(Math.max(bytes, announced))) return undefined;
	}
	return Buffer.concat(parts);
}

/** JSON as its value, anything else as text; without the mark that some put before it. */
function valueOf(bytes: Buffer): unknown {
	const text = bytes.toString('utf8').replace(/^\ufeff/, '');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * The body of an answer, unless n8n has read it: JSON as its value, anything else as text, a file as a stream. Nothing is
 * waited for after `end`. @throws ServiceError for more than n8n could load; what the stream throws where it breaks off
 */
export async function readBody(answer: ServiceResponse, isFile: boolean, end: number): Promise<unknown> {
	const { status } = answer;
	const body = answer.body as ByteStream;
	if (!(Symbol.asyncIterator in Object(body))) return body;
	void endInTime(body, end - elapsed());
	if (isFile) return limitFile(answer, body);
	const reading = readBytes(answer, (count) => count <= LONGEST);
	// A refusal counts by its status, also where its words break off or never end.
	const isRefusal = status < 200 || status >= 300;
	const bytes = await (isRefusal ? reading.catch(() => undefined) : reading);
	if (bytes) return valueOf(bytes);
	if (isRefusal) return undefined;
	throw tooLarge(answer);
}
