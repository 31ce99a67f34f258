import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import { latestRequest } from '../resources/event/requests';
import type { TriggerEvent } from './event';
import { eventsOf, readHistory, type Reached, type Reader } from './history';
import type { Poll, Settings } from './settings';
import { FOREVER, isTurnOfWaiting, known, type Span, type TriggerState } from './state';

const HOUR = 60 * 60_000;

/** What a poll has read. It decides nothing: every fresh event is in it, whether it fits or not. */
export interface Read {
	/** The history from where it was read up to; missing where it failed at once. */
	forward?: Reached;
	/** The audited history, and the service's clock at the start of the audit; missing where none was due. */
	audit?: Reached & { since: number };
	latest: TriggerEvent[];
	/** The service's clock; infinite where it has not answered. */
	date: number;
	/** What ended the reading before its time. */
	error?: Error;
}

type Reading = Omit<Read, 'date'>;

export const eventsRead = ({ forward, audit, latest }: Reading): TriggerEvent[] => {
	const all = [...(forward?.events ?? []), ...(audit?.events ?? []), ...latest];
	return [...new Map(all.map((event) => [event.key, event])).values()];
};

/** To the second before, because services may cut event times to the second, and leave out the bound itself. */
const before = (time: number): number => Math.floor(time / 1000) * 1000 - 1;

/** Where delivery begins, before the first poll never: reading older events would take them from `/events/latest`. */
const earliest = ({ starts, taken }: TriggerState): number =>
	Math.max(Math.min(...Object.values(starts)), taken.completeFrom) - 1;

/**
 * Where the history is read from: what is left of it, and `lookback` before the newest event read (while something is
 * left, before the last reading). With Catch Up off only what is left, and at first from the start that was set.
 */
function forwardFrom(state: TriggerState, { catchUp, lookback }: Settings): Span {
	const { since, from, to } = state.forward;
	const back = catchUp || state.revision === 0 ? before(since - lookback) : FOREVER;
	return { from: Math.max(Math.min(from, back), earliest(state)), to };
}

/** Where the audit begins or goes on, once an hour; a clock that was put back does not stop it. */
function auditFrom(state: TriggerState, { catchUp, audit: reach }: Settings, now: number, date: number) {
	const { since, from, to, at } = state.audit;
	if (reach === 0 || !catchUp) return undefined;
	if (from < FOREVER) return { from, to };
	const begin = Math.max(before(Math.min(since, date) - reach), earliest(state));
	return now >= at && now - at < HOUR ? undefined : { from: begin, to };
}

/**
 * Reads `/events/latest` until a page brings no news, the room is used up, or time is up. What it gives is gone there,
 * so it is added to the result at once, should a later page fail.
 */
async function readLatest(reader: Reader, isNews: Reader['isFresh'], result: Reading) {
	const { settings, lists } = reader;
	for (const type of settings.series) {
		let news: TriggerEvent[];
		do {
			const inHand = new Set(eventsRead(result).map(({ key }) => key));
			const limit = Math.min(settings.pageSize, settings.maxEvents - inHand.size);
			if (limit < 1 || reader.now() >= lists) return;
			const answer = await reader.send<IDataObject[]>(latestRequest(type, limit), { deadline: reader.end });
			const page = eventsOf(reader, type, { items: answer.body, date: answer.headers.date });
			news = page.filter((event) => isNews(event) && !inHand.has(event.key));
			result.latest.push(...news);
		} while (news.length > 0);
	}
}

/**
 * Reads what there is. The way forward comes first and the audit gets time of its own, so that neither stops the other.
 * `/events/latest` comes last and only where the history was read up to the present.
 *
 * @throws what failed, where the service has not answered at all and nothing waits
 */
export async function read(state: TriggerState, poll: Poll): Promise<Read> {
	const { settings, now, lists } = poll;
	const { isFresh, isNews } = known(state, settings.kinds);
	const reader: Reader = { ...poll, isFresh };
	const start = now();
	const part = (share: number) => start + (lists - start) * share;
	const result: Reading = { latest: [] };
	// Reading the history of a kind that was chosen since would take its events from there.
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	// What hangs must not take the time of the documents at every poll.
	if (isTurnOfWaiting(state)) reader.end = lists;
	try {
		if (isNewKind) await readLatest(reader, isNews, result);
		const first = forwardFrom(state, settings);
		result.forward = await readHistory(reader, first, FOREVER, part(1 / 2));
		const { error, rest } = result.forward;
		// A crowded instant stops the way forward alone.
		if (error !== undefined && !(error instanceof OperationalError)) throw error;
		const { date = 0 } = reader;
		const audit = now() < reader.end ? auditFrom(state, settings, start, date) : undefined;
		if (audit !== undefined) {
			const reached = await readHistory(reader, audit, first.from + 1, part(3 / 4));
			result.audit = { ...reached, since: state.audit.from < FOREVER ? state.audit.since : date };
			if (result.audit.error !== undefined) throw result.audit.error;
		}
		if (error !== undefined) throw error;
		if (rest.from === FOREVER && !isNewKind) await readLatest(reader, isNews, result);
	} catch (error) {
		result.error = error as Error;
	}
	const { date = Infinity } = reader;
	if (date === Infinity && state.awaiting.length === 0) {
		throw result.error ?? new OperationalError('There was no time to ask');
	}
	return { ...result, date };
}
