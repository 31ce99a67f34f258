import { UnexpectedError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest, latestRequest } from '../resources/event/requests';
import { readPages } from '../transport/pages';
import type { Send } from '../transport/types';
import { toTriggerEvent, type TriggerEvent } from './event';
import type { Span } from './state';

/** What reading lists needs. */
export interface Reader {
	send: Send;
	/** Values of the `type` parameter; `undefined` reads all types. */
	series: ReadonlyArray<EventType | undefined>;
	pageSize: number;
	/** Epoch milliseconds until which an answer is waited for. */
	end: number;
	now: () => number;
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
}

/** What one reading of a stretch of the history brought. */
export interface Reading {
	/** Fresh events, each once. */
	fresh: TriggerEvent[];
	/** `event_time`s of all that was read, fresh or not. */
	times: number[];
	/** It was read to its end. */
	isComplete: boolean;
	/** The order of reading was the order of `event_time`, as far as could be seen. */
	isAscending: boolean;
	/** What ended the reading before its time. */
	error?: Error;
}

const FULL_PAGE = 1000;

const asError = (caught: unknown): Error =>
	caught instanceof Error ? caught : new UnexpectedError(String(caught));

const isoOf = (time: number): string => new Date(time).toISOString();

function noteDate(reader: Reader, header: string | undefined): number {
	// A service without the header has n8n's clock.
	const date = Date.parse(header ?? '') || reader.now();
	return (reader.date = Math.min(reader.date ?? date, date));
}

/** The events of an answer that belong to its series, should the service not filter. */
const eventsOf = (
	type: EventType | undefined,
	items: ReadonlyArray<TriggerEvent['raw']>,
	date: number,
): TriggerEvent[] =>
	items.filter((item) => type === undefined || item.type === type).map((item) => toTriggerEvent(item, date));

function isOneInstant(events: ReadonlyMap<string, TriggerEvent>): boolean {
	const [first] = events.values();
	for (const { time } of events.values()) if (time !== first?.time) return false;
	return true;
}

/**
 * Reads a stretch of the history: to its end, until it has enough, or until time is up.
 * A single instant is read on although there is enough, because it cannot be divided.
 *
 * @param isFresh tells what was not taken yet
 * @param enough with so many fresh events it reads no further page; Infinity: it is one instant, to be read whole
 * @param deadline until which a page may be asked for
 */
export async function readStretch(
	reader: Reader,
	{ from, to }: Span,
	isFresh: (event: TriggerEvent) => boolean,
	enough: number,
	deadline: number,
): Promise<Reading> {
	const fresh = new Map<string, TriggerEvent>();
	const reading: Reading = { fresh: [], times: [], isComplete: true, isAscending: true };
	// Small pages would not get through a large instant in one poll.
	const limit = enough === Infinity ? Math.max(reader.pageSize, FULL_PAGE) : reader.pageSize;
	const period = { from: isoOf(from), ...(to !== null && { to: isoOf(to) }) };
	try {
		for (const type of reader.series) {
			let last = -Infinity;
			const request = historyRequest({ type, ...period }, limit);
			for await (const page of readPages(reader.send, request, undefined, { deadline: reader.end })) {
				for (const event of eventsOf(type, page.items, noteDate(reader, page.date))) {
					reading.isAscending &&= event.time >= last;
					last = event.time;
					reading.times.push(event.time);
					if (isFresh(event)) fresh.set(event.key, event);
				}
				if (page.nextCursor === undefined) continue;
				const isEnough = fresh.size >= enough && !isOneInstant(fresh);
				if (!isEnough && reader.now() < deadline) continue;
				reading.isComplete = false;
				break;
			}
			if (!reading.isComplete) break;
		}
	} catch (caught) {
		reading.isComplete = false;
		reading.error = asError(caught);
	}
	return { ...reading, fresh: [...fresh.values()] };
}

/** Fewer events than this are what has come in the meantime; no service would cap its pages there. */
const FEW = 5;

/** A short page is the last one, unless the service caps its pages: then those before it were equally short. */
const isLastPage = (size: number, limit: number, largest: number): boolean =>
	size < limit && (size < FEW || size < largest);

/**
 * Reads `/events/latest` until it has nothing more, `room` is used up, or time is up.
 *
 * What is read is gone there, so a failure does not throw: what is in hand counts.
 *
 * @param isNews tells what to keep; the rest was taken before
 * @param room how many kept events fit; asked anew before each request
 */
export async function readLatest(
	reader: Reader,
	isNews: (event: TriggerEvent) => boolean,
	room: (kept: readonly TriggerEvent[]) => number,
	deadline: number,
): Promise<{ events: TriggerEvent[]; error?: Error }> {
	const kept: TriggerEvent[] = [];
	try {
		for (const type of reader.series) {
			const seen = new Set<string>();
			let largest = 0;
			for (;;) {
				const limit = Math.min(reader.pageSize, room(kept));
				if (limit < 1 || reader.now() >= deadline) return { events: kept };
				const { body, headers } = await reader.send<Array<TriggerEvent['raw']>>(latestRequest(type, limit), {
					deadline: reader.end,
				});
				const page = eventsOf(type, body, noteDate(reader, headers.date));
				const unseen = page.filter(({ key }) => !seen.has(key));
				for (const event of unseen) seen.add(event.key);
				kept.push(...unseen.filter(isNews));
				largest = Math.max(largest, page.length);
				if (unseen.length === 0 || isLastPage(page.length, limit, largest)) break;
			}
		}
	} catch (caught) {
		return { events: kept, error: asError(caught) };
	}
	return { events: kept };
}
