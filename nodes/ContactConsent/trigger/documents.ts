/**
 * Gets the PDFs of documentation events.
 *
 * - In: the events that `choose` has taken, in the order in which they are asked for.
 * - Out: the events that become items, with a status and perhaps a PDF. All others wait for the next poll.
 * - Why: a PDF may come minutes after its event, may be slow or large, and may never come. So each poll asks once, and only
 *   once the wait is over is an event delivered without its PDF, if that is not the document service's fault.
 *
 * `getDocuments` is the way in. `askForAll` gives each download its time, `askForPdfs` says how each ended (`Try`, in
 * `pdfDownloads.ts`), `isDelivered` decides, and `noteTry` remembers. Nothing here throws.
 */
import type { IBinaryData } from 'n8n-workflow';

import { MINUTE } from '../lib/time';
import type { DocumentationStatus } from '../operations/documentation/pdfStatus';
import { isDue, isTooLate, type Choice } from './choose';
import { askForPdfs, byteCounter, type Tries, type Try } from './pdfDownloads';
import type { PdfMemory, PdfWait } from './pdfWaits';
import type { PollReading } from './reading';
import type { Poll } from './pollContext';
import { compareEvents, type TriggerEvent } from './triggerEvent';

const LONGEST_PAUSE = 10 * MINUTE;
/** How long downloads that begin together may take, as far as the poll's time allows. */
const LONGEST_DOWNLOAD = 2 * MINUTE;
/** The share of the time that a download has which is alone. The rest is for those that follow. */
const ALONE = 3 / 4;

/** An event that becomes an output item. */
export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
}

/** An event whose PDF is not wanted, or that has none. */
export const withoutPdf = (event: TriggerEvent): Delivery =>
	event.raw.type === 'documentation' ? { event, status: 'skipped' } : { event };

/**
 * Downloads one PDF while no other one does, because it is the only one or because it was cut off before. If it is cut
 * off, no other one was to blame: that counts as a try.
 */
async function askForOne(
	event: TriggerEvent,
	ask: (events: TriggerEvent[]) => Promise<Tries>,
): Promise<Tries> {
	const tries = await ask([event]);
	return new Map(
		[...tries].map(([key, one]) => [key, one.end === 'cutOff' ? { ...one, countsAsTry: true } : one]),
	);
}

/**
 * Downloads the PDFs of a poll, in the time that each has: first one alone, if its download was cut off before
 * (`choice.alone`), then the others. Each of the two takes two minutes at most.
 *
 * | first                               | may take                               | then the others may take                  |
 * | ----------------------------------- | -------------------------------------- | ----------------------------------------- |
 * | all together, or a single one       | the usual time                         |                                           |
 * | one alone, its pause is over        | ¾ of all that n8n gives                | the usual time; if the one that was alone has come, also twice its time |
 * | one alone, in its pause             | ¾ of the usual time                    | what is left of the usual time            |
 *
 * An example: n8n gives 300 s, of which 250 s are left, and 30 s of the usual time. The one that is alone, its pause over,
 * may take ¾ × 250 s, cut to two minutes:
 *
 * | it took               | and then the others may take                                      |
 * | --------------------- | ----------------------------------------------------------------- |
 * | 10 s, and has come    | 30 s, the usual time                                              |
 * | 40 s, and has come    | 80 s, twice its time                                              |
 * | 110 s, and has come   | 120 s: twice its time would be more than two minutes              |
 * | 120 s, and was cut off | 30 s, the usual time                                             |
 *
 * Without others it has all of the time instead of ¾. The events in hand wait for the end of the poll, so only a PDF that
 * was too slow may take more than the usual time.
 *
 * @param isPatient the pause of the one that is alone is over
 */
