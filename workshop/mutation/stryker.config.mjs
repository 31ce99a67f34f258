import { EVERY } from './sample.mjs';

/**
 * Mutation testing: `npm --prefix workshop run mutation`, or for a part `npm --prefix workshop run mutation --
 * --mutate "nodes/ContactConsent/upload/*.ts"`. With `MUTATION_SAMPLE=6`, it tries every sixth mutant. It runs the
 * tests of workshop/mutation/all.test.ts. The engine tests use the build, so mutants are built, too.
 */
export default {
	packageManager: 'npm',
	testRunner: 'jest',
	// Stryker runs in the root, and its plugins are in this folder.
	plugins: [
		import.meta.resolve('@stryker-mutator/jest-runner'),
		import.meta.resolve('./mutants.mjs'),
		import.meta.resolve('./sample.mjs'),
	],
	checkers: EVERY > 1 ? ['sample'] : [],
	jest: {
		projectType: 'custom',
		configFile: 'workshop/mutation/jest.config.js',
		enableFindRelatedTests: false,
	},
	buildCommand: 'npx gulp build',
	coverageAnalysis: 'perTest',
	// All published code, except data that n8n only shows: two descriptions, and names in other languages.
	mutate: [
		'{nodes,credentials}/**/*.ts',
		'!nodes/ContactConsent/*.node.ts',
		'!nodes/ContactConsent/trigger/triggerFields.ts',
		'!nodes/ContactConsent/upload/table/wordLists.ts',
	],
	// Other tests cover words for people. For those in requests.ts, see requests.config.mjs.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['dist', 'workshop/**', '!workshop/mutation/**', '.playground', 'docs', 'coverage'],
	reporters: ['clear-text', 'mutants', 'progress-append-only'],
	// The file of the reporter 'mutants'.
	jsonReporter: { fileName: process.env.MUTATION_REPORT ?? '.stryker/mutation.json' },
	tempDirName: '.stryker/tmp',
	concurrency: 2,
	// Jest keeps about 50 MB per run, and a runner with 3 GB would only collect garbage.
	maxTestRunnerReuse: 30,
	timeoutMS: 10_000,
	dryRunTimeoutMinutes: 30,
	thresholds: { high: 95, low: 85, break: 95 },
};
