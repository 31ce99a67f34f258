/** The short scopes of exhaustive.ts. `npm --prefix workshop run reliability` explores the deep ones. */
import { runScope, SHORT } from './exhaustive';

it.each(SHORT)(
	'$name ($way): no event is lost or repeated, and no execution is too large',
	async (scope) => {
		const { problems, states, schedules } = await runScope(scope, 3);
		expect(problems).toEqual([]);
		expect(states).toBeGreaterThan(Math.min(100, schedules / 3));
	},
	60_000,
);
