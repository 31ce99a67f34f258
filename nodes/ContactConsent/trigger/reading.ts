import type { IDataObject } from 'n8n-workflow';

import type { EventType } from '../operations/event/eventOutput';
import { isTooDeep, MOST_LEVELS, scalarText } from '../lib/json';
import { shortened } from '../lib/text';
import { MINUTE } from '../lib/time';
import { needsAPerson, ServiceError } from '../transport/errors';
import { asksToWait, says } from '../transport/statuses';
import type { Send } from '../transport/types';
import type { PeriodsToRead } from './lookBack';
import type { Poll } from './pollContext';
import type { TriggerState } from './state';
import { MOST_TAKEN, type classifier } from './taken';
import { iso, toTriggerEvent, type TriggerEvent } from './triggerEvent';

/** The shares of a poll's time after which no page of the history is requested, */
export const HISTORY_SHARE = 1 / 2;
/** by which the pages of the history have to arrive, */
export const HISTORY_END = 5 / 8;
/** and by which the answers of `/events/latest` have to arrive. The rest of the time is for documents. */
export const LISTS_END = 3 / 4;

/** The most events of a poll, including those that take no room: the list of taken events has no place for more. */
export const MOST_EVENTS = MOST_TAKEN;

/** How far the time of an event may be behind the `Date` of an answer that came before it: clocks differ. */
const CLOCKS_DIFFER_BY = MINUTE;

/** In characters. */
const LONGEST_NAME = 100;

/**
 * What a poll has read. It contains every event that was not taken yet; `choose` decides which of them fit. The periods
 * are what is left to read: one that was read to its end is missing.
 */
export interface PollReading extends PeriodsToRead {
	/** The events that were not taken yet, by their keys. */
	events: Map<string, TriggerEvent>;
	/** Events with the ID of another one that was taken before, by their keys. They count as taken. */
	again: Map<string, TriggerEvent>;
	/** The newest `event_time` that the history has shown, including events that were taken before. */
	newest: number;
	/** From when on events of each kind are delivered. A kind without a start gets one with the poll's first answer. */
	starts: TriggerState['starts'];
	skipped: TriggerState['skipped'];
	historyLimit: TriggerState['historyLimit'];
	/** The service's clock: the earliest `Date` of this poll. Events that existed then are in every later answer. */
	date?: number;
	/** The failures of the history (read forward) and of `/events/latest`. */
	listErrors: Partial<Record<'history' | 'latest', Error>>;
	/**
	 * `/events/latest` was not asked: the history has a backlog, or this trigger wants only documents of it, which stay
	 * there while the history fails.
	 */
	isLatestLeft: boolean;
	/** A slice of the history failed. Reading may have gone on behind it. */
	hasFailedSlice: boolean;
	/** The failure that ended a look-back early. */
	lookBackError?: Error;
}

/**
 * A reading in progress, with what it needs. `read.ts`, `readHistory.ts`, `readLatest.ts` and `noteAnswer` write into it; all
 * other functions get it only to ask. Of its events, `noteFirstSeen` sets `first` once the reading is over.
 */
export interface EventReader
	extends PollReading, Pick<Poll, 'settings' | 'now' | 'timeLeft' | 'log' | 'send'> {
	state: TriggerState;
	/** Sends with the time limit for pages of the history (`HISTORY_END`). */
	sendForHistory: Send;
	classify: ReturnType<typeof classifier>;
	/** Milliseconds since the trigger began; 0 if it has a start. */
	age: number;
	/** n8n has stored a state. The first state that it stores sets the start. */
	isStored: boolean;
	/** The history has failed for so long that documents are no longer left to it. */
	wasHistoryGone: boolean;
	/** What the list of the history asked for in which the last slice failed. */
	failedType?: EventType;
}

/** The service's clock. Before its first answer, n8n's clock counts. */
export const clockOf = ({ date, now }: Pick<EventReader, 'date' | 'now'>): number => date ?? now();

/**
 * The starts with the first answer of a poll, when kinds without one get theirs. `first` is when the trigger began; with
 * *Begin With* "now" a minute earlier, because clocks differ: who publishes and then tries it out misses nothing.
 *
 * | *Begin With*        | a kind has a start | n8n has stored it | the start of this kind | the start of a kind without one |
 * | ------------------- | ------------------ | ----------------- | ---------------------- | ------------------------------- |
 * | "now", "unreceived" | no                 |                   |                        | `first`                         |
 * | "now", "unreceived" | yes                | no                | the earlier of it and `first`: the service's clock may have been put back | `first` |
 * | "now", "unreceived" | yes                | yes               | stays                  | `date`                          |
 * | "date"              | yes                |                   | stays                  | `date`                          |
 *
 * @param date the service's clock
 */
