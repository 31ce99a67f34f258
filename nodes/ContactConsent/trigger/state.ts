import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../lib/dates';
import { idText, keyOf, KEY_LENGTH } from '../lib/ids';
import { isRecord } from '../lib/json';

export interface TriggerEvent {
	/** A hash of the type and the `event_id`, which identifies the event in the state. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	raw: IDataObject;
	/** When a poll first read the event, by the service's clock. */
	first?: number;
	/** The event waits in the state. */
	isWaiting?: boolean;
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

/** An event that was read and not delivered, as the service sent it, and when it was first read by the service's clock. */
export interface Waiting {
	raw: IDataObject;
	first: number;
}

/** A stretch of the history. If `end` is `FOREVER`, it goes up to the present. */
export interface Stretch extends Span {
	end: number;
}

/**
 * A stretch that the history did not show. Reading goes on behind it, and it is still owed: it is asked for again for a
 * day. Times are by the service's clock. `to` is the end of the slice to ask for first.
 */
export interface Gap extends Stretch {
	/** When it was first refused, and until when it is asked for. */
	since: number;
	until: number;
	/** When it was last asked for. */
	asked: number;
	/** A poll has failed to tell people about it. */
	isNamed: boolean;
}

/** The account of a state. Two are the same if the address and either the key or the credential of n8n are the same. */
export interface Account {
	address: string;
	/** A hash of the key. */
	key: string;
	/** The credential's id in n8n, if it has one. */
	credential: string;
}

/** How many milliseconds back the history can be read, and since when that is known, by n8n's clock. */
export interface Reach {
	length: number;
	at: number;
	/** The history has refused more than once, an hour apart. Until then, the look-backs ask for all of their time. */
	isSure: boolean;
}

/**
 * What a poll leaves for the next poll. Unless stated otherwise, times are epoch milliseconds by the service's clock.
 * Updates and confirmations that wait for room are not stored, because the history shows them again.
 */
export interface TriggerState {
	/** New for each stored state. It shows if n8n still has the state that this process knows. */
	revision: string;
	account: Account;
	/** With which events the trigger began, when that was by n8n's clock, and the parameters that said so. */
	begun: { with: string; at: number; parameters: string };
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
	/** What the history did not show. */
	gaps: Gap[];
	reach: Reach;
	/** The events that wait here, because the history may not show them any more: documents, and those before the start. */
	waiting: Waiting[];
	/** The newest events that were delivered or filtered out: their times by key. */
	taken: ReadonlyMap<string, number>;
	/** From this time on, `taken` is complete. Older events of the history count as taken. */
	completeFrom: number;
}

/** A state as n8n stores it: plain data. */
type StoredState = Omit<TriggerState, 'taken'> & { version: 1; taken: string };

/** Later than any event: the last time that a `Date` can hold. */
export const FOREVER = 8.64e15;
/** The span of a stretch that is read to its end. */
export const NOTHING: Span = { from: FOREVER, to: FOREVER };
/** The history can be read as far back as one likes, as far as is known. */
export const FARTHEST: Reach = { length: FOREVER, at: 0, isSure: false };
/** The most events in `taken`: 110 KB of keys, and up to 70 KB of times. */
const MOST_TAKEN = 10_000;
/** The most events in `waiting`, and the most characters of them. With both lists full, the state stays below 256 KB. */
export const MOST_WAITING = 200;
export const MOST_WAITING_SIZE = 60_000;

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
	return { key, time: timeOf(event_time) ?? fallback, raw };
}

/** A smaller number is a time in seconds: as milliseconds it would lie in 1973 or before. */
const LEAST_MILLISECONDS = 1e11;

/** An `event_time` in epoch milliseconds. Some services send seconds, as a number or its text. */
function timeOf(value: unknown): number | undefined {
	const digits = typeof value === 'string' && /^\d{9,10}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
	if (typeof digits !== 'number') return epochOf(value);
	return epochOf(Math.abs(digits) < LEAST_MILLISECONDS ? Math.round(digits * 1000) : digits);
}

/** Orders events of the same millisecond: by the text of the time, which may be finer, then by ID. */
const finer = ({ raw }: TriggerEvent): string => JSON.stringify([raw.event_time, raw.event_id, raw.type]);

export const compareEvents = (a: TriggerEvent, b: TriggerEvent): number =>
	a.time - b.time || (finer(a) < finer(b) ? -1 : 1);

/** How many characters an event takes in the state. */
export const sizeOf = ({ raw }: Waiting): number => JSON.stringify(raw).length + MOST_OF_ENTRY;

/** The characters of an entry beside its event. */
const MOST_OF_ENTRY = 40;

