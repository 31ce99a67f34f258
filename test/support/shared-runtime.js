/**
 * Jest with all packages of node_modules loaded by Node itself: once per worker instead of once per test file.
 * Loading n8n's engine alone takes longer than most tests. For this, tests run in the process's own realm
 * (shared-environment.js). In a file with its own realm, Jest loads the packages as usual.
 */
const { createRequire } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

const SharedEnvironment = require('./shared-environment');

/**
 * Packages that Jest still loads: its own ones, which belong to a run, and those that have to be transformed
 * (jest.config.js).
 */
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
		// Packages of ES modules alone and built-in ones are found by Jest only.
		return undefined;
	}
}
