/**
 * Jest, with all of node_modules loaded by Node itself: once for a worker and not once for each file of tests. n8n's
 * engine alone takes longer to load than most tests to run. For this, tests run in the process's own realm
 * (shared-environment.js); a file in a realm of its own loads its packages as Jest does.
 */
const { createRequire } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

const SharedEnvironment = require('./shared-environment');

/** Left to Jest: its own packages, which belong to a run, and what has to be transformed (jest.config.js). */
const LEFT_TO_JEST = /node_modules\/(@?jest|expect|@swc|stryker)/;

module.exports = class Runtime extends JestRuntime {
	constructor(config, environment, ...rest) {
		super(config, environment, ...rest);
		this.isShared = environment instanceof SharedEnvironment;
		this.transformed = config.transformIgnorePatterns.map((pattern) => new RegExp(pattern));
	}

	requireModule(from, moduleName, options, isRequireActual) {
		if (this.isShared && !options && moduleName && !/^[./]/.test(moduleName)) {
			const require = createRequire(from);
			const path = resolved(require, moduleName);
			if (path?.includes('/node_modules/') && !LEFT_TO_JEST.test(path)) {
				if (this.transformed.some((pattern) => pattern.test(path))) return require(path);
			}
		}
		return super.requireModule(from, moduleName, options, isRequireActual);
	}
};

function resolved(require, moduleName) {
	try {
		return require.resolve(moduleName);
	} catch {
		// Of ES modules alone, or a built-in one: Jest knows.
		return undefined;
	}
}
