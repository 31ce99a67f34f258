import { HOUR } from '../lib/time';
import type { Delivery } from './documents';
import { nearFrom } from './lookBack';
import { justBefore, type Period } from './period';
import { clockOf, type Reading } from './reading';
import type { Settings } from './settings';
import { skippedToKeep } from './skippedPeriods';
import { MOST_WAITING, MOST_WAITING_SIZE, sizeOf } from './state';
import type { Rest, TriggerState, Waiting } from './state';
import { withTaken } from './taken';
import type { TriggerEvent } from './triggerEvent';

interface Done {
	deliver: Delivery[];
	state: TriggerState;
	reading: Reading;
	settings: Settings;
	/** n8n's clock. */
	now: () => number;
}

/** How far the checkpoint stays behind the service's clock on a quiet account. */
const BEHIND = 6 * HOUR;

/** Just before the first of these events; `Infinity` if there is none. */
const beforeFirst = (events: ReadonlyArray<{ time: number }>): number =>
	justBefore(Math.min(...events.map(({ time }) => time)));

/**
 * The checkpoint of a quiet account. It follows the service's clock, so that no poll asks for a period that the history
 * refuses. It moves in steps of an hour, so that the state is written once an hour at most.
 */
const quietCheckpoint = (date: number): number => Math.floor((date - BEHIND) / HOUR) * HOUR;

/** Where the reading forward ended. */
interface End {
	/** The new checkpoint, if nothing was left before. */
	checkpoint: number;
	/** Where the first slice behind it ends, if not all fits. */
	sliceTo?: number;
	/** What is left of a look-back up to the checkpoint. */
	back?: Period;
	isAtPresent: boolean;
}

/**
 * The three ways in which the reading forward ends. An example: the checkpoint was 11:59, and it is 12:00.
 *
 *     11:49      11:59      11:59:30      12:00
 *     |----------|----------|-------------|
 *     |-------------- read ---------------|   up to the present: the checkpoint becomes the newest event's time
 *     |------- read --------|--- backlog -|   past the checkpoint: it becomes 11:59:30
 *     |-- read --|-- not reached ---------|   not up to the checkpoint: it stays, and the rest becomes `back`
 */
function endOf({ state, reading }: Done, before: number): End {
	const { forward, back, newest, date } = reading;
	if (forward === undefined) {
		// It came up to the present.
		const quiet = date === undefined ? -Infinity : quietCheckpoint(date);
		return { checkpoint: Math.max(before, newest, quiet), back, isAtPresent: true };
	}
	// It passed the checkpoint and left a backlog.
	if (forward.from >= before)
		return { checkpoint: forward.from, sliceTo: forward.sliceTo, back, isAtPresent: false };
	// It did not reach the checkpoint. The rest is read later, and the rest of an earlier one before it.
	const rest = state.back ? back : forward;
	return { checkpoint: before, sliceTo: state.sliceTo, back: rest, isAtPresent: false };
}

/** What is left of a look-back, with the end of its first slice. */
function restOf(period: Period | undefined): Rest | undefined {
	if (period === undefined) return undefined;
	const { from, to, sliceTo = to } = period;
	return { from, sliceTo: sliceTo === undefined ? undefined : Math.min(sliceTo, to ?? sliceTo) };
}

type Place = Pick<TriggerState, 'checkpoint' | 'sliceTo' | 'lookBackFrom' | 'back' | 'far'>;

/**
 * The first place in the history: the trigger may have begun long ago, and n8n may have dropped what it delivered since.
 * So its first checkpoint is its start.
 */
function firstPlace({ reading: { starts, date = Infinity } }: Done, left: TriggerEvent[]): Place {
	const checkpoint = Math.min(date, ...Object.values(starts));
	// The service has not answered yet.
	if (checkpoint === Infinity) return {};
	return { checkpoint, lookBackFrom: Math.min(nearFrom(checkpoint), beforeFirst(left)) };
}

/**
 * The place in the history for the next poll. The checkpoint moves on up to the first update or confirmation that was
 * left. Documents that were left do not stop it: the next look-back begins before the oldest event that was left.
 */
