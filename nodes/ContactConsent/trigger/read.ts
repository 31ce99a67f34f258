import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest, latestRequest } from '../resources/event/requests';
import { inWords } from '../outcome';
import { factsOf } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { counted } from '../values';
import { MOST_FRESH, readHistory } from './history';
import { eventsOf, noteDate, takesRoom, type Read, type Reader } from './reader';
import { reachedFrom, type Plan, type Stretch } from './lookBack';
import type { Poll } from './settings';
import { classifier, FOREVER, MOST_WANTED, type TriggerEvent, type TriggerState } from './state';

/** Shares of the poll's time: history pages are requested until the first, and have to arrive before the second. */
const HISTORY = 1 / 2;
const HISTORY_END = 5 / 8;
/** Answers of `/events/latest` have to arrive before this share. The rest of the time is for documents. */
const LISTS_END = 3 / 4;

/** What a reading needs beside the state. */
export interface Known extends Pick<Reader, 'age' | 'isKept'> {
	wasHistoryGone: boolean;
	/** The history's answer to `tryHistory`. */
	tried?: ServiceResponse<IDataObject[]>;
}

/** How many more events fit into this poll. */
const placesLeft = (reader: Reader): number =>
	reader.settings.maxEvents - [...reader.events.values()].filter((event) => takesRoom(reader, event)).length;

/** True if as many events from before the start were read as the state can list. */
const isFullOfOlder = ({ events }: Reader): boolean =>
	[...events.values()].filter(({ isOlder }) => isOlder).length >= MOST_WANTED;

/** Adds the wanted events of an answer to the result: `/events/latest` will not show them again. */
function takeOver(reader: Reader, received: readonly TriggerEvent[]): void {
	const { events, state } = reader;
	for (const event of received) {
		const found = reader.classify(event, reader.starts);
		if (found === 'taken' || (found === 'older' && state.begun.with !== 'unreceived')) continue;
		const isOnlyLatest = !events.has(event.key);
		events.set(event.key, { ...event, isOlder: found === 'older', isOnlyLatest });
	}
}

/**
 * Reads `/events/latest` until a page has no new event, the room is used up, or time is up. The service hands out each
 * event only once. So the events of a page join the result at once, and a later page that fails loses none.
 */
async function readSeries(reader: Reader, type: EventType | undefined): Promise<void> {
	const { settings, events } = reader;
	const seen = new Set<string>();
	const hasDocuments = type === undefined || type === 'documentation';
	const isRoom = () => placesLeft(reader) > 0 && events.size < MOST_FRESH;
	let isNew = true;
	while (isNew && isRoom() && !(hasDocuments && isFullOfOlder(reader))) {
		const within = reader.timeLeft(LISTS_END);
		if (within <= 0) return;
		const limit = Math.min(settings.pageSize, placesLeft(reader));
		const { body, headers } = await reader.poll.send<IDataObject[]>(latestRequest(type, limit), { within });
		const before = seen.size;
		const received = eventsOf(reader, type, body, headers.date);
		const others = body.length - received.length;
		if (others > 0)
			reader.log('warn', `left out ${counted(others, 'event', 'events')} of a kind that was not asked for`);
		takeOver(reader, received);
		for (const { key } of received) seen.add(key);
		isNew = seen.size > before;
	}
}

/**
 * Reads `/events/latest`. While the history fails, documentation events stay there, because no other list would show
 * them again. After an hour (`isHistoryGone`) they are taken, too.
 */
async function readLatest(reader: Reader): Promise<void> {
	const { settings, errors, isHistoryGone } = reader;
	const others = settings.kinds.filter((kind) => kind !== 'documentation' || !settings.download);
	const isLeft = errors.history !== undefined && !isHistoryGone;
	for (const type of isLeft ? others : settings.series) await readSeries(reader, type);
	// Documents without room must not hold up the other kinds, so these are read on their own.
	if (!isLeft && isFullOfOlder(reader)) for (const type of others) await readSeries(reader, type);
	if (isLeft && others.length === 0) throw errors.history as Error;
}

/**
 * Shortens a long look-back that begins to what the history shows. By now the service's clock is known, and n8n's clock
 * may be wrong. The rest of an earlier look-back is requested even if the history may refuse it.
 */
function keepWithinReach(far: Stretch, { state, reach, now, date = now() }: Reader): void {
	const from = reachedFrom(reach, now(), date);
	if (state.far.from < FOREVER || from <= far.from) return;
	Object.assign(far, { from: from < far.end ? from : FOREVER, to: far.end });
}

/**
 * Reads the history forward, then `/events/latest`, then what waits from before the start, then the look-backs.
 * `/events/latest` is read if the history was read up to the present or has failed. Never throws: failures are in the
 * result.
 */
export async function read(state: TriggerState, plan: Plan, known: Known, poll: Poll): Promise<Read> {
	const { settings } = poll;
	const reader: Reader = {
		...poll,
		poll,
		...structuredClone(plan),
		...known,
		state,
		send: async (request) => await poll.send(request, { within: poll.timeLeft(HISTORY_END) }),
		classify: classifier(state),
		events: new Map(),
		newest: -Infinity,
		starts: state.starts,
		reach: state.reach,
		errors: {},
		isHistoryGone: false,
	};
	const { forward, back, far, older, errors } = reader;
	const { tried } = known;
	if (tried) takeOver(reader, eventsOf(reader, settings.series[0], tried.body, tried.headers.date));
	const attempt = async (list: keyof Read['errors'], task: () => Promise<void>): Promise<void> => {
		try {
			await task();
		} catch (error) {
			const step = list === 'history' ? 'the history was read' : 'the latest events were read';
			errors[list] = inWords(error, step);
			if (list === 'history') reader.isHistoryGone = known.wasHistoryGone;
			const date = factsOf(error)?.date;
			if (date !== undefined) noteDate(reader, date);
		}
	};
	const readStretch = async (stretch: Stretch, share: number): Promise<void> =>
		await readHistory(reader, stretch, Math.max(1, placesLeft(reader)), share);
	// Reading the history takes events from `/events/latest`. So if a kind is new, `/events/latest` is read first.
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	const isBack = back.from < FOREVER || older.from < FOREVER;
	if (isNewKind) await attempt('latest', async () => await readLatest(reader));
	await attempt('history', async () => await readStretch(forward, isBack ? HISTORY / 2 : HISTORY));
	if (!isNewKind && (forward.from === FOREVER || errors.history)) {
		await attempt('latest', async () => await readLatest(reader));
	}
	if (errors.history) return reader;
	const lookBacks = async (): Promise<void> => {
		await readStretch(back, HISTORY);
		keepWithinReach(far, reader);
		await readStretch(far, HISTORY);
	};
	const noteError = (error: Error): void => void (reader.error = error);
	// After `/events/latest`, which may show more events of the last moment of this stretch.
	await readStretch(older, back.from < FOREVER ? (3 / 4) * HISTORY : HISTORY).catch(noteError);
	await lookBacks().catch(noteError);
	return reader;
}

/**
 * Asks the history for one event before anything is taken from `/events/latest`, so that the person who publishes the
 * workflow sees what cannot work. By default it asks from the present on, which takes almost no event away.
 *
 * @throws ServiceError
 */
export async function tryHistory({ settings, send, now, timeLeft }: Poll, from = now()) {
	const [type] = settings.series;
	const request = historyRequest({ type, from: new Date(from).toISOString() }, 1);
	return await send<IDataObject[]>(request, { within: timeLeft(HISTORY) });
}
