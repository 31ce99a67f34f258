const { availableParallelism } = require('node:os');

// One project per test folder, so that each kind of test can be run by itself:
//   npx jest --selectProjects engine
const ESM_ONLY = [
	'@faker-js/faker',
	'cookie',
	'execa',
	'fast-check',
	'get-port',
	'github-slugger',
	'pdfjs-dist',
	'pure-rand',
];

const project = (name, more = {}) => ({
	displayName: name,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: {
		'^.+\\.m?[jt]s$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`, '<rootDir>/dist/'],
	modulePathIgnorePatterns: [
		'<rootDir>/.playground/',
		'<rootDir>/.stryker/',
		'<rootDir>/playground/node_modules/',
		'<rootDir>/test/.*/node_modules/',
	],
	...more,
});

module.exports = {
	// Tests talk to servers; a busy machine gets the time it needs.
	testTimeout: 30_000,
	// Each file loads n8n's engine anew, and one process for all of them ends up collecting garbage.
	maxWorkers: Math.max(2, availableParallelism() - 1),
	workerIdleMemoryLimit: '1GB',
	reporters: ['default', '<rootDir>/test/support/tally-reporter.js'],
	projects: [
		project('unit'),
		project('contract'),
		project('model'),
		project('engine', {
			setupFiles: ['<rootDir>/test/support/engine-env.ts'],
			setupFilesAfterEnv: ['<rootDir>/test/support/engine-checks.ts'],
		}),
		project('reliability', { setupFiles: ['<rootDir>/test/support/engine-env.ts'] }),
		project('sandbox'),
		project('package', {
			setupFiles: ['<rootDir>/test/support/engine-env.ts'],
			// The unpacked tarball finds n8n-workflow as it does in n8n, which puts it on the path.
			modulePaths: ['<rootDir>/node_modules'],
		}),
		project('e2e'),
	],
};
