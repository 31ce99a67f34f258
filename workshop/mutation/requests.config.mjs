/**
 * Mutants of the texts in requests.ts: paths, expected answers and refusals. A single test file covers them, so the
 * run is quick: `npm --prefix workshop run mutation:requests`.
 */
import all from './stryker.config.mjs';

process.env.MUTATION_TESTS ??= 'unit/operations.requests';

export default {
	...all,
	mutate: ['nodes/ContactConsent/operations/*/requests.ts'],
	// All other mutants are part of the long run.
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
	// Two mutants are equivalent: a request that is not repeated may have any word for that.
	thresholds: { high: 98, low: 95, break: 95 },
};
