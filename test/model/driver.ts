/* eslint-disable */
/** Runs polls of the production code with the model of the service. Only this file imports from nodes/. */
import type { IDataObject } from 'n8n-workflow';

import { consentFilter, typeSeries } from '../../nodes/ContactConsent/operations/event/eventOutput';
import { factsOf, ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Send, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { memories, type Memory } from '../../nodes/ContactConsent/trigger/processMemory';
import { pollOnce } from '../../nodes/ContactConsent/trigger/poll';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import type { Rest, TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { readState } from '../../nodes/ContactConsent/trigger/storedState';
import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';
import type { Item, LifeSettings, LifeWorld, PollCall, Production } from './life';
import { LOOK_BACK } from './oracle';
import { ModelFailure, type ModelEvent } from './service';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A poll has no more time than this, but for a PDF that is slow. */
const USUAL = 45_000;
/** No action adds an event older than this. */
const LONG = 2.5 * HOUR;

const settingsOf = ({ auditDays, consentType, consentGranted, ...settings }: LifeSettings): Settings => ({
	...settings,
	series: typeSeries(settings.kinds),
	farLength: auditDays * DAY,
	wantsPdf: ({ type }) => settings.download && type === 'documentation',
	timeZone: 'UTC',
	doubtful: undefined,
	passes: consentFilter({ consentType, consentGranted }, 'UTC') ?? (() => true),
	beginning: JSON.stringify([settings.beginWith, settings.startFrom]),
	binaryPropertyName: 'data',
	simplify: false,
});

const sendTo =
	({ service }: PollCall): Send =>
	async <Body>(request: Parameters<Send>[0], { within = Infinity } = {}) => {
		try {
			return (await service.ask(request, within)) as ServiceResponse<Body>;
		} catch (failure) {
			if (!(failure instanceof ModelFailure)) throw failure;
			const { message, status, isTooLarge, date, retryAfterMs } = failure;
			// A download reports a file that is too large by this kind.
			if (isTooLarge) throw new ServiceError({ message, description: '' }, { kind: 'tooLarge' });
			throw new ServiceError(
				{ message, description: '' },
				{ kind: status === undefined ? 'unreachable' : 'status', status, date, retryAfterMs },
			);
		}
	};

async function poll(call: PollCall): ReturnType<Production['poll']> {
	const start = call.elapsed();
	const usual = Math.min(call.budget, USUAL) - 5000;
	try {
		const result = await pollOnce({
			settings: settingsOf(call.settings),
			trigger: call.process,
			account: call.account,
			isFirst: call.isPublishing,
			isPublishing: call.isPublishing,
			refuse: (message) => new ServiceError({ message, description: '' }, { kind: 'endless' }),
			staticData: call.data as IDataObject,
			log: (level, text) => call.log.push(`${level}: ${text}`),
			step: '',
			send: Object.assign(sendTo(call), {
				baseUrl: call.account.address,
				account: '',
				leftOut: () => 0,
				waited: () => ({ onRequest: 0, inOutages: 0 }),
				withoutKey: <Value>(value: Value) => value,
			}),
			now: call.now,
			elapsed: call.elapsed,
			timeLeft: (share = 1) => start + share * usual - call.elapsed(),
			budgetLeft: () => start + call.budget - 5000 - call.elapsed(),
		});
		return result && result.flat().map(({ json }) => json as unknown as Item);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		// With n8n, the first poll after a publication logs a failure that may pass. This one ends no trigger.
		const { status = 500 } = factsOf(error) ?? {};
		const mayPass = call.isPublishing && (status === 429 || status >= 500);
		call.log.push(`${mayPass ? 'failed in passing' : 'thrown'}: ${error.message}`);
		return null;
	}
}

export const production: Production = {
	poll,
	remembered: (process) => memories.get(process),
	restore: (process, memory) => {
		if (memory === null || memory === undefined) memories.delete(process);
		else memories.set(process, memory as Memory);
	},
};

/** The age of a moment by n8n's clock. Ages without a difference in effect are equal. */
const ageOf = (at: number, { service, clockAhead }: LifeWorld, longest: number): number =>
	Math.max(-2 * HOUR, Math.min(longest, service.now + clockAhead - at));

/** The state with times relative to now, and what it says about each event. */
function describeState(state: TriggerState | undefined, world: LifeWorld, { auditDays }: LifeSettings) {
	if (state === undefined) return { text: 'none', of: () => '', isPast: () => false };
	const { now } = world.service;
	const { begun, starts, sliceTo, nextNearFrom, back, farBegan, far, skipped, historyLimit, waiting, taken } =
		state;
	/** Later than any event, as long as there is none. */
	const { checkpoint = Infinity } = state;
	const ago = (time: number | undefined) => time !== undefined && Number.isFinite(time) && time - now;
	const rest = (period: Rest | undefined) => [ago(period?.from), ago(period?.sliceTo)];
	const earliest = Math.min(...Object.values(starts));
	const keyOfEvent = ({ id, sharedId = id, kind }: ModelEvent) =>
		toTriggerEvent({ event_id: sharedId, type: kind }, 0).key;
	const firstOf = new Map(waiting.map(({ raw, first }) => [toTriggerEvent(raw, first).key, first]));
	return {
		text: JSON.stringify([
			Object.entries(starts).map(([kind, time]) => [kind, Math.max(time - now, -LONG)]),
			[ago(Math.max(checkpoint, earliest)), ago(sliceTo), ago(nextNearFrom), rest(back), rest(far)],
			Math.max(checkpoint - auditDays * DAY - now, earliest - now, -LONG),
			Math.max(
				Math.min(farBegan?.checkpoint ?? Infinity, checkpoint) - auditDays * DAY - now,
				earliest - now,
				-LONG,
			),
			ageOf(farBegan?.at ?? 0, world, HOUR),
			historyLimit && [historyLimit, ageOf(historyLimit.at, world, DAY)],
			skipped.map(({ from, to, sliceTo: end, since, until, triedAt, isTold }) => [
				[from, to, end, since, until, triedAt].map(ago),
				isTold,
			]),
			Object.keys(starts).length === 0 && ageOf(begun.at, world, LONG),
		]),
		/** The event is taken, and only look-backs read it again. They know it by its key. */
		isPast: (event: ModelEvent) =>
			event.time <= Math.min(checkpoint, (nextNearFrom ?? Infinity) + LOOK_BACK) &&
			taken.has(keyOfEvent(event)),
		of: (event: ModelEvent) =>
			`${taken.has(keyOfEvent(event)) ? 'taken' : ''} ${ago(firstOf.get(keyOfEvent(event)))}`,
	};
}

type Described = ReturnType<typeof describeState>;

/**
 * A text that is equal for two worlds if they behave alike: times are relative to now, events and processes have no
 * names, and facts without further effect are left out.
 */
export function canonical(world: LifeWorld, settings: LifeSettings): string {
	const { service, kept, oracle, memories: remembered } = world;
	const describe = (state: TriggerState | undefined) => describeState(state, world, settings);
	const inDatabase = (JSON.parse(kept.stored) as { state?: unknown }).state;
	const stored = describe(readState(inDatabase));
	const live = kept.live && describe(readState(kept.live.state));
	const inMemory = remembered.map((memory) => {
		const {
			lease,
			ifDropped,
			pdfWaits = new Map(),
			failing = {},
			began,
			wasAlone,
		} = (memory ?? {}) as Partial<Memory>;
		// This memory counts only together with the state that it belongs to.
		const isAfter = [inDatabase, kept.live?.state].map(
			(state) => ifDropped?.after === ((state as TriggerState | undefined)?.revision ?? ''),
		);
		const past = (at: number | undefined) => at !== undefined && Math.max(-HOUR, at - world.elapsed);
		const waitOf = (event: ModelEvent) => {
			const wait = pdfWaits.get(
				toTriggerEvent({ event_id: event.sharedId ?? event.id, type: event.kind }, 0).key,
			);
			if (wait === undefined) return '';
			const { triedAt, pauseUntil, isCutOff } = wait;
			return JSON.stringify([past(triedAt), Math.max(0, pauseUntil - world.elapsed), isCutOff]);
		};
		return {
			waitOf,
			rest: [past(failing.history?.since), past(began), wasAlone],
			lease: lease && Math.max(-MINUTE, Math.min(MINUTE, lease.until - world.elapsed)),
			isAfter,
			...describe(isAfter.includes(true) ? ifDropped?.state : undefined),
		};
	});
	const states: Described[] = [stored, ...(live ? [live] : []), ...inMemory];
	const isOver = (event: ModelEvent): boolean =>
		event.received &&
		event.shownAt !== null &&
		oracle.arrived[event.id] === 1 &&
		states.every(({ text, isPast }) => text === 'none' || isPast(event)) &&
		event !== service.events.at(-1);
	const events = service.events
		.filter((event) => !isOver(event))
		.map((event) => {
			const { id, time, kind, document, received, shownAt } = event;
			const start = oracle.starts[kind];
			return JSON.stringify([
				[time - service.now, kind, document, received, shownAt === null ? null : shownAt - time],
				[oracle.arrived[id], oracle.mayRepeat[id], oracle.missing[id], start !== undefined && time >= start],
				[oracle.writtenBefore, oracle.writtenAt, oracle.furthest].map((at) => time >= at - LOOK_BACK),
				[event.sharedId !== undefined, event.failedPolls, event.wasTold, event.poison !== undefined],
				[oracle.owed[id], oracle.handedOut[id], oracle.inHand[id]],
				states.map((state) => state.of(event)),
				inMemory.map(({ waitOf }) => waitOf(event)),
			]);
		});
	return JSON.stringify([
		events.sort(),
		[stored.text, live?.text],
		[
			Object.keys(oracle.starts).length,
			oracle.tooLarge.length,
			oracle.disordered,
			oracle.late.length,
			oracle.wasFull,
		],
		[oracle.writtenBefore, oracle.writtenAt, oracle.furthest].map((at) => Math.max(0, at - service.now)),
		inMemory.map(({ lease, isAfter, text, rest }) => [lease, isAfter, text, rest]),
		[service.passing.left, service.history, oracle.refusal && Math.min(DAY, service.now - oracle.refusal.at)],
	]);
}
