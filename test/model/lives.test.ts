/* eslint-disable */
/**
 * Random lives that go beyond the scopes of exhaustive.ts: they are longer, and the service answers in every way
 * that it may.
 */
import fc from 'fast-check';

import { cases } from '../support/cases';
import { SEED } from '../support/seed';
import { HIDDEN, HISTORY, named, type Action } from './alphabet';
import { NOW } from './explore';
import { SETTINGS, type LifeSettings } from './life';
import { WAYS, type Fate } from './n8n';
import { problemsOf } from './oracle';
import { HOUR, lifeOf, MINUTE, SECOND } from './running';
import { type DocumentState, type Kind, type ModelFault, type ServiceOptions } from './service';

/**
 * The number of lives for each way of keeping the state. To run more: LIVES=20000 SEED=42 npx jest
 * test/model/lives
 */
const LIVES = Number(process.env.LIVES ?? cases(6, 30));
const STEPS = 50;
const DAY = 24 * HOUR;

const service: fc.Arbitrary<ServiceOptions> = fc
	.record({
		historyOrder: fc.constantFrom('asc', 'desc', 'shuffled', 'arrival'),
		latestOrder: fc.constantFrom('arrival', 'asc', 'desc', 'shuffled'),
		fromInclusive: fc.boolean(),
		toInclusive: fc.boolean(),
		historyMarks: fc.boolean(),
		maxLimit: fc.constantFrom(1000, 7, 20),
		minLatest: fc.constantFrom(0, 0, 0, 50),
		repeatedAcrossPages: fc.constantFrom(0, 0, 1, 3),
		snapshot: fc.boolean(),
		secondsOnly: fc.boolean(),
		dateSkew: fc.constantFrom(0, 0, 5 * MINUTE, -5 * MINUTE),
		pdfBytes: fc.constant(0),
		numericIds: fc.constantFrom(false, false, false, true),
		latency: fc.constantFrom(20, 20, 20, 300, 1500),
		deepest: fc.constantFrom(0, 0, 0, 40),
		deepStatus: fc.constantFrom(400, 422, 500),
	})
	// One instant has to be read in one poll, which slow and tiny pages do not allow; see docs/decisions/0001.
	.map((one) => (one.latency > 20 ? { ...one, maxLimit: 1000, repeatedAcrossPages: 0 } : one));

const settings: fc.Arbitrary<LifeSettings> = fc
	.record({
		kinds: fc.constantFrom<Kind[]>(SETTINGS.kinds, SETTINGS.kinds, ['update', 'documentation']),
		begin: fc.constantFrom<Pick<LifeSettings, 'beginWith' | 'startFrom'>>(
			{ beginWith: 'unreceived', startFrom: undefined },
			{ beginWith: 'now', startFrom: undefined },
			{ beginWith: 'date', startFrom: NOW - 2 * HOUR },
		),
		auditDays: fc.constantFrom(7, 7, 1, 0),
		maxEvents: fc.constantFrom(1000, 10, 3, 1),
		pageSize: fc.constantFrom(1000, 5, 2),
		documentationWait: fc.constantFrom(60 * MINUTE, 0),
		download: fc.constantFrom(true, true, false),
		consentType: fc.constantFrom('', '', 'email'),
	})
	.map(({ begin, ...chosen }) => ({ ...SETTINGS, ...begin, ...chosen }));

const act = (name: string, run: Action['run']): Action => ({ name, run });
const kind = fc.constantFrom<Kind>('update', 'confirm', 'documentation');
const document = fc.constantFrom<DocumentState>(
	...(['ready', 'ready', 'later', 'never', 'not_found', 'gone', 'failing', 'hanging', 'huge'] as const),
);
const fault: fc.Arbitrary<ModelFault> = fc.record({
	at: fc.integer({ min: 1, max: 6 }),
	status: fc.constantFrom<ModelFault['status']>(500, 429, 401, 'reset', 'kill'),
	after: fc.boolean(),
});

const add = fc
	.record({
		count: fc.constantFrom(1, 1, 2, 5, 12, 30),
		age: fc.constantFrom('now', 'now', 'now', 'late', 'veryLate', 'daysLate', 'equal', 'instant', 'future'),
		kind,
		document,
		spread: fc.integer({ min: 0, max: 900 }),
		consents: fc.constantFrom<Array<{ type: string; granted: boolean }>>(
			[],
			[{ type: 'email', granted: true }],
		),
		isShown: fc.constantFrom(true, true, true, false),
	})
	.map(({ count, age, spread, isShown, ...more }) =>
		act(`add ${count} ${age} ${JSON.stringify(more)} ${spread}`, (life) => {
			const { world } = life.service;
			const last = world.events.at(-1)?.time ?? life.now;
			for (let index = 0; index < count; index++) {
				const times = {
					now: life.now,
					late: life.now - 30 * SECOND - index * spread * 5,
					veryLate: life.now - 90 * MINUTE - index * spread,
					daysLate: life.now - 20 * HOUR - index * spread * 1000,
					equal: last,
					instant: life.now,
					future: life.now + 20 * MINUTE + index * spread,
				};
				life.service.add(times[age], more.kind, {
					document: more.document,
					consents: more.consents,
					...(!isShown && { shownAt: null }),
				});
				if (age === 'now') life.now += spread;
			}
		}),
	);

