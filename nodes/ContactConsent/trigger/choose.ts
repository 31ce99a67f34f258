import type { Read } from './reader';
import { DAY, FORGOTTEN_AFTER } from './lookBack';
import type { Settings } from './settings';
import { compareEvents, type TriggerEvent } from './state';

/** What this process remembers of a documentation event that waits. Times are by a clock that nobody can set. */
export interface Turn {
	/** When it was first seen, and last. */
	first: number;
	last: number;
	/** When its PDF was last asked for. */
	asked?: number;
	/** Until when it is not asked for: a pause, that ends with the wait for the PDF; and what the service has asked for. */
	pauseUntil: number;
	closedUntil: number;
	/** It has asked so of this one alone: as long as that lasts, it fails. */
	isOwnWait?: boolean;
	/** Asking for it has failed in a way that may pass. */
	hasFailed?: boolean;
	/** The download was broken off beside others. */
	isCutOff?: boolean;
}

type Turns = ReadonlyMap<string, Turn>;

export const firstTurn = (now: number): Turn => ({ first: now, last: now, pauseUntil: 0, closedUntil: 0 });

/** Brings up to date who waits. What has not been seen for so long is gone. */
export function noteTurns(
	turns: Map<string, Turn>,
	{ events }: Read,
	{ isDocument }: Settings,
	now: number,
): void {
	for (const [key, { last }] of turns) if (now - last > FORGOTTEN_AFTER) turns.delete(key);
	for (const { key, raw } of events.values())
		if (isDocument(raw)) turns.set(key, { ...(turns.get(key) ?? firstTurn(now)), last: now });
}

/** What this poll takes of what there is; all else is left to the history. */
export interface Choice {
	/** In order of `event_time`. */
	others: TriggerEvent[];
	/** In the order in which their PDFs are asked for. */
	documents: TriggerEvent[];
}

/** From when on its PDF is waited for: its time or, where it has none or one that is still to come, when it was first seen. */
const waitsSince = (
	{ time }: TriggerEvent,
	{ first }: Turn,
	{ date = -Infinity }: Read,
	now: number,
): number => Math.min(time, date - (now - first));

/** The wait for its PDF is over. */
export const isDue = (
	event: TriggerEvent,
	turn: Turn,
	reading: Read,
	{ documentationWait }: Settings,
	now: number,
): boolean => (reading.date ?? -Infinity) >= waitsSince(event, turn, reading, now) + documentationWait;

/** Nothing waits longer for a document service that answers nothing, nor for what the history soon refuses to show. */
export function isTooLate(
	event: TriggerEvent,
	turn: Turn,
	reading: Read,
	now: number,
	since: number,
): boolean {
	const { date = -Infinity, reach, isHistoryGone } = reading;
	const seen = Math.min(date - (now - turn.first), since);
	const isDayOver = date - Math.max(waitsSince(event, turn, reading, now), seen) >= DAY;
	return isHistoryGone || isDayOver || date - event.time >= reach.length * (7 / 8);
}

/** Those that were cut off come first, then those never asked for, then the longest ago. */
function compareTurns(turns: Turns) {
	const rank = ({ key }: TriggerEvent): number => {
		const turn = turns.get(key);
		return turn?.isCutOff ? -2 : (turn?.asked ?? -1);
	};
	return (a: TriggerEvent, b: TriggerEvent) => rank(a) - rank(b) || compareEvents(a, b);
}

/**
 * Chooses what this poll takes, before anything is downloaded. The only place that decides on `maxEvents`: updates and
 * confirmations get their places first, documents what is left, each in its turn.
 *
 * @param now by a clock that nobody can set
 * @param silentSince since when the document service has answered nothing
 */
export function choose(
	reading: Read,
	settings: Settings,
	turns: Turns,
	now: number,
	silentSince: number,
): Choice {
	const { passes, isDocument } = settings;
	const maxEvents = reading.isHistoryGone ? Infinity : settings.maxEvents;
	const fresh = [...reading.events.values()].filter(({ raw }) => passes(raw)).sort(compareEvents);
	const all = fresh.filter(({ raw }) => !isDocument(raw));
	// In whole instants: one that is larger than an execution may be is taken whole.
	const end = all[maxEvents]?.time ?? Infinity;
	const others = all.filter(({ time }) => time < end || time === all[0]?.time);
	const isReady = (event: TriggerEvent): boolean => {
		const turn = turns.get(event.key) ?? firstTurn(now);
		if (isTooLate(event, turn, reading, now, silentSince)) return true;
		const isOver = isDue(event, turn, reading, settings, now);
		return isOver ? now >= turn.closedUntil || turn.isOwnWait === true : now >= turn.pauseUntil;
	};
	const documents = fresh
		.filter((event) => isDocument(event.raw) && isReady(event))
		.sort(compareTurns(turns))
		.slice(0, Math.max(0, maxEvents - others.length));
	return { others, documents };
}
