import type { Send } from '../transport/types';
import type { TriggerEvent } from './event';
import { readLatest, type Reader } from './history';
import type { Settings } from './settings';
import { readInSlices, type Reached } from './slices';
import { known, type Span, type TriggerState } from './state';
import { dueOf, needsWork, placesForLatest, roomToWait } from './waiting';

/** The clocks of a poll, in epoch milliseconds. */
export interface Clock {
	/** n8n's clock. */
	now: () => number;
	/** Until then lists are asked for; the rest is for the last answer and for PDFs. */
	lists: number;
	end: number;
}

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read {
	/** The history from the checkpoint or the backlog on; missing where it was not wanted. */
	forward?: Reached;
	/** The audited history, and the service's clock at the start of the audit; missing where none was due. */
	audit?: Reached & { started: number };
	latest: TriggerEvent[];
	/** The service's clock; missing where it did not answer. */
	date: number | undefined;
	/** What ended the reading before its time. */
	error?: Error;
}

const earliest = ({ starts }: TriggerState): number => Math.min(...Object.values(starts));

/** To the second before, because services may cut event times to the second, and leave out the bound itself. */
const before = (time: number): number => Math.floor(time / 1000) * 1000 - 1;

/** Where the history is read from, going forward; `undefined`: not at all. */
export function forwardFrom(state: TriggerState, { catchUp, lookback }: Settings): Span | undefined {
	if (state.backlog !== null) return state.backlog;
	if (!catchUp || Object.keys(state.starts).length === 0) return undefined;
	const from = Math.max(state.checkpoint - lookback, earliest(state), state.taken.completeFrom);
	return { from: before(from), to: null };
}

/** Where the audit begins or goes on; it ends where the forward reading begins. */
function auditFrom(state: TriggerState, { audit: days }: Settings): Span {
	const { completed, place } = state.audit;
	if (place !== null) return place;
	const from = Math.max(completed - days, earliest(state), state.taken.completeFrom);
	return { from: before(from), to: null };
}

/** How many events of `/events/latest` fit: what it gives is gone there. */
function roomFor(
	state: TriggerState,
	settings: Settings,
	now: number,
	inHand: ReadonlyMap<string, TriggerEvent>,
) {
	const due = dueOf(state, now, settings).length;
	const { events: mostDocuments } = roomToWait(state);
	const mayBring = settings.kinds.some((type) => needsWork({ type }, settings));
	return (kept: readonly TriggerEvent[]): number => {
		const all = [...inHand.values(), ...kept];
		const documents = all.filter(({ raw }) => needsWork(raw, settings)).length;
		const places = placesForLatest(due, all.length, settings);
		return Math.min(places, mayBring ? mostDocuments - documents : Infinity);
	};
}

const NOTHING: Reached = { events: [], newest: -Infinity, rest: null };

/** A reading that broke off before it brought anything did not take place. */
const unlessStuck = <T extends Reached>(reached: T, from: number): T | undefined =>
	reached.error && reached.rest?.from === from && reached.events.length === 0 ? undefined : reached;

/**
 * Reads the history from the checkpoint on, the audited history where that is due, and `/events/latest`.
 *
 * The way forward comes first and the audit gets time of its own, so that neither stops the other. `/events/latest`
 * comes last and only where the history was read up to the present.
 *
 * @param isAuditDue an audit is to begin, or to go on
 */
export async function read(
	state: TriggerState,
	settings: Settings,
	{ send, clock }: { send: Send; clock: Clock },
	isAuditDue: boolean,
): Promise<Read> {
	const { series, pageSize, maxEvents } = settings;
	const reader: Reader = { send, series, pageSize, end: clock.end, now: clock.now };
	const { isFresh, isNews } = known(state, settings.kinds);
	const start = clock.now();
	/** Part of the time for lists, so that each reading has some of its own. */
	const part = (share: number) => start + (clock.lists - start) * share;
	const result: Read = { latest: [], date: undefined };
	const done = (error?: Error): Read => ({ ...result, date: reader.date, ...(error && { error }) });

	const first = forwardFrom(state, settings);
	if (first !== undefined) {
		const bounds = { until: null, room: maxEvents, deadline: part(1 / 2) };
		const reached = await readInSlices(reader, first, isFresh, bounds);
		result.forward = unlessStuck(reached, first.from);
		if (reached.error) return done(reached.error);
	}
	if (first !== undefined && isAuditDue) {
		const started = state.audit.place?.started ?? reader.date ?? 0;
		const from = auditFrom(state, settings);
		const bounds = { until: first.from + 1, room: maxEvents, deadline: part(3 / 4) };
		const isEmpty = from.from >= first.from;
		const reached = isEmpty ? NOTHING : await readInSlices(reader, from, isFresh, bounds);
		result.audit = unlessStuck({ ...reached, started }, from.from);
		if (reached.error) return done(reached.error);
	}
	if (result.forward !== undefined && result.forward.rest !== null) return done();

	const events = [...(result.forward?.events ?? []), ...(result.audit?.events ?? [])];
	const inHand = new Map(events.map((event) => [event.key, event]));
	const isWanted = (event: TriggerEvent) => isNews(event) && !inHand.has(event.key);
	const room = roomFor(state, settings, clock.now(), inHand);
	const latest = await readLatest(reader, isWanted, room, clock.lists);
	result.latest = latest.events;
	return done(latest.error);
}
