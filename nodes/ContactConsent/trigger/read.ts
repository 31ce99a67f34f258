import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { latestRequest } from '../resources/event/requests';
import { eventsOf, LISTS_END, readHistory, type Reached, type Reader } from './history';
import { isDocument, type Poll } from './settings';
import {
	bytesOf,
	FOREVER,
	newcomers,
	NOTHING,
	roomToWait,
	type Span,
	type TriggerEvent,
	type TriggerState,
	waitingFor,
} from './state';

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read {
	/** By their keys. */
	events: Map<string, TriggerEvent>;
	/** The keys of those that `/events/latest` showed. */
	latest: Set<string>;
	/** How far the stretches of `span` were read, as far as they were begun. */
	reached: Reached[];
	/** The service's clock; missing where it has not answered. */
	date?: number;
	/** What ended the reading before its time. */
	error?: Error;
}

/** The share of the poll's time in which lists are asked for. */
const LISTS = 1 / 2;
/** Bytes that a documentation event takes up in the state at most, as a guess before it is read; usual are 300. */
const LARGE = 1000;

/** How many events this poll still takes: of `/events/latest` all but documents, which can wait; of the history those that may. */
function roomLeft(
	{ settings, takesRoom }: Reader,
	{ events, latest }: Pick<Read, 'events' | 'latest'>,
): number {
	const counted = [...events.values()].filter((event) =>
		latest.has(event.key) ? !isDocument(event.raw, settings) : takesRoom(event),
	);
	return settings.maxEvents - counted.length;
}

/**
 * Reads `/events/latest` until a page brings no news, the room is used up, or time is up. What it gives is gone there: it is
 * added to the result at once, should a later page fail, and no more documentation events are asked for than the state can
 * hold until their PDFs come. Once it holds no more, the other kinds are asked for by themselves: nothing waits behind documents.
 */
async function readLatest(reader: Reader, state: TriggerState, { events, latest }: Read): Promise<void> {
	const { settings } = reader;
	const { isOfLatest } = newcomers(state, settings.kinds);
	const documentsThatFit = (): number => {
		if (!settings.download) return Infinity;
		const inHand = [...events.values()].filter(({ raw }) => isDocument(raw, settings));
		const waiting = inHand.map((event) => waitingFor(event, reader.now()));
		const room = Math.floor((roomToWait(state) - bytesOf(waiting)) / LARGE);
		return Math.min(room, settings.maxEvents - inHand.length);
	};
	const readSeries = async (type: EventType | undefined): Promise<void> => {
		let known: number;
		do {
			known = events.size;
			const most = (type ?? 'documentation') === 'documentation' ? documentsThatFit() : Infinity;
			const limit = Math.min(settings.pageSize, most, roomLeft(reader, { events, latest }));
			if (limit < 1 || reader.left(LISTS) <= 0) break;
			const within = reader.left(LISTS_END);
			const { body, headers } = await reader.send<IDataObject[]>(latestRequest(type, limit), { within });
			for (const event of eventsOf(reader, type, { items: body, date: headers.date }).filter(isOfLatest)) {
				events.set(event.key, event);
				latest.add(event.key);
			}
		} while (events.size > known);
	};
	for (const type of settings.series) await readSeries(type);
	if (settings.series[0] !== undefined || documentsThatFit() >= 1) return;
	for (const type of settings.kinds) if (type !== 'documentation') await readSeries(type);
}

/**
 * Reads what there is: the history from `span`, then `/events/latest`, then what an earlier poll did not get through.
 * `/events/latest` is only asked where the history was read up to the present. Never throws.
 */
export async function read(state: TriggerState, [first, unfinished]: Span[], poll: Poll): Promise<Read> {
	const { kinds, passes, documentationWait } = poll.settings;
	/** What the filter leaves out takes up no room, nor do documents that may have to wait, or had to. */
	const takesRoom = ({ raw, time }: TriggerEvent): boolean => {
		if (!isDocument(raw, poll.settings)) return passes(raw);
		return time > state.forward.from && time + documentationWait <= (reader.date ?? poll.now());
	};
	const reader: Reader = { ...poll, isFresh: newcomers(state, kinds).isOfHistory, takesRoom };
	const result: Read = { events: new Map(), latest: new Set(), reached: [] };
	const readStretch = async (stretch: Span, share: number): Promise<void> => {
		const room = Math.max(1, roomLeft(reader, result));
		const reached = await readHistory(reader, stretch, room, share);
		for (const event of reached.events) result.events.set(event.key, event);
		result.reached.push(reached);
		result.error ??= reached.error;
		// A crowded instant stops its own stretch alone.
		if (reached.error !== undefined && !(reached.error instanceof OperationalError)) throw reached.error;
	};
	// Reading the history of a kind that was chosen since would take its events from `/events/latest`.
	const isNewKind = kinds.some((kind) => state.starts[kind] === undefined);
	try {
		if (isNewKind) await readLatest(reader, state, result);
		if (first) await readStretch(first, unfinished ? LISTS / 2 : LISTS);
		else result.reached.push({ events: [], newest: -Infinity, rest: NOTHING });
		const isAtPresent = result.reached[0]?.rest.from === FOREVER;
		if (isAtPresent && !isNewKind) await readLatest(reader, state, result);
		if (unfinished && reader.left(LISTS) > 0) await readStretch(unfinished, LISTS);
	} catch (error) {
		result.error = error as Error;
	}
	return { ...result, date: reader.date };
}
