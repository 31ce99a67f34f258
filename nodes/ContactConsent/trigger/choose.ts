import type { Read } from './history';
import { isDocument, type Settings } from './settings';
import {
	bytesOf,
	compareEvents,
	roomToWait,
	toTriggerEvent,
	type TriggerEvent,
	type TriggerState,
	type Waiting,
	waitingFor,
} from './state';

/** An event that this poll works on. */
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

/** Tried at every poll at first, then less and less often. A clock that was put back does not stop it. */
const isPauseOver = ({ since, tried }: Waiting, clock: number): boolean =>
	clock < tried || clock >= tried + Math.min((tried - since) / 4, LONGEST_PAUSE);

/**
 * Puts documents in line, as far as the state has room, and gives them the places that are left, the longest due first.
 * One without room in the line is tried when its wait is over, or when nobody shows it again.
 */
function chooseDocuments(
	state: TriggerState,
	fresh: TriggerEvent[],
	onlyHere: ReadonlySet<string>,
	{ clock, wait, most }: { clock: number; wait: number; most: number },
): Choice {
	const candidates = [
		...state.waiting.map((waiting) => {
			return { waiting, event: toTriggerEvent(waiting.event, waiting.since), size: 0 };
		}),
		...fresh.map((event) => {
			const waiting = waitingFor(event, clock);
			return { waiting, event, size: bytesOf(waiting) };
		}),
	].sort((a, b) => a.waiting.since - b.waiting.since || compareEvents(a.event, b.event));
	const { chosen, line }: Choice = { chosen: [], line: new Map() };
	let places = most;
	let room = roomToWait(state);
	for (const { event, waiting, size } of candidates) {
		const hasRoom = size <= room;
		if (hasRoom) {
			line.set(event.key, waiting);
			room -= size;
		}
		const isDue = clock - waiting.since >= wait;
		const mustGo = !hasRoom && onlyHere.has(event.key);
		const isReady = isDue || (hasRoom && isPauseOver(waiting, clock));
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
export function choose(state: TriggerState, { events, onlyHere, date }: Read, settings: Settings): Choice {
	const { download, documentationWait, maxEvents, passes } = settings;
	const fresh = [...events.values()].filter(({ raw }) => passes(raw));
	const others = fresh.filter(({ raw }) => !isDocument(raw, settings)).sort(compareEvents);
	// In whole instants: one that is larger than an execution may be is taken whole.
	const end = others[maxEvents]?.time ?? Infinity;
	const fits = ({ time }: TriggerEvent): boolean => time < end || time === others[0]?.time;
	const taken = others.filter((event) => fits(event) || onlyHere.has(event.key));
	const limits = {
		// While the service does not answer, no wait is over.
		clock: date ?? -Infinity,
		wait: download ? documentationWait : 0,
		most: maxEvents - taken.length,
	};
	const documents = fresh.filter(({ raw }) => isDocument(raw, settings));
	const { chosen, line } = chooseDocuments(state, documents, onlyHere, limits);
	const all = [...taken.map((event): Chosen => ({ event, withoutPdf: 'goes' })), ...chosen];
	return { chosen: all.sort((a, b) => compareEvents(a.event, b.event)), line };
}