const wait = fc
	.constantFrom(0, SECOND, 10 * SECOND, MINUTE, 15 * MINUTE, 2 * HOUR, 2 * DAY)
	.map((time) => act(`wait ${time}`, (life) => void (life.now += time)));

const poll = fc
	.record({
		fate: fc.constantFrom<Fate>('keep', 'keep', 'keep', 'discard', 'die', 'dieBetween'),
		faults: fc.oneof(
			{ weight: 3, arbitrary: fc.constant<ModelFault[]>([]) },
			{ weight: 1, arbitrary: fc.array(fault, { maxLength: 2 }) },
		),
	})
	.map(({ fate, faults }) =>
		act(`poll ${fate} ${JSON.stringify(faults)}`, async (life) => {
			life.now += MINUTE;
			await life.poll(fate, faults);
		}),
	);

const others = fc.constantFrom(
	...HIDDEN.slice(0, 3),
	...named('poll', 'republish', 'republish, its first poll discarded', 'fail-over', 'another reader'),
	...HISTORY,
	...named('the history catches up', 'the documents get ready', "n8n's clock forward", "n8n's clock back"),
	act('poll at once', async (life) => void (await life.poll())),
	act('overlap 1', async (life) => await life.overlap(1)),
	act('overlap 3', async (life) => await life.overlap(3)),
	act('kill', (life) => life.kill()),
);

const life = fc.array(
	fc.oneof(
		{ weight: 1, arbitrary: fc.constant(act('-', () => undefined)) },
		{ weight: 6, arbitrary: add },
		{ weight: 2, arbitrary: wait },
		{ weight: 6, arbitrary: poll },
		{ weight: 6, arbitrary: others },
	),
	{ minLength: STEPS, maxLength: STEPS },
);

/** What holds for a whole life. */
const nature = fc.record({
	/** The number of unreceived events when the trigger is activated, and how long they are apart. */
	before: fc.constantFrom(0, 0, 1, 40),
	apart: fc.constantFrom(3 * MINUTE, DAY / 2),
	kindBefore: kind,
	documentBefore: document,
	/** The history goes back so far. */
	window: fc.constantFrom(undefined, undefined, undefined, 7 * DAY),
	/** n8n restarts after each poll. */
	isRestless: fc.constantFrom(false, false, false, true),
});

it.each(WAYS)(
	`with state "%s", no event is lost or repeated in ${LIVES} lives of ${STEPS} steps (seed ${SEED})`,
	async (way) => {
		const totals = { events: 0, polls: 0, outside: {} as Record<string, number> };
		const property = fc.asyncProperty(
			service,
			settings,
			nature,
			life,
			async (options, given, born, steps) => {
				const chosen = options.latency > 20 ? { ...given, pageSize: 1000 } : given;
				const one = lifeOf({ way, settings: chosen, service: options });
				// Over a slow connection no time is promised.
				one.judgesLateness = options.latency <= 20;
				const { before, apart, kindBefore, documentBefore, window } = born;
				for (let index = 0; index < before; index++)
					one.service.add(NOW - (before - index) * apart, kindBefore, { document: documentBefore });
				if (window !== undefined) one.service.world.history = { status: 422, window };
				one.isRestless = born.isRestless;
				await one.publish();
				for (const { run } of steps) await run(one);
				// Polls whose events are all left out by the consent filter deliver nothing.
				const filtering = chosen.consentType === '' ? 0 : one.service.world.events.length / chosen.maxEvents;
				// A period that the history once refused is asked for again after a day.
				const isRefusing = ({ name }: Action) => /^the history (refuses|answers)/.test(name);
				const refusing = steps.some(isRefusing) || window !== undefined ? 110 : 0;
				await one.settle(refusing + (options.latency > 1000 ? 60 : 16) + filtering, 15 * MINUTE);
				const verdict = one.verdict();
				totals.events += one.service.world.events.length;
				totals.polls += one.polls;
				for (const [reason, count] of Object.entries(verdict.outside))
					totals.outside[reason] = (totals.outside[reason] ?? 0) + count;
				expect(problemsOf(verdict)).toEqual([]);
				expect(one.longestPoll).toBeLessThanOrEqual(36_000);
				expect(one.largestState).toBeLessThan(256 * 1024);
			},
		);
		await fc.assert(property, {
			endOnFailure: process.env.SHRINK === undefined,
			numRuns: LIVES,
			seed: SEED,
			path: process.env.FCPATH,
			reporter: (result) => {
				if (!result.failed) return;
				const [options, chosen, born, steps] = result.counterexample ?? [];
				throw new Error(
					[
						`seed ${result.seed}, path ${result.counterexamplePath ?? ''}, ${result.numShrinks} shrinks`,
						JSON.stringify(options),
						JSON.stringify(chosen),
						JSON.stringify(born),
						...(steps ?? []).map(({ name }) => name).filter((name) => name !== '-'),
						String((result.errorInstance as Error | undefined)?.stack ?? ''),
					].join('\n'),
				);
			},
		});
		process.stdout.write(`${way}: seed ${SEED}, ${LIVES} lives, ${JSON.stringify(totals)}\n`);
	},
	Math.max(600_000, LIVES * SECOND),
);
