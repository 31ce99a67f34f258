import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../operations/event/eventOutput';
import { historyRequest, latestRequest } from '../operations/event/requests';
import { inWords } from '../common/itemOutput';
import { factsOf } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { counted } from '../lib/text';
import { HISTORY, MOST_FRESH, readHistory } from './history';
import { eventsOf, noteDate, takesRoom, type Read, type Reader } from './reader';
import { isOwed, withGap } from './gaps';
import { DAY, reachAfterRefusal, reachAfterSuccess, reachedFrom, type Plan } from './lookBack';
import { isOfStretch } from './reach';
import type { Poll } from './settings';
import {
	classifier,
	FOREVER,
	MOST_WAITING,
	MOST_WAITING_SIZE,
	sizeOf,
	toTriggerEvent,
	type Gap,
	type Stretch,
	type TriggerEvent,
	type TriggerState,
} from './state';

/** Pages of the history have to arrive before this share of the poll's time. */
const HISTORY_END = 5 / 8;
/** Answers of `/events/latest` have to arrive before this share. The rest of the time is for documents. */
const LISTS_END = 3 / 4;

/** What a reading needs beside the state. */
export interface Known extends Pick<Reader, 'age' | 'isKept' | 'wasHistoryGone'> {
	/** The history's answer to `tryHistory`. */
	tried?: ServiceResponse<IDataObject[]>;
}

/** How many more events fit into this poll. */
const placesLeft = (reader: Reader): number =>
	reader.settings.maxEvents - [...reader.events.values()].filter((event) => takesRoom(reader, event)).length;

/** An event of a documentation without its contact is about so long in the state. */
const USUAL_SIZE = 300;

/**
 * How many more documents may be taken from `/events/latest`. It shows each event once, so what it shows has to fit into
 * the state. A document of the history needs no room there.
 */
function roomForDocuments({ settings, events }: Reader): number {
	const waiting = [...events.values()].filter(
		({ raw, isWaiting, isOnlyLatest }) => settings.isDocument(raw) && (isWaiting || isOnlyLatest),
	);
	const size = waiting.reduce((sum, { raw }) => sum + sizeOf({ raw, first: 0 }), 0);
	const left = Math.floor((MOST_WAITING_SIZE - size) / USUAL_SIZE);
	return Math.max(0, Math.min(MOST_WAITING - waiting.length, left));
}

/** Adds the wanted events of an answer to the result: `/events/latest` will not show them again. */
function takeOver(reader: Reader, received: readonly TriggerEvent[]): void {
	const { events, state } = reader;
	for (const event of received) {
		const found = reader.classify(event, reader.starts);
		if (found === 'taken' || (found === 'older' && state.begun.with !== 'unreceived')) continue;
		if (!events.has(event.key))
			events.set(event.key, { ...event, isOlder: found === 'older', isOnlyLatest: true });
	}
}

/**
 * Reads `/events/latest` until a page has no new event, the room is used up, or time is up. The service hands out each
 * event only once. So the events of a page join the result at once, and a later page that fails loses none.
 */
