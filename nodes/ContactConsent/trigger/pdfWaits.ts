import { DAY } from '../lib/time';
import type { PollReading } from './reading';
import type { Settings } from './settings';

/** How long the process remembers what no poll touches. More than a day, because a trigger may be polled daily. */
export const FORGOTTEN_AFTER = 2 * DAY;

/** What this process remembers about an event that waits for its PDF. No promise depends on it. Times are by `elapsed`. */
export interface PdfWait {
	/** When a poll first read the event, by the service's clock. Missing until the service has answered. */
	first?: number;
	/** When a poll last read it. */
	last: number;
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

export const newWait = (now: number, first?: number): PdfWait => ({ first, last: now, pauseUntil: 0 });

/** Adds the documentation events of a reading, and forgets those that no poll has read for two days. */
export function noteWaits(
	pdfWaits: Map<string, PdfWait>,
	{ events, date }: PollReading,
	{ isDocument }: Settings,
	now: number,
): void {
	for (const [key, { last }] of pdfWaits) if (now - last > FORGOTTEN_AFTER) pdfWaits.delete(key);
	for (const event of events.values()) {
		if (!isDocument(event.raw)) continue;
		const wait = pdfWaits.get(event.key) ?? newWait(now);
		// What is left to the history has no other place that says when it was first read.
		event.first ??= wait.first ?? date;
		pdfWaits.set(event.key, { ...wait, first: event.first, last: now });
	}
}
