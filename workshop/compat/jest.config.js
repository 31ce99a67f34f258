// Runs the engine tests, unchanged, on the n8n-core of another folder:
// COMPAT_CORE=core-1.122 npx jest -c workshop/compat/jest.config.js
const { resolve } = require('node:path');

const { projects } = require('../../jest.config.js');

const rootDir = resolve(module.path, '../..');
const folder = process.env.COMPAT_CORE;
const engine = projects.find(({ displayName }) => displayName === 'engine');

module.exports = {
	rootDir,
	reporters: ['default', '<rootDir>/test/support/tally-reporter.js'],
	// These runs look for different behaviour, not for different speed.
	testTimeout: 60_000,
	// n8n-core of n8n 1 keeps a handle open.
	forceExit: true,
	projects: [
		{
			...engine,
			rootDir,
			runtime: '<rootDir>/workshop/compat/runtime.js',
			roots: [...engine.roots, '<rootDir>/workshop/compat'],
			testMatch: [...engine.testMatch, '<rootDir>/workshop/compat/core.test.ts'],
			// It replaces the requests of n8n's newest helper, to compare speed.
			testPathIgnorePatterns: ['/distance\\.slow\\.test'],
			modulePathIgnorePatterns: ['<rootDir>/.playground/', '<rootDir>/workshop/compat/n8n-.*/node_modules/'],
			displayName: folder ? `engine on ${folder}` : 'engine',
		},
	],
};
