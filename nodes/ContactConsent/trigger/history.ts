import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/pages';
import type { Send } from '../transport/types';
import type { Plan, Stretch } from './lookBack';
import { findReach, refusesPeriod } from './reach';
import type { Poll } from './settings';
import { FOREVER, toTriggerEvent } from './state';
import type { classifier, Span, TriggerEvent, TriggerState } from './state';

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read extends Plan {
	/** What was not taken yet, by its keys. */
	events: Map<string, TriggerEvent>;
	/** The keys of those from before the start that `/events/latest` has shown: the history shows others of that age, too. */
	older: Set<string>;
	/** Newest `event_time` of the history that was read, fresh or not. */
	newest: number;
	/** The stretches that were read to their ends. */
	covered: Span[];
	/** From when on each kind counts; known from the first answer on. */
	starts: TriggerState['starts'];
	reach: TriggerState['reach'];
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
	/** Why the history was not read forward, and why `/events/latest` was not read. */
	errors: Partial<Record<'history' | 'latest', Error>>;
	/** What ended a look-back before its time. */
	error?: Error;
	/** The history has failed for so long that nothing can be left to it. */
	isHistoryGone: boolean;
}

/** A reading under way, and what it needs. */
export interface Reader extends Read, Pick<Poll, 'settings' | 'now' | 'left' | 'log'> {
	state: TriggerState;
	poll: Poll;
	/** With the time limit of a page of the history. */
	send: Send;
	classify: ReturnType<typeof classifier>;
	/** How long ago the trigger began, where it has no start yet. */
	age: number;
	/** n8n holds a state already; the first one that it keeps sets the start. */
	isKept: boolean;
}

/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;
/** How much longer a slice may be than the one before: years are crossed in a few requests. */
const GROWTH = 8;
/** The most events of a poll, with those that take up no room; the state knows no more, either. */
export const MOST_FRESH = 10_000;
const MINUTE = 60_000;

/** Notes the service's clock. With its first answer, what has no start yet gets one. */
export function noteDate(reader: Reader, header: string | undefined): number {
	// A service without the header has n8n's clock.
	const date = Date.parse(header ?? '') || reader.now();
	if (reader.date !== undefined) {
		reader.date = Math.min(reader.date, date);
		return date;
	}
	reader.date = date;
	const { settings, state, age, isKept } = reader;
	const isNew = Object.keys(state.starts).length === 0;
	const first = date - age - (state.begun.with === 'unreceived' ? 0 : MINUTE);
	// Before n8n has kept it, it is not later than any clock has shown.
	const latest = isKept || state.begun.with === 'date' ? FOREVER : first;
	const startOf = (kind: string) => Math.min(state.starts[kind] ?? (isNew ? first : date), latest);
	reader.starts = Object.fromEntries(settings.kinds.map((kind) => [kind, startOf(kind)]));
	return date;
}

/** The events of an answer that belong to its series, should the service not filter, or have kinds that nobody chose. */
export function eventsOf(
	reader: Reader,
	type: EventType | undefined,
	items: IDataObject[],
	header?: string,
): TriggerEvent[] {
	const date = noteDate(reader, header);
	const kinds: readonly unknown[] = type === undefined ? reader.settings.kinds : [type];
	return items.filter((item) => kinds.includes(item.type)).map((item) => toTriggerEvent(item, date));
}

export const iso = (time: number): string => new Date(time).toISOString();

