/**
 * The state that a poll leaves.
 *
 * - In: the state that the poll began with, what it has read, and what it delivers.
 * - Out: the next state, in which each event that was read is taken, waits, or lies where the next poll reads.
 * - Why: n8n may drop this state, and then the older one goes on. So it is made in one step, and from nothing else.
 *
 * `nextState` puts it together: what was taken, `waitingAfter`, and the place in the history (`nextPlace`). `isToBeStored`
 * decides if it is written without items. All of it is pure.
 */
import { HOUR } from '../lib/time';
import type { Delivery } from './documents';
import { nearFrom } from './lookBack';
import { justBefore, type Period } from './period';
import { clockOf, type PollReading } from './reading';
import type { Settings } from './settings';
import { skippedToKeep } from './skippedPeriods';
import { roomToWait, type Rest, type TriggerState, type Waiting } from './state';
import { withTaken } from './taken';
import type { TriggerEvent } from './triggerEvent';

/** What the poll began with, what it has read, and what it delivers. */
interface Done {
	state: TriggerState;
	reading: PollReading;
	deliver: Delivery[];
	settings: Settings;
	/** n8n's clock. */
	now: () => number;
}

/** How many events will not come, by the reason. */
export interface Lost {
	/** They fell off `taken`, which no longer covers their time. So they count as taken. */
	fellOff: number;
	/** They are from before the start, so that no list shows them again, and the state had no room for them. */
	hadNoRoom: number;
}

/**
 * The state for the next poll. Each event that was read has one of these ends:
 *
 * | event                                                       | becomes                                   |
 * | ----------------------------------------------------------- | ----------------------------------------- |
 * | delivered                                                   | taken                                     |
 * | filtered out, before the first event that was left           | taken                                     |
 * | filtered out, and after it                                  | read again: in `taken` it could push that event off |
 * | left: a document, or from before the start                  | waiting, as far as there is room          |
 * | left: all others                                            | read again (`nextPlace`)                  |
 *
 * @returns `lost`: those of the last line that no later poll delivers
 */
export function nextState(done: Done): { next: TriggerState; lost: Lost } {
	const { state, reading, deliver, settings } = done;
	const { date, farBegan, starts, historyLimit, skipped } = reading;
	const isDelivered = new Set(deliver.map(({ event }) => event.key));
	const events = [...reading.events.values()];
	// Wanted, and not delivered now.
	const left = events.filter(({ key, raw }) => !isDelivered.has(key) && settings.passes(raw));
	const endOfFiltered = beforeFirst(left);
	const isFiltered = ({ raw, time }: TriggerEvent): boolean => !settings.passes(raw) && time <= endOfFiltered;
	const taken = withTaken(
		state,
		events.filter((event) => isDelivered.has(event.key) || isFiltered(event)),
	);
	const waiting = waitingAfter(done, left);
	const leftToHistory = left.filter(({ key }) => !waiting.has(key));
	const hadNoRoom = leftToHistory.filter(({ isOlder }) => isOlder);
	const fellOff = leftToHistory.filter(({ time, isOlder }) => isOlder !== true && time < taken.completeFrom);
	const { revision, account, begun } = state;
	const next: TriggerState = {
		revision,
		account,
		begun,
		starts,
		farBegan,
		historyLimit,
		...nextPlace(done, leftToHistory),
		...taken,
		skipped: date === undefined ? skipped : skippedToKeep(skipped, date, settings.farLength),
		waiting: [...waiting.values()],
	};
	return { next, lost: { fellOff: fellOff.length, hadNoRoom: hadNoRoom.length } };
}

/** The events that wait in the state, by rank, then the oldest first. What has no room is left to the history. */
function waitingAfter({ reading, settings, now }: Done, left: TriggerEvent[]): Map<string, Waiting> {
	const date = clockOf({ date: reading.date, now });
	const wanted = left
		.filter(({ raw, isOlder }) => isOlder || settings.wantsPdf(raw))
		.sort((a, b) => rankOf(a) - rankOf(b) || a.time - b.time);
	const waiting = new Map<string, Waiting>();
	const room = roomToWait();
	for (const { key, raw, first = date } of wanted) if (room.take(raw)) waiting.set(key, { raw, first });
	return waiting;
}