/**
 * The state before the first poll.
 *
 * @param startFrom from when on events are delivered; if missing, the service's first answer decides
 */
export function begin(
	account: Account,
	kinds: readonly string[],
	begun: TriggerState['begun'],
	startFrom?: number,
): TriggerState {
	// A millisecond earlier, because the service may exclude the bound.
	const from = startFrom === undefined ? FOREVER : startFrom - 1;
	return {
		revision: '',
		account,
		begun,
		starts: Object.fromEntries(startFrom === undefined ? [] : kinds.map((kind) => [kind, startFrom])),
		forward: { from, to: FOREVER },
		leftFrom: from,
		back: NOTHING,
		audited: { at: 0, checkpoint: from },
		far: NOTHING,
		gaps: [],
		reach: FARTHEST,
		waiting: [],
		taken: new Map(),
		completeFrom: 0,
	};
}

let revisions = 0;

/** Converts a state to the form that n8n stores, with a new revision. */
export function toStored(state: TriggerState): StoredState {
	// The random number keeps the revisions of two processes apart.
	const revision = `${++revisions} ${Math.random()}`;
	return { ...state, version: 1, revision, taken: toList(state.taken) };
}

const NO_ACCOUNT: Account = { address: '', key: '', credential: '' };
const EXAMPLE: StoredState = {
	...toStored(begin(NO_ACCOUNT, [], { with: '', at: 0, parameters: '' })),
	waiting: [{ raw: {}, first: 0 }],
	gaps: [{ from: 0, to: 0, end: 0, since: 0, until: 0, asked: 0, isNamed: false }],
};

/** True for a number that a `Date` can hold. All numbers in a state are times. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= FOREVER;

/** True if a value has all keys of the example, with values of the same types. A list has entries like the first. */
function isLike(value: unknown, example: unknown): boolean {
	if (typeof example === 'number') return isTime(value);
	if (typeof example !== 'object') return typeof value === typeof example;
	if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => isLike(one, example[0]));
	const isPartLike = ([key, part]: [string, unknown]) => isLike((value as IDataObject)[key], part);
	return isRecord(value) && Object.entries(example as object).every(isPartLike);
}

/** Reads a stored state into a copy. @returns `undefined` if this version cannot use the state */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isLike(stored, EXAMPLE)) return undefined;
	const { version, taken: list, ...rest } = stored as StoredState;
	const taken = timesIn(list);
	const times = [Object.values(rest.starts), [...taken.values()]];
	const isSound = version === EXAMPLE.version && times.every((some) => some.every(isTime));
	if (!isSound) return undefined;
	return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), taken };
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
function newestOf(times: ReadonlyMap<string, number>) {
	if (times.size <= MOST_TAKEN) return { times, forgotten: -Infinity };
	const sorted = [...times].sort(([, a], [, b]) => b - a);
	return { times: new Map(sorted.slice(0, MOST_TAKEN)), forgotten: sorted[MOST_TAKEN]?.[1] ?? -Infinity };
}

/** Adds events to `taken`. If the list is full, it drops the oldest entries, and `completeFrom` moves past them. */
export function remember(
	{ taken, completeFrom }: Pick<TriggerState, 'taken' | 'completeFrom'>,
	events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>,
) {
	const all = new Map(taken);
	for (const { key, time } of events) all.set(key, time);
	const { times, forgotten } = newestOf(all);
	return { taken: times, completeFrom: Math.max(completeFrom, forgotten + 1) };
}

/** Milliseconds. Lists of a service may show the time of an event with and without the fraction of its second. */
const SAME_TIME = 1000;

/** True for an event with the key of another one that was taken: its time is another one. */
const isAnother = ({ time, raw }: TriggerEvent, taken: number): boolean =>
	Math.abs(time - taken) > SAME_TIME && timeOf(raw.event_time) !== undefined;

/**
 * `older`: from before the start of its kind. The history does not show if somebody has received the event. `again`: the
 * ID of an event that was taken, with another time.
 */
export type Found = 'taken' | 'again' | 'older' | 'new';

/** Makes a function that classifies events. Too old for `taken` counts as taken. A kind without a start is `older`. */
export function classifier({ taken, completeFrom, begun }: TriggerState) {
	// Readings begin a millisecond before the start, and take events of this millisecond away from `/events/latest`.
	const margin = begun.with === 'unreceived' ? 1 : 0;
	return (event: TriggerEvent, starts: TriggerState['starts']): Found => {
		const { key, time, raw } = event;
		const before = taken.get(key);
		if (before !== undefined) return isAnother(event, before) ? 'again' : 'taken';
		if (time < (starts[raw.type as string] ?? Infinity) - margin) return 'older';
		return time < completeFrom ? 'taken' : 'new';
	};
}
