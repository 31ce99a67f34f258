import { OperationalError, sleep, type IExecuteFunctions } from 'n8n-workflow';

/**
 * The head of a stream, read while its reader waits. In: a stream that nobody reads yet. Out: its first bytes, and the
 * stream as if nobody had read any of it.
 *
 * It relies on rules of Node streams that types do not show. Beside each step stands the title of the test that fails
 * without it, in `transport.streamHead.test.ts` unless it says otherwise:
 *
 *     rule                                                   what follows from it
 *     an `error` that nobody listens to ends the process     a listener that stays until the reader comes
 *     a stream that has ended takes nothing back             the head is put back in the same tick
 *     a tick after the last listener to `readable` has       that tick passes before anybody else listens
 *     gone, a stream with one to `data` flows, also if it
 *     was paused
 *     a destroyed stream may have neither `end` nor `error`  `close` ends the reading, too
 */

/** A Node stream, as n8n's types describe it. */
export type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

const closedEarly = () => Object.assign(new OperationalError('closed early'), { code: 'ECONNRESET' });

/**
 * Reads the beginning of a stream. `isWhole`: the stream has ended, so this is all of it. Otherwise, the beginning is put
 * back into the stream for its reader.
 *
 * @param least how many bytes to read, unless the stream has fewer
 * @throws the stream's error
 */
export async function readHead(
	stream: ByteStream,
	least: number,
): Promise<{ head: Buffer; isWhole: boolean }> {
	const parts: Buffer[] = [];
	let bytes = 0;
	// Stays: an error that comes before the reader listens must not end n8n.
	// Test: 'an error between the head and the reader ends only the stream'.
	stream.on('error', () => undefined);
	const isWhole = await new Promise<boolean>((resolve, reject) => {
		const takeParts = () => {
			for (;;) {
				const part = stream.read() as Buffer | null;
				if (part === null) return;
				parts.push(part);
				bytes += part.length;
				if (bytes < least) continue;
				// In the same tick, because the stream may end with the next one.
				// Test: 'the head of a stream that ends with it is put back'.
				stream.unshift(Buffer.concat(parts));
				settle(() => resolve(false));
				return;
			}
		};
		const listeners: Record<string, (error: Error) => void> = {
			readable: takeParts,
			end: () => settle(() => resolve(true)),
			error: (error) => settle(() => reject(error)),
			// Test: 'a stream that is closed without an end or an error is an error'.
			close: () => settle(() => reject(closedEarly())),
		};
		const settle = (how: () => void): void => {
			// Test: 'nobody listens any more, except for errors'.
			for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
			how();
		};
		for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
	});
	// Only in its next tick, Node notes that nobody waits for `readable` any more.
	// Test, in `transport.responseBody.test.ts`: 'that comes and ends in a microtask waits for its reader'.
	if (!isWhole) await sleep(0);
	return { head: Buffer.concat(parts), isWhole };
}