function startsAt(date: number, { settings, state, age, isStored }: EventReader): TriggerState['starts'] {
	const isNew = Object.keys(state.starts).length === 0;
	const first = date - age - (state.begun.with === 'unreceived' ? 0 : CLOCKS_DIFFER_BY);
	const mayMoveBack = !isStored && state.begun.with !== 'date';
	const startOf = (kind: string): number => {
		const start = state.starts[kind] ?? (isNew ? first : date);
		return mayMoveBack ? Math.min(start, first) : start;
	};
	return Object.fromEntries(settings.kinds.map((kind) => [kind, startOf(kind)]));
}

/**
 * The starts, if the service does not tell its clock. A start by n8n's clock may be in the future, if that clock was ahead
 * when the trigger began and was put right since: then it moves back to a minute before the present. It stays if an event
 * behind it was taken, because then n8n's clock is behind now; and it stays with a chosen date.
 *
 * @param now n8n's clock
 */
function withoutFuture(
	starts: TriggerState['starts'],
	now: number,
	{ state, log }: EventReader,
): TriggerState['starts'] {
	if (state.begun.with === 'date') return starts;
	const newest = [...state.taken.values()].reduce((a, b) => Math.max(a, b), -Infinity);
	const isFuture = (start: number): boolean => start > now && start > newest;
	if (!Object.values(starts).some(isFuture)) return starts;
	const moved = now - CLOCKS_DIFFER_BY;
	log('warn', `n8n's clock was put back behind the start of the trigger, so it starts at ${iso(moved)}`);
	return Object.fromEntries(
		Object.entries(starts).map(([kind, start]) => [kind, isFuture(start) ? moved : start]),
	);
}

/**
 * Notes an answer: the service's clock. The first answer of a poll also sets the starts: nothing can be classified
 * before, and the clock of a later answer would leave out what came in between.
 *
 * @returns the time of this answer
 */
export function noteAnswer(reader: EventReader, header: string | undefined): number {
	// If the service sends no `Date`, n8n's clock counts.
	const told = Date.parse(header ?? '') || undefined;
	const date = told ?? reader.now();
	if (reader.date === undefined) {
		const starts = startsAt(date, reader);
		reader.starts = told === undefined ? withoutFuture(starts, date, reader) : starts;
	}
	reader.date = Math.min(reader.date ?? date, date);
	return date;
}

/** Leaves out an event that nests too deeply for n8n. The others of its page arrive. */
function isUsable({ log }: EventReader, item: IDataObject): boolean {
	if (!isTooDeep(item)) return true;
	const name = shortened(scalarText(item.event_id) ?? 'without an ID', LONGEST_NAME);
	log('warn', `left out the event ${name}: it nests more than ${MOST_LEVELS} levels deep`);
	return false;
}

/**
 * Takes in an answer, and notes the service's clock.
 *
 * @returns the events that belong to its series: the service may ignore the filter, or send other kinds
 */
export function receive(
	reader: EventReader,
	type: EventType | undefined,
	items: IDataObject[],
	header?: string,
): TriggerEvent[] {
	const date = noteAnswer(reader, header);
	const kinds: readonly unknown[] = type === undefined ? reader.settings.kinds : [type];
	return items
		.filter((item) => kinds.includes(item.type) && isUsable(reader, item))
		.map((item) => toTriggerEvent(item, date));
}

/**
 * True if the lists of other kinds are asked for although one has failed: its kind may be the reason. False if the service
 * does not answer itself, asks to wait or refuses the key: such an outage and a limit cost no further requests. An outage that
 * answers 500 does: with two kinds, up to 17 in a poll instead of 5.
 */
export function mayShowOthers(error: unknown): boolean {
	if (!(error instanceof ServiceError) || needsAPerson(error)) return false;
	const { kind, status, neverSent } = error.facts;
	const isAnswer =
		kind === 'status' || kind === 'unexpectedBody' || kind === 'tooLarge' || kind === 'endless';
	return isAnswer && !neverSent && !asksToWait(error.facts) && !says(status, 'gateway');
}

/** True if an event takes a place in the execution. Filtered events and documents that wait do not. */
export const takesRoom = ({ settings }: EventReader, { raw }: TriggerEvent): boolean =>
	settings.passes(raw) && !settings.wantsPdf(raw);

/** How many more events fit into this poll. */
export const placesLeft = (reader: EventReader): number =>
	reader.settings.maxEvents - [...reader.events.values()].filter((event) => takesRoom(reader, event)).length;
