/**
 * Reads both lists of events.
 *
 * - In: the state, and the periods of the history that `lookBack` has chosen.
 * - Out: a `PollReading`: the events, what is left to read, and what failed. It throws nothing.
 * - Why: the history shows what `/events/latest` has given to somebody else, and `/events/latest` shows what the history
 *   does not show yet. One of them may fail without the other. `readBothLists` has the order, and its reasons.
 */
import type { IDataObject } from 'n8n-workflow';

import { historyRequest } from '../operations/event/requests';
import { inWords } from '../common/itemOutput';
import { MINUTE } from '../lib/time';
import { factsOf } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { askForPresent, isOfPeriod } from './failedSlice';
import { refusesPeriod } from './findHistoryLimit';
import { limitAfterRefusal, limitAfterSuccess, reachableFrom } from './historyLimit';
import type { PeriodsToRead } from './lookBack';
import { INSTANT, type Period } from './period';
import { readHistory } from './readHistory';
import {
	clockOf,
	HISTORY_END,
	HISTORY_SHARE,
	mayShowOthers,
	MOST_EVENTS,
	noteAnswer,
	placesLeft,
	receive,
} from './reading';
import type { EventReader, PollReading } from './reading';
import { addTakenAway, readLatest } from './readLatest';
import type { Poll } from './pollContext';
import { isToBeRetried, skippedAfterRetry } from './skippedPeriods';
import type { TriggerState } from './state';
import { classifier } from './taken';
import { iso, toTriggerEvent, type TriggerEvent } from './triggerEvent';

/** After so many slices of a skipped period that failed, the rest of it is left for later. */
const MOST_FAILURES_OF_SKIPPED = 20;

/** What a reading needs beside the state. */
export interface ReadContext extends Pick<EventReader, 'age' | 'isStored' | 'wasHistoryGone'> {
	/** The history's answer to `tryHistory`. */
	tried?: ServiceResponse<IDataObject[]>;
}

/** How many events a period may bring. At least one, so that each poll makes progress. */
const roomOf = (reader: EventReader): number => Math.max(1, placesLeft(reader));

/**
 * Reads forward.
 *
 * @param isUp false as long as the service may be down
 * @throws ServiceError if the history fails altogether
 */
async function readForward(reader: EventReader, share: number, { isUp }: { isUp: boolean }): Promise<void> {
	if (reader.forward === undefined) return;
	const how = { isUp, skipped: reader.skipped };
	const { rest, skipped, failure } = await readHistory(reader, reader.forward, roomOf(reader), share, how);
	reader.forward = rest;
	reader.skipped = skipped;
	if (failure) throw failure;
}

/** Reads the rest of a near look-back. @throws ServiceError if the history fails altogether */
async function readBack(reader: EventReader): Promise<void> {
	if (reader.back === undefined) return;
	const how = { skipped: reader.skipped };
	const { rest, skipped, failure } = await readHistory(
		reader,
		reader.back,
		roomOf(reader),
		HISTORY_SHARE,
		how,
	);
	reader.back = rest;
	reader.skipped = skipped;
	if (failure) throw failure;
}

/** A period without what lies before `from`. @returns `undefined` if nothing is left */
function withBegin(period: Period, from: number): Period | undefined {
	if (from <= period.from) return period;
	return from < (period.to ?? Infinity) ? { from, to: period.to } : undefined;
}

/**
 * Reads the far look-back. When it begins, it is shortened to what the history shows: by now the service's clock is
 * known, and n8n's clock may be wrong. The rest of an earlier one is requested even if the history may refuse it.
 *
 * @throws ServiceError if the history fails altogether
 */