/**
 * The order in which events get a place in the state: first those that need it most.
 *
 * | event                                                                     | rank |
 * | ------------------------------------------------------------------------- | ---- |
 * | from before the start: no list shows it again                             | 0    |
 * | only `/events/latest` has shown it, or it waits already: the history may not show it | 1 |
 * | a document that the history has shown                                     | 2    |
 */
const rankOf = ({ isOlder, isOnlyLatest, isWaiting }: TriggerEvent): number =>
	isOlder ? 0 : isOnlyLatest || isWaiting ? 1 : 2;

/** The place in the history: which of it was read, and where the next poll goes on. */
type Place = Pick<TriggerState, 'checkpoint' | 'sliceTo' | 'nextNearFrom' | 'back' | 'far'>;

/**
 * The place in the history for the next poll.
 *
 * The checkpoint is the earliest of: where the reading forward ended, the service's clock (events after it may still
 * appear), and just before the first update or confirmation that was left behind the checkpoint before. Documents that
 * were left do not stop it.
 *
 * An example: at 12:00 with the checkpoint at 11:59. All was read up to the present, and the newest event is of 11:59:50.
 *
 * | left to the history        | the next checkpoint        |
 * | -------------------------- | -------------------------- |
 * | nothing                    | 11:59:50                   |
 * | an update of 11:59:20      | a millisecond before 11:59:20 |
 * | a document of 11:59:20     | 11:59:50: the next near look-back shows it again |
 *
 * @param leftToHistory what was left to the history
 */
function nextPlace(done: Done, leftToHistory: TriggerEvent[]): Place {
	const { state, reading, settings } = done;
	const { checkpoint: before } = state;
	if (before === undefined) return firstPlace(done, leftToHistory);
	// Without an answer of the service there is nothing new for its clock to hold back.
	const { far, date = Infinity } = reading;
	const forwardEnd = forwardEndOf(done, before);
	const others = leftToHistory.filter(({ raw, time }) => !settings.wantsPdf(raw) && time > before);
	const checkpoint = Math.min(forwardEnd.checkpoint, date, beforeFirst(others));
	return {
		checkpoint,
		sliceTo: forwardEnd.sliceTo,
		back: restOf(forwardEnd.back),
		far: restOf(far),
		nextNearFrom: Math.min(
			nextNearBeginning(done, checkpoint, forwardEnd.isAtPresent),
			beforeFirst(leftToHistory),
		),
	};
}

