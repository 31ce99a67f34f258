import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../dates';
import { idText, isRecord, keyOf, KEY_LENGTH } from '../values';

export interface TriggerEvent {
	/** Stands for the type and the `event_id` in the state. */
	key: string;
	/** `event_time` in epoch milliseconds. */
	time: number;
	raw: IDataObject;
	/** From before the start; `/events/latest` has shown that nobody has received it. */
	isOlder?: boolean;
}

/** A stretch of the history from a time on; `to` is the end of its first slice, in which a reading begins. */
export interface Span {
	from: number;
	to: number;
}

/** Whose events a state is about: the same address with the same key, or with the same credential of n8n. */
export interface Account {
	address: string;
	/** A hash of the key. */
	key: string;
	/** The credential's id in n8n, if it has one. */
	credential: string;
}

/**
 * What a poll leaves to the next one. Times are epoch milliseconds by the service's clock. Events that wait, for a PDF or for
 * room, are not in it: they wait in the history, which shows them again.
 */
export interface TriggerState {
	/** Differs each time that a state is stored: of two that are the same, n8n still holds the very one. */
	revision: string;
	account: Account;
	/** The node that wrote it. With durable cursors, n8n keeps one state for all nodes of one id. */
	node: string;
	/** With which events the trigger began, and when, by n8n's clock. */
	begun: { with: string; startFrom: number; at: number };
	/** From when on events of each chosen kind are delivered; empty before the service's first answer. */
	starts: Record<string, number>;
	/** The way forward: `from` is the checkpoint, up to which all that the history showed was read. */
	forward: Span;
	/** Where the next look-back begins: ten minutes before the checkpoint, or before an event that was read and left. */
	leftFrom: number;
	/** What is left of a look-back that ended before the checkpoint; it goes on before the next one begins. */
	back: Span;
	/** When the last long look-back began, by n8n's clock, and the checkpoint of that time. */
	audited: { at: number; checkpoint: number };
	/** What is left of the long look-back. */
	far: Span;
	/** How far back the history let itself be asked for when it last refused, and when that was, by n8n's clock. */
	reach: { length: number; at: number };
	/** Since when the document service has answered nothing. */
	noDocumentsSince: number;
	/** The newest events that were taken: the time of each by its key. */
	taken: ReadonlyMap<string, number>;
	/** From here on no event is missing in `taken`; older ones of the history count as taken. */
	completeFrom: number;
	/** Events from before the start that `/events/latest` handed out and that still wait, with their times by key. */
	wanted: ReadonlyMap<string, number>;
}

/** A state as n8n stores it: plain data. */
type StoredState = Omit<TriggerState, 'taken' | 'wanted'> & { version: 1; taken: string; wanted: string };

/** Later than any event. */
export const FOREVER = 8.64e15;
/** Nothing is left to be read. */
export const NOTHING: Span = { from: FOREVER, to: FOREVER };
/** The most events that the list holds: 110 KB for their keys, and up to 70 KB for their times. */
const MOST_TAKEN = 10_000;
/** The most that may wait from before the start. With the list, the state stays below 256 KB. */
export const MOST_WANTED = 3000;

/**
 * An event of the service. Its id may be a number, and an update and its document may share one; without an id, the whole
 * event tells it apart.
 *
 * @param fallback the time of an event that has no readable one: when it was read
 */
export function toTriggerEvent(raw: IDataObject, fallback: number): TriggerEvent {
	const { type, event_id, event_time } = raw;
	// JSON may have made one of two numbers that large: then the whole event tells them apart.
	const id = idText(event_id);
	const key = keyOf(id ? `${type as string} ${id}` : JSON.stringify(raw));
	return { key, time: epochOf(event_time) ?? fallback, raw };
}

/** Where the time is the same, its text decides, which may be finer than a millisecond; then the id. */
const finer = ({ raw }: TriggerEvent): string => JSON.stringify([raw.event_time, raw.event_id, raw.type]);

export const compareEvents = (a: TriggerEvent, b: TriggerEvent): number =>
	a.time - b.time || (finer(a) < finer(b) ? -1 : 1);

/**
 * The state before the first poll.
 *
 * @param now n8n's clock
 * @param startFrom from when on the history counts, where that is given
 */