async function readFar(reader: EventReader): Promise<void> {
	const { far: planned, state, historyLimit: before, now, settings, skipped } = reader;
	const begins = state.far === undefined;
	const from = begins ? reachableFrom(before, now(), clockOf(reader)) : -Infinity;
	const far = planned && withBegin(planned, from);
	reader.far = far;
	if (far === undefined) return;
	// It begins again each hour, so what it skips need not be asked for in addition.
	const how = { skipped };
	const { rest, failure, reach } = await readHistory(reader, far, roomOf(reader), HISTORY_SHARE, how);
	reader.far = rest;
	if (failure) throw failure;
	if (reach !== undefined) reader.historyLimit = limitAfterRefusal(before, reach, now());
	else if (begins && (rest === undefined || rest.from > far.from))
		reader.historyLimit = limitAfterSuccess(before, now(), settings.farLength);
}

/** Asks again for what the history did not show. @throws ServiceError if the history fails altogether */
async function readSkipped(reader: EventReader): Promise<void> {
	const date = clockOf(reader);
	const how = { skipped: [], mostFailures: MOST_FAILURES_OF_SKIPPED };
	for (const period of reader.skipped.filter((one) => isToBeRetried(one, date))) {
		// Nothing would be requested, and a period that was not asked for was not tried.
		if (reader.timeLeft(HISTORY_SHARE) <= 0 || reader.events.size >= MOST_EVENTS) return;
		const { from, to, sliceTo } = period;
		const asked = { from, to, sliceTo };
		const answer = await readHistory(reader, asked, roomOf(reader), HISTORY_SHARE, how);
		reader.skipped = skippedAfterRetry(reader.skipped, period, answer, date);
		if (answer.failure) throw answer.failure;
	}
}

/** The events that wait in the state, by their keys. A kind that is no longer chosen is dropped. */
function waitingEvents({ waiting, starts }: TriggerState, { settings }: Poll): Map<string, TriggerEvent> {
	const kinds: readonly unknown[] = settings.kinds;
	const events = waiting
		.filter(({ raw }) => kinds.includes(raw.type))
		.map(({ raw, first }): TriggerEvent => {
			const event = toTriggerEvent(raw, first);
			// An event a millisecond before the start, which `classifier` counts as new, stays here, too: readings of the history
			// begin at that millisecond and are not sure to show it.
			const isOlder = event.time < (starts[raw.type as string] ?? Infinity);
			return { ...event, first, isWaiting: true, isOlder };
		});
	return new Map(events.map((event) => [event.key, event]));
}

/** The reading before its first request. */
function readerOf(
	state: TriggerState,
	periods: PeriodsToRead,
	context: ReadContext,
	poll: Poll,
): EventReader {
	const { settings, now, log, send, timeLeft } = poll;
	const { age, isStored, wasHistoryGone } = context;
	return {
		settings,
		now,
		log,
		send,
		timeLeft,
		age,
		isStored,
		wasHistoryGone,
		state,
		...periods,
		sendForHistory: async (request) => await send(request, { within: timeLeft(HISTORY_END) }),
		classify: classifier(state),
		again: new Map(),
		events: waitingEvents(state, poll),
		newest: -Infinity,
		starts: state.starts,
		skipped: state.skipped,
		historyLimit: state.historyLimit,
		listErrors: {},
		isLatestLeft: true,
		hasFailedSlice: false,
	};
}

/** Reads one of the two lists. Its failure is noted instead of an earlier one, and not thrown. */
async function tryList(
	reader: EventReader,
	list: 'history' | 'latest',
	task: () => Promise<void>,
): Promise<void> {
	delete reader.listErrors[list];
	try {
		await task();
	} catch (error) {
		const step = list === 'history' ? 'the history was read' : 'the latest events were read';
		reader.listErrors[list] = inWords(error, step);
		const date = factsOf(error)?.date;
		if (date !== undefined) noteAnswer(reader, date);
	}
}

/**
 * Reads the history of the other kinds, after that of one has failed, so that a list that fails for good holds up no other.
 * What is left of it is not kept: the next poll begins again where this one has failed.
 */
async function readOtherKinds(reader: EventReader, share: number): Promise<void> {
	const { forward, failedType, skipped, settings, listErrors } = reader;
	const series = settings.series.filter((type) => type !== failedType);
	if (forward === undefined || series.length === 0 || !mayShowOthers(listErrors.history)) return;
	const { from, to } = forward;
	await readHistory(reader, { from, to }, roomOf(reader), share, { isUp: false, skipped, series });
}

