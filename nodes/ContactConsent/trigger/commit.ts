import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyEvent } from '../operations/event/eventOutput';
import type { Delivery } from './documents';
import { gapsToKeep } from './gaps';
import type { Read } from './reader';
import { HOUR, lookBackOf } from './lookBack';
import type { Poll, Settings } from './settings';
import {
	FOREVER,
	MOST_WAITING,
	MOST_WAITING_SIZE,
	NOTHING,
	remember,
	sizeOf,
	type Span,
	type TriggerEvent,
	type TriggerState,
	type Waiting,
} from './state';

interface Done {
	deliver: Delivery[];
	state: TriggerState;
	reading: Read;
	settings: Settings;
}

/** How far the checkpoint stays behind the service's clock on a quiet account. */
const BEHIND = 6 * HOUR;

const earliest = (events: ReadonlyArray<{ time: number }>): number =>
	Math.min(FOREVER, ...events.map(({ time }) => time - 1));

/**
 * The checkpoint of a quiet account. It follows the service's clock, so that no poll asks for a period that the history
 * refuses. It moves in steps of an hour, so that the state is written once an hour at most.
 */
const quietCheckpoint = (date: number): number => Math.floor((date - BEHIND) / HOUR) * HOUR;

/** Where the reading forward ended. */
interface End {
	/** Where the next one goes on. Its `from` is the new checkpoint, if nothing was left before. */
	forward: Span;
	/** What is left of a look-back up to the checkpoint. */
	back: Span;
	isAtPresent: boolean;
}

/** The three ways in which the reading forward ends. */
function endOf({ state, reading }: Done): End {
	const { forward, back, newest, date } = reading;
	const checkpoint = state.forward.from;
	if (forward.from === FOREVER) {
		// It came up to the present.
		const quiet = date === undefined ? -Infinity : quietCheckpoint(date);
		const from = Math.max(checkpoint, newest, quiet);
		return { forward: { from, to: FOREVER }, back, isAtPresent: true };
	}
	// It passed the checkpoint and left a backlog.
	if (forward.from >= checkpoint) return { forward, back, isAtPresent: false };
	// It did not reach the checkpoint. The rest is read later, and the rest of an earlier one before it.
	const rest = state.back.from === FOREVER ? forward : back;
	return { forward: state.forward, back: rest, isAtPresent: false };
}

/**
 * The position in the history for the next poll. The checkpoint moves on up to the first update or confirmation that was
 * left. Documents that were left do not stop it: the next look-back begins before the oldest event that was left.
 */
function placeAfter(done: Done, left: TriggerEvent[]) {
	const { state, reading, settings } = done;
	const { far, date = FOREVER, starts } = reading;
	const { forward, back, isAtPresent } = endOf(done);
	const checkpoint = state.forward.from;
	const others = left.filter(({ raw, time }) => !settings.isDocument(raw) && time > checkpoint);
	// The trigger may have begun long ago, and n8n may have dropped what it delivered since. So its first checkpoint is
	// its start.
	const start = checkpoint < FOREVER ? FOREVER : Math.min(FOREVER, ...Object.values(starts));
	// The checkpoint never passes the service's clock, because events after that time may still appear.
	const from = Math.min(forward.from, date, start, earliest(others));
	// While a backlog is read, late events appear near the present. So no ten minutes are read before the checkpoint.
	const roundFrom = isAtPresent ? lookBackOf(from) : Math.min(from, lookBackOf(date));
	const isRound = state.back.from === FOREVER;
	return {
		forward: { from, to: forward.to },
		back: restOf(back),
		far: restOf(far),
		leftFrom: Math.min(isRound ? roundFrom : state.leftFrom, from, earliest(left)),
	};
}

/** What is left of a stretch. */
const restOf = ({ from, to }: Span): Span => (from < FOREVER ? { from, to } : NOTHING);

/**
 * The events that wait in the state: first those that no other list shows, then the oldest. What does not fit is left to
 * the history.
 */
