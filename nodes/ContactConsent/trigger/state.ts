import type { IDataObject } from 'n8n-workflow';

import { isRecord, KEY_LENGTH, scalarText } from '../values';
import { toTriggerEvent, type TriggerEvent } from './event';

/** A stretch of the history that is still to be read; `to` is the end of its first slice. */
export interface Span {
	from: number;
	to: number;
}

/** Later than any event. */
export const FOREVER = 8.64e15;
/** Nothing is left to be read. */
export const NOTHING: Span = { from: FOREVER, to: FOREVER };

/** How far the history was read: all that it showed at `since` was taken, but for what is left. */
export interface Progress extends Span {
	since: number;
}

/** A documentation event that was taken but not delivered: its PDF or contact is not there yet. */
export interface Awaiting {
	event: IDataObject;
	/** Milliseconds that it had waited at the last try, and when that was, by n8n's clock. */
	waited: number;
	tried: number;
}

/** The list of what was taken. */
export interface Taken {
	/** From this `event_time` on the list is complete; older events of the history count as taken. */
	completeFrom: number;
	/** In order of time: each event's key, and its distance in time from the one before. */
	list: string;
}

/**
 * What the trigger remembers between polls: plain JSON, in the node's static data under one key.
 * Times are epoch milliseconds, by the service's clock but for `audit.at` and `tried`.
 */
export interface TriggerState {
	version: 2;
	/** Counts the changes. 0: nothing has been kept yet. */
	revision: number;
	/** The state belongs to the account at this address. */
	baseUrl: string;
	/** From when events of each chosen kind are delivered. */
	starts: Record<string, number>;
	/** The reading on, each time from `lookback` before `since`. */
	forward: Progress;
	/** The hourly reading of the audited days; `since` is its start, `at` the end of the last complete one. */
	audit: Progress & { at: number };
	taken: Taken;
	awaiting: Awaiting[];
}

/** The most events that the list holds: 110 KB for their keys, and up to 70 KB for their times. */
export const MOST_TAKEN = 10_000;

/** The state before the first poll; from `start` on the history counts, where that is given. */
export const begin = (baseUrl: string, kinds: readonly string[], start?: number): TriggerState => ({
	version: 2,
	revision: 0,
	baseUrl,
	starts: Object.fromEntries(start === undefined ? [] : kinds.map((kind) => [kind, start])),
	forward: { ...NOTHING, since: start ?? 0 },
	audit: { ...NOTHING, since: 0, at: 0 },
	taken: { completeFrom: 0, list: '' },
	awaiting: [],
});

/** At every other change of the state, what waits comes first, and gets time of its own. */
export const isTurnOfWaiting = ({ awaiting, revision }: TriggerState): boolean =>
	awaiting.length > 0 && revision % 2 === 0;

const EXAMPLE = { ...begin('', []), awaiting: [{ event: {}, waited: 0, tried: 0 }] };

/** Whether a value has the shape of an example: its keys, finite numbers, texts. A list is like its first entry. */
function isLike(value: unknown, example: unknown): boolean {
	if (example === undefined) return true;
	if (typeof example === 'number') return Number.isFinite(value);
	if (typeof example === 'string') return typeof value === 'string';
	const isPartLike = (part: unknown, key: string) => isLike((value as IDataObject)[key], part);
	return Array.isArray(example)
		? Array.isArray(value) && value.every((entry) => isLike(entry, example[0]))
		: isRecord(value) && Object.entries(example as object).every(([key, part]) => isPartLike(part, key));
}

/** Reads a state that came back from n8n, as a copy; `undefined` for one that this version cannot use. */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isLike(stored, EXAMPLE)) return undefined;
	const state = JSON.parse(JSON.stringify(stored)) as TriggerState;
	const times = [...Object.values(state.starts), ...takenEvents(state.taken).values()];
	return state.version === 2 && times.every(Number.isFinite) ? state : undefined;
}

const VERSION_1 = {
	...{ version: 1, time: 0, known: 0, delivered: [[]] as unknown[][] },
	awaiting: [{ event: {} as IDataObject, since: 0 }],
};
type Version1 = typeof VERSION_1 & { backlog?: { from: number; cursors: unknown } | null };

/**
 * Goes on from a state of version 1, which knew no start and no address: it starts where that had not given up yet.
 *
 * @returns `undefined` where it is no such state, or a damaged one
 */
export function upgrade(stored: unknown, baseUrl: string, kinds: readonly string[], lookback: number) {
	if (!isLike(stored, VERSION_1)) return undefined;
	const { version, time, known: complete, delivered, backlog, awaiting } = stored as Version1;
	const first = Math.min(time - lookback - 1000, backlog?.from ?? FOREVER);
	// Inside a crowded instant, version 1 knew its way by a page cursor alone.
	const state = begin(baseUrl, kinds, backlog?.cursors ? first : Math.max(complete, first));
	const keys = delivered.flatMap(([at, text]) =>
		(String(text).match(/.{11}/g) ?? []).map((key) => ({ key, time: Number(at) })),
	);
	return readState({
		...{ ...state, version: version + 1 },
		taken: remember(state.taken, [...keys, ...awaiting.map(({ event }) => toTriggerEvent(event, time))]),
		awaiting: awaiting.map(({ event, since }) => ({ event, waited: 0, tried: since })),
	});
}

/** The `event_time` of everything in the list, by key. */
export function takenEvents({ list }: Taken): Map<string, number> {
	let time = 0;
	const timeOf = (entry: string) => (time += parseInt(entry.slice(KEY_LENGTH), 36));
	return new Map((list.match(/\S+/g) ?? []).map((entry) => [entry.slice(0, KEY_LENGTH), timeOf(entry)]));
}

/** Adds events to the list. Of more than `MOST_TAKEN` the oldest are forgotten, and it is complete behind them. */
export function remember(taken: Taken, events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>): Taken {
	if (events.length === 0) return taken;
	const all = takenEvents(taken);
	for (const event of events) all.set(event.key, event.time);
	const sorted = [...all].sort(([, a], [, b]) => a - b);
	const forgotten = sorted.splice(0, Math.max(0, sorted.length - MOST_TAKEN));
	const [, newest = -Infinity] = forgotten.at(-1) ?? [];
	const list = sorted.map(
		([key, time], index) => `${key}${(time - (sorted[index - 1]?.[1] ?? 0)).toString(36)}`,
	);
	return { completeFrom: Math.max(taken.completeFrom, newest + 1), list: list.join(' ') };
}

/**
 * What counts as taken. `isFresh` asks about an event of the history, `isNews` about one of `/events/latest`, where an
 * event from before the start is one that nobody has received.
 *
 * @param kinds the chosen ones; one that has no start yet begins with this poll
 */
export function known({ starts, taken }: TriggerState, kinds: readonly string[]) {
	const keys = takenEvents(taken);
	const earliest = Math.min(...Object.values(starts));
	const since = ({ raw }: TriggerEvent): number => {
		const kind = scalarText(raw.type) ?? '';
		// The history is read from the millisecond before, because the service may leave out the bound.
		return (starts[kind] ?? (kinds.includes(kind) ? Infinity : earliest)) - 1;
	};
	const isListed = (event: TriggerEvent): boolean => event.time >= taken.completeFrom;
	return {
		isFresh: (event: TriggerEvent) => isListed(event) && event.time >= since(event) && !keys.has(event.key),
		isNews: (event: TriggerEvent) => !keys.has(event.key) && (isListed(event) || event.time <= since(event)),
	};
}
