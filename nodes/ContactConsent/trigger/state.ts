import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../dates';
import { idText, isRecord, keyOf, KEY_LENGTH } from '../values';

export interface TriggerEvent {
	/** A hash of the type and the `event_id`, which identifies the event in the state. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	raw: IDataObject;
	/** The event is from before the start, and nobody has received it: `/events/latest` has shown it. */
	isOlder?: boolean;
	/** Only `/events/latest` has shown the event so far. It does so once, and the history may show it late. */
	isOnlyLatest?: boolean;
}

/** A stretch of the history that begins at `from`. Its first slice ends at `to`. */
export interface Span {
	from: number;
	to: number;
}

/** The account of a state. Two are the same if the address and either the key or the credential of n8n are the same. */
export interface Account {
	address: string;
	/** A hash of the key. */
	key: string;
	/** The credential's id in n8n, if it has one. */
	credential: string;
}

/**
 * What a poll leaves for the next poll. Unless stated otherwise, times are epoch milliseconds by the service's clock.
 * Events that wait for a PDF or for room are not stored, because the history shows them again.
 */
export interface TriggerState {
	/** New for each stored state. It shows if n8n still has the state that this process knows. */
	revision: string;
	account: Account;
	/** The name of the node that wrote the state. With durable cursors, nodes with the same ID share a state. */
	node: string;
	/** 'Begin With' and 'Start From' (0 if empty) when the trigger began, and when that was, by n8n's clock. */
	begun: { with: string; startFrom: number; at: number };
	/** From when on events of each chosen kind are delivered. Empty before the service's first answer. */
	starts: Record<string, number>;
	/** The way forward. `from` is the checkpoint: everything that the history showed up to this time was read. */
	forward: Span;
	/** Where the next look-back begins: ten minutes before the checkpoint, or before the oldest event that was left. */
	leftFrom: number;
	/** The rest of a look-back that did not reach the checkpoint. It is read before the next look-back begins. */
	back: Span;
	/** When the last long look-back began, by n8n's clock, and where the checkpoint was then. */
	audited: { at: number; checkpoint: number };
	/** The rest of the long look-back. */
	far: Span;
	/** When the history last refused a period, by n8n's clock, and how many milliseconds back it could be read. */
	reach: { length: number; at: number };
	/** When the document service stopped answering; `FOREVER` while it answers. */
	noDocumentsSince: number;
	/** The newest events that were delivered or filtered out: their times by key. */
	taken: ReadonlyMap<string, number>;
	/** From this time on, `taken` is complete. Older events of the history count as taken. */
	completeFrom: number;
	/** Events from before the start that `/events/latest` handed out and that still wait: their times by key. */
	wanted: ReadonlyMap<string, number>;
}

/** A state as n8n stores it: plain data. */
type StoredState = Omit<TriggerState, 'taken' | 'wanted'> & { version: 1; taken: string; wanted: string };

/** Later than any event: the last time that a `Date` can hold. */
export const FOREVER = 8.64e15;
/** The span of a stretch that is read to its end. */
export const NOTHING: Span = { from: FOREVER, to: FOREVER };
/** The most events in `taken`: 110 KB of keys, and up to 70 KB of times. */
const MOST_TAKEN = 10_000;
/** The most events in `wanted`. With both lists full, the state stays below 256 KB. */
export const MOST_WANTED = 3000;

/**
 * Reads an event of the service. Its key includes the type, because an update and its document may share an ID. Without
 * an ID, the whole event makes the key.
 *
 * @param fallback the time of an event without a readable `event_time`: when it was read
 */
export function toTriggerEvent(raw: IDataObject, fallback: number): TriggerEvent {
	const { type, event_id, event_time } = raw;
	// Parsing JSON can make two large numeric IDs equal. `idText` rejects these, and the whole event makes the key.
	const id = idText(event_id);
	const key = keyOf(id ? `${type as string} ${id}` : JSON.stringify(raw));
	return { key, time: epochOf(event_time) ?? fallback, raw };
}

/** Orders events of the same millisecond: by the text of the time, which may be finer, then by ID. */
const finer = ({ raw }: TriggerEvent): string => JSON.stringify([raw.event_time, raw.event_id, raw.type]);

export const compareEvents = (a: TriggerEvent, b: TriggerEvent): number =>
	a.time - b.time || (finer(a) < finer(b) ? -1 : 1);

/**
 * The state before the first poll.
 *
 * @param now n8n's clock
 * @param startFrom from when on events are delivered; if missing, the service's first answer decides
 */
