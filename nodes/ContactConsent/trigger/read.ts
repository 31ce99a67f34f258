import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { latestRequest } from '../resources/event/requests';
import { counted } from '../values';
import { eventsOf, MOST_FRESH, readHistory, type Reached, type Reader } from './history';
import { isDocument, type Poll } from './settings';
import type { Plan } from './span';
import {
	bytesOf,
	FOREVER,
	newcomers,
	roomToWait,
	type TriggerEvent,
	type TriggerState,
	waitingFor,
} from './state';

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read extends Pick<Reader, 'events' | 'onlyHere' | 'date'> {
	/** How far the stretches of `span` were read. */
	ahead: Reached;
	unfinished: Reached;
	/** What ended the reading before its time. */
	error?: Error;
}

/** The share of the poll's time in which lists are asked for. */
const LISTS = 1 / 2;
/** The share after which a list is not waited for any longer; the rest belongs to documents. */
export const LISTS_END = 3 / 4;
/** Bytes that a documentation event takes up in the state at most, as a guess before it is read; usual are 300. */
const LARGE = 1000;

/** How many updates and confirmations still find a place in this poll. */
function placesLeft({ settings, events }: Reader): number {
	const taken = [...events.values()].filter(({ raw }) => settings.passes(raw) && !isDocument(raw, settings));
	return settings.maxEvents - taken.length;
}

/** How many documentation events the state has room for until their PDFs come, beside those in hand. */
function documentsThatFit({ settings, events, now }: Reader, state: TriggerState): number {
	if (!settings.download) return Infinity;
	const inHand = [...events.values()].filter(({ raw }) => isDocument(raw, settings));
	const waiting = inHand.map((event) => waitingFor(event, now()));
	return Math.floor((roomToWait(state) - bytesOf(waiting)) / LARGE);
}

/**
 * Reads `/events/latest` until a page brings no news, the room is used up, or time is up. What it gives is gone there: it is
 * added to the result at once, should a later page fail.
 */
async function readLatest(reader: Reader, state: TriggerState): Promise<void> {
	const { settings, events, news, onlyHere } = reader;
	const readSeries = async (type: EventType | undefined): Promise<void> => {
		let known: number;
		do {
			known = events.size;
			const fit = type === undefined || type === 'documentation' ? documentsThatFit(reader, state) : Infinity;
			const limit = Math.min(settings.pageSize, fit, placesLeft(reader));
			if (limit < 1 || reader.left(LISTS) <= 0) break;
			const { body, headers } = await reader.send<IDataObject[]>(latestRequest(type, limit));
			const received = eventsOf(reader, type, { items: body, date: headers.date });
			const others = body.length - received.length;
			if (others > 0)
				reader.log('warn', `left out ${counted(others, 'event', 'events')} of a kind that was not asked for`);
			for (const event of received) {
				if (!news.isOfLatest(event)) continue;
				events.set(event.key, event);
				if (!settings.catchUp || news.isBeforeStart(event)) onlyHere.add(event.key);
			}
		} while (events.size > known && events.size < MOST_FRESH);
	};
	for (const type of settings.series) await readSeries(type);
	// Nothing waits behind documents for which there is no room.
	if (documentsThatFit(reader, state) >= 1) return;
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
		send: async (request) => await poll.send(request, { within: poll.left(LISTS_END) }),
		news: newcomers(state),
		// What the filter leaves out takes up no room, nor do documents that may have to wait, or had to.
		takesRoom: ({ raw, time }: TriggerEvent): boolean => {
			if (!isDocument(raw, settings)) return settings.passes(raw);
			const isDue = time + settings.documentationWait <= (reader.date ?? poll.now());
			return time > state.forward.from && isDue;
		},
		events: new Map(),
		onlyHere: new Set(),
	};
	const ahead: Reached = { rest: plan.ahead, newest: -Infinity };
	const unfinished: Reached = { rest: plan.unfinished, newest: -Infinity };
	const readStretch = async (stretch: Reached, share: number): Promise<void> =>
		await readHistory(reader, stretch, Math.max(1, placesLeft(reader)), share);
	// Reading the history of a kind that was chosen since would take its events from `/events/latest`.
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	let error: Error | undefined;
	try {
		if (isNewKind) await readLatest(reader, state);
		await readStretch(ahead, plan.unfinished.from < FOREVER ? LISTS / 2 : LISTS);
		if (ahead.rest.from === FOREVER && !isNewKind) await readLatest(reader, state);
		await readStretch(unfinished, LISTS);
	} catch (caught) {
		error = caught as Error;
	}
	const { events, onlyHere, date } = reader;
	return { events, onlyHere, ahead, unfinished, date, error };
}
