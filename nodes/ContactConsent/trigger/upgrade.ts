import { isRecord, records } from '../values';
import { keyOfNumber } from './event';
import { emptyState, readState, remember, type TriggerState } from './state';

/** A key of version 1: the same number, in base 36. */
const KEY = /.{11}/g;

/**
 * Goes on from a state of version 1, which remembered 4,000 keys and neither a start nor an address.
 *
 * @param kinds the chosen kinds of events
 * @param lookback how far behind its checkpoint version 1 looked; what is older it had given up
 * @returns `undefined` where it is no such state, or a damaged one
 */
export function upgrade(
	stored: unknown,
	baseUrl: string,
	kinds: readonly string[],
	lookback: number,
): TriggerState | undefined {
	if (!isRecord(stored) || stored.version !== 1 || !Array.isArray(stored.delivered)) return undefined;
	const { revision, time, known, delivered, backlog } = stored as unknown as {
		revision: number;
		time: number;
		known: number;
		delivered: Array<[number, string]>;
		backlog: { from: number; cursors: unknown } | null;
	};
	const first = Math.min(Math.floor((time - lookback) / 1000) * 1000 - 1, backlog?.from ?? Infinity);
	// Inside a crowded instant, version 1 knew its way by a page cursor alone.
	const start = backlog?.cursors ? first : Math.max(known, first);
	const keys = delivered.flatMap(([at, text]) =>
		(String(text).match(KEY) ?? []).map((key) => ({ key: keyOfNumber(parseInt(key, 36)), time: at })),
	);
	const empty = emptyState(baseUrl);
	return readState({
		...empty,
		revision,
		starts: Object.fromEntries(kinds.map((kind) => [kind, start])),
		checkpoint: time,
		backlog: backlog && { from: backlog.from, to: null, since: time },
		audit: { ...empty.audit, completed: time },
		taken: remember(empty.taken, keys),
		awaiting: records(stored.awaiting).map((entry) => ({ ...entry, tried: entry.since })),
	});
}