/**
 * True if the service is up although the history has failed: `/events/latest` works, or the history answers for the present.
 * One record may stop both lists.
 */
const isUpAfterAll = async (reader: EventReader): Promise<boolean> =>
	reader.listErrors.latest === undefined || (await askForPresent(reader, reader.failedType));

/**
 * Reads the history up to the present (forward), and `/events/latest`.
 *
 * | order | usually | with a newly chosen kind of event |
 * | ----- | ------- | --------------------------------- |
 * | 1. | forward | `/events/latest`, because reading the history takes events away from it |
 * | 2. | `/events/latest`, if forward came up to the present, or the history has failed | forward |
 * | 3. | forward again, if it failed because of what was asked for, and the service is up (`isUpAfterAll`) | the same, if `/events/latest` has failed |
 * | 4. | forward without the kind whose list has failed | the same |
 *
 * While nothing says that the service is up, a failure ends the reading forward at once. In step 3 it is read on behind
 * what fails. With a backlog, `/events/latest` waits until the history was read.
 */
async function readBothLists(reader: EventReader, share: number): Promise<void> {
	const { listErrors, settings, state } = reader;
	const tryLatest = async () => await tryList(reader, 'latest', async () => await readLatest(reader));
	const tryForward = async (how: { isUp: boolean }) =>
		await tryList(reader, 'history', async () => await readForward(reader, share, how));
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	if (isNewKind) await tryLatest();
	const wasUp = isNewKind && listErrors.latest === undefined;
	await tryForward({ isUp: wasUp });
	if (!isNewKind) {
		const isAtPresent = reader.forward === undefined;
		if (!isAtPresent && !reader.hasFailedSlice && listErrors.history === undefined) return;
		await tryLatest();
	}
	if (!wasUp && isOfPeriod(listErrors.history, false) && (await isUpAfterAll(reader)))
		await tryForward({ isUp: true });
	if (listErrors.history) await readOtherKinds(reader, share);
}

/**
 * Reads both lists, then what was skipped, then the look-backs: the rest of the near one, then the far one. These need the
 * history, so they are left out if it has failed. The events that wait in the state are part of the result.
 */
export async function read(
	state: TriggerState,
	periods: PeriodsToRead,
	context: ReadContext,
	poll: Poll,
): Promise<PollReading> {
	const reader = readerOf(state, periods, context, poll);
	const { tried } = context;
	if (tried) addTakenAway(reader, receive(reader, poll.settings.series[0], tried.body, tried.headers.date));
	// A look-back that was left unfinished gets the other half of the time.
	await readBothLists(reader, periods.back ? HISTORY_SHARE / 2 : HISTORY_SHARE);
	if (reader.listErrors.history) return reader;
	try {
		await readSkipped(reader);
		await readBack(reader);
		await readFar(reader);
	} catch (error) {
		reader.lookBackError = error as Error;
	}
	return reader;
}

/**
 * Asks the history for one event before anything is taken from `/events/latest`, so that the person who publishes the
 * workflow sees what cannot work. It asks from the chosen date, or from the present on, which takes almost no event away. If
 * the present is refused, n8n's clock may be ahead: it asks once more for an instant that is surely over.
 *
 * @throws ServiceError
 */
export async function tryHistory({ settings, send, now, timeLeft }: Poll, startFrom?: number) {
	const [type] = settings.series;
	const ask = async (from: number, to?: number) => {
		const request = historyRequest({ type, from: iso(from), to: to === undefined ? undefined : iso(to) }, 1);
		return await send<IDataObject[]>(request, { within: timeLeft(HISTORY_SHARE) });
	};
	if (startFrom !== undefined) return await ask(startFrom);
	const present = now();
	const answer = await ask(present).catch((error: Error) => error);
	if (!(answer instanceof Error)) return answer;
	const over = Date.parse(factsOf(answer)?.date ?? '') || present - MINUTE;
	if (!refusesPeriod(answer) || over >= present) throw answer;
	return await ask(over - INSTANT, over);
}
