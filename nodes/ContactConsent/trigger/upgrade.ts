import { isRecord, records } from '../values';
import { emptyState, keyOfVersion1, readState, remember, type TriggerState } from './state';

const KEY_LENGTH_1 = 11;

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
	const old = stored as unknown as {
		revision: number;
		time: number;
		known: number;
		delivered: Array<[number, string]>;
		backlog: { from: number; cursors: unknown } | null;
	};
	const behind = Math.floor((old.time - lookback) / 1000) * 1000 - 1;
	const first = Math.min(behind, old.backlog?.from ?? Infinity);
	// Inside a crowded instant, version 1 knew its way by a page cursor alone.
	const start = old.backlog?.cursors ? first : Math.max(old.known, first);
	const keys = old.delivered.flatMap(([time, text]) =>
		(String(text).match(new RegExp(`.{${KEY_LENGTH_1}}`, 'g')) ?? []).map((key) => ({
			key: keyOfVersion1(key),
			time,
		})),
	);
	const fresh = emptyState(baseUrl);
	return readState({
		...fresh,
		revision: old.revision,
		starts: Object.fromEntries(kinds.map((kind) => [kind, start])),
		checkpoint: old.time,
		backlog: old.backlog && { from: old.backlog.from, to: null, since: old.time },
		audit: { ...fresh.audit, completed: old.time },
		taken: remember(fresh.taken, keys),
		awaiting: records(stored.awaiting).map((entry) => ({ ...entry, tried: entry.since })),
	});
}
