/**
 * Mutation testing: `npm run mutation`, or for one part `npm run mutation -- --mutate "nodes/ContactConsent/upload/*.ts"`.
 * The tests are those of workshop/mutation/all.test.ts. The engine's run on the build, so the mutants are built, too.
 */
export default {
	packageManager: 'npm',
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'workshop/mutation/jest.config.js',
		enableFindRelatedTests: false,
	},
	buildCommand: 'npx gulp build',
	coverageAnalysis: 'perTest',
	mutate: [
		'nodes/ContactConsent/trigger/*.ts',
		'nodes/ContactConsent/transport/*.ts',
		'nodes/ContactConsent/run/**/*.ts',
		'nodes/ContactConsent/upload/*.ts',
		'nodes/ContactConsent/resources/*/model.ts',
		'nodes/ContactConsent/{dates,values}.ts',
		'!nodes/ContactConsent/trigger/description.ts',
	],
	// Words for people are held by other tests.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['dist', 'workshop/!(mutation)', '.playground', 'docs', 'coverage'],
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
