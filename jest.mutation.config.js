// The tests that mutation testing runs: those that import the sources, without the longest ones.
const { projects } = require('./jest.config.js');

// Fewer random lives: they run once for each mutant.
process.env.LIVES ??= '10';

const chosen = projects.filter(({ displayName }) => ['unit', 'model'].includes(displayName));

module.exports = {
	testTimeout: 60_000,
	projects: chosen.map((project) => ({
		...project,
		testPathIgnorePatterns: ['test/model/(imports|oracle|backlog)\\.test\\.ts'],
	})),
};
