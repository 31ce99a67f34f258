import { UnexpectedError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest, latestRequest } from '../resources/event/requests';
import { ServiceError } from '../transport/errors';
import { readPages } from '../transport/pages';
import type { Send } from '../transport/types';
import type { Slice } from './types';
import { toTriggerEvent, type TriggerEvent } from './event';
import type { SliceReading } from './slices';

/** What reading lists needs. */
export interface Reader {
	send: Send;
	/** Values of the `type` parameter; `undefined` reads all types. */
	series: ReadonlyArray<EventType | undefined>;
	pageSize: number;
	/** Epoch milliseconds until which a request may be begun, so that it need not be cut off: its events could be gone. */
	deadline: number;
	/** Epoch milliseconds until which an answer is waited for. */
	end: number;
	now: () => number;
	/** The service's clock as its first answer gave it. */
	date?: number;
}

/** What a service may answer to a cursor that it no longer accepts. */
const EXPIRED: ReadonlySet<number | undefined> = new Set([400, 404, 410, 422]);

const isRefused = (error: unknown): boolean =>
	error instanceof ServiceError && EXPIRED.has(error.facts.status);

/** Whatever was thrown, as an error. */
export const asError = (caught: unknown): Error =>
	caught instanceof Error ? caught : new UnexpectedError(String(caught));

const nameOf = (type: EventType | undefined): string => type ?? 'all';

const isoOf = (time: number): string => new Date(time).toISOString();

/** The earliest `Date` of a poll: everything that it was before has been seen by all readings that follow. */
export function noteDate(reader: Reader, header: string | undefined): void {
	const date = header === undefined ? NaN : Date.parse(header);
	if (!Number.isNaN(date)) reader.date = Math.min(reader.date ?? Infinity, date);
}

/** The events of a page that belong to its series, should the service not filter. */
export function eventsOf(
	reader: Reader,
	type: EventType | undefined,
	items: ReadonlyArray<TriggerEvent['raw']>,
): TriggerEvent[] {
	return items
		.filter((item) => type === undefined || item.type === type)
		.map((item) => toTriggerEvent(item, reader.date ?? reader.now()));
}

const historyOf = (reader: Reader, { from, to }: Slice, type: EventType | undefined) =>
	historyRequest({ type, from: isoOf(from), ...(to !== null && { to: isoOf(to) }) }, reader.pageSize);

/**
 * Reads a slice of the history: to its end, until it has more than fits, or until time is up.
 *
 * @param isFresh tells what was not taken yet
 * @param room how many fresh events fit
 */
export async function readSlice(
	reader: Reader,
	slice: Slice,
	isFresh: (event: TriggerEvent) => boolean,
	room: number,
): Promise<SliceReading> {
	const fresh = new Map<string, TriggerEvent>();
	const cursors: Record<string, string | null> = { ...slice.cursors };
	let newest = -Infinity;
	let ascending = true;

	/** @returns false where the reading has to stop before the end of the series */
	const readSeries = async (type: EventType | undefined, from: string | undefined): Promise<boolean> => {
		const name = nameOf(type);
		const limits = { deadline: reader.end };
		let last = -Infinity;
		cursors[name] = from ?? '';
		for await (const page of readPages(reader.send, historyOf(reader, slice, type), from, limits)) {
			noteDate(reader, page.date);
			for (const event of eventsOf(reader, type, page.items)) {
				ascending &&= event.time >= last;
				last = event.time;
				newest = Math.max(newest, event.time);
				if (isFresh(event) && !fresh.has(event.key)) fresh.set(event.key, event);
			}
			if (fresh.size > room) return false;
			cursors[name] = page.nextCursor ?? null;
			const isFull = fresh.size === room || reader.now() >= reader.deadline;
			if (page.nextCursor !== undefined && isFull) return false;
		}
		return true;
	};

	const done = (more: Partial<SliceReading>): SliceReading => ({
		fresh: [...fresh.values()],
		newest,
		complete: false,
		ascending,
		cursors,
		...more,
	});
	for (const type of reader.series) {
		const name = nameOf(type);
		const from = slice.cursors?.[name];
		if (from === null) continue;
		try {
			if (!(await readSeries(type, from || undefined))) return done({});
		} catch (caught) {
			const refusedCursor = isRefused(caught) && cursors[name] !== '';
			if (refusedCursor) cursors[name] = '';
			return done({ error: asError(caught), refusedCursor });
		}
	}
	return done({ complete: true });
}

/** Fewer events than this are what has come in the meantime; no service would cap its pages there. */
const FEW = 5;

/** A page that is not full may only be capped. Then those before it were no larger, and it does not hold just a few. */
const isLastPage = (size: number, limit: number, largest: number): boolean =>
	size < limit && (size < FEW || size < largest);

/**
 * Reads `/events/latest` until it has nothing more, `room` is used up, or time is up.
 *
 * What is read is gone there, so a failure does not throw: what is in hand counts.
 *
 * @param wanted tells what to keep; the rest is dropped, because the history brings it
 * @param room how many kept events fit; asked anew before each request
 */
export async function readLatest(
	reader: Reader,
	wanted: (event: TriggerEvent) => boolean,
	room: (kept: readonly TriggerEvent[]) => number,
): Promise<{ events: TriggerEvent[]; drained: boolean; error?: Error }> {
	const kept: TriggerEvent[] = [];
	for (const type of reader.series) {
		const seen = new Set<string>();
		let largest = 0;
		for (;;) {
			const limit = Math.min(reader.pageSize, room(kept));
			if (limit < 1 || reader.now() >= reader.deadline) return { events: kept, drained: false };
			let page: TriggerEvent[];
			try {
				const response = await reader.send<Array<TriggerEvent['raw']>>(latestRequest(type, limit), {
					deadline: reader.end,
				});
				noteDate(reader, response.headers.date);
				page = eventsOf(reader, type, response.body);
			} catch (caught) {
				return { events: kept, drained: false, error: asError(caught) };
			}
			const fresh = page.filter(({ key }) => !seen.has(key));
			for (const event of fresh) seen.add(event.key);
			kept.push(...fresh.filter(wanted));
			largest = Math.max(largest, page.length);
			if (fresh.length === 0 || isLastPage(page.length, limit, largest)) break;
		}
	}
	return { events: kept, drained: true };
}
