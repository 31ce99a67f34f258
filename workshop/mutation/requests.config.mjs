/**
 * The texts of requests.ts: paths, what is expected, and what a refusal says. One file of tests holds them, so it is quick:
 * `npm --prefix workshop run mutation:requests`.
 */
import all from './stryker.config.mjs';

process.env.MUTATION_TESTS ??= 'unit/requests';

export default {
	...all,
	mutate: ['nodes/ContactConsent/resources/*/requests.ts'],
	// All else is among the mutants of the long run.
	mutator: {
		excludedMutations: [
			...['ArithmeticOperator', 'ArrayDeclaration', 'ArrowFunction', 'AssignmentOperator', 'BlockStatement'],
			...[
				'BooleanLiteral',
				'ConditionalExpression',
				'EqualityOperator',
				'LogicalOperator',
				'MethodExpression',
			],
			...['ObjectLiteral', 'OptionalChaining', 'Regex', 'UnaryOperator', 'UpdateOperator'],
		],
	},
	jsonReporter: { fileName: '.stryker/requests.json' },
	// Two are equivalent: a request is not sent again, however that is called.
	thresholds: { high: 98, low: 95, break: 95 },
};