async function askForAll({ alone, documents }: Choice, isPatient: boolean, poll: Poll): Promise<Tries> {
	const { send, elapsed } = poll;
	const bytes = byteCounter();
	const usual = poll.timeLeft();
	const start = elapsed();
	const askIn = (time: number) => async (events: readonly TriggerEvent[]) => {
		const end = elapsed() + Math.min(LONGEST_DOWNLOAD, time);
		return await askForPdfs(events, { send, downloadTimeLeft: () => end - elapsed() }, bytes);
	};
	if (alone === undefined) {
		const [first, ...others] = documents;
		const ask = askIn(usual);
		return first && others.length === 0 ? await askForOne(first, ask) : await ask(documents);
	}
	const most = isPatient ? poll.budgetLeft() : usual;
	const first = await askForOne(alone, askIn(documents.length > 0 ? ALONE * most : most));
	const hasCome = first.get(alone.key)?.binary !== undefined;
	const time = isPatient ? Math.max(usual, hasCome ? 2 * (elapsed() - start) : 0) : poll.timeLeft();
	return new Map([...first, ...(await askIn(Math.min(time, poll.budgetLeft()))(documents))]);
}

/**
 * Decides whether an event becomes an item in this poll:
 *
 * | its download | the wait is over | asked, and the service has answered for any document | first read a day ago | delivered |
 * | ------------ | ---------------- | ------------------------------------------------------ | -------------------- | --------- |
 * | final        |                  |                                                        |                      | yes       |
 * | other        | no               |                                                        |                      | no        |
 * | other        | yes              | yes                                                    |                      | yes       |
 * | other        | yes              | no                                                     | yes                  | yes       |
 * | other        | yes              | no                                                     | no                   | no        |
 *
 * @param outcome missing if its download did not begin
 * @param isAnswering the document service has answered for any document of this poll
 */
export function isDelivered(
	outcome: Pick<Try, 'end' | 'countsAsTry'> | undefined,
	{ isAnswering, isWaitOver, isDayOver }: { isAnswering: boolean; isWaitOver: boolean; isDayOver: boolean },
): boolean {
	if (outcome?.end === 'final') return true;
	return isWaitOver && ((outcome?.countsAsTry === true && isAnswering) || isDayOver);
}

/**
 * Remembers for the next poll how a download ended. The pause grows with the event's age: at first each poll asks for the
 * PDF, then fewer and fewer polls do.
 *
 * @param age milliseconds since the event's time
 * @param at by `elapsed`
 */
function noteTry(wait: PdfWait, outcome: Try, age: number, at: number): void {
	const { end, countsAsTry, retryAfterMs = 0 } = outcome;
	wait.isCutOff = end === 'cutOff';
	// Others may have taken the time: the next poll asks for it alone, and without a pause (see the example at `PdfWait`).
	if (wait.isCutOff && !countsAsTry) return;
	const pause = Math.min(Math.max(0, age / 4), LONGEST_PAUSE);
	wait.pauseUntil = at + Math.max(pause, retryAfterMs);
	if (countsAsTry) wait.triedAt = at;
}

/**
 * Gets the PDFs of documentation events, and delivers the events that need to wait no more.
 *
 * @param memory what this process remembers about waiting documents, with all of these (`noteWaits`); updated here
 * @returns in order of the events' times
 */
export async function getDocuments(
	choice: Choice,
	reading: PollReading,
	poll: Poll,
	memory: PdfMemory,
): Promise<Delivery[]> {
	const { others, alone, documents } = choice;
	const { settings, elapsed } = poll;
	// Before the service's first answer, 0 makes each event look new: it is asked for again without a pause.
	const { date = 0 } = reading;
	const { pdfWaits } = memory;
	memory.wasAlone = alone !== undefined && documents.length > 0;
	const pauseUntil = (alone && pdfWaits.get(alone.key)?.pauseUntil) ?? 0;
	const tries = await askForAll(choice, elapsed() >= pauseUntil, poll);
	const isAnswering = [...tries.values()].some(({ serviceAnswered }) => serviceAnswered);
	const deliver = others.map(withoutPdf);
	for (const event of alone ? [alone, ...documents] : documents) {
		const outcome = tries.get(event.key);
		const wait = pdfWaits.get(event.key);
		const isWaitOver = isDue(event, reading, settings);
		if (isDelivered(outcome, { isAnswering, isWaitOver, isDayOver: isTooLate(event, reading) })) {
			const { status = 'unavailable', binary } = outcome ?? {};
			deliver.push({ event, status, binary });
		} else if (wait && outcome) noteTry(wait, outcome, date - event.time, elapsed());
	}
	for (const { event } of deliver) pdfWaits.delete(event.key);
	return deliver.sort((a, b) => compareEvents(a.event, b.event));
}