async function readSeries(reader: Reader, type: EventType | undefined): Promise<void> {
	const { settings, events } = reader;
	const seen = new Set<string>();
	const { download } = settings;
	const room = (): number =>
		type === undefined && download
			? Math.min(placesLeft(reader), roomForDocuments(reader))
			: type === 'documentation' && download
				? roomForDocuments(reader)
				: placesLeft(reader);
	let isNew = true;
	while (isNew && room() > 0 && events.size < MOST_FRESH) {
		const within = reader.timeLeft(LISTS_END);
		if (within <= 0) return;
		const limit = Math.min(settings.pageSize, room());
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
 * Reads `/events/latest`: documents only as many as the state can keep, and apart from the others where these have more
 * room. While the history fails, documents stay there for an hour: n8n may drop the state of this poll, and no other
 * list would show them again.
 */
async function readLatest(reader: Reader): Promise<void> {
	const { settings, errors, wasHistoryGone } = reader;
	const others = settings.kinds.filter((kind) => kind !== 'documentation' || !settings.download);
	const isLeft = errors.history !== undefined && !wasHistoryGone;
	const isFull = (): boolean => others.length < settings.kinds.length && roomForDocuments(reader) <= 0;
	const apart = isLeft || isFull();
	for (const type of apart ? others : settings.series) await readSeries(reader, type);
	if (!apart && isFull()) for (const type of others) await readSeries(reader, type);
	if (isLeft && others.length === 0) throw errors.history as Error;
}

/**
 * Reads the long look-back. When it begins, it is shortened to what the history shows: by now the service's clock is
 * known, and n8n's clock may be wrong. The rest of an earlier one is requested even if the history may refuse it.
 */
async function readFar(reader: Reader, room: () => number): Promise<void> {
	const { far, state, reach, now, date = now(), settings } = reader;
	const begins = state.far.from === FOREVER && far.from < FOREVER;
	const from = reachedFrom(reach, now(), date);
	if (begins && from > far.from) Object.assign(far, { from: from < far.end ? from : FOREVER, to: far.end });
	const before = far.from;
	// It begins again each hour, so what it skips need not be asked for in addition.
	const length = await readHistory(reader, far, room(), HISTORY, { gaps: [...reader.gaps] });
	if (length !== undefined) reader.reach = reachAfterRefusal(reach, length, now());
	else if (begins && before < FOREVER && far.from > before)
		reader.reach = reachAfterSuccess(reach, now(), settings.audit);
}

/** After so many slices of a gap that failed, the rest of it is left for later. */
const MOST_FAILED_OF_GAP = 20;

/** Asks again for what the history did not show. */
async function readGaps(reader: Reader, room: () => number): Promise<void> {
	const { date = reader.now() } = reader;
	for (const gap of reader.gaps.filter((one) => isOwed(one, date))) {
		const rest = { from: gap.from, to: gap.to, end: gap.end };
		const failed: Gap[] = [];
		const how = { gaps: failed, mostFailed: MOST_FAILED_OF_GAP };
		const answer = await readHistory(reader, rest, room(), HISTORY, how).catch((error: Error) => error);
		// What is shown again is read on at once and to its end, however many polls it fills.
		const isShown = !(answer instanceof Error) && (rest.from > gap.from || rest.to < gap.to);
		const left = { ...gap, ...rest, ...(isShown && { since: date, until: date + DAY }) };
		const pieces = [
			...failed.map(({ from, to, end }) => ({ ...gap, from, to, end })),
			...(rest.from < FOREVER ? [left] : []),
		];
		reader.gaps = pieces.reduce(
			(gaps, { from, to, end, ...piece }) =>
				withGap(gaps, {
					...piece,
					from: Math.max(from, gap.from),
					to: Math.min(to, end),
					end,
					asked: date,
				}),
			reader.gaps.filter((one) => one !== gap),
		);
		if (answer instanceof Error) throw answer;
	}
}

/** The events that wait in the state, by their keys. A kind that is no longer chosen is dropped. */
function waitingEvents({ waiting, starts }: TriggerState, { settings }: Poll): Map<string, TriggerEvent> {
	const kinds: readonly unknown[] = settings.kinds;
	const events = waiting
		.filter(({ raw }) => kinds.includes(raw.type))
		.map(({ raw, first }): TriggerEvent => {
			const event = toTriggerEvent(raw, first);
			return {
				...event,
				first,
				isWaiting: true,
				isOlder: event.time < (starts[raw.type as string] ?? Infinity),
			};
		});
	return new Map(events.map((event) => [event.key, event]));
}

/** Reads one of the two lists. A failure becomes a part of the result. */
async function tryToRead(
	reader: Reader,
	list: 'history' | 'latest',
	task: () => Promise<void>,
): Promise<void> {
	delete reader.errors[list];
	try {
		await task();
	} catch (error) {
		const step = list === 'history' ? 'the history was read' : 'the latest events were read';
		reader.errors[list] = inWords(error, step);
		const date = factsOf(error)?.date;
		if (date !== undefined) noteDate(reader, date);
	}
}

/**
 * Reads the history forward, then `/events/latest`, then the look-backs. The events that wait in the state are part of
 * the result. `/events/latest` is read if the history was read up to the present or has failed. Never throws: failures are in the
 * result.
 */
export async function read(state: TriggerState, plan: Plan, known: Known, poll: Poll): Promise<Read> {
	const { settings } = poll;
	const classify = classifier(state);
	const reader: Reader = {
		...poll,
		poll,
		...structuredClone({ ...plan, gaps: state.gaps }),
		...known,
		state,
		send: async (request) => await poll.send(request, { within: poll.timeLeft(HISTORY_END) }),
		classify: (event, starts) => {
			const found = classify(event, starts);
			if (found !== 'again') return found;
			reader.again.set(event.key, event);
			return 'taken';
		},
		again: new Map(),
		events: waitingEvents(state, poll),
		newest: -Infinity,
		starts: state.starts,
		reach: state.reach,
		errors: {},
		hasFailed: false,
	};
	const { forward, back, errors } = reader;
	const { tried } = known;
	if (tried) takeOver(reader, eventsOf(reader, settings.series[0], tried.body, tried.headers.date));
	const attempt = async (list: 'history' | 'latest', task: () => Promise<void>): Promise<void> =>
		await tryToRead(reader, list, task);
	const room = (): number => Math.max(1, placesLeft(reader));
	const readStretch = async (stretch: Stretch, share: number, isUp = true): Promise<void> =>
		void (await readHistory(reader, stretch, room(), share, { isUp, gaps: reader.gaps }));
	// Reading the history takes events from `/events/latest`. So if a kind is new, `/events/latest` is read first.
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	const isBack = back.from < FOREVER;
	if (isNewKind) await attempt('latest', async () => await readLatest(reader));
	const share = isBack ? HISTORY / 2 : HISTORY;
	const readForward = async (isUp: boolean): Promise<void> =>
		await attempt('history', async () => await readStretch(forward, share, isUp));
	await readForward(isNewKind && !errors.latest);
	if (!isNewKind && (forward.from === FOREVER || reader.hasFailed || errors.history)) {
		await attempt('latest', async () => await readLatest(reader));
		// The service answers, so what has failed may be a part of the history.
		const isUp = errors.latest === undefined || errors.latest === errors.history;
		if (isUp && isOfStretch(errors.history, false)) await readForward(true);
	}
	if (errors.history) return reader;
	const lookBacks = async (): Promise<void> => {
		await readGaps(reader, room);
		await readStretch(back, HISTORY);
		await readFar(reader, room);
	};
	const noteError = (error: Error): void => void (reader.error = error);
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
