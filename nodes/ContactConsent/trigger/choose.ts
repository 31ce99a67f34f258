import { keyOf } from '../lib/ids';
import { DAY } from '../lib/time';
import type { PdfWait } from './pdfWaits';
import type { PollReading } from './reading';
import type { Settings } from './settings';
import { compareEvents, type TriggerEvent } from './triggerEvent';

type PdfWaits = ReadonlyMap<string, PdfWait>;

/** The events that this poll takes from its reading. All other events wait in the history. */
export interface Choice {
	/** In order of `event_time`. */
	others: TriggerEvent[];
	/** Its PDF is asked for first, alone: the last download was cut off (`PdfWait`). At most every second poll begins so. */
	alone?: TriggerEvent;
	/** In the order in which the service is asked for their PDFs. */
	documents: TriggerEvent[];
}

/**
 * When the event was first read, by the service's clock. If the service has not answered, no wait is over. n8n's clock
 * could end one too early.
 */
const firstSeen = ({ first }: TriggerEvent, { date = Infinity }: PollReading): number => first ?? date;

/**
 * True if the wait for the PDF is over. It begins at the event's time. If that is missing or in the future, it begins when
 * the event was first read.
 */
export const isDue = (event: TriggerEvent, reading: PollReading, { documentationWait }: Settings): boolean =>
	(reading.date ?? -Infinity) >= Math.min(event.time, firstSeen(event, reading)) + documentationWait;

/** True if the event is delivered now, whatever the document service says: it was first read a day ago. */
export const isTooLate = (event: TriggerEvent, reading: PollReading): boolean =>
	(reading.date ?? -Infinity) - firstSeen(event, reading) >= DAY;

/**
 * The order of requests: first new events, then those asked for longest ago. Those whose download was cut off come last,
 * because they would hold up those that are there.
 */
function compareWaits(pdfWaits: PdfWaits) {
	const rank = ({ key }: TriggerEvent): [number, number] => {
		const { isCutOff = false, triedAt = -1 } = pdfWaits.get(key) ?? {};
		return [Number(isCutOff), triedAt];
	};
	return (a: TriggerEvent, b: TriggerEvent) => {
		const [[cutA, triedA], [cutB, triedB]] = [rank(a), rank(b)];
		return cutA - cutB || triedA - triedB || compareEvents(a, b);
	};
}

/**
 * Takes the oldest and another one in turn, with others in each poll. So a few PDFs that hang do not hold up all others,
 * even if the process remembers nothing. The clock serves as chance here; any value does.
 */
function mixed(events: readonly TriggerEvent[], { date = 0 }: PollReading): TriggerEvent[] {
	const byChance = events
		.map((event) => ({ event, place: keyOf(`${event.key} ${date}`) }))
		.sort((a, b) => (a.place < b.place ? -1 : 1));
	return [...new Set(events.flatMap((event, index) => [event, byChance[index]?.event ?? event]))];
}

/**
 * Takes updates and confirmations, the oldest first: as many as fit, or all of the first millisecond. Those that only
 * `/events/latest` has shown have the first places, if all of these fit.
 */
function chooseOthers(events: readonly TriggerEvent[], maxEvents: number): TriggerEvent[] {
	const inHistory = events.filter(({ isOnlyLatest }) => !isOnlyLatest);
	const places = maxEvents - (events.length - inHistory.length);
	if (places < 0) return oldestOf(events, maxEvents);
	const end = inHistory[places]?.time ?? Infinity;
	const fitting = events.filter(({ time, isOnlyLatest }) => isOnlyLatest || time < end);
	return fitting.length > 0 ? fitting : oldestOf(events, maxEvents);
}

/** The oldest events, as many as fit. Those of one millisecond stay together, even if they are more than `maxEvents`. */
function oldestOf(events: readonly TriggerEvent[], maxEvents: number): TriggerEvent[] {
	const end = events[maxEvents]?.time ?? Infinity;
	const fitting = events.filter(({ time }) => time < end);
	return fitting.length > 0 ? fitting : events.filter(({ time }) => time === events[0]?.time);
}

/**
 * Chooses what this poll takes, before anything is downloaded. This is the only place that decides on `maxEvents`:
 * updates and confirmations get their places first, and of these what only `/events/latest` has shown. Documents take
 * the remaining places, one after another.
 *
 * @param at by `elapsed`
 * @param wasAlone the last poll began with a PDF that was alone, so this one does not
 */
export function choose(
	reading: PollReading,
	settings: Settings,
	pdfWaits: PdfWaits,
	at: number,
	wasAlone: boolean,
): Choice {
	const { passes, wantsPdf, maxEvents } = settings;
	const passing = [...reading.events.values()].filter(({ raw }) => passes(raw)).sort(compareEvents);
	const others = chooseOthers(
		passing.filter(({ raw }) => !wantsPdf(raw)),
		maxEvents,
	);
	const isReady = (event: TriggerEvent): boolean =>
		isDue(event, reading, settings) || at >= (pdfWaits.get(event.key)?.pauseUntil ?? 0);
	const ready = passing.filter((event) => wantsPdf(event.raw) && isReady(event)).sort(compareWaits(pdfWaits));
	const places = maxEvents - others.length;
	const mayBeAlone = !wasAlone && places > 0;
	const alone = mayBeAlone ? ready.find(({ key }) => pdfWaits.get(key)?.isCutOff) : undefined;
	const chosen = ready.filter((event) => event !== alone).slice(0, Math.max(0, places - (alone ? 1 : 0)));
	const isNew = ({ key }: TriggerEvent): boolean =>
		pdfWaits.get(key)?.triedAt === undefined && !pdfWaits.get(key)?.isCutOff;
	const documents = [...mixed(chosen.filter(isNew), reading), ...chosen.filter((event) => !isNew(event))];
	return { others, alone, documents };
}
