/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Files on their way: what ends a download that stalls, and what is read of a refusal. */
import { Readable } from 'node:stream';

import { endInTime, isStream, readErrorBody } from '../../nodes/ContactConsent/transport/download';

const LIMIT = 64 * 1024;

it.each<[string, unknown, boolean]>([
	['a stream', Readable.from([]), true],
	['anything that is read in parts', { [Symbol.asyncIterator]: () => undefined }, true],
	['a text', 'text', false],
	['nothing', undefined, false],
	['null', null, false],
	['an object', { message: 'no' }, false],
	['bytes', Buffer.from('text'), false],
])('%s: a stream, %s', (_, body, expected) => {
	expect(isStream(body)).toBe(expected);
});

describe('a download', () => {
	// Streams go on in ticks.
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
	afterEach(() => jest.useRealTimers());

	/** One that has so many milliseconds, with what was told to it. */
	function downloadFor(milliseconds: number, more: object = {}) {
		const told: unknown[] = [];
		const stream = {
			destroyed: false as boolean | undefined,
			readableEnded: false as boolean | undefined,
			on: (name: string, listener: () => void) => void told.push(['on', name, listener()]),
			destroy: (error: Error) => void told.push(['destroy', error]),
			emit: (name: string, error: Error) => void told.push(['emit', name, error]),
			async *[Symbol.asyncIterator]() {},
			...more,
		};
		let isWatched = true;
		const watch = endInTime(stream, Date.now() + milliseconds).then(() => {
			isWatched = false;
		});
		return { stream, told, watch, isWatched: () => isWatched };
	}
	const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

	it('that stalls is ended at the end of its time: the stream and its reader are told why', async () => {
		const { told, isWatched } = downloadFor(1050);
		await pass(1049);
		expect(told).toEqual([]);
		await pass(1);
		const late = expect.objectContaining({ message: 'The download took too long', code: 'ETIMEDOUT' });
		expect(told).toEqual([
			['on', 'error', undefined],
			['destroy', late],
			['emit', 'error', late],
		]);
		expect(isWatched()).toBe(false);
	});

	it.each([0, -1])('that has no time left (%i ms) is ended at once', (left) => {
		expect(downloadFor(left).told).toHaveLength(3);
	});

	it.each<[string, object]>([
		['was read to its end', { readableEnded: true }],
		['is closed', { destroyed: true }],
		['does not say whether it is open', { destroyed: undefined }],
	])('that %s is left alone', async (_, more) => {
		for (const left of [-1, 60_000]) {
			const { told, isWatched } = downloadFor(left, more);
			await pass(0);
			expect([told, isWatched()]).toEqual([[], false]);
		}
	});

	it.each<[string, object]>([
		['read to its end', { readableEnded: true }],
		['closed', { destroyed: true }],
	])('is no longer watched a moment after it was %s', async (_, more) => {
		const { stream, told, isWatched } = downloadFor(60_000);
		await pass(500);
		expect(isWatched()).toBe(true);
		Object.assign(stream, more);
		await pass(200);
		expect(isWatched()).toBe(false);
		await pass(60_000);
		expect(told).toEqual([]);
	});

	it('that is open and does not say whether it was read to its end is ended, too', async () => {
		const { told } = downloadFor(300, { readableEnded: undefined });
		await pass(300);
		expect(told).toHaveLength(3);
	});

	it('is ended as far as its stream can be', async () => {
		const { watch } = downloadFor(0, { on: undefined, destroy: undefined, emit: undefined });
		await expect(watch).resolves.toBeUndefined();
	});

	it('ends for its reader, and nobody else has to hear of it', async () => {
		const stream = new Readable({ read: () => undefined });
		void endInTime(stream, Date.now() + 1000);
		const reading = (async () => {
			for await (const part of stream) return part;
		})().catch(({ message }: Error) => message);
		await pass(1000);
		expect(await reading).toBe('The download took too long');
	});
});

describe('the body of a refusal', () => {
	const bodyOf = async (...chunks: unknown[]) => await readErrorBody(Readable.from(chunks));
	const bytes = (text: string) => Buffer.from(text);

	it('is JSON where it can be read as such, also where a sign is cut in two', async () => {
		const all = bytes('{"message":"für"}');
		expect(await bodyOf(all.subarray(0, 13), all.subarray(13))).toEqual({ message: 'für' });
	});

	it.each([
		['a web page', ['<html>', '</html>'], '<html></html>'],
		['nothing', [], ''],
	])('is text where it is %s', async (_, chunks, text) => {
		expect(await bodyOf(...chunks.map(bytes))).toBe(text);
	});

	it('is what came before the connection broke off', async () => {
		async function* broken() {
			yield await Promise.resolve(bytes('Bad gate'));
			throw new Error('aborted');
		}
		expect(await readErrorBody(broken())).toBe('Bad gate');
	});

	it('is read without what is no bytes', async () => {
		expect(await bodyOf(bytes('{"a":'), 5, bytes('1}'))).toEqual({ a: 1 });
	});

	it.each([
		['up to 64 KiB', [LIMIT, 1], LIMIT + 1],
		['no further than the part that goes beyond', [LIMIT, 1, 1], LIMIT + 1],
		['in small parts', [LIMIT / 2, LIMIT / 2, 1, 1, 1], LIMIT + 1],
		['in one large part', [3 * LIMIT, 1], 3 * LIMIT],
	])('is read %s', async (_, sizes, length) => {
		expect(await bodyOf(...sizes.map((size) => bytes('x'.repeat(size))))).toHaveLength(length);
	});
});
