import type { Read } from './read';
import { isDocument, type Settings } from './settings';
import {
	bytesOf,
	compareEvents,
	newcomers,
	roomToWait,
	toTriggerEvent,
	type TriggerEvent,
	type TriggerState,
	type Waiting,
	waitingFor,
} from './state';

/** An event that this poll takes. */
export interface Chosen {
	event: TriggerEvent;
	/** How it has waited for its PDF. */
	waiting?: Waiting;
	/** It is delivered whatever comes of its PDF: its wait is over, or the state has no room for it. */
	isLastTry: boolean;
	/** Only taken over from `/events/latest`: this poll has no place for it, and asks for no PDF. */
	isPutOff?: boolean;
	/** Where it can wait for a try: the state has room for it, or the history brings it again. */
	waitsIn?: 'state' | 'history';
}

const LONGEST_PAUSE = 10 * 60_000;

/** Tried at every poll at first, then less and less often. A clock that was put back does not stop it. */
const isPauseOver = ({ since, tried }: Waiting, clock: number): boolean =>
	clock < tried || clock >= tried + Math.min((tried - since) / 4, LONGEST_PAUSE);

/** Gives documents their places, the longest due first. Those whose wait is not over need room in the state. */
function chooseDocuments(
	state: TriggerState,
	fresh: TriggerEvent[],
	{ clock, wait, ...limits }: { places: number; clock: number; wait: number },
	isOnlyHere: (event: TriggerEvent) => boolean,
): Chosen[] {
	const candidates = [
		...state.waiting.map((waiting) => {
			return { waiting, event: toTriggerEvent(waiting.event, waiting.since), size: 0 };
		}),
		...fresh.map((event) => {
			const waiting = waitingFor(event, clock);
			return { waiting, event, size: bytesOf(waiting) };
		}),
	].sort((a, b) => a.waiting.since - b.waiting.since || compareEvents(a.event, b.event));
	let places = limits.places;
	let room = roomToWait(state);
	return candidates.flatMap(({ event, waiting, size }): Chosen[] => {
		const isDue = clock - waiting.since >= wait;
		const hasRoom = size <= room;
		const mustGo = isOnlyHere(event);
		const isReady = isDue || (hasRoom && isPauseOver(waiting, clock));
		if (!mustGo && (places < 1 || !isReady)) return [];
		if (hasRoom) room -= size;
		if (hasRoom && places < 1)
			return [{ event, waiting, isLastTry: false, isPutOff: true, waitsIn: 'state' }];
		places--;
		const waitsIn = hasRoom ? 'state' : mustGo ? undefined : 'history';
		return [{ event, waiting, isLastTry: isDue || !hasRoom, waitsIn }];
	});
}

/**
 * Chooses what this poll takes, in order of `event_time`, before anything is downloaded. The only place that decides on
 * `maxEvents` and on the room for documents that wait: updates and confirmations get their places first, documents the
 * rest. What `/events/latest` alone shows is taken in any case.
 */
export function choose(state: TriggerState, reading: Read, settings: Settings): Chosen[] {
	const { catchUp, download, documentationWait, kinds, maxEvents, passes } = settings;
	const { isBeforeStart } = newcomers(state, kinds);
	const isOnlyHere = (event: TriggerEvent): boolean =>
		reading.latest.has(event.key) && (!catchUp || isBeforeStart(event));
	const fresh = [...reading.events.values()].filter(({ raw }) => passes(raw));
	const others = fresh.filter(({ raw }) => !isDocument(raw, settings)).sort(compareEvents);
	// In whole instants: one that is larger than an execution may be is taken whole.
	const end = others[maxEvents]?.time ?? Infinity;
	const isIn = (event: TriggerEvent): boolean => event.time < end || event.time === others[0]?.time;
	const taken = others.filter((event) => isIn(event) || isOnlyHere(event));
	const limits = {
		places: maxEvents - taken.length,
		// While the service does not answer, no wait is over.
		clock: reading.date ?? -Infinity,
		wait: download ? documentationWait : 0,
	};
	const wanted = fresh.filter(({ raw }) => isDocument(raw, settings));
	const documents = chooseDocuments(state, wanted, limits, isOnlyHere);
	const chosen = [...taken.map((event): Chosen => ({ event, isLastTry: true })), ...documents];
	return chosen.sort((a, b) => compareEvents(a.event, b.event));
}
