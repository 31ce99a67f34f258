const SharedEnvironment = require('../../test/support/shared-environment');

/** Tests that take seconds, where others ask the same in less. */
const LONG = /0,000 events|more than 100 MB/;

/** What does not end is found out sooner than in other runs. */
const TEST_TIMEOUT_MS = 15_000;

/** Ends a file at its first failed test: of a mutant only that it was found counts, not how often. */
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
