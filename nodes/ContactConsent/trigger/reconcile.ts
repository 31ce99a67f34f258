import type { Choice } from './choose';
import type { Worked } from './documents';
import { toTriggerEvent } from './event';
import { compare, type Memory } from './memory';
import type { Read } from './read';
import type { Settings } from './settings';
import { emptyState, readState, type Positions, type TriggerState } from './state';
import { upgrade } from './upgrade';

/** What a poll goes on from. */
export interface Start {
	state: TriggerState;
	/** An audit is to begin, or to go on. */
	isAuditDue: boolean;
}

interface Logger {
	debug: (message: string) => void;
	warn: (message: string) => void;
}

const HOUR = 60 * 60_000;
/** n8n's processes need not agree on the time to the second. */
const CLOCKS_DIFFER = 60_000;

/** The state that n8n hands over; nothing where it is of no use. */
function load(
	stored: unknown,
	baseUrl: string,
	settings: Settings,
	logger: Logger,
): TriggerState | undefined {
	if (stored === undefined) return undefined;
	const state = readState(stored) ?? upgrade(stored, baseUrl, settings.kinds, settings.lookback);
	if (state === undefined) {
		logger.warn('Contact Consent Trigger: its state cannot be read and is set aside');
	} else if (state.baseUrl !== baseUrl) {
		logger.warn('Contact Consent Trigger: the Base URL has changed, so it begins anew');
		return undefined;
	}
	return state;
}

/** Where a trigger begins that n8n has kept nothing of. */
function begin(baseUrl: string, { startFrom, kinds }: Settings): TriggerState {
	const state = emptyState(baseUrl);
	if (startFrom === undefined) return state;
	return {
		...state,
		starts: Object.fromEntries(kinds.map((kind) => [kind, startFrom])),
		checkpoint: startFrom,
		// One millisecond earlier, because the service's bound may leave out the very moment.
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
	logger: Logger,
): Start | undefined {
	const loaded = load(stored, baseUrl, settings, logger) ?? begin(baseUrl, settings);
	const isNewProcess = memory.last === undefined;
	const fate = compare(memory, loaded.revision, now);
	if (fate === 'tooEarly') return undefined;
	const state = { ...loaded, ...memory.place?.positions };
	const { audit, starts } = state;
	const last = memory.auditedAt ?? audit.at;
	const isTime = now - last >= HOUR || last - now > CLOCKS_DIFFER;
	const isBegun = Object.keys(starts).length > 0 && audit.completed > 0;
	const isDue = audit.place !== null || isTime || isNewProcess || fate === 'lost';
	return { state, isAuditDue: settings.audit > 0 && settings.catchUp && isBegun && isDue };
}

/** The beginning again, for a first delivery that n8n may throw away before it has kept any state. */
function anchor(
	next: TriggerState,
	{ chosen }: Choice,
	date: number,
	{ audit, startFrom }: Settings,
): Positions {
	// Without Catch Up, too.
	const isToBeRead = chosen.length > 0 || startFrom !== undefined;
	const { starts } = next;
	const first = Math.min(...Object.values(starts), ...chosen.map(({ event }) => event.time));
	const earliest = Math.max(first, Math.min(date - audit, ...Object.values(starts)));
	return {
		starts: Object.fromEntries(Object.keys(starts).map((kind) => [kind, earliest])),
		checkpoint: earliest,
		backlog: isToBeRead ? { from: earliest - 1, to: null, since: date } : null,
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
	const hadItems = worked.deliver.length > 0;
	memory.last = { revision: next.revision, hadItems, at: now };
	if (reading.audit?.rest === null) memory.auditedAt = now;
	memory.seen = Object.fromEntries(
		next.awaiting.map(({ event, since }) => [toTriggerEvent(event, since).key, since]),
	);
	if (reading.date === undefined) return;
	const tookNothing = !hadItems && JSON.stringify(next.awaiting) === JSON.stringify(state.awaiting);
	const { starts, checkpoint, backlog, audit } = next;
	if (state.revision === 0) {
		memory.place = { revision: 0, positions: anchor(next, choice, reading.date, settings) };
	} else if (tookNothing) {
		memory.place = { revision: state.revision, positions: { starts, checkpoint, backlog, audit } };
	} else if (hadItems) {
		delete memory.place;
	}
}
