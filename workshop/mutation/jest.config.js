// Stryker runs this for each mutant: all tests of workshop/mutation/all.test.ts, up to the first that fails.
const { resolve } = require('node:path');

const { projects } = require('../../jest.config.js');

// Few random lives, because they run for each mutant.
process.env.LIVES ??= '10';

const engine = projects.find(({ displayName }) => displayName === 'engine');

module.exports = {
	...engine,
	rootDir: resolve(__dirname, '../..'),
	roots: [...engine.roots, '<rootDir>/workshop/mutation'],
	displayName: 'mutation',
	testMatch: ['<rootDir>/workshop/mutation/all.test.ts'],
	testEnvironment: require.resolve('./environment.js'),
	testTimeout: 60_000,
};
