import type { Read } from './reader';
import { DAY, FORGOTTEN_AFTER } from './lookBack';
import type { Settings } from './settings';
import { compareEvents, type TriggerEvent } from './state';

/** What this process remembers about a documentation event that waits for its PDF. Times are by `elapsed`. */
export interface Turn {
	/** When a poll first read the event, and when a poll last read it. */
	first: number;
	last: number;
	/** When the service was last asked for the PDF and said something about it. */
	asked?: number;
	/** The next request is sent after this time, or when the wait for the PDF is over. */
	pauseUntil: number;
	/** The service has asked for no request before this time (`Retry-After`). */
	closedUntil: number;
	/** The service asked to wait for this document alone. The document counts as failed until `closedUntil`. */
	isOwnWait?: boolean;
	/** A request for the PDF has failed in a way that may pass. */
	hasFailed?: boolean;
	/** The last download ran out of time or room beside other downloads. */
	isCutOff?: boolean;
}

type Turns = ReadonlyMap<string, Turn>;

export const firstTurn = (now: number): Turn => ({ first: now, last: now, pauseUntil: 0, closedUntil: 0 });

/** Adds the documentation events of a reading, and forgets those that no poll has read for two days. */
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

/** The events that this poll takes from its reading. All other events wait in the history. */
export interface Choice {
	/** In order of `event_time`. */
	others: TriggerEvent[];
	/** In the order in which the service is asked for their PDFs. */
	documents: TriggerEvent[];
}

/**
 * When the wait for the PDF begins: at the event's time. If that is missing or in the future, the wait begins when this
 * process first read the event.
 */
const waitsSince = (
	{ time }: TriggerEvent,
	{ first }: Turn,
	{ date = -Infinity }: Read,
	now: number,
): number => Math.min(time, date - (now - first));

/** True if the wait for the PDF is over. */
export const isDue = (
	event: TriggerEvent,
	turn: Turn,
	reading: Read,
	{ documentationWait }: Settings,
	now: number,
): boolean => (reading.date ?? -Infinity) >= waitsSince(event, turn, reading, now) + documentationWait;

/**
 * True if the event is delivered now, whatever the document service says: the history has failed for an hour, or will
 * soon refuse to show the event; or a day has passed both since the wait began and since this process first read the
 * event (or the document service stopped answering, if that is earlier).
 */
export function isTooLate(
	event: TriggerEvent,
	turn: Turn,
	reading: Read,
	now: number,
	silentSince: number,
): boolean {
	const { date = -Infinity, reach, isHistoryGone } = reading;
	const seen = Math.min(date - (now - turn.first), silentSince);
	const isDayOver = date - Math.max(waitsSince(event, turn, reading, now), seen) >= DAY;
	return isHistoryGone || isDayOver || date - event.time >= reach.length * (7 / 8);
}

/** The order of requests: first the downloads that were cut off, then new events, then those asked for longest ago. */
function compareTurns(turns: Turns) {
	const rank = ({ key }: TriggerEvent): number => {
		const turn = turns.get(key);
		return turn?.isCutOff ? -2 : (turn?.asked ?? -1);
	};
	return (a: TriggerEvent, b: TriggerEvent) => rank(a) - rank(b) || compareEvents(a, b);
}

/**
 * Chooses what this poll takes, before anything is downloaded. This is the only place that decides on `maxEvents`:
 * updates and confirmations get their places first, and of these what only `/events/latest` has shown. Documents take
 * turns in the remaining places.
 *
 * @param now by `elapsed`
 * @param silentSince when the document service stopped answering, by the service's clock; `FOREVER` while it answers
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
	// The look-backs are read after `/events/latest` and may bring older events. Those can wait in the history.
	const shown = all.filter(({ isOnlyLatest }) => !isOnlyLatest);
	const room = maxEvents - (all.length - shown.length);
	const end = (room < 0 ? all[maxEvents] : shown[room])?.time ?? Infinity;
	const fitting = all.filter(({ time, isOnlyLatest }) => time < end || (room >= 0 && isOnlyLatest));
	// Events of one millisecond stay together, even if they are more than `maxEvents`.
	const others = fitting.length > 0 ? fitting : all.filter(({ time }) => time === all[0]?.time);
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
