import fc from 'fast-check';

import type { EventType } from '../../nodes/ContactConsent/resources/event/model';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { ServiceModel, type ModelFault, type ModelOptions } from '../support/service-model';
import { SETTINGS, TriggerModel, type Persistence } from '../support/trigger-model';
import { SEED } from '../support/seed';

/** For each way of keeping the state. More of them by hand: SCHEDULES=20000 SEED=42 npx jest --selectProjects unit trigger.model */
const SCHEDULES = Number(process.env.SCHEDULES ?? 400);
const STEPS = 50;

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const options: fc.Arbitrary<ModelOptions> = fc
	.record({
		historyOrder: fc.constantFrom('asc', 'desc', 'shuffled'),
		latestOrder: fc.constantFrom('arrival', 'asc', 'desc', 'shuffled'),
		fromInclusive: fc.boolean(),
		toInclusive: fc.boolean(),
		historyMarks: fc.boolean(),
		maxLimit: fc.constantFrom(1000, 7, 20),
		repeatedAcrossPages: fc.constantFrom(0, 0, 1, 3),
		cursorLifetime: fc.constantFrom(Infinity, 5 * MINUTE, 9 * SECOND),
		snapshot: fc.boolean(),
		secondsOnly: fc.boolean(),
		dateSkew: fc.constantFrom(0, 0, 5 * MINUTE, -5 * MINUTE),
		latency: fc.constantFrom(20, 20, 20, 300, 1500),
	})
	.map((chosen) =>
		// Slow, with cursors that expire between two polls, tiny pages and one instant full of events: nobody can read that.
		chosen.cursorLifetime === Infinity ? chosen : { ...chosen, latency: 20 },
	);

const settings: fc.Arbitrary<Partial<Settings>> = fc.record({
	series: fc.constantFrom<Settings['series']>([undefined], [undefined], ['update', 'documentation']),
	catchUp: fc.constantFrom(true, true, true, false),
	startFrom: fc.constantFrom(undefined, undefined, NOW - 2 * 60 * MINUTE),
	lookback: fc.constantFrom(10 * MINUTE, 10 * MINUTE, 0),
	maxEvents: fc.constantFrom(1000, 10, 3, 1),
	pageSize: fc.constantFrom(1000, 5, 2),
	documentationWait: fc.constantFrom(60 * MINUTE, 0),
	maxAttachmentBytes: fc.constantFrom(20e6, 40),
	download: fc.constantFrom(true, true, false),
});

type Step = (trigger: TriggerModel) => Promise<void> | void;
interface NamedStep {
	name: string;
	run: Step;
}

const step = (name: string, run: Step): NamedStep => ({ name, run });

const type = fc.constantFrom<EventType>('update', 'confirm', 'documentation');
const document = fc.constantFrom(
	'ready',
	'ready',
	'later',
	'never',
	'not_found',
	'gone',
	'failing',
) as fc.Arbitrary<'ready' | 'later'>;
const fault: fc.Arbitrary<ModelFault> = fc.record({
	at: fc.integer({ min: 1, max: 6 }),
	status: fc.constantFrom(500, 429, 401, 'reset') as fc.Arbitrary<ModelFault['status']>,
	after: fc.boolean(),
});

const add = fc
	.record({
		count: fc.constantFrom(1, 1, 2, 5, 12, 30),
		age: fc.constantFrom('now', 'now', 'now', 'late', 'veryLate', 'equal', 'sameInstant', 'future'),
		type,
		document,
		spread: fc.integer({ min: 0, max: 900 }),
	})
	.map(({ count, age, type: kind, document: state, spread }) =>
		step(`add ${count} ${age} ${kind} ${state} ${spread}`, ({ service, settings: { series } }) => {
			if (!series.includes(undefined) && !series.includes(kind)) return;
			const last = service.events.at(-1)?.time ?? service.now;
			for (let index = 0; index < count; index++) {
				const times: Record<string, number> = {
					now: service.now,
					late: service.now - 30 * SECOND - index * spread * 5,
					veryLate: service.now - 90 * MINUTE - index * spread,
					equal: last,
					sameInstant: service.now,
					future: service.now + 20 * MINUTE + index * spread,
				};
				service.add(times[age] as number, kind, state);
				if (age === 'now') service.now += spread;
			}
		}),
	);

