import type { IBinaryData } from 'n8n-workflow';

import { inParallel } from '../pool';
import type { DocumentationStatus } from '../resources/documentation/document';
import { inExecution, statusOfFailure } from '../resources/documentation/document';
import { attachmentOf } from '../resources/event/fields';
import { readBytes } from '../transport/download';
import { factsOf } from '../transport/errors';
import { firstTurn, isDue, isTooLate, type Choice, type Turn } from './choose';
import type { Read } from './reader';
import type { Poll } from './settings';
import { compareEvents, type TriggerEvent } from './state';

/** How many PDFs download at once. Few, so that over a slow line some are complete before the poll ends. */
const AT_ONCE = 5;
/** The most bytes of PDFs in one poll, complete or under way. A larger file is downloaded alone. */
const MOST_BYTES = 20e6;
const LONGEST_PAUSE = 10 * 60_000;
/**
 * If the service asks to wait for this many documents in one poll, it limits the rate; no single document is the cause.
 */
const SEVERAL = 3;

/**
 * The result of asking for a PDF. `waits`: the PDF may still come. `failed`: the failure may pass. `unanswered`: the
 * service said nothing about this PDF. `broken`: no complete answer of the service arrived. `askedToWait`: the service
 * asked to wait. `judge` replaces the last two: they are `failed` only if the service answered for other PDFs.
 */
interface Try {
	status: DocumentationStatus;
	kind: 'final' | 'waits' | 'failed' | 'broken' | 'askedToWait' | 'unanswered';
	binary?: IBinaryData;
	retryAfterMs?: number;
}

/** An event that becomes an output item. */
export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
}

export interface Worked {
	deliver: Delivery[];
	/** True if the document service said something about a document; `undefined` if no PDF was requested. */
	isAnswering?: boolean;
}

/** The kinds that prove that the document service answers. */
const ANSWERED: ReadonlySet<Try['kind']> = new Set(['final', 'waits', 'failed']);
const UNANSWERED: Try = { status: 'unavailable', kind: 'unanswered' };
const FAILED: Try = { status: 'unavailable', kind: 'failed' };
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
		if (response.status === 204) return { status: 'not_generated', kind: 'waits' };
		const bytes = await readBytes(response, (count) => timeLeft() >= 0 && fits(count));
		if (bytes === undefined) return undefined;
		if (bytes.length === 0) return FAILED;
		// The file name contains IDs of the service, which could contain the API key.
		const binary = inExecution({ bytes, name: send.withoutKey(fileName) });
		return { status: 'downloaded', kind: 'final', binary };
	} catch (error) {
		const facts = factsOf(error);
		const status = statusOfFailure(facts);
		// A file that is too large is too large in the next poll, too.
		if (status !== 'unavailable' || facts?.kind === 'tooLarge') return { status, kind: 'final' };
		if (facts?.neverSent) return UNANSWERED;
		if (timeLeft() <= 0) return undefined;
		const { status: code, retryAfterMs } = facts ?? {};
		if (code === 429) return { ...UNANSWERED, retryAfterMs };
		// An answer of a proxy or another server says nothing about the document.
		const isOther = facts?.from !== undefined || facts?.wrongAddress === true;
		if (code === undefined || isOther) return { ...FAILED, kind: 'broken' };
		return retryAfterMs === undefined ? FAILED : { ...FAILED, kind: 'askedToWait', retryAfterMs };
	}
}

/** Counts bytes while they arrive. All downloads together may have 20 MB; a file that is alone may have any size. */
function byteCounter() {
	const sizes = new Map<string, number>();
	return {
		fits: (key: string, bytes: number): boolean => {
			sizes.set(key, bytes);
			const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
			return all === bytes || all <= MOST_BYTES;
		},
		release: (key: string) => sizes.delete(key),
	};
}

/**
 * Downloads PDFs, a few at a time, until the time or the room of the poll is used up.
 *
 * @param isFirstAlone the first download runs alone and may use all of the time; the others follow if it ends early
 * @returns the results by event key; `undefined` for a download that was cut off beside others, no entry for one that
 * did not begin
 */
