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

/** So many PDFs share the line: over a slow one, some have to be done before the poll ends. */
const AT_ONCE = 5;
/** The most bytes of a poll, those under way with those in hand. A larger file goes alone. */
const MOST_BYTES = 20e6;
const LONGEST_PAUSE = 10 * 60_000;
/** So many that are asked to wait in one poll are a limit of the service, and not about one of them. */
const SEVERAL = 3;

/**
 * How a PDF was asked for. `waits`: it may still come; `failed`: that may pass; `untold`: the service said nothing about it.
 * `broken` (there was no whole answer) and `asked` (to wait) are failures of its own only where others got their answers.
 */
interface Try {
	status: DocumentationStatus;
	kind: 'final' | 'waits' | 'failed' | 'broken' | 'asked' | 'untold';
	binary?: IBinaryData;
	retryAfterMs?: number;
}

/** An event as it is handed to n8n. */
export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
}

export interface Worked {
	deliver: Delivery[];
	/** The document service said something about a document; `undefined` where none was asked for. */
	isAnswering?: boolean;
}

/** The document service has answered, whatever it said. */
const TOLD: ReadonlySet<Try['kind']> = new Set(['final', 'waits', 'failed']);
const UNTOLD: Try = { status: 'unavailable', kind: 'untold' };
const FAILED: Try = { status: 'unavailable', kind: 'failed' };
/** A download that the end of its time cut off, although it had the line for itself. */
const CUT_OFF: Try = { ...FAILED };

/**
 * Downloads the PDF of an event. Never throws: a failure is a status.
 *
 * @returns `undefined` where it had no room or no time: that was no try
 */
async function download(
	{ raw }: TriggerEvent,
	{ send, left }: Pick<Poll, 'send' | 'left'>,
	fits: (bytes: number) => boolean,
): Promise<Try | undefined> {
	const { request, fileName } = attachmentOf(raw);
	try {
		const response = await send(request, { within: left() });
		if (response.status === 204) return { status: 'not_generated', kind: 'waits' };
		const bytes = await readBytes(response, (count) => left() >= 0 && fits(count));
		if (bytes === undefined) return undefined;
		if (bytes.length === 0) return FAILED;
		// A file name is made of IDs of the service.
		const binary = inExecution({ bytes, name: send.withoutKey(fileName) });
		return { status: 'downloaded', kind: 'final', binary };
	} catch (error) {
		const facts = factsOf(error);
		const status = statusOfFailure(facts);
		// One that is too large stays too large.
		if (status !== 'unavailable' || facts?.kind === 'tooLarge') return { status, kind: 'final' };
		if (facts?.neverSent) return UNTOLD;
		if (left() <= 0) return undefined;
		const { status: code, retryAfterMs } = facts ?? {};
		if (code === 429) return { ...UNTOLD, retryAfterMs };
		// What came from something between n8n and the service is no answer of it.
		const isOther = facts?.from !== undefined || facts?.wrongAddress === true;
		if (code === undefined || isOther) return { ...FAILED, kind: 'broken' };
		return retryAfterMs === undefined ? FAILED : { ...FAILED, kind: 'asked', retryAfterMs };
	}
}

/** Counts bytes while they come: 20 MB for all together, or any number for a file that is alone. */
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
 * Asks for PDFs, as far as they fit into one execution, a few at a time. Where the first one was cut off beside others, it
 * goes alone, and may take all of the time; the others follow if it ends early.
 *
 * @returns how each try ended, by the key of the event; `undefined` for those that were cut off beside others
 */
export async function askForPdfs(
	events: readonly TriggerEvent[],
	poll: Pick<Poll, 'send' | 'left'>,
	isFirstAlone = events.length === 1,
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
		await inParallel(some, AT_ONCE, work, () => isOver || poll.left() <= 0);
	const alone = isFirstAlone ? events.slice(0, 1) : [];
	await ask(alone);
	for (const [key, outcome] of tries) tries.set(key, outcome ?? CUT_OFF);
	await ask(events.slice(alone.length));
	return tries;
}

/** Says of each try whether it was a failure of its own; and whether the document service works. */
function judge(tries: Map<string, Try | undefined>): boolean {
	const all = [...tries.values()];
	const isWorking = all.some((outcome) => outcome && TOLD.has(outcome.kind) && outcome !== CUT_OFF);
	const isLimit = all.filter((outcome) => outcome?.kind === 'asked').length >= SEVERAL;
	for (const [key, outcome] of tries) {
		if (outcome?.kind !== 'broken' && outcome?.kind !== 'asked') continue;
		const isOwn = isWorking && !(outcome.kind === 'asked' && isLimit);
		tries.set(key, { ...outcome, kind: isOwn ? 'failed' : 'untold' });
	}
	return isWorking;
}

/** Notes what became of a turn, for the next one. */
function noteTry(turn: Turn, outcome: Try | undefined, age: number, now: number): void {
	turn.isCutOff = outcome === undefined;
	if (outcome === undefined) return;
	turn.closedUntil = now + (outcome.retryAfterMs ?? 0);
	turn.isOwnWait = outcome.kind === 'failed';
	// Asked for at every poll at first, then less and less often.
	turn.pauseUntil = Math.max(turn.closedUntil, now + Math.min(Math.max(0, age / 4), LONGEST_PAUSE));
	if (outcome.kind === 'untold') return;
	turn.asked = now;
	turn.hasFailed ||= outcome.kind === 'failed';
}

/**
 * Gets the PDFs of documentation events. Never throws. One whose wait is over goes without its PDF once the service has
 * said that it is not there. A failure that may pass has to happen twice: an outage of a minute costs no PDF.
 *
 * @param turns what this process knows of those that wait; brought up to date
 * @param silentSince since when the document service has answered nothing
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
	const tries = await askForPdfs(open, poll, isFirstAlone);
	const isWorking = judge(tries);
	const deliver = others.map((event): Delivery => {
		return event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event };
	});
	for (const event of documents) {
		const turn = turnOf(event);
		const isClosed = now < turn.closedUntil;
		const closed = turn.isOwnWait ? FAILED : UNTOLD;
		const outcome = isClosed ? closed : tries.get(event.key);
		const { kind, status, binary } = outcome ?? UNTOLD;
		const isTold = kind === 'waits' || (kind === 'failed' && turn.hasFailed);
		const goes = kind === 'final' || (isTold && isDue(event, turn, reading, settings, now));
		if (goes || isTooLate(event, turn, reading, now, silentSince)) deliver.push({ event, status, binary });
		else if (tries.has(event.key)) noteTry(turn, outcome, date - event.time, elapsed());
	}
	for (const { event } of deliver) turns.delete(event.key);
	return {
		deliver: deliver.sort((a, b) => compareEvents(a.event, b.event)),
		isAnswering: tries.size > 0 ? isWorking : undefined,
	};
}
