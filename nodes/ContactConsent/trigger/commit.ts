import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyEvent } from '../resources/event/model';
import type { Choice } from './choose';
import type { Delivery, Worked } from './documents';
import type { Read } from './history';
import type { Poll, Settings } from './settings';
import { secondBefore } from './span';
import { FOREVER, NOTHING, remember, type TriggerEvent, type TriggerState, type Waiting } from './state';

interface Done extends Worked, Pick<Choice, 'line'> {
	state: TriggerState;
	reading: Read;
	settings: Settings;
	/** n8n holds a state already; the first one that it keeps sets the start. */
	isKept: boolean;
}

const earliest = (events: readonly TriggerEvent[]): number =>
	Math.min(FOREVER, ...events.map(({ time }) => time - 1));

/**
 * Where the history stands. A reading that ended before the checkpoint leaves the rest of its look-back; one that ended
 * behind it moves the checkpoint on, up to the first update or confirmation that was left. Documents that were left do not
 * stop the way forward: the look-back begins before the first event that was left.
 */
function placeAfter({ state, reading, settings }: Done, leftOut: TriggerEvent[]) {
	const { toRead, newest, date = FOREVER } = reading;
	const checkpoint = state.forward.from;
	const isAtPresent = toRead.from === FOREVER;
	const present = { from: Math.max(checkpoint, newest), to: FOREVER };
	const end = isAtPresent ? present : toRead.from < checkpoint ? state.forward : toRead;
	const others = leftOut.filter(({ raw }) => !settings.isDocument(raw));
	// What the service's clock has not reached yet may still come.
	const from = Math.min(end.from, date, earliest(others.filter(({ time }) => time > checkpoint)));

	// One stretch was read, or the way forward and what was left of a look-back.
	const isOne = state.unfinished.from === FOREVER;
	const rest = isOne ? toRead : reading.unfinished;
	// What comes late while a backlog is worked off is newer than the backlog.
	const lookedBackTo = isAtPresent ? from : date;
	return {
		forward: { ...end, from },
		unfinished: rest.from < checkpoint ? { ...rest, from: Math.min(rest.from, earliest(others)) } : NOTHING,
		lookBackFrom: Math.min(
			isOne ? FOREVER : state.lookBackFrom,
			settings.catchUp ? secondBefore(lookedBackTo - settings.lookback) : FOREVER,
			isAtPresent ? FOREVER : from,
			earliest(leftOut),
		),
	};
}

/** The state that a poll leaves. */
export function commit(done: Done): TriggerState {
	const { state, reading, line, deliver, tried, settings, isKept } = done;
	const { date, audited } = reading;
	const isDelivered = new Set(deliver.map(({ event }) => event.key));
	const isTaken = ({ key }: TriggerEvent): boolean => isDelivered.has(key) || line.has(key);
	const fresh = [...reading.events.values()];
	const leftOut = fresh.filter((event) => !isTaken(event) && settings.passes(event.raw));
	// Newer ones would push what was left for later off the list.
	const end = earliest(leftOut);
	const isFiltered = ({ raw, time }: TriggerEvent): boolean => !settings.passes(raw) && time <= end;
	const taken = fresh.filter((event) => isTaken(event) || isFiltered(event));
	const waiting = [...line].flatMap(([key, { event, since, tried: last }]): Waiting[] => {
		if (isDelivered.has(key)) return [];
		const lastTried = tried.has(key) ? (date ?? last) : last;
		// A clock that was put back makes no wait longer.
		return [{ event, since: Math.min(since, date ?? since), tried: lastTried }];
	});
	const startOf = (kind: string, now: number) => Math.min(state.starts[kind] ?? now, isKept ? FOREVER : now);
	let { starts } = state;
	if (date !== undefined)
		starts = Object.fromEntries(settings.kinds.map((kind) => [kind, startOf(kind, date)]));
	const place = placeAfter(done, leftOut);
	return { ...state, ...place, starts, audited, taken: remember(state.taken, taken), waiting };
}

export function toItem(
	{ event, status, binary }: Delivery,
	{ settings, send }: Pick<Poll, 'settings' | 'send'>,
): INodeExecutionData {
	const json: IDataObject = { ...send.withoutKey(settings.simplify ? simplifyEvent(event.raw) : event.raw) };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined ? { json } : { json, binary: { [settings.binaryPropertyName]: binary } };
}
