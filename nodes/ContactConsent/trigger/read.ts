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

/**
 * Reads the history from the checkpoint on, the audited history where that is due, and `/events/latest`.
 *
 * The way forward comes first and the audit gets time of its own, so that neither stops the other. `/events/latest`
 * comes last and only where the history was read up to the present: what it gives is gone there.
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
	const inHand = new Map<string, TriggerEvent>();
	const take = ({ events }: Reached) => {
		for (const event of events) inHand.set(event.key, event);
	};

	if (first !== undefined) {
		const bounds = { until: null, room: maxEvents, deadline: part(1 / 2) };
		result.forward = await readInSlices(reader, first, isFresh, bounds);
		take(result.forward);
		const { error, rest, events } = result.forward;
		if (error && rest?.from === first.from && events.length === 0) delete result.forward;
		if (error) return done(error);
	}
	if (first !== undefined && isAuditDue) {
		const started = state.audit.place?.started ?? reader.date ?? 0;
		const span = auditFrom(state, settings);
		const until = first.from + 1;
		const bounds = { until, room: maxEvents, deadline: part(3 / 4) };
		const nothing: Reached = { events: [], newest: -Infinity, rest: null };
		const reached = span.from + 1 < until ? await readInSlices(reader, span, isFresh, bounds) : nothing;
		result.audit = { ...reached, started };
		take(reached);
		if (reached.error && reached.rest?.from === span.from) delete result.audit;
		if (reached.error) return done(reached.error);
	}
	if (result.forward !== undefined && result.forward.rest !== null) return done();

	const due = dueOf(state, clock.now(), settings).length;
	const { events: mostDocuments } = roomToWait(state);
	const mayBring = settings.kinds.some((type) => needsWork({ type }, settings));
	const room = (kept: readonly TriggerEvent[]) => {
		const all = [...inHand.values(), ...kept];
		const documents = all.filter(({ raw }) => needsWork(raw, settings)).length;
		const places = placesForLatest(due, all.length, settings);
		return Math.min(places, mayBring ? mostDocuments - documents : Infinity);
	};
	const isWanted = (event: TriggerEvent) => isNews(event) && !inHand.has(event.key);
	const latest = await readLatest(reader, isWanted, room, clock.lists);
	result.latest = latest.events;
	return done(latest.error);
}
