import type { Read } from './history';
import type { Settings } from './settings';
import type { TriggerEvent, TriggerState, Waiting } from './state';
import { bytesOf, compareEvents, roomToWait, toTriggerEvent, waitingFor } from './state';

export interface Chosen {
	event: TriggerEvent;
	/**
	 * What becomes of it if its PDF does not come now: it goes all the same; it goes, unless there was no try; or it waits.
	 * What does not go is in the line, or the history brings it again.
	 */
	withoutPdf: 'goes' | 'goesOnceTried' | 'waits';
}

/** What this poll takes of what there is; all else is left to the history. */
export interface Choice {
	/** In order of `event_time`. */
	chosen: Chosen[];
	/** The documentation events that wait in the state until they are delivered, by their keys. */
	line: Map<string, Waiting>;
}

const LONGEST_PAUSE = 10 * 60_000;

/**
 * Puts documents in line, as far as the state has room, and gives them the places that are left, the longest due first.
 * One without room in the line is tried when its wait is over, or when nobody shows it again.
 */
function chooseDocuments(
	state: TriggerState,
	fresh: TriggerEvent[],
	{ onlyHere, date }: Read,
	{ wait, most }: { wait: number; most: number },
): Choice {
	// While the service does not answer, no wait is over.
	const clock = date ?? -Infinity;
	const candidates = [...state.waiting, ...fresh.map((event) => waitingFor(event, clock))]
		.map((waiting) => ({ waiting, event: toTriggerEvent(waiting.event, waiting.since) }))
		.sort((a, b) => a.waiting.since - b.waiting.since || compareEvents(a.event, b.event));
	const { chosen, line }: Choice = { chosen: [], line: new Map() };
	let places = most;
	let room = roomToWait(state);
	for (const { event, waiting } of candidates) {
		const { since, tried } = waiting;
		const size = state.waiting.includes(waiting) ? 0 : bytesOf(waiting);
		const hasRoom = size <= room;
		if (hasRoom) {
			line.set(event.key, waiting);
			room -= size;
		}
		// Tried at every poll at first, then less and less often. A clock that was put back does not stop it.
		const isPauseOver = clock < tried || clock >= tried + Math.min((tried - since) / 4, LONGEST_PAUSE);
		const isDue = clock - since >= wait;
		const mustGo = !hasRoom && onlyHere.has(event.key);
		const isReady = isDue || (hasRoom && isPauseOver);
		if (!mustGo && (places < 1 || !isReady)) continue;
		chosen.push({ event, withoutPdf: mustGo ? 'goes' : isDue ? 'goesOnceTried' : 'waits' });
		places--;
	}
	return { chosen, line };
}

/**
 * Chooses what this poll takes, before anything is downloaded. The only place that decides on `maxEvents` and on the room
 * for documents that wait: updates and confirmations get their places first, documents the rest. What `/events/latest`
 * alone shows is taken in any case.
 */
export function choose(state: TriggerState, reading: Read, settings: Settings): Choice {
	const { download, documentationWait, kinds, maxEvents, passes, isDocument } = settings;
	const fresh = [...reading.events.values()].filter(({ raw }) => passes(raw)).sort(compareEvents);
	const documents = fresh.filter(({ raw }) => isDocument(raw));
	const others = fresh.filter(({ raw }) => !isDocument(raw));
	// In whole instants: one that is larger than an execution may be is taken whole.
	const end = others[maxEvents]?.time ?? Infinity;
	const fits = ({ time }: TriggerEvent): boolean => time < end || time === others[0]?.time;
	const taken = others.filter((event) => fits(event) || reading.onlyHere.has(event.key));
	const limits = { wait: download ? documentationWait : 0, most: maxEvents - taken.length };
	// Nobody waits for a kind that is not chosen any more, from the next answer on.
	const isOver = reading.date !== undefined && !kinds.includes('documentation');
	const waiting = isOver ? [] : state.waiting;
	const { chosen, line } = chooseDocuments({ ...state, waiting }, documents, reading, limits);
	const all = [...taken.map((event): Chosen => ({ event, withoutPdf: 'goes' })), ...chosen];
	return { chosen: all.sort((a, b) => compareEvents(a.event, b.event)), line };
}
