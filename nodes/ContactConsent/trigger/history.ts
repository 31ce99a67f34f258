import { OperationalError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages, type Page } from '../transport/pages';
import type { Poll } from './settings';
import { FOREVER, NOTHING, toTriggerEvent, type Span, type TriggerEvent } from './state';

/** What reading lists needs. */
export interface Reader extends Poll {
	/** Tells what was not taken yet. */
	isFresh: (event: TriggerEvent) => boolean;
	/** Tells what of it this poll may deliver: only that takes up room. */
	takesRoom: (event: TriggerEvent) => boolean;
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
}

/** How far a stretch of the history was read. */
export interface Reached {
	/** Fresh events of the slices that were read to their end. */
	events: TriggerEvent[];
	/** Newest `event_time` that was read in them, fresh or not. */
	newest: number;
	/** Where reading goes on; `NOTHING` at the present. */
	rest: Span;
	error?: Error;
}

/** The share of the poll's time after which a list is not waited for any longer; the rest belongs to documents. */
export const LISTS_END = 3 / 4;
/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;
/** How much longer a slice may be than the one before: years are crossed in a few requests. */
const GROWTH = 8;
/** The most events of a poll, with those that take up no room; the state knows no more, either. */
const MOST_FRESH = 10_000;
const TOO_CROWDED = 'More events have the same time than one poll can read; newer ones have to wait';

/** The events of an answer that belong to its series, should the service not filter. */
export function eventsOf(reader: Reader, type: EventType | undefined, page: Pick<Page, 'items' | 'date'>) {
	// A service without the header has n8n's clock.
	const date = Date.parse(page.date ?? '') || reader.now();
	reader.date = Math.min(reader.date ?? date, date);
	const items = page.items.filter((item) => type === undefined || item.type === type);
	return items.map((item) => toTriggerEvent(item, date));
}

/** A slice that cannot be divided any more. */
const isInstant = ({ from, to }: Span): boolean => to - from <= 2;

/** Reads a slice: to its end, until it holds more than fits, or until time is up. A single instant is read whole. */
async function readSlice(reader: Reader, slice: Span, room: number, share: number) {
	const { series, pageSize } = reader.settings;
	const fresh = new Map<string, TriggerEvent>();
	let oldest = Infinity;
	let newest = -Infinity;
	const from = new Date(slice.from).toISOString();
	const to = slice.to === FOREVER ? undefined : new Date(slice.to).toISOString();
	const send: Reader['send'] = async (request) =>
		await reader.send(request, { within: reader.left(LISTS_END) });
	const result = (isComplete: boolean) => ({ events: [...fresh.values()], oldest, newest, isComplete });
	for (const type of series) {
		for await (const page of readPages(send, historyRequest({ type, from, to }, pageSize))) {
			for (const event of eventsOf(reader, type, page)) {
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				if (reader.isFresh(event)) fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = [...fresh.values()].filter(reader.takesRoom).length >= room || fresh.size >= MOST_FRESH;
			if ((isFull && oldest < newest && !isInstant(slice)) || reader.left(share) <= 0) return result(false);
		}
	}
	return result(true);
}

const middle = (from: number, to: number): number => Math.max(from + 2, Math.floor((from + to) / 2));

/** A shorter slice for one that did not fit: its older half, or what lies before the single instant that was seen of it. */
function shorter({ from }: Span, oldest: number, newest: number, end: number): Span {
	return { from, to: oldest === newest ? Math.max(from + 2, newest - 1) : middle(from, end) };
}

/**
 * The slice behind a finished one, as long as its density suggests. What comes after the present is read in one go.
 *
 * @param tooFar the end of an earlier slice that did not fit
 */
function following({ from, to }: Span, filled: number, date: number, tooFar: number): Span {
	if (to === FOREVER) return NOTHING;
	// One millisecond of overlap, because either bound may leave out the very moment.
	const next = to - 1;
	const end = next + Math.max(2, Math.round((to - from) * Math.min(GROWTH, 1 / filled)));
	// Where nothing was, what was too much lies ahead.
	if (filled === 0 && next < tooFar && tooFar <= end) return { from: next, to: middle(next, tooFar) };
	return { from: next, to: end < date ? end : FOREVER };
}

/**
 * Reads a stretch of the history up to the present. What fits is read at once. What does not is cut into slices of time,
 * oldest first, each of which is read to its end: that proves what was read, whatever the order of the service. Never throws.
 *
 * @param room events for which there is room; only a single instant is read past it
 * @param share the share of the poll's time in which a page may be asked for
 */
export async function readHistory(
	reader: Reader,
	first: Span,
	room: number,
	share: number,
): Promise<Reached> {
	const reached: Reached = { events: [], newest: -Infinity, rest: first };
	let left = room;
	let tooFar = Infinity;
	try {
		do {
			const slice = reached.rest;
			const { events, oldest, newest, isComplete } = await readSlice(reader, slice, left, share);
			const count = events.filter(reader.takesRoom).length;
			if (isComplete || isInstant(slice)) {
				reached.events = [...reached.events, ...events];
				reached.newest = Math.max(reached.newest, newest);
				left -= count;
			}
			if (!isComplete && isInstant(slice)) throw new OperationalError(TOO_CROWDED);
			const { date = 0 } = reader;
			// Once half of the room is used, the next slice is for the next poll, which has all of it.
			const target = FILLED * (left * 2 < room ? room : left);
			if (!isComplete) tooFar = Math.min(slice.to, Math.max(date, newest));
			reached.rest = isComplete
				? following(slice, count / target, date, tooFar)
				: shorter(slice, oldest, newest, tooFar);
		} while (
			reached.rest.from < FOREVER &&
			reader.left(share) > 0 &&
			left * 2 >= room &&
			reached.events.length < MOST_FRESH
		);
	} catch (error) {
		reached.error = error as Error;
	}
	return reached;
}
