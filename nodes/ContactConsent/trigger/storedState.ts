import type { IDataObject } from 'n8n-workflow';

import { KEY_LENGTH } from '../lib/ids';
import { isRecord } from '../lib/json';
import { begin, type Account, type TriggerState } from './state';

/** A state as n8n stores it, as JSON. */
type StoredState = Omit<TriggerState, 'taken'> & { version: 1; taken: string };

/** The last time that a `Date` can hold. */
const LAST_TIME = 8.64e15;

let revisions = 0;

/** Converts a state to the form that n8n stores, with a new revision. */
export function toStored(state: TriggerState): StoredState {
	// The random number keeps the revisions of two processes apart.
	const revision = `${++revisions} ${Math.random()}`;
	return { ...state, version: 1, revision, taken: takenToText(state.taken) };
}

const NO_ACCOUNT: Account = { address: '', key: '', credential: '' };
/** The example of a part that may be missing. */
const optional =
	<Part>(example: Part) =>
	(): Part =>
		example;
/** An example for each part of a stored state. */
const EXAMPLE = {
	...toStored(begin(NO_ACCOUNT, [], { with: '', at: 0, parameters: '' })),
	checkpoint: optional(0),
	sliceTo: optional(0),
	nextNearFrom: optional(0),
	back: optional({ from: 0, sliceTo: optional(0) }),
	far: optional({ from: 0, sliceTo: optional(0) }),
	farBegan: optional({ at: 0, checkpoint: 0 }),
	historyLimit: optional({ length: 0, at: 0, isSure: false }),
	waiting: [{ raw: {}, first: 0 }],
	skipped: [{ from: 0, to: 0, sliceTo: optional(0), since: 0, until: 0, triedAt: 0, isTold: false }],
};

/** True for a number that a `Date` can hold. All numbers in a state are times, but for two: its version, and a length of time. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= LAST_TIME;

/** True if a value has all keys of the example, with values of the same types. A list has entries like the first. */
function isLike(value: unknown, example: unknown): boolean {
	if (typeof example === 'function')
		return value === undefined || isLike(value, (example as () => unknown)());
	if (typeof example === 'number') return isTime(value);
	if (typeof example !== 'object') return typeof value === typeof example;
	if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => isLike(one, example[0]));
	const isPartLike = ([key, part]: [string, unknown]) => isLike((value as IDataObject)[key], part);
	return isRecord(value) && Object.entries(example as object).every(isPartLike);
}

/** Reads a stored state into a copy. @returns `undefined` if this version cannot use the state */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isLike(stored, EXAMPLE)) return undefined;
	const { version, taken: text, ...rest } = stored as StoredState;
	const taken = takenFromText(text);
	const times = [Object.values(rest.starts), [...taken.values()]];
	const isSound = version === EXAMPLE.version && times.every((some) => some.every(isTime));
	if (!isSound) return undefined;
	return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), taken };
}

/**
 * Reads a stored list. Entries are separated by blanks, the oldest first. Each entry is an event's key, followed by the
 * milliseconds since the entry before, in base 36.
 */
function takenFromText(list: string): Map<string, number> {
	const times = new Map<string, number>();
	let time = 0;
	for (const entry of list === '' ? [] : list.split(' ')) {
		time += parseInt(entry.slice(KEY_LENGTH), 36);
		times.set(entry.slice(0, KEY_LENGTH), time);
	}
	return times;
}

/** The inverse of `takenFromText`. */
function takenToText(times: ReadonlyMap<string, number>): string {
	const sorted = [...times].sort(([, a], [, b]) => a - b);
	const timeBefore = (index: number): number => sorted[index - 1]?.[1] ?? 0;
	return sorted.map(([key, time], index) => `${key}${(time - timeBefore(index)).toString(36)}`).join(' ');
}
