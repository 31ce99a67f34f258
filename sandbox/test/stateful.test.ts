/** Random sequences of requests to the sandbox, compared with a model of the contract after each request. */
import fc from 'fast-check';

import { start } from '../index';
import { SEED } from '../../test/support/seed';
import { cases } from '../../test/support/cases';
import { createClient } from './client';
import { COMMANDS } from './stateful/commands';
import type { Real } from './stateful/commands';
import { createModel } from './stateful/model';
import type { Gaps } from './stateful/model';

jest.setTimeout(cases(60_000, 900_000));

const FIRST = Date.parse('2026-03-01T10:00:00.000Z');

let real: Real;
beforeAll(async () => {
	const sandbox = await start({ port: 0, docs: false });
	real = { sandbox, client: createClient(sandbox.port) };
});
afterAll(async () => {
	real.client.close();
	await real.sandbox.close();
});

const gaps: fc.Arbitrary<Gaps> = fc.record({
	uploadMode: fc.constantFrom('replace', 'merge'),
	historyMarksReceived: fc.boolean(),
	operationDurationMs: fc.constantFrom(0, 0, 2_500),
	documentationDelayMs: fc.constantFrom(0, 2_500),
	documentationRetentionMs: fc.constantFrom(Infinity, 5_000),
	triggerUpdatesContact: fc.boolean(),
	eventOrder: fc.constantFrom('asc', 'desc'),
	cursorMode: fc.constantFrom('keyset', 'offset', 'snapshot'),
});

test('the sandbox answers as the model of the contract does', async () => {
	let steps = 0;
	await fc.assert(
		fc.asyncProperty(
			gaps,
			fc.commands(COMMANDS, { maxCommands: 60, size: 'max' }),
			async (chosen, commands) => {
				const { sandbox } = real;
				const setup = () => {
					sandbox.reset(chosen);
					sandbox.clock.freeze(FIRST);
					return { model: createModel(chosen, FIRST), real };
				};
				await fc.asyncModelRun(setup, commands);
				steps += sandbox.log.count();
			},
		),
		{ seed: SEED, numRuns: cases(40, 1_000) },
	);
	expect(steps).toBeGreaterThan(cases(800, 20_000));
});
