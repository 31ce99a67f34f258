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

/** While nothing comes, the checkpoint follows the service's clock so far behind, in steps of an hour. */
const BEHIND = 6 * HOUR;

const earliest = (events: ReadonlyArray<{ time: number }>): number =>
	Math.min(FOREVER, ...events.map(({ time }) => time - 1));

/** The checkpoint of a trigger to which nothing comes: `from` is never old on a quiet account. */
const quietCheckpoint = (date: number): number => Math.floor((date - BEHIND) / HOUR) * HOUR;

/**
 * Where the history stands. A reading that ended before the checkpoint leaves the rest of its look-back; one that ended
 * behind it moves the checkpoint on, up to the first update or confirmation that was left. Documents that were left do not
 * stop the way forward: the look-back begins before the first event that was left.
 */
function placeAfter({ state, reading, settings }: Done, left: TriggerEvent[], wantedFrom: number) {
	const { forward, back, far, newest, date = FOREVER } = reading;
	const checkpoint = state.forward.from;
	const isAtPresent = forward.from === FOREVER;
	const isRound = state.back.from === FOREVER;
	const isShort = forward.from < checkpoint;
	const quiet = date < FOREVER ? quietCheckpoint(date) : -FOREVER;
	const present = { from: Math.max(checkpoint, newest, quiet), to: FOREVER };
	const end = isAtPresent ? present : isShort ? state.forward : forward;
	const others = left.filter(({ raw }) => !settings.isDocument(raw));
	// What the service's clock has not reached yet may still come.
	const from = Math.min(end.from, date, earliest(others.filter(({ time }) => time > checkpoint)));
	// What comes late while a backlog is worked off is newer than the backlog.
	const roundFrom = isAtPresent ? lookBackOf(from) : Math.min(from, lookBackOf(date));
	const { from: backFrom, to } = isRound && isShort ? forward : back;
	return {
		forward: { from, to: end.to },
		back: backFrom < FOREVER ? { from: backFrom, to } : NOTHING,
		far: far.from < FOREVER ? { from: far.from, to: far.to } : NOTHING,
		leftFrom: Math.min(isRound ? roundFrom : state.leftFrom, from, earliest(left), wantedFrom),
	};
}

/** Those from before the start that still wait. One that the history does not show any more is not waited for. */
function wantedAfter({ state, reading }: Done, left: TriggerEvent[]): Map<string, number> {
	const isLeft = new Set(left.map(({ key }) => key));
	const isAllRead = state.back.from === FOREVER && reading.forward.from === FOREVER;
	const isGone = (key: string): boolean => isAllRead || reading.events.has(key);
	const before = [...state.wanted].filter(([key]) => isLeft.has(key) || !isGone(key));
	const added = left.filter(({ isOlder }) => isOlder);
	return new Map([...before, ...added.map(({ key, time }): [string, number] => [key, time])]);
}

/** The state that a poll leaves, and how many events fell off the list before they were delivered. */
export function commit(done: Done): { next: TriggerState; lost: number } {
	const { state, reading, deliver, settings, isAnswering } = done;
	const { date, audited, starts, reach } = reading;
	const isDelivered = new Set(deliver.map(({ event }) => event.key));
	const fresh = [...reading.events.values()];
	const left = fresh.filter(({ key, raw }) => !isDelivered.has(key) && settings.passes(raw));
	// Newer ones would push what was left for later off the list.
	const end = earliest(left);
	const isFiltered = ({ raw, time }: TriggerEvent): boolean => !settings.passes(raw) && time <= end;
	const taken = remember(
		state,
		fresh.filter((event) => isDelivered.has(event.key) || isFiltered(event)),
	);
	const wanted = wantedAfter(done, left);
	const isLost = ({ key, time }: TriggerEvent): boolean => time < taken.completeFrom && !wanted.has(key);
	const place = placeAfter(done, left, earliest([...wanted.values()].map((time) => ({ time }))));
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
 * What n8n is handed to be kept: beside items all, beside `null` only what is found out nowhere else. Anything else could
 * overwrite what another process has delivered in the meantime.
 */
export function isToBeKept(
	next: TriggerState,
	kept: TriggerState | undefined,
	date: number | undefined,
): boolean {
	if (!kept) return true;
	const known = ({ starts, wanted }: TriggerState) => JSON.stringify([starts, [...wanted]]);
	if (known(next) !== known(kept)) return true;
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