function nextPlace(done: Done, left: TriggerEvent[]): Place {
	const { state, reading, settings } = done;
	const { checkpoint: before, lookBackFrom = before } = state;
	if (before === undefined || lookBackFrom === undefined) return firstPlace(done, left);
	// Without an answer of the service there is nothing new for its clock to hold back.
	const { far, date = Infinity } = reading;
	const end = endOf(done, before);
	const others = left.filter(({ raw, time }) => !settings.isDocument(raw) && time > before);
	// The checkpoint never passes the service's clock, because events after that time may still appear.
	const checkpoint = Math.min(end.checkpoint, date, beforeFirst(others));
	// While a backlog is read, late events appear near the present. So no ten minutes are read before the checkpoint.
	const nextNear = end.isAtPresent ? nearFrom(checkpoint) : Math.min(checkpoint, nearFrom(date));
	return {
		checkpoint,
		sliceTo: end.sliceTo,
		back: restOf(end.back),
		far: restOf(far),
		// A look-back goes on until its end. Only then does the next one begin.
		lookBackFrom: Math.min(state.back ? lookBackFrom : nextNear, checkpoint, beforeFirst(left)),
	};
}

/**
 * The events that wait in the state: first those that no other list shows, then the oldest. What does not fit is left to
 * the history.
 */
function waitingAfter({ reading, settings, now }: Done, left: TriggerEvent[]): Map<string, Waiting> {
	const rank = ({ isOlder, isOnlyLatest, isWaiting }: TriggerEvent): number =>
		isOlder ? 0 : isOnlyLatest || isWaiting ? 1 : 2;
	const date = clockOf({ date: reading.date, now });
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
export function nextState(done: Done): { next: TriggerState; lost: number } {
	const { state, reading, deliver, settings } = done;
	const { date, audited, starts, historyLimit, skipped } = reading;
	const isDelivered = new Set(deliver.map(({ event }) => event.key));
	const events = [...reading.events.values()];
	const left = events.filter(({ key, raw }) => !isDelivered.has(key) && settings.passes(raw));
	// Filtered events after the first event that was left are not listed: they could push that event off the list.
	const end = beforeFirst(left);
	const isFiltered = ({ raw, time }: TriggerEvent): boolean => !settings.passes(raw) && time <= end;
	const taken = withTaken(
		state,
		events.filter((event) => isDelivered.has(event.key) || isFiltered(event)),
	);
	const waiting = waitingAfter(done, left);
	const inHistory = left.filter(({ key }) => !waiting.has(key));
	const isLost = ({ time, isOlder }: TriggerEvent): boolean => isOlder === true || time < taken.completeFrom;
	const { revision, account, begun } = state;
	const next: TriggerState = {
		revision,
		account,
		begun,
		starts,
		audited,
		historyLimit,
		...nextPlace(done, inHistory),
		...taken,
		skipped: date === undefined ? skipped : skippedToKeep(skipped, date, settings.farLength),
		waiting: [...waiting.values()],
	};
	return { next, lost: inHistory.filter(isLost).length };
}

/** What the history did not show, and where it is asked for next, as a text to compare. */
const extentOf = ({ skipped }: TriggerState): string =>
	JSON.stringify(skipped.map(({ from, to, sliceTo, isNamed }) => [from, to, sliceTo, isNamed]));

/**
 * True if a poll without items stores its state. It does so only for the first state, for what exists nowhere else
 * (starts, the parameters that it goes on with, events that begin to wait, what the history did not show), and for an old
 * checkpoint. Any other write could overwrite the delivery of another process.
 */
export function isToBeStored(
	next: TriggerState,
	stored: TriggerState | undefined,
	date: number | undefined,
): boolean {
	if (!stored) return true;
	if (JSON.stringify(next.starts) !== JSON.stringify(stored.starts)) return true;
	if (next.begun.parameters !== stored.begun.parameters) return true;
	if (extentOf(next) !== extentOf(stored)) return true;
	const known = new Set(stored.waiting.map(({ raw }) => JSON.stringify(raw)));
	if (next.waiting.some(({ raw }) => !known.has(JSON.stringify(raw)))) return true;
	const { checkpoint: before = Infinity } = stored;
	const isOld = date !== undefined && before < quietCheckpoint(date);
	return isOld && (next.checkpoint ?? Infinity) > before;
}
