import { DAY } from '../lib/time';
import type { PollReading } from './reading';
import type { Settings } from './settings';

/** How long the process remembers what no poll touches. More than a day, because a trigger may be polled daily. */
export const FORGOTTEN_AFTER = 2 * DAY;

/** What this process remembers about an event that waits for its PDF. No promise depends on it. */
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
