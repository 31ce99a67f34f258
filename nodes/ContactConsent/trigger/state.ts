import type { IDataObject } from 'n8n-workflow';

import { isRecord, scalarText } from '../values';
import { KEY_LENGTH, toTriggerEvent, type TriggerEvent } from './event';

/** A stretch of the history; `to` is the end of the next slice to read, `null`: all of the stretch at once. */
export interface Span {
	from: number;
	to: number | null;
}

/** How far the history has been read. All of it can be derived again from an older state. */
export interface Positions {
	/** From when events of each chosen kind are delivered. */
	starts: Record<string, number>;
	/** Newest `event_time` up to which all was read, never later than the service's clock. */
	checkpoint: number;
	/** What did not fit into one poll: everything before `from` was read; `since`: when the backlog began. */
	backlog: (Span & { since: number }) | null;
	/**
	 * The hourly reading of the audited history. `completed`: the start of the last one, everything shown by then was
	 * taken. `at`: its end by n8n's clock. `place`: where one under way goes on, and its start.
	 */
	audit: { completed: number; at: number; place: (Span & { started: number }) | null };
}

/** A documentation event that was taken but not delivered: its PDF or contact is not there yet. By n8n's clock. */
export interface Awaiting {
	event: IDataObject;
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

type Check = (value: unknown) => boolean;
const time: Check = (value) => Number.isFinite(value);
const text: Check = (value) => typeof value === 'string';
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);
const shape =
	(fields: Record<string, Check>): Check =>
	(value) =>
		isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));
const span = { from: time, to: orNull(time) };

const isSound = shape({
	version: (value) => value === 2,
	revision: time,
	baseUrl: text,
	starts: (value) => isRecord(value) && Object.values(value).every(time),
	checkpoint: time,
	backlog: orNull(shape({ ...span, since: time })),
	audit: shape({ completed: time, at: time, place: orNull(shape({ ...span, started: time })) }),
	taken: shape({ completeFrom: time, times: text, keys: text }),
	awaiting: listOf(shape({ event: isRecord, since: time, tried: time, next: time })),
});

/** Reads a state that came back from n8n, as a copy; `undefined` for one that this version cannot use. */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isSound(stored)) return undefined;
	const state = JSON.parse(JSON.stringify(stored)) as TriggerState;
	const times = timesOf(state.taken.times);
	return times.length * KEY_LENGTH === state.taken.keys.length && times.every(time) ? state : undefined;
}

/** The text by which two states are compared: n8n's storage may reorder their keys. */
export const fingerprint = (state: object): string =>
	JSON.stringify(state, (_, value: unknown) =>
		isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
	);

function timesOf(distances: string): number[] {
	let sum = 0;
	return distances === '' ? [] : distances.split(' ').map((distance) => (sum += parseInt(distance, 36)));
}

/** The `event_time` of everything that was taken and is still remembered, by key. */
export const takenEvents = ({ times, keys }: Taken): Map<string, number> =>
	new Map(timesOf(times).map((at, index) => [keys.slice(index * KEY_LENGTH, (index + 1) * KEY_LENGTH), at]));

/** Remembers events. Of more than `MOST_KEYS` the oldest are forgotten, and the list is complete behind them. */
export function remember(taken: Taken, events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>): Taken {
	if (events.length === 0) return taken;
	const list = takenEvents(taken);
	for (const event of events) list.set(event.key, event.time);
	const sorted = [...list].sort(([, a], [, b]) => a - b);
	const forgotten = sorted.splice(0, Math.max(0, sorted.length - MOST_KEYS));
	const [, newest = -Infinity] = forgotten.at(-1) ?? [];
	return {
		completeFrom: Math.max(taken.completeFrom, newest + 1),
		times: sorted.map(([, at], index) => (at - (sorted[index - 1]?.[1] ?? 0)).toString(36)).join(' '),
		keys: sorted.map(([key]) => key).join(''),
	};
}

/**
 * What counts as taken. `isFresh` asks about an event of the history, `isNews` about one of `/events/latest`, where an
 * event from before the start is one that nobody has received.
 *
 * @param kinds the chosen ones; one that has no start yet begins with this poll
 */
export function known({ starts, taken, awaiting }: TriggerState, kinds: readonly string[]) {
	const keys = new Set(takenEvents(taken).keys());
	for (const { event, since } of awaiting) keys.add(toTriggerEvent(event, since).key);
	const earliest = Math.min(...Object.values(starts));
	const startOf = ({ raw }: TriggerEvent): number => {
		const kind = scalarText(raw.type) ?? '';
		return starts[kind] ?? (kinds.includes(kind) ? Infinity : earliest);
	};
	const isListed = (event: TriggerEvent): boolean => event.time >= taken.completeFrom;
	return {
		isFresh: (event: TriggerEvent) => isListed(event) && event.time >= startOf(event) && !keys.has(event.key),
		isNews: (event: TriggerEvent) => !keys.has(event.key) && (isListed(event) || event.time < startOf(event)),
	};
}