/** Reads a slice: to its end, until it holds more than fits, or until time is up. A single instant is read whole. */
async function readSlice(reader: Reader, { from, to }: Span, room: number, share: number) {
	const { settings } = reader;
	const period = { from: iso(from), to: to === FOREVER ? undefined : iso(to) };
	const isInstant = to - from <= 2;
	const began = reader.left(share);
	const fresh = new Map<string, TriggerEvent>();
	// What the filter leaves out takes up no room, nor do documents: they are delivered as their PDFs come.
	const takesRoom = ({ raw }: TriggerEvent): boolean => !settings.isDocument(raw) && settings.passes(raw);
	const count = (): number => [...fresh.values()].filter(takesRoom).length;
	let oldest = Infinity;
	let newest = -Infinity;
	/** @returns whether the rest is for another slice */
	const readType = async (type: EventType | undefined): Promise<boolean> => {
		for await (const page of readPages(reader.send, historyRequest({ type, ...period }, settings.pageSize))) {
			for (const event of eventsOf(reader, type, page.items, page.date)) {
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				if (reader.classify(event, reader.starts) === 'new') fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = count() >= room || fresh.size >= MOST_FRESH;
			if (reader.left(share) <= 0 || (isFull && !isInstant && oldest < newest)) return true;
		}
		return false;
	};
	let isEndless = false;
	let isCut = false;
	for (const type of settings.series) {
		const read: boolean | Error = isCut || (await readType(type).catch((error: Error) => error));
		isEndless = factsOf(read)?.kind === 'endless';
		if (read instanceof Error && !isEndless) throw read;
		isCut = read !== false;
	}
	// Where it had most of the time for itself, the next poll would get no further.
	const isHopeless =
		isEndless || began - reader.left(share) > (share * (reader.left(1) - reader.left(0))) / 2;
	const isSkipped = isCut && isInstant && isHopeless;
	if (isSkipped)
		reader.log('warn', `one poll cannot read all events of ${iso(from + 1)}, so it goes on behind them`);
	return { isComplete: !isCut || isSkipped, fresh, count: count(), newest };
}

/**
 * Reads a stretch of the history. What fits is read at once. What does not is cut into slices of time, oldest first, each of
 * which is read to its end: that proves what was read, whatever the order of the service.
 *
 * @param stretch moves on with each slice; at its end, nothing is left of it
 * @param room events for which there is room; only a single instant is read past it
 * @param share the share of the poll's time in which a page may be asked for
 * @throws ServiceError where the history fails
 */
export async function readHistory(
	reader: Reader,
	stretch: Stretch,
	room: number,
	share: number,
): Promise<void> {
	const { events, log } = reader;
	let left = room;
	let isShortened = false;
	while (stretch.from < FOREVER && reader.left(share) > 0 && left * 2 >= room && events.size < MOST_FRESH) {
		const { from, to, end } = stretch;
		const slice = await readSlice(reader, stretch, left, share).catch((error: Error) => error);
		if (slice instanceof Error) {
			if (!refusesPeriod(slice) || isShortened) throw slice;
			isShortened = true;
			const length = await findReach(reader, from, slice);
			reader.reach = { length, at: reader.now() };
			const next = (reader.date ?? reader.now()) - length;
			log('warn', `the history does not go back to ${iso(from)}: what is before ${iso(next)} is skipped`);
			Object.assign(stretch, next < end ? { from: next, to: end } : { from: FOREVER, to: FOREVER });
			continue;
		}
		const { isComplete, fresh, count, newest } = slice;
		const { date = 0 } = reader;
		if (!isComplete) {
			// Its older half.
			const last = Math.min(to, Math.max(date, newest));
			stretch.to = Math.max(from + 2, Math.floor((from + last) / 2));
			continue;
		}
		for (const [key, event] of fresh) events.set(key, event);
		left -= count;
		reader.newest = Math.max(reader.newest, newest);
		reader.covered.push({ from, to });
		// The slice behind it is as long as the density suggests. What comes after the present is read in one go.
		const length = Math.max(2, Math.round((to - from) * Math.min(GROWTH, (FILLED * room) / count)));
		// One millisecond of overlap, because either bound may leave out the very moment.
		const next = to - 1;
		stretch.from = to >= end ? FOREVER : next;
		stretch.to = next + length < Math.min(date, end) ? next + length : end;
	}
}
