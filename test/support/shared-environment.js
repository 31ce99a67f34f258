const vm = require('node:vm');

const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Stands for the process's own realm where Jest asks for a context. */
const OWN_REALM = vm.createContext();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
	compileFunction(code, parameters, {
		...options,
		parsingContext: options?.parsingContext === OWN_REALM ? undefined : options?.parsingContext,
	});

const { console: ownConsole } = globalThis;
const { exit } = process;

/**
 * Runs test files in the process's own realm, so that packages can stay loaded from file to file
 * (shared-runtime.js). Globals that a file leaves behind are removed. A file that changes more of the process
 * begins with `@jest-environment node` and gets its own realm and packages.
 */
module.exports = class SharedEnvironment {
	constructor({ projectConfig }) {
		this.global = globalThis;
		// `forget.ts` needs it. Node has process.getBuiltinModule only from 20.16 on.
		Object.assign(globalThis, projectConfig.globals, { loadedByNode: require.cache });
		const { readFileSync, writeFileSync, existsSync } = require('node:fs');
		const kept = {
			promise: Promise,
			now: Date.now.bind(Date),
			'read-file': readFileSync,
			'write-file': writeFileSync,
			'exists-file': existsSync,
		};
		for (const [name, value] of Object.entries(kept)) globalThis[Symbol.for(`jest-native-${name}`)] ??= value;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = new LegacyFakeTimers({
			config: projectConfig,
			global: globalThis,
			moduleMocker: this.moduleMocker,
			timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
		});
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		this.environment = { ...process.env };
		this.unwatched = loggerMethod();
		this.symbols = new Set(Object.getOwnPropertySymbols(globalThis));
		// n8n's loader loads the build anew for each file, because its modules keep state.
		for (const path of Object.keys(require.cache))
			if (/\/dist\/(nodes|credentials)\//.test(path)) delete require.cache[path];
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return OWN_REALM;
	}

	async setup() {}

	async teardown() {
		this.fakeTimers.dispose();
		this.fakeTimersModern.dispose();
		// Jest replaces these with its own.
		globalThis.console = ownConsole;
		process.exit = exit;
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (!this.symbols.has(symbol)) Reflect.deleteProperty(globalThis, symbol);
		}
		// Restores what a test has set, even after a failure.
		for (const name of Object.keys(process.env)) if (!(name in this.environment)) delete process.env[name];
		Object.assign(process.env, this.environment);
		const { Logger } = require('@n8n/backend-common');
		if (this.unwatched) Logger.prototype.log = this.unwatched;
	}
};

function loggerMethod() {
	return Object.keys(require.cache).some((path) => /@n8n\/backend-common\/dist\/index\.js$/.test(path))
		? require('@n8n/backend-common').Logger.prototype.log
		: undefined;
}
