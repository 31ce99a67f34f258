import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText } from '../values';
import { KEY_LENGTH, keyOfNumber, toTriggerEvent, type TriggerEvent } from './event';

/** A stretch of the history. */
export interface Span {
	from: number;
	/** End of the next slice to read; `null`: all of the stretch at once. */
	to: number | null;
}

/** A history that does not fit into one poll; everything before `from` has been read. */
export interface Backlog extends Span {
	/** The service's clock when the backlog began: what came later than this may have been missed by late events. */
	since: number;
}

/** The reading of the whole audited history once an hour. */
export interface Audit {
	/** The service's clock at the start of the last completed audit: everything shown by then was taken. */
	completed: number;
	/** n8n's clock at its end, by which the next one is due. */
	at: number;
	/** Where an audit under way goes on, and the service's clock at its start. */
	place: (Span & { started: number }) | null;
}

/** A documentation event that was taken but not delivered: its PDF or contact is not there yet. */
export interface Awaiting {
	event: IDataObject;
	/** When the waiting began, when it was tried last, and when to try again, by n8n's clock. */
	since: number;
	tried: number;
	next: number;
}

/** The list of what was taken. */
export interface Taken {
	/** From this `event_time` on the list is complete; older events of the history count as taken. */
	completeFrom: number;
	/** `event_time`s in ascending order, each as its distance from the one before. */
	times: string;
	/** The keys in the same order, without separators. */
	keys: string;
}

/** How far the history has been read. All of it can be derived again from an older state. */
export interface Positions {
	/** From when events of each chosen kind are delivered. */
	starts: Record<string, number>;
	/** Newest `event_time` up to which all was read, never later than the service's clock. */
	checkpoint: number;
	backlog: Backlog | null;
	audit: Audit;
}

/**
 * What the trigger remembers between polls: plain JSON, in the node's static data under one key.
 * Times are epoch milliseconds, by the service's clock but for `audit.at` and what waits.
 */
export interface TriggerState extends Positions {
	version: 2;
	/** Counts the changes. 0: nothing has been kept yet. */
	revision: number;
	/** The state belongs to the account at this address. */
	baseUrl: string;
	taken: Taken;
	awaiting: Awaiting[];
}

/** The most keys that the state remembers: 90 KB, and up to 80 KB for their times. */
export const MOST_KEYS = 10_000;

/** The state of a trigger that n8n has kept nothing of. */
export const emptyState = (baseUrl: string): TriggerState => ({
	version: 2,
	revision: 0,
	baseUrl,
	starts: {},
	checkpoint: 0,
	backlog: null,
	audit: { completed: 0, at: 0, place: null },
	taken: { completeFrom: 0, times: '', keys: '' },
	awaiting: [],
});

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const isSpan = (value: unknown, time: string): boolean =>
	value === null ||
	(isRecord(value) && isTime(value.from) && (value.to === null || isTime(value.to)) && isTime(value[time]));

const isAudit = (value: unknown): boolean =>
	isRecord(value) && isTime(value.completed) && isTime(value.at) && isSpan(value.place, 'started');

const isTaken = (value: unknown): boolean =>
	isRecord(value) &&
	isTime(value.completeFrom) &&
	typeof value.times === 'string' &&
	typeof value.keys === 'string' &&
	timesOf(value.times).length * KEY_LENGTH === value.keys.length &&
	timesOf(value.times).every(isTime);

const isAwaiting = (value: unknown): boolean =>
	Array.isArray(value) &&
	value.every(
		(entry) =>
			isRecord(entry) && isRecord(entry.event) && [entry.since, entry.tried, entry.next].every(isTime),
	);

const isSound = (state: IDataObject): boolean =>
	isTime(state.revision) &&
	typeof state.baseUrl === 'string' &&
	isRecord(state.starts) &&
	Object.values(state.starts).every(isTime) &&
	isTime(state.checkpoint) &&
	isSpan(state.backlog, 'since') &&
	isAudit(state.audit) &&
	isTaken(state.taken) &&
	isAwaiting(state.awaiting);

/**
 * Reads a state that came back from n8n, as a copy: n8n hands over a watched object.
 *
 * @returns `undefined` for one that this version cannot use: unknown version, damaged, or somebody else's
 */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isRecord(stored) || stored.version !== 2) return undefined;
	const { revision, baseUrl, starts, checkpoint, backlog, audit, taken, awaiting } = JSON.parse(
		JSON.stringify(stored),
	) as TriggerState;
	// The keys in one order, so that states can be compared as texts: n8n's storage may reorder them.
	const state: TriggerState = {
		version: 2,
		revision,
		baseUrl,
		starts,
		checkpoint,
		backlog,
		audit,
		taken,
		awaiting,
	};
	return isSound(state as unknown as IDataObject) ? state : undefined;
}

function timesOf(text: string): number[] {
	let time = 0;
	return text === '' ? [] : text.split(' ').map((distance) => (time += parseInt(distance, 36)));
}

/** The `event_time` of everything that was taken and is still remembered, by key. */
export function takenEvents({ times, keys }: Taken): Map<string, number> {
	const list = new Map<string, number>();
	timesOf(times).forEach((time, index) => {
		list.set(keys.slice(index * KEY_LENGTH, (index + 1) * KEY_LENGTH), time);
	});
	return list;
}

/** Remembers events. Of more than `MOST_KEYS` the oldest are forgotten, and the list is complete behind them. */
export function remember(taken: Taken, events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>): Taken {
	if (events.length === 0) return taken;
	const list = takenEvents(taken);
	for (const { key, time } of events) list.set(key, time);
	const sorted = [...list].sort(([, a], [, b]) => a - b);
	const forgotten = sorted.splice(0, Math.max(0, sorted.length - MOST_KEYS));
	const [, newest = -Infinity] = forgotten.at(-1) ?? [];
	return {
		completeFrom: Math.max(taken.completeFrom, newest + 1),
		times: sorted.map(([, time], index) => (time - (sorted[index - 1]?.[1] ?? 0)).toString(36)).join(' '),
		keys: sorted.map(([key]) => key).join(''),
	};
}

/** What an event of the history or of `/events/latest` is to the trigger. */
export interface Known {
	/** In the history: not taken yet, and not from before the start. */
	isFresh: (event: TriggerEvent) => boolean;
	/** In `/events/latest`, where an event from before the start is one that nobody has received. */
	isNews: (event: TriggerEvent) => boolean;
}

/**
 * What counts as taken.
 *
 * @param kinds the chosen ones; one that has no start yet begins with this poll
 */
export function known({ starts, taken, awaiting }: TriggerState, kinds: readonly string[]): Known {
	const keys = new Set(takenEvents(taken).keys());
	for (const { event, since } of awaiting) keys.add(toTriggerEvent(event, since).key);
	const earliest = Math.min(...Object.values(starts));
	const startOf = ({ raw }: TriggerEvent): number => {
		const kind = scalarText(raw.type) ?? '';
		return starts[kind] ?? (kinds.includes(kind) ? Infinity : earliest);
	};
	return {
		isFresh: (event) =>
			event.time >= taken.completeFrom && event.time >= startOf(event) && !keys.has(event.key),
		isNews: (event) =>
			!keys.has(event.key) && (event.time >= taken.completeFrom || event.time < startOf(event)),
	};
}

/** The text by which two states are compared. */
export const fingerprint = (state: TriggerState | undefined): string => JSON.stringify(state ?? null);

/** The key by which version 1 remembered the event: the same number, in base 36. */
export const keyOfVersion1 = (key: string): string => keyOfNumber(parseInt(key, 36));
