/** The short scopes of exhaustive.ts; npm run reliability explores the deep ones. */
import { QUICK, runScope, SHORT } from './exhaustive';

const isQuick = process.env.QUICK !== undefined;

it.each(isQuick ? QUICK : SHORT)(
	'$name ($way): nothing is lost, nothing comes twice, no execution holds too much',
	async (scope) => {
		const { problems, states } = await runScope(scope, { problems: 3 });
		expect(problems).toEqual([]);
		expect(states).toBeGreaterThan(isQuick ? 10 : 150);
	},
	60_000,
);