function waitingAfter({ reading, settings }: Done, left: TriggerEvent[]): Map<string, Waiting> {
	const rank = ({ isOlder, isOnlyLatest, isWaiting }: TriggerEvent): number =>
		isOlder ? 0 : isOnlyLatest || isWaiting ? 1 : 2;
	const { date = Date.now() } = reading;
	const waiting = new Map<string, Waiting>();
	let size = 0;
	const wanted = left.filter(({ raw, isOlder }) => isOlder || settings.isDocument(raw));
	for (const { key, raw, first = date } of wanted.sort((a, b) => rank(a) - rank(b) || a.time - b.time)) {
		size += sizeOf({ raw, first });
		if (waiting.size < MOST_WAITING && size <= MOST_WAITING_SIZE) waiting.set(key, { raw, first });
	}
	return waiting;
}

/**
 * The state for the next poll.
 *
 * @returns `lost`: how many undelivered events count as taken from now on, because the list no longer covers their time
 */
export function commit(done: Done): { next: TriggerState; lost: number } {
	const { state, reading, deliver, settings } = done;
	const { date, audited, starts, reach, gaps } = reading;
	const isDelivered = new Set(deliver.map(({ event }) => event.key));
	const fresh = [...reading.events.values()];
	const left = fresh.filter(({ key, raw }) => !isDelivered.has(key) && settings.passes(raw));
	// Filtered events after the first event that was left are not listed: they could push that event off the list.
	const end = earliest(left);
	const isFiltered = ({ raw, time }: TriggerEvent): boolean => !settings.passes(raw) && time <= end;
	const taken = remember(
		state,
		fresh.filter((event) => isDelivered.has(event.key) || isFiltered(event)),
	);
	const waiting = waitingAfter(done, left);
	const inHistory = left.filter(({ key }) => !waiting.has(key));
	const isLost = ({ time, isOlder }: TriggerEvent): boolean => isOlder === true || time < taken.completeFrom;
	const place = placeAfter(done, inHistory);
	const next = {
		...state,
		...place,
		starts,
		audited,
		gaps: date === undefined ? gaps : gapsToKeep(gaps, date, settings.audit),
		reach,
		...taken,
		waiting: [...waiting.values()],
	};
	return { next, lost: inHistory.filter(isLost).length };
}

/** What the history did not show, and where it is asked for next, as a text to compare. */
const extentOf = ({ gaps }: TriggerState): string =>
	JSON.stringify(gaps.map(({ from, to, end, isNamed }) => [from, to, end, isNamed]));

/**
 * True if a poll without items writes its state. It does so only for the first state, for what exists nowhere else
 * (starts, the parameters that it goes on with, events that begin to wait, what the history did not show), and for an old
 * checkpoint. Any other write could overwrite the delivery of another process.
 */
export function isToBeKept(
	next: TriggerState,
	kept: TriggerState | undefined,
	date: number | undefined,
): boolean {
	if (!kept) return true;
	if (JSON.stringify(next.starts) !== JSON.stringify(kept.starts)) return true;
	if (next.begun.parameters !== kept.begun.parameters) return true;
	if (extentOf(next) !== extentOf(kept)) return true;
	const known = new Set(kept.waiting.map(({ raw }) => JSON.stringify(raw)));
	if (next.waiting.some(({ raw }) => !known.has(JSON.stringify(raw)))) return true;
	const isOld = date !== undefined && kept.forward.from < quietCheckpoint(date);
	return isOld && next.forward.from > kept.forward.from;
}

export function toItem(
	{ event, status, binary }: Delivery,
	{ settings, send }: Pick<Poll, 'settings' | 'send'>,
): INodeExecutionData {
	const json: IDataObject = {
		...send.withoutKey(settings.simplify ? simplifyEvent(event.raw, settings.timeZone) : event.raw),
	};
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined
		? { json }
		: { json, binary: { [send.withoutKey(settings.binaryPropertyName)]: binary } };
}
