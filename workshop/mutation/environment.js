const SharedEnvironment = require('../../test/support/shared-environment');

/** Slow tests, if faster ones cover the same code. */
const LONG = /0,000 events|more than 100 MB/;

/** A short time limit, so that endless mutants are found soon. */
const TEST_TIMEOUT_MS = 15_000;

/** Ends a file at its first failed test, because it only matters whether a mutant is found. */
module.exports = class extends SharedEnvironment {
	async handleTestEvent(event, state) {
		if (event.name === 'run_start' && state.testNamePattern instanceof RegExp) {
			state.testNamePattern = oneOf(state.testNamePattern);
		}
		if (event.name === 'run_start') {
			state.testTimeout = TEST_TIMEOUT_MS;
			skipAll(state.rootDescribeBlock, (name) => LONG.test(name));
		}
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') {
			skipAll(state.rootDescribeBlock, () => true);
		}
	}
};

/**
 * Stryker's pattern of up to 2,000 test names as a set. Matching the pattern for each test would take longer than
 * most tests.
 */
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