/** Where the reading forward ended. */
interface ForwardEnd {
	/** The new checkpoint, if nothing was left before. */
	checkpoint: number;
	/** Where the first slice behind it ends, if not all fits. */
	sliceTo?: number;
	/** What is left of a look-back up to the checkpoint. */
	back?: Period;
	/** It came up to the present. Otherwise there is a backlog. */
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
 *
 * The third case does not meet the rest of an earlier look-back: with one, the reading forward begins at the checkpoint
 * (`lookBack.ts`).
 */
function forwardEndOf({ state, reading }: Pick<Done, 'state' | 'reading'>, checkpoint: number): ForwardEnd {
	const { forward, back, newest, date } = reading;
	// Nothing is left to be read forward.
	if (forward === undefined) {
		const quiet = date === undefined ? -Infinity : quietCheckpoint(date);
		return { checkpoint: Math.max(checkpoint, newest, quiet), back, isAtPresent: true };
	}
	if (forward.from >= checkpoint)
		return { checkpoint: forward.from, sliceTo: forward.sliceTo, back, isAtPresent: false };
	// What lies behind the checkpoint was not asked for, so its first slice ends where it did. `forward.sliceTo` is of the
	// rest before the checkpoint, and goes with it into `back`.
	return { checkpoint, sliceTo: state.sliceTo, back: back ?? forward, isAtPresent: false };
}

/** How far the checkpoint stays behind the service's clock on a quiet account. */
const BEHIND = 6 * HOUR;

/**
 * The checkpoint of a quiet account. It follows the service's clock, so that no poll asks for a period that the history
 * refuses. It moves in steps of an hour, so that the state is written once an hour at most. At 17:40 it is 11:00.
 */
const quietCheckpoint = (date: number): number => Math.floor((date - BEHIND) / HOUR) * HOUR;

/**
 * Where the next near look-back begins, if no event was left that is older:
 *
 * | this poll                                   | then it begins at, for example at 12:00                    |
 * | ------------------------------------------- | ---------------------------------------------------------- |
 * | had a look-back to finish (`back`)          | where it was to begin before: one begins only after the end of another |
 * | read up to the present                      | ten minutes before the checkpoint: 11:49 for 11:59         |
 * | left a backlog, and the service has not answered | the checkpoint                                        |
 * | left a backlog                              | 11:50, because late events appear near the present         |
 *
 * It never begins after the checkpoint.
 *
 * @param checkpoint the next one
 */
function nextNearBeginning({ state, reading }: Done, checkpoint: number, isAtPresent: boolean): number {
	const { back, checkpoint: before = checkpoint, nextNearFrom = before } = state;
	if (back) return Math.min(nextNearFrom, checkpoint);
	if (isAtPresent) return nearFrom(checkpoint);
	if (reading.date === undefined) return checkpoint;
	return Math.min(nearFrom(reading.date), checkpoint);
}

/**
 * The first place in the history: the trigger may have begun long ago, and n8n may have dropped what it delivered since.
 * So its first checkpoint is its start. Empty before the service has answered.
 */
function firstPlace({ reading: { starts, date = Infinity } }: Done, leftToHistory: TriggerEvent[]): Place {
	const checkpoint = Math.min(date, ...Object.values(starts));
	if (checkpoint === Infinity) return {};
	return { checkpoint, nextNearFrom: Math.min(nearFrom(checkpoint), beforeFirst(leftToHistory)) };
}

/**
 * What is left of a look-back. Its end (`to`) is not kept, because it follows from the checkpoint, which may be later by then.
 * The first slice ends there at the latest.
 */
function restOf(period: Period | undefined): Rest | undefined {
	if (period === undefined) return undefined;
	const { from, to, sliceTo = to } = period;
	return { from, sliceTo: sliceTo === undefined ? undefined : Math.min(sliceTo, to ?? sliceTo) };
}

/** Just before the first of these events; `Infinity` if there is none. */
const beforeFirst = (events: ReadonlyArray<{ time: number }>): number =>
	justBefore(events.reduce((first, { time }) => Math.min(first, time), Infinity));

/**
 * True if a poll without items stores its state: only the first state, what exists nowhere else, and a checkpoint that
 * would get too old. Any other write could overwrite the delivery of another process.
 *
 * @param date the service's clock, if it has answered
 */
export function isToBeStored(
	next: TriggerState,
	stored: TriggerState | undefined,
	date: number | undefined,
): boolean {
	if (!stored) return true;
	const known = new Set(stored.waiting.map(({ raw }) => JSON.stringify(raw)));
	const { checkpoint: before = Infinity } = stored;
	const isOld = date !== undefined && before < quietCheckpoint(date);
	return (
		JSON.stringify(next.starts) !== JSON.stringify(stored.starts) ||
		// What a person has written as the beginning, and the trigger goes on with.
		next.begun.parameters !== stored.begun.parameters ||
		extentOf(next) !== extentOf(stored) ||
		next.waiting.some(({ raw }) => !known.has(JSON.stringify(raw))) ||
		(isOld && (next.checkpoint ?? Infinity) > before)
	);
}

/** What the history did not show, and where it is asked for next, as a text to compare. */
const extentOf = ({ skipped }: TriggerState): string =>
	JSON.stringify(skipped.map(({ from, to, sliceTo, isTold }) => [from, to, sliceTo, isTold]));
