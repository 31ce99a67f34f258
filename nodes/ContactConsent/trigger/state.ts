import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../dates';
import { idText, isRecord, keyOf, KEY_LENGTH } from '../values';

export interface TriggerEvent {
	/** Stands for the `event_id` in the state. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	raw: IDataObject;
}

/** A stretch of the history from a time on; `to` is the end of its first slice, in which a reading begins. */
export interface Span {
	from: number;
	to: number;
}

/** A documentation event that waits for its PDF. Times are by the service's clock. */
export interface Waiting {
	event: IDataObject;
	/** From when the wait counts: its `event_time`, or the time of the poll if that was earlier. */
	since: number;
	/** When its PDF was last asked for; 0: not yet. */
	tried: number;
}

/** The newest events that were taken. */
interface Taken {
	/** From this `event_time` on the list is complete; older events count as taken. */
	completeFrom: number;
	/** In order of time: each event's key, and its distance in time from the one before. */
	list: string;
}

/**
 * What the trigger remembers between polls: plain JSON, in the node's static data under one key.
 * Times are epoch milliseconds, by the service's clock but for `audited.at`.
 */
export interface TriggerState {
	version: 3;
	/** The account that the state belongs to. */
	baseUrl: string;
	/** From when events of each chosen kind are delivered. */
	starts: Record<string, number>;
	/** The way forward: `from` is the checkpoint, up to which all that the history showed was read. */
	forward: Span;
	/** Where the next look-back begins: `lookback` before the checkpoint, or before an event that was left to the history. */
	lookBackFrom: number;
	/** What is left of a look-back that ended before the checkpoint; it comes before the next one. */
	unfinished: Span;
	/** When the last longer look-back began, by n8n's clock, and the checkpoint of that time. */
	audited: { at: number; checkpoint: number };
	taken: Taken;
	waiting: Waiting[];
}

/** Later than any event. */
export const FOREVER = 8.64e15;
/** Nothing is left to be read. */
export const NOTHING: Span = { from: FOREVER, to: FOREVER };
/** The most events that the list holds: 110 KB for their keys, and up to 70 KB for their times. */
const MOST_TAKEN = 10_000;
/** Bytes of the events that wait. With the list, the state stays below 256 KB. */
const MOST_WAITING = 60_000;

/**
 * An event of the service. Its id may be a number; without one, the whole event is its id.
 *
 * @param fallback the time of an event that has no readable one: when it was read
 */
export function toTriggerEvent(raw: IDataObject, fallback: number): TriggerEvent {
	// JSON may have made one of two numbers that large: then the whole event tells them apart.
	const key = keyOf(idText(raw.event_id) || JSON.stringify(raw));
	return { key, time: epochOf(raw.event_time) ?? fallback, raw };
}

/** Where the time is the same, its text decides, which may be finer than a millisecond; then the id. */
const finer = ({ raw }: TriggerEvent): string => JSON.stringify([raw.event_time, raw.event_id]);

export const compareEvents = (a: TriggerEvent, b: TriggerEvent): number =>
	a.time - b.time || (finer(a) < finer(b) ? -1 : 1);

/** The state before the first poll; from `start` on the history counts, where that is given. */
export function begin(baseUrl: string, kinds: readonly string[], start?: number): TriggerState {
	// The millisecond before, because the service may leave out the bound.
	const from = start === undefined ? FOREVER : start - 1;
	return {
		version: 3,
		baseUrl,
		starts: Object.fromEntries(start === undefined ? [] : kinds.map((kind) => [kind, start])),
		forward: { from, to: FOREVER },
		lookBackFrom: from,
		unfinished: NOTHING,
		audited: { at: 0, checkpoint: from },
		taken: { completeFrom: 0, list: '' },
		waiting: [],
	};
}

const EXAMPLE: TriggerState = { ...begin('', []), waiting: [{ event: {}, since: 0, tried: 0 }] };

/** Numbers of a state are times, and none that no date can show. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= FOREVER;

/** Whether a value has the shape of an example: its keys, times, texts. A list is like its first entry. */
function isLike(value: unknown, example: unknown): boolean {
	if (typeof example === 'number') return isTime(value);
	if (typeof example !== 'object') return typeof value === typeof example;
	if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => isLike(one, example[0]));
	const isPartLike = ([key, part]: [string, unknown]) => isLike((value as IDataObject)[key], part);
	return isRecord(value) && Object.entries(example as object).every(isPartLike);
}

/** Reads a state that came back from n8n, as a copy; `undefined` for one that this version cannot use. */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isLike(stored, EXAMPLE)) return undefined;
	const state = JSON.parse(JSON.stringify(stored)) as TriggerState;
	const times = [...Object.values(state.starts), ...takenEvents(state.taken).values()];
	return state.version === 3 && times.every(isTime) ? state : undefined;
}

/** The `event_time` of everything in the list, by key. */
export function takenEvents({ list }: Taken): Map<string, number> {
	let time = 0;
	const timeOf = (entry: string) => (time += parseInt(entry.slice(KEY_LENGTH), 36));
	return new Map((list.match(/\S+/g) ?? []).map((entry) => [entry.slice(0, KEY_LENGTH), timeOf(entry)]));
}

/** Adds events to the list. Of more than it holds the oldest are forgotten, and it is complete behind them. */
export function remember(taken: Taken, events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>): Taken {
	const all = takenEvents(taken);
	for (const { key, time } of events) all.set(key, time);
	const sorted = [...all].sort(([, a], [, b]) => a - b);
	const forgotten = sorted.splice(0, Math.max(0, sorted.length - MOST_TAKEN));
	const [, newest = -Infinity] = forgotten.at(-1) ?? [];
	const timeBefore = (index: number): number => sorted[index - 1]?.[1] ?? 0;
	const list = sorted.map(([key, time], index) => `${key}${(time - timeBefore(index)).toString(36)}`);
	return { completeFrom: Math.max(taken.completeFrom, newest + 1), list: list.join(' ') };
}

/**
 * Tells what an event is: `taken`, also if the list has forgotten it; from before the start of its kind, which
 * `/events/latest` shows if nobody received it; or `new`. A kind without a start begins with this poll.
 */
export function classifier({ taken, starts }: TriggerState) {
	const keys = takenEvents(taken);
	return ({ key, time, raw }: TriggerEvent): 'taken' | 'beforeStart' | 'new' => {
		if (keys.has(key)) return 'taken';
		// Readings begin in the millisecond before the start, and take what is there from `/events/latest`.
		if (time < (starts[raw.type as string] ?? Infinity) - 1) return 'beforeStart';
		return time < taken.completeFrom ? 'taken' : 'new';
	};
}

/** A documentation event, as it would wait from now on. */
export const waitingFor = ({ raw, time }: TriggerEvent, clock: number): Waiting => {
	return { event: raw, since: Math.min(time, clock), tried: 0 };
};

/** Bytes that a value takes up in the state. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Bytes that the state has left for events that wait. */
export const roomToWait = ({ waiting }: TriggerState): number => Math.max(0, MOST_WAITING - bytesOf(waiting));
