import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyEvent } from '../resources/event/model';
import type { Chosen } from './choose';
import type { Delivery, Worked } from './documents';
import type { Read } from './read';
import { isDocument, type Settings } from './settings';
import { before, isAuditDue } from './span';
import { FOREVER, NOTHING, remember, type TriggerEvent, type TriggerState, type Waiting } from './state';

/** All that a poll has done. */
export interface Done {
	state: TriggerState;
	reading: Read;
	chosen: Chosen[];
	worked: Worked;
	settings: Settings;
	/** n8n's clock, as it was for `span`. */
	now: number;
	/** n8n holds a state already; the first one that it keeps sets the start. */
	isKept: boolean;
}

const earliest = (events: readonly TriggerEvent[]): number =>
	Math.min(FOREVER, ...events.map(({ time }) => time - 1));

/** The look-back and the way forward were one stretch, and not in vain. */
const isWhole = ({ state, reading }: Done): boolean =>
	reading.reached.length > 0 && state.unfinished.from === FOREVER;

/**
 * Where the history stands. A reading that ended before the checkpoint leaves the rest of its look-back; one that ended
 * behind it moves the checkpoint on, up to the first update or confirmation that was left. Documents that were left do not
 * stop the way forward: the look-back begins before the first of them.
 */
function placeAfter(done: Done, leftOut: TriggerEvent[]) {
	const { state, reading, settings } = done;
	// What the service's clock has not reached yet may still come.
	const { reached, date = FOREVER } = reading;
	const checkpoint = state.forward.from;
	const { rest, newest } = reached[0] ?? { rest: state.forward, newest: -Infinity };
	const isAtPresent = rest.from === FOREVER;
	const present = { from: Math.max(checkpoint, newest), to: FOREVER };
	const end = isAtPresent ? present : rest.from < checkpoint ? state.forward : rest;
	const isAhead = ({ raw, time }: TriggerEvent) => time > checkpoint && !isDocument(raw, settings);
	const from = Math.min(end.from, date, earliest(leftOut.filter(isAhead)));

	// What comes late while a backlog is worked off is newer than the backlog.
	const lookedBackTo = isAtPresent ? from : date;
	const unfinished = isWhole(done) ? rest : (reached[1]?.rest ?? state.unfinished);
	return {
		forward: { ...end, from },
		unfinished: unfinished.from < checkpoint ? unfinished : NOTHING,
		lookBackFrom: Math.min(
			isWhole(done) ? FOREVER : state.lookBackFrom,
			settings.catchUp ? before(lookedBackTo - settings.lookback) : FOREVER,
			isAtPresent ? FOREVER : from,
			earliest(leftOut.filter(({ time }) => time <= from)),
		),
	};
}

/** What waits after this poll: what was not chosen, and what was tried in vain. */
function waitingAfter({ state, chosen, worked, reading: { date = FOREVER } }: Done): Waiting[] {
	const isChosen = new Set(chosen.map(({ waiting }) => waiting));
	const again = worked.waiting.flatMap(({ waiting, wasTried }) => {
		if (waiting === undefined) return [];
		const { event, since, tried } = waiting;
		// A clock that was put back makes no wait longer.
		return { event, since: Math.min(since, date), tried: wasTried && date < FOREVER ? date : tried };
	});
	return [...state.waiting.filter((entry) => !isChosen.has(entry)), ...again];
}

/** The state that a poll leaves. */
export function commit(done: Done): TriggerState {
	const { state, reading, worked, settings, now, isKept } = done;
	const { date } = reading;
	const taken = [...worked.deliver, ...worked.waiting].map(({ event }) => event);
	const isTaken = new Set(taken.map(({ key }) => key));
	const left = [...reading.events.values()].filter(({ key }) => !isTaken.has(key));
	const leftOut = left.filter(({ raw }) => settings.passes(raw));
	// Newer ones would push what was left for later off the list.
	const filtered = left.filter(({ raw, time }) => !settings.passes(raw) && time <= earliest(leftOut));
	const isAudited = isWhole(done) && isAuditDue(state, settings, now);
	const startOf = (kind: string, at: number) => Math.min(state.starts[kind] ?? at, isKept ? FOREVER : at);
	const starts = settings.kinds.map((kind): [string, number] => [kind, startOf(kind, date ?? 0)]);
	return {
		...state,
		...placeAfter(done, leftOut),
		starts: date === undefined ? state.starts : Object.fromEntries(starts),
		audited: isAudited ? { at: now, checkpoint: state.forward.from } : state.audited,
		taken: remember(state.taken, [...filtered, ...taken]),
		waiting: waitingAfter(done),
	};
}

/** An item of the output. */
export function toItem({ event, status, binary }: Delivery, settings: Settings): INodeExecutionData {
	const json: IDataObject = settings.simplify ? simplifyEvent(event.raw) : { ...event.raw };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined ? { json } : { json, binary: { [settings.binaryPropertyName]: binary } };
}
