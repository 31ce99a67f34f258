/* eslint-disable */
/** Reading of bodies: what is read, what is too large, and how a stalled body ends. */
import { once } from 'node:events';
import { Readable } from 'node:stream';

import { elapsed } from '../../nodes/ContactConsent/lib/time';
import { readBody, readBytes } from '../../nodes/ContactConsent/transport/responseBody';
import type { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import { sentence } from '../support/sentences';

const MB = 1e6;
const bytes = (text: string) => Buffer.from(text);
const answerOf = (body: unknown, status = 200, headers: Record<string, string> = {}) => ({
	status,
	headers: { 'request-id': 'r-1', ...headers },
	body,
});
const read = async (body: Readable, { status = 200, isFile = false, within = 60_000, length = '' } = {}) =>
	await readBody(answerOf(body, status, { 'content-length': length }), isFile, elapsed() + within);

async function* broken(text: string) {
	yield await Promise.resolve(bytes(text));
	throw new Error('aborted');
}

/** A stream of megabytes, and how many of them were read. */
function megabytes(count: number, last = 0) {
	const taken = { parts: 0 };
	const part = Buffer.alloc(MB, '%PDF');
	const stream = Readable.from(
		(function* () {
			for (; taken.parts < count; taken.parts++) yield part;
			if (last > 0) yield part.subarray(0, last);
		})(),
		{ objectMode: true, highWaterMark: 1 },
	);
	return { stream, taken };
}

describe('a body that stalls', () => {
	// Streams need ticks of the event loop.
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
	afterEach(() => jest.useRealTimers());
	const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
	const stalled = () => new Readable({ read: () => undefined });
	/** A PDF that stalls behind its beginning. */
	const stalledPdf = () => {
		const stream = stalled();
		stream.push('%PDF'.padEnd(2000));
		return stream;
	};

	it('is ended when its time is over, also for its reader', async () => {
		const stream = stalled();
		await pass(500);
		const reading = read(stream, { within: 1050 }).catch(({ message, code }) => [message, code]);
		await pass(1049);
		expect(stream.destroyed).toBe(false);
		await pass(1);
		expect([stream.destroyed, await reading]).toEqual([true, [sentence('downloadTooLong'), 'ETIMEDOUT']]);
	});

	it('is closed when its time is over, although its reader only listens', async () => {
		const stream = stalledPdf();
		const reading = read(stream, { isFile: true, within: 500 });
		await pass(0);
		await reading;
		stream.on('data', () => undefined);
		await pass(500);
		expect(stream.destroyed).toBe(true);
	});

	it('is ended without ending n8n, although the stream does not close itself after an error', async () => {
		const stream = new Readable({ read: () => undefined, autoDestroy: false });
		const reading = read(stream, { within: 500 }).catch(({ code }) => code);
		await pass(500);
		expect(await reading).toBe('ETIMEDOUT');
		// Without a listener, `emit` throws.
		expect(() => stream.emit('error', new Error('aborted'))).not.toThrow();
	});

	it('is ended although n8n wraps it so that destroying it waits for ever', async () => {
		const stream = Object.assign(stalledPdf(), { destroy: () => undefined });
		const errors: unknown[] = [];
		stream.on('error', ({ message }) => errors.push(message));
		const reading = read(stream, { isFile: true, within: 500 });
		await pass(0);
		await reading;
		await pass(500);
		expect(errors).toEqual([sentence('downloadTooLong')]);
	});

	it.each([0, -1])('is ended at once if it has no time left: %i ms', async (within) => {
		await expect(read(stalled(), { within })).rejects.toSay('downloadTooLong');
	});

	it.each<[string, (stream: Readable) => unknown]>([
		['read to its end', (stream) => stream.resume().push(null)],
		['closed', (stream) => stream.destroy()],
	])('is no longer watched a moment after it was %s', async (_, end) => {
		const stream = stalledPdf();
		const errors: unknown[] = [];
		stream.on('error', (error) => errors.push(error));
		const reading = read(stream, { isFile: true });
		await pass(500);
		await reading;
		expect(jest.getTimerCount()).toBe(1);
		end(stream);
		await pass(200);
		expect([jest.getTimerCount(), errors]).toEqual([0, []]);
	});
});

describe('a body', () => {
	it('is parsed as JSON if it can be, even if a character is cut in two', async () => {
		const all = bytes('{"message":"für"}');
		expect(await read(Readable.from([all.subarray(0, 13), all.subarray(13)]))).toEqual({ message: 'für' });
	});

	it.each<[string, string, unknown]>([
		['a list', '[{"id":1}]', [{ id: 1 }]],
		['null', 'null', null],
		['a mark for the order of bytes in the middle', '["\ufeff"]', ['\ufeff']],
		['a web page', '<html></html>', '<html></html>'],
		['nothing', '', ''],
	])('is read: %s', async (_, text, expected) => {
		expect(await read(Readable.from([bytes(text)]))).toEqual(expected);
	});

	it.each([[{ id: 'c' }], ['text'], [undefined]])(
		'that n8n has read already is left as it is: %j',
		async (body) => {
			expect(await readBody(answerOf(body), false, 0)).toEqual(body);
		},
	);

	it('of 100 MB is read', async () => {
		const text = (await read(megabytes(100).stream)) as string;
		expect(text.length).toBe(100 * MB);
	});

	it.each([
		['says so', String(100 * MB + 1), 5],
		['does not say so', '', 110],
	])('of more than 100 MB is refused with that reason and not loaded, if it %s', async (_, length, most) => {
		const { stream, taken } = megabytes(500);
		const error: unknown = await read(stream, { length }).catch((caught: unknown) => caught);
		expect((error as ServiceError).describe()).toMatch(/smaller 'Page Size'.* Request-Id: r-1$/);
		expect(error).toMatchObject({
			message: sentence('moreThan100'),
			facts: { kind: 'tooLarge', status: 200, requestId: 'r-1' },
		});
		expect([taken.parts < most, stream.destroyed]).toEqual([true, true]);
	});

	it.each([500, 404, 302, 300, 199])(
		'of a %i that breaks off or never ends is ignored, because the status says enough',
		async (status) => {
			expect(await read(Readable.from(broken('Bad gate')), { status })).toBeUndefined();
			const { stream, taken } = megabytes(500);
			expect(await read(stream, { status })).toBeUndefined();
			expect(taken.parts).toBeLessThan(110);
			expect(await read(Readable.from([bytes('{"message":"no"}')]), { status })).toEqual({ message: 'no' });
		},
	);
});

describe('a file', () => {
	const TOO_LARGE = {
		message: sentence('moreThan100'),
		facts: { kind: 'tooLarge', status: 200, requestId: 'r-1' },
	};

	const later = async () => await new Promise((resolve) => setTimeout(resolve, 20));
	const MORE = bytes('x'.repeat(2000));

	it.each([
		['at its first byte', '%PDF-1.7'],
		['behind what other programs put there', `\ufeff${' '.repeat(1000)}%PDF-1.7`],
	])(
		'is handed on with its beginning, the mark of a PDF %s, also to a reader that starts late',
		async (_, text) => {
			const whole = Buffer.concat([bytes(text), MORE, MORE]);
			const chunks = [3, 1500, 2500].map((to, at, all) => whole.subarray(all[at - 1] ?? 0, to));
			for (const listen of ['data', 'iterator']) {
				const stream = Readable.from([...chunks, whole.subarray(2500)]);
				expect(await read(stream, { isFile: true })).toBe(stream);
				await later();
				const parts: Buffer[] = [];
				if (listen === 'iterator') parts.push(...((await stream.toArray()) as Buffer[]));
				else
					await once(
						stream.on('data', (part: Buffer) => parts.push(part)),
						'end',
					);
				expect(Buffer.concat(parts).equals(whole)).toBe(true);
			}
		},
	);

	it('that comes and ends in a microtask waits for its reader', async () => {
		const stream = new Readable({ read: () => undefined });
		const reading = read(stream, { isFile: true });
		await later();
		await Promise.resolve().then(() => [bytes('%PDF'), MORE, null].forEach((part) => stream.push(part)));
		await reading;
		await later();
		const parts: Buffer[] = [];
		stream.on('data', (part: Buffer) => parts.push(part));
		await once(stream, 'end');
		expect(Buffer.concat(parts)).toHaveLength(2004);
	}, 2000);

	it('that is short is handed on as bytes', async () => {
		const body = await read(Readable.from([bytes('%P'), bytes('DF')]), { isFile: true });
		expect(body).toEqual(bytes('%PDF'));
		expect(await readBytes(answerOf(body), () => true)).toEqual(bytes('%PDF'));
		expect(await readBytes(answerOf(body), () => false)).toBeUndefined();
	});

	it('without the mark of a PDF is closed, and its beginning says what it is', async () => {
		const inner = Readable.from([bytes('<html>'), ...Array<Buffer>(50).fill(MORE)]);
		expect(await read(inner, { isFile: true })).toMatch(/^<html>x+$/);
		await later();
		expect(inner.destroyed).toBe(true);
		expect(await read(Readable.from([bytes('{"message":"later"}')]), { isFile: true })).toEqual({
			message: 'later',
		});
		expect(await read(Readable.from([bytes(`${'x'.repeat(1024)}%PDF`)]), { isFile: true })).toMatch(/^x/);
	});

	it('that breaks off at its beginning fails, and does not end n8n', async () => {
		await expect(read(Readable.from(broken('%P')), { isFile: true })).rejects.toThrow('aborted');
	});

	it('of 100 MB is loaded, and a larger one is broken off', async () => {
		const { stream } = megabytes(100);
		const body = await read(stream, { isFile: true, length: String(100 * MB) });
		expect((await readBytes(answerOf(body), () => true))?.length).toBe(100 * MB);
		const larger = megabytes(100, 1);
		const more = await read(larger.stream, { isFile: true });
		await expect(readBytes(answerOf(more), () => true)).rejects.toMatchObject(TOO_LARGE);
	});

	it.each([
		['its length', '9', [9]],
		['what has come', '', [3, 6]],
	])('for which there is no room, by %s, is closed', async (_, length, asked) => {
		const stream = Readable.from([bytes('abc'), bytes('def'), bytes('ghi')]);
		const seen: number[] = [];
		const hasRoom = (count: number) => seen.push(count) > 0 && count < 6;
		expect(await readBytes(answerOf(stream, 200, { 'content-length': length }), hasRoom)).toBeUndefined();
		expect([seen, stream.destroyed]).toEqual([asked, true]);
	});

	it('for which there is no room is closed although n8n wraps it in a generator, as axios does', async () => {
		const inner = megabytes(500).stream;
		async function* wrapped() {
			for await (const part of inner) yield part as Buffer;
		}
		const answer = answerOf(Readable.from(wrapped()), 200, { 'content-length': String(500 * MB) });
		expect(await readBytes(answer, (count) => count < MB)).toBeUndefined();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(inner.destroyed).toBe(true);
	});
});
