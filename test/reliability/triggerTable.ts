/** Plays faults against the trigger: whatever fails on the way, each event reaches an execution. */
import type { Fault } from '../../sandbox';
import { WAYS, type Way } from '../model/n8n';
import { ActiveTrigger } from '../support/poll';
import { withoutWaiting } from './faultTable';
import { crashOf, type Lab } from './lab';

export interface TriggerCell {
	persistence: Way;
	fault: string;
	events: number;
	lost: number;
	/** Kept in the state at the end, until their PDF is tried again. */
	waiting: number;
	repeated: number;
	/** Documentation events that came without their PDF. */
	withoutPdf: number;
	wrong: string[];
}

const PATHS = { history: '/events', latest: '/events/latest', document: '/documentation/*' };

const STATUSES = [400, 401, 404, 429, 500, 503];

const once: Array<[string, Fault]> = [
	...STATUSES.map((status): [string, Fault] => [`status ${status}`, { status }]),
	['reset before the effect', { reset: 'before' }],
	['reset after the effect', { reset: 'after' }],
	['body cut off', { truncate: 20 }],
	['stalled before the answer', { delayMs: 3_600_000 }],
	['stalled within the body', { stall: true }],
	['HTML page with status 200', { status: 200, body: '<html>', contentType: 'text/html', effect: true }],
	['nothing with status 200', { status: 200, body: '', effect: true }],
	['invalid JSON', { status: 200, body: '[{"event_id":"x"', contentType: 'application/json', effect: true }],
	['JSON null', { status: 200, body: null, effect: true }],
	['redirect 302', { status: 302, location: 'http://127.0.0.1:1/' }],
	['a page cursor without end', { headers: { 'next-cursor': 'again' }, times: Infinity }],
];

/** What is tried as a fault that lasts, too. */
const LASTING = new Set(['status 429', 'status 503', 'reset after the effect', 'body cut off']);

/** Final words about a document; anything else is worth another try. */
const FINAL = new Set(['status 404']);

export interface Skew {
	name: string;
	ms: number;
}

const DAY = 86_400_000;
export const SKEWS: Skew[] = [
	{ name: 'clock a day behind', ms: -DAY },
	{ name: 'clock a day ahead', ms: DAY },
];

interface Setting {
	persistence: Way;
	name: string;
	fault?: Fault;
	/** How many requests in a row it hits. */
	times?: number;
	options?: Parameters<Lab['sandbox']['reset']>[0];
	parameters?: Record<string, unknown>;
}

const POLLS = 6;

function waitingIn(stored: string): ReadonlySet<unknown> {
	const { state } = JSON.parse(stored) as { state?: { awaiting: Array<{ event: { event_id: unknown } }> } };
	return new Set(state?.awaiting.map(({ event }) => event.event_id));
}

async function play(lab: Lab, setting: Setting): Promise<TriggerCell> {
	const { persistence, name, fault, times, options } = setting;
	const { sandbox, engine } = lab;
	sandbox.reset(options);
	const trigger = new ActiveTrigger({
		engine,
		way: persistence,
		credentials: { ...lab.credentials } as never,
		parameters: { options: { documentationWait: 60, ...setting.parameters } },
	});
	// What a stalled answer may take of a poll.
	trigger.budget = 1_500;
	const wrong: string[] = [];
	const poll = async (act: () => Promise<unknown>) => {
		try {
			await act();
		} catch (error) {
			wrong.push(...crashOf(error as Error));
		}
	};
	const ids = [...sandbox.seed({ events: 9 }).eventIds];
	await poll(async () => await trigger.publish());
	ids.push(...sandbox.seed({ events: 9 }).eventIds);
	if (fault) sandbox.faults.add({ times: times ?? 1, ...fault });
	for (let index = 0; index < POLLS; index++) {
		if (index === 3) {
			sandbox.faults.clear();
			ids.push(...sandbox.seed({ events: 3 }).eventIds);
		}
		await poll(async () => await trigger.tick());
	}
	const got = trigger.ids;
	const distinct = new Set(got);
	const kept = waitingIn(trigger.stored);
	const missing = ids.filter((id) => !distinct.has(id));
	const waiting = missing.filter((id) => kept.has(id)).length;
	const lost = missing.length - waiting;
	const repeated = got.length - distinct.size;
	const withoutPdf = trigger.executions
		.flat()
		.filter(({ json, binary }) => json.type === 'documentation' && !binary).length;
	wrong.push(...lab.offences([trigger.executions, trigger.stored]));
	if (lost > 0) wrong.push(`${lost} lost`);
	if (repeated > 0) wrong.push(`${repeated} repeated`);
	return { persistence, fault: name, events: ids.length, lost, waiting, repeated, withoutPdf, wrong };
}

/** A poll in memory has five minutes, so that a stalled PDF takes its whole two. */
const isTooSlow = (persistence: Way, title: string): boolean =>
	persistence === 'memory' && title.startsWith('stalled within the body on document');

export async function* triggerTable(lab: Lab, only: (name: string) => boolean = () => true) {
	for (const persistence of WAYS) {
		const run = async (setting: Omit<Setting, 'persistence'>) =>
			await withoutWaiting(async () => await play(lab, { persistence, ...setting }));
		for (const [place, path] of Object.entries(PATHS)) {
			for (const [name, fault] of once) {
				for (const times of [1, 8]) {
					if (times > 1 && !LASTING.has(name)) continue;
					const title = `${name} on ${place}, ${times === 1 ? 'once' : 'for a while'}`;
					if (isTooSlow(persistence, title) || !only(title)) continue;
					const cell = await run({ name: title, fault: { path, ...fault }, times });
					const mayLack = place === 'document' && FINAL.has(name);
					if (cell.withoutPdf > 0 && !mayLack) cell.wrong.push(`${cell.withoutPdf} without PDF`);
					yield cell;
				}
			}
		}
		for (const { name, ms } of SKEWS) if (only(name)) yield await run({ name, options: { dateSkewMs: ms } });
		const maxLimit = 2;
		if (only('limit capped')) yield await run({ name: 'limit capped', options: { maxLimit } });
		if (only('limit ignored'))
			yield await run({
				name: 'limit ignored',
				parameters: { pageSize: 1, maxEvents: 4 },
				options: { maxLimit: 50 },
			});
	}
}
