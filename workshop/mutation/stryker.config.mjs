/**
 * Mutation testing: `npm --prefix workshop run mutation`, or for one part `npm --prefix workshop run mutation -- --mutate "nodes/ContactConsent/upload/*.ts"`.
 * The tests are those of workshop/mutation/all.test.ts. The engine's run on the build, so the mutants are built, too.
 */
export default {
	packageManager: 'npm',
	testRunner: 'jest',
	// Stryker runs in the root, and its parts lie here.
	plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
	jest: {
		projectType: 'custom',
		configFile: 'workshop/mutation/jest.config.js',
		enableFindRelatedTests: false,
	},
	buildCommand: 'npx gulp build',
	coverageAnalysis: 'perTest',
	// Everything that is published, except for what n8n shows as it stands: two descriptions, and names in other languages.
	mutate: [
		'{nodes,credentials}/**/*.ts',
		'!nodes/ContactConsent/*.node.ts',
		'!nodes/ContactConsent/trigger/description.ts',
		'!nodes/ContactConsent/upload/names.ts',
	],
	// Words for people are held by other tests; those of requests.ts see requests.config.mjs.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['dist', 'workshop/**', '!workshop/mutation/**', '.playground', 'docs', 'coverage'],
	reporters: ['clear-text', 'json', 'progress-append-only'],
	jsonReporter: { fileName: process.env.MUTATION_REPORT ?? '.stryker/mutation.json' },
	tempDirName: '.stryker/tmp',
	concurrency: 2,
	// Jest keeps some 50 MB of each run; a runner with 3 GB spends its time collecting garbage.
	maxTestRunnerReuse: 30,
	timeoutMS: 10_000,
	dryRunTimeoutMinutes: 30,
	thresholds: { high: 95, low: 85, break: 95 },
};
