/**
 * Downloads the PDFs of events.
 *
 * - In: events, and the time that their downloads have together. Out: how each download ended (`Try`), by event key.
 * - Why: PDFs may be slow, large, or missing, and a poll has little time and memory. So a few download at first, and more
 *   with each that arrives.
 *
 * `askForPdfs` is the way in. `download` asks for one PDF, `failedTry` says what its failure means, and `byteCounter` says
 * whether there is room. Nothing here throws. What becomes of the events is decided in `documents.ts`.
 */
import type { IBinaryData } from 'n8n-workflow';

import { PdfWidth } from '../common/pdfWidth';
import { inParallel } from '../lib/pool';
import type { DocumentationStatus } from '../operations/documentation/pdfStatus';
import { inExecution, statusOfFailure } from '../operations/documentation/pdfStatus';
import { attachmentOf } from '../operations/event/eventFields';
import { factsOf } from '../transport/errors';
import { readBytes } from '../transport/responseBody';
import type { Sender } from '../transport/types';
import type { TriggerEvent } from './triggerEvent';

/** The most bytes of PDFs in one poll, complete or under way. A larger file is downloaded alone. */
const MOST_BYTES = 20e6;

/** How asking for a PDF ended. */
export interface Try {
	/** `final`: a later answer would be the same. `waits`: the PDF may still come. `cutOff`: time or room ran out. */
	end: 'final' | 'waits' | 'cutOff';
	/** What the item says if it is delivered so. */
	status: DocumentationStatus;
	/** The document service has said whether there is a PDF. */
	serviceAnswered: boolean;
	/** False if the service did not look at the request, or others were to blame. */
	countsAsTry: boolean;
	binary?: IBinaryData;
	retryAfterMs?: number;
}

/** What downloads that begin together have. */
interface Limits {
	send: Sender;
	/** Milliseconds until all of them end; negative afterwards. */
	downloadTimeLeft: () => number;
}

/**
 * What a failure of a download says:
 *
 * | the failure                              | end    | service answered    | counts as a try |
 * | ---------------------------------------- | ------ | ------------------- | --------------- |
 * | 404, 410, too large a file               | final  | if of the service   | yes             |
 * | no usable ID, so no request was sent     | final  | no                  | yes             |
 * | 200 with a body that is no PDF           | waits  | if of the service   | yes             |
 * | not sent                                 | waits  | no                  | no              |
 * | after the end of the time                | cutOff | no                  | no              |
 * | 429                                      | waits  | no                  | no              |
 * | all others                               | waits  | no                  | yes             |
 */
function failedTry(error: unknown, isTimeUp: boolean): Try {
	const facts = factsOf(error);
	const status = statusOfFailure(facts);
	// Not if a proxy or a gateway did, nor at a wrong address, nor without a request.
	const serviceAnswered =
		facts?.kind !== 'invalidPath' && facts?.from === undefined && facts?.wrongAddress !== true;
	if (status !== 'unavailable' || facts?.kind === 'tooLarge')
		return { end: 'final', status, serviceAnswered, countsAsTry: true };
	if (facts?.kind === 'unexpectedBody') return { end: 'waits', status, serviceAnswered, countsAsTry: true };
	if (facts?.neverSent) return { end: 'waits', status, serviceAnswered: false, countsAsTry: false };
	if (isTimeUp) return { end: 'cutOff', status, serviceAnswered: false, countsAsTry: false };
	const countsAsTry = facts?.status !== 429;
	return { end: 'waits', status, serviceAnswered: false, countsAsTry, retryAfterMs: facts?.retryAfterMs };
}

/** Downloads the PDF of an event. Never throws. @param goesOn told how many bytes have arrived; false ends the download */
async function download(
	{ raw }: TriggerEvent,
	{ send, downloadTimeLeft }: Limits,
	goesOn: (bytes: number) => boolean,
): Promise<Try> {
	const { request, fileName } = attachmentOf(raw);
	try {
		const response = await send(request, { within: downloadTimeLeft() });
		if (response.status === 204)
			return { end: 'waits', status: 'not_generated', serviceAnswered: true, countsAsTry: true };
		const bytes = await readBytes(response, (count) => downloadTimeLeft() >= 0 && goesOn(count));
		// Other downloads may have taken the time or the room.
		if (bytes === undefined)
			return { end: 'cutOff', status: 'unavailable', serviceAnswered: false, countsAsTry: false };
		if (bytes.length === 0)
			return { end: 'waits', status: 'unavailable', serviceAnswered: true, countsAsTry: true };
		// The file name contains IDs of the service, which could contain the API key.
		const binary = inExecution({ bytes, name: send.withoutKey(fileName) });
		return { end: 'final', status: 'downloaded', serviceAnswered: true, countsAsTry: true, binary };
	} catch (error) {
		return failedTry(error, downloadTimeLeft() <= 0);
	}
}

/**
 * Counts the bytes of a poll's downloads, by the keys of their events. A poll has one counter for all of them, so a PDF
 * that was alone at first leaves the others less room:
 *
 * | a download            | its bytes count                          |
 * | --------------------- | ---------------------------------------- |
 * | under way             | as many as have arrived or are announced |
 * | complete              | until the end of the poll                |
 * | broken off or cut off | no longer                                |
 */
export function byteCounter() {
	const sizes = new Map<string, number>();
	const arrived = { count: 0, bytes: 0 };
	const most = new PdfWidth();
	return {
		/** Notes how many bytes of a file there are by now. */
		note: (key: string, bytes: number): void => void sizes.set(key, bytes),
		/** True if all files together are not too large, or the others have no bytes: a file that is alone may have any size. */
		fits: (key: string): boolean => {
			const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
			return all === sizes.get(key) || all <= MOST_BYTES;
		},
		/** True if the PDFs that have arrived leave no room: a further one would be cut off at its first byte. */
		isFull: (): boolean => arrived.bytes >= MOST_BYTES,
		release: (key: string): void => void sizes.delete(key),
		arrive: (key: string): void => {
			most.arrived();
			arrived.count++;
			arrived.bytes += sizes.get(key) ?? 0;
		},
		/** How many PDFs may download at once: more with each that has arrived, but no more than fit by their average size. */
		width: (): number => {
			const { count, bytes } = arrived;
			const room = count === 0 ? Infinity : Math.floor((MOST_BYTES - bytes) / (bytes / count));
			return Math.max(1, Math.min(most.count, room));
		},
	};
}

/** By event key. A download that did not begin has no entry. */
export type Tries = Map<string, Try>;

/** Downloads PDFs, more and more at a time, until one was cut off, or the time or the room is used up. */
export async function askForPdfs(
	events: readonly TriggerEvent[],
	limits: Limits,
	bytes = byteCounter(),
): Promise<Tries> {
	const tries: Tries = new Map();
	let isOver = false;
	const work = async (event: TriggerEvent): Promise<void> => {
		const { key } = event;
		const outcome = await download(event, limits, (count) => {
			bytes.note(key, count);
			return bytes.fits(key);
		});
		if (outcome.binary) bytes.arrive(key);
		else bytes.release(key);
		tries.set(key, outcome);
		isOver ||= outcome.end === 'cutOff';
	};
	await inParallel(
		events,
		bytes.width,
		work,
		() => isOver || bytes.isFull() || limits.downloadTimeLeft() <= 0,
	);
	return tries;
}