export async function askForPdfs(
	events: readonly TriggerEvent[],
	poll: Pick<Poll, 'send' | 'timeLeft'>,
	isFirstAlone = false,
) {
	const tries = new Map<string, Try | undefined>();
	const bytes = byteCounter();
	let isOver = false;
	const work = async (event: TriggerEvent): Promise<void> => {
		const outcome = await download(event, poll, (count) => bytes.fits(event.key, count));
		if (outcome?.binary === undefined) bytes.release(event.key);
		tries.set(event.key, outcome);
		isOver ||= outcome === undefined;
	};
	const ask = async (some: readonly TriggerEvent[]): Promise<void> =>
		await inParallel(some, AT_ONCE, work, () => isOver || poll.timeLeft() <= 0);
	const alone = isFirstAlone ? events.slice(0, 1) : [];
	await ask(alone);
	for (const [key, outcome] of tries) tries.set(key, outcome ?? CUT_OFF);
	await ask(events.slice(alone.length));
	return tries;
}

/**
 * Compares the results of a poll: each `broken` and `askedToWait` becomes `failed` or `unanswered`.
 *
 * @returns `isWorking`: whether the document service answers
 */
function judge(tries: ReadonlyMap<string, Try | undefined>) {
	const all = [...tries.values()];
	const isWorking = all.some((outcome) => outcome && ANSWERED.has(outcome.kind) && outcome !== CUT_OFF);
	const isLimit = all.filter((outcome) => outcome?.kind === 'askedToWait').length >= SEVERAL;
	const judged = new Map<string, Try | undefined>();
	for (const [key, outcome] of tries) {
		const isOpen = outcome?.kind === 'broken' || outcome?.kind === 'askedToWait';
		const isOwn = isWorking && !(outcome?.kind === 'askedToWait' && isLimit);
		judged.set(key, isOpen ? { ...outcome, kind: isOwn ? 'failed' : 'unanswered' } : outcome);
	}
	return { isWorking, judged };
}

/**
 * Records a result in the turn of its event, for the next poll.
 *
 * @param age milliseconds since the event's time
 */
function noteTry(turn: Turn, outcome: Try | undefined, age: number, now: number): void {
	turn.isCutOff = outcome === undefined;
	if (outcome === undefined) return;
	turn.closedUntil = now + (outcome.retryAfterMs ?? 0);
	turn.isOwnWait = outcome.kind === 'failed';
	// The pause grows with the event's age: at first each poll asks for the PDF, then fewer and fewer polls do.
	turn.pauseUntil = Math.max(turn.closedUntil, now + Math.min(Math.max(0, age / 4), LONGEST_PAUSE));
	if (outcome.kind === 'unanswered') return;
	turn.asked = now;
	turn.hasFailed ||= outcome.kind === 'failed';
}

/**
 * Gets the PDFs of documentation events. Never throws. If the wait is over and the service has said that there is no
 * PDF, the event is delivered without it. A failure that may pass has to happen twice: a short outage costs no PDF.
 *
 * @param turns what this process remembers about waiting documents; updated here
 * @param silentSince when the document service stopped answering, by the service's clock; `FOREVER` while it answers
 */
export async function getDocuments(
	{ others, documents }: Choice,
	reading: Read,
	poll: Poll,
	turns: Map<string, Turn>,
	silentSince: number,
): Promise<Worked> {
	const { settings, elapsed } = poll;
	const { date = 0 } = reading;
	const now = elapsed();
	const turnOf = ({ key }: TriggerEvent) => turns.get(key) ?? firstTurn(now);
	const open = documents.filter((event) => now >= turnOf(event).closedUntil);
	const isFirstAlone = open.length === 1 || open.slice(0, 1).some((event) => turnOf(event).isCutOff);
	const { isWorking, judged: tries } = judge(await askForPdfs(open, poll, isFirstAlone));
	const deliver = others.map((event): Delivery => {
		return event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event };
	});
	for (const event of documents) {
		const turn = turnOf(event);
		const isClosed = now < turn.closedUntil;
		const closed = turn.isOwnWait ? FAILED : UNANSWERED;
		const outcome = isClosed ? closed : tries.get(event.key);
		const { kind, status, binary } = outcome ?? UNANSWERED;
		const isAnswered = kind === 'waits' || (kind === 'failed' && turn.hasFailed);
		const goes = kind === 'final' || (isAnswered && isDue(event, turn, reading, settings, now));
		if (goes || isTooLate(event, turn, reading, now, silentSince)) deliver.push({ event, status, binary });
		else if (tries.has(event.key)) noteTry(turn, outcome, date - event.time, elapsed());
	}
	for (const { event } of deliver) turns.delete(event.key);
	return {
		deliver: deliver.sort((a, b) => compareEvents(a.event, b.event)),
		isAnswering: tries.size > 0 ? isWorking : undefined,
	};
}
