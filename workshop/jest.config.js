/**
 * The tests that need a running n8n (`e2e`), and those of the workshop's own tools (`tools`). From the root:
 *
 *     npx jest -c workshop/jest.config.js --selectProjects tools
 */
const { resolve } = require('node:path');

const { projects, ...root } = require('../jest.config.js');

const rootDir = resolve(__dirname, '..');
const [{ roots, ...plain }] = projects.filter(({ displayName }) => displayName === 'check');

const project = (displayName, testMatch, more = {}) => ({
	...plain,
	displayName,
	rootDir,
	roots: [...roots, '<rootDir>/workshop'],
	modulePathIgnorePatterns: ['<rootDir>/workshop/.*/node_modules/'],
	testMatch,
	...more,
});

module.exports = {
	...root,
	rootDir,
	projects: [
		project(
			'tools',
			['<rootDir>/workshop/*.test.ts', '<rootDir>/workshop/{compat,measure,n8n,release}/*.test.ts'],
			{
				testPathIgnorePatterns: ['/compat/core\\.test'],
			},
		),
		project('e2e', ['<rootDir>/workshop/e2e/**/*.test.ts'], {
			globalSetup: '<rootDir>/workshop/e2e/prepare.ts',
		}),
	],
};
