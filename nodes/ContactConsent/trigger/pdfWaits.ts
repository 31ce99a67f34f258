import { DAY } from '../lib/time';
import type { PollReading } from './reading';
import type { Settings } from './settings';

/** How long the process remembers an event that no poll reads. More than a day, because a trigger may be polled daily. */
const FORGOTTEN_AFTER = 2 * DAY;

/**
 * What this process remembers about an event that waits for its PDF. No promise depends on it.
 *
 * An example: the life of a large PDF whose event is of 11:52, with a poll each minute and other PDFs in each of them. Its
 * wait is over at 12:52. `end` and `countsAsTry` are of its `Try` (`pdfDownloads.ts`), and the rest is what the poll leaves:
 *
 * | poll  | `choose` takes it    | `end`    | `countsAsTry` | `isCutOff` | `triedAt` | `pauseUntil` | `wasAlone` |
 * | ----- | -------------------- | -------- | ------------- | ---------- | --------- | ------------ | ---------- |
 * | 12:01 | among others         | `cutOff` | no            | yes        |           | 0            | no         |
 * | 12:02 | alone                | `cutOff` | yes           | yes        | 12:02     | 12:04:30     | yes        |
 * | 12:03 | not: it has a pause  |          |               | yes        | 12:02     | 12:04:30     | no         |
 * | 12:04 | not: it has a pause  |          |               | yes        | 12:02     | 12:04:30     | no         |
 * | 12:05 | alone                | `final`  | yes           | (delivered: its entry is deleted) | |  | yes     |
 *
 * - 12:01: others may have taken the time. That is no try of this PDF, so it has no pause, and is asked for next, alone.
 * - 12:02: alone, it has only itself to blame. That is a try. The pause is a quarter of the event's age.
 * - From 12:52 on it is asked for in its pause, too. If it is then cut off alone, and the service has answered for another
 *   PDF of that poll, it is delivered without its PDF (`isDelivered`).
 * - `wasAlone` belongs to the whole trigger: no two polls in a row begin with a PDF that is alone.
 */
export interface PdfWait {
	/** When a poll first read the event, by the service's clock. Missing until the service has answered. */
	first?: number;
	/** When a poll last read it, by `elapsed`, as all that follows. */
	readAt: number;
	/** When the service was last asked for the PDF and said something about it. */
	triedAt?: number;
	/** The next request is sent after this time, or when the wait for the PDF is over. */
	pauseUntil: number;
	/** The last download ran out of time, or of room beside other downloads. */
	isCutOff?: boolean;
}

/** What this process remembers about PDFs. */
export interface PdfMemory {
	/** By the keys of the events. */
	pdfWaits: Map<string, PdfWait>;
	/** The last poll began with a PDF that was alone. */
	wasAlone: boolean;
}

export const newWait = (at: number, first?: number): PdfWait => ({ first, readAt: at, pauseUntil: 0 });

/**
 * Notes the documentation events of a reading, and forgets those that no poll has read for two days.
 *
 * @param at by `elapsed`
 */
export function noteWaits(
	pdfWaits: Map<string, PdfWait>,
	{ events, date }: PollReading,
	{ wantsPdf }: Settings,
	at: number,
): void {
	for (const [key, { readAt }] of pdfWaits) if (at - readAt > FORGOTTEN_AFTER) pdfWaits.delete(key);
	for (const { key, raw, first } of events.values()) {
		if (!wantsPdf(raw)) continue;
		const wait = pdfWaits.get(key) ?? newWait(at);
		pdfWaits.set(key, { ...wait, first: first ?? wait.first ?? date, readAt: at });
	}
}

/** Sets when each waiting event was first read. What is left to the history has no other place that says so. */
export function noteFirstSeen({ events }: PollReading, pdfWaits: ReadonlyMap<string, PdfWait>): void {
	for (const event of events.values()) event.first ??= pdfWaits.get(event.key)?.first;
}
