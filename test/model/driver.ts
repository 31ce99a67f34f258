/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Runs polls of the production code over the model of the service. The only file here that imports from nodes/. */
import type { IDataObject } from 'n8n-workflow';

import { typeSeries } from '../../nodes/ContactConsent/resources/event/model';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Send, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { pollOnce } from '../../nodes/ContactConsent/trigger/poll';
import { memories, type Memory } from '../../nodes/ContactConsent/trigger/reconcile';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import {
	FOREVER,
	readState,
	takenEvents,
	type Progress,
	type TriggerState,
} from '../../nodes/ContactConsent/trigger/state';
import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import { keyOf } from '../../nodes/ContactConsent/values';
import type { Item, LifeSettings, LifeWorld, PollCall, Production } from './life';
import { ModelFailure, type ModelEvent } from './service';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** No action of an alphabet adds an event that is older. */
const LONG = 2.5 * HOUR;

const settingsOf = ({ auditDays, ...settings }: LifeSettings): Settings => ({
	...settings,
	series: typeSeries(settings.kinds),
	audit: auditDays * DAY,
	binaryPropertyName: 'data',
	attachmentStorage: 'execution',
	simplify: false,
});

const sendTo =
	({ service, now }: PollCall): Send =>
	async <Body>(request: Parameters<Send>[0], { deadline = Infinity } = {}) => {
		try {
			const answer = await service.ask(request, deadline - now() + service.world.now);
			return answer as ServiceResponse<Body>;
		} catch (failure) {
			if (!(failure instanceof ModelFailure)) throw failure;
			const { message, status } = failure;
			throw new ServiceError(
				{ message, description: '' },
				{ kind: status === undefined ? 'unreachable' : 'status', status },
			);
		}
	};

async function poll(call: PollCall): ReturnType<Production['poll']> {
	const start = call.now();
	try {
		const result = await pollOnce({
			settings: settingsOf(call.settings),
			trigger: call.process,
			baseUrl: call.baseUrl,
			staticData: call.data as IDataObject,
			log: () => undefined,
			send: sendTo(call),
			helpers: { prepareBinaryData: () => Promise.reject(new Error('not in this model')) },
			now: call.now,
			lists: start + call.budget / 2,
			end: start + call.budget - 5000,
			stored: start + call.budget - 2500,
		});
		return { items: result && result.flat().map(({ json }) => json as unknown as Item) };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		return { items: null, error };
	}
}

export const production: Production = {
	poll,
	remembered: (process) => memories.get(process),
	restore: (process, memory) => {
		if (memory === null || memory === undefined) memories.delete(process);
		else memories.set(process, memory);
	},
};

/** How long ago something was by n8n's clock, as far as that makes a difference. */
const ageOf = (at: number, { service, clockAhead }: LifeWorld, longest: number): number =>
	Math.max(-2 * HOUR, Math.min(longest, service.now + clockAhead - at));

/** A state with its times counted from now, and what it says of each event. */
function describeState(state: TriggerState | undefined, world: LifeWorld, auditDays: number) {
	if (state === undefined) return { text: 'none', revision: 0, of: () => '', isPast: () => false };
	const { now } = world.service;
	const { starts, forward, audit, taken, awaiting } = state;
	const keys = takenEvents(taken);
	const clock = now + world.clockAhead;
	const waits = new Map(
		awaiting.map(({ event, waited, tried }) => [event.event_id, [waited, tried - clock]]),
	);
	const rest = ({ from, to }: Progress) => [from < FOREVER && from - now, to < FOREVER && to - now];
	const earliest = Math.min(...Object.values(starts));
	const isTaken = (id: string) => keys.has(toTriggerEvent({ event_id: id }, 0).key);
	return {
		text: JSON.stringify([
			Object.entries(starts).map(([kind, time]) => [kind, Math.max(time - now, -LONG)]),
			[Math.max(forward.since, earliest) - now, rest(forward)],
			Math.max(audit.since - auditDays * DAY - now, earliest - now, -LONG),
			[ageOf(audit.at, world, HOUR), rest(audit)],
		]),
		revision: state.revision,
		/** Taken for good, and behind all reading but the look-back and the audit, which know its key. */
		isPast: ({ id, time }: ModelEvent) => time <= forward.since && isTaken(id) && !waits.has(id),
		of: (id: string) => `${isTaken(id) ? 'taken' : ''} ${waits.get(id)?.join() ?? ''}`,
	};
}

type Described = ReturnType<typeof describeState>;

/**
 * The text by which two worlds are the same: times are counted from now, events and processes have no names, and what
 * can make no difference any more is left out.
 */
export function canonical(world: LifeWorld, { auditDays }: LifeSettings): string {
	const { service, kept, oracle, memories: remembered } = world;
	const describe = (state: TriggerState | undefined) => describeState(state, world, auditDays);
	const inDatabase = (JSON.parse(kept.stored) as { state?: unknown }).state;
	const stored = describe(readState(inDatabase));
	const live = kept.live && describe(readState(kept.live.state));
	const inMemory = remembered.map((memory) => {
		const { lease, ahead } = (memory ?? {}) as Memory;
		// It counts only for the very state that it went on from.
		const isAfter = [inDatabase, kept.live?.state].map(
			(state) => ahead?.after === (state === undefined ? '' : keyOf(JSON.stringify(state))),
		);
		return {
			lease: lease && ageOf(lease.begun, world, MINUTE),
			isAfter,
			...describe(isAfter.includes(true) ? ahead?.state : undefined),
		};
	});
	const states: Described[] = [stored, ...(live ? [live] : []), ...inMemory];
	// Two polls may take turns by the revision, so it counts whether it is odd.
	const base = stored.revision - (stored.revision % 2);
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
				[oracle.arrived[id], oracle.mayRepeat[id], start !== undefined && time >= start],
				states.map((state) => state.of(id)),
			]);
		});
	return JSON.stringify([
		events.sort(),
		[stored.text, stored.revision - base, live && [live.text, live.revision - base]],
		[Object.keys(oracle.starts).length, oracle.tooLarge.length, oracle.disordered],
		inMemory.map(({ lease, isAfter, text, revision }) => [lease, isAfter, text, revision - base]),
	]);
}
