/**
 * The texts of requests.ts: paths, what is expected, and what a refusal says. One file of tests holds them, so it is quick:
 * `npm --prefix workshop run mutation:requests`.
 */
import all from './stryker.config.mjs';

process.env.MUTATION_TESTS ??= 'unit/requests';

export default {
	...all,
	mutate: ['nodes/ContactConsent/resources/*/requests.ts'],
	mutator: { excludedMutations: [] },
	jsonReporter: { fileName: '.stryker/requests.json' },
	thresholds: { high: 100, low: 100, break: 100 },
};