export function begin(
	of: Pick<TriggerState, 'account' | 'node'>,
	kinds: readonly string[],
	beginWith: string,
	now: number,
	startFrom?: number,
): TriggerState {
	// The millisecond before, because the service may leave out the bound.
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

/** A state as n8n is to store it. */
export function toStored(state: TriggerState): StoredState {
	// Two processes, too, make no revision twice.
	const revision = `${++revisions} ${Math.random()}`;
	return { ...state, version: 1, revision, taken: toList(state.taken), wanted: toList(state.wanted) };
}

const EXAMPLE = toStored(begin({ account: { address: '', key: '', credential: '' }, node: '' }, [], '', 0));

/** Numbers of a state are times, and none that no date can show. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= FOREVER;

/** Whether a value has the shape of an example: its keys, times, texts. */
function isLike(value: unknown, example: unknown): boolean {
	if (typeof example === 'number') return isTime(value);
	if (typeof example !== 'object') return typeof value === typeof example;
	const isPartLike = ([key, part]: [string, unknown]) => isLike((value as IDataObject)[key], part);
	return isRecord(value) && Object.entries(example as object).every(isPartLike);
}

/** Reads a state that came back from n8n, as a copy; `undefined` for one that this version cannot use. */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isLike(stored, EXAMPLE)) return undefined;
	const { version, taken: takenList, wanted: wantedList, ...rest } = stored as StoredState;
	const [taken, wanted] = [timesIn(takenList), timesIn(wantedList)];
	const times = [Object.values(rest.starts), [...taken.values()], [...wanted.values()]];
	const isSound = version === EXAMPLE.version && times.every((some) => some.every(isTime));
	if (!isSound) return undefined;
	return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), taken, wanted };
}

/** Reads a list: each event's key and the time since the one before, in base 36, oldest first, with blanks between them. */
function timesIn(list: string): Map<string, number> {
	const times = new Map<string, number>();
	let time = 0;
	for (const entry of list === '' ? [] : list.split(' ')) {
		time += parseInt(entry.slice(KEY_LENGTH), 36);
		times.set(entry.slice(0, KEY_LENGTH), time);
	}
	return times;
}

/** Writes the list. */
function toList(times: ReadonlyMap<string, number>): string {
	const sorted = [...times].sort(([, a], [, b]) => a - b);
	const timeBefore = (index: number): number => sorted[index - 1]?.[1] ?? 0;
	return sorted.map(([key, time], index) => `${key}${(time - timeBefore(index)).toString(36)}`).join(' ');
}

/** No more than the newest; `forgotten` is the time of the newest of the others. */
export function newestOf(times: ReadonlyMap<string, number>, most: number) {
	if (times.size <= most) return { times, forgotten: -Infinity };
	const sorted = [...times].sort(([, a], [, b]) => b - a);
	return { times: new Map(sorted.slice(0, most)), forgotten: sorted[most]?.[1] ?? -Infinity };
}

/** Adds events to those that were taken. Of more than it holds the oldest are forgotten, and it is complete behind them. */
export function remember(
	{ taken, completeFrom }: Pick<TriggerState, 'taken' | 'completeFrom'>,
	events: ReadonlyArray<Pick<TriggerEvent, 'key' | 'time'>>,
) {
	if (events.length === 0) return { taken, completeFrom };
	const all = new Map(taken);
	for (const { key, time } of events) all.set(key, time);
	const { times, forgotten } = newestOf(all, MOST_TAKEN);
	return { taken: times, completeFrom: Math.max(completeFrom, forgotten + 1) };
}

/** `older`: from before the start of its kind. The history shows such events whether anybody has received them or not. */
export type Found = 'taken' | 'older' | 'new';

/** Tells what an event is. What the list has forgotten counts as taken. A kind without a start has no event yet. */
export function classifier({ taken, completeFrom, wanted, begun }: TriggerState) {
	// Readings begin in the millisecond before the start, and take what is there from `/events/latest`.
	const margin = begun.with === 'unreceived' ? 1 : 0;
	return ({ key, time, raw }: TriggerEvent, starts: TriggerState['starts']): Found => {
		if (taken.has(key)) return 'taken';
		if (wanted.has(key)) return 'new';
		if (time < (starts[raw.type as string] ?? Infinity) - margin) return 'older';
		return time < completeFrom ? 'taken' : 'new';
	};
}
