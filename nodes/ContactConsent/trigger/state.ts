import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values';
import { KEY_LENGTH, timeOf } from './event';

/** A documentation event whose PDF is not there yet. Times are n8n's own clock: they only measure the wait. */
export interface Awaiting {
	event: IDataObject;
	since: number;
	/** When the PDF is asked for again. */
	next: number;
}

/** A history that does not fit into one poll, read in slices of time from its oldest end. */
export interface Backlog {
	/** Everything before it has been read. */
	from: number;
	/** End of the next slice; `null` leaves it open. */
	to: number | null;
	/** `/events/latest` was emptied when the backlog began, so that it does not hand the same events out again. */
	drained: boolean;
	/**
	 * Where reading goes on inside a slice that cannot be made smaller, for each series: a page cursor,
	 * `''` for the first page, `null` for a series read to its end.
	 */
	cursors: Record<string, string | null> | null;
	/** The service's clock when that slice was begun: later events may be missing from its pages. */
	asOf: number | null;
}

/**
 * What the trigger remembers between polls: plain JSON, in the node's static data under one key.
 * All times are epoch milliseconds. Everything but `awaiting` can be derived again from an older state.
 */
export interface TriggerState {
	version: 1;
	/** Counts the changes, so that an older state is known when n8n hands one over. */
	revision: number;
	/** The checkpoint: newest `event_time` up to which all has been read, never later than the service's `Date`. */
	time: number;
	/** `delivered` is complete from here on; before it, an event in the history counts as delivered. */
	known: number;
	/** Keys of what was taken, by `event_time`: `[time, keys without separators]`, oldest first. */
	delivered: Array<[number, string]>;
	/** `/events/latest` was not read to its end since the history was, and may still hand the same events out. */
	owed: boolean;
	backlog: Backlog | null;
	awaiting: Awaiting[];
}

/** The most keys that the state remembers: with an own time each, about 120 KB. */
export const MOST_KEYS = 4000;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const isDelivered = (value: unknown): value is [number, string] =>
	Array.isArray(value) &&
	isTime(value[0]) &&
	typeof value[1] === 'string' &&
	value[1].length % KEY_LENGTH === 0;

const isAwaiting = (value: unknown): boolean =>
	isRecord(value) && isRecord(value.event) && isTime(value.since) && isTime(value.next);

const isCursors = (value: unknown): boolean =>
	value === null ||
	(isRecord(value) && Object.values(value).every((cursor) => cursor === null || typeof cursor === 'string'));

const isBacklog = (value: unknown): boolean =>
	value === null ||
	(isRecord(value) &&
		isTime(value.from) &&
		(value.to === null || isTime(value.to)) &&
		typeof value.drained === 'boolean' &&
		isCursors(value.cursors) &&
		(value.asOf === null || isTime(value.asOf)));

/**
 * Reads a state that came back from n8n.
 *
 * @returns `undefined` for one that this version cannot use: unknown version, damaged, or somebody else's
 */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isRecord(stored) || stored.version !== 1) return undefined;
	const { revision, time, known, delivered, owed, backlog, awaiting } = stored;
	const sound =
		isTime(revision) &&
		isTime(time) &&
		isTime(known) &&
		Array.isArray(delivered) &&
		delivered.every(isDelivered) &&
		typeof owed === 'boolean' &&
		isBacklog(backlog) &&
		Array.isArray(awaiting) &&
		awaiting.every(isAwaiting);
	if (!sound) return undefined;
	// A copy with the keys in one order: n8n hands over a watched object, and its storage may reorder it.
	const { from, to, drained, cursors, asOf } = (backlog ?? {}) as unknown as Backlog;
	return {
		version: 1,
		revision,
		time,
		known,
		delivered: (delivered as unknown as TriggerState['delivered']).map(([at, keys]) => [at, keys]),
		owed,
		backlog: backlog ? { from, to, drained, cursors: cursors && { ...cursors }, asOf } : null,
		awaiting: (awaiting as unknown as Awaiting[]).map(({ event, since, next }) => ({
			event: JSON.parse(JSON.stringify(event)) as IDataObject,
			since,
			next,
		})),
	};
}

/** The keys of everything that was taken and is still remembered. */
export function keysOf({ delivered }: Pick<TriggerState, 'delivered'>): Set<string> {
	const keys = new Set<string>();
	for (const [, text] of delivered) {
		for (let at = 0; at < text.length; at += KEY_LENGTH) keys.add(text.slice(at, at + KEY_LENGTH));
	}
	return keys;
}

/**
 * Remembers what was taken, and forgets what no reading can bring back.
 *
 * More than `MOST_KEYS` are never kept. The oldest go first and `known` moves up behind them, which narrows the
 * look-back. Where one instant has more of them than that, `known` moves past the instant.
 *
 * @param keepFrom older keys are forgotten; -Infinity keeps as many as possible
 */
export function remember(
	state: Pick<TriggerState, 'delivered' | 'known'>,
	taken: ReadonlyArray<{ key: string; time: number }>,
	keepFrom: number,
): Pick<TriggerState, 'delivered' | 'known'> {
	const byTime = new Map(state.delivered);
	for (const { key, time } of taken) byTime.set(time, (byTime.get(time) ?? '') + key);
	const newestFirst = [...byTime].sort(([a], [b]) => b - a);

	const delivered: TriggerState['delivered'] = [];
	let { known } = state;
	let room = MOST_KEYS * KEY_LENGTH;
	for (const [time, keys] of newestFirst) {
		if (time < keepFrom) {
			known = Math.max(known, keepFrom);
			break;
		}
		if (keys.length > room) {
			known = Math.max(known, time + 1);
			if (room > 0) delivered.push([time, keys.slice(-room)]);
			break;
		}
		delivered.push([time, keys]);
		room -= keys.length;
	}
	return { delivered: delivered.reverse(), known };
}

/** The text by which two states are compared. */
export const fingerprint = (state: TriggerState | undefined): string => JSON.stringify(state ?? null);

/** Where an awaiting event stands in time, for ordering. */
export const awaitingTime = ({ event, since }: Awaiting): number => timeOf(event.event_time) ?? since;
