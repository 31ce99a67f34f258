import { keyOf } from '../lib/ids';
import type { Read } from './reader';
import { DAY, FORGOTTEN_AFTER } from './lookBack';
import type { Settings } from './settings';
import { compareEvents, type TriggerEvent } from './state';

/** What this process remembers about the requests for a PDF. No promise depends on it. Times are by `elapsed`. */
export interface Turn {
	/** When a poll first read the event, by the service's clock, and when one last read it. */
	first: number;
	last: number;
	/** When the service was last asked for the PDF and said something about it. */
	asked?: number;
	/** The next request is sent after this time, or when the wait for the PDF is over. */
	pauseUntil: number;
	/** The last download ran out of time, or of room beside other downloads. */
	isCutOff?: boolean;
}

/** What this process remembers about the requests for PDFs. */
export interface Requested {
	/** The waiting documentation events, by their keys. */
	turns: Map<string, Turn>;
	/** The last poll began with a PDF that was alone. */
	wasAlone: boolean;
}

type Turns = ReadonlyMap<string, Turn>;

export const firstTurn = (now: number, first: number): Turn => ({ first, last: now, pauseUntil: 0 });

/** Adds the documentation events of a reading, and forgets those that no poll has read for two days. */
export function noteTurns(
	turns: Map<string, Turn>,
	{ events, date = Infinity }: Read,
	{ isDocument }: Settings,
	now: number,
): void {
	for (const [key, { last }] of turns) if (now - last > FORGOTTEN_AFTER) turns.delete(key);
	for (const event of events.values()) {
		if (!isDocument(event.raw)) continue;
		const turn = turns.get(event.key) ?? firstTurn(now, date);
		// What is left to the history has no other place that says when it was first read.
		event.first ??= turn.first;
		turns.set(event.key, { ...turn, last: now });
	}
}

/** The events that this poll takes from its reading. All other events wait in the history. */
export interface Choice {
	/** In order of `event_time`. */
	others: TriggerEvent[];
	/** Its PDF is asked for first, alone: the last download was cut off. At most every second poll begins so. */
	alone?: TriggerEvent;
	/** In the order in which the service is asked for their PDFs. */
	documents: TriggerEvent[];
}

/** When the event was first read, by the service's clock. */
const firstSeen = ({ first }: TriggerEvent, { date = -Infinity }: Read): number => first ?? date;

/**
 * True if the wait for the PDF is over. It begins at the event's time. If that is missing or in the future, it begins when
 * the event was first read.
 */
export const isDue = (event: TriggerEvent, reading: Read, { documentationWait }: Settings): boolean =>
	(reading.date ?? -Infinity) >= Math.min(event.time, firstSeen(event, reading)) + documentationWait;

/** True if the event is delivered now, whatever the document service says: it was first read a day ago. */
export const isTooLate = (event: TriggerEvent, reading: Read): boolean =>
	(reading.date ?? -Infinity) - firstSeen(event, reading) >= DAY;

/**
 * The order of requests: first new events, then those asked for longest ago. Those whose download was cut off come last,
 * because they would hold up those that are there.
 */
function compareTurns(turns: Turns) {
	const rank = ({ key }: TriggerEvent): [number, number] => {
		const { isCutOff = false, asked = -1 } = turns.get(key) ?? {};
		return [Number(isCutOff), asked];
	};
	return (a: TriggerEvent, b: TriggerEvent) => {
		const [[cutA, askedA], [cutB, askedB]] = [rank(a), rank(b)];
		return cutA - cutB || askedA - askedB || compareEvents(a, b);
	};
}

/**
 * Takes the oldest and another one in turn, with others in each poll. So a few PDFs that hang do not hold up all others,
 * even if the process remembers nothing.
 */
function mixed(events: readonly TriggerEvent[], { date = 0 }: Read): TriggerEvent[] {
	const byChance = events
		.map((event) => ({ event, place: keyOf(`${event.key} ${date}`) }))
		.sort((a, b) => (a.place < b.place ? -1 : 1));
	return [...new Set(events.flatMap((event, index) => [event, byChance[index]?.event ?? event]))];
}

/**
 * Chooses what this poll takes, before anything is downloaded. This is the only place that decides on `maxEvents`:
 * updates and confirmations get their places first, and of these what only `/events/latest` has shown. Documents take
 * turns in the remaining places.
 *
 * @param now by `elapsed`
 * @param wasAlone the last poll began with a PDF that was alone, so this one does not
 */
export function choose(
	reading: Read,
	settings: Settings,
	turns: Turns,
	now: number,
	wasAlone: boolean,
): Choice {
	const { passes, isDocument, maxEvents } = settings;
	const fresh = [...reading.events.values()].filter(({ raw }) => passes(raw)).sort(compareEvents);
	const all = fresh.filter(({ raw }) => !isDocument(raw));
	// The look-backs are read after `/events/latest` and may bring older events. Those can wait in the history.
	const shown = all.filter(({ isOnlyLatest }) => !isOnlyLatest);
	const room = maxEvents - (all.length - shown.length);
	const end = (room < 0 ? all[maxEvents] : shown[room])?.time ?? Infinity;
	const fitting = all.filter(({ time, isOnlyLatest }) => time < end || (room >= 0 && isOnlyLatest));
	// Events of one millisecond stay together, even if they are more than `maxEvents`.
	const others = fitting.length > 0 ? fitting : all.filter(({ time }) => time === all[0]?.time);
	const isReady = (event: TriggerEvent): boolean =>
		isDue(event, reading, settings) || now >= (turns.get(event.key)?.pauseUntil ?? 0);
	const ready = fresh.filter((event) => isDocument(event.raw) && isReady(event)).sort(compareTurns(turns));
	const places = maxEvents - others.length;
	const alone = wasAlone || places <= 0 ? undefined : ready.find(({ key }) => turns.get(key)?.isCutOff);
	const chosen = ready.filter((event) => event !== alone).slice(0, Math.max(0, places - (alone ? 1 : 0)));
	const isNew = ({ key }: TriggerEvent): boolean =>
		turns.get(key)?.asked === undefined && !turns.get(key)?.isCutOff;
	const documents = [...mixed(chosen.filter(isNew), reading), ...chosen.filter((event) => !isNew(event))];
	return { others, alone, documents };
}
