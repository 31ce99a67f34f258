/** The short scopes of exhaustive.ts. `npm --prefix workshop run reliability` explores the deep ones. */
import { everyNth } from '../support/cases';
import { SEED } from '../support/seed';
import { runScope, SHORT } from './exhaustive';

// By day each scope in one or two of the three ways to keep the state.
it.each(everyNth(SHORT, 2, SEED))(
	'$name ($way): no event is lost or repeated, and no execution is too large',
	async (scope) => {
		const { problems, states, schedules } = await runScope(scope, 3);
		expect(problems).toEqual([]);
		expect(states).toBeGreaterThan(Math.min(100, schedules / 3));
	},
	60_000,
);