export function begin(
	of: Pick<TriggerState, 'account' | 'node'>,
	kinds: readonly string[],
	beginWith: string,
	now: number,
	startFrom?: number,
): TriggerState {
	// A millisecond earlier, because the service may exclude the bound.
	const from = startFrom === undefined ? FOREVER : startFrom - 1;
	return {
		revision: '',
		...of,
		begun: { with: beginWith, startFrom: startFrom ?? 0, at: now },
		starts: Object.fromEntries(startFrom === undefined ? [] : kinds.map((kind) => [kind, startFrom])),
		forward: { from, to: FOREVER },
		leftFrom: from,
		back: NOTHING,
		audited: { at: 0, checkpoint: from },
		far: NOTHING,
		reach: { length: FOREVER, at: 0 },
		noDocumentsSince: FOREVER,
		taken: new Map(),
		completeFrom: 0,
		wanted: new Map(),
	};
}

let revisions = 0;

/** Converts a state to the form that n8n stores, with a new revision. */
export function toStored(state: TriggerState): StoredState {
	// The random number keeps the revisions of two processes apart.
	const revision = `${++revisions} ${Math.random()}`;
	return { ...state, version: 1, revision, taken: toList(state.taken), wanted: toList(state.wanted) };
}

const EXAMPLE = toStored(begin({ account: { address: '', key: '', credential: '' }, node: '' }, [], '', 0));

/** True for a number that a `Date` can hold. All numbers in a state are times. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= FOREVER;

/** True if a value has all keys of the example, with values of the same types. */
function isLike(value: unknown, example: unknown): boolean {
	if (typeof example === 'number') return isTime(value);
	if (typeof example !== 'object') return typeof value === typeof example;
	const isPartLike = ([key, part]: [string, unknown]) => isLike((value as IDataObject)[key], part);
	return isRecord(value) && Object.entries(example as object).every(isPartLike);
}

/** Reads a stored state into a copy. @returns `undefined` if this version cannot use the state */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isLike(stored, EXAMPLE)) return undefined;
	const { version, taken: takenList, wanted: wantedList, ...rest } = stored as StoredState;
	const [taken, wanted] = [timesIn(takenList), timesIn(wantedList)];
	const times = [Object.values(rest.starts), [...taken.values()], [...wanted.values()]];
	const isSound = version === EXAMPLE.version && times.every((some) => some.every(isTime));
	if (!isSound) return undefined;
	return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), taken, wanted };
}

/**
 * Reads a stored list. Entries are separated by blanks, the oldest first. Each entry is an event's key, followed by the
 * milliseconds since the entry before, in base 36.
 */
function timesIn(list: string): Map<string, number> {
	const times = new Map<string, number>();
	let time = 0;
	for (const entry of list === '' ? [] : list.split(' ')) {
		time += parseInt(entry.slice(KEY_LENGTH), 36);
		times.set(entry.slice(0, KEY_LENGTH), time);
	}
	return times;
}

/** The inverse of `timesIn`. */
function toList(times: ReadonlyMap<string, number>): string {
	const sorted = [...times].sort(([, a], [, b]) => a - b);
	const timeBefore = (index: number): number => sorted[index - 1]?.[1] ?? 0;
	return sorted.map(([key, time], index) => `${key}${(time - timeBefore(index)).toString(36)}`).join(' ');
}

/** Keeps the newest entries. `forgotten` is the time of the newest entry that was dropped. */
export function newestOf(times: ReadonlyMap<string, number>, most: number) {
	if (times.size <= most) return { times, forgotten: -Infinity };
	const sorted = [...times].sort(([, a], [, b]) => b - a);
	return { times: new Map(sorted.slice(0, most)), forgotten: sorted[most]?.[1] ?? -Infinity };
}

/** Adds events to `taken`. If the list is full, it drops the oldest entries, and `completeFrom` moves past them. */
export function remember(
	{ taken, completeFrom }: Pick<TriggerState, 'taken' | 'completeFrom'>,
	events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>,
) {
	const all = new Map(taken);
	for (const { key, time } of events) all.set(key, time);
	const { times, forgotten } = newestOf(all, MOST_TAKEN);
	return { taken: times, completeFrom: Math.max(completeFrom, forgotten + 1) };
}

/** `older`: from before the start of its kind. The history does not show if somebody has received the event. */
export type Found = 'taken' | 'older' | 'new';

/** Makes a function that classifies events. Too old for `taken` counts as taken. A kind without a start is `older`. */
export function classifier({ taken, completeFrom, wanted, begun }: TriggerState) {
	// Readings begin a millisecond before the start, and take events of this millisecond away from `/events/latest`.
	const margin = begun.with === 'unreceived' ? 1 : 0;
	return ({ key, time, raw }: TriggerEvent, starts: TriggerState['starts']): Found => {
		if (taken.has(key)) return 'taken';
		if (wanted.has(key)) return 'new';
		if (time < (starts[raw.type as string] ?? Infinity) - margin) return 'older';
		return time < completeFrom ? 'taken' : 'new';
	};
}
