import type { IBinaryData } from 'n8n-workflow';

import { inParallel } from '../lib/pool';
import type { DocumentationStatus } from '../operations/documentation/pdfStatus';
import { inExecution, statusOfFailure } from '../operations/documentation/pdfStatus';
import { attachmentOf } from '../operations/event/eventFields';
import { readBytes } from '../transport/responseBody';
import { factsOf } from '../transport/errors';
import { isDue, isTooLate, type Choice } from './choose';
import { newWait, type PdfMemory, type PdfWait } from './pdfWaits';
import type { Reading } from './reading';
import type { Poll } from './settings';
import { compareEvents, type TriggerEvent } from './triggerEvent';

/** How many PDFs download at first. Few, so that over a slow line some are complete before the poll ends. */
const FIRST = 5;
/** So many more PDFs may download for each that has arrived. */
const MORE = 2;
/** The most bytes of PDFs in one poll, complete or under way. A larger file is downloaded alone. */
const MOST_BYTES = 20e6;
const LONGEST_PAUSE = 10 * 60_000;
/** Milliseconds that a download may take, as far as the poll's time allows. */
const LONGEST_DOWNLOAD = 120_000;
/** The share of the time that a download has which is alone. The rest is for those that follow. */
const ALONE = 3 / 4;

/**
 * The result of asking for a PDF. `waits`: the PDF may still come. `isAnswer`: the document service has said whether there
 * is one (200, 204, 404, 410).
 */
interface Try {
	status: DocumentationStatus;
	kind: 'final' | 'waits';
	isAnswer: boolean;
	/** False if the service did not look at the request: it was not sent, or one request too many. */
	countsAsTry: boolean;
	binary?: IBinaryData;
	retryAfterMs?: number;
}

/** An event that becomes an output item. */
export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
}

const UNANSWERED: Try = { status: 'unavailable', kind: 'waits', isAnswer: false, countsAsTry: false };
const FAILED: Try = { ...UNANSWERED, countsAsTry: true };
/** A download that ran alone and was still cut off by the end of the poll. Compared by identity. */
const CUT_OFF: Try = { ...FAILED };

/**
 * Downloads the PDF of an event. Never throws: a failure becomes a status.
 *
 * @returns `undefined` if room or time ran out; this does not count as a try
 */
async function download(
	{ raw }: TriggerEvent,
	{ send, timeLeft }: Pick<Poll, 'send' | 'timeLeft'>,
	fits: (bytes: number) => boolean,
): Promise<Try | undefined> {
	const { request, fileName } = attachmentOf(raw);
	try {
		const response = await send(request, { within: timeLeft() });
		if (response.status === 204) return { ...FAILED, status: 'not_generated', isAnswer: true };
		const bytes = await readBytes(response, (count) => timeLeft() >= 0 && fits(count));
		if (bytes === undefined) return undefined;
		if (bytes.length === 0) return { ...FAILED, isAnswer: true };
		// The file name contains IDs of the service, which could contain the API key.
		const binary = inExecution({ bytes, name: send.withoutKey(fileName) });
		return { ...FAILED, status: 'downloaded', kind: 'final', isAnswer: true, binary };
	} catch (error) {
		const facts = factsOf(error);
		const status = statusOfFailure(facts);
		// A file that is too large is too large in the next poll, too.
		const isOfService = facts?.from === undefined && facts?.wrongAddress !== true;
		if (status !== 'unavailable' || facts?.kind === 'tooLarge')
			return { ...FAILED, status, kind: 'final', isAnswer: isOfService };
		// An answer with 200 that is no PDF is an answer.
		if (facts?.kind === 'unexpectedBody') return { ...FAILED, isAnswer: isOfService };
		if (facts?.neverSent) return UNANSWERED;
		if (timeLeft() <= 0) return undefined;
		return { ...FAILED, countsAsTry: facts?.status !== 429, retryAfterMs: facts?.retryAfterMs };
	}
}

/** Counts bytes while they arrive. All downloads together may have 20 MB; a file that is alone may have any size. */
function byteCounter() {
	const sizes = new Map<string, number>();
	const arrived = { count: 0, bytes: 0 };
	return {
		fits: (key: string, bytes: number): boolean => {
			sizes.set(key, bytes);
			const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
			return all === bytes || all <= MOST_BYTES;
		},
		release: (key: string) => sizes.delete(key),
		arrive: (key: string) => {
			arrived.count++;
			arrived.bytes += sizes.get(key) ?? 0;
		},
		/** How many PDFs may download at once: more with each that has arrived, but no more than fit by their average size. */
		width: (): number => {
			const { count, bytes } = arrived;
			const room = count === 0 ? FIRST : Math.floor((MOST_BYTES - bytes) / (bytes / count));
			return Math.max(1, Math.min(FIRST + MORE * count, room));
		},
	};
}

type Limits = Pick<Poll, 'send' | 'timeLeft'>;
type Tries = Map<string, Try | undefined>;

