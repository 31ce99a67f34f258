import type { Choice } from './choose';
import type { Worked } from './documents';
import { toTriggerEvent } from './event';
import { compare, type Memory } from './memory';
import type { Read } from './read';
import type { Settings } from './settings';
import { emptyState, fingerprint, readState, type Positions, type TriggerState } from './state';
import { upgrade } from './upgrade';

const HOUR = 60 * 60_000;
/** How many events are remembered that n8n may have dropped; an audit may find them again an hour later. */
const MOST_SEEN = 500;
/** n8n's processes need not agree on the time to the second. */
const CLOCKS_DIFFER = 60_000;

/** The state that n8n hands over; nothing where it is of no use. */
function load(
	stored: unknown,
	baseUrl: string,
	{ kinds, lookback }: Settings,
	warn: (message: string) => void,
) {
	if (stored === undefined) return undefined;
	const state = readState(stored) ?? upgrade(stored, baseUrl, kinds, lookback);
	if (state === undefined) warn('its state cannot be read and is set aside');
	else if (state.baseUrl !== baseUrl) warn('the Base URL has changed, so it begins anew');
	return state?.baseUrl === baseUrl ? state : undefined;
}

/** Where a trigger begins that n8n has kept nothing of. */
function begin(baseUrl: string, { startFrom, kinds }: Settings): TriggerState {
	const state = emptyState(baseUrl);
	if (startFrom === undefined) return state;
	const starts = Object.fromEntries(kinds.map((kind) => [kind, startFrom]));
	// One millisecond earlier, because the service's bound may leave out the very moment.
	return {
		...state,
		starts,
		checkpoint: startFrom,
		backlog: { from: startFrom - 1, to: null, since: Infinity },
	};
}

/**
 * Finds out where to go on: from the state that n8n hands over, and from how far this process has read since.
 *
 * An audit is due once an hour, and where something may have got lost: in the first poll of a process, and after n8n
 * has thrown a result away.
 *
 * @returns `undefined` where n8n may still be writing, so that it is too early to tell
 */
export function reconcile(
	stored: unknown,
	memory: Memory,
	baseUrl: string,
	settings: Settings,
	now: number,
	warn: (message: string) => void,
): { state: TriggerState; isAuditDue: boolean } | undefined {
	const loaded = load(stored, baseUrl, settings, warn) ?? begin(baseUrl, settings);
	const isNewProcess = memory.last === undefined;
	const fate = compare(memory, loaded.revision, now);
	if (fate === 'tooEarly') return undefined;
	const state = { ...loaded, ...memory.place?.positions };
	const { completed, at, place } = state.audit;
	const last = memory.auditedAt ?? at;
	const isTime = now - last >= HOUR || last - now > CLOCKS_DIFFER;
	const isDue = place !== null || isTime || isNewProcess || fate === 'lost';
	return { state, isAuditDue: isDue && completed > 0 && settings.audit > 0 && settings.catchUp };
}

/** The beginning again, for a first delivery that n8n may throw away before it has kept any state. */
function anchor(
	next: TriggerState,
	{ chosen }: Choice,
	date: number,
	{ audit, startFrom }: Settings,
): Positions {
	const begun = Math.min(...Object.values(next.starts));
	const first = Math.min(begun, ...chosen.map(({ event }) => event.time));
	const from = Math.max(first, Math.min(date - audit, begun));
	// What was handed over is in the history alone now, so that is read, without Catch Up, too.
	const isToBeRead = chosen.length > 0 || startFrom !== undefined;
	return {
		starts: Object.fromEntries(Object.keys(next.starts).map((kind) => [kind, from])),
		checkpoint: from,
		backlog: isToBeRead ? { from: from - 1, to: null, since: date } : null,
		audit: next.audit,
	};
}

/** Remembers what a poll left, beside the state that it hands to n8n. */
export function note(
	memory: Memory,
	poll: { state: TriggerState; next: TriggerState; choice: Choice; worked: Worked; reading: Read },
	now: number,
	settings: Settings,
): void {
	const { state, next, choice, worked, reading } = poll;
	const { starts, checkpoint, backlog, audit, awaiting } = next;
	const hadItems = worked.deliver.length > 0;
	memory.last = { revision: next.revision, hadItems, at: now };
	if (reading.audit?.rest === null) memory.auditedAt = now;
	const delivered = new Set(worked.deliver.map(({ event }) => event.key));
	const seen = Object.entries(memory.seen ?? {}).filter(([key]) => !delivered.has(key));
	const waiting = awaiting.map(({ event, since }) => [toTriggerEvent(event, since).key, since] as const);
	memory.seen = Object.fromEntries([...seen, ...waiting].slice(-MOST_SEEN));
	if (reading.date !== undefined && state.revision === 0) {
		memory.place = { revision: 0, positions: anchor(next, choice, reading.date, settings) };
	} else if (hadItems) {
		delete memory.place;
	} else if (fingerprint(awaiting) === fingerprint(state.awaiting)) {
		memory.place = { revision: state.revision, positions: { starts, checkpoint, backlog, audit } };
	}
}
