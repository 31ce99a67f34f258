// What Stryker runs for each mutant: all tests of workshop/mutation/all.test.ts, up to the first that fails.
const { projects } = require('../../jest.config.js');

// Fewer random lives: they run once for each mutant.
process.env.LIVES ??= '10';

const engine = projects.find(({ displayName }) => displayName === 'engine');

module.exports = {
	...engine,
	displayName: 'mutation',
	testMatch: ['<rootDir>/workshop/mutation/all.test.ts'],
	testEnvironment: require.resolve('./environment.js'),
	testTimeout: 60_000,
};