const wait = fc
	.constantFrom(0, SECOND, 10 * SECOND, MINUTE, 15 * MINUTE)
	.map((time) => step(`wait ${time}`, ({ service }) => void (service.now += time)));

const poll = fc
	.record({
		fate: fc.constantFrom('keep', 'keep', 'keep', 'discard', 'die', 'dieBetween') as fc.Arbitrary<'keep'>,
		faults: fc.oneof(
			{ weight: 3, arbitrary: fc.constant<ModelFault[]>([]) },
			{ weight: 1, arbitrary: fc.array(fault, { maxLength: 2 }) },
		),
	})
	.map(({ fate, faults }) =>
		step(`poll ${fate} ${JSON.stringify(faults)}`, async (trigger) => {
			trigger.service.now += MINUTE;
			await trigger.poll(fate, faults);
		}),
	);

const others = fc.constantFrom(
	step('poll', async (trigger) => {
		trigger.service.now += MINUTE;
		await trigger.poll();
	}),
	step('poll at once', async (trigger) => void (await trigger.poll())),
	step('overlap 1', (trigger) => trigger.overlap(1)),
	step('overlap 3', (trigger) => trigger.overlap(3)),
	step('republish', (trigger) => trigger.republish()),
	step('restart', (trigger) => trigger.restart()),
	step('kill', (trigger) => trigger.die()),
	step('expire cursors', ({ service }) => service.expireCursors()),
	step('another reader', (trigger) => trigger.otherReader()),
	step('documents get ready', ({ service }) => {
		for (const event of service.events) if (event.document === 'later') event.document = 'ready';
	}),
);

/** Events that nobody has received when the trigger is activated. */
const backlog = fc.constantFrom(0, 0, 1, 40);
const addBefore = (service: ServiceModel, count: number) => {
	for (let index = 0; index < count; index++) service.add(NOW - (count - index) * 3 * MINUTE, 'update');
};

const nothing = fc.constant(step('-', () => undefined));
const schedule = fc.array(
	fc.oneof(
		{ withCrossShrink: true, maxDepth: 1 },
		{ weight: 1, arbitrary: nothing },
		{ weight: 6, arbitrary: add },
		{ weight: 2, arbitrary: wait },
		{ weight: 6, arbitrary: poll },
		{ weight: 6, arbitrary: others },
	),
	{ minLength: STEPS, maxLength: STEPS },
);

describe.each<Persistence>(['memory', 'scheduled', 'durable'])('n8n keeps the state: %s', (persistence) => {
	it(`loses and repeats nothing in ${SCHEDULES} schedules of ${STEPS} steps (seed ${SEED})`, async () => {
		const totals = { events: 0, polls: 0, excused: 0, repeated: 0, crashes: 0 };
		await fc.assert(
			fc.asyncProperty(
				options,
				settings,
				backlog,
				schedule,
				async (serviceOptions, changed, before, steps) => {
					const service = new ServiceModel(serviceOptions, NOW);
					const trigger = new TriggerModel(service, persistence, { ...SETTINGS, ...changed });
					if (before > 0) addBefore(service, before);
					await trigger.publish();
					for (const { run } of steps) await run(trigger);
					await trigger.settle();
					totals.events += service.events.length;
					totals.polls += trigger.polls;
					totals.excused += trigger.excused.size;
					totals.crashes += trigger.crashes;
					totals.repeated += [...trigger.delivered.values()].filter((times) => times > 1).length;
					const problems = trigger.problems();
					if (problems.length > 0) throw new Error(problems.join('; '));
				},
			),
			{
				numRuns: SCHEDULES,
				seed: SEED,
				path: process.env.FCPATH,
				reporter: (result) => {
					if (!result.failed) return;
					const [serviceOptions, changed, before, steps] = result.counterexample ?? [];
					throw new Error(
						[
							`seed ${result.seed}, path ${result.counterexamplePath ?? ''}, ${result.numShrinks} shrinks`,
							JSON.stringify(serviceOptions),
							JSON.stringify(changed),
							`${before} events before`,
							...(steps ?? []).map(({ name }) => name).filter((name) => name !== '-'),
							String((result.errorInstance as Error | undefined)?.stack ?? ''),
						].join('\n'),
					);
				},
			},
		);
		process.stdout.write(`${persistence}: seed ${SEED}, ${SCHEDULES} schedules, ${JSON.stringify(totals)}\n`);
	}, 600_000);
});
