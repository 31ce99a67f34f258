import { OperationalError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages, type Page } from '../transport/pages';
import { toTriggerEvent, type TriggerEvent } from './event';
import type { Poll } from './settings';
import { FOREVER, NOTHING, type Span } from './state';

/** What reading lists needs. */
export interface Reader extends Poll {
	/** Tells what was not taken yet. */
	isFresh: (event: TriggerEvent) => boolean;
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
}

/** How a stretch of the history was read. */
export interface Reached {
	/** Fresh events of the slices that were read to their end. */
	events: TriggerEvent[];
	/** Newest `event_time` that was read in them, fresh or not. */
	newest: number;
	/** Where reading goes on. */
	rest: Span;
	error?: Error;
}

/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;
/** How much longer a slice may be than the one before: years are crossed in a few requests. */
const GROWTH = 8;
const FULL_PAGE = 1000;
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

const isOneInstant = ([first, ...others]: readonly TriggerEvent[]): boolean =>
	others.every(({ time }) => time === first?.time);

type Slice = Awaited<ReturnType<typeof readSlice>>;

/** Reads a slice: to its end, until it holds more than fits, or until time is up. A single instant is read whole. */
async function readSlice(reader: Reader, slice: Span, room: number, deadline: number) {
	const { series, pageSize } = reader.settings;
	const fresh = new Map<string, TriggerEvent>();
	const times: number[] = [];
	const done = (isComplete: boolean, error?: Error) => {
		return { fresh: [...fresh.values()], times, isComplete, error };
	};
	// Small pages would not get through a large instant in one poll.
	const limit = isInstant(slice) ? Math.max(pageSize, FULL_PAGE) : pageSize;
	const from = new Date(slice.from).toISOString();
	const to = slice.to === FOREVER ? undefined : new Date(slice.to).toISOString();
	try {
		for (const type of series) {
			const request = historyRequest({ type, from, to }, limit);
			for await (const page of readPages(reader.send, request, undefined, { deadline: reader.end })) {
				for (const event of eventsOf(reader, type, page)) {
					times.push(event.time);
					if (reader.isFresh(event)) fresh.set(event.key, event);
				}
				if (page.nextCursor === undefined) continue;
				const isTooMuch = fresh.size >= room && !isInstant(slice) && !isOneInstant([...fresh.values()]);
				if (isTooMuch || reader.now() >= deadline) return done(false);
			}
		}
		return done(true);
	} catch (error) {
		return done(false, error as Error);
	}
}

/** A smaller slice, for one that did not fit: half as long, or as the events suggest that were read in order. */
function smaller({ from, to }: Span, { fresh, times }: Slice, room: number, date: number): Span {
	const isAscending = times.every((time, index) => time >= (times[index - 1] ?? 0));
	const seen = fresh.length < room ? times : fresh.map(({ time }) => time);
	const fitting = seen[Math.floor(fresh.length < room ? seen.length / 2 : room * FILLED)] ?? from;
	const half = Math.floor((from + Math.min(to, Math.max(date, seen.at(-1) ?? 0))) / 2);
	return { from, to: Math.max(from + 2, isAscending ? Math.min(fitting, to - 1) : half) };
}

/** The slice behind a finished one, as long as its density suggests. What comes after `last` is read in one go. */
function following({ from, to }: Span, filled: number, last: number, until: number): Span {
	// One millisecond of overlap, because either bound may leave out the very moment.
	const next = to - 1;
	const end = next + Math.max(2, Math.round((to - from) * Math.min(GROWTH, 1 / filled)));
	return { from: next, to: end < last ? end : until };
}

/**
 * Reads a stretch of the history, up to `until`. What fits is read at once. What does not is cut into slices of time,
 * oldest first, each of which is read to its end: that proves what was read, whatever the order of the service.
 * Only a single instant is read past its room.
 *
 * @param deadline until when a page may be asked for
 * @throws what failed before anything was read
 */
export async function readHistory(reader: Reader, first: Span, until: number, deadline: number) {
	const { maxEvents } = reader.settings;
	const events = new Map<string, TriggerEvent>();
	let newest = -Infinity;
	let left = maxEvents;
	let slice: Span = { ...first, to: Math.min(first.to, until) };
	const reached = (rest: Span, error?: Error): Reached => {
		return { events: [...events.values()], newest, rest, error };
	};
	if (first.from >= until - 1) return reached(NOTHING);
	do {
		const room = Math.max(1, left);
		const reading = await readSlice(reader, slice, room, deadline);
		if (reading.error !== undefined && slice.from === first.from) throw reading.error;
		if (reading.error !== undefined) return reached(slice, reading.error);
		const { date = 0 } = reader;
		if (reading.isComplete || isInstant(slice)) {
			for (const event of reading.fresh) events.set(event.key, event);
			newest = reading.times.reduce((latest, time) => Math.max(latest, time), newest);
			left = maxEvents - events.size;
		}
		if (reading.isComplete && slice.to === until) return reached(NOTHING);
		if (!reading.isComplete && isInstant(slice)) return reached(slice, new OperationalError(TOO_CROWDED));
		const target = FILLED * (left * 2 < maxEvents ? maxEvents : left);
		slice = reading.isComplete
			? following(slice, reading.fresh.length / target, Math.min(date, until), until)
			: smaller(slice, reading, room, date);
	} while (reader.now() < deadline && left * 2 >= maxEvents);
	return reached(slice);
}
