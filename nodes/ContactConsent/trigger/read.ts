import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { latestRequest } from '../resources/event/requests';
import { counted } from '../values';
import { eventsOf, MOST_FRESH, readHistory, type Read, type Reader } from './history';
import type { Poll } from './settings';
import type { Plan } from './span';
import { bytesOf, FOREVER, classifier, roomToWait, type Span, type TriggerState, waitingFor } from './state';

/** The share of the poll's time in which lists are asked for. */
const LISTS = 1 / 2;
/** The share after which a list is not waited for any longer; the rest belongs to documents. */
export const LISTS_END = 3 / 4;
/** Bytes that a documentation event takes up in the state at most, as a guess before it is read; usual are 300. */
const LARGE = 1000;

/** How many updates and confirmations still find a place in this poll. */
function placesLeft({ settings, events }: Reader): number {
	const taken = [...events.values()].filter(({ raw }) => settings.passes(raw) && !settings.isDocument(raw));
	return settings.maxEvents - taken.length;
}

/** How many documentation events the state has room for until their PDFs come, beside those in hand. */
function documentsThatFit({ settings, events, now, state }: Reader): number {
	if (!settings.download) return Infinity;
	const inHand = [...events.values()].filter(({ raw }) => settings.isDocument(raw));
	const waiting = inHand.map((event) => waitingFor(event, now()));
	return Math.floor((roomToWait(state) - bytesOf(waiting)) / LARGE);
}

/**
 * Reads `/events/latest` until a page brings nothing new, the room is used up, or time is up. What it gives is gone there:
 * it is added to the result at once, should a later page fail.
 */
async function readLatest(reader: Reader): Promise<void> {
	const { settings, events, classify, onlyHere } = reader;
	const readSeries = async (type: EventType | undefined): Promise<void> => {
		let sizeBefore: number;
		do {
			sizeBefore = events.size;
			const fit = type === undefined || type === 'documentation' ? documentsThatFit(reader) : Infinity;
			const limit = Math.min(settings.pageSize, fit, placesLeft(reader));
			if (limit < 1 || reader.left(LISTS) <= 0) break;
			const { body, headers } = await reader.send<IDataObject[]>(latestRequest(type, limit));
			const received = eventsOf(reader, type, body, headers.date);
			const others = body.length - received.length;
			if (others > 0)
				reader.log('warn', `left out ${counted(others, 'event', 'events')} of a kind that was not asked for`);
			for (const event of received) {
				const found = classify(event);
				if (found !== 'taken') events.set(event.key, event);
				if (found === 'beforeStart' || (found === 'new' && !settings.catchUp)) onlyHere.add(event.key);
			}
		} while (events.size > sizeBefore && events.size < MOST_FRESH);
	};
	for (const type of settings.series) await readSeries(type);
	// Nothing waits behind documents for which there is no room.
	if (documentsThatFit(reader) >= 1) return;
	for (const type of settings.kinds) if (type !== 'documentation') await readSeries(type);
}

/**
 * Reads what there is: the history from `span`, then `/events/latest`, then what an earlier poll did not get through.
 * `/events/latest` is only asked where the history was read up to the present. Never throws.
 */
export async function read(state: TriggerState, plan: Plan, poll: Poll): Promise<Read> {
	const { settings } = poll;
	const reader: Reader = {
		...poll,
		...structuredClone(plan),
		state,
		send: async (request) => await poll.send(request, { within: poll.left(LISTS_END) }),
		classify: classifier(state),
		events: new Map(),
		onlyHere: new Set(),
		newest: -Infinity,
	};
	const { toRead, unfinished } = reader;
	const readStretch = async (stretch: Span, share: number): Promise<void> =>
		await readHistory(reader, stretch, Math.max(1, placesLeft(reader)), share);
	// Reading the history of a kind that was chosen since would take its events from `/events/latest`.
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	try {
		if (isNewKind) await readLatest(reader);
		await readStretch(toRead, unfinished.from < FOREVER ? LISTS / 2 : LISTS);
		if (toRead.from === FOREVER && !isNewKind) await readLatest(reader);
		await readStretch(unfinished, LISTS);
	} catch (error) {
		reader.error = error as Error;
	}
	return reader;
}
