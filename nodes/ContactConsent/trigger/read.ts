import type { IDataObject } from 'n8n-workflow';

import { historyRequest } from '../operations/event/requests';
import { inWords } from '../common/itemOutput';
import { DAY } from '../lib/time';
import { factsOf } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { isOfPeriod } from './failedSlice';
import { limitAfterRefusal, limitAfterSuccess, reachableFrom } from './historyLimit';
import type { Plan } from './lookBack';
import { HISTORY_SHARE, readHistory } from './readHistory';
import { clockOf, eventsOf, noteDate, placesLeft, type Reader, type Reading } from './reading';
import { addLatest, readLatest } from './readLatest';
import type { Poll } from './settings';
import { isToBeRetried, withSkipped } from './skippedPeriods';
import type { Period, SkippedPeriod, TriggerState } from './state';
import { classifier } from './taken';
import { iso, toTriggerEvent, type TriggerEvent } from './triggerEvent';

/** Pages of the history have to arrive before this share of the poll's time. */
const HISTORY_END = 5 / 8;

/** What a reading needs beside the state. */
export interface ReadContext extends Pick<Reader, 'age' | 'isStored' | 'wasHistoryGone'> {
	/** The history's answer to `tryHistory`. */
	tried?: ServiceResponse<IDataObject[]>;
}

const roomOf = (reader: Reader): number => Math.max(1, placesLeft(reader));

/** Reads on in one of the periods. @throws ServiceError if the history fails altogether */
async function readOn(reader: Reader, name: 'forward' | 'back', share: number, isUp = true): Promise<void> {
	const { [name]: period, skipped: before } = reader;
	if (period === undefined) return;
	const how = { isUp, skipped: before };
	const { rest, skipped, failure } = await readHistory(reader, period, roomOf(reader), share, how);
	Object.assign(reader, { [name]: rest, skipped });
	if (failure) throw failure;
}

/**
 * Reads the far look-back. When it begins, it is shortened to what the history shows: by now the service's clock is
 * known, and n8n's clock may be wrong. The rest of an earlier one is requested even if the history may refuse it.
 */
async function readFar(reader: Reader): Promise<void> {
	const { far: planned, state, historyLimit: before, now, settings, skipped } = reader;
	const begins = state.far === undefined;
	const from = begins ? reachableFrom(before, now(), clockOf(reader)) : -Infinity;
	const far = planned && withBegin(planned, from);
	reader.far = far;
	if (far === undefined) return;
	const how = { skipped };
	// It begins again each hour, so what it skips need not be asked for in addition.
	const { rest, failure, historyLimit } = await readHistory(reader, far, roomOf(reader), HISTORY_SHARE, how);
	reader.far = rest;
	if (failure) throw failure;
	if (historyLimit !== undefined) reader.historyLimit = limitAfterRefusal(before, historyLimit, now());
	else if (begins && (rest === undefined || rest.from > far.from))
		reader.historyLimit = limitAfterSuccess(before, now(), settings.farLength);
}

/** A period without what lies before `from`. */
function withBegin(period: Period, from: number): Period | undefined {
	if (from <= period.from) return period;
	return from < (period.to ?? Infinity) ? { from, to: period.to } : undefined;
}

/** After so many slices of a skipped period that failed, the rest of it is left for later. */
const MOST_FAILURES_OF_SKIPPED = 20;

/** Where the first slice of a skipped period ends. */
const firstEnd = ({ sliceTo, to }: Period): number => Math.min(sliceTo ?? Infinity, to ?? Infinity);

/** Asks again for what the history did not show. */
async function readSkipped(reader: Reader): Promise<void> {
	const date = clockOf(reader);
	for (const period of reader.skipped.filter((one) => isToBeRetried(one, date))) {
		const { from, to, sliceTo } = period;
		const how = { skipped: [], mostFailures: MOST_FAILURES_OF_SKIPPED };
		const answer = await readHistory(reader, { from, to, sliceTo }, roomOf(reader), HISTORY_SHARE, how);
		const { rest, failure, skipped } = answer;
		const hasMoved = rest === undefined || rest.from > from || firstEnd(rest) < firstEnd(period);
		// What is shown again is read on at once and to its end, however many polls it fills.
		const isShown = failure === undefined && hasMoved;
		const pieces: SkippedPeriod[] = skipped.map((one) => ({
			...period,
			to: one.to,
			from: one.from,
			sliceTo: undefined,
		}));
		if (rest) {
			const end = firstEnd(rest);
			const left = { ...period, from: rest.from, sliceTo: end < to ? end : undefined };
			pieces.push(isShown ? { ...left, since: date, until: date + DAY } : left);
		}
		reader.skipped = pieces.reduce(
			(all, piece) => withSkipped(all, { ...piece, from: Math.max(piece.from, from), triedAt: date }),
			reader.skipped.filter((one) => one !== period),
		);
		if (failure) throw failure;
	}
}

