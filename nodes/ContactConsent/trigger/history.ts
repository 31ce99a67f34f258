import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages } from '../transport/pages';
import type { Send } from '../transport/types';
import type { Poll } from './settings';
import type { Plan } from './span';
import type { classifier, Span, TriggerEvent, TriggerState } from './state';
import { FOREVER, toTriggerEvent } from './state';

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read extends Plan {
	/** What was not taken yet, by its keys. */
	events: Map<string, TriggerEvent>;
	/** The keys of those that `/events/latest` has shown and the history will not bring again. */
	onlyHere: Set<string>;
	/** Newest `event_time` of the history that was read, fresh or not. */
	newest: number;
	/** The service's clock: the earliest `Date` of this poll. All that existed then is in every later answer. */
	date?: number;
	/** What ended the reading before its time. */
	error?: Error;
}

/** A reading under way, and what it needs. */
export interface Reader extends Read, Pick<Poll, 'settings' | 'now' | 'left' | 'log'> {
	state: TriggerState;
	/** With the time limit of a list. */
	send: Send;
	classify: ReturnType<typeof classifier>;
}

/** How full a slice is meant to be, so that it rarely takes more pages than needed. */
const FILLED = 0.92;
/** How much longer a slice may be than the one before: years are crossed in a few requests. */
const GROWTH = 8;
/** The most events of a poll, with those that take up no room; the state knows no more, either. */
export const MOST_FRESH = 10_000;
const TOO_CROWDED = 'More events have the same time than one poll can read; newer ones have to wait';

/** The events of an answer that belong to its series, should the service not filter, or have kinds that nobody chose. */
export function eventsOf(reader: Reader, type: EventType | undefined, items: IDataObject[], header?: string) {
	// A service without the header has n8n's clock.
	const date = Date.parse(header ?? '') || reader.now();
	reader.date = Math.min(reader.date ?? date, date);
	const kinds: readonly unknown[] = type === undefined ? reader.settings.kinds : [type];
	return items.filter((item) => kinds.includes(item.type)).map((item) => toTriggerEvent(item, date));
}

/** Reads a slice: to its end, until it holds more than fits, or until time is up. A single instant is read whole. */
async function readSlice(reader: Reader, { from, to }: Span, room: number, share: number) {
	const { settings, state } = reader;
	const period = {
		from: new Date(from).toISOString(),
		to: to === FOREVER ? undefined : new Date(to).toISOString(),
	};
	const isInstant = to - from <= 2;
	const fresh = new Map<string, TriggerEvent>();
	// What the filter leaves out takes up no room, nor do documents that may have to wait, or had to.
	const takesRoom = ({ raw, time }: TriggerEvent): boolean => {
		if (!settings.isDocument(raw)) return settings.passes(raw);
		return time > state.forward.from && time + settings.documentationWait <= (reader.date ?? 0);
	};
	const count = (): number => [...fresh.values()].filter(takesRoom).length;
	let oldest = Infinity;
	let newest = -Infinity;
	const result = (isComplete: boolean) => ({ isComplete, fresh, count: count(), newest });
	for (const type of settings.series) {
		for await (const page of readPages(reader.send, historyRequest({ type, ...period }, settings.pageSize))) {
			for (const event of eventsOf(reader, type, page.items, page.date)) {
				oldest = Math.min(oldest, event.time);
				newest = Math.max(newest, event.time);
				if (reader.classify(event) === 'new') fresh.set(event.key, event);
			}
			if (page.nextCursor === undefined) continue;
			const isFull = count() >= room || fresh.size >= MOST_FRESH;
			const isLate = reader.left(share) <= 0;
			if (isLate && isInstant) throw new OperationalError(TOO_CROWDED);
			if (isLate || (isFull && !isInstant && oldest < newest)) return result(false);
		}
	}
	return result(true);
}

/**
 * Reads a stretch of the history up to the present. What fits is read at once. What does not is cut into slices of time,
 * oldest first, each of which is read to its end: that proves what was read, whatever the order of the service.
 *
 * @param stretch moves on with each slice; at the present, nothing is left of it
 * @param room events for which there is room; only a single instant is read past it
 * @param share the share of the poll's time in which a page may be asked for
 */
export async function readHistory(reader: Reader, stretch: Span, room: number, share: number): Promise<void> {
	const { events } = reader;
	let left = room;
	while (stretch.from < FOREVER && reader.left(share) > 0 && left * 2 >= room && events.size < MOST_FRESH) {
		const { from, to } = stretch;
		const { isComplete, fresh, count, newest } = await readSlice(reader, stretch, left, share);
		const { date = 0 } = reader;
		if (!isComplete) {
			// Its older half.
			const end = Math.min(to, Math.max(date, newest));
			stretch.to = Math.max(from + 2, Math.floor((from + end) / 2));
			continue;
		}
		for (const [key, event] of fresh) events.set(key, event);
		left -= count;
		reader.newest = Math.max(reader.newest, newest);
		// The slice behind it is as long as the density suggests. What comes after the present is read in one go.
		const length = Math.max(2, Math.round((to - from) * Math.min(GROWTH, (FILLED * room) / count)));
		// One millisecond of overlap, because either bound may leave out the very moment.
		const next = to - 1;
		stretch.from = to === FOREVER ? FOREVER : next;
		stretch.to = next + length < date ? next + length : FOREVER;
	}
}
