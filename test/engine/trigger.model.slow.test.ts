/* eslint-disable */
import fc from 'fast-check';

import type { Fault, SandboxOptions } from '../../sandbox';
import { forgetAll } from '../support/forget';
import type { Way } from '../support/poll';
import { SEED } from '../support/seed';
import { MINUTE, triggerBench } from '../support/trigger';

/** More of them by hand: SCHEDULES=500 SEED=42 npx jest --selectProjects engine trigger.model */
const SCHEDULES = Number(process.env.SCHEDULES ?? 15);
const STEPS = 25;

const bench = triggerBench();
const { later } = bench;

const options: fc.Arbitrary<Partial<SandboxOptions>> = fc.record({
	eventOrder: fc.constantFrom('asc', 'desc', 'shuffled'),
	latestOrder: fc.constantFrom('arrival', 'asc', 'desc', 'shuffled'),
	fromBound: fc.constantFrom('inclusive', 'exclusive'),
	toBound: fc.constantFrom('inclusive', 'exclusive'),
	timestampFormat: fc.constantFrom('milliseconds', 'seconds', 'microseconds', 'offset'),
	historyMarksReceived: fc.boolean(),
	maxLimit: fc.constantFrom(1000, 7),
	cursorMode: fc.constantFrom('keyset', 'offset', 'snapshot'),
	cursorFilters: fc.constantFrom('carried', 'query', 'strict'),
	cursorLifetimeMs: fc.constantFrom(Infinity, 30_000),
	duplicateAcrossPages: fc.constantFrom(0, 2),
	dateSkewMs: fc.constantFrom(0, 5 * MINUTE, -5 * MINUTE),
});

const fault = fc.constantFrom<Partial<Fault>>(
	{ path: '/events', status: 429, headers: { 'retry-after': '100' } },
	{ path: '/events', reset: 'after' },
	{ path: '/events', truncate: 20 },
	{ path: '/events/latest', status: 503, headers: { 'retry-after': '100' } },
	{ path: '/documentation/*', status: 400 },
	{ path: '/documentation/*', truncate: 50 },
);

type Step =
	| { do: 'add'; count: number; type: 'update' | 'documentation'; late: number; pending: boolean }
	| { do: 'poll'; fate: 'keep' | 'discard'; fault: Partial<Fault> | null }
	| { do: 'restart' | 'republish' | 'look' };

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({
		do: fc.constant('add' as const),
		count: fc.constantFrom(1, 3, 12),
		type: fc.constantFrom('update' as const, 'documentation' as const),
		late: fc.constantFrom(0, 0, 0, 3 * MINUTE, 180 * MINUTE),
		pending: fc.boolean(),
	}),
	fc.record({
		do: fc.constant('poll' as const),
		fate: fc.constantFrom('keep' as const, 'keep' as const, 'discard' as const),
		fault: fc.oneof(fc.constant(null), fc.constant(null), fault),
	}),
	fc.record({ do: fc.constantFrom('restart' as const, 'republish' as const, 'look' as const) }),
);

it(`loses and repeats nothing in ${SCHEDULES} schedules of ${STEPS} steps over the wire (seed ${SEED})`, async () => {
	const { sandbox } = bench;
	const schedule = fc.asyncProperty(
		options,
		fc.constantFrom<Way>('memory', 'scheduled', 'durable'),
		fc.constantFrom(1000, 10),
		fc.array(step, { minLength: STEPS, maxLength: STEPS }),
		async (sandboxOptions, way, maxEvents, steps) => {
			forgetAll();
			sandbox.reset(sandboxOptions);
			const trigger = bench.active({
				way,
				parameters: { options: { maxEvents, pageSize: 50, documentationWait: 30 } },
			});
			await trigger.publish();
			// Long before, so that late events are from after the start.
			await trigger.tick();
			later(240 * MINUTE);
			await trigger.tick();
			const expected = new Set<string>();
			for (const one of steps) {
				if (one.do === 'add') {
					const from = new Date(sandbox.clock.now() - one.late).toISOString();
					const seeded = sandbox.seed({
						events: one.count,
						eventTypes: [one.type],
						eventsFrom: from,
						eventsStepMs: one.late > 0 ? 40 : 0,
					});
					for (const id of seeded.eventIds) {
						expected.add(id);
						if (one.type === 'documentation' && one.pending) sandbox.setDocumentation(id, 'not_generated');
					}
				} else if (one.do === 'poll') {
					later(MINUTE);
					if (one.fault) sandbox.faults.add(one.fault);
					await trigger.tick(one.fate).catch((error: unknown) => expect(error).toHaveProperty('httpCode'));
					sandbox.faults.clear();
				} else if (one.do === 'look') {
					sandbox.log.clear();
					await trigger.fetchTestEvent().catch((error: unknown) => {
						expect(String(error)).not.toContain('changed the state');
					});
					expect(sandbox.log.count({ path: '/events/latest' })).toBe(0);
				} else if (one.do === 'republish') {
					later(MINUTE);
					await trigger.publish('update');
				} else {
					later(MINUTE);
					await trigger.restart();
				}
			}
			sandbox.flushDocumentation();
			for (let polls = 0, quiet = 0; polls < 60 && quiet < 5; polls++) {
				later(10 * MINUTE);
				quiet = (await trigger.tick()) ? 0 : quiet + 1;
			}
			const counts = new Map<string, number>();
			for (const id of trigger.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
			expect([...expected].filter((id) => !counts.has(id))).toEqual([]);
			expect([...counts].filter(([, times]) => times > 1)).toEqual([]);
		},
	);
	const endOnFailure = process.env.SHRINK === undefined;
	await fc.assert(schedule, { numRuns: SCHEDULES, seed: SEED, endOnFailure });
	process.stdout.write(`over the wire: seed ${SEED}, ${SCHEDULES} schedules\n`);
}, 600_000);
