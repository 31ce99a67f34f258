/** Runs polls of the production code over the model of the service. The only file here that imports from nodes/. */
import type { IDataObject } from 'n8n-workflow';

import { typeSeries } from '../../nodes/ContactConsent/resources/event/model';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Send, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { memories, type Memory } from '../../nodes/ContactConsent/trigger/memory';
import { pollOnce } from '../../nodes/ContactConsent/trigger/poll';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { readState, takenEvents, type Positions } from '../../nodes/ContactConsent/trigger/state';
import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import type { Item, LifeSettings, LifeWorld, PollCall, Production } from './life';
import { ModelFailure, type ModelEvent } from './service';

const HOUR = 3_600_000;
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
		const result = await pollOnce(
			{
				trigger: call.process,
				baseUrl: call.baseUrl,
				staticData: call.data as IDataObject,
				logger: { debug: () => undefined, warn: () => undefined },
			},
			settingsOf(call.settings),
			{
				send: sendTo(call),
				helpers: { prepareBinaryData: () => Promise.reject(new Error('not in this model')) },
				clock: { now: call.now, lists: start + call.budget / 2, end: start + call.budget - 5000 },
			},
		);
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

type Plain = Record<string, unknown>;

/** A state with its times counted from now, and what it says of each event. */
function describeState(stored: unknown, world: LifeWorld, auditDays: number) {
	const state = readState((stored as Plain | null)?.state);
	if (state === undefined) return { text: 'none', revision: 0, of: () => '', isPast: () => false };
	const { now } = world.service;
	const { starts, checkpoint, backlog, audit, taken, awaiting } = state;
	const keys = takenEvents(taken);
	const clock = now + world.clockAhead;
	const waits = new Map(
		awaiting.map(({ event, since, tried, next }) => [
			event.event_id,
			[since - clock, tried - clock, next - clock],
		]),
	);
	return {
		text: describePositions({ starts, checkpoint, backlog, audit }, world, auditDays),
		revision: state.revision,
		/** Taken for good, and behind all reading but the look-back and the audit, which know its key. */
		isPast: ({ id, time }: ModelEvent) =>
			time <= checkpoint && keys.has(toTriggerEvent({ event_id: id }, 0).key) && !waits.has(id),
		of: (id: string) => {
			const isTaken = keys.has(toTriggerEvent({ event_id: id }, 0).key);
			return `${isTaken ? 'taken' : ''} ${waits.get(id)?.join() ?? ''}`;
		},
	};
}

function describePositions(positions: Positions, world: LifeWorld, auditDays: number): string {
	const { now } = world.service;
	const { starts, checkpoint, backlog, audit } = positions;
	const earliest = Math.min(...Object.values(starts));
	return JSON.stringify([
		Object.entries(starts).map(([kind, time]) => [kind, Math.max(time - now, -LONG)]),
		checkpoint - now,
		backlog && [backlog.from - now, backlog.to && backlog.to - now, backlog.since - now],
		Math.max(audit.completed - auditDays * DAY - now, earliest - now, -LONG),
		ageOf(audit.at, world, HOUR),
		audit.place && [
			audit.place.from - now,
			audit.place.to && audit.place.to - now,
			audit.place.started - now,
		],
	]);
}

/** How long ago something was by n8n's clock, as far as that makes a difference. */
const ageOf = (at: number, { service, clockAhead }: LifeWorld, longest: number): number =>
	Math.max(-2 * HOUR, Math.min(longest, service.now + clockAhead - at));

function describeMemory(given: unknown, world: LifeWorld, auditDays: number, base: number): unknown {
	const memory = given as Memory | null;
	if (memory === null) return null;
	const { last, place, auditedAt, seen = {} } = memory;
	const clock = world.service.now + world.clockAhead;
	return [
		last && [last.revision - base, last.hadItems, ageOf(last.at, world, 2000)],
		place && [place.revision - base, describePositions(place.positions, world, auditDays)],
		auditedAt !== undefined && ageOf(auditedAt, world, HOUR),
		Object.values(seen).map((since) => since - clock),
	];
}

/**
 * The text by which two worlds are the same: times are counted from now, events and processes have no names, and what
 * can make no difference any more is left out.
 */
export function canonical(world: LifeWorld, { auditDays }: LifeSettings): string {
	const { service, kept, oracle, memories: remembered, processes } = world;
	const stored = describeState(JSON.parse(kept.stored), world, auditDays);
	const live = kept.live && describeState(kept.live, world, auditDays);
	// Two polls may take turns by the revision, so it counts whether it is odd.
	const base = stored.revision - (stored.revision % 2);
	const isOver = (event: ModelEvent): boolean =>
		event.received &&
		event.shownAt !== null &&
		oracle.arrived[event.id] === 1 &&
		stored.isPast(event) &&
		(live?.isPast(event) ?? true) &&
		event !== service.events.at(-1);
	const open = service.events.filter((event) => !isOver(event));
	const events = open.map((event) => {
		const { id, time, kind, document, received, shownAt } = event;
		const start = oracle.starts[kind];
		return JSON.stringify([
			[time - service.now, kind, document, received, shownAt === null ? null : shownAt - time],
			[oracle.arrived[id], oracle.mayRepeat[id], start !== undefined && time >= start],
			[stored.of(id), live?.of(id)],
		]);
	});
	return JSON.stringify([
		events.sort(),
		[stored.text, stored.revision - base, live && [live.text, live.revision - base]],
		[Object.keys(oracle.starts).length, oracle.tooLarge.length, oracle.disordered],
		remembered.map((memory) => describeMemory(memory, world, auditDays, base)),
		processes.length,
	]);
}
