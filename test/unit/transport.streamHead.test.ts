/* eslint-disable */
/** The head of a stream, and the rules of Node streams that reading it relies on. */
import { PassThrough, Readable } from 'node:stream';

import { readHead } from '../../nodes/ContactConsent/transport/streamHead';

const bytes = (text: string) => Buffer.from(text);
const HEAD = bytes('x'.repeat(10));
const ticks = async () => await new Promise((resolve) => setTimeout(resolve, 10));

it('an error between the head and the reader ends only the stream', async () => {
	const stream = new PassThrough();
	stream.write(HEAD);
	await readHead(stream, 10);
	// Without a listener, `emit` throws.
	expect(() => stream.emit('error', new Error('aborted'))).not.toThrow();
});

it('the head of a stream that ends with it is put back', async () => {
	const stream = new PassThrough();
	stream.end(HEAD);
	expect(await readHead(stream, 10)).toEqual({ head: HEAD, isWhole: false });
	expect(Buffer.concat(await stream.toArray())).toEqual(HEAD);
});

it('the stream flows for a reader who listens at once', async () => {
	const stream = new PassThrough();
	stream.write(HEAD);
	await readHead(stream, 10);
	const parts: Buffer[] = [];
	stream.on('data', (part) => parts.push(part));
	await ticks();
	expect(Buffer.concat(parts)).toEqual(HEAD);
});

it('a stream that is closed without an end or an error is an error', async () => {
	const stream = new Readable({ read: () => undefined });
	const reading = readHead(stream, 10);
	stream.destroy();
	await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('nobody listens any more, except for errors', async () => {
	const stream = new PassThrough();
	stream.write(HEAD);
	const before = stream.eventNames();
	await readHead(stream, 10);
	expect(stream.eventNames().filter((name) => !before.includes(name))).toEqual(['error']);
});