/**
 * Downloads PDFs, more and more at a time, until the time or the room of the poll is used up.
 *
 * @returns the results by event key; `undefined` for a download that was cut off, no entry for one that did not begin
 */
export async function askForPdfs(
	events: readonly TriggerEvent[],
	limits: Limits,
	bytes = byteCounter(),
): Promise<Tries> {
	const tries: Tries = new Map();
	let isOver = false;
	const work = async (event: TriggerEvent): Promise<void> => {
		const outcome = await download(event, limits, (count) => bytes.fits(event.key, count));
		if (outcome?.binary) bytes.arrive(event.key);
		else bytes.release(event.key);
		tries.set(event.key, outcome);
		isOver ||= outcome === undefined;
	};
	await inParallel(events, bytes.width, work, () => isOver || limits.timeLeft() <= 0);
	return tries;
}

/**
 * Downloads the PDFs of a poll. One that is alone may take long, if n8n gives the poll more than the usual time; then so
 * may those that follow it. Otherwise all end at the usual time, because the events in hand wait for the end of the poll.
 *
 * @param isPatient the pause of the one that is alone is over
 */
async function askForAll({ alone, documents }: Choice, isPatient: boolean, poll: Poll): Promise<Tries> {
	const { send, elapsed } = poll;
	const bytes = byteCounter();
	const usual = poll.timeLeft();
	const start = elapsed();
	const ask = async (events: readonly TriggerEvent[], time: number): Promise<Tries> => {
		const end = elapsed() + Math.min(LONGEST_DOWNLOAD, time);
		return await askForPdfs(events, { send, timeLeft: () => end - elapsed() }, bytes);
	};
	// A download that was cut off although it was alone counts as a try.
	const askAlone = async (event: TriggerEvent, time: number): Promise<Tries> =>
		new Map([...(await ask([event], time))].map(([key, outcome]) => [key, outcome ?? CUT_OFF]));
	if (alone === undefined) {
		const [first, ...others] = documents;
		return first && others.length === 0 ? await askAlone(first, usual) : await ask(documents, usual);
	}
	const most = isPatient ? poll.budgetLeft() : usual;
	const first = await askAlone(alone, documents.length > 0 ? ALONE * most : most);
	const isSlow = first.get(alone.key)?.binary !== undefined;
	const time = isPatient ? Math.max(usual, isSlow ? 2 * (elapsed() - start) : 0) : poll.timeLeft();
	return new Map([...first, ...(await ask(documents, Math.min(time, poll.budgetLeft())))]);
}

/**
 * Records a result for the next poll.
 *
 * @param age milliseconds since the event's time
 */
function noteTry(wait: PdfWait, outcome: Try | undefined, age: number, now: number): void {
	wait.isCutOff = outcome === undefined || outcome === CUT_OFF;
	if (outcome === undefined) return;
	// The pause grows with the event's age: at first each poll asks for the PDF, then fewer and fewer polls do.
	const pause = Math.min(Math.max(0, age / 4), LONGEST_PAUSE);
	wait.pauseUntil = now + Math.max(pause, outcome.retryAfterMs ?? 0);
	if (outcome.countsAsTry) wait.triedAt = now;
}

/**
 * Gets the PDFs of documentation events. Never throws. If the wait is over, the event is delivered without its PDF, with
 * the status that says why, if it was asked for in this poll and the document service answered for any document in this
 * poll. Where it answers for none, the event waits until it was first read a day ago.
 *
 * @param memory what this process remembers about waiting documents; updated here
 */
export async function getDocuments(
	choice: Choice,
	reading: Reading,
	poll: Poll,
	memory: PdfMemory,
): Promise<Delivery[]> {
	const { others, alone, documents } = choice;
	const { settings, elapsed } = poll;
	// Before the service's first answer, 0 makes each event look new: it is asked for again without a pause.
	const { date = 0 } = reading;
	const now = elapsed();
	const { pdfWaits } = memory;
	const waitOf = ({ key }: TriggerEvent) => pdfWaits.get(key) ?? newWait(now, date);
	memory.wasAlone = alone !== undefined && documents.length > 0;
	const tries = await askForAll(choice, alone !== undefined && now >= waitOf(alone).pauseUntil, poll);
	const isAnswering = [...tries.values()].some((outcome) => outcome?.isAnswer);
	const deliver = others.map((event): Delivery => {
		return event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event };
	});
	for (const event of alone ? [alone, ...documents] : documents) {
		const outcome = tries.get(event.key);
		const { kind, status, binary } = outcome ?? UNANSWERED;
		const isEnough = (outcome?.countsAsTry && isAnswering) || isTooLate(event, reading);
		if (kind === 'final' || (isEnough && isDue(event, reading, settings)))
			deliver.push({ event, status, binary });
		else if (tries.has(event.key)) noteTry(waitOf(event), outcome, date - event.time, elapsed());
	}
	for (const { event } of deliver) pdfWaits.delete(event.key);
	return deliver.sort((a, b) => compareEvents(a.event, b.event));
}