/** The events that wait in the state, by their keys. A kind that is no longer chosen is dropped. */
function waitingEvents({ waiting, starts }: TriggerState, { settings }: Poll): Map<string, TriggerEvent> {
	const kinds: readonly unknown[] = settings.kinds;
	const events = waiting
		.filter(({ raw }) => kinds.includes(raw.type))
		.map(({ raw, first }): TriggerEvent => {
			const event = toTriggerEvent(raw, first);
			return {
				...event,
				first,
				isWaiting: true,
				isOlder: event.time < (starts[raw.type as string] ?? Infinity),
			};
		});
	return new Map(events.map((event) => [event.key, event]));
}

/** Reads one of the two lists. A failure becomes a part of the result. */
async function tryToRead(
	reader: Reader,
	list: 'history' | 'latest',
	task: () => Promise<void>,
): Promise<void> {
	delete reader.errors[list];
	try {
		await task();
	} catch (error) {
		const step = list === 'history' ? 'the history was read' : 'the latest events were read';
		reader.errors[list] = inWords(error, step);
		const date = factsOf(error)?.date;
		if (date !== undefined) noteDate(reader, date);
	}
}

/** The reading before its first request. */
function readerOf(state: TriggerState, plan: Plan, context: ReadContext, poll: Poll): Reader {
	const classify = classifier(state);
	const again = new Map<string, TriggerEvent>();
	return {
		...poll,
		poll,
		...plan,
		...context,
		state,
		send: async (request) => await poll.send(request, { within: poll.timeLeft(HISTORY_END) }),
		classify: (event, starts) => {
			const found = classify(event, starts);
			if (found !== 'again') return found;
			again.set(event.key, event);
			return 'taken';
		},
		again,
		events: waitingEvents(state, poll),
		newest: -Infinity,
		starts: state.starts,
		skipped: state.skipped,
		historyLimit: state.historyLimit,
		errors: {},
		hasFailed: false,
	};
}

/**
 * Reads the history forward, then `/events/latest`, then the look-backs. The events that wait in the state are part of
 * the result. `/events/latest` is read if the history was read up to the present or has failed. Never throws: failures
 * are in the result.
 */
export async function read(
	state: TriggerState,
	plan: Plan,
	context: ReadContext,
	poll: Poll,
): Promise<Reading> {
	const { settings } = poll;
	const reader = readerOf(state, plan, context, poll);
	const { errors } = reader;
	const { tried } = context;
	if (tried) addLatest(reader, eventsOf(reader, settings.series[0], tried.body, tried.headers.date));
	const tryLatest = async (): Promise<void> =>
		await tryToRead(reader, 'latest', async () => await readLatest(reader));
	const share = plan.back ? HISTORY_SHARE / 2 : HISTORY_SHARE;
	const tryForward = async (isUp: boolean): Promise<void> =>
		await tryToRead(reader, 'history', async () => await readOn(reader, 'forward', share, isUp));
	// Reading the history takes events from `/events/latest`. So if a kind is new, `/events/latest` is read first.
	const isNewKind = settings.kinds.some((kind) => state.starts[kind] === undefined);
	if (isNewKind) await tryLatest();
	await tryForward(isNewKind && !errors.latest);
	if (!isNewKind && (reader.forward === undefined || reader.hasFailed || errors.history)) {
		await tryLatest();
		// The service answers, so what has failed may be a part of the history.
		const isUp = errors.latest === undefined || errors.latest === errors.history;
		if (isUp && isOfPeriod(errors.history, false)) await tryForward(true);
	}
	if (errors.history) return reader;
	try {
		await readSkipped(reader);
		await readOn(reader, 'back', HISTORY_SHARE);
		await readFar(reader);
	} catch (error) {
		reader.error = error as Error;
	}
	return reader;
}

/**
 * Asks the history for one event before anything is taken from `/events/latest`, so that the person who publishes the
 * workflow sees what cannot work. By default it asks from the present on, which takes almost no event away.
 *
 * @throws ServiceError
 */
export async function tryHistory({ settings, send, now, timeLeft }: Poll, from = now()) {
	const [type] = settings.series;
	const request = historyRequest({ type, from: iso(from) }, 1);
	return await send<IDataObject[]>(request, { within: timeLeft(HISTORY_SHARE) });
}
