const { TestEnvironment } = require('jest-environment-node');

/** Tests that take seconds, where others ask the same in less, or that measure time and fail on a busy machine. */
const LONG =
	/10,000 events|100,000 events|20,000 events|more than one poll|is raised|first poll on$|costs less than|about ten times as long|does not send the other columns back/;

/** What does not end is found out sooner than in other runs. */
const TEST_TIMEOUT_MS = 15_000;

/** Ends a file at its first failed test: of a mutant only that it was found counts, not how often. */
module.exports = class extends TestEnvironment {
	async handleTestEvent(event, state) {
		if (event.name === 'run_start' && !process.env.MUTATION_DEEP) {
			state.testTimeout = TEST_TIMEOUT_MS;
			skipAll(state.rootDescribeBlock, (name) => LONG.test(name));
		}
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') {
			skipAll(state.rootDescribeBlock, () => true);
		}
	}
};

function skipAll(block, isMeant) {
	for (const child of block.children) {
		if (child.type === 'describeBlock') skipAll(child, isMeant);
		else if (!child.startedAt && isMeant(`${block.name} ${child.name}`)) child.mode = 'skip';
	}
}
