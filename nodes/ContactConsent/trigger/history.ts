import { OperationalError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages, type Page } from '../transport/pages';
import type { Send } from '../transport/types';
import type { Poll } from './settings';
import { FOREVER, type newcomers, NOTHING, toTriggerEvent, type Span, type TriggerEvent } from './state';

/** What reading lists needs, and what it has found so far. */
export interface Reader extends Pick<Poll, 'settings' | 'now' | 'left' | 'log'> {
	/** With the time limit of a list. */
	send: Send;
	/** Tells what was not taken yet. */
	news: ReturnType<typeof newcomers>;
	/** Tells what of the history this poll may deliver: only that takes up room. */
	takesRoom: (event: TriggerEvent) => boolean;
	/** What was not taken yet, by its keys. */
	events: Map<string, TriggerEvent>;
	/** The keys of those that `/events/latest` has shown and the history will not bring again. */
	onlyHere: Set<string>;
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
}

/** How far a stretch of the history was read. */
export interface Reached {
	/** Where reading goes on; `NOTHING` at the present. */
	rest: Span;
	/** Newest `event_time` that was read, fresh or not. */
	newest: number;
}

/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;
/** How much longer a slice may be than the one before: years are crossed in a few requests. */
const GROWTH = 8;
/** The most events of a poll, with those that take up no room; the state knows no more, either. */
export const MOST_FRESH = 10_000;
const TOO_CROWDED = 'More events have the same time than one poll can read; newer ones have to wait';

/** The events of an answer that belong to its series, should the service not filter, or have kinds that nobody chose. */
export function eventsOf(reader: Reader, type: EventType | undefined, page: Pick<Page, 'items' | 'date'>) {
	// A service without the header has n8n's clock.
	const date = Date.parse(page.date ?? '') || reader.now();
	reader.date = Math.min(reader.date ?? date, date);
	const kinds: readonly unknown[] = type === undefined ? reader.settings.kinds : [type];
	return page.items.filter((item) => kinds.includes(item.type)).map((item) => toTriggerEvent(item, date));
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
	const result = (isComplete: boolean) => ({ fresh, newest, isComplete });
	for (const type of series) {
		for await (const page of readPages(reader.send, historyRequest({ type, from, to }, pageSize))) {
			for (const event of eventsOf(reader, type, page)) {
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				if (reader.news.isOfHistory(event)) fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = [...fresh.values()].filter(reader.takesRoom).length >= room || fresh.size >= MOST_FRESH;
			const isDivisible = oldest < newest && !isInstant(slice);
			if ((isFull && isDivisible) || reader.left(share) <= 0) return result(false);
		}
	}
	return result(true);
}

/** The slice behind a finished one, as long as its density suggests. What comes after the present is read in one go. */
function following({ from, to }: Span, filled: number, date: number): Span {
	if (to === FOREVER) return NOTHING;
	// One millisecond of overlap, because either bound may leave out the very moment.
	const next = to - 1;
	const end = next + Math.max(2, Math.round((to - from) * Math.min(GROWTH, 1 / filled)));
	return { from: next, to: end < date ? end : FOREVER };
}

/**
 * Reads a stretch of the history up to the present. What fits is read at once. What does not is cut into slices of time,
 * oldest first, each of which is read to its end: that proves what was read, whatever the order of the service.
 *
 * @param reached grows, and stays as it is should a request fail
 * @param room events for which there is room; only a single instant is read past it
 * @param share the share of the poll's time in which a page may be asked for
 */
export async function readHistory(
	reader: Reader,
	reached: Reached,
	room: number,
	share: number,
): Promise<void> {
	let left = room;
	while (
		reached.rest.from < FOREVER &&
		reader.left(share) > 0 &&
		left * 2 >= room &&
		reader.events.size < MOST_FRESH
	) {
		const slice = reached.rest;
		const { fresh, newest, isComplete } = await readSlice(reader, slice, left, share);
		if (!isComplete && isInstant(slice)) throw new OperationalError(TOO_CROWDED);
		const { date = 0 } = reader;
		if (!isComplete) {
			// Its older half.
			const end = Math.min(slice.to, Math.max(date, newest));
			reached.rest = { ...slice, to: Math.max(slice.from + 2, Math.floor((slice.from + end) / 2)) };
			continue;
		}
		const count = [...fresh.values()].filter(reader.takesRoom).length;
		for (const [key, event] of fresh) reader.events.set(key, event);
		reached.newest = Math.max(reached.newest, newest);
		reached.rest = following(slice, count / (FILLED * room), date);
		left -= count;
	}
}
