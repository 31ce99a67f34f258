const vm = require('node:vm');

const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Tests that take seconds, where others ask the same in less, or that measure time and fail on a busy machine. */
const LONG = new RegExp(
	[
		'10,000 events|100,000 events|20,000 events|more than one poll|is raised|first poll on$|costs less than',
		'about ten times as long|does not send the other columns back|Catch Up off brings what did not fit',
		'converted without a loss|Retry-After as|429 once|a 429, then 404|wait waits until|wait puts out the last state',
		'when Max Wait is over|a PDF that is not generated yet is waited for|have keys of their own',
		'a limit of 0\\.(52|95)|differs in that field alone \\(missing values (left out|null)|for every hour of a year',
	].join('|'),
);

/** What does not end is found out sooner than in other runs. */
const TEST_TIMEOUT_MS = 15_000;

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
 * Runs tests in the process's own realm, so that packages may outlive a run (runtime.js), and ends a file at its first
 * failed test: of a mutant only that it was found counts, not how often.
 */
module.exports = class {
	constructor({ projectConfig }) {
		this.global = globalThis;
		Object.assign(globalThis, projectConfig.globals);
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
		// The build is loaded by n8n's loader, and anew for each mutant.
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
		// Jest puts its own in their places.
		globalThis.console = ownConsole;
		process.exit = exit;
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (!this.symbols.has(symbol)) Reflect.deleteProperty(globalThis, symbol);
		}
		// What a test set, and a mutant that ended it left set.
		for (const name of Object.keys(process.env)) if (!(name in this.environment)) delete process.env[name];
		Object.assign(process.env, this.environment);
		const { Logger } = require('@n8n/backend-common');
		if (this.unwatched) Logger.prototype.log = this.unwatched;
	}

	async handleTestEvent(event, state) {
		if (event.name === 'run_start' && state.testNamePattern instanceof RegExp) {
			state.testNamePattern = oneOf(state.testNamePattern);
		}
		if (event.name === 'run_start' && !process.env.MUTATION_DEEP) {
			state.testTimeout = TEST_TIMEOUT_MS;
			skipAll(state.rootDescribeBlock, (name) => LONG.test(name));
		}
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') {
			skipAll(state.rootDescribeBlock, () => true);
		}
	}
};

function loggerMethod() {
	return Object.keys(require.cache).some((path) => /@n8n\/backend-common\/dist\/index\.js$/.test(path))
		? require('@n8n/backend-common').Logger.prototype.log
		: undefined;
}

/** Stryker's pattern of up to 2,000 names, as a set of them: asked for every test, it takes longer than most tests. */
function oneOf({ source }) {
	const unescape = (name) => name.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
	const names = new Set(source.slice(1, -1).split(')|(').map(unescape));
	return { test: (name) => names.has(name) };
}

function skipAll(block, isMeant) {
	for (const child of block.children) {
		if (child.type === 'describeBlock') skipAll(child, isMeant);
		else if (!child.startedAt && isMeant(`${block.name} ${child.name}`)) child.mode = 'skip';
	}
}
