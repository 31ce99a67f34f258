/* eslint-disable */
/**
 * Any JSON at any place of any answer. Each run ends in items or in a readable error, and a poll goes on with the
 * other events. `ANSWERS=10000` tries this many answers for each operation and for polls.
 */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, KEY, withoutJitter } from '../../support/action';
import { startGateway, type Gateway } from '../../support/gateway';
import { ActiveTrigger, type Way } from '../../support/poll';
import { SEED } from '../../support/seed';
import { changed, changedAnswer, someChanges } from './answers';
import { crashOf } from './lab';
import { callsOf, furnish, operations, switchedOn } from './operations';

const ANSWERS = Number(process.env.ANSWERS ?? 30);
/** A run of this length counts as hanging, however slow the machine is. */
const HANG_MS = 15_000;
const WITHIN_MS = 60_000 + ANSWERS * 1000;

const bench = actionBench();
withoutJitter();
let gateway: Gateway;

beforeAll(async () => {
	gateway = await startGateway(() => new URL(bench.sandbox.baseUrl).origin);
});
afterAll(() => gateway.close());

const credentials = () => ({ baseUrl: gateway.baseUrl, apiKey: KEY });

async function inTime<T>(run: () => Promise<T>, what: unknown): Promise<T> {
	const began = performance.now();
	const result = await run();
	const took = performance.now() - began;
	if (took > HANG_MS) throw new Error(`${Math.round(took)} ms for ${JSON.stringify(what).slice(0, 500)}`);
	return result;
}

it.each(operations.flatMap(callsOf).map((call) => [call.name, call] as const))(
	'%s survives answers of any shape',
	async (_, { operation, parameters, items }) => {
		const wrong: string[] = [];
		for (const [index, change] of someChanges(ANSWERS, SEED).entries()) {
			furnish(bench.sandbox);
			gateway.change = (answer) => changedAnswer(answer, change);
			const own: IDataObject = parameters(bench.sandbox);
			const on = index % 2 === 0 ? {} : switchedOn(operation.fields, 'dryRun');
			// Waiting is left out: it has its own tests.
			const options = {
				...(on.options as IDataObject),
				...(own.options as IDataObject),
				timeout: 0,
				maxWait: 0,
			};
			const run = async () =>
				await bench.run(
					{ ...on, ...own, ...(index % 3 === 0 ? { fieldsNotSent: 'keep' } : {}), options } as never,
					{ items, credentials: credentials() },
				);
			const { error } = await inTime(run, change);
			const offences = error ? crashOf(error) : [];
			if (error && !error.message) offences.push('an error without words');
			if ('polluted' in {}) offences.push('the prototype of all objects is polluted');
			wrong.push(...offences.map((offence) => `${offence}: ${JSON.stringify(change).slice(0, 300)}`));
		}
		expect(wrong).toEqual([]);
	},
	WITHIN_MS,
);

it.each<Way>(['memory', 'scheduled', 'durable'])(
	'with state "%s", polls survive answers of any shape and deliver the other events',
	async (way) => {
		const wrong: unknown[] = [];
		for (const change of someChanges(Math.ceil(ANSWERS / 3), SEED + way.length)) {
			furnish(bench.sandbox);
			gateway.change = (answer) => answer;
			const trigger = new ActiveTrigger({ engine: bench.engine, credentials: credentials(), way });
			await trigger.publish();
			// In lists of events, only the strange event is changed.
			gateway.change = (answer, { path }) => {
				if (!path.startsWith('/v1/events')) return changedAnswer(answer, change);
				const list = JSON.parse(answer.body.toString('utf8')) as unknown[];
				const strange = list.findIndex((event) => (event as IDataObject).event_id === 'strange');
				if (strange >= 0) list[strange] = changed(list[strange], change);
				return { ...answer, body: Buffer.from(JSON.stringify(list)) };
			};
			const event_time = new Date().toISOString();
			bench.sandbox.seed({
				events: [
					{ event_id: 'strange', type: 'update', contact_id: 'c1', event_time },
					{ event_id: 'good', type: 'confirm', contact_id: 'c1', event_time },
					{ event_id: 'paper', type: 'documentation', contact_id: 'c1', event_time },
				],
			});
			for (let polls = 0; polls < 3; polls++) {
				await inTime(async () => await trigger.tick(), change).catch((error: unknown) =>
					wrong.push([String(error), change]),
				);
			}
			for (const id of ['good', 'paper']) if (!trigger.ids.includes(id)) wrong.push([`lost ${id}`, change]);
		}
		expect(wrong).toEqual([]);
	},
	WITHIN_MS,
);
