const { availableParallelism } = require('node:os');

// A developer's proxy cannot reach the tests' servers on this machine.
process.env.no_proxy = [process.env.no_proxy ?? process.env.NO_PROXY, '127.0.0.1,localhost']
	.filter(Boolean)
	.join();

/** The matcher with which tests assert what a person reads. */
const TO_SAY = '<rootDir>/test/support/to-say.ts';

// One project per test folder, so that each kind of test can be run by itself:
//   npx jest --selectProjects engine
const ESM_ONLY = ['cookie', 'fast-check', 'get-port', 'markdown-table', 'pure-rand'];

const project = (name, more = {}) => ({
	displayName: name,
	// The workshop has n8n's 57,000 files.
	roots: ['test', 'nodes', 'credentials', 'sandbox', 'examples'].map((folder) => `<rootDir>/${folder}`),
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: {
		'^.+\\.m?[jt]s$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	setupFilesAfterEnv: [TO_SAY],
	transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`, '<rootDir>/dist/'],
	...more,
});

/** Packages are loaded once for a worker. A file that changes the process begins with `@jest-environment node`. */
const shared = {
	testEnvironment: '<rootDir>/test/support/shared-environment.js',
	runtime: '<rootDir>/test/support/shared-runtime.js',
};
const n8nCore = {
	globalSetup: '<rootDir>/test/support/make-engine-folder.js',
	globalTeardown: '<rootDir>/test/support/remove-engine-folder.js',
	setupFiles: ['<rootDir>/test/support/engine-env.ts'],
};
const engine = { ...shared, ...n8nCore };

module.exports = {
	// Tests talk to servers; a busy machine gets the time it needs.
	testTimeout: 30_000,
	maxWorkers: Math.max(2, availableParallelism() - 1),
	workerIdleMemoryLimit: '2GB',
	testSequencer: '<rootDir>/test/support/sequencer.js',
	reporters: ['default', '<rootDir>/test/support/tally-reporter.js'],
	projects: [
		project('unit', shared),
		// Some of its files load n8n-core, which makes its logger from the environment.
		project('contract', engine),
		project('model', shared),
		project('engine', { ...engine, setupFilesAfterEnv: [TO_SAY, '<rootDir>/test/support/engine-checks.ts'] }),
		project('sandbox', { ...shared, testMatch: ['<rootDir>/sandbox/test/**/*.test.ts'] }),
		project('package', {
			...n8nCore,
			// The unpacked tarball finds n8n-workflow as it does in n8n, which puts it on the path.
			modulePaths: ['<rootDir>/node_modules'],
		}),
		project('check'),
	],
};
