import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyEvent } from '../resources/event/model';
import type { Delivery, Worked } from './documents';
import type { Read } from './reader';
import { HOUR, lookBackOf } from './lookBack';
import type { Poll, Settings } from './settings';
import {
	FOREVER,
	MOST_WANTED,
	NOTHING,
	newestOf,
	remember,
	type TriggerEvent,
	type TriggerState,
} from './state';

interface Done extends Worked {
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

/**
 * The position in the history for the next poll. If the reading ended before the checkpoint, the rest of its look-back
 * is left. If it passed the checkpoint, the checkpoint moves on, up to the first update or confirmation that was left.
 * Documents that were left do not stop the checkpoint: the next look-back begins before the oldest event that was left.
 */
function placeAfter({ state, reading, settings }: Done, left: TriggerEvent[]) {
	const { forward, back, far, newest, date = FOREVER } = reading;
	const checkpoint = state.forward.from;
	const isAtPresent = forward.from === FOREVER;
	const isRound = state.back.from === FOREVER;
	const isShort = forward.from < checkpoint;
	const quiet = date < FOREVER ? quietCheckpoint(date) : -FOREVER;
	const present = { from: Math.max(checkpoint, newest, quiet), to: FOREVER };
	const end = isAtPresent ? present : isShort ? state.forward : forward;
	const others = left.filter(({ raw }) => !settings.isDocument(raw));
	// The trigger may have begun long ago, and n8n may have dropped what it delivered since. So its first checkpoint is
	// its start.
	const start = checkpoint < FOREVER ? FOREVER : Math.min(FOREVER, ...Object.values(reading.starts));
	// The checkpoint never passes the service's clock, because events after that time may still appear.
	const from = Math.min(end.from, date, start, earliest(others.filter(({ time }) => time > checkpoint)));
	// While a backlog is read, late events appear near the present. So no ten minutes are read before the checkpoint.
	const roundFrom = isAtPresent ? lookBackOf(from) : Math.min(from, lookBackOf(date));
	const { from: backFrom, to } = isRound && isShort ? forward : back;
	return {
		forward: { from, to: end.to },
		back: backFrom < FOREVER ? { from: backFrom, to } : NOTHING,
		far: far.from < FOREVER ? { from: far.from, to: far.to } : NOTHING,
		leftFrom: Math.min(isRound ? roundFrom : state.leftFrom, from, earliest(left)),
	};
}

/** Events from before the start that still wait. An event that the history no longer shows leaves the list. */
function wantedAfter({ state, reading }: Done, left: TriggerEvent[]): Map<string, number> {
	const isLeft = new Set(left.map(({ key }) => key));
	const isGone = (key: string): boolean => reading.older.from === FOREVER || reading.events.has(key);
	const before = [...state.wanted].filter(([key]) => isLeft.has(key) || !isGone(key));
	const added = left.filter(({ isOlder }) => isOlder);
	return new Map([...before, ...added.map(({ key, time }): [string, number] => [key, time])]);
}

/**
 * The state for the next poll.
 *
 * @returns `lost`: how many undelivered events count as taken from now on, because the list no longer covers their time
 */
export function commit(done: Done): { next: TriggerState; lost: number } {
	const { state, reading, deliver, settings, isAnswering } = done;
	const { date, audited, starts, reach } = reading;
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
	const wanted = wantedAfter(done, left);
	const isLost = ({ key, time }: TriggerEvent): boolean => time < taken.completeFrom && !wanted.has(key);
	// The events of `wanted` have a stretch of their own.
	const inHistory = left.filter(({ key }) => !wanted.has(key));
	const place = placeAfter(done, inHistory);
	const silentSince = Math.min(state.noDocumentsSince, date ?? FOREVER);
	const next = {
		...state,
		...place,
		starts,
		audited,
		reach,
		...taken,
		wanted: newestOf(wanted, MOST_WANTED).times,
		noDocumentsSince:
			isAnswering === undefined ? state.noDocumentsSince : isAnswering ? FOREVER : silentSince,
	};
	return { next, lost: left.filter(isLost).length };
}

/**
 * True if a poll without items writes its state. It does so only for the first state, for what exists nowhere else
 * (starts, new keys of `wanted`), and for an old checkpoint. Any other write could overwrite the delivery of another
 * process.
 */
export function isToBeKept(
	next: TriggerState,
	kept: TriggerState | undefined,
	date: number | undefined,
): boolean {
	if (!kept) return true;
	if (JSON.stringify(next.starts) !== JSON.stringify(kept.starts)) return true;
	if ([...next.wanted.keys()].some((key) => !kept.wanted.has(key))) return true;
	const isOld = date !== undefined && kept.forward.from < quietCheckpoint(date);
	return isOld && next.forward.from > kept.forward.from;
}

export function toItem(
	{ event, status, binary }: Delivery,
	{ settings, send }: Pick<Poll, 'settings' | 'send'>,
): INodeExecutionData {
	const json: IDataObject = { ...send.withoutKey(settings.simplify ? simplifyEvent(event.raw) : event.raw) };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined
		? { json }
		: { json, binary: { [send.withoutKey(settings.binaryPropertyName)]: binary } };
}
